//! A match of either game, for those who run tables and do not care which game is on them.
//!
//! Invariant: an action of one game never reaches a match of the other; it is refused with
//! [`Illegal::OtherGame`].

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{
    Game, Input, LineFault, PositionFault, Seat, Seats, Sink, VariantFault, Viewer, Waits, rummikub, tichu,
};

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// Rummikub, draw and discard.
    Rummikub,
    /// Tichu.
    Tichu,
}

impl GameKind {
    /// Both games.
    pub const ALL: [GameKind; 2] = [GameKind::Rummikub, GameKind::Tichu];

    /// The game's name in transcripts, on the wire and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            GameKind::Rummikub => rummikub::Match::NAME,
            GameKind::Tichu => tichu::Match::NAME,
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GameKind {
    type Err = String;
    fn from_str(text: &str) -> Result<GameKind, String> {
        GameKind::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| "the games are rummikub and tichu".to_owned())
    }
}

/// The rule options of either game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum Variant {
    /// Rummikub's.
    Rummikub(rummikub::Variant),
    /// Tichu's.
    Tichu(tichu::Variant),
}

impl Variant {
    /// The default options of a game.
    pub fn default_of(game: GameKind) -> Variant {
        match game {
            GameKind::Rummikub => Variant::Rummikub(rummikub::Variant::default()),
            GameKind::Tichu => Variant::Tichu(tichu::Variant::default()),
        }
    }

    /// Which game these options are of.
    pub fn game(&self) -> GameKind {
        match self {
            Variant::Rummikub(_) => GameKind::Rummikub,
            Variant::Tichu(_) => GameKind::Tichu,
        }
    }

    /// The first option that makes no sense.
    pub fn check(&self) -> Result<(), VariantFault> {
        match self {
            Variant::Rummikub(variant) => variant.check(),
            Variant::Tichu(variant) => variant.check(),
        }
    }

    /// How many seats a table with these options has.
    pub fn seats(&self) -> usize {
        match self {
            Variant::Rummikub(variant) => usize::from(variant.seats),
            Variant::Tichu(_) => Seat::MAX,
        }
    }

    /// Seconds a seat has to act; 0 is no clock.
    pub fn turn_seconds(&self) -> u16 {
        match self {
            Variant::Rummikub(variant) => variant.turn_seconds,
            Variant::Tichu(variant) => variant.turn_seconds,
        }
    }
}

/// What a seat asks in either game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum Action {
    /// In Rummikub.
    Rummikub(rummikub::Action),
    /// In Tichu.
    Tichu(tichu::Action),
}

/// What happened in either game, with all its secrets. It cannot be serialised: a viewer's [`Seen`] can be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// In Rummikub.
    Rummikub(rummikub::Event),
    /// In Tichu.
    Tichu(tichu::Event),
}

impl Event {
    /// The event as `viewer` may know it.
    pub fn seen_by(&self, viewer: Viewer) -> Seen {
        match self {
            Event::Rummikub(event) => Seen::Rummikub(rummikub::Match::seen_by(event, viewer)),
            Event::Tichu(event) => Seen::Tichu(tichu::Match::seen_by(event, viewer)),
        }
    }

    /// The seats that may know more of the event than spectators do. To all others it looks the same.
    pub fn insiders(&self) -> Seats {
        match self {
            Event::Rummikub(event) => rummikub::Match::insiders(event),
            Event::Tichu(event) => tichu::Match::insiders(event),
        }
    }
}

impl Event {
    /// The event with all its secrets, for all to see: its round is over.
    pub fn revealed(self) -> Seen {
        match self {
            Event::Rummikub(event) => Seen::Rummikub(event),
            Event::Tichu(event) => Seen::Tichu(event),
        }
    }

    /// Reads an event in the notation of its game.
    pub fn read(game: GameKind, text: &str) -> Option<Event> {
        match game {
            GameKind::Rummikub => text.parse().ok().map(Event::Rummikub),
            GameKind::Tichu => text.parse().ok().map(Event::Tichu),
        }
    }
}

/// An [`Event`] as one viewer may know it; made by [`Event::seen_by`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// In Rummikub.
    Rummikub(rummikub::Event),
    /// In Tichu.
    Tichu(tichu::Event),
}

/// What one viewer may know of a match of either game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "game", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "views are built one at a time and sent at once")]
pub enum View {
    /// Of Rummikub.
    Rummikub(rummikub::View),
    /// Of Tichu.
    Tichu(tichu::View),
}

impl View {
    /// What the referee advises the viewer; none for a spectator and while there is nothing to advise.
    pub fn hint(&self) -> Option<Hint> {
        match self {
            View::Rummikub(view) => view.hint().map(Hint::Rummikub),
            View::Tichu(view) => view.hint().map(Hint::Tichu),
        }
    }
}

/// What the referee advises a seat in either game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum Hint {
    /// In Rummikub.
    Rummikub(rummikub::Hint),
    /// In Tichu.
    Tichu(tichu::Hint),
}

/// Why the rules refuse an action in either game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// In Rummikub.
    #[error("{0}")]
    Rummikub(rummikub::Illegal),
    /// In Tichu.
    #[error("{0}")]
    Tichu(tichu::Illegal),
    /// The action is of the other game.
    #[error("other_game")]
    OtherGame,
}

/// All that a match is beside its variant, for a journal. It holds every secret of the match and is for nobody who plays.
#[derive(Serialize, Deserialize)]
pub struct Standing {
    position: String,
    results: Results,
}

/// The rounds that are over.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Results {
    Rummikub(Vec<rummikub::RoundResult>),
    Tichu(Vec<tichu::RoundResult>),
}

/// Why something that was written down makes no match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StandingFault {
    /// A line of the position cannot be read.
    #[error(transparent)]
    Line(#[from] LineFault),
    /// No match can stand like that.
    #[error(transparent)]
    Position(#[from] PositionFault),
    /// The match is of the other game.
    #[error("the match is of the other game")]
    OtherGame,
}

/// A match of either game.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a room holds one match, and never moves it")]
pub enum Match {
    /// Of Rummikub.
    Rummikub(rummikub::Match),
    /// Of Tichu.
    Tichu(tichu::Match),
}

/// Writes either game's value in the notation of its game.
macro_rules! in_its_notation {
    ($($either:ident),*) => {$(
        impl fmt::Display for $either {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $either::Rummikub(value) => value.fmt(f),
                    $either::Tichu(value) => value.fmt(f),
                }
            }
        }
    )*};
}

in_its_notation!(Variant, Action, Event, Seen);

/// Takes the events of one game as those of either.
struct OfEither<'a, S>(&'a mut S);

impl<S: Sink<Event>> Sink<rummikub::Event> for OfEither<'_, S> {
    fn tell(&mut self, event: impl FnOnce() -> rummikub::Event) {
        self.0.tell(|| Event::Rummikub(event()));
    }
}

impl<S: Sink<Event>> Sink<tichu::Event> for OfEither<'_, S> {
    fn tell(&mut self, event: impl FnOnce() -> tichu::Event) {
        self.0.tell(|| Event::Tichu(event()));
    }
}

/// Does the same with a match of either game.
macro_rules! either {
    ($table:expr, $game:ident => $body:expr) => {
        match $table {
            Match::Rummikub($game) => $body,
            Match::Tichu($game) => $body,
        }
    };
}

impl Match {
    /// A match before its first deal, or the first option that makes no sense.
    pub fn new(variant: Variant) -> Result<Match, VariantFault> {
        Ok(match variant {
            Variant::Rummikub(variant) => Match::Rummikub(rummikub::Match::new(variant)?),
            Variant::Tichu(variant) => Match::Tichu(tichu::Match::new(variant)?),
        })
    }

    /// A match that stands as the text of a position says.
    pub fn from_position(variant: Variant, text: &str) -> Result<Match, StandingFault> {
        Ok(match variant {
            Variant::Rummikub(variant) => {
                Match::Rummikub(rummikub::Match::from_position(variant, text.parse()?)?)
            }
            Variant::Tichu(variant) => Match::Tichu(tichu::Match::from_position(variant, text.parse()?)?),
        })
    }

    /// The match that wrote this down. It goes on in the same way.
    pub fn resume(variant: Variant, standing: Standing) -> Result<Match, StandingFault> {
        let text = &standing.position;
        Ok(match (variant, standing.results) {
            (Variant::Rummikub(variant), Results::Rummikub(results)) => {
                let game = rummikub::Match::from_position(variant, text.parse()?)?;
                Match::Rummikub(game.with_results(results))
            }
            (Variant::Tichu(variant), Results::Tichu(results)) => {
                let game = tichu::Match::from_position(variant, text.parse()?)?;
                Match::Tichu(game.with_results(results))
            }
            (Variant::Rummikub(_), Results::Tichu(_)) | (Variant::Tichu(_), Results::Rummikub(_)) => {
                return Err(StandingFault::OtherGame);
            }
        })
    }

    /// All that the match is, to write it down.
    pub fn standing(&self) -> Standing {
        let results = match self {
            Match::Rummikub(game) => Results::Rummikub(game.results().to_vec()),
            Match::Tichu(game) => Results::Tichu(game.results().to_vec()),
        };
        Standing { position: either!(self, game => game.position().to_string()), results }
    }

    /// How many seats the match has.
    pub fn seats(&self) -> usize {
        either!(self, game => game.seats())
    }

    /// The options of this match.
    pub fn variant(&self) -> Variant {
        match self {
            Match::Rummikub(game) => Variant::Rummikub(game.variant().clone()),
            Match::Tichu(game) => Variant::Tichu(game.variant().clone()),
        }
    }

    /// The number of the round that is being played or was played last, from 1; 0 before the first deal.
    pub fn round(&self) -> u16 {
        either!(self, game => game.round())
    }

    /// Takes one input and tells `events` what happened, or answers why nothing did.
    pub fn apply_to(&mut self, input: Input<Action>, events: &mut impl Sink<Event>) -> Result<(), Illegal> {
        match self {
            Match::Rummikub(game) => {
                let input = input.map(|action| match action {
                    Action::Rummikub(action) => Ok(action),
                    Action::Tichu(_) => Err(Illegal::OtherGame),
                })?;
                game.apply_to(input, &mut OfEither(events)).map_err(Illegal::Rummikub)
            }
            Match::Tichu(game) => {
                let input = input.map(|action| match action {
                    Action::Tichu(action) => Ok(action),
                    Action::Rummikub(_) => Err(Illegal::OtherGame),
                })?;
                game.apply_to(input, &mut OfEither(events)).map_err(Illegal::Tichu)
            }
        }
    }

    /// Takes one input; answers what happened, or why nothing did.
    pub fn apply(&mut self, input: Input<Action>) -> Result<Vec<Event>, Illegal> {
        let mut events = Vec::new();
        self.apply_to(input, &mut events)?;
        Ok(events)
    }

    /// What the match waits for now.
    pub fn waits(&self) -> Waits {
        either!(self, game => game.waits())
    }

    /// All that `viewer` may know of the match.
    pub fn view(&self, viewer: Viewer) -> View {
        match self {
            Match::Rummikub(game) => View::Rummikub(game.view(viewer)),
            Match::Tichu(game) => View::Tichu(game.view(viewer)),
        }
    }

    /// All actions that [`Match::apply`] accepts from `seat` now.
    pub fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        match self {
            Match::Rummikub(game) => game.legal_actions(seat).into_iter().map(Action::Rummikub).collect(),
            Match::Tichu(game) => game.legal_actions(seat).into_iter().map(Action::Tichu).collect(),
        }
    }

    /// One of the legal actions of `seat`, see [`Game::pick_action`].
    pub fn pick_action(&self, seat: Seat, draw: impl FnMut() -> u64) -> Option<Action> {
        match self {
            Match::Rummikub(game) => game.pick_action(seat, draw).map(Action::Rummikub),
            Match::Tichu(game) => game.pick_action(seat, draw).map(Action::Tichu),
        }
    }
}

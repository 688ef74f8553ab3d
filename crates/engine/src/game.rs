//! What every game is to its surroundings: a deterministic machine that takes inputs and gives events.
//!
//! Invariants of every implementation:
//! - a refused input changes nothing and gives no event;
//! - a seat that must act (it is in [`Waits::Seats`]) has at least one legal action;
//! - `view` and `seen_by` depend on nothing that the viewer may not know;
//! - a match ends within [`Game::MOST_INPUTS`] accepted inputs.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Seat, Seats, Seed, Sink, Viewer};

/// A match of one game, from the first deal to its end.
pub trait Game: Clone {
    /// The game's name in transcripts and on the wire.
    const NAME: &'static str;
    /// No match takes more accepted inputs than this.
    const MOST_INPUTS: usize;
    /// The rule options of a match, in text notation: words such as `seats=3`, of the options that are not default.
    type Variant: Clone + Debug + Default + PartialEq + Display + FromStr<Err = VariantFault>;
    /// Where a match stands, with all its secrets, in text notation: several lines, a word and its values each.
    type Position: Clone + Debug + PartialEq + Display + FromStr<Err = LineFault>;
    /// What a seat may ask, in text notation: one line.
    type Action: Clone + Debug + PartialEq + Display + FromStr<Err: Display>;
    /// What happened, in text notation: one line. A field that is hidden from a viewer is `?`.
    type Event: Clone + Debug + PartialEq + Display + FromStr<Err: Display>;
    /// Why the rules refuse an action.
    type Illegal: Clone + Debug + PartialEq + Display;
    /// What one viewer may know.
    type View: Clone + Debug + PartialEq;

    /// A match before its first deal, or the first option of the variant that makes no sense.
    fn new(variant: Self::Variant) -> Result<Self, VariantFault>;
    /// A match that stands as `position` says, also in the middle of a round, or the first reason why no match can.
    fn from_position(variant: Self::Variant, position: Self::Position) -> Result<Self, PositionFault>;
    /// Where the match stands. `from_position` makes a match of it that goes on in the same way.
    fn position(&self) -> Self::Position;
    /// The options of this match.
    fn variant(&self) -> &Self::Variant;
    /// How many seats the match has.
    fn seats(&self) -> usize;
    /// The number of the round that is being played or was played last, from 1; 0 before the first deal.
    fn round(&self) -> u16;
    /// Takes one input and tells `events` what happened, or answers why nothing did.
    fn apply_to(
        &mut self,
        input: Input<Self::Action>,
        events: &mut impl Sink<Self::Event>,
    ) -> Result<(), Self::Illegal>;
    /// Takes one input; answers what happened, or why nothing did.
    fn apply(&mut self, input: Input<Self::Action>) -> Result<Vec<Self::Event>, Self::Illegal> {
        let mut events = Vec::new();
        self.apply_to(input, &mut events)?;
        Ok(events)
    }
    /// What the match waits for now.
    fn waits(&self) -> Waits;
    /// All that `viewer` may know of the match.
    fn view(&self, viewer: Viewer) -> Self::View;
    /// All actions that [`Game::apply`] accepts from `seat` now, out of turn ones too.
    /// Where there are too many to list, one stands for others; the game says which.
    fn legal_actions(&self, seat: Seat) -> Vec<Self::Action>;
    /// One of [`Game::legal_actions`], each as likely as any other, without a list of them; none if there is none.
    /// `draw` gives uniform numbers of 64 bits.
    fn pick_action(&self, seat: Seat, draw: impl FnMut() -> u64) -> Option<Self::Action>;
    /// Does what [`Game::pick_action`] picks; false, and nothing is done, if there is no legal action.
    fn act_by_chance(
        &mut self,
        seat: Seat,
        draw: impl FnMut() -> u64,
        events: &mut impl Sink<Self::Event>,
    ) -> bool {
        let picked = self.pick_action(seat, draw);
        picked.is_some_and(|action| self.apply_to(Input::Act(seat, action), events).is_ok())
    }
    /// The event as `viewer` may know it.
    fn seen_by(event: &Self::Event, viewer: Viewer) -> Self::Event;
    /// The seats that may know more of the event than spectators do. To all others it looks the same.
    fn insiders(event: &Self::Event) -> Seats;
}

/// An option of a variant that is out of range, alone or beside the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the option {option} must be {must}")]
pub struct VariantFault {
    /// The option's name.
    pub option: &'static str,
    /// What it must be, in plain words.
    pub must: &'static str,
}

/// Why a match cannot stand as a position says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PositionFault {
    /// The variant makes no sense.
    #[error(transparent)]
    Variant(#[from] VariantFault),
    /// A part of the position is out of range, alone or beside the others.
    #[error("in the position, {part} must {must}")]
    Part {
        /// The part, by the word of its line.
        part: &'static str,
        /// What it must do, in plain words: "hold 14 tiles between turns".
        must: &'static str,
    },
}

/// A line of a text of several lines that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct LineFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it, in plain words.
    pub reason: String,
}

/// How long a match is (R19, T25). Ties at the end are the game's to settle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// A fixed number of rounds, 1 to 100.
    Rounds(u16),
    /// Until a round ends with somebody at this many points or more, 1 to 10,000.
    Target(u16),
}

impl Length {
    /// The number of rounds, if it is fixed.
    pub fn rounds(self) -> Option<u16> {
        match self {
            Length::Rounds(rounds) => Some(rounds),
            Length::Target(_) => None,
        }
    }

    /// The points that end the match, if points do.
    pub fn target(self) -> Option<u16> {
        match self {
            Length::Rounds(_) => None,
            Length::Target(points) => Some(points),
        }
    }

    /// The match's length, or what is wrong with it.
    pub fn check(self) -> Result<(), VariantFault> {
        match self {
            Length::Rounds(1..=100) | Length::Target(1..=10_000) => Ok(()),
            Length::Rounds(_) => Err(VariantFault { option: "rounds", must: "from 1 to 100" }),
            Length::Target(_) => Err(VariantFault { option: "target", must: "from 1 to 10,000" }),
        }
    }
}

/// What makes a match go on.
#[derive(Clone, Debug, PartialEq)]
pub enum Input<A> {
    /// The next round is dealt from this seed. Taken while the match waits for [`Waits::Deal`].
    Deal(Seed),
    /// A seat asks for an action.
    Act(Seat, A),
    /// The clock of what the match waits for ran out: the rules' default is done for every seat that must act
    /// (R20, T14, T21), or the bomb window closes (T17). Never refused while a seat must act or a window is open.
    Timeout,
}

/// As a transcript writes it: `deal` with the seed's digits, `timeout`, or the seat and its action.
impl<A: Display> Display for Input<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Deal(seed) => write!(f, "deal {seed}"),
            Input::Act(seat, action) => write!(f, "{seat} {action}"),
            Input::Timeout => f.write_str("timeout"),
        }
    }
}

impl<A> Input<A> {
    /// The same input with its action, if it has one, changed by `map`.
    pub(crate) fn map<B, E>(self, map: impl FnOnce(A) -> Result<B, E>) -> Result<Input<B>, E> {
        Ok(match self {
            Input::Deal(seed) => Input::Deal(seed),
            Input::Act(seat, action) => Input::Act(seat, map(action)?),
            Input::Timeout => Input::Timeout,
        })
    }
}

/// What a match waits for. Prompts are made from this, never from events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// The next round's deal: before the first round and between rounds.
    Deal,
    /// These seats must act, each with one of its legal actions.
    Seats(Seats, Expect),
    /// Nobody must act: a fixed delay runs in which a bomb may fall (T17), in milliseconds.
    BombWindow {
        /// How long the window is open.
        ms: u32,
    },
    /// The match is over.
    Nothing,
}

/// What is expected of a seat that must act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    /// Take a tile (R8, R9).
    Take,
    /// Throw a tile, or declare (R8, R14).
    Throw,
    /// Say grand tichu, or decline (T2).
    Grand,
    /// Give a card to each other seat (T4).
    Exchange,
    /// Lead a combination (T11).
    Lead,
    /// Pass, or beat what lies (T11).
    Follow,
    /// Give the Dragon's trick to an opponent (T14).
    Gift,
}

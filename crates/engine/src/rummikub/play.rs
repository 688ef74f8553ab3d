//! A match of Rummikub: rounds one after the other until somebody has won (R2, R8 to R20).
//!
//! Invariants: the seat on turn can always take from the pool or throw some tile; after every input the position
//! is one that [`Match::from_position`] accepts. What R12 and R19 leave open is decided here:
//! - the pool is renewed as soon as a throw leaves it empty, before the next turn; when no reshuffle is left, the
//!   round is drawn at once;
//! - a round is drawn after [`Round::MOST_TURNS`] turns;
//! - a fixed number of rounds is followed by at most ten more while the lead is shared, a match to a target ends after
//!   200 rounds at the latest, and then the leaders share the first place.

use std::sync::Arc;

use parlour_rules::rummikub::{Layout, Tile, Tiles, declaration};

use super::legal::{At, Desk, MOST_REFUSED};
use super::{
    Action, Event, Illegal, Phase, Position, Round, RoundResult, Source, Stage, Variant, View,
    WrongDeclaration,
};
use crate::{
    BySeat, Expect, Game, Input, Length, PositionFault, Seat, Seats, Seed, Sink, VariantFault, Viewer, Waits,
};

/// Rounds that a tie at the end of a fixed number may add (R19).
const MOST_TIE_BREAKS: u16 = 10;

/// The most rounds of a match to a target.
const MOST_ROUNDS: u16 = 200;

/// A match of Rummikub.
#[derive(Clone, Debug)]
pub struct Match {
    variant: Variant,
    at: Position,
    /// The rounds that are over; copies of the match share them until one goes on.
    results: Arc<Vec<RoundResult>>,
}

/// What the winner of a round showed.
struct Win {
    layout: Layout,
    throw: Tile,
}

impl Game for Match {
    const NAME: &'static str = "rummikub";
    /// A deal a round, and in each turn a tile taken, three refused declarations and a throw.
    const MOST_INPUTS: usize =
        MOST_ROUNDS as usize * (1 + Round::MOST_TURNS as usize * (2 + MOST_REFUSED as usize));
    type Variant = Variant;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;
    type View = View;

    fn new(variant: Variant) -> Result<Match, VariantFault> {
        variant.check()?;
        let at = Position::start(usize::from(variant.seats));
        Ok(Match { variant, at, results: Arc::default() })
    }

    fn from_position(variant: Variant, position: Position) -> Result<Match, PositionFault> {
        variant.check()?;
        position.check(&variant)?;
        if position.round > most_rounds(variant.length) {
            return Err(PositionFault::Part {
                part: "round",
                must: "be one that a match of this length can have",
            });
        }
        Ok(Match { variant, at: position, results: Arc::default() })
    }

    fn position(&self) -> Position {
        self.at.clone()
    }

    fn variant(&self) -> &Variant {
        &self.variant
    }

    fn seats(&self) -> usize {
        usize::from(self.variant.seats)
    }

    fn round(&self) -> u16 {
        self.at.round
    }

    fn apply_to(&mut self, input: Input<Action>, events: &mut impl Sink<Event>) -> Result<(), Illegal> {
        match input {
            Input::Deal(seed) => self.deal(seed, events),
            Input::Act(seat, action) => self.act(seat, action, events),
            Input::Timeout => self.time_out(events),
        }
    }

    fn waits(&self) -> Waits {
        match &self.at.playing {
            Some(Round { turn, stage: Stage::Take, .. }) => Waits::Seats(Seats::from(*turn), Expect::Take),
            Some(Round { turn, .. }) => Waits::Seats(Seats::from(*turn), Expect::Throw),
            None if self.is_over() => Waits::Nothing,
            None => Waits::Deal,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        let seat = viewer.seat();
        let round = self.at.playing.as_ref();
        let count = |rack: &Tiles| u8::try_from(rack.len()).expect("a rack holds at most 15 tiles");
        let rack = |seat: Seat| match round {
            Some(round) => round.racks.get(seat).copied(),
            None => self.at.totals.get(seat).map(|_| Tiles::EMPTY),
        };
        View {
            variant: self.variant.clone(),
            seat,
            round: self.at.round,
            phase: self.phase(),
            rack: seat.and_then(rack),
            taken: round.and_then(|round| match round.stage {
                Stage::Throw { taken, .. } if viewer.is(round.turn) => Some(taken),
                Stage::Take | Stage::Throw { .. } => None,
            }),
            counts: self.at.totals.map(|seat, _| rack(seat).as_ref().map_or(0, count)),
            pool: round.map_or(0, pool_size),
            reshuffles: self.variant.reshuffles - round.map_or(0, |round| round.reshuffled),
            discards: round.map_or_else(Vec::new, |round| round.discards.clone()),
            totals: self.totals(),
            results: self.results.to_vec(),
        }
    }

    /// See [`View::legal_actions`] for what it holds of declarations.
    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        self.desk(seat).actions()
    }

    fn pick_action(&self, seat: Seat, draw: impl FnMut() -> u64) -> Option<Action> {
        self.desk(seat).pick(draw)
    }

    fn seen_by(event: &Event, viewer: Viewer) -> Event {
        let mut seen = event.clone();
        match &mut seen {
            Event::Dealt { racks, .. } => {
                *racks = racks.map(|seat, rack| rack.filter(|_| viewer.is(seat)));
            }
            Event::Took { seat, from: Source::Pool, tile } if !viewer.is(*seat) => *tile = None,
            Event::Refused { seat, faults, .. } if !viewer.is(*seat) => *faults = None,
            Event::TimedOut { .. }
            | Event::Took { .. }
            | Event::Threw { .. }
            | Event::Reshuffled { .. }
            | Event::Refused { .. }
            | Event::Declared { .. }
            | Event::RoundEnded { .. }
            | Event::MatchEnded { .. } => {}
        }
        seen
    }

    fn insiders(event: &Event) -> Seats {
        match event {
            Event::Dealt { racks, .. } => Seats::all(racks.len()),
            Event::Took { seat, from: Source::Pool, .. } | Event::Refused { seat, .. } => Seats::from(*seat),
            Event::TimedOut { .. }
            | Event::Took { from: Source::Discards, .. }
            | Event::Threw { .. }
            | Event::Reshuffled { .. }
            | Event::Declared { .. }
            | Event::RoundEnded { .. }
            | Event::MatchEnded { .. } => Seats::NONE,
        }
    }
}

impl Match {
    /// The rounds that are over.
    pub(crate) fn results(&self) -> &[RoundResult] {
        &self.results
    }

    /// The same match after these rounds.
    pub(crate) fn with_results(self, results: Vec<RoundResult>) -> Match {
        Match { results: Arc::new(results), ..self }
    }

    fn deal(&mut self, seed: Seed, events: &mut impl Sink<Event>) -> Result<(), Illegal> {
        match self.waits() {
            Waits::Deal => {}
            Waits::Nothing => return Err(Illegal::RoundOver),
            Waits::Seats(..) | Waits::BombWindow { .. } => return Err(Illegal::RoundRunning),
        }
        let starter = self.at.starter.map(|seat| seat.after(1, self.seats()));
        let round = Round::deal(&self.variant, seed, starter);
        self.at.round += 1;
        self.at.starter = Some(round.turn);
        events.tell(|| Event::Dealt {
            round: self.at.round,
            starter: round.turn,
            racks: round.racks.map(|_, &rack| Some(rack)),
            pool: pool_size(&round),
        });
        self.at.playing = Some(round);
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: Action, events: &mut impl Sink<Event>) -> Result<(), Illegal> {
        self.desk(seat).check(&action)?;
        match action {
            Action::Take { from } => self.take(from, events),
            Action::Throw { tile } => self.throw(tile, events),
            Action::Declare { throw, layout } => self.declare(throw, layout, events),
        }
        Ok(())
    }

    /// R20.
    fn time_out(&mut self, events: &mut impl Sink<Event>) -> Result<(), Illegal> {
        let round = self.at.playing.as_ref().ok_or(Illegal::RoundOver)?;
        let stage = round.stage;
        events.tell(|| Event::TimedOut { seat: round.turn });
        if stage == Stage::Take {
            self.take(Source::Pool, events);
        }
        let tile = self.playing().clock_throw();
        self.throw(tile, events);
        Ok(())
    }

    fn take(&mut self, from: Source, events: &mut impl Sink<Event>) {
        let round = self.playing();
        let tile = round.take(from);
        events.tell(|| Event::Took { seat: round.turn, from, tile: Some(tile) });
    }

    /// R8, R12.
    fn throw(&mut self, tile: Tile, events: &mut impl Sink<Event>) {
        let most_reshuffles = self.variant.reshuffles;
        let round = self.playing();
        events.tell(|| Event::Threw { seat: round.turn, tile });
        round.throw(tile);
        if round.turns == Round::MOST_TURNS {
            return self.end_round(None, events);
        }
        if round.pool.is_empty() {
            if round.reshuffled == most_reshuffles {
                return self.end_round(None, events);
            }
            round.reshuffle();
            events.tell(|| Event::Reshuffled { pool: pool_size(round) });
        }
        round.pass_turn();
    }

    /// R14 to R17.
    fn declare(&mut self, throw: Tile, layout: Layout, events: &mut impl Sink<Event>) {
        let penalty = i32::from(self.variant.wrong_declaration == WrongDeclaration::Penalty);
        let round = self.playing();
        let seat = round.turn;
        match declaration::judge(round.racks[seat], Some(throw), &layout) {
            Ok(_) => {
                round.racks[seat] = Tiles::EMPTY;
                events.tell(|| Event::Declared { seat, throw, layout: layout.clone() });
                self.end_round(Some(Win { layout, throw }), events);
            }
            Err(faults) => {
                let Stage::Throw { refused, .. } = &mut round.stage else {
                    unreachable!("only a seat that has taken declares");
                };
                *refused += 1;
                let left = MOST_REFUSED - *refused;
                let points = round.penalties.map(|other, _| if other == seat { 0 } else { penalty });
                round.penalties = round.penalties.map(|other, earlier| earlier + points[other]);
                events.tell(|| Event::Refused { seat, faults: Some(faults), left, points });
            }
        }
    }

    /// Ends the round, won by the seat on turn or drawn, and the match if it was the last.
    fn end_round(&mut self, win: Option<Win>, events: &mut impl Sink<Event>) {
        let round = self.at.playing.take().expect("only a round that is played ends");
        let winner = win.as_ref().map(|_| round.turn);
        let scored = win.as_ref().map_or(0, |Win { layout, throw }| {
            let others = round.racks.iter().filter(|(seat, _)| *seat != round.turn);
            self.variant.scoring.points(layout, *throw, others.map(|(_, &rack)| rack))
        });
        let scored = i32::try_from(scored).expect("fifty tiles are worth less than a thousand points");
        let points =
            round.penalties.map(|seat, earned| if winner == Some(seat) { earned + scored } else { *earned });
        self.at.totals = self.at.totals.map(|seat, total| total + points[seat]);
        let (layout, throw) = win.map(|Win { layout, throw }| (layout, throw)).unzip();
        let result = RoundResult { round: self.at.round, winner, layout, throw, racks: round.racks, points };
        events.tell(|| Event::RoundEnded { result: result.clone() });
        Arc::make_mut(&mut self.results).push(result);
        if self.is_over() {
            events.tell(|| Event::MatchEnded { winners: self.leaders(), totals: self.at.totals.clone() });
        }
    }

    fn playing(&mut self) -> &mut Round {
        self.at.playing.as_mut().expect("the input was checked against the phase")
    }

    fn desk(&self, seat: Seat) -> Desk {
        let round = self.at.playing.as_ref();
        Desk {
            seat,
            at: round.map_or(At::NoRound, |round| round.phase().at()),
            rack: round.and_then(|round| round.racks.get(seat).copied()).unwrap_or_default(),
            last: round.and_then(Round::last),
            take_discard: self.variant.take_discard,
        }
    }

    fn phase(&self) -> Phase {
        match &self.at.playing {
            Some(round) => round.phase(),
            None if self.is_over() => Phase::Over { winners: self.leaders() },
            None => Phase::Between,
        }
    }

    /// Whether the match is over (R19), given that no round is being played.
    fn is_over(&self) -> bool {
        let Position { round, totals, .. } = &self.at;
        let played_out = match self.variant.length {
            Length::Rounds(rounds) => *round >= rounds,
            Length::Target(target) => totals.values().any(|&total| total >= i32::from(target)),
        };
        let decided = self.leaders().len() == 1;
        played_out && decided || *round >= most_rounds(self.variant.length)
    }

    /// The seats with the most points.
    fn leaders(&self) -> Vec<Seat> {
        let most = self.at.totals.values().max();
        self.at.totals.iter().filter(|(_, total)| Some(*total) == most).map(|(seat, _)| seat).collect()
    }

    /// Points so far, those of the round that is being played included.
    fn totals(&self) -> BySeat<i32> {
        match &self.at.playing {
            Some(round) => self.at.totals.map(|seat, total| total + round.penalties[seat]),
            None => self.at.totals.clone(),
        }
    }
}

/// The round after which a match is over in any case.
fn most_rounds(length: Length) -> u16 {
    match length {
        Length::Rounds(rounds) => rounds + MOST_TIE_BREAKS,
        Length::Target(_) => MOST_ROUNDS,
    }
}

fn pool_size(round: &Round) -> u8 {
    u8::try_from(round.pool.len()).expect("a game has at most 106 tiles")
}

//! A match of Tichu: rounds one after the other until a team has won (T2 to T25).
//!
//! Invariants: what may be done is decided by [`super::desk`] from what the seat knows, before anything changes; what
//! the match waits for follows from its position alone; the clock only does what the seat could have done itself.

use std::sync::Arc;

use parlour_rules::tichu::{Call, Cards, Finish};

use super::before::received;
use super::desk::{At, Desk, Ruling};
use super::playing::{Playing, Table, owner};
use super::position::{Answering, Choosing, Position, Stage};
use super::score::{MOST_ROUNDS, after_round};
use super::{Action, CHOICES, Event, Illegal, Phase, RoundResult, SEATS, Variant, View};
use crate::{
    BySeat, Expect, Game, Input, PositionFault, Seat, Seats, Seed, Sink, VariantFault, Viewer, Waits,
};

/// A match of Tichu.
#[derive(Clone, Debug)]
pub struct Match {
    variant: Variant,
    at: Position,
    /// The rounds that were played since the match began or was set up; copies of the match share them until one goes on.
    results: Arc<Vec<RoundResult>>,
}

/// Accepted inputs of one round at most: the deal, an answer and 16 choices of each seat, a call of each seat, a play
/// of every card with three passes and a bomb window after it, and the gift of the Dragon.
const MOST_INPUTS_OF_A_ROUND: usize = 1 + SEATS * (1 + CHOICES as usize + 1) + 56 * (1 + 3 + 1) + 1;

impl Game for Match {
    const NAME: &'static str = "tichu";
    const MOST_INPUTS: usize = MOST_ROUNDS as usize * MOST_INPUTS_OF_A_ROUND;
    type Variant = Variant;
    type Position = Position;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;
    type View = View;

    fn new(variant: Variant) -> Result<Match, VariantFault> {
        variant.check()?;
        Ok(Match { variant, at: Position::START, results: Arc::default() })
    }

    fn from_position(variant: Variant, position: Position) -> Result<Match, PositionFault> {
        variant.check()?;
        position.check(&variant)?;
        Ok(Match { variant, at: position, results: Arc::default() })
    }

    fn position(&self) -> Position {
        self.at.clone()
    }

    fn variant(&self) -> &Variant {
        &self.variant
    }

    fn seats(&self) -> usize {
        SEATS
    }

    fn round(&self) -> u16 {
        self.at.round
    }

    fn apply_to(&mut self, input: Input<Action>, events: &mut impl Sink<Event>) -> Result<(), Illegal> {
        match input {
            Input::Deal(seed) => self.deal(seed, events),
            Input::Act(seat, action) => self.act(seat, &action, events),
            Input::Timeout => self.time_out(events),
        }
    }

    fn waits(&self) -> Waits {
        let (seats, expect) = match &self.at.stage {
            Stage::Between => return Waits::Deal,
            Stage::Over { .. } => return Waits::Nothing,
            Stage::Grand(answering) => (Seats::all(SEATS).without(answering.answered()), Expect::Grand),
            Stage::Exchange(choosing) => (Seats::all(SEATS).without(choosing.submitted()), Expect::Exchange),
            Stage::Play(playing) => match &playing.table {
                Table::Window { .. } => return Waits::BombWindow { ms: self.variant.bomb_window_ms },
                Table::Turn { turn, trick } if trick.steps.is_empty() => (Seats::from(*turn), Expect::Lead),
                Table::Turn { turn, .. } => (Seats::from(*turn), Expect::Follow),
                Table::Gift { trick } => (Seats::from(owner(trick)), Expect::Gift),
            },
        };
        Waits::Seats(seats, expect)
    }

    fn view(&self, viewer: Viewer) -> View {
        let seat = viewer.seat();
        let hands = self.at.hands();
        let playing = self.playing();
        let calls = match &self.at.stage {
            Stage::Grand(answering) => answering.calls().map(|seat, call| call.filter(|_| viewer.is(seat))),
            _ => self.at.calls(),
        };
        let chosen = match &self.at.stage {
            Stage::Exchange(choosing) => seat.and_then(|seat| choosing.chosen[seat]),
            _ => None,
        };
        let given = playing.and_then(|playing| playing.given.as_ref());
        View {
            variant: self.variant.clone(),
            seat,
            round: self.at.round,
            phase: self.phase(),
            hand: seat.map(|seat| self.hand(seat)),
            partner: seat
                .filter(|&seat| self.watches_partner(seat))
                .map(|seat| self.hand(seat.after(2, SEATS))),
            counts: BySeat::new(SEATS, |seat| hands.map_or(0, |hands| hands[seat].len() as u8)),
            calls,
            played: playing.map_or(Seats::NONE, Playing::played),
            out: playing.map_or_else(Vec::new, |playing| playing.out.clone()),
            wish: playing.and_then(|playing| playing.wish),
            won: BySeat::new(SEATS, |seat| playing.map_or(0, |playing| playing.won[seat].points())),
            last_trick: playing.and_then(|playing| playing.last_trick.clone()),
            given: chosen.or(seat.zip(given).map(|(seat, given)| given[seat])),
            received: seat.zip(given).map(|(seat, given)| received(given)[seat]),
            totals: self.at.totals,
            results: self.results.to_vec(),
        }
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        self.desk(seat).actions()
    }

    fn pick_action(&self, seat: Seat, draw: impl FnMut() -> u64) -> Option<Action> {
        self.desk(seat).pick_action(draw)
    }

    /// The referee need not read again what it has just found.
    fn act_by_chance(
        &mut self,
        seat: Seat,
        draw: impl FnMut() -> u64,
        events: &mut impl Sink<Event>,
    ) -> bool {
        let picked = self.desk(seat).pick(draw);
        picked.map(|ruling| self.carry_out(seat, ruling, events)).is_some()
    }

    fn seen_by(event: &Event, viewer: Viewer) -> Event {
        let mut event = event.clone();
        match &mut event {
            Event::Dealt { cards, .. } => hide_others(cards, viewer),
            Event::Answered { seat, grand } if !viewer.is(*seat) => *grand = None,
            Event::Submitted { seat, exchange } if !viewer.is(*seat) => *exchange = None,
            Event::Exchanged { given, received, .. } => {
                hide_others(given, viewer);
                hide_others(received, viewer);
            }
            _ => {}
        }
        event
    }

    fn insiders(event: &Event) -> Seats {
        match event {
            Event::Dealt { .. } | Event::Exchanged { .. } => Seats::all(SEATS),
            Event::Answered { seat, .. } | Event::Submitted { seat, .. } => Seats::from(*seat),
            Event::GrandRevealed { .. }
            | Event::Called { .. }
            | Event::TimedOut { .. }
            | Event::Played { .. }
            | Event::WishFulfilled { .. }
            | Event::Passed { .. }
            | Event::WentOut { .. }
            | Event::DogGave { .. }
            | Event::WindowOpened
            | Event::TrickTaken { .. }
            | Event::DragonGiven { .. }
            | Event::RoundEnded { .. }
            | Event::MatchEnded { .. } => Seats::NONE,
        }
    }
}

/// Takes out what belongs to seats other than the viewer's.
fn hide_others<T>(values: &mut BySeat<Option<T>>, viewer: Viewer) {
    for (seat, value) in Seat::all(SEATS).zip(values.values_mut()) {
        if !viewer.is(seat) {
            *value = None;
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
        if self.at.stage != Stage::Between {
            return Err(Illegal::WrongPhase);
        }
        self.at.round += 1;
        self.at.stage = Stage::Grand(Answering::deal(self.at.round, seed, events));
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: &Action, events: &mut impl Sink<Event>) -> Result<(), Illegal> {
        let ruling = self.desk(seat).judge(action)?;
        self.carry_out(seat, ruling, events);
        Ok(())
    }

    /// Does what the judge has allowed.
    fn carry_out(&mut self, seat: Seat, ruling: Ruling, events: &mut impl Sink<Event>) {
        let round = self.at.round;
        match (&mut self.at.stage, ruling) {
            (Stage::Grand(answering), Ruling::Answer { grand }) => {
                if let Some(choosing) = answering.answer(round, seat, grand, events) {
                    self.at.stage = Stage::Exchange(choosing);
                }
            }
            (Stage::Exchange(choosing), Ruling::Choose(exchange)) => {
                if let Some(playing) = choosing.choose(seat, exchange, events) {
                    self.at.stage = Stage::Play(playing);
                }
            }
            (Stage::Exchange(Choosing { calls, .. }) | Stage::Play(Playing { calls, .. }), Ruling::Call) => {
                calls[seat] = Some(Call::Tichu);
                events.tell(|| Event::Called { seat });
            }
            (Stage::Play(playing), ruling) => {
                match ruling {
                    Ruling::Play { play, wish } => playing.play(seat, play, wish, events),
                    Ruling::Pass => playing.pass(seat, &self.variant, events),
                    Ruling::Give { to } => playing.give(to, events),
                    ruling => unreachable!("the judge allows no {ruling:?} while cards are played"),
                }
                self.end_round(events);
            }
            (stage, ruling) => unreachable!("the judge allows no {ruling:?} in {stage:?}"),
        }
    }

    /// Ends the round, and maybe the match, if the round is over (T22 to T25).
    fn end_round(&mut self, events: &mut impl Sink<Event>) {
        let Stage::Play(playing) = &mut self.at.stage else { return };
        let Some(finish) = playing.finish() else { return };
        if matches!(finish, Finish::OneLeft { .. }) {
            playing.settle(events);
        }
        let result = RoundResult::of(self.at.round, finish, playing);
        for (total, points) in self.at.totals.iter_mut().zip(result.points) {
            *total += points;
        }
        events.tell(|| Event::RoundEnded { result: result.clone() });
        Arc::make_mut(&mut self.results).push(result);
        self.at.stage = after_round(&self.variant, self.at.round, self.at.totals);
        if let Stage::Over { winner } = self.at.stage {
            events.tell(|| Event::MatchEnded { winner, totals: self.at.totals });
        }
    }

    /// Does what the rules say for each seat that must act, or closes the bomb window (T14, T17, T21).
    fn time_out(&mut self, events: &mut impl Sink<Event>) -> Result<(), Illegal> {
        match (self.waits(), &mut self.at.stage) {
            (Waits::Deal | Waits::Nothing, _) => Err(Illegal::RoundOver),
            (Waits::BombWindow { .. }, Stage::Play(playing)) => {
                playing.collect(events);
                Ok(())
            }
            (Waits::BombWindow { .. }, stage) => unreachable!("no bomb window opens in {stage:?}"),
            (Waits::Seats(seats, _), _) => {
                for seat in seats.iter() {
                    events.tell(|| Event::TimedOut { seat });
                    let ruling = self.desk(seat).on_timeout().expect("a seat that must act can");
                    self.carry_out(seat, ruling, events);
                }
                Ok(())
            }
        }
    }

    /// What a seat that wants to act knows.
    #[inline]
    fn desk(&self, seat: Seat) -> Desk<'_> {
        let (variant, at) = (&self.variant, self.place());
        match &self.at.stage {
            Stage::Play(playing) => Desk {
                variant,
                seat,
                at,
                hand: playing.hands[seat],
                call: playing.calls[seat],
                has_played: playing.has_played(seat),
                some_are_out: !playing.out.is_empty(),
                wish: playing.wish,
            },
            _ => Desk {
                variant,
                seat,
                at,
                hand: self.hand(seat),
                call: self.at.call(seat),
                has_played: false,
                some_are_out: false,
                wish: None,
            },
        }
    }

    fn playing(&self) -> Option<&Playing> {
        match &self.at.stage {
            Stage::Play(playing) => Some(playing),
            _ => None,
        }
    }

    /// Whether a seat is out and may see its partner's hand.
    fn watches_partner(&self, seat: Seat) -> bool {
        self.variant.partner_hand && self.playing().is_some_and(|playing| playing.out.contains(&seat))
    }

    fn hand(&self, seat: Seat) -> Cards {
        self.at.hands().map_or(Cards::EMPTY, |hands| hands[seat])
    }

    /// Where the round stands, as a desk needs it.
    fn place(&self) -> At<'_> {
        match &self.at.stage {
            Stage::Between | Stage::Over { .. } => At::NoRound,
            Stage::Grand(answering) => At::Grand { answered: answering.answered() },
            Stage::Exchange(choosing) => {
                At::Exchange { submitted: choosing.submitted(), left: &choosing.left }
            }
            Stage::Play(playing) => match &playing.table {
                Table::Turn { turn, trick } => At::Turn { turn: *turn, trick },
                Table::Window { trick } => At::BombWindow { trick },
                Table::Gift { trick } => At::Gift { from: owner(trick) },
            },
        }
    }

    /// The public side of where the round stands.
    fn phase(&self) -> Phase {
        match &self.at.stage {
            Stage::Between => Phase::Between,
            Stage::Grand(answering) => Phase::Grand { answered: answering.answered() },
            Stage::Exchange(choosing) => {
                Phase::Exchange { submitted: choosing.submitted(), left: choosing.left.clone() }
            }
            Stage::Play(playing) => match playing.table.clone() {
                Table::Turn { turn, trick } => Phase::Turn { turn, trick },
                Table::Window { trick } => Phase::BombWindow { trick },
                Table::Gift { trick } => Phase::Gift { from: owner(&trick), trick },
            },
            Stage::Over { winner } => Phase::Over { winner: *winner },
        }
    }
}

//! Where a match stands, with all its secrets: the one state of a [`super::Match`], and what a transcript may start from.
//!
//! Invariants, kept by every transition and checked by [`Position::check`] for a position from outside:
//! - hands, tricks won and the trick on the table (before the exchange: hands and the cards still to be dealt) are
//!   the 56 cards, each once; the Dog lies with the cards of the seat that led it, where it counts nothing;
//! - while cards are played, a seat is in `out` exactly when its hand is empty, and the round is not over;
//! - every play of a trick beats the one before it; the seat on turn holds cards and does not own the trick.

use parlour_rules::tichu::{Call, Card, Cards};

use super::playing::Playing;
use super::score::MOST_ROUNDS;
use super::{CHOICES, Exchange, SEATS, Variant};
use crate::{BySeat, PositionFault, Seat};

/// Where a match stands. As text several lines, see `position_text.rs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The number of the round that is being played or was played last, from 1; 0 before the first deal.
    pub round: u16,
    /// Points of the teams from the rounds that are over: seats 0 and 2, seats 1 and 3.
    pub totals: [i32; 2],
    /// Where the round stands.
    pub stage: Stage,
}

/// Where a round stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// No round is being played: before the first, or between two.
    Between,
    /// Eight cards are dealt, and grand tichu may be called (T2).
    Grand(Answering),
    /// All cards are dealt, and each seat chooses three to give (T4).
    Exchange(Choosing),
    /// Combinations are played (T5 to T22).
    Play(Playing),
    /// The match is over (T25).
    Over {
        /// The winning team, 0 or 1; none when it is drawn.
        winner: Option<u8>,
    },
}

/// A round in which grand tichu may be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answering {
    /// The eight cards of each seat.
    pub hands: BySeat<Cards>,
    /// The six cards that each seat gets next.
    pub next: BySeat<Cards>,
    /// The answers so far: whether the seat calls grand tichu.
    pub answers: BySeat<Option<bool>>,
}

/// A round in which cards for the exchange are chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choosing {
    /// The fourteen cards of each seat.
    pub hands: BySeat<Cards>,
    /// The calls so far.
    pub calls: BySeat<Option<Call>>,
    /// The cards chosen so far.
    pub chosen: BySeat<Option<Exchange>>,
    /// How often each seat may still choose, from 16 down.
    pub left: BySeat<u8>,
}

impl Position {
    /// Before the first deal.
    pub(super) const START: Position = Position { round: 0, totals: [0, 0], stage: Stage::Between };

    /// The hands of the running round.
    pub fn hands(&self) -> Option<&BySeat<Cards>> {
        match &self.stage {
            Stage::Grand(answering) => Some(&answering.hands),
            Stage::Exchange(choosing) => Some(&choosing.hands),
            Stage::Play(playing) => Some(&playing.hands),
            Stage::Between | Stage::Over { .. } => None,
        }
    }

    /// The calls that are known to all, and those that are only known to the callers.
    pub(super) fn calls(&self) -> BySeat<Option<Call>> {
        match &self.stage {
            Stage::Grand(answering) => answering.calls(),
            Stage::Exchange(choosing) => choosing.calls.clone(),
            Stage::Play(playing) => playing.calls.clone(),
            Stage::Between | Stage::Over { .. } => BySeat::new(SEATS, |_| None),
        }
    }

    /// The call of a seat, known to all or to its caller alone.
    pub(super) fn call(&self, seat: Seat) -> Option<Call> {
        match &self.stage {
            Stage::Grand(answering) => answering.call(seat),
            Stage::Exchange(choosing) => choosing.calls[seat],
            Stage::Play(playing) => playing.calls[seat],
            Stage::Between | Stage::Over { .. } => None,
        }
    }

    /// Whether a match with these options can stand so.
    pub(super) fn check(&self, variant: &Variant) -> Result<(), PositionFault> {
        if self.totals.iter().any(|points| points.abs() > 1_000_000) {
            return fault("totals", "be from -1,000,000 to 1,000,000");
        }
        let running = self.hands().is_some();
        if self.round > MOST_ROUNDS || (running && self.round == 0) {
            return fault("round", "be from 1 to 200 when one is played");
        }
        match &self.stage {
            Stage::Between if self.round == MOST_ROUNDS => {
                fault("round", "be less than 200 when another follows")
            }
            Stage::Between | Stage::Over { winner: None | Some(0 | 1) } => Ok(()),
            Stage::Over { .. } => fault("over", "name team 0 or 1, or nobody"),
            Stage::Grand(answering) => answering.check(),
            Stage::Exchange(choosing) => choosing.check(),
            Stage::Play(playing) => playing.check(variant),
        }
    }
}

impl Answering {
    fn check(&self) -> Result<(), PositionFault> {
        four("hand", &self.hands)?;
        four("next", &self.next)?;
        four("answer", &self.answers)?;
        if self.hands.values().any(|hand| hand.len() != 8) {
            return fault("hand", "hold 8 cards while grand tichu may be called");
        }
        if self.next.values().any(|cards| cards.len() != 6) {
            return fault("next", "hold 6 cards");
        }
        whole_deck(self.hands.values().chain(self.next.values()).copied())
    }
}

impl Choosing {
    fn check(&self) -> Result<(), PositionFault> {
        four("hand", &self.hands)?;
        four("call", &self.calls)?;
        four("chosen", &self.chosen)?;
        four("left", &self.left)?;
        if self.hands.values().any(|hand| hand.len() != 14) {
            return fault("hand", "hold 14 cards before the exchange");
        }
        let held = |seat: Seat, chosen: &Exchange| {
            let cards: Cards = chosen.cards().into_iter().collect();
            cards.len() == 3 && cards.is_subset(self.hands[seat])
        };
        if self.chosen.iter().any(|(seat, chosen)| chosen.is_some_and(|chosen| !held(seat, &chosen))) {
            return fault("chosen", "name three cards of the hand");
        }
        if self.chosen.values().all(Option::is_some) {
            return fault("chosen", "leave a seat that still chooses");
        }
        for (seat, &left) in self.left.iter() {
            if left > CHOICES || (left == CHOICES) != self.chosen[seat].is_none() {
                return fault("left", "count down from 16 with the first choice");
            }
        }
        whole_deck(self.hands.values().copied())
    }
}

/// A fault of a part.
pub(super) fn fault(part: &'static str, must: &'static str) -> Result<(), PositionFault> {
    Err(PositionFault::Part { part, must })
}

/// Every part that is stated by seat has four values.
pub(super) fn four<T>(part: &'static str, values: &BySeat<T>) -> Result<(), PositionFault> {
    if values.len() == SEATS { Ok(()) } else { fault(part, "be there for each of four seats") }
}

/// The cards of all places together are the deck, each once.
pub(super) fn whole_deck(places: impl Iterator<Item = Cards>) -> Result<(), PositionFault> {
    let mut all = Cards::EMPTY;
    let mut count = 0;
    for cards in places {
        all = all.union(cards);
        count += cards.len();
    }
    if all == Cards::DECK && count == Card::COUNT {
        return Ok(());
    }
    fault("hand", "hold, with all other cards of the position, each of the 56 cards exactly once")
}

//! Cards of a hand that may each be played alone.
//!
//! Invariants: there is one at least; the Dog and the Mah Jong are with no other card, so that what is said of one play is
//! true of all: whether it may come with a wish, and whether an option excuses it from one.

use std::ops::ControlFlow;

use super::reading::alone;
use super::{Card, Cards, Combination, Play, Rank};

/// Cards that may each be played alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Singles {
    cards: Cards,
    /// What lies, which gives the Phoenix its value (T9).
    on: Option<Combination>,
}

impl Singles {
    /// These cards alone, if there are any.
    pub(super) fn of(cards: Cards, on: Option<Combination>) -> Option<Singles> {
        (!cards.is_empty()).then_some(Singles { cards, on })
    }

    /// Those of a rank, if there are any.
    pub(super) fn with_rank(self, rank: Rank) -> Option<Singles> {
        Singles::of(self.cards.intersection(Cards::of_rank(rank)), self.on)
    }

    #[inline]
    pub(super) fn has_mah_jong(&self) -> bool {
        self.cards.contains(Card::MAH_JONG)
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.cards.len()
    }

    #[inline]
    pub(super) fn nth(&self, number: usize) -> Play {
        self.play(self.cards.iter().nth(number).expect("a family has no fewer plays than it says"))
    }

    pub(super) fn each_play<B>(&self, found: impl FnMut(Play) -> ControlFlow<B>) -> ControlFlow<B> {
        self.cards.iter().map(|card| self.play(card)).try_for_each(found)
    }

    fn play(&self, card: Card) -> Play {
        Play { cards: card.into(), combination: alone(card, self.on.as_ref()), phoenix: None }
    }
}

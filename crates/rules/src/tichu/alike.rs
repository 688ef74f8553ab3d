//! Plays that differ in nothing but suits: one combination, with the Phoenix at one place of it or without.
//!
//! Invariants: where a rank gives as many cards as it has there is nothing to choose; only the other ranks, the open
//! ones, multiply the plays. A straight of naturals leaves out the choices that are of one suit, because these are
//! bombs (T8).

use std::ops::ControlFlow;

use super::lanes::{Lanes, Ranks};
use super::{Card, Cards, Combination, Play, Rank};

/// Plays of one combination that differ in suits alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Alike {
    /// What every play is.
    combination: Combination,
    /// The rank that the Phoenix stands for in every play.
    phoenix: Option<Rank>,
    /// What is in every play: the Phoenix, and the cards of ranks that give all they have.
    fixed: Cards,
    /// The cards of the other ranks, of each of which `sizes` says how many are taken.
    open: Lanes,
    /// How many cards are taken of each rank.
    sizes: Sizes,
    /// The suits in which the play would be a bomb.
    bombs: u8,
}

/// How many cards of each rank are taken, a nibble a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes(u64);

impl Sizes {
    /// One number for each rank.
    pub(super) const fn from_nibbles(nibbles: u64) -> Sizes {
        Sizes(nibbles)
    }

    /// So many of one rank.
    pub(super) const fn of(rank: u8, size: u8) -> Sizes {
        Sizes((size as u64) << (4 * rank))
    }

    /// So many of each rank of a row.
    pub(super) const fn row(bottom: u8, length: u8, width: u8) -> Sizes {
        Sizes(Ranks::row(bottom, length).bits() * width as u64)
    }

    /// Both together.
    pub(super) const fn and(self, other: Sizes) -> Sizes {
        Sizes(self.0 + other.0)
    }

    /// With one card less of a rank, for which the Phoenix stands.
    pub(super) const fn less(self, rank: u8) -> Sizes {
        Sizes(self.0 - (1 << (4 * rank)))
    }

    const fn get(self, rank: u8) -> u8 {
        (self.0 >> (4 * rank) & 0b1111) as u8
    }
}

/// The ways to take some of the cards of one rank.
#[derive(Clone, Copy)]
struct Choices {
    count: u8,
    suits: [u8; 6],
}

/// By how many are taken and which suits are held.
static CHOICES: [[Choices; 16]; 5] = {
    let mut all = [[Choices { count: 0, suits: [0; 6] }; 16]; 5];
    let mut held = 0;
    while held < 16 {
        let mut suits = 0u8;
        while suits < 16 {
            if suits & !(held as u8) == 0 {
                let choices = &mut all[suits.count_ones() as usize][held];
                choices.suits[choices.count as usize] = suits;
                choices.count += 1;
            }
            suits += 1;
        }
        held += 1;
    }
    all
};

impl Choices {
    fn of(size: u8, held: u8) -> &'static [u8] {
        let choices = &CHOICES[usize::from(size)][usize::from(held)];
        &choices.suits[..usize::from(choices.count)]
    }
}

impl Alike {
    /// What can be taken of these cards, of which there are enough. `counts` says how many there are of each rank.
    pub(super) const fn new(
        combination: Combination,
        phoenix: Option<Rank>,
        lanes: Lanes,
        counts: Sizes,
        sizes: Sizes,
    ) -> Alike {
        let taken = Ranks::some_of(sizes.0).lanes();
        let open = Ranks::some_of((counts.0 & taken.bits()) ^ sizes.0).lanes();
        let mut fixed = lanes.intersection(taken).without(open).cards();
        if phoenix.is_some() {
            fixed.insert(Card::PHOENIX);
        }
        Alike { combination, phoenix, fixed, open: lanes.intersection(open), sizes, bombs: 0 }
    }

    /// Without the plays that would be bombs in these suits.
    pub(super) const fn without_bombs(self, bombs: u8) -> Alike {
        Alike { bombs, ..self }
    }

    /// Whether there are plays in it.
    pub(super) fn has_plays(&self) -> bool {
        self.bombs == 0 || self.len() > 0
    }

    /// How many plays there are, at least one.
    pub(super) fn len(&self) -> usize {
        let mut count = 1;
        let mut open = self.open;
        while let Some((rank, held)) = open.take_lowest() {
            count *= Choices::of(self.sizes.get(rank), held).len();
        }
        count - self.bombs.count_ones() as usize
    }

    /// The play of this number, which is less than [`Alike::len`].
    ///
    /// # Panics
    /// If there is no such play.
    pub(super) fn nth(&self, number: usize) -> Play {
        if self.bombs == 0 {
            let mut number = number;
            let mut lanes = Lanes::EMPTY;
            let mut open = self.open;
            while let Some((rank, held)) = open.take_lowest() {
                let choices = Choices::of(self.sizes.get(rank), held);
                lanes = lanes.union(Lanes::of_rank(rank, choices[number % choices.len()]));
                number /= choices.len();
            }
            assert!(number == 0, "a family has no more plays than it says");
            return self.play(lanes);
        }
        // A family of which some are bombs is rare, and no table says where in it they are.
        let mut left = number;
        let found = self.each_play(|play| match left {
            0 => ControlFlow::Break(play),
            _ => {
                left -= 1;
                ControlFlow::Continue(())
            }
        });
        found.break_value().expect("a family has no fewer plays than it says")
    }

    /// Whether every play has a natural card of this rank; if not, none has (T19).
    pub(super) fn has_rank(&self, rank: Rank) -> bool {
        self.sizes.get(rank.get()) > 0
    }

    /// Whether every play has the Mah Jong; if not, none has (T18).
    pub(super) fn has_mah_jong(&self) -> bool {
        self.fixed.contains(Card::MAH_JONG)
    }

    /// Calls `found` with every play, until it breaks.
    pub(super) fn each_play<B>(&self, mut found: impl FnMut(Play) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.bombs == 0 {
            return self.choose(self.open, Lanes::EMPTY, &mut |lanes| found(self.play(lanes)));
        }
        self.choose(self.open, Lanes::EMPTY, &mut |lanes| {
            let play = self.play(lanes);
            if Lanes::of(play.cards).is_of_one_suit() { ControlFlow::Continue(()) } else { found(play) }
        })
    }

    /// Takes cards of the open ranks in every way.
    fn choose<B>(
        &self,
        mut open: Lanes,
        taken: Lanes,
        found: &mut impl FnMut(Lanes) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some((rank, held)) = open.take_lowest() else { return found(taken) };
        for &suits in Choices::of(self.sizes.get(rank), held) {
            let taken = taken.union(Lanes::of_rank(rank, suits));
            if open.is_empty() {
                found(taken)?;
            } else {
                self.choose(open, taken, found)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The play with these cards of the open ranks, none of which is the Mah Jong's.
    fn play(&self, open: Lanes) -> Play {
        Play {
            cards: self.fixed.union(open.natural_cards()),
            combination: self.combination,
            phoenix: self.phoenix,
        }
    }
}

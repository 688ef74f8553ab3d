//! Finds what a hand can play: every family of plays, of which each is a set of cards with a reading of its Phoenix.
//!
//! All kinds but a card alone are made of groups: some cards of one rank, naturals alone or one fewer and the Phoenix. A run is a row of
//! groups, a full house two of them, and a bomb has no Phoenix.
//!
//! Invariants: no play is found twice; every play found may lead, or beats what lies; nothing is allocated.

use std::ops::ControlFlow::{self, Continue};
use std::ops::RangeInclusive;

use super::alike::{Alike, Sizes};
use super::family::Family;
use super::lanes::{Lanes, Ranks};
use super::singles::Singles;
use super::{Card, Cards, Combination, Rank, SingleValue};

/// Calls `found` with every family of plays of the hand that may lead, or beat what lies, whatever is wished, until it
/// breaks.
pub(super) fn each_family<B>(
    hand: Cards,
    on: Option<Combination>,
    found: impl FnMut(Family) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut search = Search::new(hand, found);
    match on {
        None => {
            search.leads_alone(hand)?;
            search.sets(2, 2, |rank| Combination::Pair { rank })?;
            search.sets(3, 2, |rank| Combination::Triple { rank })?;
            search.full_houses(2)?;
            search.runs(&STRAIGHTS, 5..=14, 1)?;
            search.runs(&STAIRS, 2..=13, 2)?;
        }
        Some(Combination::Single { value }) => search.follows_alone(hand, value)?,
        Some(Combination::Pair { rank }) => {
            search.sets(2, rank.get() + 1, |rank| Combination::Pair { rank })?;
        }
        Some(Combination::Triple { rank }) => {
            search.sets(3, rank.get() + 1, |rank| Combination::Triple { rank })?;
        }
        Some(Combination::FullHouse { triple, .. }) => search.full_houses(triple.get() + 1)?,
        Some(Combination::Straight { top, length }) => {
            search.runs(&STRAIGHTS, length..=length, top.get() + 2 - length)?;
        }
        Some(Combination::Stairs { top, pairs }) => {
            search.runs(&STAIRS, pairs..=pairs, top.get() + 2 - pairs)?;
        }
        Some(Combination::Dog | Combination::FourBomb { .. } | Combination::StraightBomb { .. }) => {}
    }
    search.bombs(on)
}

/// Calls `found` with every bomb of the hand that may lead, or beats what lies, until it breaks.
pub(super) fn each_bomb<B>(
    hand: Cards,
    on: Option<Combination>,
    found: impl FnMut(Family) -> ControlFlow<B>,
) -> ControlFlow<B> {
    Search::new(hand, found).bombs(on)
}

/// A hand by rank, and what to do with each family that is found.
struct Search<F> {
    lanes: Lanes,
    counts: Sizes,
    phoenix: bool,
    found: F,
}

/// What a run is made of.
struct RunKind {
    /// Cards of each rank.
    width: u8,
    /// What a run of this top and length is.
    combination: fn(Rank, u8) -> Combination,
}

const STRAIGHTS: RunKind =
    RunKind { width: 1, combination: |top, length| Combination::Straight { top, length } };
const STAIRS: RunKind = RunKind { width: 2, combination: |top, pairs| Combination::Stairs { top, pairs } };

impl<B, F: FnMut(Family) -> ControlFlow<B>> Search<F> {
    fn new(hand: Cards, found: F) -> Search<F> {
        let lanes = Lanes::of(hand);
        Search { lanes, counts: lanes.counts(), phoenix: hand.contains(Card::PHOENIX), found }
    }

    /// Gives out the plays that take so many cards of each rank, and the Phoenix if it stands for one.
    fn offer(&mut self, sizes: Sizes, combination: Combination, phoenix: Option<Rank>) -> ControlFlow<B> {
        (self.found)(Alike::new(combination, phoenix, self.lanes, self.counts, sizes).into())
    }

    /// The ranks from `lowest` on of which there are `size` cards.
    fn ranks(&self, size: u8, lowest: u8) -> Ranks {
        self.lanes.at_least(size).from(lowest)
    }

    /// The same with the Phoenix as one of the cards.
    fn ranks_with_phoenix(&self, size: u8, lowest: u8) -> Ranks {
        if self.phoenix { self.ranks(size - 1, lowest) } else { Ranks::NONE }
    }

    /// Every card alone, the Dog too (T10).
    fn leads_alone(&mut self, hand: Cards) -> ControlFlow<B> {
        let apart = [Card::DOG, Card::MAH_JONG];
        for card in apart {
            self.alone(hand.intersection(card.into()), None)?;
        }
        self.alone(hand.difference(apart.into_iter().collect()), None)
    }

    /// Every card alone that is higher than the one that lies (T9, T10).
    fn follows_alone(&mut self, hand: Cards, on: SingleValue) -> ControlFlow<B> {
        let mut higher = Cards::over(on.half_steps() / 2);
        if on != SingleValue::DRAGON {
            higher.insert(Card::DRAGON);
            if !on.is_phoenix() {
                higher.insert(Card::PHOENIX);
            }
        }
        self.alone(hand.intersection(higher), Some(Combination::Single { value: on }))
    }

    fn alone(&mut self, cards: Cards, on: Option<Combination>) -> ControlFlow<B> {
        Singles::of(cards, on).map_or(Continue(()), |singles| (self.found)(singles.into()))
    }

    /// Pairs or triples from the rank `lowest` on.
    fn sets(&mut self, size: u8, lowest: u8, combination: fn(Rank) -> Combination) -> ControlFlow<B> {
        for rank in self.ranks(size, lowest).naturals() {
            self.offer(Sizes::of(rank.get(), size), combination(rank), None)?;
        }
        for rank in self.ranks_with_phoenix(size, lowest).naturals() {
            self.offer(Sizes::of(rank.get(), size - 1), combination(rank), Some(rank))?;
        }
        Continue(())
    }

    /// Full houses whose triple is `lowest` or higher.
    fn full_houses(&mut self, lowest: u8) -> ControlFlow<B> {
        let (pairs, short_pairs) = (self.ranks(2, 2), self.ranks_with_phoenix(2, 2));
        for triple in self.ranks(3, lowest).naturals() {
            let three = Sizes::of(triple.get(), 3);
            for pair in pairs.except(triple).naturals() {
                let sizes = three.and(Sizes::of(pair.get(), 2));
                self.offer(sizes, Combination::FullHouse { triple, pair }, None)?;
            }
            for pair in short_pairs.except(triple).naturals() {
                let sizes = three.and(Sizes::of(pair.get(), 1));
                self.offer(sizes, Combination::FullHouse { triple, pair }, Some(pair))?;
            }
        }
        for triple in self.ranks_with_phoenix(3, lowest).naturals() {
            for pair in pairs.except(triple).naturals() {
                let sizes = Sizes::of(triple.get(), 2).and(Sizes::of(pair.get(), 2));
                self.offer(sizes, Combination::FullHouse { triple, pair }, Some(triple))?;
            }
        }
        Continue(())
    }

    /// Straights or stairs of these lengths, from this lowest rank on.
    fn runs(&mut self, kind: &RunKind, lengths: RangeInclusive<u8>, lowest: u8) -> ControlFlow<B> {
        let full = self.lanes.at_least(kind.width);
        // The Phoenix is never a 1 (T9).
        let short = self.ranks_with_phoenix(kind.width, Rank::TWO.get());
        let either = Ranks::some_of(full.bits() | short.bits());
        for bottom in either.begins_of(*lengths.start()).from(lowest).numbers() {
            // The rank that only the Phoenix fills, and the suits in which all cards are held.
            let mut gap = None;
            let mut suits = if bottom < Rank::TWO.get() { 0 } else { 0b1111 };
            for top in bottom..=Rank::ACE.get().min(bottom + lengths.end() - 1) {
                if !full.contains(top) {
                    if gap.is_some() || !short.contains(top) {
                        break;
                    }
                    gap = Some(top);
                }
                suits &= self.lanes.suits(top);
                let length = top - bottom + 1;
                if length < *lengths.start() {
                    continue;
                }
                let combination = (kind.combination)(Rank::of(top), length);
                let sizes = Sizes::row(bottom, length, kind.width);
                if let Some(gap) = gap {
                    self.offer(sizes.less(gap), combination, Some(Rank::of(gap)))?;
                    continue;
                }
                let alike = Alike::new(combination, None, self.lanes, self.counts, sizes);
                // A straight of naturals in one suit is a bomb (T8).
                let alike = if kind.width == 1 { alike.without_bombs(suits) } else { alike };
                if alike.has_plays() {
                    (self.found)(alike.into())?;
                }
                if self.phoenix {
                    for rank in Rank::TWO.get().max(bottom)..=top {
                        self.offer(sizes.less(rank), combination, Some(Rank::of(rank)))?;
                    }
                }
            }
        }
        Continue(())
    }

    /// Fours, and rows of five or more naturals in one suit (T8), that beat what lies.
    fn bombs(&mut self, on: Option<Combination>) -> ControlFlow<B> {
        let beats = |combination: &Combination| on.is_none_or(|on| combination.beats(&on));
        for rank in self.lanes.at_least(4).naturals() {
            let four = Combination::FourBomb { rank };
            if beats(&four) {
                self.offer(Sizes::of(rank.get(), 4), four, None)?;
            }
        }
        for (bottom, first) in self.lanes.begins_of_five() {
            let (mut last, mut row) = (first, first);
            for top in bottom + 1.. {
                last = self.lanes.next_of(last);
                if last.is_empty() {
                    break;
                }
                row = row.union(last);
                let length = top - bottom + 1;
                let bomb = Combination::StraightBomb { top: Rank::of(top), length };
                if length >= 5 && beats(&bomb) {
                    let sizes = Sizes::row(bottom, length, 1);
                    (self.found)(Alike::new(bomb, None, row, sizes, sizes).into())?;
                }
            }
        }
        Continue(())
    }
}

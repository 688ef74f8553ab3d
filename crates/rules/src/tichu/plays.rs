//! Finds what a hand can play: every set of cards with every reading of the Phoenix in it.
//!
//! All kinds but the singles are made of groups: some cards of one rank, naturals alone or one fewer and the
//! Phoenix. A run is a row of groups, a full house two of them, and a bomb has no Phoenix.
//!
//! Invariants: no play is found twice; nothing is allocated.

use std::ops::RangeInclusive;

use super::lanes::{Lanes, Rows};
use super::{Card, Cards, Combination, Play, Rank, readings};

/// Calls `found` with every play of the hand that may lead, or beats what lies, whatever is wished.
pub(super) fn each_play(hand: Cards, on: Option<Combination>, found: impl FnMut(Play)) {
    let mut search = Search::new(hand, on, found);
    match on {
        None => {
            search.singles(hand);
            search.sets(2, |rank| Combination::Pair { rank });
            search.sets(3, |rank| Combination::Triple { rank });
            search.full_houses();
            search.runs(&STRAIGHTS, 5..=14, 1);
            search.runs(&STAIRS, 2..=13, 2);
        }
        Some(Combination::Single { .. }) => search.singles(hand),
        Some(Combination::Pair { .. }) => search.sets(2, |rank| Combination::Pair { rank }),
        Some(Combination::Triple { .. }) => search.sets(3, |rank| Combination::Triple { rank }),
        Some(Combination::FullHouse { .. }) => search.full_houses(),
        Some(Combination::Straight { top, length }) => {
            search.runs(&STRAIGHTS, length..=length, top.get() + 2 - length);
        }
        Some(Combination::Stairs { top, pairs }) => {
            search.runs(&STAIRS, pairs..=pairs, top.get() + 2 - pairs)
        }
        Some(Combination::Dog | Combination::FourBomb { .. } | Combination::StraightBomb { .. }) => {}
    }
    search.bombs();
}

/// Calls `found` with every bomb of the hand that may lead, or beats what lies.
pub(super) fn each_bomb(hand: Cards, on: Option<Combination>, found: impl FnMut(Play)) {
    Search::new(hand, on, found).bombs();
}

/// A hand, what lies, and what to do with each play that is found.
struct Search<F> {
    lanes: Lanes,
    phoenix: bool,
    on: Option<Combination>,
    found: F,
}

/// Some cards of one rank, and whether the Phoenix is one more.
#[derive(Clone, Copy)]
struct Group {
    lanes: Lanes,
    phoenix: bool,
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

/// A run as far as it goes: its naturals, what the Phoenix in it stands for, and how the rest can be made.
#[derive(Clone, Copy)]
struct Run {
    bottom: u8,
    lanes: Lanes,
    phoenix: Option<Rank>,
    rows: Rows,
}

impl<F: FnMut(Play)> Search<F> {
    fn new(hand: Cards, on: Option<Combination>, found: F) -> Search<F> {
        Search { lanes: Lanes::of(hand), phoenix: hand.contains(Card::PHOENIX), on, found }
    }

    /// Gives out what is found, if it may lead or beats what lies.
    fn offer(&mut self, lanes: Lanes, combination: Combination, phoenix: Option<Rank>) {
        if self.on.is_none_or(|on| combination.beats(&on)) {
            let mut cards = lanes.cards();
            if phoenix.is_some() {
                cards.insert(Card::PHOENIX);
            }
            (self.found)(Play { cards, combination, phoenix });
        }
    }

    /// The ways to take `size` cards of a rank; with the Phoenix as one of them, if `phoenix` and the hand let it.
    fn groups(&self, rank: u8, size: u8, phoenix: bool) -> impl Iterator<Item = Group> + use<F> {
        let natural = self.lanes.choices(rank, size).map(|lanes| Group { lanes, phoenix: false });
        let shorter = (phoenix && self.phoenix).then(|| self.lanes.choices(rank, size - 1));
        natural.chain(shorter.into_iter().flatten().map(|lanes| Group { lanes, phoenix: true }))
    }

    /// The ranks of which `size` cards can be taken, one of which may be the Phoenix.
    fn ranks(&self, size: u8) -> impl Iterator<Item = Rank> + use<F> {
        self.lanes.at_least(size - u8::from(self.phoenix)).naturals()
    }

    /// Every card alone; the Dog as a lead (T10).
    fn singles(&mut self, hand: Cards) {
        for card in hand {
            for reading in readings(card.into(), self.on.as_ref()) {
                if self.on.is_none_or(|on| reading.combination.beats(&on)) {
                    (self.found)(Play::new(card.into(), reading));
                }
            }
        }
    }

    /// Pairs or triples.
    fn sets(&mut self, size: u8, combination: fn(Rank) -> Combination) {
        for rank in self.ranks(size) {
            for group in self.groups(rank.get(), size, true) {
                self.offer(group.lanes, combination(rank), group.phoenix.then_some(rank));
            }
        }
    }

    fn full_houses(&mut self) {
        for triple in self.ranks(3) {
            for three in self.groups(triple.get(), 3, true) {
                for pair in self.ranks(2).filter(|&pair| pair != triple) {
                    for two in self.groups(pair.get(), 2, !three.phoenix) {
                        let phoenix = match (three.phoenix, two.phoenix) {
                            (true, _) => Some(triple),
                            (_, true) => Some(pair),
                            _ => None,
                        };
                        let lanes = three.lanes.union(two.lanes);
                        self.offer(lanes, Combination::FullHouse { triple, pair }, phoenix);
                    }
                }
            }
        }
    }

    /// Straights or stairs of these lengths, from this lowest rank on.
    fn runs(&mut self, kind: &RunKind, lengths: RangeInclusive<u8>, lowest: u8) {
        let rows = Rows::of(self.lanes, kind.width, self.phoenix);
        for bottom in lowest..=15 - lengths.start() {
            let run = Run { bottom, lanes: Lanes::EMPTY, phoenix: None, rows };
            self.extend(kind, &lengths, run, bottom);
        }
    }

    /// Goes on with a run at `rank`, if it can be made long enough.
    fn extend(&mut self, kind: &RunKind, lengths: &RangeInclusive<u8>, run: Run, rank: u8) {
        let length = rank - run.bottom + 1;
        if !run.rows.has(rank, (lengths.start() + 1).saturating_sub(length).max(1)) {
            return;
        }
        // The Phoenix is never a 1 (T9).
        for group in self.groups(rank, kind.width, run.phoenix.is_none() && rank >= Rank::TWO.get()) {
            let lanes = run.lanes.union(group.lanes);
            let run = match group.phoenix {
                true => Run { lanes, phoenix: Rank::new(rank), rows: run.rows.without_phoenix(), ..run },
                false => Run { lanes, ..run },
            };
            // A straight of naturals in one suit is a bomb (T8).
            let is_bomb = kind.width == 1 && run.phoenix.is_none() && lanes.is_of_one_suit();
            if length >= *lengths.start()
                && !is_bomb
                && let Some(top) = Rank::new(rank)
            {
                self.offer(lanes, (kind.combination)(top, length), run.phoenix);
            }
            if length < *lengths.end() && rank < Rank::ACE.get() {
                self.extend(kind, lengths, run, rank + 1);
            }
        }
    }

    /// Fours, and rows of five or more naturals in one suit (T8).
    fn bombs(&mut self) {
        for rank in self.lanes.at_least(4).naturals() {
            for four in self.lanes.choices(rank.get(), 4) {
                self.offer(four, Combination::FourBomb { rank }, None);
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
                if length >= 5 {
                    self.offer(row, Combination::StraightBomb { top: Rank::of(top), length }, None);
                }
            }
        }
    }
}

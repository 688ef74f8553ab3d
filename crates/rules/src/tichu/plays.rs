//! Finds what a hand can play: every set of cards with every reading of the Phoenix in it.
//!
//! All kinds are made of groups: the singles, pairs and triples of one rank, naturals alone or one short with the
//! Phoenix. A run is a row of groups, a full house two of them.
//!
//! Invariants: no play is found twice; nothing is allocated.

use super::reading::EVERY_LANE;
use super::{Card, Cards, Combination, Play, Rank, readings};

/// The suits of a lane by how many they are.
const SUITS: [&[u64]; 5] = [
    &[0],
    &[0b1, 0b10, 0b100, 0b1000],
    &[0b11, 0b101, 0b110, 0b1001, 0b1010, 0b1100],
    &[0b111, 0b1011, 0b1101, 0b1110],
    &[0b1111],
];

/// Some cards of one rank, as lanes, and whether the Phoenix is one more.
#[derive(Clone, Copy)]
struct Group {
    lanes: u64,
    phoenix: bool,
}

/// A hand, what lies, and what to do with each play that is found.
struct Search<F> {
    lanes: u64,
    phoenix: bool,
    on: Option<Combination>,
    found: F,
}

/// Calls `found` with every play of the hand that may lead, or beats what lies, whatever is wished.
pub(super) fn each_play(hand: Cards, on: Option<Combination>, found: impl FnMut(Play)) {
    let mut search = Search { lanes: hand.lanes(), phoenix: hand.contains(Card::PHOENIX), on, found };
    let kinds = |kind: fn(&Combination) -> bool| on.as_ref().is_none_or(kind);
    if kinds(|on| matches!(on, Combination::Single { .. })) {
        search.singles(hand);
    }
    if kinds(|on| matches!(on, Combination::Pair { .. })) {
        search.sets(2, |rank| Combination::Pair { rank });
    }
    if kinds(|on| matches!(on, Combination::Triple { .. })) {
        search.sets(3, |rank| Combination::Triple { rank });
    }
    if kinds(|on| matches!(on, Combination::FullHouse { .. })) {
        search.full_houses();
    }
    match on {
        None => {
            search.runs(&STRAIGHTS, 5..=14, 1);
            search.runs(&STAIRS, 2..=13, 2);
        }
        Some(Combination::Straight { top, length }) => {
            search.runs(&STRAIGHTS, length..=length, top.get() + 2 - length);
        }
        Some(Combination::Stairs { top, pairs }) => {
            search.runs(&STAIRS, pairs..=pairs, top.get() + 2 - pairs)
        }
        Some(_) => {}
    }
    search.bombs();
}

/// Calls `found` with every bomb of the hand that may lead, or beats what lies.
pub(super) fn each_bomb(hand: Cards, on: Option<Combination>, found: impl FnMut(Play)) {
    Search { lanes: hand.lanes(), phoenix: false, on, found }.bombs();
}

/// What a run is made of.
struct RunKind {
    /// Cards of each rank.
    width: usize,
    /// What a run of this top and length is.
    combination: fn(Rank, u8) -> Combination,
}

const STRAIGHTS: RunKind =
    RunKind { width: 1, combination: |top, length| Combination::Straight { top, length } };
const STAIRS: RunKind = RunKind { width: 2, combination: |top, pairs| Combination::Stairs { top, pairs } };

/// The beginning of a run: its lowest rank, its cards so far, and what the Phoenix among them stands for.
#[derive(Clone, Copy)]
struct Start {
    bottom: u8,
    lanes: u64,
    phoenix: Option<Rank>,
}

impl<F: FnMut(Play)> Search<F> {
    /// Gives out what is found, if it may lead or beats what lies.
    fn offer(&mut self, lanes: u64, combination: Combination, phoenix: Option<Rank>) {
        if self.on.is_none_or(|on| combination.beats(&on)) {
            let mut cards = Cards::from_lanes(lanes);
            if phoenix.is_some() {
                cards.insert(Card::PHOENIX);
            }
            (self.found)(Play { cards, combination, phoenix });
        }
    }

    /// The ways to take `size` cards of a rank, with the Phoenix as one of them if `phoenix` lets it.
    fn groups(&self, rank: u8, size: usize, phoenix: bool) -> impl Iterator<Item = Group> + use<F> {
        let lane = self.lanes >> (4 * rank) & 0b1111;
        let choose = move |size: usize, phoenix| {
            let suits = SUITS[size].iter().filter(move |&&suits| suits & !lane == 0);
            suits.map(move |suits| Group { lanes: suits << (4 * rank), phoenix })
        };
        let with_phoenix = (phoenix && self.phoenix).then(|| choose(size - 1, true));
        choose(size, false).chain(with_phoenix.into_iter().flatten())
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
    fn sets(&mut self, size: usize, combination: fn(Rank) -> Combination) {
        for rank in Rank::all() {
            for group in self.groups(rank.get(), size, true).filter(|group| group.lanes != 0) {
                self.offer(group.lanes, combination(rank), group.phoenix.then_some(rank));
            }
        }
    }

    fn full_houses(&mut self) {
        for triple in Rank::all() {
            for three in self.groups(triple.get(), 3, true) {
                for pair in Rank::all().filter(|&pair| pair != triple) {
                    for two in self.groups(pair.get(), 2, !three.phoenix) {
                        let phoenix = match (three.phoenix, two.phoenix) {
                            (true, _) => Some(triple),
                            (_, true) => Some(pair),
                            _ => None,
                        };
                        self.offer(three.lanes | two.lanes, Combination::FullHouse { triple, pair }, phoenix);
                    }
                }
            }
        }
    }

    /// Straights or stairs of these lengths, from this lowest rank on.
    fn runs(&mut self, kind: &RunKind, lengths: std::ops::RangeInclusive<u8>, lowest: u8) {
        for bottom in lowest..=15 - lengths.start() {
            self.extend(kind, &lengths, Start { bottom, lanes: 0, phoenix: None }, bottom);
        }
    }

    /// Goes on with a run at `rank`.
    fn extend(&mut self, kind: &RunKind, lengths: &std::ops::RangeInclusive<u8>, start: Start, rank: u8) {
        let length = rank - start.bottom + 1;
        // The Phoenix is never a 1 (T9).
        for group in self.groups(rank, kind.width, start.phoenix.is_none() && rank >= 2) {
            let run = Start {
                lanes: start.lanes | group.lanes,
                phoenix: if group.phoenix { Rank::new(rank) } else { start.phoenix },
                ..start
            };
            if length >= *lengths.start()
                && let Some(top) = Rank::new(rank)
                && !(kind.width == 1 && run.is_of_one_suit())
            {
                self.offer(run.lanes, (kind.combination)(top, length), run.phoenix);
            }
            if length < *lengths.end() && rank < Rank::ACE.get() {
                self.extend(kind, lengths, run, rank + 1);
            }
        }
    }

    /// Fours, and runs of five or more naturals in one suit (T8).
    fn bombs(&mut self) {
        for rank in Rank::all() {
            for four in self.groups(rank.get(), 4, false) {
                self.offer(four.lanes, Combination::FourBomb { rank }, None);
            }
        }
        for suit in 0..4 {
            for bottom in 2..=10 {
                let mut lanes = 0;
                for top in bottom..=Rank::ACE.get() {
                    let card = 1 << (4 * top + suit);
                    if self.lanes & card == 0 {
                        break;
                    }
                    lanes |= card;
                    let length = top - bottom + 1;
                    if length >= 5 {
                        self.offer(lanes, Combination::StraightBomb { top: Rank::of(top), length }, None);
                    }
                }
            }
        }
    }
}

impl Start {
    /// Whether all are naturals of one suit: then it is a bomb and no straight (T8).
    fn is_of_one_suit(&self) -> bool {
        let of_one_suit = (self.lanes >> self.lanes.trailing_zeros()) & !EVERY_LANE == 0;
        of_one_suit && self.phoenix.is_none() && self.bottom > 1
    }
}

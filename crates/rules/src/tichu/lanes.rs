//! Cards side by side by rank: the shape in which combinations are rows of bits.
//!
//! Nibble `r` of the number holds the suits that are held of rank `r`, and nibble 1 is 1 for the Mah Jong; Dog,
//! Phoenix and Dragon are in no lane. So a run is a row of lanes, and in one suit a row of bits four apart.

use super::alike::Sizes;
use super::{Card, Cards, Rank};

/// Cards by rank. Ranks are numbers from 1 for the Mah Jong to 14 for the ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lanes(u64);

/// The lowest bit of each lane.
const EVERY_LANE: u64 = 0x1111_1111_1111_1111;

/// All of the lanes of naturals.
const NATURALS: u64 = 0x0fff_ffff_ffff_ff00;

/// Naturals stand this much lower in a set of cards.
const SHIFT: u32 = 6;

/// Some ranks, one bit each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Ranks(u64);

impl Lanes {
    /// No cards.
    pub(super) const EMPTY: Lanes = Lanes(0);

    /// The lanes of these cards.
    pub(super) const fn of(cards: Cards) -> Lanes {
        let mah_jong = (cards.bits() >> Card::MAH_JONG.index() & 1) << 4;
        Lanes(cards.bits() << SHIFT & NATURALS | mah_jong)
    }

    /// The cards of these lanes.
    pub(super) const fn cards(self) -> Cards {
        let mah_jong = (self.0 >> 4 & 1) << Card::MAH_JONG.index();
        Cards::from_bits((self.0 & NATURALS) >> SHIFT | mah_jong)
    }

    /// Whether there are no cards.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These suits of a rank.
    pub(super) const fn of_rank(rank: u8, suits: u8) -> Lanes {
        Lanes((suits as u64) << (4 * rank))
    }

    /// The cards of lanes without the Mah Jong.
    pub(super) const fn natural_cards(self) -> Cards {
        Cards::from_bits(self.0 >> SHIFT)
    }

    /// The bits, four a rank.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The cards of either.
    pub(super) const fn union(self, other: Lanes) -> Lanes {
        Lanes(self.0 | other.0)
    }

    /// The cards of both.
    pub(super) const fn intersection(self, other: Lanes) -> Lanes {
        Lanes(self.0 & other.0)
    }

    /// The cards that are not in `other`.
    pub(super) const fn without(self, other: Lanes) -> Lanes {
        Lanes(self.0 & !other.0)
    }

    /// How many cards.
    pub(super) const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// How many cards of a rank.
    pub(super) const fn count(self, rank: u8) -> u32 {
        (self.0 >> (4 * rank) & 0b1111).count_ones()
    }

    /// The ranks of which there is a card.
    pub(super) const fn ranks(self) -> Ranks {
        Ranks::some_of(self.0)
    }

    /// The ranks of which there are `least` cards or more, from 0 to 4. The sums stay within their lanes: a count is
    /// at most 4, and with `8 - least` added the bit of 8 says whether it reaches `least`.
    pub(super) const fn at_least(self, least: u8) -> Ranks {
        Ranks((self.count_nibbles() + (8 - least as u64) * EVERY_LANE) >> 3 & EVERY_LANE)
    }

    /// How many cards of each rank.
    pub(super) const fn counts(self) -> Sizes {
        Sizes::from_nibbles(self.count_nibbles())
    }

    const fn count_nibbles(self) -> u64 {
        const ODD: u64 = 0b0101 * EVERY_LANE;
        const LOW: u64 = 0b0011 * EVERY_LANE;
        let twos = self.0 - (self.0 >> 1 & ODD);
        (twos & LOW) + (twos >> 2 & LOW)
    }

    /// The suits held of a rank; for rank 1 one for the Mah Jong.
    pub(super) const fn suits(self, rank: u8) -> u8 {
        (self.0 >> (4 * rank) & 0b1111) as u8
    }

    /// Takes out the lowest rank, and says which suits were held of it.
    pub(super) const fn take_lowest(&mut self) -> Option<(u8, u8)> {
        if self.is_empty() {
            return None;
        }
        let rank = (self.0.trailing_zeros() / 4) as u8;
        let suits = self.suits(rank);
        self.0 &= !(0b1111 << (4 * rank));
        Some((rank, suits))
    }

    /// Whether all are naturals of one suit.
    pub(super) const fn is_of_one_suit(self) -> bool {
        self.0 & !(NATURALS & EVERY_LANE << (self.0.trailing_zeros() % 4)) == 0
    }

    /// The ranks and cards with which a row of five naturals in one suit begins.
    pub(super) fn begins_of_five(self) -> impl Iterator<Item = (u8, Lanes)> {
        let naturals = self.0 & NATURALS;
        let two = naturals & naturals >> 4;
        places(two & two >> 8 & naturals >> 16).map(|place| (place / 4, Lanes(1 << place)))
    }

    /// The naturals of these cards that are one rank over a card of `below`, in its suit.
    pub(super) const fn next_of(self, below: Lanes) -> Lanes {
        Lanes(self.0 & NATURALS & below.0 << 4)
    }
}

impl Ranks {
    /// No ranks.
    pub(super) const NONE: Ranks = Ranks(0);

    /// The ranks whose nibbles are not zero.
    pub(super) const fn some_of(nibbles: u64) -> Ranks {
        Ranks((nibbles | nibbles >> 1 | nibbles >> 2 | nibbles >> 3) & EVERY_LANE)
    }

    /// The bits, of which the lowest of each nibble may be set.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// All suits of these ranks.
    pub(super) const fn lanes(self) -> Lanes {
        Lanes(self.0 * 0b1111)
    }

    /// Whether this rank is among them.
    pub(super) const fn contains(self, rank: u8) -> bool {
        self.0 >> (4 * rank) & 1 == 1
    }

    /// The ranks from `lowest` on, which is at most 15.
    pub(super) const fn from(self, lowest: u8) -> Ranks {
        Ranks(self.0 & u64::MAX << (4 * lowest))
    }

    /// Without one rank.
    pub(super) const fn except(self, rank: Rank) -> Ranks {
        Ranks(self.0 & !(1 << (4 * rank.get())))
    }

    /// A row of ranks; `length` is at most 14.
    pub(super) const fn row(bottom: u8, length: u8) -> Ranks {
        Ranks((EVERY_LANE & ((1 << (4 * length)) - 1)) << (4 * bottom))
    }

    /// The ranks that are not in `other`.
    pub(super) const fn without(self, other: Ranks) -> Ranks {
        Ranks(self.0 & !other.0)
    }

    /// Whether there are none.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub(super) const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The lowest of some ranks.
    pub(super) const fn lowest(self) -> u8 {
        (self.0.trailing_zeros() / 4) as u8
    }

    /// The highest of some ranks.
    pub(super) const fn highest(self) -> u8 {
        ((63 - self.0.leading_zeros()) / 4) as u8
    }

    /// The lowest rank over `bottom` that is not among these.
    pub(super) const fn first_gap_over(self, bottom: u8) -> u8 {
        Ranks(EVERY_LANE & !self.0 & (u64::MAX << (4 * bottom))).lowest()
    }

    /// The ranks with which a row of so many ranks begins, all of which are among these.
    pub(super) const fn begins_of(self, length: u8) -> Ranks {
        let (mut begins, mut step) = (self.0, 1);
        while step < length {
            begins &= self.0 >> (4 * step);
            step += 1;
        }
        Ranks(begins)
    }

    /// These ranks as numbers, ascending.
    pub(super) fn numbers(self) -> impl Iterator<Item = u8> {
        places(self.0).map(|place| place / 4)
    }

    /// The natural ranks among these, ascending.
    pub(super) fn naturals(self) -> impl Iterator<Item = Rank> {
        places(self.0 & NATURALS).map(|place| Rank::of(place / 4))
    }
}

/// The places of the bits that are set, ascending.
fn places(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        place
    })
}

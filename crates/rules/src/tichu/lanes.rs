//! Cards side by side by rank: the shape in which combinations are rows of bits.
//!
//! Nibble `r` of the number holds the suits that are held of rank `r`, and nibble 1 is 1 for the Mah Jong; Dog,
//! Phoenix and Dragon are in no lane. So a run is a row of lanes, and in one suit a row of bits four apart.

use super::{Card, Cards, Rank};

/// Cards by rank. Ranks are numbers from 1 for the Mah Jong to 14 for the ace.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Lanes(u64);

/// The lowest bit of each lane.
const EVERY_LANE: u64 = 0x1111_1111_1111_1111;

/// All of the lanes of naturals.
const NATURALS: u64 = 0x0fff_ffff_ffff_ff00;

/// Naturals stand this much lower in a set of cards.
const SHIFT: u32 = 6;

/// The choices of suits by their number.
const SUITS: [&[u8]; 5] = [
    &[0],
    &[0b0001, 0b0010, 0b0100, 0b1000],
    &[0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100],
    &[0b0111, 0b1011, 0b1101, 0b1110],
    &[0b1111],
];

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

    /// The cards of either.
    pub(super) const fn union(self, other: Lanes) -> Lanes {
        Lanes(self.0 | other.0)
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
        Ranks((self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & EVERY_LANE)
    }

    /// The ranks of which there are `least` cards or more, from 0 to 4. The sums stay within their lanes: a count is
    /// at most 4, and with `8 - least` added the bit of 8 says whether it reaches `least`.
    pub(super) const fn at_least(self, least: u8) -> Ranks {
        const ODD: u64 = 0b0101 * EVERY_LANE;
        const LOW: u64 = 0b0011 * EVERY_LANE;
        let twos = self.0 - (self.0 >> 1 & ODD);
        let counts = (twos & LOW) + (twos >> 2 & LOW);
        Ranks((counts + (8 - least as u64) * EVERY_LANE) >> 3 & EVERY_LANE)
    }

    /// The ways to take `size` cards of a rank.
    pub(super) fn choices(self, rank: u8, size: u8) -> impl Iterator<Item = Lanes> {
        let held = (self.0 >> (4 * rank) & 0b1111) as u8;
        let suits = SUITS[usize::from(size)].iter().filter(move |&&suits| suits & !held == 0);
        suits.map(move |&suits| Lanes(u64::from(suits) << (4 * rank)))
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
    /// A row of ranks; `length` is at most 14.
    const fn row(bottom: u8, length: u8) -> Ranks {
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

    /// The natural ranks among these, ascending.
    pub(super) fn naturals(self) -> impl Iterator<Item = Rank> {
        places(self.0 & NATURALS).map(|place| Rank::of(place / 4))
    }
}

/// Which rows can be made of some cards, with as many cards of each rank.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    /// The ranks of which there are enough.
    full: Ranks,
    /// The ranks of which there are enough with the Phoenix; it serves one.
    short: Ranks,
}

impl Rows {
    /// The rows of `width` cards a rank. The Phoenix is never a 1 (T9).
    pub(super) const fn of(lanes: Lanes, width: u8, phoenix: bool) -> Rows {
        let short = if phoenix { lanes.at_least(width - 1).0 & NATURALS } else { 0 };
        Rows { full: lanes.at_least(width), short: Ranks(short) }
    }

    /// The same without a Phoenix.
    pub(super) const fn without_phoenix(self) -> Rows {
        Rows { short: Ranks(0), ..self }
    }

    /// Whether there is a row from this rank on.
    pub(super) const fn has(self, bottom: u8, length: u8) -> bool {
        let lacks = Ranks::row(bottom, length).0 & !self.full.0;
        lacks == 0 || (lacks.is_power_of_two() && lacks & self.short.0 != 0)
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

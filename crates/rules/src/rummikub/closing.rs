//! The last meld of a complete rack: all melds of one size are weighed at once, a bit for each place.
//!
//! Invariant: it knows the melds that the catalogue has without jokers. A [`Shape`] is moved over all its starts at
//! the same time, and what its tiles lack at each start is counted in binary, one word a digit.

/// Melds of `SIZE` tiles that are alike but for where they start.
pub(super) struct Shape<const SIZE: usize> {
    /// Where its tiles lie, as indices from the start.
    offsets: [u8; SIZE],
    /// The indices at which it may start.
    starts: u64,
}

/// The numbers of every colour at which a run starts that has so many tiles behind its first.
const fn run_starts(behind: u32) -> u64 {
    let colour = (1 << (13 - behind)) - 1;
    colour | colour << 13 | colour << 26 | colour << 39
}

/// The numbers of the lowest colour.
const COLUMNS: u64 = (1 << 13) - 1;

/// The melds of three tiles.
pub(super) const THREES: [Shape<3>; 5] = [
    Shape { offsets: [0, 1, 2], starts: run_starts(2) },
    Shape { offsets: [0, 13, 26], starts: COLUMNS },
    Shape { offsets: [0, 13, 39], starts: COLUMNS },
    Shape { offsets: [0, 26, 39], starts: COLUMNS },
    Shape { offsets: [13, 26, 39], starts: COLUMNS },
];
/// The melds of four tiles.
pub(super) const FOURS: [Shape<4>; 2] = [
    Shape { offsets: [0, 1, 2, 3], starts: run_starts(3) },
    Shape { offsets: [0, 13, 26, 39], starts: COLUMNS },
];
/// The melds of five tiles, as the catalogue cuts them.
pub(super) const FIVES: [Shape<5>; 1] = [Shape { offsets: [0, 1, 2, 3, 4], starts: run_starts(4) }];

impl<const SIZE: usize> Shape<SIZE> {
    /// The tiles of the melds that start here.
    pub(super) fn tiles(&self, starts: u64) -> u64 {
        self.offsets.iter().fold(0, |tiles, offset| tiles | starts << offset)
    }

    /// Where it may start.
    pub(super) fn starts(&self) -> u64 {
        self.starts
    }

    /// How many of its tiles are in the mask, at each start.
    #[inline(always)]
    pub(super) fn count(&self, mask: u64) -> Counts {
        let mut counts = Counts([0; 3]);
        for offset in self.offsets {
            counts.add(mask >> offset);
        }
        counts
    }

    /// Where any of its tiles is in the mask.
    #[inline(always)]
    pub(super) fn touches(&self, mask: u64) -> u64 {
        self.offsets.iter().fold(0, |starts, offset| starts | mask >> offset)
    }
}

/// A number from 0 to 7 for each bit, in three binary digits, the lowest first.
#[derive(Clone, Copy)]
pub(super) struct Counts([u64; 3]);

impl Counts {
    /// Adds one where a bit is set.
    #[inline(always)]
    fn add(&mut self, bits: u64) {
        let mut carry = bits;
        for digit in &mut self.0 {
            let next = *digit & carry;
            *digit ^= carry;
            carry = next;
        }
    }

    /// Where the number is no more than this, digit by digit: it is more where at the highest digit that differs the
    /// number has the one.
    #[inline(always)]
    pub(super) fn at_most(self, most: u32) -> u64 {
        let most = most.min(7);
        let mut more = 0;
        for (place, digit) in self.0.into_iter().enumerate() {
            let limit = u64::from(most >> place & 1).wrapping_neg();
            more = digit & !limit | !(digit ^ limit) & more;
        }
        !more
    }

    /// Where the number is not zero.
    #[inline(always)]
    pub(super) fn some(self) -> u64 {
        self.0[0] | self.0[1] | self.0[2]
    }
}

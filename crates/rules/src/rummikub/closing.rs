//! The last meld of a complete rack: all melds of one size are weighed at once, a bit for each place.
//!
//! Invariant: it knows the melds that the catalogue has without jokers. A [`Shape`] is moved over all its starts at
//! the same time, and what its tiles lack at each start is counted in binary, one word a digit.

/// Melds that are alike but for where they start.
pub(super) struct Shape {
    /// Where its tiles lie, as indices from the start.
    offsets: &'static [u8],
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

static THREES: [Shape; 5] = [
    Shape { offsets: &[0, 1, 2], starts: run_starts(2) },
    Shape { offsets: &[0, 13, 26], starts: COLUMNS },
    Shape { offsets: &[0, 13, 39], starts: COLUMNS },
    Shape { offsets: &[0, 26, 39], starts: COLUMNS },
    Shape { offsets: &[13, 26, 39], starts: COLUMNS },
];
static FOURS: [Shape; 2] = [
    Shape { offsets: &[0, 1, 2, 3], starts: run_starts(3) },
    Shape { offsets: &[0, 13, 26, 39], starts: COLUMNS },
];
static FIVES: [Shape; 1] = [Shape { offsets: &[0, 1, 2, 3, 4], starts: run_starts(4) }];

impl Shape {
    /// The shapes of the melds of this size, which are none but for three to five tiles.
    pub(super) fn of_size(size: u32) -> &'static [Shape] {
        match size {
            3 => &THREES,
            4 => &FOURS,
            5 => &FIVES,
            _ => &[],
        }
    }

    /// The tiles of the melds that start here.
    pub(super) fn tiles(&self, starts: u64) -> u64 {
        self.offsets.iter().fold(0, |tiles, offset| tiles | starts << offset)
    }

    /// Where it may start.
    pub(super) fn starts(&self) -> u64 {
        self.starts
    }

    /// How many of its tiles are in the mask, at each start.
    pub(super) fn count(&self, mask: u64) -> Counts {
        let mut counts = Counts([0; 3]);
        for offset in self.offsets {
            counts.add(mask >> offset);
        }
        counts
    }

    /// Where any of its tiles is in the mask.
    pub(super) fn touches(&self, mask: u64) -> u64 {
        self.offsets.iter().fold(0, |starts, offset| starts | mask >> offset)
    }
}

/// A number from 0 to 7 for each bit, in three binary digits, the lowest first.
#[derive(Clone, Copy)]
pub(super) struct Counts([u64; 3]);

impl Counts {
    /// Adds one where a bit is set.
    fn add(&mut self, bits: u64) {
        let mut carry = bits;
        for digit in &mut self.0 {
            let next = *digit & carry;
            *digit ^= carry;
            carry = next;
        }
    }

    /// Where the number is no more than this.
    pub(super) fn at_most(self, most: u32) -> u64 {
        let [ones, twos, fours] = self.0;
        match most {
            0 => !(ones | twos | fours),
            1 => !(twos | fours),
            2 => !(fours | ones & twos),
            3 => !fours,
            4 => !(fours & (ones | twos)),
            5 => !(fours & twos),
            6 => !(fours & twos & ones),
            _ => u64::MAX,
        }
    }

    /// Where the number is this or more.
    pub(super) fn at_least(self, least: u32) -> u64 {
        least.checked_sub(1).map_or(u64::MAX, |below| !self.at_most(below))
    }
}

//! What holds for any input: one function for each property, which panics where the property does not hold.
//!
//! The targets in `fuzz/` call them with inputs that a fuzzer makes up, `make fuzz`; the tests of this crate with
//! seeded ones, random and mutated.
//!
//! Invariant: each function takes any bytes whatever, and the same bytes always mean the same.

mod declarations;
mod notation;
mod protocol;
mod readings;
mod transcripts;

pub use declarations::declarations;
pub use notation::notation;
pub use protocol::protocol;
pub use readings::readings;
pub use transcripts::transcripts;

/// A property by its name, which is that of its fuzz target.
pub type Property = (&'static str, fn(&[u8]));

/// All properties.
pub const ALL: [Property; 5] = [
    ("notation", notation),
    ("readings", readings),
    ("declarations", declarations),
    ("transcripts", transcripts),
    ("protocol", protocol),
];

/// The bytes of an input, one after the other; zeros when they are used up.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    /// A number below `bound`, which is at most 256.
    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.next()) % bound
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

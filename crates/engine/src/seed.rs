//! The randomness of a match: 256 bits that decide a deal, and the stream of words drawn from them.
//!
//! A server mixes the seed of a round from its own secret and the seats' nonces: see [`crate::fair`].
//!
//! Invariants: a seed is a secret until its round is over, so `Debug` does not show it; the stream depends on
//! nothing but the seed and its number, so every deal can be recomputed from the seed alone.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::fair::digits;
use crate::fair::hash::Keyed;

/// 256 bits from which one round's deal and reshuffles follow. `Display` and `FromStr` are 64 hex digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// A text that is not 64 hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a seed is 64 hexadecimal digits")]
pub struct NotASeed;

impl Seed {
    /// The seed with these bytes.
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The bytes of this seed, to be written down where it may be known.
    pub fn bytes(self) -> [u8; 32] {
        self.0
    }

    /// The seed of round `round` (from 1) of a match whose header states one seed for all.
    pub fn of_round(self, round: u32) -> Seed {
        Seed(Keyed::new(&self.0).hash(&[b"parlour/round/v1", &round.to_be_bytes()]))
    }

    /// A stream of uniform words. `number` is 0 for the deal and counts the reshuffles of the round from 1.
    pub fn stream(self, number: u32) -> Stream {
        Stream { keyed: Keyed::new(&self.0), number, counter: 0, block: [0; 32], used: 32 }
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        digits::write(f, &self.0)
    }
}

impl FromStr for Seed {
    type Err = NotASeed;
    fn from_str(text: &str) -> Result<Seed, NotASeed> {
        digits::read(text).map(Seed).map_err(|_| NotASeed)
    }
}

/// The words of one shuffle: the 32-bit big-endian words of `HMAC(seed, "parlour/stream/v1" | number | counter)`.
pub struct Stream {
    keyed: Keyed,
    number: u32,
    counter: u32,
    block: [u8; 32],
    used: usize,
}

impl Stream {
    /// A uniform number below `bound`: words over the last multiple of `bound` are refused, so there is no bias.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        // What 2^32 leaves when it is divided by `bound`: so many of the highest words are refused.
        let rest = bound.wrapping_neg() % bound;
        loop {
            let word = self.word();
            if word <= u32::MAX - rest {
                return word % bound;
            }
        }
    }

    fn word(&mut self) -> u32 {
        if self.used == self.block.len() {
            let (number, counter) = (self.number.to_be_bytes(), self.counter.to_be_bytes());
            self.block = self.keyed.hash(&[b"parlour/stream/v1", &number, &counter]);
            self.counter += 1;
            self.used = 0;
        }
        let word = &self.block[self.used..self.used + 4];
        self.used += 4;
        u32::from_be_bytes(word.try_into().expect("a block is eight words"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_its_hex_digits_and_debug_hides_them() {
        let text = "00ff".repeat(16);
        let seed: Seed = text.parse().expect("64 digits");
        assert_eq!(seed.to_string(), text);
        assert!(!format!("{seed:?}").contains("ff"));
        for bad in ["", "0", &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(bad.parse::<Seed>(), Err(NotASeed));
        }
    }

    /// Computed apart from this crate, with another HMAC: each part is preceded by its length in four bytes, big-endian.
    #[test]
    fn the_stream_is_fixed_for_ever() {
        let seed = Seed::new([7; 32]);
        let mut stream = seed.stream(0);
        let words: Vec<u32> = (0..9).map(|_| stream.word()).collect();
        assert_eq!(words[..4], [0xa1f1_c290, 0x14a1_d75c, 0xc26e_629c, 0x3cce_8edd]);
        assert_eq!(words[8], 0x48a7_2d57, "the first word of the second block");
        let third = "20d6e4f9c67ce7cfc5fb7d351fba2cfe4f97c10781aadc9a38be1ba6ea243a2b";
        assert_eq!(seed.of_round(3).to_string(), third);
    }

    /// A word over the last multiple of the bound is refused; 3 divides 2^32 with a rest of 1.
    #[test]
    fn numbers_are_below_their_bound() {
        let mut stream = Seed::new([3; 32]).stream(5);
        assert!((0..1_000).all(|_| stream.below(3) < 3));
        assert_eq!(stream.below(1), 0);
    }

    #[test]
    fn streams_and_rounds_differ() {
        let seed = Seed::new([1; 32]);
        assert_ne!(seed.stream(0).word(), seed.stream(1).word());
        assert_ne!(seed.of_round(1), seed.of_round(2));
    }
}

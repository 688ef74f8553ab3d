//! Chance for tests, benches and fuzzing: a small source of numbers that are the same on every machine and for ever.
//!
//! Invariant: nothing here decides anything in a match that somebody plays; deals come from a seed of the engine. So the
//! numbers need be neither secret nor free of the last bias: a number below a small bound is as good as uniform.

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The source with this number.
    pub fn new(number: u64) -> Chance {
        Chance(number)
    }

    /// 64 uniform bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is small and not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// True `times` out of `of` times.
    pub fn chance(&mut self, times: usize, of: usize) -> bool {
        self.below(of) < times
    }

    /// One of these, of which there is at least one.
    pub fn pick<'a, T>(&mut self, values: &'a [T]) -> &'a T {
        &values[self.below(values.len())]
    }

    /// Puts the values into any order.
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for place in (1..values.len()).rev() {
            values.swap(place, self.below(place + 1));
        }
    }

    /// 32 bytes, for a seed.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.bits().to_le_bytes());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published numbers of SplitMix64 for the seed 1234567.
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut chance = Chance::new(1_234_567);
        let numbers: [u64; 3] = std::array::from_fn(|_| chance.bits());
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn a_shuffle_loses_nothing() {
        let mut values: Vec<usize> = (0..20).collect();
        Chance::new(1).shuffle(&mut values);
        assert_ne!(values, (0..20).collect::<Vec<_>>());
        values.sort_unstable();
        assert_eq!(values, (0..20).collect::<Vec<_>>());
    }
}

//! Picking one of many without a list of them: each is as likely as any other, and nothing is allocated.
//!
//! Invariant: a pick depends on nothing but what is offered, in its order, and on the numbers drawn; it is the same on
//! every machine. A chance is exact to one part in 2^53.

/// Keeps one of the values that are offered to it.
///
/// The value number `n` takes the place of what is kept with a chance of 1 in `n`. Not every value asks for a number:
/// after number `i` the next to be kept comes after number `m` with a chance of `i / m`, so that it is number
/// `i / u + 1`, rounded down, for a `u` that is uniform between 0 and 1. Of `n` values about `ln n` ask.
pub(crate) struct Pick<T, D> {
    kept: Option<T>,
    offered: u64,
    next: u64,
    draw: D,
}

impl<T, D: FnMut() -> u64> Pick<T, D> {
    /// Nothing is kept yet; `draw` gives uniform numbers of 64 bits.
    pub(crate) fn new(draw: D) -> Pick<T, D> {
        Pick { kept: None, offered: 0, next: 1, draw }
    }

    /// Offers a value.
    pub(crate) fn offer(&mut self, value: T) {
        self.offered += 1;
        if self.offered == self.next {
            self.kept = Some(value);
            // A cast from a float that is too large saturates: no value comes so late.
            self.next = (self.offered as f64 / unit((self.draw)())) as u64 + 1;
        }
    }

    /// What was kept; none if nothing was offered.
    pub(crate) fn kept(self) -> Option<T> {
        self.kept
    }
}

/// A number over 0 and up to 1 from 64 uniform bits.
fn unit(bits: u64) -> f64 {
    const STEPS: f64 = (1u64 << 53) as f64;
    ((bits >> 11) + 1) as f64 / STEPS
}

/// A number below `bound` from 64 uniform bits; `bound` is small.
pub(crate) fn below(bound: usize, bits: u64) -> usize {
    ((u128::from(bits) * bound as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SplitMix64.
    fn numbers(mut state: u64) -> impl FnMut() -> u64 {
        move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        }
    }

    /// 70,000 picks of seven: 10,000 are expected of each, and 93 is one standard deviation. The numbers are fixed.
    #[test]
    fn each_value_is_as_likely() {
        let mut draw = numbers(1);
        let mut kept = [0; 7];
        let mut at = [0; 7];
        for _ in 0..70_000 {
            let mut pick = Pick::new(&mut draw);
            (0..7).for_each(|value| pick.offer(value));
            kept[pick.kept().expect("seven were offered")] += 1;
            at[below(7, draw())] += 1;
        }
        for times in kept.into_iter().chain(at) {
            assert!((9_600..10_400).contains(&times), "{kept:?} {at:?}");
        }
    }

    #[test]
    fn the_ends_are_reached_and_not_passed() {
        assert_eq!([0, u64::MAX].map(|bits| below(7, bits)), [0, 6]);
        assert_eq!(unit(u64::MAX), 1.0);
        assert!(unit(0) > 0.0);
        for bits in [0, u64::MAX] {
            let mut pick = Pick::new(|| bits);
            (0..5).for_each(|value| pick.offer(value));
            assert_eq!(pick.kept(), Some(if bits == 0 { 0 } else { 4 }));
        }
        assert_eq!(Pick::<(), _>::new(|| 0).kept(), None);
    }
}

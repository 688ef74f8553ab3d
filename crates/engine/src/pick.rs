//! Picking one of many without a list of them: each is as likely as any other, and nothing is allocated.
//!
//! Invariant: a pick depends on nothing but what is offered, in its order, and on the numbers drawn, one for each group; it
//! is the same on every machine. Among `n` values a chance is exact to `n` parts in 2^64.

/// Keeps one of the values that are offered to it, group by group.
///
/// A group of `k` values behind `n` others takes the place of what is kept with a chance of `k / (n + k)`.
pub(crate) struct Pick<G, D> {
    /// The group of what is kept, and its number there.
    kept: Option<(G, usize)>,
    offered: u64,
    draw: D,
}

impl<G, D: FnMut() -> u64> Pick<G, D> {
    /// Nothing is kept yet; `draw` gives uniform numbers of 64 bits.
    pub(crate) fn new(draw: D) -> Pick<G, D> {
        Pick { kept: None, offered: 0, draw }
    }

    /// Offers a group of `len` values, at least one.
    #[inline]
    pub(crate) fn offer(&mut self, len: usize, group: G) {
        let before = self.offered;
        self.offered += len as u64;
        let number = below(self.offered, (self.draw)());
        if number >= before {
            self.kept = Some((group, (number - before) as usize));
        }
    }

    /// What was kept: its group and its number there; none if nothing was offered.
    pub(crate) fn kept(self) -> Option<(G, usize)> {
        self.kept
    }
}

/// A number below `bound` from 64 uniform bits: the same part of `bound` as they are of all such numbers.
fn below(bound: u64, bits: u64) -> u64 {
    ((u128::from(bits) * u128::from(bound)) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_chance::Chance;

    /// 70,000 picks of seven in groups of one, four and two: 10,000 are expected of each, and 93 is one standard
    /// deviation. The numbers are fixed.
    #[test]
    fn each_value_is_as_likely() {
        let mut chance = Chance::new(1);
        let mut kept = [0; 7];
        for _ in 0..70_000 {
            let mut pick = Pick::new(|| chance.bits());
            [(1, 0), (4, 1), (2, 5)].into_iter().for_each(|(len, first)| pick.offer(len, first));
            let (first, number) = pick.kept().expect("seven were offered");
            kept[first + number] += 1;
        }
        for times in kept {
            assert!((9_600..10_400).contains(&times), "{kept:?}");
        }
    }

    #[test]
    fn the_ends_are_reached_and_not_passed() {
        for bits in [0, u64::MAX] {
            let mut pick = Pick::new(|| bits);
            (0..5).for_each(|value| pick.offer(2, value));
            assert_eq!(pick.kept(), Some(if bits == 0 { (0, 0) } else { (4, 1) }));
        }
        assert_eq!(Pick::<(), _>::new(|| 0).kept(), None);
    }
}

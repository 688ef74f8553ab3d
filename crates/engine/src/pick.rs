//! Picking one of many without a list of them: each is as likely as any other, and nothing is allocated.
//!
//! Invariant: a pick depends on nothing but what is offered, in its order, and on the numbers drawn; it is the same on
//! every machine. A chance is exact to one part in 2^53.

/// Keeps one of the values that are offered to it, group by group.
///
/// The value number `n` takes the place of what is kept with a chance of 1 in `n`. Not every value asks for a number:
/// after number `i` the next to be kept comes after number `m` with a chance of `i / m`, so that it is number
/// `i / u + 1`, rounded down, for a `u` that is uniform between 0 and 1. Of `n` values about `ln n` ask.
pub(crate) struct Pick<G, D> {
    /// The group of what is kept, and its number there.
    kept: Option<(G, usize)>,
    offered: u64,
    next: u64,
    draw: D,
}

impl<G, D: FnMut() -> u64> Pick<G, D> {
    /// Nothing is kept yet; `draw` gives uniform numbers of 64 bits.
    pub(crate) fn new(draw: D) -> Pick<G, D> {
        Pick { kept: None, offered: 0, next: 1, draw }
    }

    /// Offers a group of `len` values.
    pub(crate) fn offer(&mut self, len: usize, group: G) {
        let before = self.offered;
        self.offered += len as u64;
        if self.next > self.offered {
            return;
        }
        let mut number = self.next;
        while self.next <= self.offered {
            number = self.next;
            // A cast from a float that is too large saturates: no value comes so late.
            self.next = ((number as f64 / unit((self.draw)())) as u64).saturating_add(1);
        }
        self.kept = Some((group, (number - before - 1) as usize));
    }

    /// What was kept: its group and its number there; none if nothing was offered.
    pub(crate) fn kept(self) -> Option<(G, usize)> {
        self.kept
    }
}

/// A number over 0 and up to 1 from 64 uniform bits.
fn unit(bits: u64) -> f64 {
    const STEPS: f64 = (1u64 << 53) as f64;
    ((bits >> 11) + 1) as f64 / STEPS
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
            [(1, 0), (4, 1), (0, 9), (2, 5)].into_iter().for_each(|(len, first)| pick.offer(len, first));
            let (first, number) = pick.kept().expect("seven were offered");
            kept[first + number] += 1;
        }
        for times in kept {
            assert!((9_600..10_400).contains(&times), "{kept:?}");
        }
    }

    #[test]
    fn the_ends_are_reached_and_not_passed() {
        assert_eq!(unit(u64::MAX), 1.0);
        assert!(unit(0) > 0.0);
        for bits in [0, u64::MAX] {
            let mut pick = Pick::new(|| bits);
            (0..5).for_each(|value| pick.offer(2, value));
            assert_eq!(pick.kept(), Some(if bits == 0 { (0, 0) } else { (4, 1) }));
        }
        assert_eq!(Pick::<(), _>::new(|| 0).kept(), None);
    }
}

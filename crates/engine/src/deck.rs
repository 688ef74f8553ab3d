//! Shuffles: the one function by which every deck, pool and starter of this project is drawn.

use crate::seed::Stream;

/// Puts `deck` into an order drawn from `stream`: Fisher and Yates with descending `i`, `j` uniform in `0..=i`.
pub(crate) fn shuffle<T>(deck: &mut [T], stream: &mut Stream) {
    for i in (1..deck.len()).rev() {
        let bound = u32::try_from(i + 1).expect("a deck is small");
        deck.swap(i, stream.below(bound) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use std::collections::HashMap;

    /// Each of the 24 orders of four cards comes up about equally often: 24,000 shuffles, 1,000 expected of each.
    /// 32 is about one standard deviation, and the seeds are fixed, so the bound of 160 is not a matter of luck.
    #[test]
    fn every_order_is_as_likely() {
        let mut seen = HashMap::new();
        for round in 0..24_000 {
            let mut deck = [0, 1, 2, 3];
            shuffle(&mut deck, &mut Seed::new([9; 32]).of_round(round).stream(0));
            *seen.entry(deck).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 24);
        for (order, times) in seen {
            assert!((840..1160).contains(&times), "{order:?} came {times} times");
        }
    }
}

//! In how many plays a hand can be laid: the measure by which plays are compared.

use parlour_rules::tichu::{Card, Cards, Rank};

/// About the least number of plays in which the hand goes out when nobody is in the way.
///
/// It takes the longest straights first or not at all, full houses where a triple and a pair are left, and lets the
/// Phoenix complete one group; so it is an upper bound of the true number.
pub(super) fn plays_needed(hand: Cards) -> usize {
    let mut counts = Counts::of(hand);
    let specials = [Card::DRAGON, Card::DOG].into_iter().filter(|&card| hand.contains(card)).count();
    let phoenix = hand.contains(Card::PHOENIX);
    let best = counts.best(2);
    specials + if phoenix && best > 1 { best - 1 } else { best + usize::from(phoenix && best == 0) }
}

/// How many cards there are of each rank; index 1 is the Mah Jong.
struct Counts([u8; 15]);

impl Counts {
    fn of(hand: Cards) -> Counts {
        let mut counts = [0; 15];
        counts[1] = u8::from(hand.contains(Card::MAH_JONG));
        for rank in Rank::all() {
            counts[usize::from(rank.get())] = hand.intersection(Cards::of_rank(rank)).len() as u8;
        }
        Counts(counts)
    }

    /// The fewest plays when at most `straights` straights are taken.
    fn best(&mut self, straights: u8) -> usize {
        let without = self.groups();
        if straights == 0 {
            return without;
        }
        let with = self.runs().into_iter().map(|(bottom, top)| {
            self.0[bottom..=top].iter_mut().for_each(|count| *count -= 1);
            let plays = 1 + self.best(straights - 1);
            self.0[bottom..=top].iter_mut().for_each(|count| *count += 1);
            plays
        });
        with.min().map_or(without, |with| with.min(without))
    }

    /// The longest straights, from their first to their last rank.
    fn runs(&self) -> Vec<(usize, usize)> {
        let mut runs = Vec::new();
        let mut bottom = 1;
        for rank in 1..=15 {
            if rank == 15 || self.0[rank] == 0 {
                if rank - bottom >= 5 {
                    runs.push((bottom, rank - 1));
                }
                bottom = rank + 1;
            }
        }
        runs
    }

    /// Plays without straights: a group for each rank, less the pairs that join a triple or follow each other.
    fn groups(&self) -> usize {
        let count = |of: u8| self.0.iter().filter(|&&count| count == of).count();
        let stairs: usize = self
            .0
            .chunk_by(|a, b| *a == 2 && *b == 2)
            .filter(|run| run[0] == 2 && run.len() > 1)
            .map(|run| run.len() - 1)
            .sum();
        let ranks = self.0.iter().filter(|&&count| count > 0).count();
        let pairs = count(2) - stairs;
        ranks - stairs - count(3).min(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_counted_in_plays() {
        for (hand, plays) in [
            ("5j", 1),
            ("5j 5s", 1),
            ("5j 5s 7j 7s 7p", 1),
            ("2j 3s 4j 5j 6p", 1),
            ("2j 3s 4j 5j 6p 6j", 2),
            ("1 2j 3s 4j 5j Aj", 2),
            ("4j 4s 5j 5s 6p 6j", 1),
            ("Aj As Ap At 3j", 2),
            ("R D 2j", 3),
            ("P", 1),
            ("P 9j", 1),
            ("2j 4j 6j 8j Tj", 5),
        ] {
            assert_eq!(plays_needed(hand.parse().expect("cards")), plays, "{hand}");
        }
    }
}

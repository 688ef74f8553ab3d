//! What a round brings, and when a match is over (T22 to T25).
//!
//! A match is over after 200 rounds at the latest: then the team with more points wins, and equal points are a draw,
//! whatever the options say.

use std::cmp::Ordering;

use parlour_rules::tichu::{Finish, score};

use super::playing::Playing;
use super::position::Stage;
use super::{RoundResult, SEATS, Tie, Variant};
use crate::{BySeat, Length};

/// The most rounds of a match.
pub(super) const MOST_ROUNDS: u16 = 200;

impl RoundResult {
    /// The result of a round that ended so.
    pub(super) fn of(round: u16, finish: Finish, playing: &Playing) -> RoundResult {
        let score = score(finish, array(&playing.won), array(&playing.hands), array(&playing.calls));
        RoundResult {
            round,
            out: playing.out.clone(),
            double_victory: matches!(finish, Finish::DoubleVictory { .. }),
            calls: playing.calls.clone(),
            cards: score.cards,
            points: score.points(),
            hands: playing.hands.clone(),
        }
    }
}

/// Where a match stands after a round that brought the totals to this (T25).
pub(super) fn after_round(variant: &Variant, round: u16, totals: [i32; 2]) -> Stage {
    let reached = match variant.length {
        Length::Rounds(rounds) => round >= rounds,
        Length::Target(target) => totals.iter().any(|&points| points >= i32::from(target)),
    };
    let winner = match totals[0].cmp(&totals[1]) {
        Ordering::Greater => Some(0),
        Ordering::Less => Some(1),
        Ordering::Equal => None,
    };
    let decided = reached && (winner.is_some() || variant.tie == Tie::Draw);
    if decided || round >= MOST_ROUNDS { Stage::Over { winner } } else { Stage::Between }
}

fn array<T: Copy>(values: &BySeat<T>) -> [T; SEATS] {
    let mut values = values.values();
    std::array::from_fn(|_| *values.next().expect("a Tichu table has four seats"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T25.
    #[test]
    fn a_match_ends_when_it_is_decided() {
        let over = |winner| Stage::Over { winner };
        let (target, rounds) = (Length::Target(1_000), Length::Rounds(2));
        for (length, tie, round, totals, expected) in [
            (target, Tie::PlayOn, 9, [999, 990], Stage::Between),
            (target, Tie::PlayOn, 9, [1_050, 1_020], over(Some(0))),
            (target, Tie::PlayOn, 9, [1_020, 1_050], over(Some(1))),
            (target, Tie::PlayOn, 9, [-200, 1_000], over(Some(1))),
            (target, Tie::PlayOn, 9, [1_050, 1_050], Stage::Between),
            (target, Tie::Draw, 9, [1_050, 1_050], over(None)),
            (target, Tie::Draw, 9, [50, 50], Stage::Between),
            (target, Tie::PlayOn, 200, [1_050, 1_050], over(None)),
            (target, Tie::PlayOn, 200, [-50, 50], over(Some(1))),
            (rounds, Tie::PlayOn, 1, [2_000, 0], Stage::Between),
            (rounds, Tie::PlayOn, 2, [50, 150], over(Some(1))),
            (rounds, Tie::PlayOn, 2, [100, 100], Stage::Between),
            (rounds, Tie::PlayOn, 3, [100, 200], over(Some(1))),
            (rounds, Tie::Draw, 2, [100, 100], over(None)),
        ] {
            let variant = Variant { length, tie, ..Variant::default() };
            assert_eq!(
                after_round(&variant, round, totals),
                expected,
                "{length:?} {tie:?} {round} {totals:?}"
            );
        }
    }
}

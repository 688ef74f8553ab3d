//! What a finished round brings (T22 to T24).
//!
//! Invariant: the card points of a round sum to 100, or are 200 and 0 after a double victory.
//!
//! Seats are numbers from 0 to 3; teams are 0 for seats 0 and 2, and 1 for seats 1 and 3 (T1).

use serde::{Deserialize, Serialize};

use super::Cards;

/// What a seat called before it played (T2, T3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// To go out first, for 100 points.
    Tichu,
    /// The same on eight cards, for 200 points.
    Grand,
}

impl Call {
    /// What it brings when it is made, and costs when it fails (T24).
    pub const fn points(self) -> i32 {
        match self {
            Call::Tichu => 100,
            Call::Grand => 200,
        }
    }
}

/// How a round ended (T22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finish {
    /// Partners went out first and second.
    DoubleVictory {
        /// The seat that was first out.
        first: usize,
    },
    /// One seat holds cards.
    OneLeft {
        /// The seat that was first out.
        first: usize,
        /// The seat that holds cards.
        last: usize,
    },
}

impl Finish {
    /// How the round ended when these seats are out, in order; none while it goes on.
    ///
    /// # Panics
    /// May panic if `out` is not a list of at most three different seats from 0 to 3.
    pub fn of(out: &[usize]) -> Option<Finish> {
        match *out {
            [first, second] if first % 2 == second % 2 => Some(Finish::DoubleVictory { first }),
            [first, second, third] => Some(Finish::OneLeft { first, last: 6 - first - second - third }),
            _ => None,
        }
    }

    /// The seat that was first out.
    pub const fn first(self) -> usize {
        match self {
            Finish::DoubleVictory { first } | Finish::OneLeft { first, .. } => first,
        }
    }
}

/// What a round brought, by team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Card points, or 200 and 0 after a double victory (T23, T24).
    pub cards: [i32; 2],
    /// What the calls brought or cost (T24).
    pub calls: [i32; 2],
}

impl Score {
    /// All that the round brought.
    pub const fn points(&self) -> [i32; 2] {
        [self.cards[0] + self.calls[0], self.cards[1] + self.calls[1]]
    }
}

/// Scores a round (T23, T24).
///
/// `won` are the cards that each seat took in tricks, the Dragon's trick with the opponent who got it, and the trick
/// that lay on the table with the seat that went out third. `hands` are the cards still held.
pub fn score(finish: Finish, won: [Cards; 4], hands: [Cards; 4], calls: [Option<Call>; 4]) -> Score {
    let mut cards = [0; 2];
    match finish {
        Finish::DoubleVictory { first } => cards[first % 2] = 200,
        Finish::OneLeft { first, last } => {
            for (seat, won) in won.into_iter().enumerate() {
                let to = if seat == last { first } else { seat };
                cards[to % 2] += i32::from(won.points());
            }
            cards[1 - last % 2] += i32::from(hands[last].points());
        }
    }
    let mut bonus = [0; 2];
    for (seat, call) in calls.into_iter().enumerate() {
        let points = call.map_or(0, Call::points);
        bonus[seat % 2] += if seat == finish.first() { points } else { -points };
    }
    Score { cards, calls: bonus }
}

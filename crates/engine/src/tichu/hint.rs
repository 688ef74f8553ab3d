//! What the referee shows a seat of its hand: the combinations that it can play now.
//!
//! Invariants: it follows from the seat's view alone; the list is bounded, and everything in it is legal.

use parlour_rules::tichu::{Card, Cards, Combination, Play, Rank};
use serde::{Deserialize, Serialize};

use super::View;

/// The combinations that a seat can play now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "TichuHint"))]
#[cfg_attr(feature = "types", schemars(rename = "TichuHint"))]
pub struct Hint {
    /// Each combination once, with cards that make it; the Phoenix is among them only where it must be. Out of turn
    /// they are bombs (T15).
    pub plays: Vec<Playable>,
    /// Whether there were more than [`Hint::MOST`].
    pub more: bool,
    /// Whether the seat may pass (T11, T19).
    pub pass: bool,
}

/// Cards that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Playable {
    /// The cards.
    #[cfg_attr(feature = "types", ts(type = "Card[]"))]
    pub cards: Cards,
    /// What they are.
    pub combination: Combination,
    /// The rank that has to be stated for the Phoenix (T9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub phoenix: Option<Rank>,
}

impl Hint {
    /// The most combinations that are listed.
    pub const MOST: usize = 100;
}

impl View {
    /// The combinations that the viewer can play now; none for a spectator and while nothing can be played.
    pub fn hint(&self) -> Option<Hint> {
        let (plays, pass) = self.desk()?.playable()?;
        let mut kept: Vec<Play> = Vec::new();
        for play in plays {
            match kept.iter_mut().find(|other| other.combination == play.combination) {
                Some(other) if costs(other) && !costs(&play) => *other = play,
                Some(_) => {}
                None => kept.push(play),
            }
        }
        let more = kept.len() > Hint::MOST;
        kept.truncate(Hint::MOST);
        let plays = kept.iter().map(|play| Playable {
            cards: play.cards,
            combination: play.combination,
            phoenix: play.stated(),
        });
        Some(Hint { plays: plays.collect(), more, pass })
    }
}

/// What is dear about one way to make a combination.
fn costs(play: &Play) -> bool {
    play.cards.contains(Card::PHOENIX)
}

//! What a round is worth to the seat that won it (R18).

use serde::{Deserialize, Serialize};

use super::{Layout, Tile, Tiles, arrange};

/// How a round is scored (R18).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scoring {
    /// One point for each round won.
    #[default]
    Rounds,
    /// Two points; one with a joker in the layout; three with a joker as the closing discard.
    Remi,
    /// What the other racks hold outside melds under their best layouts.
    Deadwood,
}

impl Scoring {
    /// The points of the seat that won with this layout and closing discard, given the racks of the others.
    ///
    /// Under [`Scoring::Remi`] the closing discard decides before the layout: one joker laid and the other
    /// thrown is worth three.
    pub fn points(self, layout: &Layout, throw: Tile, others: impl IntoIterator<Item = Tiles>) -> u32 {
        match self {
            Scoring::Rounds => 1,
            Scoring::Remi if throw.is_joker() => 3,
            Scoring::Remi if layout.tiles().contains(&Tile::JOKER) => 1,
            Scoring::Remi => 2,
            Scoring::Deadwood => others.into_iter().map(arrange::deadwood).sum(),
        }
    }
}

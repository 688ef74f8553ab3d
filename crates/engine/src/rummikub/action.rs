//! What a seat may ask in Rummikub.

use parlour_rules::rummikub::{Layout, Tile};
use serde::{Deserialize, Serialize};

/// What a seat may ask. As text: `take pool`, `take discards`, `throw R5`, `declare O13 : R1 R2 R3 / K7 R7 O7`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "types", ts(rename = "RummikubAction"))]
#[cfg_attr(feature = "types", schemars(rename = "RummikubAction"))]
pub enum Action {
    /// Take a tile (R8, R9).
    Take {
        /// Where from.
        from: Source,
    },
    /// Throw a tile, which ends the turn (R8, R10, R11).
    Throw {
        /// The tile.
        tile: Tile,
    },
    /// Throw a tile and lay the other 14 (R14).
    Declare {
        /// The tile thrown.
        throw: Tile,
        /// The melds, as laid.
        layout: Layout,
    },
}

/// Where a tile is taken from (R9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The face-down pool.
    Pool,
    /// The tile that the previous seat threw last.
    Discards,
}

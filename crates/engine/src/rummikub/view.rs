//! What one viewer may know of a Rummikub match.

use parlour_rules::rummikub::{Layout, Tile, Tiles};
use serde::{Deserialize, Serialize};

use super::Variant;
use crate::{BySeat, Seat};

/// All that a viewer may know; `legal_actions` follows from it alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "RummikubView"))]
#[cfg_attr(feature = "types", schemars(rename = "RummikubView"))]
pub struct View {
    /// The options of the match.
    pub variant: Variant,
    /// The viewer's seat; none for a spectator.
    pub seat: Option<Seat>,
    /// The round's number, from 1; 0 before the first deal.
    pub round: u16,
    /// Where the round stands.
    pub phase: Phase,
    /// The viewer's rack; none for a spectator.
    #[cfg_attr(feature = "types", ts(type = "Tile[] | null"))]
    pub rack: Option<Tiles>,
    /// The tile that the viewer took in its running turn, from wherever.
    pub taken: Option<Tile>,
    /// Tiles in each rack.
    #[cfg_attr(feature = "types", ts(type = "number[]"))]
    pub counts: BySeat<u8>,
    /// Tiles in the pool.
    pub pool: u8,
    /// How often the discards may still become a new pool in this round (R12).
    pub reshuffles: u8,
    /// The discards from the first to the last; the last is the one that may be taken (R9).
    pub discards: Vec<Thrown>,
    /// Points of the match so far.
    #[cfg_attr(feature = "types", ts(type = "number[]"))]
    pub totals: BySeat<i32>,
    /// The rounds that are over, in order.
    pub results: Vec<RoundResult>,
}

/// Where a round stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "phase", rename_all = "snake_case")]
#[cfg_attr(feature = "types", ts(rename = "RummikubPhase"))]
#[cfg_attr(feature = "types", schemars(rename = "RummikubPhase"))]
pub enum Phase {
    /// No round is being played: before the first, or between two.
    Between,
    /// A seat must take a tile.
    Take {
        /// The seat on turn.
        turn: Seat,
    },
    /// A seat must throw a tile, or declare.
    Throw {
        /// The seat on turn.
        turn: Seat,
        /// The tile that it took from the discards, which it may not throw (R10); none after the pool.
        from_discards: Option<Tile>,
        /// Declarations refused in this turn, at most 3 (R16).
        refused: u8,
    },
    /// The match is over.
    Over {
        /// The seats with the most points.
        winners: Vec<Seat>,
    },
}

/// A tile among the discards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Thrown {
    /// Who threw it.
    pub seat: Seat,
    /// The tile.
    pub tile: Tile,
}

/// What a round brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "RummikubRoundResult"))]
#[cfg_attr(feature = "types", schemars(rename = "RummikubRoundResult"))]
pub struct RoundResult {
    /// The round's number, from 1.
    pub round: u16,
    /// The seat that declared; none when the round was drawn (R12).
    pub winner: Option<Seat>,
    /// What the winner laid.
    pub layout: Option<Layout>,
    /// The tile that the winner threw.
    pub throw: Option<Tile>,
    /// The racks at the end, the winner's without its layout and throw.
    #[cfg_attr(feature = "types", ts(type = "Tile[][]"))]
    pub racks: BySeat<Tiles>,
    /// Points of the round, penalties included (R16, R18).
    #[cfg_attr(feature = "types", ts(type = "number[]"))]
    pub points: BySeat<i32>,
}

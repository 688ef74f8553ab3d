//! What happens in Rummikub.
//!
//! Invariant: a field that is not for everybody is an `Option` whose `None` means "not for this viewer"; the
//! engine's own events hold every field, and [`crate::Game::seen_by`] takes out what a viewer may not know (R13).

use parlour_rules::rummikub::{Fault, Layout, Tile, Tiles};
use serde::{Deserialize, Serialize};

use super::{RoundResult, Source};
use crate::{BySeat, Seat};

/// What happened, past tense.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "types", ts(rename = "RummikubEvent"))]
#[cfg_attr(feature = "types", schemars(rename = "RummikubEvent"))]
pub enum Event {
    /// A round began with 14 tiles in each rack (R2).
    Dealt {
        /// The round's number, from 1.
        round: u16,
        /// The seat that begins.
        starter: Seat,
        /// The racks; a viewer sees its own.
        #[cfg_attr(feature = "types", ts(type = "(Tile[] | null)[]"))]
        racks: BySeat<Option<Tiles>>,
        /// Tiles left in the pool.
        pool: u8,
    },
    /// The clock of this seat's turn ran out; what was done for it follows (R20).
    TimedOut {
        /// The seat.
        seat: Seat,
    },
    /// A seat took a tile (R8, R9).
    Took {
        /// The seat.
        seat: Seat,
        /// Where from.
        from: Source,
        /// The tile: known to all from the discards, to the seat alone from the pool (R13).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        tile: Option<Tile>,
    },
    /// A seat threw a tile (R8).
    Threw {
        /// The seat.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// The discards but the last became the new pool (R12).
    Reshuffled {
        /// Tiles in the new pool.
        pool: u8,
    },
    /// A declaration was refused; the turn goes on (R16).
    Refused {
        /// The seat that declared.
        seat: Seat,
        /// Every fault with its place, for the seat alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        faults: Option<Vec<Fault>>,
        /// Declarations that the seat has left in this turn.
        left: u8,
        /// Points that each seat gets for it: zeros, or 1 for every other seat under `penalty`.
        #[cfg_attr(feature = "types", ts(type = "number[]"))]
        points: BySeat<i32>,
    },
    /// A seat laid all its tiles and won the round (R15).
    Declared {
        /// The seat.
        seat: Seat,
        /// The closing discard.
        throw: Tile,
        /// The melds, as laid.
        layout: Layout,
    },
    /// The round is over, won or drawn.
    RoundEnded {
        /// What it brought.
        result: RoundResult,
    },
    /// The match is over (R19).
    MatchEnded {
        /// The seats with the most points: one, or several that share the first place.
        winners: Vec<Seat>,
        /// Points of the whole match.
        #[cfg_attr(feature = "types", ts(type = "number[]"))]
        totals: BySeat<i32>,
    },
}

//! What is wrong with a declaration, and where.
//!
//! Invariant: a fault in a meld names the meld, every other fault names the tiles, so that a player can be shown
//! the place. Text and JSON hold the same.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{MeldFault, ParseError, Tile, Tiles};

/// A fault of a declaration. As text `gap in meld 2`, `tile_used_twice R5`, `tiles_left_over B11 B12`; in JSON
/// `{"code":"gap","meld":2}`, `{"code":"tile_used_twice","tile":"R5"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(untagged)]
pub enum Fault {
    /// A meld is not valid.
    Meld {
        /// Why.
        code: MeldFault,
        /// Its number in the layout, from 1.
        meld: u8,
    },
    /// The melds and the discard do not divide the rack.
    Division(DivisionFault),
}

/// Why melds and discard do not divide a rack (R15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum DivisionFault {
    /// No tile is thrown (R14).
    DiscardRequired,
    /// The tile thrown is not in the rack.
    DiscardNotInRack {
        /// The tile.
        tile: Tile,
    },
    /// A tile laid is not in the rack.
    TileNotInRack {
        /// The tile.
        tile: Tile,
    },
    /// A tile is laid more often than it is in the rack.
    TileUsedTwice {
        /// The tile.
        tile: Tile,
    },
    /// The tile thrown is laid as well.
    DiscardInMeld {
        /// The tile.
        tile: Tile,
    },
    /// Tiles of the rack are neither laid nor thrown.
    TilesLeftOver {
        /// The tiles.
        tiles: Tiles,
    },
}

impl From<DivisionFault> for Fault {
    fn from(fault: DivisionFault) -> Fault {
        Fault::Division(fault)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Meld { code, meld } => write!(f, "{code} in meld {meld}"),
            Fault::Division(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for DivisionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DivisionFault::DiscardRequired => f.write_str("discard_required"),
            DivisionFault::DiscardNotInRack { tile } => write!(f, "discard_not_in_rack {tile}"),
            DivisionFault::TileNotInRack { tile } => write!(f, "tile_not_in_rack {tile}"),
            DivisionFault::TileUsedTwice { tile } => write!(f, "tile_used_twice {tile}"),
            DivisionFault::DiscardInMeld { tile } => write!(f, "discard_in_meld {tile}"),
            DivisionFault::TilesLeftOver { tiles } => write!(f, "tiles_left_over {tiles}"),
        }
    }
}

impl FromStr for Fault {
    type Err = ParseError;

    /// Takes the one spelling that `Display` writes.
    fn from_str(text: &str) -> Result<Fault, ParseError> {
        let (code, place) = text.split_once(' ').unwrap_or((text, ""));
        let fault = match place.strip_prefix("in meld ") {
            Some(meld) => {
                Fault::Meld { code: code.parse()?, meld: meld.parse().map_err(|_| ParseError::Fault)? }
            }
            None => Fault::Division(DivisionFault::parse(code, place)?),
        };
        if fault.to_string() == text { Ok(fault) } else { Err(ParseError::Fault) }
    }
}

impl DivisionFault {
    fn parse(code: &str, place: &str) -> Result<DivisionFault, ParseError> {
        let tile = || place.parse::<Tile>();
        Ok(match code {
            "discard_required" => DivisionFault::DiscardRequired,
            "discard_not_in_rack" => DivisionFault::DiscardNotInRack { tile: tile()? },
            "tile_not_in_rack" => DivisionFault::TileNotInRack { tile: tile()? },
            "tile_used_twice" => DivisionFault::TileUsedTwice { tile: tile()? },
            "discard_in_meld" => DivisionFault::DiscardInMeld { tile: tile()? },
            "tiles_left_over" => DivisionFault::TilesLeftOver { tiles: place.parse()? },
            _ => return Err(ParseError::Fault),
        })
    }
}

//! What can be wrong with the text or the JSON of tiles, layouts and faults.
//!
//! Invariant: no error repeats its input, so a hostile input cannot make a message long.

use thiserror::Error;

use super::{Layout, Tile};

/// Why a text or a list is no tile, multiset, layout or fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// Not a tile.
    #[error("a tile is R, O, B or K and a number from 1 to 13, or J for a joker")]
    Tile,
    /// A third tile of one face, which no rack can hold (R1).
    #[error("{0} more than twice")]
    TooManyCopies(Tile),
    /// More tiles than a layout may hold.
    #[error("more than {} tiles in a layout", Layout::MAX_TILES)]
    TooManyTiles,
    /// More melds than a layout may hold.
    #[error("more than {} melds in a layout", Layout::MAX_MELDS)]
    TooManyMelds,
    /// Not a fault of a declaration.
    #[error("not a fault of a declaration")]
    Fault,
}

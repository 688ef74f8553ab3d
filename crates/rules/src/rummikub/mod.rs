//! Rummikub, draw and discard: tiles, melds, layouts, declarations (R1 to R7, R14 to R18).

pub mod arrange;
mod catalogue;
mod closing;
pub mod declaration;
pub mod distance;
mod fault;
mod laid;
mod layout;
pub mod meld;
mod notation;
#[cfg(feature = "types")]
mod schema;
mod score;
mod tile;
mod tiles;

pub use arrange::Arrangement;
pub use distance::{Reach, Throw};
pub use fault::{DivisionFault, Fault};
pub use layout::Layout;
pub use meld::{Meld, MeldFault, MeldKind};
pub use notation::ParseError;
pub use score::Scoring;
pub use tile::{Colour, Number, Tile};
pub use tiles::{Iter, Tiles};

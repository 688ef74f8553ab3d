//! A layout: melds of tiles, in the order in which they were laid.
//!
//! Invariants: at most [`Layout::MAX_TILES`] tiles in at most [`Layout::MAX_MELDS`] melds, whatever they are
//! worth; nothing is allocated for them. Whether they are valid is for [`super::declaration`] to say.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::tiles::{words, write_tiles};
use super::{ParseError, Tile};

/// Melds as laid. As text `R1 R2 R3 / K7 R7 O7`, an empty meld `-`; in JSON an array of arrays of tiles.
///
/// ```
/// use parlour_rules::rummikub::Layout;
///
/// let layout: Layout = "R1 R2 R3 / K7 R7 O7".parse().unwrap();
/// assert_eq!(layout.melds().count(), 2);
/// assert_eq!(layout.tiles().len(), 6);
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(as = "Vec<Vec<Tile>>"))]
pub struct Layout {
    /// The tiles of all melds, one after the other.
    tiles: ArrayVec<Tile, { Layout::MAX_TILES }>,
    /// Where each meld ends in `tiles`, ascending.
    ends: ArrayVec<u8, { Layout::MAX_MELDS }>,
}

impl Layout {
    /// Twice a full rack: room to lay a tile twice, which is a fault with a name, but no room to flood.
    pub const MAX_TILES: usize = 30;
    /// A meld for each tile of a full rack.
    pub const MAX_MELDS: usize = 15;

    /// A layout without melds.
    pub fn new() -> Layout {
        Layout::default()
    }

    /// The layout of these melds, in this order.
    pub fn from_melds<M: AsRef<[Tile]>>(melds: impl IntoIterator<Item = M>) -> Result<Layout, ParseError> {
        let mut layout = Layout::new();
        for meld in melds {
            layout.push(meld.as_ref())?;
        }
        Ok(layout)
    }

    /// Lays one more meld.
    pub fn push(&mut self, meld: &[Tile]) -> Result<(), ParseError> {
        if self.ends.is_full() {
            return Err(ParseError::TooManyMelds);
        }
        self.tiles.try_extend_from_slice(meld).map_err(|_| ParseError::TooManyTiles)?;
        self.end_meld()
    }

    /// Lays one more tile into the meld that is not ended yet.
    fn push_tile(&mut self, tile: Tile) -> Result<(), ParseError> {
        self.tiles.try_push(tile).map_err(|_| ParseError::TooManyTiles)
    }

    /// Makes a meld of the tiles laid since the last one.
    fn end_meld(&mut self) -> Result<(), ParseError> {
        let end = self.tiles.len() as u8;
        self.ends.try_push(end).map_err(|_| ParseError::TooManyMelds)
    }

    /// The melds, each in the order laid.
    pub fn melds(&self) -> impl ExactSizeIterator<Item = &[Tile]> + Clone {
        self.ends.iter().enumerate().map(|(place, &end)| {
            let start = if place == 0 { 0 } else { self.ends[place - 1] };
            &self.tiles[usize::from(start)..usize::from(end)]
        })
    }

    /// The tiles of all melds in the order laid.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Whether there are no melds.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, meld) in self.melds().enumerate() {
            if place > 0 {
                f.write_str(" / ")?;
            }
            write_tiles(f, meld.iter().copied())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl FromStr for Layout {
    type Err = ParseError;

    /// Melds separated by `/`; a blank text is the layout without melds.
    fn from_str(text: &str) -> Result<Layout, ParseError> {
        let mut layout = Layout::new();
        if text.trim().is_empty() {
            return Ok(layout);
        }
        for meld in text.split('/') {
            for word in words(meld) {
                layout.push_tile(word.parse()?)?;
            }
            layout.end_meld()?;
        }
        Ok(layout)
    }
}

impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.melds())
    }
}

impl<'de> Deserialize<'de> for Layout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Layout, D::Error> {
        struct Melds;

        impl<'de> Visitor<'de> for Melds {
            type Value = Layout;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of melds")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Layout, A::Error> {
                let mut layout = Layout::new();
                while seq.next_element_seed(Meld(&mut layout))?.is_some() {}
                Ok(layout)
            }
        }

        /// Reads one meld into the layout, and ends at the first tile or meld too many.
        struct Meld<'a>(&'a mut Layout);

        impl<'de> DeserializeSeed<'de> for Meld<'_> {
            type Value = ();

            fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
                deserializer.deserialize_seq(self)
            }
        }

        impl<'de> Visitor<'de> for Meld<'_> {
            type Value = ();

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of tiles")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
                while let Some(tile) = seq.next_element()? {
                    self.0.push_tile(tile).map_err(A::Error::custom)?;
                }
                self.0.end_meld().map_err(A::Error::custom)
            }
        }

        deserializer.deserialize_seq(Melds)
    }
}

//! A multiset of tiles: a rack, a pool, what is left over.
//!
//! Invariants: no face more than twice (R1); a face that is held twice is also held once, so equal multisets
//! are equal bits. It is a value of 16 bytes, and every operation is a few instructions.

use std::fmt;
use std::ops::{Add, Sub};
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::{ParseError, Tile};

/// A multiset with at most two tiles of a face. As text `R1 R1 K13 J`, sorted, `-` when empty; in JSON an array.
///
/// ```
/// use parlour_rules::rummikub::{Tile, Tiles};
///
/// let mut rack: Tiles = "K13 R1 J R1".parse().unwrap();
/// assert_eq!(rack.to_string(), "R1 R1 K13 J");
/// assert!(rack.remove(Tile::JOKER));
/// assert_eq!(rack.len(), 3);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(as = "Vec<Tile>"))]
pub struct Tiles {
    /// The faces held, one bit an index.
    once: u64,
    /// The faces held twice, a part of `once`.
    twice: u64,
}

impl Tiles {
    /// No tiles.
    pub const EMPTY: Tiles = Tiles { once: 0, twice: 0 };

    /// All tiles of a game: 54 with one copy of the numbered tiles, 106 with two; always two jokers (R1).
    ///
    /// # Panics
    /// If `copies` is neither 1 nor 2.
    pub const fn deck(copies: u8) -> Tiles {
        let joker = 1 << Tile::JOKER.index();
        let once = joker | (joker - 1);
        match copies {
            1 => Tiles { once, twice: joker },
            2 => Tiles { once, twice: once },
            _ => panic!("a game has one or two copies of the tiles"),
        }
    }

    /// Counts the tiles; a third of one face is an error.
    pub fn try_from_iter(tiles: impl IntoIterator<Item = Tile>) -> Result<Tiles, ParseError> {
        let mut all = Tiles::EMPTY;
        tiles.into_iter().try_for_each(|tile| all.try_insert(tile))?;
        Ok(all)
    }

    /// Adds a tile; a third of one face is an error.
    fn try_insert(&mut self, tile: Tile) -> Result<(), ParseError> {
        if self.insert(tile) { Ok(()) } else { Err(ParseError::TooManyCopies(tile)) }
    }

    /// The set with one tile of each face whose bit is set.
    pub(super) const fn from_mask(mask: u64) -> Tiles {
        Tiles { once: mask, twice: 0 }
    }

    /// The faces held at least once, one bit an index.
    pub(super) const fn once(self) -> u64 {
        self.once
    }

    /// The faces held twice, one bit an index.
    pub(super) const fn twice(self) -> u64 {
        self.twice
    }

    /// With one tile less of each face whose bit is set, all of which are there.
    pub(super) const fn without_each(self, mask: u64) -> Tiles {
        debug_assert!(mask & !self.once == 0);
        Tiles { once: self.once & (!mask | self.twice), twice: self.twice & !mask }
    }

    /// All copies of the faces whose bits are set.
    pub(super) const fn only(self, mask: u64) -> Tiles {
        Tiles { once: self.once & mask, twice: self.twice & mask }
    }

    /// Adds a tile; false, and nothing changes, if two of its face are there.
    #[must_use]
    pub const fn insert(&mut self, tile: Tile) -> bool {
        let bit = 1 << tile.index();
        let free = self.twice & bit == 0;
        self.twice |= self.once & bit;
        self.once |= bit;
        free
    }

    /// Takes a tile out; false, and nothing changes, if none of its face is there.
    #[must_use]
    pub const fn remove(&mut self, tile: Tile) -> bool {
        let bit = 1 << tile.index();
        let there = self.once & bit != 0;
        self.once &= !bit | self.twice;
        self.twice &= !bit;
        there
    }

    /// With one more tile; none if two of its face are there.
    pub const fn with(mut self, tile: Tile) -> Option<Tiles> {
        if self.insert(tile) { Some(self) } else { None }
    }

    /// With one tile less; none if it is not there.
    pub const fn without(mut self, tile: Tile) -> Option<Tiles> {
        if self.remove(tile) { Some(self) } else { None }
    }

    /// How many of this face: 0, 1 or 2.
    pub const fn count(self, tile: Tile) -> u8 {
        ((self.once >> tile.index() & 1) + (self.twice >> tile.index() & 1)) as u8
    }

    /// How many tiles, from 0 to 106.
    pub const fn len(self) -> usize {
        (self.once.count_ones() + self.twice.count_ones()) as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.once == 0
    }

    /// Whether there is at least one of this face.
    pub const fn contains(self, tile: Tile) -> bool {
        self.once >> tile.index() & 1 == 1
    }

    /// Whether each of `part`'s tiles is here, as often as it is there.
    pub const fn contains_all(self, part: Tiles) -> bool {
        part.once & !self.once == 0 && part.twice & !self.twice == 0
    }

    /// The tiles of both together; none if there would be three of one face.
    pub const fn checked_add(self, other: Tiles) -> Option<Tiles> {
        if (self.once & other.twice) | (self.twice & other.once) != 0 {
            return None;
        }
        Some(Tiles {
            once: self.once | other.once,
            twice: self.twice | other.twice | (self.once & other.once),
        })
    }

    /// The sum of the face values, 30 a joker (R18).
    pub fn points(self) -> u32 {
        self.iter().map(Tile::points).sum()
    }

    /// Each face held, once, sorted.
    pub fn faces(self) -> impl Iterator<Item = Tile> + Clone {
        Tiles { twice: 0, ..self }.iter()
    }

    /// Every tile, sorted.
    pub const fn iter(self) -> Iter {
        Iter(self)
    }
}

/// The tiles of a [`Tiles`], sorted.
#[derive(Clone, Debug)]
pub struct Iter(Tiles);

impl Iterator for Iter {
    type Item = Tile;

    fn next(&mut self) -> Option<Tile> {
        let tile = Tile::from_index(self.0.once.trailing_zeros() as usize)?;
        self.0.remove(tile).then_some(tile)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for Tiles {
    type Item = Tile;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Tile> for Tiles {
    /// Counts tiles that exist; for tiles from outside see [`Tiles::try_from_iter`].
    ///
    /// # Panics
    /// At a third tile of one face.
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Tiles {
        Tiles::try_from_iter(tiles).expect("no face exists three times")
    }
}

impl From<Tile> for Tiles {
    fn from(tile: Tile) -> Tiles {
        Tiles::from_mask(1 << tile.index())
    }
}

impl Add for Tiles {
    type Output = Tiles;

    /// The tiles of both together.
    ///
    /// # Panics
    /// If there would be three of one face; see [`Tiles::checked_add`].
    fn add(self, other: Tiles) -> Tiles {
        self.checked_add(other).expect("no face exists three times")
    }
}

impl Sub for Tiles {
    type Output = Tiles;

    /// What is left when the other's tiles are taken out as far as they are there.
    fn sub(self, other: Tiles) -> Tiles {
        let left_once = self.once & !other.once;
        let left_of_two = self.twice & other.once & !other.twice;
        Tiles { once: left_once | left_of_two, twice: self.twice & !other.once }
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tiles(f, self.iter())
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// Tiles with a space between two, or `-` for none.
pub(super) fn write_tiles(
    f: &mut fmt::Formatter<'_>,
    tiles: impl ExactSizeIterator<Item = Tile>,
) -> fmt::Result {
    if tiles.len() == 0 {
        return f.write_str("-");
    }
    for (place, tile) in tiles.enumerate() {
        let space = if place == 0 { "" } else { " " };
        write!(f, "{space}{tile}")?;
    }
    Ok(())
}

impl FromStr for Tiles {
    type Err = ParseError;

    /// Tiles in any order, separated by white space; `-` or nothing is the empty multiset.
    fn from_str(text: &str) -> Result<Tiles, ParseError> {
        let mut all = Tiles::EMPTY;
        for word in words(text) {
            all.try_insert(word.parse()?)?;
        }
        Ok(all)
    }
}

/// The words of a list of tiles: none if it is `-`.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim();
    (if text == "-" { "" } else { text }).split_whitespace()
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Tiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tiles, D::Error> {
        struct TilesVisitor;

        impl<'de> Visitor<'de> for TilesVisitor {
            type Value = Tiles;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of tiles")
            }

            /// Ends at the first tile too many, so a long list costs nothing.
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Tiles, A::Error> {
                let mut all = Tiles::EMPTY;
                while let Some(tile) = seq.next_element()? {
                    all.try_insert(tile).map_err(A::Error::custom)?;
                }
                Ok(all)
            }
        }

        deserializer.deserialize_seq(TilesVisitor)
    }
}

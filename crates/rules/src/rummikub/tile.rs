//! One tile: a colour and a number, or a joker.
//!
//! Invariants: a [`Number`] is from 1 to 13; a [`Tile`] is one of 53 faces, whose index, order and notation
//! follow from each other: colour by colour (`R O B K`), each from 1 to 13, the joker last.

use std::fmt;
use std::str::FromStr;

use serde_with::{DeserializeFromStr, SerializeDisplay};

use super::ParseError;

/// The colour of a numbered tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// `R`
    Red,
    /// `O`
    Orange,
    /// `B`
    Blue,
    /// `K`
    Black,
}

impl Colour {
    /// The four colours in their order.
    pub const ALL: [Colour; 4] = [Colour::Red, Colour::Orange, Colour::Blue, Colour::Black];

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        match self {
            Colour::Red => 'R',
            Colour::Orange => 'O',
            Colour::Blue => 'B',
            Colour::Black => 'K',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The number of a tile, from 1 to 13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(u8);

impl Number {
    /// The lowest number, 1.
    pub const MIN: Number = Number(1);
    /// The highest number, 13; nothing follows it (R4).
    pub const MAX: Number = Number(13);

    /// The number, if it is from 1 to 13.
    pub const fn new(number: u8) -> Option<Number> {
        match number {
            1..=13 => Some(Number(number)),
            _ => None,
        }
    }

    /// From 1 to 13.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The thirteen numbers, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Number> + ExactSizeIterator + Clone {
        (0..13).map(|below| Number(below + 1))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A tile's face: one of 52 numbered ones or the joker. As text and in JSON: `R5`, `K13`, `J`.
///
/// ```
/// use parlour_rules::rummikub::{Colour, Number, Tile};
///
/// let tile: Tile = "K13".parse().unwrap();
/// assert_eq!(tile, Tile::new(Colour::Black, Number::MAX));
/// assert!(tile < Tile::JOKER);
/// assert!("K14".parse::<Tile>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, SerializeDisplay, DeserializeFromStr)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct Tile(u8);

impl Tile {
    /// The joker, of which every set of tiles has two (R1).
    pub const JOKER: Tile = Tile(52);

    /// The number of faces: 52 numbered tiles and the joker.
    pub const FACES: usize = 53;

    /// The numbered tile of this colour.
    pub const fn new(colour: Colour, number: Number) -> Tile {
        Tile(colour as u8 * 13 + number.0 - 1)
    }

    /// The face of this index, if it is from 0 to 52.
    pub const fn from_index(index: usize) -> Option<Tile> {
        if index < Tile::FACES { Some(Tile(index as u8)) } else { None }
    }

    /// From 0 to 52: 13 for each colour in the order `R O B K`, then the joker.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is a joker.
    pub const fn is_joker(self) -> bool {
        self.0 == Tile::JOKER.0
    }

    /// Its colour; a joker has none.
    pub const fn colour(self) -> Option<Colour> {
        match self.0 / 13 {
            0 => Some(Colour::Red),
            1 => Some(Colour::Orange),
            2 => Some(Colour::Blue),
            3 => Some(Colour::Black),
            _ => None,
        }
    }

    /// Its number; a joker has none.
    pub const fn number(self) -> Option<Number> {
        if self.is_joker() { None } else { Some(Number(self.0 % 13 + 1)) }
    }

    /// What it costs when it is left in a rack: its face value, 30 for a joker (R18).
    pub const fn points(self) -> u32 {
        match self.number() {
            Some(number) => number.get() as u32,
            None => 30,
        }
    }

    /// All 53 faces in their order.
    pub fn faces() -> impl DoubleEndedIterator<Item = Tile> + ExactSizeIterator + Clone {
        (0..Tile::FACES as u8).map(Tile)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.colour(), self.number()) {
            (Some(colour), Some(number)) => write!(f, "{colour}{number}"),
            _ => f.write_str("J"),
        }
    }
}

/// As its notation, so that a failed test shows `[R5, J]`.
impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Tile {
    type Err = ParseError;

    /// Takes the one spelling that `Display` writes: no other case, sign or leading zero.
    fn from_str(text: &str) -> Result<Tile, ParseError> {
        let (colour, number) = match text.as_bytes() {
            b"J" => return Ok(Tile::JOKER),
            [colour, digit @ b'1'..=b'9'] => (colour, digit - b'0'),
            [colour, b'1', digit @ b'0'..=b'3'] => (colour, digit - b'0' + 10),
            _ => return Err(ParseError::Tile),
        };
        let colour = Colour::ALL.into_iter().find(|c| c.letter() == char::from(*colour));
        Ok(Tile::new(colour.ok_or(ParseError::Tile)?, Number(number)))
    }
}

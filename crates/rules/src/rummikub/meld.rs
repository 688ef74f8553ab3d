//! The referee of one meld, as laid (R3 to R7).
//!
//! Invariant: a meld is judged in one pass over its real tiles; a joker is a place among them, never a tile that
//! is tried out. With two real tiles or more, which is certain at three tiles and one joker, the kind follows from
//! the first two things they share: one number makes a set, one colour a run (R7).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Colour, Number, ParseError, Tile, Tiles};

/// A valid meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meld {
    /// Set or run.
    pub kind: MeldKind,
    /// The tiles for which its joker may stand: none without a joker; one in a run or in a set of four; both
    /// missing colours in a set of three, where nothing tells them apart (R5).
    pub joker: Tiles,
}

/// The kind of a meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MeldKind {
    /// One number in several colours (R3).
    Set,
    /// One colour, ascending (R4).
    Run,
}

impl fmt::Display for MeldKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MeldKind::Set => "set",
            MeldKind::Run => "run",
        })
    }
}

/// Why tiles are no meld. `Display` and JSON are the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MeldFault {
    /// Less than three tiles (R3, R4).
    #[error("too_short")]
    TooShort,
    /// More than one joker (R5).
    #[error("too_many_jokers")]
    TooManyJokers,
    /// A set with a colour twice (R3).
    #[error("duplicate_colour")]
    DuplicateColour,
    /// A set of more than four, which only a joker can make (R6).
    #[error("set_too_long")]
    SetTooLong,
    /// A run of more than thirteen (R4, R6).
    #[error("run_too_long")]
    RunTooLong,
    /// Neither one number nor one colour.
    #[error("mixed")]
    Mixed,
    /// A run whose places do not fit its numbers: one is left out, or a joker lies where none is missing.
    #[error("gap")]
    Gap,
    /// A run that descends somewhere (R4).
    #[error("not_ascending")]
    NotAscending,
    /// What would be a run if 1 followed 13 (R4).
    #[error("wrap_around")]
    WrapAround,
    /// A run with a number twice.
    #[error("duplicate_number")]
    DuplicateNumber,
    /// A joker that would stand for 0 or 14 (R5).
    #[error("joker_out_of_range")]
    JokerOutOfRange,
}

impl MeldFault {
    /// Every fault of a meld.
    pub const ALL: [MeldFault; 11] = [
        MeldFault::TooShort,
        MeldFault::TooManyJokers,
        MeldFault::DuplicateColour,
        MeldFault::SetTooLong,
        MeldFault::RunTooLong,
        MeldFault::Mixed,
        MeldFault::Gap,
        MeldFault::NotAscending,
        MeldFault::WrapAround,
        MeldFault::DuplicateNumber,
        MeldFault::JokerOutOfRange,
    ];
}

impl FromStr for MeldFault {
    type Err = ParseError;

    fn from_str(code: &str) -> Result<MeldFault, ParseError> {
        MeldFault::ALL.into_iter().find(|fault| fault.to_string() == code).ok_or(ParseError::Fault)
    }
}

/// Judges the tiles as laid: they are never sorted, and the joker's place decides what it stands for (R4, R5).
///
/// ```
/// use parlour_rules::rummikub::{MeldFault, MeldKind, Tile, meld};
///
/// let tiles = |text: &str| -> Vec<Tile> { text.split(' ').map(|tile| tile.parse().unwrap()).collect() };
/// let run = meld::judge(&tiles("R6 J R8")).unwrap();
/// assert_eq!(run.kind, MeldKind::Run);
/// assert_eq!(run.joker.to_string(), "R7");
/// assert_eq!(meld::judge(&tiles("R12 R13 J")), Err(MeldFault::JokerOutOfRange));
/// ```
pub fn judge(tiles: &[Tile]) -> Result<Meld, MeldFault> {
    if tiles.len() < 3 {
        return Err(MeldFault::TooShort);
    }
    if tiles.iter().filter(|tile| tile.is_joker()).count() > 1 {
        return Err(MeldFault::TooManyJokers);
    }
    let real = Real(tiles);
    let (_, colour, number) = real.iter().next().expect("three tiles hold at most one joker");
    if real.iter().all(|(_, _, other)| other == number) {
        judge_set(real, number)
    } else if real.iter().all(|(_, other, _)| other == colour) {
        judge_run(real, colour)
    } else {
        Err(MeldFault::Mixed)
    }
}

/// Tiles of which at most one is a joker.
#[derive(Clone, Copy)]
struct Real<'a>(&'a [Tile]);

impl Real<'_> {
    /// Place, colour and number of every tile but the joker.
    fn iter(&self) -> impl Iterator<Item = (usize, Colour, Number)> {
        self.0.iter().enumerate().filter_map(|(place, tile)| Some((place, tile.colour()?, tile.number()?)))
    }

    /// The place of the joker.
    fn joker(&self) -> Option<usize> {
        self.0.iter().position(|tile| tile.is_joker())
    }
}

/// Judges tiles of one number.
fn judge_set(tiles: Real<'_>, number: Number) -> Result<Meld, MeldFault> {
    let mut missing: Tiles = Colour::ALL.into_iter().map(|colour| Tile::new(colour, number)).collect();
    for (_, colour, _) in tiles.iter() {
        if !missing.remove(Tile::new(colour, number)) {
            return Err(MeldFault::DuplicateColour);
        }
    }
    match tiles.joker() {
        None => Ok(Meld { kind: MeldKind::Set, joker: Tiles::EMPTY }),
        Some(_) if missing.is_empty() => Err(MeldFault::SetTooLong),
        Some(_) => Ok(Meld { kind: MeldKind::Set, joker: missing }),
    }
}

/// Judges tiles of one colour.
///
/// The number that belongs on the first place is the same for every tile of a run: its number less its place.
fn judge_run(tiles: Real<'_>, colour: Colour) -> Result<Meld, MeldFault> {
    if tiles.0.len() > 13 {
        return Err(MeldFault::RunTooLong);
    }
    let mut seen = Tiles::EMPTY;
    if tiles.iter().any(|(_, colour, number)| {
        let tile = Tile::new(colour, number);
        seen.contains(tile) || !seen.insert(tile)
    }) {
        return Err(MeldFault::DuplicateNumber);
    }

    let starts = || tiles.iter().map(|(place, _, number)| i32::from(number.get()) - place as i32);
    let first = starts().next().expect("three tiles hold at most one joker");
    let cyclic = starts().all(|start| (start - first) % 13 == 0);
    let consecutive = starts().all(|start| start == first);
    let ascending = tiles.iter().is_sorted_by_key(|(_, _, number)| number);
    match (ascending, consecutive, cyclic) {
        (false, _, true) => return Err(MeldFault::WrapAround),
        (false, _, false) => return Err(MeldFault::NotAscending),
        (true, false, _) => return Err(MeldFault::Gap),
        (true, true, _) => {}
    }

    let number_at = |place: usize| Number::new(u8::try_from(first + place as i32).ok()?);
    let joker = match tiles.joker().map(number_at) {
        None => Tiles::EMPTY,
        Some(number) => Tile::new(colour, number.ok_or(MeldFault::JokerOutOfRange)?).into(),
    };
    Ok(Meld { kind: MeldKind::Run, joker })
}

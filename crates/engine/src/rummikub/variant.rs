//! The rule options of a Rummikub match.

use std::fmt;
use std::str::FromStr;

use parlour_rules::rummikub::Scoring;
use serde::{Deserialize, Serialize};

use crate::options::{self, OptionText, option_text};
use crate::{Length, VariantFault};

/// The options of a Rummikub match; a field that is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "RummikubVariant"))]
#[cfg_attr(feature = "types", schemars(rename = "RummikubVariant"))]
#[serde(default)]
pub struct Variant {
    /// Seats at the table: 2 or 3 with one copy of the tiles, 2 to 4 with two (R1). Default 2.
    pub seats: u8,
    /// Copies of the 52 numbered tiles: 1 or 2 (R1); the jokers are always two. Default 1.
    pub copies: u8,
    /// Whether the previous seat's throw may be taken (R9). Default true.
    pub take_discard: bool,
    /// How often a round turns its discards into a new pool (R12), 0 to 20. Default 3.
    pub reshuffles: u8,
    /// What a refused declaration costs (R16). Default nothing.
    pub wrong_declaration: WrongDeclaration,
    /// What a round scores (R18). Default `rounds`.
    pub scoring: Scoring,
    /// How long the match is (R19). Default five rounds.
    pub length: Length,
    /// Seconds a seat has for its turn (R20), at most 600; 0 is no clock. Default 60.
    pub turn_seconds: u16,
}

/// What a refused declaration costs (R16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WrongDeclaration {
    /// Nothing: the turn goes on.
    #[default]
    Free,
    /// One point to every other seat, and the turn goes on.
    Penalty,
}

impl Default for Variant {
    fn default() -> Variant {
        Variant {
            seats: 2,
            copies: 1,
            take_discard: true,
            reshuffles: 3,
            wrong_declaration: WrongDeclaration::Free,
            scoring: Scoring::Rounds,
            length: Length::Rounds(5),
            turn_seconds: 60,
        }
    }
}

impl Variant {
    /// The first option that makes no sense, alone or beside the others.
    pub fn check(&self) -> Result<(), VariantFault> {
        let fault = |option, must| Err(VariantFault { option, must });
        match self {
            Variant { copies: 0 | 3.., .. } => fault("copies", "1 or 2"),
            Variant { copies: 1, seats: 0..=1 | 4.., .. } => {
                fault("seats", "2 or 3 with one copy of the tiles")
            }
            Variant { seats: 0..=1 | 5.., .. } => fault("seats", "from 2 to 4"),
            Variant { reshuffles: 21.., .. } => fault("reshuffles", "from 0 to 20"),
            Variant { turn_seconds: 601.., .. } => fault("turn_seconds", "from 0 to 600"),
            Variant { length, .. } => length.check(),
        }
    }
}

const SCORINGS: [(&str, Scoring); 3] =
    [("rounds", Scoring::Rounds), ("remi", Scoring::Remi), ("deadwood", Scoring::Deadwood)];

const WRONG_DECLARATIONS: [(&str, WrongDeclaration); 2] =
    [("free", WrongDeclaration::Free), ("penalty", WrongDeclaration::Penalty)];

/// The text of each option, named as in JSON; the length is `rounds` or `target`.
const TEXT: [OptionText<Variant>; 9] = [
    option_text!(seats, "from 2 to 4"),
    option_text!(copies, "1 or 2"),
    option_text!(take_discard, "true or false"),
    option_text!(reshuffles, "from 0 to 20"),
    option_text!(wrong_declaration, "free or penalty", WRONG_DECLARATIONS),
    option_text!(scoring, "rounds, remi or deadwood", SCORINGS),
    option_text!(rounds),
    option_text!(target),
    option_text!(turn_seconds, "from 0 to 600"),
];

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        options::write(&TEXT, self, f)
    }
}

impl FromStr for Variant {
    type Err = VariantFault;

    fn from_str(text: &str) -> Result<Variant, VariantFault> {
        options::read(&TEXT, text)
    }
}

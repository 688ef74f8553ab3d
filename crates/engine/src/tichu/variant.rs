//! The rule options of a Tichu match.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::options::{self, OptionText, option_text};
use crate::{Length, VariantFault};

/// The options of a Tichu match; a field that is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "TichuVariant"))]
#[cfg_attr(feature = "types", schemars(rename = "TichuVariant"))]
#[serde(default)]
pub struct Variant {
    /// How long the match is (T25). Default to 1,000 points.
    pub length: Length,
    /// What a tie at the end brings (T25). Default another round.
    pub tie: Tie,
    /// How long the table waits for a bomb before a trick is collected (T17), in milliseconds, at most 10,000.
    /// Default 2,000; 0 collects at once.
    pub bomb_window_ms: u32,
    /// Whether a seat that must fulfil a wish may bomb without the wished rank instead (T20). Default true.
    pub wish_bomb: bool,
    /// Whether a seat that must fulfil a wish may lead a bomb without the wished rank, or the Dog (T20). Default false.
    pub wish_lead: bool,
    /// Whether tichu may still be called when another seat is out (T3). Default true.
    pub late_call: bool,
    /// Whether a seat that is out sees its partner's hand until the round ends. Default false.
    pub partner_hand: bool,
    /// Seconds a seat has to act, at most 600; 0 is no clock. Default 60.
    pub turn_seconds: u16,
}

/// What a tie at the end of a match brings (T25).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// Another round.
    #[default]
    PlayOn,
    /// The match is drawn.
    Draw,
}

impl Default for Variant {
    fn default() -> Variant {
        Variant {
            length: Length::Target(1_000),
            tie: Tie::PlayOn,
            bomb_window_ms: 2_000,
            wish_bomb: true,
            wish_lead: false,
            late_call: true,
            partner_hand: false,
            turn_seconds: 60,
        }
    }
}

impl Variant {
    /// The first option that makes no sense.
    pub fn check(&self) -> Result<(), VariantFault> {
        let fault = |option, must| Err(VariantFault { option, must });
        match self {
            Variant { bomb_window_ms: 10_001.., .. } => fault("bomb_window_ms", "from 0 to 10,000"),
            Variant { turn_seconds: 601.., .. } => fault("turn_seconds", "from 0 to 600"),
            Variant { length, .. } => length.check(),
        }
    }
}

const TIES: [(&str, Tie); 2] = [("play_on", Tie::PlayOn), ("draw", Tie::Draw)];

/// The text of each option, named as in JSON; the length is `rounds` or `target`.
const TEXT: [OptionText<Variant>; 9] = [
    option_text!(rounds),
    option_text!(target),
    option_text!(tie, "play_on or draw", TIES),
    option_text!(bomb_window_ms, "from 0 to 10,000"),
    option_text!(wish_bomb, "true or false"),
    option_text!(wish_lead, "true or false"),
    option_text!(late_call, "true or false"),
    option_text!(partner_hand, "true or false"),
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

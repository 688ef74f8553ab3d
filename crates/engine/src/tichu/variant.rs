//! The rule options of a Tichu match.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::options::{self, OptionText};
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
const TEXT: [OptionText<Variant>; 8] = [
    OptionText {
        name: "rounds",
        must: "from 1 to 100",
        get: |variant| variant.length.rounds().map(|rounds| rounds.to_string()),
        set: |variant, text| text.parse().ok().map(|rounds| variant.length = Length::Rounds(rounds)),
    },
    OptionText {
        name: "target",
        must: "from 1 to 10,000",
        get: |variant| variant.length.target().map(|target| target.to_string()),
        set: |variant, text| text.parse().ok().map(|target| variant.length = Length::Target(target)),
    },
    OptionText {
        name: "tie",
        must: "play_on or draw",
        get: |variant| options::name_of(&TIES, &variant.tie),
        set: |variant, text| options::named(&TIES, text).map(|tie| variant.tie = tie),
    },
    OptionText {
        name: "bomb_window_ms",
        must: "from 0 to 10,000",
        get: |variant| Some(variant.bomb_window_ms.to_string()),
        set: |variant, text| text.parse().ok().map(|ms| variant.bomb_window_ms = ms),
    },
    OptionText {
        name: "wish_bomb",
        must: "true or false",
        get: |variant| Some(variant.wish_bomb.to_string()),
        set: |variant, text| text.parse().ok().map(|may| variant.wish_bomb = may),
    },
    OptionText {
        name: "wish_lead",
        must: "true or false",
        get: |variant| Some(variant.wish_lead.to_string()),
        set: |variant, text| text.parse().ok().map(|may| variant.wish_lead = may),
    },
    OptionText {
        name: "late_call",
        must: "true or false",
        get: |variant| Some(variant.late_call.to_string()),
        set: |variant, text| text.parse().ok().map(|may| variant.late_call = may),
    },
    OptionText {
        name: "turn_seconds",
        must: "from 0 to 600",
        get: |variant| Some(variant.turn_seconds.to_string()),
        set: |variant, text| text.parse().ok().map(|seconds| variant.turn_seconds = seconds),
    },
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

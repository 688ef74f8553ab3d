//! Why the referee refuses a play or a pass.
//!
//! Invariant: `Display`, [`Fault::code`] and the JSON of a fault are the same word.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a play or a pass is illegal. `Display` and the JSON are the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error, Serialize, Deserialize)]
#[error("{}", self.code())]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "TichuFault"), schemars(rename = "TichuFault"))]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// A card that is played is not in the hand.
    CardNotHeld,
    /// The cards are no combination, whatever the Phoenix stands for (T6, T9).
    NotACombination,
    /// The Phoenix cannot stand for the stated rank here, or is not played, or is played alone (T9).
    PhoenixMisstated,
    /// The Dog is played on a trick; it may only be led (T10).
    DogOnlyAsLead,
    /// Another kind or length than what lies, and no bomb (T7).
    WrongKind,
    /// The kind and length of what lies, but not higher; or a bomb that is not higher (T7, T8).
    DoesNotBeat,
    /// Out of turn, and no bomb (T15).
    NotABomb,
    /// The leader passes (T11).
    MustLead,
    /// The hand can fulfil the wish, and the action does not (T19).
    WishMustBePlayed,
}

impl Fault {
    /// All faults.
    pub const ALL: [Fault; 9] = [
        Fault::CardNotHeld,
        Fault::NotACombination,
        Fault::PhoenixMisstated,
        Fault::DogOnlyAsLead,
        Fault::WrongKind,
        Fault::DoesNotBeat,
        Fault::NotABomb,
        Fault::MustLead,
        Fault::WishMustBePlayed,
    ];

    /// The stable word for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Fault::CardNotHeld => "card_not_held",
            Fault::NotACombination => "not_a_combination",
            Fault::PhoenixMisstated => "phoenix_misstated",
            Fault::DogOnlyAsLead => "dog_only_as_lead",
            Fault::WrongKind => "wrong_kind",
            Fault::DoesNotBeat => "does_not_beat",
            Fault::NotABomb => "not_a_bomb",
            Fault::MustLead => "must_lead",
            Fault::WishMustBePlayed => "wish_must_be_played",
        }
    }
}

//! Why the rules refuse an action in Tichu.

use parlour_rules::tichu::Fault;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why an action is refused. `Display` is the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "TichuIllegal"))]
#[cfg_attr(feature = "types", schemars(rename = "TichuIllegal"))]
#[serde(rename_all = "snake_case")]
pub enum Illegal {
    /// Another seat has the turn, and this is no bomb.
    #[error("not_your_turn")]
    NotYourTurn,
    /// The action belongs to another phase of the round.
    #[error("wrong_phase")]
    WrongPhase,
    /// No round is being played.
    #[error("round_over")]
    RoundOver,
    /// The seat answered already (T2), or has chosen as often as it may (T4).
    #[error("already_answered")]
    AlreadyAnswered,
    /// The seat called already: one call a round (T3).
    #[error("already_called")]
    AlreadyCalled,
    /// The seat played its first card already, or under `late_call = false` another seat is out (T3).
    #[error("too_late_to_call")]
    TooLateToCall,
    /// The exchange names a card twice (T4).
    #[error("same_card_twice")]
    SameCardTwice,
    /// Nothing lies on the table that could be bombed (T15).
    #[error("nothing_to_bomb")]
    NothingToBomb,
    /// A gift of the Dragon is open: no bomb until it is given (T15).
    #[error("gift_open")]
    GiftOpen,
    /// The Dragon's trick goes to an opponent (T14).
    #[error("not_an_opponent")]
    NotAnOpponent,
    /// A wish comes with the Mah Jong only (T18).
    #[error("wish_without_mah_jong")]
    WishWithoutMahJong,
    /// The referee refuses the play or the pass (T6 to T10, T18 to T21).
    #[error("{0}")]
    #[serde(untagged)]
    Referee(#[from] Fault),
}

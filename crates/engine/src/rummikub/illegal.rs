//! Why the rules refuse an action in Rummikub.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why an action is refused. `Display` is the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", ts(rename = "RummikubIllegal"))]
#[cfg_attr(feature = "types", schemars(rename = "RummikubIllegal"))]
pub enum Illegal {
    /// Another seat has the turn.
    #[error("not_your_turn")]
    NotYourTurn,
    /// A tile must be taken first (R8).
    #[error("must_draw")]
    MustDraw,
    /// A tile was taken in this turn already (R8).
    #[error("already_drew")]
    AlreadyDrew,
    /// There is no discard to take, or the variant does not let it be taken (R9).
    #[error("no_discard")]
    NoDiscard,
    /// The tile was taken from the discards in this turn (R10).
    #[error("same_tile")]
    SameTile,
    /// A thrown joker may not be taken (R11).
    #[error("joker_discarded")]
    JokerDiscarded,
    /// The tile to throw is not in the rack.
    #[error("discard_not_in_rack")]
    DiscardNotInRack,
    /// No round is being played.
    #[error("round_over")]
    RoundOver,
    /// A round is being played, so none can be dealt.
    #[error("round_running")]
    RoundRunning,
    /// Three declarations of this turn were refused (R16).
    #[error("declarations_used_up")]
    DeclarationsUsedUp,
}

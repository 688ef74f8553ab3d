//! What a room waits for: who must act, what is expected, until when.

use parlour_engine::{Action, Expect, Seats};
use serde::{Deserialize, Serialize};

/// What the room waits for. There is always exactly one prompt; it is made from the room's state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Prompt {
    /// The number that an answer echoes. It grows whenever something else is expected.
    pub number: u64,
    /// The seats that must act; the others wait. Empty while a bomb window is open.
    #[cfg_attr(feature = "types", ts(type = "Seat[]"))]
    pub seats: Seats,
    /// What is expected of them.
    pub expects: Expects,
    /// When the rules' default is done for those who have not acted, in milliseconds of Unix time; none without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub deadline: Option<u64>,
    /// Every action that the viewer may take now, also out of turn; for clients that asked for it, in the newest
    /// prompt only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub legal: Option<Vec<Action>>,
}

/// What is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Expects {
    /// Be seated and say `ready`: for the match, the next round or the rematch.
    Ready,
    /// A hash for the next attempt to shuffle, from those whose nonces came in the one that failed: `pledge`.
    Hash,
    /// The nonce behind the hash that one has sent: `contribute`.
    Nonce,
    /// Nothing, for a fixed time in which a bomb may fall (T17).
    BombWindow,
    /// An action of the game.
    #[serde(untagged)]
    Action(Expect),
}

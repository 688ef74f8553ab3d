//! The shuffle of a room as everybody sees it: what was agreed upon so far.
//!
//! Invariant: the server's secret is not in it; it comes out with `revealed`, when the round is over.

use parlour_engine::BySeat;
use parlour_engine::fair::{Digest, Share};
use serde::{Deserialize, Serialize};

/// The shuffle that is being agreed upon, or from which the round was dealt that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ShuffleState {
    /// The round that is dealt from it, from 1.
    pub round: u16,
    /// The number of the attempt, from 1.
    pub attempt: u8,
    /// What the server committed to.
    pub commitment: Digest,
    /// How far it is.
    #[serde(flatten)]
    pub stage: ShuffleStage,
}

/// How far a shuffle is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "shuffle", rename_all = "snake_case")]
pub enum ShuffleStage {
    /// Seats may send hashes.
    Open {
        /// The hashes so far.
        #[cfg_attr(feature = "types", ts(type = "(Digest | null)[]"))]
        hashes: BySeat<Option<Digest>>,
    },
    /// The list of hashes is closed, and the nonces are awaited that are still withheld.
    Closed {
        /// The list: the hash of each seat that takes part.
        #[cfg_attr(feature = "types", ts(type = "(Digest | null)[]"))]
        hashes: BySeat<Option<Digest>>,
    },
    /// The round was dealt.
    Dealt {
        /// What each seat had to do with it.
        #[cfg_attr(feature = "types", ts(type = "Share[]"))]
        shares: BySeat<Share>,
    },
}

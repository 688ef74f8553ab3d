//! What one seat had to do with a shuffle.

use serde::{Deserialize, Serialize};

use super::{Digest, Nonce};

/// What one seat had to do with a shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "share", rename_all = "snake_case")]
pub enum Share {
    /// It took no part: a bot, or a client that sent no hash in time.
    Absent,
    /// It sent a hash, and not the nonce behind it: its shuffle counts it as absent.
    Withheld {
        /// The hash.
        hash: Digest,
    },
    /// It sent a hash, and then the nonce behind it.
    Given {
        /// The hash.
        hash: Digest,
        /// The nonce.
        nonce: Nonce,
    },
}

impl Share {
    /// The hash that the seat sent.
    pub fn hash(self) -> Option<Digest> {
        match self {
            Share::Absent => None,
            Share::Withheld { hash } | Share::Given { hash, .. } => Some(hash),
        }
    }

    /// The nonce that is mixed in.
    pub fn nonce(self) -> Option<Nonce> {
        match self {
            Share::Absent | Share::Withheld { .. } => None,
            Share::Given { nonce, .. } => Some(nonce),
        }
    }
}

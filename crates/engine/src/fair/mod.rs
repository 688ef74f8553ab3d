//! Verifiable shuffles: how the seed of a round is made of the server's secret and the seats' nonces, and how anyone
//! checks that.
//!
//! Before a round the server commits to a [`Secret`] by its hash, each seat that takes part to a [`Nonce`] by its hash.
//! When all hashes are known the nonces come out, then the round is dealt from the [`Seed`](crate::Seed) that is mixed
//! of all of them, and when the round is over the secret comes out. `docs/fair-shuffles.md` has the whole protocol and
//! its test vectors.
//!
//! Invariants: every hash begins with a domain of its own, and every part of what is hashed with its length, so no
//! input can stand for another; the seed depends on every nonce that came and on which seats gave none; a secret and a
//! nonce are hidden by `Debug`.

pub(crate) mod digits;
pub(crate) mod hash;
mod share;
mod shuffle;

pub use digits::{Digest, Nonce, NotDigits, Secret};
pub use share::Share;
pub use shuffle::{MOST_ATTEMPTS, Shuffle, Unfair};

//! The three hashes of a verifiable shuffle.
//!
//! Invariant: each part is preceded by its length in four bytes, big-endian; the first part is the domain.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest as _, Sha256};

use super::{Digest, Nonce, Secret};
use crate::{BySeat, GameKind, Seat, Seed};

/// Gives `take` each part behind its length.
pub(crate) fn prefixed(parts: &[&[u8]], mut take: impl FnMut(&[u8])) {
    for part in parts {
        let length = u32::try_from(part.len()).expect("a part is short");
        take(&length.to_be_bytes());
        take(part);
    }
}

/// HMAC-SHA-256 under one key, which is taken in once for all messages.
pub(crate) struct Keyed(Hmac<Sha256>);

impl Keyed {
    pub(crate) fn new(key: &[u8; 32]) -> Keyed {
        Keyed(Hmac::new_from_slice(key).expect("HMAC takes keys of any length"))
    }

    /// The hash of the parts.
    pub(crate) fn hash(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = self.0.clone();
        prefixed(parts, |bytes| mac.update(bytes));
        mac.finalize().into_bytes().into()
    }
}

fn sha256(parts: &[&[u8]]) -> Digest {
    let mut hash = Sha256::new();
    prefixed(parts, |bytes| hash.update(bytes));
    Digest::new(hash.finalize().into())
}

impl Secret {
    /// What the server publishes before anybody else adds to the shuffle.
    pub fn commitment(self) -> Digest {
        sha256(&[b"parlour/commit/v1", &self.bytes()])
    }

    /// The seed of round `round` (from 1) in `room`, mixed of this secret and the nonces of the seats that gave one.
    pub fn mix(self, game: GameKind, room: &str, round: u16, nonces: &BySeat<Option<Nonce>>) -> Seed {
        let round = u32::from(round).to_be_bytes();
        let seats: Vec<([u8; 2], Vec<u8>)> = nonces
            .iter()
            .map(|(seat, nonce)| {
                let bytes = nonce.map_or(Vec::new(), |nonce| nonce.bytes().to_vec());
                ([seat.index() as u8, u8::from(nonce.is_some())], bytes)
            })
            .collect();
        let mut parts: Vec<&[u8]> = vec![b"parlour/mix/v1", game.name().as_bytes(), room.as_bytes(), &round];
        for ([seat, present], nonce) in &seats {
            parts.extend([std::slice::from_ref(seat), std::slice::from_ref(present), nonce.as_slice()]);
        }
        Seed::new(Keyed::new(&self.bytes()).hash(&parts))
    }
}

impl Nonce {
    /// What a seat sends before any nonce is known. It holds the seat, so nobody gains by sending another's hash.
    pub fn hash(self, room: &str, round: u16, seat: Seat) -> Digest {
        let (round, seat) = (u32::from(round).to_be_bytes(), [seat.index() as u8]);
        sha256(&[b"parlour/client/v1", room.as_bytes(), &round, &seat, &self.bytes()])
    }
}

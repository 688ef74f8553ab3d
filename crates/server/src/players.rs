//! Who has been here: players by the hash of their token, each with the one connection that counts.
//!
//! Invariants: a token is never kept, only its hash; a player has at most one connection, and the newest one counts.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dashmap::DashMap;
use parlour_protocol::{PlayerId, RoomId, Token};
use sha2::{Digest, Sha256};

use crate::clock::Millis;
use crate::connection::Connection;
use crate::room::{Guest, Replies};

/// All players that this server knows.
#[derive(Default)]
pub(crate) struct Players {
    by_token: DashMap<[u8; 32], Arc<Player>>,
}

/// A player, with or without a connection.
pub(crate) struct Player {
    /// Who it is for the others.
    pub(crate) id: PlayerId,
    last_id: AtomicU64,
    known: Mutex<Known>,
}

/// What is known of a player and changes.
pub(crate) struct Known {
    /// Its name.
    pub(crate) name: String,
    /// Its newest connection.
    pub(crate) connection: Option<Connection>,
    /// Rooms that it tried to come into; whether it is in says the room.
    pub(crate) tried: BTreeSet<RoomId>,
    /// Rooms that it opened.
    pub(crate) opened: BTreeSet<RoomId>,
    /// Answers to commands that open rooms.
    pub(crate) replies: Replies,
    /// The id of the command that opens a room just now.
    pub(crate) opening: Option<u64>,
    /// When it was last here.
    pub(crate) seen: Millis,
}

impl Players {
    /// The player of a token.
    pub(crate) fn find(&self, token: &Token) -> Option<Arc<Player>> {
        self.by_token.get(&hash(token)).map(|player| Arc::clone(&player))
    }

    /// A new player with its token.
    pub(crate) fn make(&self, name: String, now: Millis) -> (Arc<Player>, Token) {
        let token = Token::new(random());
        let player = Arc::new(Player {
            id: PlayerId::from_bits(u64::from_be_bytes(random())),
            last_id: AtomicU64::new(0),
            known: Mutex::new(Known {
                name,
                connection: None,
                tried: BTreeSet::new(),
                opened: BTreeSet::new(),
                replies: Replies::default(),
                opening: None,
                seen: now,
            }),
        });
        self.by_token.insert(hash(&token), Arc::clone(&player));
        (player, token)
    }

    /// Forgets the players without a connection who were last here before `then` and are in no room.
    pub(crate) fn forget(&self, then: Millis, in_a_room: impl Fn(&Player) -> bool) {
        self.by_token.retain(|_, player| {
            let gone = {
                let known = player.known();
                known.connection.is_none() && known.seen < then
            };
            !gone || in_a_room(player)
        });
    }

    /// Every connection that counts.
    pub(crate) fn connections(&self) -> Vec<Connection> {
        self.by_token.iter().filter_map(|player| player.known().connection.clone()).collect()
    }
}

impl Player {
    /// What is known of the player. Held for moments only.
    pub(crate) fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The player at a room's door.
    pub(crate) fn guest(&self) -> Guest {
        Guest { player: self.id, name: self.known().name.clone() }
    }

    /// Takes note of a command's id.
    pub(crate) fn used(&self, id: u64) {
        self.last_id.fetch_max(id, Ordering::Relaxed);
    }

    /// The highest id that was used.
    pub(crate) fn last_id(&self) -> u64 {
        self.last_id.load(Ordering::Relaxed)
    }
}

/// Bytes of the operating system's randomness.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives randomness");
    bytes
}

fn hash(token: &Token) -> [u8; 32] {
    Sha256::digest(token.bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_found_by_its_token_alone() {
        let players = Players::default();
        let (ada, token) = players.make("Ada".to_owned(), 0);
        assert_eq!(players.find(&token).map(|player| player.id), Some(ada.id));
        assert!(players.find(&Token::new([0; 32])).is_none());
    }

    #[test]
    fn the_absent_are_forgotten_unless_they_are_in_a_room() {
        let players = Players::default();
        let (_, old) = players.make("old".to_owned(), 1);
        let (seated, kept) = players.make("seated".to_owned(), 1);
        let (_, new) = players.make("new".to_owned(), 9);
        players.forget(5, |player| player.id == seated.id);
        assert!(players.find(&old).is_none());
        assert!(players.find(&kept).is_some());
        assert!(players.find(&new).is_some());
    }
}

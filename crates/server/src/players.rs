//! Who has been here: players by the hash of their token, each with the one connection that counts.
//!
//! Invariants: a token is never kept, only its hash; a player has at most one connection, and the newest one counts.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dashmap::DashMap;
use parlour_protocol::{Envelope, Outcome, PlayerId, RoomId, Token};
use sha2::{Digest, Sha256};
use tokio::time::Instant;
use tracing::error;

use crate::allowance::Allowance;
use crate::chance::Chance;
use crate::clock::Millis;
use crate::config::LimitsConfig;
use crate::connection::Connection;
use crate::door::Address;
use crate::journal::{Journal, LoadError, PlayerRecord, TokenHash, Unavailable};
use crate::room::{Answers, Guest, RoomStatus};

/// All players that this server knows.
pub(crate) struct Players {
    journal: Arc<dyn Journal>,
    chance: Chance,
    by_token: DashMap<TokenHash, Arc<Player>>,
    /// The rooms of players who have not come back since the server began.
    before: DashMap<PlayerId, Before>,
}

/// What a player had before the server began.
#[derive(Default)]
struct Before {
    /// The rooms that it was in.
    rooms: Vec<RoomId>,
    /// The rooms that it opened, with the command and its answer.
    opened: Vec<(RoomId, Envelope, Outcome)>,
}

/// How old the time may be that is written down about when a player was last here.
const SEEN_MS: Millis = 3_600_000;

/// A player, with or without a connection.
pub(crate) struct Player {
    /// Who it is for the others.
    pub(crate) id: PlayerId,
    token: TokenHash,
    last_id: AtomicU64,
    known: Mutex<Known>,
}

/// What is known of a player and changes.
pub(crate) struct Known {
    /// Its name.
    pub(crate) name: String,
    /// Its newest connection.
    pub(crate) connection: Option<Connection>,
    /// Where that comes from.
    pub(crate) address: Option<Address>,
    /// Rooms that it tried to come into, each once; whether it is in says the room.
    pub(crate) tried: Vec<RoomId>,
    /// What it opened; none before it opens its first room, since most never do.
    openings: Option<Box<Openings>>,
    /// What it may ask just now; none before its first message.
    pub(crate) allowance: Option<Allowance>,
    /// When it was last here.
    pub(crate) seen: Millis,
    /// What is written down about that.
    seen_kept: Millis,
}

/// The rooms that a player opens.
#[derive(Default)]
pub(crate) struct Openings {
    /// Those that it opened.
    pub(crate) opened: Vec<RoomId>,
    /// Answers to the commands.
    pub(crate) answers: Answers,
    /// The id of the command that opens a room just now.
    pub(crate) opening: Option<u64>,
}

impl Known {
    /// What it opened.
    pub(crate) fn openings(&mut self) -> &mut Openings {
        self.openings.get_or_insert_default()
    }

    /// Takes note that it tries to come into a room.
    pub(crate) fn tries(&mut self, room: RoomId) {
        if !self.tried.contains(&room) {
            self.tried.push(room);
        }
    }
}

impl Players {
    /// The players whose tokens are in `journal`; new ones get their tokens from `chance`.
    pub(crate) fn new(journal: Arc<dyn Journal>, chance: Chance) -> Players {
        Players { journal, chance, by_token: DashMap::new(), before: DashMap::new() }
    }

    /// Takes note of a room that was there before the server began, of who is in it, and of how it was opened.
    pub(crate) fn remember(&self, status: &RoomStatus, opened: Option<(PlayerId, Envelope)>) {
        let room = status.summary.room;
        for &player in &status.members {
            self.before.entry(player).or_default().rooms.push(room);
        }
        if let Some((player, envelope)) = opened {
            let outcome = Outcome::Ok { seq: None, room: Some(room), invite: Some(status.invite), now: None };
            self.before.entry(player).or_default().opened.push((room, envelope, outcome));
        }
    }

    /// The player of a token.
    pub(crate) async fn find(&self, token: &Token) -> Result<Option<Arc<Player>>, Unavailable> {
        let token = hash(token);
        if let Some(player) = self.in_memory(token) {
            return Ok(Some(player));
        }
        let record = match self.journal.player(token).await {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(None),
            Err(LoadError::Unavailable) => return Err(Unavailable),
            Err(LoadError::Damaged(_)) => {
                error!("what was written down about a player is damaged");
                return Ok(None);
            }
        };
        // Of two who look at once, both get the same.
        let player = self.by_token.entry(token).or_insert_with(|| Arc::new(self.returning(token, record)));
        Ok(Some(Arc::clone(&player)))
    }

    /// A player who comes back to a server that began meanwhile.
    fn returning(&self, token: TokenHash, record: PlayerRecord) -> Player {
        let PlayerRecord { id, name, seen } = record;
        let player = Player::new(id, token, name, seen);
        if let Some((_, Before { rooms, opened })) = self.before.remove(&id) {
            let mut known = player.known();
            for (room, envelope, outcome) in opened {
                player.used(envelope.id);
                known.openings().answers.keep(&envelope, outcome);
                known.openings().opened.push(room);
            }
            known.tried = rooms;
        }
        player
    }

    /// A new player with its token.
    pub(crate) async fn make(&self, name: String, now: Millis) -> Result<(Arc<Player>, Token), Unavailable> {
        let token = Token::new(self.chance.bytes());
        let id = PlayerId::from_bits(self.chance.bits());
        let player = Arc::new(Player::new(id, hash(&token), name, now));
        self.keep(&player).await?;
        self.by_token.insert(player.token, Arc::clone(&player));
        Ok((player, token))
    }

    /// Writes a player down.
    pub(crate) async fn keep(&self, player: &Player) -> Result<(), Unavailable> {
        let record = {
            let known = player.known();
            PlayerRecord { id: player.id, name: known.name.clone(), seen: known.seen }
        };
        let seen = record.seen;
        self.journal.keep_player(player.token, record).await?;
        player.known().seen_kept = seen;
        Ok(())
    }

    /// Takes note that a player is here, and writes that down now and then.
    pub(crate) async fn saw(&self, player: &Player, now: Millis) {
        let stale = {
            let mut known = player.known();
            known.seen = now;
            now.saturating_sub(known.seen_kept) > SEEN_MS
        };
        if stale {
            // What cannot be written now is the next time.
            let _ = self.keep(player).await;
        }
    }

    /// Forgets the players without a connection who were last here before `then` and are in no room, as long as they do
    /// not come back: the journal knows them for longer.
    pub(crate) fn forget(&self, then: Millis, in_a_room: impl Fn(&Player) -> bool) {
        self.by_token.retain(|_, player| {
            let gone = {
                let known = player.known();
                known.connection.is_none() && known.seen < then
            };
            !gone || in_a_room(player)
        });
    }

    /// How many players are in memory.
    pub(crate) fn len(&self) -> usize {
        self.by_token.len()
    }

    /// Every player with a connection, in order.
    pub(crate) fn here(&self) -> Vec<Here> {
        let of = |player: &Player| {
            let known = player.known();
            let (address, connection) = (known.address?, known.connection.clone()?);
            Some(Here { player: player.id, name: known.name.clone(), address, connection })
        };
        let mut here: Vec<Here> = self.by_token.iter().filter_map(|player| of(&player)).collect();
        here.sort_unstable_by_key(|here| here.player);
        here
    }

    /// The tokens of all players in memory, in no order.
    pub(crate) fn tokens(&self) -> Vec<TokenHash> {
        self.by_token.iter().map(|player| *player.key()).collect()
    }

    /// The player of a token, if it is in memory.
    pub(crate) fn in_memory(&self, token: TokenHash) -> Option<Arc<Player>> {
        self.by_token.get(&token).map(|player| Arc::clone(&player))
    }

    /// Every connection that counts, in the order of their players.
    pub(crate) fn connections(&self) -> Vec<Connection> {
        let of =
            |player: &Player| player.known().connection.clone().map(|connection| (player.id, connection));
        let mut all: Vec<_> = self.by_token.iter().filter_map(|player| of(&player)).collect();
        all.sort_unstable_by_key(|&(player, _)| player);
        all.into_iter().map(|(_, connection)| connection).collect()
    }
}

/// A player with a connection.
pub(crate) struct Here {
    pub(crate) player: PlayerId,
    pub(crate) name: String,
    pub(crate) address: Address,
    pub(crate) connection: Connection,
}

impl Player {
    fn new(id: PlayerId, token: TokenHash, name: String, seen: Millis) -> Player {
        let known = Known {
            name,
            connection: None,
            address: None,
            tried: Vec::new(),
            openings: None,
            allowance: None,
            seen,
            seen_kept: seen,
        };
        Player { id, token, last_id: AtomicU64::new(0), known: Mutex::new(known) }
    }

    /// What is known of the player. Held for moments only.
    pub(crate) fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The player at a room's door.
    pub(crate) fn guest(&self) -> Guest {
        Guest { player: self.id, name: self.known().name.clone() }
    }

    /// Asks the player's allowance, which is full before the first question.
    pub(crate) fn allow<T>(&self, limits: &LimitsConfig, ask: impl FnOnce(&mut Allowance) -> T) -> T {
        ask(self.known().allowance.get_or_insert_with(|| Allowance::new(limits, Instant::now())))
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

fn hash(token: &Token) -> TokenHash {
    Sha256::digest(token.bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::MemoryJournal;

    fn players() -> (Arc<MemoryJournal>, Players) {
        let journal = Arc::new(MemoryJournal::new());
        (Arc::clone(&journal), Players::new(journal, Chance::system()))
    }

    #[tokio::test]
    async fn a_player_is_found_by_its_token_alone_also_after_a_restart() {
        let (journal, players) = players();
        let (ada, token) = players.make("Ada".to_owned(), 0).await.expect("the journal works");
        ada.known().name = "Äda".to_owned();
        players.keep(&ada).await.expect("the journal works");
        for players in [players, Players::new(journal, Chance::system())] {
            let found = players.find(&token).await.expect("the journal works").expect("it is known");
            assert_eq!((found.id, found.known().name.as_str()), (ada.id, "Äda"));
            assert!(players.find(&Token::new([0; 32])).await.expect("the journal works").is_none());
        }
    }

    #[tokio::test]
    async fn nobody_gets_a_token_that_is_not_written_down() {
        let (journal, players) = players();
        journal.set_available(false);
        assert!(players.make("Ada".to_owned(), 0).await.is_err());
        assert!(players.find(&Token::new([0; 32])).await.is_err(), "it may be known");
    }

    #[tokio::test]
    async fn the_absent_are_forgotten_unless_they_are_in_a_room() {
        let (_, players) = players();
        let mut made = Vec::new();
        for (name, seen) in [("old", 1), ("seated", 1), ("new", 9)] {
            made.push(players.make(name.to_owned(), seen).await.expect("the journal works").0);
        }
        players.forget(5, |player| player.id == made[1].id);
        let kept: Vec<bool> =
            made.iter().map(|player| players.by_token.contains_key(&player.token)).collect();
        assert_eq!(kept, [false, true, true]);
    }
}

//! Where everything is written down before it is shown: rooms with their entries in order, and players.
//!
//! A room's journal is a list of entries, numbered from 1 without a gap; what is in them is the room's own affair.
//! A room belongs to whoever claimed it last. A restart of a server is a take-over like any other: it claims the
//! orphans and folds their entries, from a checkpoint on if there is one.
//!
//! Invariants of every implementation, proved by one test-suite for all of them:
//! - a write is done as a whole or not at all, and a write that is answered with an error changes nothing for those who
//!   read;
//! - an append with an epoch that is not the newest, or that does not follow the last entry, changes nothing;
//! - what was answered with `Ok` is there after a restart, as far as [`Durability`] promises;
//! - what is read is all that was written, the last entries included, or it is called damaged.

#[cfg(test)]
pub(crate) mod contract;
mod memory;
mod sqlite;

use std::sync::Arc;

use bytes::Bytes;
use futures::future::BoxFuture;
use parlour_protocol::{PlayerId, RoomId};
use serde::Deserialize;
use thiserror::Error;

use crate::clock::Millis;
use crate::config::JournalConfig;
use crate::metrics::{Counter, Gauge, Histogram, Sizes, Times};

#[cfg(test)]
pub(crate) use sqlite::damage;

pub use memory::MemoryJournal;
pub use sqlite::{OpenError, SqliteJournal};

/// How much of what was acknowledged outlives a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Durability {
    /// All of it, even when the power fails: a write is on the disk before it is acknowledged.
    Full,
    /// All of it when the process ends in any way. When the power fails, what the operating system has not written yet is
    /// lost: on Linux the last half minute at most, by default.
    Os,
    /// Nothing: the journal is in memory.
    Memory,
}

/// How often a room was claimed or given up, from 1: the right to write of its newest owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub u64);

/// Why an append was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AppendError {
    /// Somebody else owns the room, or has written to it: drop it from memory and never answer from it again.
    #[error("the room has another owner")]
    Fenced,
    /// The journal cannot be written now; nothing was.
    #[error("the journal cannot be written")]
    Unavailable,
}

/// The journal cannot be read or written now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the journal is unavailable")]
pub struct Unavailable;

/// Why something cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// Not now.
    #[error("the journal is unavailable")]
    Unavailable,
    /// Not ever: this row is missing or is not what was written. For the entries of a room it is the entry's number.
    #[error("row {0} is damaged")]
    Damaged(u64),
}

impl From<Unavailable> for LoadError {
    fn from(_: Unavailable) -> LoadError {
        LoadError::Unavailable
    }
}

/// How an owner gives up a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// The room goes on: whoever finds it among the orphans may claim it.
    Open,
    /// The room was closed and is no orphan. Its transcripts are kept, its entries are not.
    Closed,
    /// The room cannot go on, and is no orphan. All that was written is kept, so that somebody can find out why.
    Failed,
}

/// What is written about a room at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The next entries.
    pub entries: Vec<Bytes>,
    /// The room as it was before these entries, so that it need not be folded from its first entry on.
    pub checkpoint: Option<Bytes>,
    /// What is to be known of the room without folding it. It stays until another one is written.
    pub card: Option<Bytes>,
    /// What the transcripts of its matches have more than before.
    pub transcript: Vec<Part>,
}

impl Page {
    /// Whether there is nothing in it but entries.
    pub(crate) fn is_of_entries(&self) -> bool {
        let Page { entries: _, checkpoint, card, transcript } = self;
        checkpoint.is_none() && card.is_none() && transcript.is_empty()
    }
}

/// A part of the transcript of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of the match in its room.
    pub number: u32,
    /// Where the part begins, in bytes. What was written from there on is replaced.
    pub at: u64,
    /// Its text.
    pub text: Bytes,
    /// Whether the match is over, and the transcript whole. Until then nobody reads it.
    pub over: bool,
}

impl From<Vec<Bytes>> for Page {
    fn from(entries: Vec<Bytes>) -> Page {
        Page { entries, ..Page::default() }
    }
}

/// What the journal has of a match's transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The text from its beginning.
    pub text: Bytes,
    /// Whether the match is over, and this is all of it.
    pub over: bool,
}

/// Where to begin to read a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// From the newest checkpoint that is whole.
    Checkpoint,
    /// From the first entry, as if there were no checkpoint.
    Opening,
}

/// What is written about a room, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// A checkpoint, and after how many entries it was made.
    pub checkpoint: Option<(u64, Bytes)>,
    /// The entries behind it, or all of them.
    pub entries: Vec<Bytes>,
}

/// A room that nobody owns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphan {
    /// The room.
    pub room: RoomId,
    /// Its newest card; none if there was none, or it is damaged.
    pub card: Option<Bytes>,
}

/// The hash of a player's token, which finds the player.
pub type TokenHash = [u8; 32];

/// What is kept of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRecord {
    /// Who it is for the others.
    pub id: PlayerId,
    /// Its name.
    pub name: String,
    /// When it was last here.
    pub seen: Millis,
}

/// What a journal measures of itself; clones are the same measures.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// Writes that were taken and not answered.
    pub(crate) waiting: Gauge,
    /// Writes of one transaction.
    pub(crate) batch: Histogram<Sizes>,
    /// How long a commit took.
    pub(crate) commit: Histogram<Times>,
    /// Writes that could not be done.
    pub(crate) failures: Counter,
}

/// Opens the journal that the configuration names.
///
/// # Errors
/// When the data folder or what is in it cannot be used.
pub fn open(config: &JournalConfig) -> Result<Arc<dyn Journal>, OpenError> {
    Ok(match config.durability {
        Durability::Memory => Arc::new(MemoryJournal::new()),
        durability @ (Durability::Full | Durability::Os) => {
            Arc::new(SqliteJournal::open(&config.folder, durability)?)
        }
    })
}

/// A journal of rooms and players. One object serves a whole server and may do many writes at once. A write is durable
/// when it is answered with `Ok`.
pub trait Journal: Send + Sync + 'static {
    /// What it measures of itself: nothing, where writing takes no time.
    fn measures(&self) -> Measures {
        Measures::default()
    }

    /// Begins a room with its first page, and makes the caller its owner: both or nothing. A room that was ever there is fenced.
    fn open(&self, room: RoomId, page: Page) -> BoxFuture<'_, Result<Epoch, AppendError>>;

    /// Makes the caller the owner of a room, known or not, and fences off every earlier one.
    fn claim(&self, room: RoomId) -> BoxFuture<'_, Result<Epoch, Unavailable>>;

    /// What is written about a room; an empty book when it is unknown.
    fn load(&self, room: RoomId, since: Since) -> BoxFuture<'_, Result<Book, LoadError>>;

    /// Writes a page behind the `prev` entries that are there.
    fn append(
        &self,
        room: RoomId,
        epoch: Epoch,
        prev: u64,
        page: Page,
    ) -> BoxFuture<'_, Result<(), AppendError>>;

    /// Gives up a room. Says nothing when `epoch` is not the newest.
    fn release(&self, room: RoomId, epoch: Epoch, how: Release) -> BoxFuture<'_, Result<(), Unavailable>>;

    /// The rooms with entries that nobody owns and that can go on.
    fn orphans(&self) -> BoxFuture<'_, Result<Vec<Orphan>, Unavailable>>;

    /// The transcript of a room's match as far as it was written down, also when the room is closed; none if nothing was.
    fn transcript(&self, room: RoomId, number: u32) -> BoxFuture<'_, Result<Option<Transcript>, LoadError>>;

    /// The player of a token.
    fn player(&self, token: TokenHash) -> BoxFuture<'_, Result<Option<PlayerRecord>, LoadError>>;

    /// Writes down a player, known or not.
    fn keep_player(&self, token: TokenHash, player: PlayerRecord) -> BoxFuture<'_, Result<(), Unavailable>>;

    /// Forgets the players who were last here before `then`.
    fn forget_players(&self, then: Millis) -> BoxFuture<'_, Result<(), Unavailable>>;

    /// Takes note that the rooms of this server are alive at `now`, so that their clocks go on from there.
    fn beat(&self, now: Millis) -> BoxFuture<'_, Result<(), Unavailable>>;

    /// The time of the last beat, in this process or an earlier one; 0 before the first.
    fn last_beat(&self) -> BoxFuture<'_, Result<Millis, Unavailable>>;
}

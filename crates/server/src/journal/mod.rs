//! Where rooms are written down before anything is shown: who owns a room, and its entries in order.
//!
//! A room's journal is a list of entries, numbered from 1 without a gap; what is in them is the room's own affair.
//! A room belongs to whoever claimed it last. A restart of a server is a take-over like any other: it claims the
//! orphans and folds their entries.
//!
//! Invariants of every implementation, proved by one test-suite for all of them:
//! - an append is done as a whole or not at all, and its answer is never "maybe";
//! - an append with an epoch that is not the newest, or that does not follow the last entry, changes nothing;
//! - what was answered with `Ok` is there after a restart.

#[cfg(test)]
pub(crate) mod contract;
mod memory;

use bytes::Bytes;
use futures::future::BoxFuture;
use parlour_protocol::RoomId;
use thiserror::Error;

pub use memory::MemoryJournal;

/// How often a room was claimed, from 1: the right to write of its newest owner.
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

/// How an owner gives up a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// The room goes on: whoever finds it among the orphans may claim it.
    Open,
    /// The room was closed and is no orphan; its entries may be archived.
    Closed,
}

/// A journal of rooms. One object serves all rooms of a server and may write the entries of many of them at once.
pub trait Journal: Send + Sync + 'static {
    /// Makes the caller the owner of a room, known or not, and fences off every earlier one.
    fn claim(&self, room: RoomId) -> BoxFuture<'_, Result<Epoch, Unavailable>>;

    /// All entries of a room in order; none when it is unknown.
    fn load(&self, room: RoomId) -> BoxFuture<'_, Result<Vec<Bytes>, Unavailable>>;

    /// Writes entries, at least one, behind the `prev` entries that are there. They are durable when this is `Ok`.
    fn append(
        &self,
        room: RoomId,
        epoch: Epoch,
        prev: u64,
        entries: Vec<Bytes>,
    ) -> BoxFuture<'_, Result<(), AppendError>>;

    /// Gives up a room. Says nothing when `epoch` is not the newest.
    fn release(&self, room: RoomId, epoch: Epoch, how: Release) -> BoxFuture<'_, Result<(), Unavailable>>;

    /// The rooms with entries that nobody owns and that were not closed.
    fn orphans(&self) -> BoxFuture<'_, Result<Vec<RoomId>, Unavailable>>;
}

//! Opens rooms and adopts those that the journal holds.
//!
//! Invariant: a room that has a handle is owned by this keeper until another one claims it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use parlour_engine::Seed;
use parlour_protocol::RoomId;
use thiserror::Error;
use tokio::sync::mpsc;

use super::actor::Actor;
use super::{Brains, Corrupt, Opening, Room, RoomHandle, RoomNews};
use crate::clock::Clock;
use crate::journal::{AppendError, Epoch, Journal, LoadError, Release, Since, Unavailable};

/// Why a room cannot be adopted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AdoptError {
    /// The journal cannot be read now.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// A row of this room's journal is not what was written.
    #[error("row {0} of the journal is damaged")]
    Damaged(u64),
    /// The journal of this room makes no room.
    #[error(transparent)]
    Corrupt(#[from] Corrupt),
    /// The room was closed.
    #[error("the room is closed")]
    Closed,
    /// Folding the journal failed in a way that is a fault of the server.
    #[error("the journal could not be folded")]
    Fault,
}

impl From<LoadError> for AdoptError {
    fn from(error: LoadError) -> AdoptError {
        match error {
            LoadError::Unavailable => AdoptError::Unavailable(Unavailable),
            LoadError::Damaged(row) => AdoptError::Damaged(row),
        }
    }
}

/// Keeps the rooms of a server. Clones keep the same rooms.
#[derive(Clone)]
pub struct Keeper(Arc<House>);

/// What all rooms of a server share.
pub(super) struct House {
    pub(super) journal: Arc<dyn Journal>,
    pub(super) brains: Arc<dyn Brains>,
    pub(super) clock: Clock,
    pub(super) news: mpsc::UnboundedSender<RoomNews>,
    pub(super) draw: Box<dyn Fn() -> Seed + Send + Sync>,
}

impl Keeper {
    /// A keeper that tells `news` what the lobby must know, and deals from the operating system's randomness.
    pub fn new(
        journal: Arc<dyn Journal>,
        brains: Arc<dyn Brains>,
        clock: Clock,
        news: mpsc::UnboundedSender<RoomNews>,
    ) -> Keeper {
        Keeper::with_seeds(journal, brains, clock, news, || {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).expect("the operating system gives randomness");
            Seed::new(bytes)
        })
    }

    /// The same, with deals from the seeds that `draw` gives.
    pub fn with_seeds(
        journal: Arc<dyn Journal>,
        brains: Arc<dyn Brains>,
        clock: Clock,
        news: mpsc::UnboundedSender<RoomNews>,
        draw: impl Fn() -> Seed + Send + Sync + 'static,
    ) -> Keeper {
        Keeper(Arc::new(House { journal, brains, clock, news, draw: Box::new(draw) }))
    }

    /// Opens a room whose id was never used before. Its host is a member and attaches next.
    pub async fn open(&self, opening: Opening) -> Result<RoomHandle, Unavailable> {
        let epoch = self.0.journal.claim(opening.room).await?;
        let id = opening.room;
        let (room, record) = Room::open(opening);
        match self.0.journal.append(id, epoch, 0, vec![record].into()).await {
            Ok(()) => Ok(self.start(room, epoch)),
            Err(AppendError::Fenced | AppendError::Unavailable) => Err(Unavailable),
        }
    }

    /// Takes over a room from the journal, for example one of its orphans.
    pub async fn adopt(&self, id: RoomId) -> Result<RoomHandle, AdoptError> {
        let epoch = self.0.journal.claim(id).await?;
        let book = self.0.journal.load(id, Since::Opening).await?;
        let folded = catch_unwind(AssertUnwindSafe(|| Room::rebuild(&book.entries)));
        let room = folded.map_err(|_| AdoptError::Fault)??;
        if room.is_closed() {
            self.0.journal.release(id, epoch, Release::Closed).await?;
            return Err(AdoptError::Closed);
        }
        Ok(self.start(room, epoch))
    }

    fn start(&self, room: Room, epoch: Epoch) -> RoomHandle {
        let (actor, handle) = Actor::new(Arc::clone(&self.0), room, epoch);
        tokio::spawn(actor.live());
        handle
    }
}

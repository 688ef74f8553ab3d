//! Opens rooms and adopts those that the journal holds.
//!
//! Invariant: a room that has a handle is owned by this keeper until another one claims it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parlour_engine::fair::Secret;
use parlour_protocol::{Envelope, PlayerId, RoomId};
use thiserror::Error;
use tokio::sync::{Semaphore, mpsc};
use tokio_util::task::TaskTracker;

use super::actor::Actor;
use super::card::Card;
use super::resident::{Resident, Wakes, Woken, wake};
use super::{Brains, Corrupt, Opening, Room, RoomHandle, RoomNews};
use crate::clock::{Clock, Millis};
use crate::crew::Crew;
use crate::journal::{AppendError, Journal, LoadError, Orphan, Page, Unavailable};
use crate::metrics::{Change, Metrics};

/// Rooms that wake by themselves at once after a start.
const WAKING: usize = 4;

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
    pub(super) draw: Box<dyn Fn() -> Secret + Send + Sync>,
    /// Until when the rooms of the journal were served before; 0 if that is not known.
    pub(super) served_until: AtomicU64,
    /// Bounds how many rooms wake by themselves at once after a start.
    pub(super) waking: Semaphore,
    pub(super) metrics: Arc<Metrics>,
    /// On whose threads they come back after a start.
    pub(super) crew: Crew,
    /// The tasks of all rooms.
    pub(super) tasks: TaskTracker,
}

/// A room that was taken over.
pub struct Adopted {
    /// Its handle.
    pub handle: RoomHandle,
    /// Who opened it, and with what command, so that this one is answered when it is repeated.
    pub opened: Option<(PlayerId, Envelope)>,
}

impl Keeper {
    /// A keeper that tells `news` what the lobby must know, and deals from the operating system's randomness.
    pub fn new(
        journal: Arc<dyn Journal>,
        brains: Arc<dyn Brains>,
        clock: Clock,
        news: mpsc::UnboundedSender<RoomNews>,
    ) -> Keeper {
        Keeper::with_secrets(journal, brains, clock, news, || {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).expect("the operating system gives randomness");
            Secret::new(bytes)
        })
    }

    /// The same, with deals from the secrets that `draw` gives.
    pub fn with_secrets(
        journal: Arc<dyn Journal>,
        brains: Arc<dyn Brains>,
        clock: Clock,
        news: mpsc::UnboundedSender<RoomNews>,
        draw: impl Fn() -> Secret + Send + Sync + 'static,
    ) -> Keeper {
        Keeper::measured(journal, brains, clock, news, draw, Arc::default(), Crew::default())
    }

    /// The same, and what becomes of the rooms is counted in `metrics`. Rooms of the journal are dealt out to `crew`; a new
    /// one stays where it is opened.
    pub(crate) fn measured(
        journal: Arc<dyn Journal>,
        brains: Arc<dyn Brains>,
        clock: Clock,
        news: mpsc::UnboundedSender<RoomNews>,
        draw: impl Fn() -> Secret + Send + Sync + 'static,
        metrics: Arc<Metrics>,
        crew: Crew,
    ) -> Keeper {
        Keeper(Arc::new(House {
            metrics,
            crew,
            journal,
            brains,
            clock,
            news,
            draw: Box::new(draw),
            served_until: AtomicU64::new(0),
            waking: Semaphore::new(0),
            tasks: TaskTracker::new(),
        }))
    }

    /// Opens a room whose id was never used before. Its host is a member and attaches next.
    pub async fn open(&self, opening: Opening) -> Result<RoomHandle, Unavailable> {
        let id = opening.room;
        let (room, record) = Room::open(opening, (self.0.draw)());
        let card = Card::new(room.opening(), room.status()).encode();
        let page = Page { card: Some(card), ..Page::from(vec![record]) };
        match self.0.journal.open(id, page).await {
            Ok(epoch) => {
                self.0.metrics.room_changes.of(Change::Opened).count();
                Ok(self.start(Woken { room, epoch, checkpoint: 0, seen: None }))
            }
            Err(AppendError::Fenced | AppendError::Unavailable) => Err(Unavailable),
        }
    }

    /// Takes over all orphans of the journal, and says what was written on their cards. Their rooms come into memory when
    /// somebody needs them, and those whose clocks were running one after the other by themselves.
    pub async fn take_over(&self) -> Result<Vec<Adopted>, Unavailable> {
        let House { journal, news, clock, served_until, .. } = &*self.0;
        served_until.store(journal.last_beat().await?, Ordering::Relaxed);
        let mut adopted = Vec::new();
        for Orphan { room, card } in journal.orphans().await? {
            let Some(card) = card.as_deref().and_then(Card::decode) else {
                match self.adopt(room).await {
                    Ok(handle) => adopted.push(Adopted { opened: None, handle }),
                    Err(AdoptError::Unavailable(unavailable)) => return Err(unavailable),
                    Err(AdoptError::Closed) => {}
                    Err(AdoptError::Damaged(_) | AdoptError::Corrupt(_) | AdoptError::Fault) => {
                        let _ = news.send(RoomNews::Failed(room));
                    }
                }
                continue;
            };
            let (handle, desk) = RoomHandle::new(room, card.status());
            let wakes = match (card.rests, card.wakes_at) {
                (false, _) => Wakes::InTurn,
                (true, Some(at)) => Wakes::At(at.saturating_add(self.0.outage(clock.now()))),
                (true, None) => Wakes::Never,
            };
            self.0.crew.spawn(&self.0.tasks, Resident::new(Arc::clone(&self.0), desk, wakes).keep());
            let opened = card.command.map(|command| (card.host, command));
            adopted.push(Adopted { opened, handle });
        }
        self.0.waking.add_permits(WAKING);
        Ok(adopted)
    }

    /// Takes over a room from the journal at once, for example one of its orphans.
    pub async fn adopt(&self, id: RoomId) -> Result<RoomHandle, AdoptError> {
        Ok(self.start(wake(&self.0, id, None).await?))
    }

    /// The transcript of a room's match that is over, as a text that `parlour replay` reads, also when the room is closed;
    /// none before that. It holds every secret of that match.
    pub async fn transcript(&self, room: RoomId, number: u32) -> Result<Option<String>, LoadError> {
        let script = self.0.journal.transcript(room, number).await?.filter(|script| script.over);
        let damaged = |_| LoadError::Damaged(u64::from(number));
        script.map(|script| String::from_utf8(script.text.into()).map_err(damaged)).transpose()
    }

    /// Waits until all rooms have ended or given themselves up, which they do when their handles are dropped.
    pub async fn ended(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    /// How many tasks live on the threads of the crew.
    pub(crate) fn tasks(&self) -> usize {
        self.0.crew.tasks()
    }

    fn start(&self, woken: Woken) -> RoomHandle {
        let Woken { room, epoch, checkpoint, seen } = woken;
        let (handle, desk) = RoomHandle::new(room.id(), room.status());
        let actor = Actor::new(Arc::clone(&self.0), desk, room, epoch, checkpoint);
        self.0.tasks.spawn(Resident::live(actor, seen, Arc::clone(&self.0)));
        handle
    }
}

impl House {
    /// How long no server was there before this one.
    pub(super) fn outage(&self, now: Millis) -> Millis {
        match self.served_until.load(Ordering::Relaxed) {
            0 => 0,
            until => now.saturating_sub(until),
        }
    }
}

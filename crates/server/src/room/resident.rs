//! The task of a room through its whole life: it wakes the room from the journal when somebody needs it, and lets it rest
//! when nobody does.
//!
//! Invariants: a room's handle stays the same whether it is in memory or not; a room that cannot be read now is tried
//! again, and one whose journal is damaged ends here alone, with all that was written kept.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use parlour_protocol::{GoneReason, RoomId};
use tokio::sync::SemaphorePermit;
use tracing::{error, warn};

use super::Room;
use super::actor::Actor;
use super::handle::{Desk, Message, RoomNews};
use super::keeper::{AdoptError, House};
use crate::clock::Millis;
use crate::journal::{Book, Epoch, Release, Since};
use crate::metrics::Change;

/// Entries that are folded at once without letting others of this thread have their turn.
const QUICK: usize = 512;

/// How long the task of a room waits before it reads the journal again by itself.
const RETRY_MS: u64 = 500;

/// When a room that is not in memory wakes without being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wakes {
    /// Soon, when it is its turn: its clocks were running when its server ended.
    InTurn,
    /// Then.
    At(Millis),
    /// Only when it is asked.
    Never,
}

/// Why a room that is not in memory does something.
enum Needed<'a> {
    /// Somebody asks.
    For(Box<Message>),
    /// It is time. A room that wakes in its turn gives the turn back when it is awake.
    InTime(Option<SemaphorePermit<'a>>),
    /// No handle is left.
    ByNobody,
}

/// A room that is not in memory.
pub(super) struct Resident {
    house: Arc<House>,
    desk: Desk,
    /// None until this server has claimed the room.
    epoch: Option<Epoch>,
    wakes: Wakes,
}

/// A room that was read from the journal.
pub(super) struct Woken {
    pub(super) room: Room,
    pub(super) epoch: Epoch,
    /// The last entry that its checkpoint contains.
    pub(super) checkpoint: u64,
    /// Until when it was served, see [`super::Input::Adopted`].
    pub(super) seen: Option<Millis>,
}

impl Resident {
    /// A room of an earlier server.
    pub(super) fn new(house: Arc<House>, desk: Desk, wakes: Wakes) -> Resident {
        Resident { house, desk, epoch: None, wakes }
    }

    /// Lets a room live that is in memory, and keeps it from then on.
    pub(super) async fn live(actor: Box<Actor>, seen: Option<Millis>, house: Arc<House>) {
        if let Some((desk, epoch, wakes_at)) = actor.live(seen, None).await {
            let wakes = wakes_at.map_or(Wakes::Never, Wakes::At);
            Box::pin(Resident { house, desk, epoch: Some(epoch), wakes }.keep()).await;
        }
    }

    /// Keeps the room until it ends.
    pub(super) async fn keep(mut self) {
        loop {
            let house = Arc::clone(&self.house);
            let (message, turn) = match self.until_needed(&house).await {
                Needed::For(message) => (Some(message), None),
                Needed::InTime(turn) => (None, turn),
                Needed::ByNobody => return self.give_up().await,
            };
            let woken = Box::pin(wake(&house, self.desk.room, self.epoch)).await;
            drop(turn);
            let Woken { room, epoch, checkpoint, seen } = match woken {
                Ok(woken) => {
                    house.metrics.room_changes.of(Change::Woken).count();
                    woken
                }
                Err(AdoptError::Unavailable(_)) => {
                    if let Some(message) = message {
                        self.desk.put_off(*message);
                    }
                    self.wakes = Wakes::At(house.clock.now() + RETRY_MS);
                    continue;
                }
                Err(AdoptError::Closed) => return self.end(message, None).await,
                Err(AdoptError::Damaged(_) | AdoptError::Corrupt(_) | AdoptError::Fault) => {
                    return self.end(message, Some(GoneReason::Failed)).await;
                }
            };
            let actor = Actor::new(Arc::clone(&house), self.desk, room, epoch, checkpoint);
            let Some((desk, epoch, wakes_at)) = Box::pin(actor.live(seen, message)).await else {
                return;
            };
            let wakes = wakes_at.map_or(Wakes::Never, Wakes::At);
            self = Resident { house, desk, epoch: Some(epoch), wakes };
        }
    }

    /// Waits until there is a message, or it is time.
    async fn until_needed<'a>(&mut self, house: &'a House) -> Needed<'a> {
        let wakes = self.wakes;
        let time = async move {
            match wakes {
                Wakes::InTurn => house.waking.acquire().await.ok(),
                Wakes::At(at) => {
                    tokio::time::sleep_until(house.clock.when(at)).await;
                    None
                }
                Wakes::Never => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            message = self.desk.inbox.next() => message.map_or(Needed::ByNobody, Needed::For),
            turn = time => Needed::InTime(turn),
        }
    }

    async fn give_up(self) {
        self.house.metrics.room_changes.of(Change::Released).count();
        if let Some(epoch) = self.epoch
            && self.house.journal.release(self.desk.room, epoch, Release::Open).await.is_err()
        {
            warn!(room = %self.desk.room, "the journal could not be told that the room was given up");
        }
        let _ = self.house.news.send(RoomNews::Ended(self.desk.room));
    }

    async fn end(mut self, message: Option<Box<Message>>, reason: Option<GoneReason>) {
        let room = self.desk.room;
        let change = if reason.is_some() { Change::Failed } else { Change::Closed };
        self.house.metrics.room_changes.of(change).count();
        // Who asks meanwhile is told the reason, too.
        let news = if reason.is_some() { RoomNews::Failed(room) } else { RoomNews::Ended(room) };
        let _ = self.house.news.send(news);
        if let Some(message) = message {
            self.desk.turn_away(*message, reason);
        }
        self.desk.say_goodbye(reason).await;
    }
}

/// Reads a room from the journal. One that can never be read, or is closed, is ended there.
pub(super) async fn wake(house: &House, id: RoomId, owned: Option<Epoch>) -> Result<Woken, AdoptError> {
    let epoch = match owned {
        Some(epoch) => epoch,
        None => house.journal.claim(id).await?,
    };
    let read = read(house, id).await;
    let how = match &read {
        Ok((room, _)) if room.is_closed() => Some(Release::Closed),
        Ok(_) | Err(AdoptError::Unavailable(_) | AdoptError::Closed) => None,
        Err(fault) => {
            error!(room = %id, %fault, "a room ends, because its journal makes no room");
            Some(Release::Failed)
        }
    };
    if let Some(how) = how {
        house.journal.release(id, epoch, how).await?;
    }
    let (room, checkpoint) = read?;
    if room.is_closed() {
        return Err(AdoptError::Closed);
    }
    let seen = owned.is_none().then(|| room.at().max(house.served_until.load(Ordering::Relaxed)));
    Ok(Woken { room, epoch, checkpoint, seen })
}

/// Folds a room, from its checkpoint if that is of use.
async fn read(house: &House, id: RoomId) -> Result<(Room, u64), AdoptError> {
    let mut book = house.journal.load(id, Since::Checkpoint).await?;
    if let Some((seq, checkpoint)) = book.checkpoint.take() {
        let entries = std::mem::take(&mut book.entries);
        let fold = || Room::resume_from(seq, &checkpoint, &entries);
        match catch_unwind(AssertUnwindSafe(fold)) {
            Ok(Some(Ok(room))) => return Ok((room, seq)),
            Ok(Some(Err(_)) | None) | Err(_) => {
                warn!(room = %id, seq, "a checkpoint is of no use; the room is folded from its first entry on");
                book = house.journal.load(id, Since::Opening).await?;
            }
        }
    }
    let Book { entries, .. } = book;
    // What is closed keeps none; where some are lost, the journal says so.
    if entries.is_empty() {
        return Err(AdoptError::Closed);
    }
    let long = entries.len() > QUICK;
    let fold = move || catch_unwind(AssertUnwindSafe(|| Room::rebuild(&entries)));
    let folded = match long {
        true => tokio::task::spawn_blocking(fold).await.map_err(|_| AdoptError::Fault)?,
        false => fold(),
    };
    Ok((folded.map_err(|_| AdoptError::Fault)??, 0))
}

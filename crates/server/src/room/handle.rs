//! How sockets and lobby talk to a room: its bounded mailbox, and its status for the list of rooms.
//!
//! Invariants: the room takes messages in the order in which they were put in; a mailbox that is full makes the sender
//! wait, which slows down the socket that sends too much and no other. Every command that was put in gets exactly
//! one reply on the connection that it came from, unless that connection or the room is gone by then.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour_protocol::{Envelope, Invite, PlayerId, RoomId, RoomSummary};
use thiserror::Error;
use tokio::sync::oneshot;
use tracing::Span;

use super::entry::{Guest, Key};
use super::mailbox::{Closed, Inbox, Sender, mailbox};
use crate::connection::Connection;
use crate::metrics::Moment;

/// The room is no more, or is served elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the room is gone")]
pub struct RoomGone;

/// A room as the lobby knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomStatus {
    /// Its line in the list.
    pub summary: RoomSummary,
    /// Whether it is in the list of public rooms.
    pub public: bool,
    /// What opens it.
    pub invite: Invite,
    /// Who is in, the earliest first.
    pub members: Vec<PlayerId>,
}

/// What a room tells the lobby, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomNews {
    /// The room is new or its status is another now.
    Changed(Arc<RoomStatus>),
    /// The room ended here: it was closed, or is served elsewhere. Its handle answers [`RoomGone`].
    Ended(RoomId),
    /// The room ended because its journal is damaged, or by a fault of the server. Its handle answers [`RoomGone`].
    Failed(RoomId),
}

/// What lies in a room's mailbox.
#[derive(Debug)]
pub(crate) enum Message {
    /// A command of a player, to be answered on `connection`; when it was read, and the span in which it is done.
    Command { player: PlayerId, connection: Connection, read: Option<Moment>, span: Span, envelope: Envelope },
    /// A `join`.
    Join {
        guest: Guest,
        key: Key,
        connection: Connection,
        read: Option<Moment>,
        span: Span,
        envelope: Envelope,
    },
    /// A player's connection is there.
    Attach { guest: Guest, connection: Connection, resume: Option<u64> },
    /// A player's connection is gone.
    Detach { player: PlayerId, connection: Connection },
    /// A player has another name.
    Rename { guest: Guest },
    /// Who looks after the server closes the room.
    Close,
    /// Somebody asks for the highest id that a player used here.
    LastId { player: PlayerId, answer: oneshot::Sender<u64> },
}

/// The room's end of its handles, whether it is in memory or rests.
pub(super) struct Desk {
    pub(super) room: RoomId,
    /// Boxed, since a mailbox has places for many.
    pub(super) inbox: Inbox<Box<Message>>,
    pub(super) status: Arc<Status>,
}

/// A room's mailbox; clones are cheap. It stays the same when the room rests and wakes. A room whose
/// handles are all dropped gives itself up, to be adopted again.
#[derive(Clone)]
pub struct RoomHandle(Arc<Front>);

/// What the handles of a room share.
struct Front {
    room: RoomId,
    inbox: Sender<Box<Message>>,
    status: Arc<Status>,
}

/// The newest status of a room, for whoever asks.
pub(super) struct Status(Mutex<Arc<RoomStatus>>);

impl Status {
    /// Held for moments only.
    fn lock(&self) -> MutexGuard<'_, Arc<RoomStatus>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn newest(&self) -> Arc<RoomStatus> {
        Arc::clone(&self.lock())
    }

    pub(super) fn replace(&self, status: Arc<RoomStatus>) {
        *self.lock() = status;
    }
}

impl fmt::Debug for RoomHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoomHandle({})", self.0.room)
    }
}

impl RoomHandle {
    /// A handle and the room's end of it.
    pub(super) fn new(room: RoomId, status: RoomStatus) -> (RoomHandle, Desk) {
        let (sender, inbox) = mailbox();
        let status = Arc::new(Status(Mutex::new(Arc::new(status))));
        let front = Front { room, inbox: sender, status: Arc::clone(&status) };
        (RoomHandle(Arc::new(front)), Desk { room, inbox, status })
    }

    /// The room.
    pub fn id(&self) -> RoomId {
        self.0.room
    }

    /// How many messages wait in its mailbox.
    pub(crate) fn waiting(&self) -> usize {
        self.0.inbox.waiting()
    }

    /// The room's newest status.
    pub fn status(&self) -> Arc<RoomStatus> {
        self.0.status.newest()
    }

    /// Puts in a command whose [`parlour_protocol::Command::room`] is this room. The room answers it.
    pub async fn command(
        &self,
        player: PlayerId,
        connection: &Connection,
        envelope: Envelope,
    ) -> Result<(), RoomGone> {
        let (connection, read, span) = (connection.clone(), connection.heard(), Span::current());
        self.put(Message::Command { player, connection, read, span, envelope }).await
    }

    /// Puts in a `join`. The room answers it, and then pushes a snapshot and all that happens on `connection`.
    pub async fn join(
        &self,
        guest: Guest,
        key: Key,
        connection: &Connection,
        envelope: Envelope,
    ) -> Result<(), RoomGone> {
        let (connection, read, span) = (connection.clone(), connection.heard(), Span::current());
        self.put(Message::Join { guest, key, connection, read, span, envelope }).await
    }

    /// The player is there: pushes what was missed since the frame `resume`, or a snapshot, and then all that happens.
    /// Somebody who is not in the room gets `gone`. The player's earlier connection gets no more.
    pub async fn attach(
        &self,
        guest: Guest,
        connection: &Connection,
        resume: Option<u64>,
    ) -> Result<(), RoomGone> {
        self.put(Message::Attach { guest, connection: connection.clone(), resume }).await
    }

    /// The player's connection is gone. Says nothing when another one took its place.
    pub async fn detach(&self, player: PlayerId, connection: &Connection) -> Result<(), RoomGone> {
        self.put(Message::Detach { player, connection: connection.clone() }).await
    }

    /// The player has another name.
    pub async fn rename(&self, guest: Guest) -> Result<(), RoomGone> {
        self.put(Message::Rename { guest }).await
    }

    /// Closes the room, whatever is played in it: everybody gets `gone`.
    pub(crate) async fn close(&self) -> Result<(), RoomGone> {
        self.put(Message::Close).await
    }

    /// The highest id that a player used in this room; 0 before the first.
    pub async fn last_id(&self, player: PlayerId) -> Result<u64, RoomGone> {
        let (answer, asked) = oneshot::channel();
        self.put(Message::LastId { player, answer }).await?;
        asked.await.map_err(|_| RoomGone)
    }

    /// A future that is small, since every socket has a place for it: it waits only when the mailbox is full.
    fn put(&self, message: Message) -> impl Future<Output = Result<(), RoomGone>> + Send {
        let left = self.0.inbox.try_put(Box::new(message));
        async move {
            match left.map_err(|Closed| RoomGone)? {
                None => Ok(()),
                Some(message) => Box::pin(self.0.inbox.put(message)).await.map_err(|Closed| RoomGone),
            }
        }
    }
}

//! The rooms of this server: found by id or invite, and the list of public ones for those who watch it.
//!
//! Invariant: a room is found as long as its last news was not that it ended.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use dashmap::{DashMap, DashSet};
use parlour_protocol::{Invite, Lobby as RoomList, PlayerId, Push, RoomId, RoomSummary, Stage, encode};
use tokio::sync::mpsc;

use crate::connection::{Connection, Frame};
use crate::room::{RoomHandle, RoomNews};

/// The most rooms that the list shows.
const LISTED: usize = 100;

/// Changes of the list are told together, this often at the most.
const PAUSE: Duration = Duration::from_millis(250);

/// The rooms of this server.
#[derive(Default)]
pub(crate) struct Lobby {
    rooms: DashMap<RoomId, RoomHandle>,
    invites: DashMap<Invite, RoomId>,
    failed: DashSet<RoomId>,
    watchers: Mutex<BTreeSet<Connection>>,
}

impl Lobby {
    /// Adds a room.
    pub(crate) fn add(&self, room: RoomHandle) {
        self.invites.insert(room.status().invite, room.id());
        self.rooms.insert(room.id(), room);
    }

    /// The room with this id.
    pub(crate) fn room(&self, id: RoomId) -> Option<RoomHandle> {
        self.rooms.get(&id).map(|room| room.clone())
    }

    /// Whether a room failed since the server began.
    pub(crate) fn has_failed(&self, id: RoomId) -> bool {
        self.failed.contains(&id)
    }

    /// Forgets all rooms, in order, so that they give themselves up.
    pub(crate) fn clear(&self) {
        let mut rooms = self.ids();
        rooms.sort_unstable();
        rooms.iter().for_each(|room| drop(self.rooms.remove(room)));
    }

    /// The room with this invite.
    pub(crate) fn invited(&self, invite: Invite) -> Option<RoomHandle> {
        let id = self.invites.get(&invite).map(|id| *id)?;
        self.room(id)
    }

    /// The ids of all rooms, in no order.
    pub(crate) fn ids(&self) -> Vec<RoomId> {
        self.rooms.iter().map(|room| *room.key()).collect()
    }

    /// All rooms.
    pub(crate) fn all(&self) -> Vec<RoomHandle> {
        self.rooms.iter().map(|room| room.clone()).collect()
    }

    /// How many rooms there are.
    pub(crate) fn len(&self) -> usize {
        self.rooms.len()
    }

    /// Of these rooms, those in which the player is.
    pub(crate) fn rooms_of(
        &self,
        player: PlayerId,
        candidates: impl IntoIterator<Item = RoomId>,
    ) -> Vec<RoomHandle> {
        candidates
            .into_iter()
            .filter_map(|id| self.room(id))
            .filter(|room| room.status().members.contains(&player))
            .collect()
    }

    /// Begins or ends to tell a connection of the list, and tells it at once when it begins.
    pub(crate) fn watch(&self, connection: &Connection, watch: bool) {
        let mut watchers = self.watchers.lock().unwrap_or_else(PoisonError::into_inner);
        if watch {
            watchers.insert(connection.clone());
            connection.send(self.frame());
        } else {
            watchers.remove(connection);
        }
    }

    /// Follows the rooms' news for ever: forgets rooms that ended, and tells the watchers what changed.
    pub(crate) async fn follow(&self, mut news: mpsc::UnboundedReceiver<RoomNews>) {
        while let Some(first) = news.recv().await {
            let mut changed = self.note(first);
            while let Ok(next) = news.try_recv() {
                changed |= self.note(next);
            }
            if changed {
                self.tell();
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// Takes one piece of news; answers whether the list is another now.
    fn note(&self, news: RoomNews) -> bool {
        match news {
            RoomNews::Changed(status) => status.public,
            RoomNews::Ended(id) | RoomNews::Failed(id) => {
                if let RoomNews::Failed(_) = news {
                    self.failed.insert(id);
                }
                let ended = self.rooms.remove(&id);
                ended.is_some_and(|(_, room)| {
                    let status = room.status();
                    self.invites.remove(&status.invite);
                    status.public
                })
            }
        }
    }

    fn tell(&self) {
        let mut watchers = self.watchers.lock().unwrap_or_else(PoisonError::into_inner);
        watchers.retain(|connection| !connection.is_closed());
        if watchers.is_empty() {
            return;
        }
        let frame = self.frame();
        watchers.iter().for_each(|connection| connection.send(frame.clone()));
    }

    fn frame(&self) -> Frame {
        let mut rooms: Vec<RoomSummary> = self
            .rooms
            .iter()
            .map(|room| room.status())
            .filter(|status| status.public)
            .map(|status| status.summary.clone())
            .collect();
        rooms.sort_by_key(|room| (room.stage != Stage::Waiting, room.room));
        rooms.truncate(LISTED);
        encode(&Push::Lobby(RoomList { rooms })).into()
    }
}

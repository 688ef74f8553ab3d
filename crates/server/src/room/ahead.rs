//! Commands that came together: decided one after the other on a copy of the room, and written down as one page.
//!
//! Invariants: the room itself, and all that anybody is shown of it, stay as they are until the journal has the page; the
//! entries, frames and answers are those that each command would have caused alone, in the same order. What is written
//! with more than its entry, or changes who is in, is done alone.
//!
//! So four seats that answer at once wait for one write and not for four, each behind those of all other rooms.

use bytes::Bytes;
use litemap::LiteMap;
use parlour_protocol::{PlayerId, Reply};

use super::actor::Pending;
use super::frame::Frames;
use super::{Decision, Room};
use crate::clock::Millis;
use crate::connection::{Connection, Frame};
use crate::journal::Page;

/// Entries that are written down together at most.
const TOGETHER: usize = 16;

/// A room as it is when its next page is written.
pub(super) struct Ahead {
    room: Room,
    entries: Vec<Bytes>,
    told: Vec<Told>,
}

/// What somebody is told when the page is written.
enum Told {
    Frame(Connection, Frame),
    /// Who asked for the next of the commands, in their order.
    Answer(Reply),
}

impl Ahead {
    /// Nothing is done yet.
    pub(super) fn of(room: &Room) -> Ahead {
        Ahead { room: room.clone(), entries: Vec::new(), told: Vec::new() }
    }

    /// Whether a decision can be done together with others; `page` is what must be written before it is done.
    pub(super) fn takes(decision: &Decision, page: Option<&Page>) -> bool {
        decision.is_among_members() && page.is_none_or(Page::is_of_entries)
    }

    /// The room as it is after what was done on the copy.
    pub(super) fn room(&self) -> &Room {
        &self.room
    }

    /// Whether nothing else is done before the page is written: there is enough, or an alarm of the room rings first.
    pub(super) fn is_complete(&self, now: Millis) -> bool {
        self.entries.len() >= TOGETHER || self.room.is_closed() || self.room.alarms().any(|(at, _)| at <= now)
    }

    /// Does a decision on the copy, which answers a command.
    pub(super) fn take(&mut self, decision: Decision, connections: &LiteMap<PlayerId, Connection>) {
        self.entries.extend(decision.record());
        let effects = self.room.commit(decision);
        if let Some(step) = &effects.step {
            let mut frames = Frames::of(&self.room, step);
            self.told.extend(connections.iter().map(|(&player, connection)| {
                Told::Frame(connection.clone(), frames.for_member(player, connection.wants()))
            }));
        }
        self.told.push(Told::Answer(effects.reply.expect("every command has an answer")));
    }

    /// What must be written; it is given away once, when nothing more is done.
    pub(super) fn page(&mut self) -> Page {
        Page::from(std::mem::take(&mut self.entries))
    }

    /// The page is written: whoever is here is told, each as much as possible at once, and so are those who wait for their
    /// answers, in order. Gives the room as it is now.
    pub(super) fn arrive(
        self,
        connections: &LiteMap<PlayerId, Connection>,
        pending: impl IntoIterator<Item = Pending>,
    ) -> Room {
        let mut pending = pending.into_iter();
        for told in self.told {
            match told {
                Told::Frame(connection, frame) => connection.hold(frame),
                Told::Answer(reply) => pending.next().expect("each has its answer").answer(&reply),
            }
        }
        connections.values().for_each(Connection::flush);
        self.room
    }
}

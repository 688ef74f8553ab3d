//! The log: where entries are written first, one behind the other whatever their rooms, and from where those of a room are
//! brought to its others when they are many or old.
//!
//! The log is a stream of frames, cut into rows of about a page; a row's id is where it begins in the stream, in bytes from 1. A
//! transaction of a hundred rooms fills two or three rows, where a hundred pages would change if each entry were written beside the
//! others of its room; those lie in `segments`, many in a row. What a room has in the log is in memory, too, so the log is read by
//! the next start alone, and nothing is read to bring entries together. A roll says of each transaction which rooms it wrote to and
//! how far, so that a lost end is missed.
//!
//! Invariants: an entry is in the log or in `segments`, or, until the log is trimmed, in both; nothing is trimmed that is
//! not in `segments`; a room that nobody owns has nothing in the log that is not. What a transaction does to a head counts when it
//! is committed, and is forgotten when it is not.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour_protocol::RoomId;
use rusqlite::{Connection, OptionalExtension, params};

use super::frame;
use super::rows::key;
use crate::journal::Epoch;

/// Entries of a room in the log that are brought to its others.
const TAIL: u64 = 32;

/// Bytes of an entry that is brought to the others of its room at once, with those before it: mostly its opening, which would be a
/// third of the tail in memory of a room that waits for its players.
const LONG: usize = 512;

/// Bytes of the log behind the oldest entry that is needed: rooms that have older ones there bring them to their others, so
/// that the log is short and a start is quick.
const LOG: i64 = 8 * 1024 * 1024;

/// Bytes that nobody needs in the log before it is trimmed.
const SLACK: i64 = 512 * 1024;

/// Bytes of frames in a row of the log, unless one frame is longer: what a page of SQLite has room for.
const ROW: usize = 4_000;

/// Where the entries of a room end that is owned in this process.
#[derive(Clone, Copy)]
struct Head {
    /// Its owner; none when the room has ended.
    epoch: Option<Epoch>,
    /// The number of the last entry.
    last: u64,
    /// The number of the last entry that is in `segments`. Those behind it are the room's tail.
    gathered: u64,
    /// Where the oldest entry of the tail begins in the log; 0 without any.
    oldest: i64,
}

/// The newest entries of a room.
pub(super) struct Tail {
    /// The number of the last of all entries.
    pub(super) last: u64,
    /// The number of the entry before those that are here.
    pub(super) after: u64,
    /// They, packed.
    pub(super) packed: Vec<u8>,
}

/// The head and the packed tail of each room that is owned.
type Owned = HashMap<RoomId, (Head, Vec<u8>)>;

/// The rooms that are owned in this process, as of the last commit. Another process does not write the same journal.
#[derive(Clone, Default)]
pub(super) struct Heads(Arc<Mutex<Owned>>);

impl Heads {
    /// A panic while the lock was held cannot leave half a head behind.
    fn lock(&self) -> MutexGuard<'_, Owned> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody owns a room here.
    pub(super) fn owns(&self, room: RoomId) -> bool {
        self.lock().contains_key(&room)
    }

    /// The newest entries of a room; none when nobody owns it here.
    pub(super) fn tail(&self, room: RoomId) -> Option<Tail> {
        let heads = self.lock();
        let (head, packed) = heads.get(&room)?;
        Some(Tail { last: head.last, after: head.gathered, packed: packed.clone() })
    }
}

/// The log as the thread knows it that writes it.
pub(super) struct Log {
    heads: Heads,
    /// The oldest entry of each room that has any in the log.
    oldest: BTreeSet<(i64, RoomId)>,
    /// Where the log begins, and where it ends.
    start: i64,
    next: i64,
}

impl Log {
    /// An empty log: see [`gather_all`].
    pub(super) fn new(heads: Heads) -> Log {
        Log { heads, oldest: BTreeSet::new(), start: 1, next: 1 }
    }

    /// Begins with what a transaction does to the log, which changes nothing unless [`Log::committed`] is told. Old entries
    /// are brought to those of their rooms, and what nobody needs is dropped.
    pub(super) fn begin<'a>(&'a self, transaction: &'a Connection) -> rusqlite::Result<Draft<'a>> {
        let Log { start, next, .. } = *self;
        let mut draft = Draft {
            log: self,
            transaction,
            changes: HashMap::new(),
            roll: Vec::new(),
            row: Vec::new(),
            long: Vec::new(),
            start,
            next,
        };
        let old = self.oldest.iter().take_while(|(id, _)| *id < next - LOG);
        old.map(|(_, room)| *room).try_for_each(|room| draft.gather(room))?;
        draft.trim()?;
        Ok(draft)
    }

    /// Takes note that a transaction was committed.
    pub(super) fn committed(&mut self, Drafted { changes, start, next }: Drafted) {
        (self.start, self.next) = (start, next);
        let mut all = self.heads.lock();
        for (room, change) in changes {
            let before = all.get(&room).map(|(head, _)| head.oldest);
            let now = change.head.map(|head| head.oldest);
            if before != now {
                before.map(|oldest| self.oldest.remove(&(oldest, room)));
                now.filter(|&oldest| oldest > 0).map(|oldest| self.oldest.insert((oldest, room)));
            }
            let Some(head) = change.head else {
                all.remove(&room);
                continue;
            };
            let (kept, tail) = all.entry(room).or_insert_with(|| (head, Vec::new()));
            *kept = head;
            match change.gathered {
                true => *tail = change.tail,
                // There is one of each room, so it takes no more than it needs.
                false => {
                    tail.reserve_exact(change.tail.len());
                    tail.extend_from_slice(&change.tail);
                }
            }
        }
    }
}

/// What a transaction does to the log.
pub(super) struct Draft<'a> {
    log: &'a Log,
    transaction: &'a Connection,
    changes: HashMap<RoomId, Change>,
    /// The room and the last number of each append.
    roll: Vec<u8>,
    /// The frames at the end that are in no row yet.
    row: Vec<u8>,
    /// The rooms with long tails.
    long: Vec<RoomId>,
    start: i64,
    next: i64,
}

/// What a transaction does to a room.
struct Change {
    /// Its head; none when nobody owns it any more.
    head: Option<Head>,
    /// Whether the tail that it had is in `segments` now.
    gathered: bool,
    /// The packed entries that its tail has more.
    tail: Vec<u8>,
}

/// What a transaction does to the log when all of it is written.
pub(super) struct Drafted {
    changes: HashMap<RoomId, Change>,
    start: i64,
    next: i64,
}

impl Draft<'_> {
    /// What this does to a room, as far as it is known.
    fn change(&mut self, room: RoomId) -> &mut Change {
        let head = || self.log.heads.lock().get(&room).map(|(head, _)| *head);
        self.changes.entry(room).or_insert_with(|| Change { head: head(), gathered: false, tail: Vec::new() })
    }

    /// Gives a room to an owner, whose right ends with the next; to none when it has ended. `last` is how far its entries go
    /// if nobody owned it here.
    pub(super) fn claim(&mut self, room: RoomId, epoch: Option<Epoch>, last: u64) {
        let change = self.change(room);
        let head = change.head.unwrap_or(Head { epoch, last, gathered: last, oldest: 0 });
        change.head = Some(Head { epoch, ..head });
    }

    /// Takes a room from its owner. Its entries are together then, if they are `kept`.
    pub(super) fn release(&mut self, room: RoomId, kept: bool) -> rusqlite::Result<()> {
        if kept {
            self.gather(room)?;
        }
        self.changes.insert(room, Change { head: None, gathered: true, tail: Vec::new() });
        Ok(())
    }

    /// Writes entries behind the `prev` that a room has. Answers whether the owner of `epoch` may, and they follow.
    pub(super) fn append(
        &mut self,
        room: RoomId,
        epoch: Epoch,
        prev: u64,
        entries: &[bytes::Bytes],
    ) -> rusqlite::Result<bool> {
        let head = self.change(room).head.filter(|head| head.epoch == Some(epoch) && head.last == prev);
        let Some(mut head) = head else { return Ok(false) };
        let mut tail = Vec::new();
        for entry in entries {
            let length = frame::HEAD + entry.len();
            if self.row.len() + length > ROW {
                self.write_row()?;
            }
            if head.last == head.gathered {
                head.oldest = self.next;
            }
            head.last += 1;
            tail.extend_from_slice(frame::write(&mut self.row, room, head.last, entry));
            self.next += length as i64;
        }
        if !entries.is_empty() {
            self.roll.extend(room.bits().to_be_bytes());
            self.roll.extend(head.last.to_be_bytes());
        }
        if head.last - head.gathered >= TAIL || entries.iter().any(|entry| entry.len() >= LONG) {
            self.long.push(room);
        }
        let change = self.change(room);
        change.head = Some(head);
        change.tail.append(&mut tail);
        Ok(true)
    }

    fn write_row(&mut self) -> rusqlite::Result<()> {
        if !self.row.is_empty() {
            let id = self.next - self.row.len() as i64;
            let text = "INSERT INTO log (id, frames) VALUES (?1, ?2)";
            self.transaction.prepare_cached(text)?.execute(params![id, self.row])?;
            self.row.clear();
        }
        Ok(())
    }

    /// Brings a room's entries in the log to its others.
    fn gather(&mut self, room: RoomId) -> rusqlite::Result<()> {
        let Change { head, gathered, tail } = self.change(room);
        let Some(head) = head.as_mut().filter(|head| head.last > head.gathered) else { return Ok(()) };
        let first = head.gathered + 1;
        (head.gathered, head.oldest) = (head.last, 0);
        let last = head.last.cast_signed();
        let mut segment = std::mem::take(tail);
        if !std::mem::replace(gathered, true)
            && let Some((_, before)) = self.log.heads.lock().get(&room)
        {
            segment = [before.as_slice(), &segment].concat();
        }
        put_segment(self.transaction, room, first, &segment)?;
        let text = "UPDATE rooms SET last = ?2 WHERE id = ?1";
        self.transaction.prepare_cached(text)?.execute(params![key(room), last])?;
        Ok(())
    }

    /// Drops what lies in the log before the oldest entry that any room has there.
    fn trim(&mut self) -> rusqlite::Result<()> {
        let gathered = |room: &RoomId| self.changes.contains_key(room);
        let needed = self.log.oldest.iter().find(|(_, room)| !gathered(room));
        let needed = needed.map_or(self.next, |(id, _)| *id);
        if needed - self.start >= SLACK {
            // The row stays that has the oldest entry, and the roll whose transaction wrote it.
            for text in [
                "DELETE FROM log WHERE id < (SELECT max(id) FROM log WHERE id <= ?1)",
                "DELETE FROM rolls WHERE id < (SELECT max(id) FROM rolls WHERE id <= ?1)",
            ] {
                self.transaction.prepare_cached(text)?.execute([needed])?;
            }
            self.start = needed;
        }
        Ok(())
    }

    /// Writes what is left to be written; what remains is the commit.
    pub(super) fn finish(mut self) -> rusqlite::Result<Drafted> {
        self.write_row()?;
        std::mem::take(&mut self.long).into_iter().try_for_each(|room| self.gather(room))?;
        let Draft { log, transaction, changes, roll, start, next, .. } = self;
        if !roll.is_empty() {
            let text = "INSERT INTO rolls (id, roll) VALUES (?1, ?2)";
            transaction.prepare_cached(text)?.execute(params![log.next, roll])?;
        }
        Ok(Drafted { changes, start, next })
    }
}

/// Writes a segment of a room that begins with the entry `number`, if it has any. One that is there stays: where a damaged row
/// led here, the sums tell who is right.
fn put_segment(connection: &Connection, room: RoomId, number: u64, segment: &[u8]) -> rusqlite::Result<()> {
    if !segment.is_empty() {
        let text = "INSERT OR IGNORE INTO segments (room, number, segment) VALUES (?1, ?2, ?3)";
        let row = params![key(room), number.cast_signed(), segment];
        connection.prepare_cached(text)?.execute(row)?;
    }
    Ok(())
}

/// The entries of a room in the log that follow those in `segments`.
struct Rest {
    /// The number of the first of them, and of the one behind the last.
    first: u64,
    next: u64,
    segment: Vec<u8>,
}

/// Brings the entries of all rooms together and leaves the log empty: when nobody owns a room, before the first write and after
/// the last.
pub(super) fn gather_all(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    // None of rooms that are closed.
    let mut rests: HashMap<RoomId, Option<Rest>> = HashMap::new();
    let mut last = transaction.prepare("SELECT last FROM rooms WHERE id = ?1 AND state <> 1")?;
    let mut rest_of = |room: RoomId| {
        let last = last.query_row([key(room)], |row| row.get::<_, i64>(0)).optional()?;
        let next = last.map(|last| last.cast_unsigned() + 1);
        Ok::<_, rusqlite::Error>(next.map(|next| Rest { first: next, next, segment: Vec::new() }))
    };
    let mut log = transaction.prepare("SELECT frames FROM log ORDER BY id")?;
    let mut rows = log.query([])?;
    while let Some(row) = rows.next()? {
        let mut frames = row.get_ref(0)?.as_blob()?;
        while let Some(frame) = frame::read(&mut frames) {
            let rest = match rests.entry(frame.room) {
                Entry::Occupied(rest) => rest.into_mut(),
                Entry::Vacant(place) => place.insert(rest_of(frame.room)?),
            };
            // What was gathered and not yet trimmed is there twice. Where one is missing, the room is damaged from it on.
            if let Some(rest) = rest.as_mut().filter(|rest| rest.next == frame.number) {
                rest.segment.extend_from_slice(frame.packed);
                rest.next += 1;
            }
        }
    }
    for (room, rest) in rests {
        if let Some(Rest { first, segment, .. }) = rest {
            put_segment(&transaction, room, first, &segment)?;
        }
    }
    drop(rows);
    drop((log, last));
    note_ends(&transaction)?;
    transaction.execute_batch("DELETE FROM log; DELETE FROM rolls")?;
    transaction.commit()
}

/// Has the row of each room say how far its entries go according to the rolls.
pub(super) fn note_ends(connection: &Connection) -> rusqlite::Result<()> {
    let mut lasts: HashMap<i64, i64> = HashMap::new();
    let mut rolls = connection.prepare("SELECT roll FROM rolls")?;
    let mut rows = rolls.query([])?;
    while let Some(row) = rows.next()? {
        for pair in row.get_ref(0)?.as_blob()?.as_chunks::<16>().0 {
            let [room, last] = [&pair[..8], &pair[8..]]
                .map(|half| i64::from_be_bytes(half.try_into().expect("eight of sixteen bytes")));
            let known = lasts.entry(room).or_default();
            *known = last.max(*known);
        }
    }
    let text = "UPDATE rooms SET last = max(last, ?2) WHERE id = ?1 AND state <> 1";
    let mut update = connection.prepare(text)?;
    lasts.into_iter().try_for_each(|last| update.execute(last).map(drop))
}

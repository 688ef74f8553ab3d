//! The log: where entries are written first, one behind the other whatever their rooms, and from where those of a room are
//! brought to its others when they are many or old.
//!
//! A transaction of a hundred rooms would change a hundred pages if each entry were written beside the others of its room; in the
//! log it fills two or three. So a room's newest entries are a chain in the log, each with the id of the one before it, and the rest
//! lie in `entries`. A roll says of each transaction which rooms it wrote to and how far, so that a lost end is missed.
//!
//! Invariants: an entry is in the log or in `entries`, or, until the log is trimmed, in both; nothing is trimmed that is
//! not in `entries`; a room that nobody owns has nothing in the log. What a transaction does to a head counts when it is
//! committed, and is forgotten when it is not.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour_protocol::RoomId;
use rusqlite::{Connection, params};

use super::rows::{Table, key, sum};
use crate::journal::Epoch;

/// Entries of a room in the log that are brought to its others: as many as there are between two checkpoints.
const CHAIN: u32 = 64;

/// Entries in the log behind the oldest that is needed: rooms that have older ones there bring them to their others, so
/// that the log is short and a start is quick.
const LOG: i64 = 65_536;

/// Entries that nobody needs in the log before it is trimmed.
const SLACK: i64 = 4_096;

/// What a statement begins with that reads the ids of a room's entries in the log, as `chain`; ?1 is that of the newest.
pub(super) const CHAIN_BEHIND: &str = "
    WITH RECURSIVE chain (id, before) AS (
        SELECT id, before FROM log WHERE id = ?1
        UNION ALL SELECT log.id, log.before FROM chain JOIN log ON log.id = chain.before
    )";

/// Where the entries of a room that is owned in this process end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Its owner; none when the room has ended.
    epoch: Option<Epoch>,
    /// The number of the last entry.
    pub(super) last: u64,
    /// The ids of the newest and the oldest entry in the log, and how many there are; 0 without any.
    pub(super) newest: i64,
    oldest: i64,
    count: u32,
}

impl Head {
    /// The head of a room whose entries all lie in `entries`.
    pub(super) fn new(epoch: Option<Epoch>, last: u64) -> Head {
        Head { epoch, last, newest: 0, oldest: 0, count: 0 }
    }
}

/// The heads of all rooms that are owned in this process, as of the last commit. Another process does not write the same
/// journal.
#[derive(Clone, Default)]
pub(super) struct Heads(Arc<Mutex<HashMap<RoomId, Head>>>);

impl Heads {
    /// A panic while the lock was held cannot leave half a head behind.
    fn lock(&self) -> MutexGuard<'_, HashMap<RoomId, Head>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The head of a room; none when nobody owns it here.
    pub(super) fn get(&self, room: RoomId) -> Option<Head> {
        self.lock().get(&room).copied()
    }
}

/// The log as the thread knows it that writes it.
pub(super) struct Log {
    heads: Heads,
    /// The oldest entry of each room that has any in the log.
    oldest: BTreeSet<(i64, RoomId)>,
    /// Where the log begins, and the id of the next entry.
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
        let mut draft =
            Draft { log: self, transaction, heads: HashMap::new(), roll: Vec::new(), start, next };
        let old = self.oldest.iter().take_while(|(id, _)| *id < next - LOG);
        old.map(|(_, room)| *room).try_for_each(|room| draft.gather(room))?;
        draft.trim()?;
        Ok(draft)
    }

    /// Takes note that a transaction was committed.
    pub(super) fn committed(&mut self, Drafted { heads, start, next }: Drafted) {
        (self.start, self.next) = (start, next);
        let mut all = self.heads.lock();
        for (room, head) in heads {
            let before = match head {
                Some(head) => all.insert(room, head),
                None => all.remove(&room),
            };
            let oldest = |head: Option<Head>| head.map(|head| head.oldest).filter(|&id| id > 0);
            let (before, now) = (oldest(before), oldest(head));
            if before != now {
                before.map(|id| self.oldest.remove(&(id, room)));
                now.map(|id| self.oldest.insert((id, room)));
            }
        }
    }
}

/// What a transaction does to the log.
pub(super) struct Draft<'a> {
    log: &'a Log,
    transaction: &'a Connection,
    /// The heads that are others now; none of rooms that are owned no more.
    heads: HashMap<RoomId, Option<Head>>,
    /// The room and the last number of each append.
    roll: Vec<u8>,
    start: i64,
    next: i64,
}

/// The same when its transaction has all of it.
pub(super) struct Drafted {
    heads: HashMap<RoomId, Option<Head>>,
    start: i64,
    next: i64,
}

impl Draft<'_> {
    /// The head of a room; none when nobody owns it here.
    pub(super) fn head(&self, room: RoomId) -> Option<Head> {
        self.heads.get(&room).copied().unwrap_or_else(|| self.log.heads.get(room))
    }

    /// Gives a room another head; none when nobody owns it any more.
    pub(super) fn set(&mut self, room: RoomId, head: Option<Head>) {
        self.heads.insert(room, head);
    }

    /// Gives a room to an owner, whose right ends with the next; to none when it has ended. `last` is how far its entries go
    /// if nobody owned it here.
    pub(super) fn claim(&mut self, room: RoomId, epoch: Option<Epoch>, last: u64) {
        let head = self.head(room).unwrap_or_else(|| Head::new(epoch, last));
        self.set(room, Some(Head { epoch, ..head }));
    }

    /// Writes entries behind the `prev` that a room has. Answers whether the owner of `epoch` may, and they follow.
    pub(super) fn append(
        &mut self,
        room: RoomId,
        epoch: Epoch,
        prev: u64,
        entries: &[bytes::Bytes],
    ) -> rusqlite::Result<bool> {
        let Some(mut head) = self.head(room) else { return Ok(false) };
        if head.epoch != Some(epoch) || head.last != prev {
            return Ok(false);
        }
        let text = "INSERT INTO log (id, before, room, number, entry, sum) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let mut insert = self.transaction.prepare_cached(text)?;
        for entry in entries {
            head.last += 1;
            let sum = sum(Table::Entries, room.bits(), head.last, entry);
            let number = head.last.cast_signed();
            insert.execute(params![self.next, head.newest, key(room), number, entry.as_ref(), sum])?;
            if head.count == 0 {
                head.oldest = self.next;
            }
            head.newest = self.next;
            head.count += 1;
            self.next += 1;
        }
        drop(insert);
        if !entries.is_empty() {
            self.roll.extend(room.bits().to_be_bytes());
            self.roll.extend(head.last.to_be_bytes());
        }
        self.set(room, Some(head));
        if head.count >= CHAIN {
            self.gather(room)?;
        }
        Ok(true)
    }

    /// Brings a room's entries in the log to its others.
    pub(super) fn gather(&mut self, room: RoomId) -> rusqlite::Result<()> {
        let Some(head) = self.head(room).filter(|head| head.count > 0) else { return Ok(()) };
        let text = format!(
            "{CHAIN_BEHIND} INSERT INTO entries (room, number, entry, sum)
            SELECT room, number, entry, sum FROM chain JOIN log USING (id) ORDER BY id"
        );
        self.transaction.prepare_cached(&text)?.execute([head.newest])?;
        let text = "UPDATE rooms SET last = ?2 WHERE id = ?1";
        self.transaction.prepare_cached(text)?.execute(params![key(room), head.last.cast_signed()])?;
        self.set(room, Some(Head::new(head.epoch, head.last)));
        Ok(())
    }

    /// Drops what lies in the log before the oldest entry that any room has there.
    fn trim(&mut self) -> rusqlite::Result<()> {
        let gathered = |room: &RoomId| self.heads.contains_key(room);
        let needed = self.log.oldest.iter().find(|(_, room)| !gathered(room));
        let needed = needed.map_or(self.next, |(id, _)| *id);
        if needed - self.start >= SLACK {
            let text = "DELETE FROM log WHERE id < ?1";
            self.transaction.prepare_cached(text)?.execute([needed])?;
            // The roll stays whose transaction wrote the oldest.
            let text = "DELETE FROM rolls WHERE id < (SELECT max(id) FROM rolls WHERE id <= ?1)";
            self.transaction.prepare_cached(text)?.execute([needed])?;
            self.start = needed;
        }
        Ok(())
    }

    /// Writes the roll; what remains is the commit.
    pub(super) fn finish(self) -> rusqlite::Result<Drafted> {
        let Draft { log, transaction, heads, roll, start, next } = self;
        if !roll.is_empty() {
            let text = "INSERT INTO rolls (id, roll) VALUES (?1, ?2)";
            transaction.prepare_cached(text)?.execute(params![log.next, roll])?;
        }
        Ok(Drafted { heads, start, next })
    }
}

/// Brings the entries of all rooms together and leaves the log empty: when nobody owns a room, before the first write and after
/// the last.
pub(super) fn gather_all(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    let mut lasts: HashMap<i64, i64> = HashMap::new();
    let mut rolls = transaction.prepare("SELECT roll FROM rolls")?;
    let mut rows = rolls.query([])?;
    while let Some(row) = rows.next()? {
        for pair in row.get_ref(0)?.as_blob()?.as_chunks::<16>().0 {
            let [room, last] = [&pair[..8], &pair[8..]]
                .map(|half| i64::from_be_bytes(half.try_into().expect("eight of sixteen bytes")));
            let known = lasts.entry(room).or_default();
            *known = last.max(*known);
        }
    }
    drop(rows);
    drop(rolls);
    let mut update =
        transaction.prepare("UPDATE rooms SET last = max(last, ?2) WHERE id = ?1 AND state <> 1")?;
    lasts.into_iter().try_for_each(|last| update.execute(last).map(drop))?;
    drop(update);
    // What was gathered and not yet trimmed is there twice.
    transaction.execute_batch(
        "
        INSERT OR IGNORE INTO entries (room, number, entry, sum)
            SELECT room, number, entry, sum FROM log
            WHERE room IN (SELECT id FROM rooms WHERE state <> 1) ORDER BY room, number;
        DELETE FROM log;
        DELETE FROM rolls;
        ",
    )?;
    transaction.commit()
}

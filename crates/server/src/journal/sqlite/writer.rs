//! The one thread that writes: it takes all writes that wait, does them in one transaction, and answers after the commit.
//!
//! Invariants: writes are done in the order in which they were asked for; nobody is answered with `Ok` before the commit
//! is; when a transaction of several writes fails, each is tried alone, so that one bad page stops nobody else.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Instant;

use parlour_protocol::RoomId;
use rusqlite::{Connection, params};
use tokio::sync::oneshot;
use tracing::{info, warn};

use super::rows::{Table, key, part_sum, player_sum, sum};
use crate::clock::Millis;
use crate::journal::{AppendError, Epoch, Measures, Page, PlayerRecord, Release, TokenHash};
use crate::metrics::Share;

/// The most writes of one transaction.
const BATCH: usize = 1024;

/// The rooms that somebody owns in this process. Another process does not write the same journal.
pub(super) type Owned = Arc<Mutex<BTreeSet<RoomId>>>;

/// One write.
pub(super) enum Write {
    Claim(RoomId),
    Append {
        room: RoomId,
        epoch: Epoch,
        prev: u64,
        page: Page,
    },
    Release {
        room: RoomId,
        epoch: Epoch,
        how: Release,
    },
    KeepPlayer {
        token: TokenHash,
        player: PlayerRecord,
    },
    ForgetPlayers(Millis),
    Beat(Millis),
    /// Lets the disk be full at so many pages.
    #[cfg(test)]
    MostPages(u32),
}

/// What came of a write that could be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Done,
    /// Only of a claim.
    Claimed(Epoch),
    /// Only of an append.
    Fenced,
}

/// A write and who waits for its answer. The answer to what cannot be written is [`AppendError::Unavailable`].
pub(super) struct Job {
    pub(super) write: Write,
    pub(super) answer: oneshot::Sender<Result<Written, AppendError>>,
    /// It counts as waiting as long as it is here.
    pub(super) _waits: Share,
}

/// Writes until no sender is left.
pub(super) fn run(
    mut connection: Connection,
    jobs: &mpsc::Receiver<Job>,
    owned: &Owned,
    measures: &Measures,
) {
    let mut works = true;
    while let Ok(first) = jobs.recv() {
        let batch: Vec<Job> = std::iter::once(first).chain(jobs.try_iter().take(BATCH - 1)).collect();
        measures.batch.add(batch.len() as u64);
        let all = together(&mut connection, measures, batch.iter().map(|job| &job.write));
        let done: Vec<rusqlite::Result<Written>> = match all {
            Ok(written) => written.into_iter().map(Ok).collect(),
            Err(error) if batch.len() == 1 => vec![Err(error)],
            Err(_) => batch.iter().map(|job| alone(&mut connection, measures, &job.write)).collect(),
        };
        for (job, done) in batch.into_iter().zip(done) {
            match &done {
                Ok(_) if !works => info!("the journal can be written again"),
                Err(error) if works => warn!(%error, "the journal cannot be written"),
                Ok(_) | Err(_) => {}
            }
            works = done.is_ok();
            if !works {
                measures.failures.count();
            }
            if let Ok(written) = &done {
                note_owner(owned, &job.write, *written);
            }
            // Who does not wait for the answer any more does not need it.
            let _ = job.answer.send(done.map_err(|_| AppendError::Unavailable));
        }
    }
}

/// Takes note of who owns what after a write.
fn note_owner(owned: &Owned, write: &Write, written: Written) {
    let mut owned = owned.lock().unwrap_or_else(PoisonError::into_inner);
    match (write, written) {
        (Write::Claim(room), Written::Claimed(_)) => drop(owned.insert(*room)),
        (Write::Release { room, .. }, Written::Done) => drop(owned.remove(room)),
        _ => {}
    }
}

fn alone(connection: &mut Connection, measures: &Measures, write: &Write) -> rusqlite::Result<Written> {
    together(connection, measures, std::iter::once(write)).map(|written| written[0])
}

/// Does writes in one transaction.
fn together<'a>(
    connection: &mut Connection,
    measures: &Measures,
    writes: impl Iterator<Item = &'a Write>,
) -> rusqlite::Result<Vec<Written>> {
    let transaction = connection.transaction()?;
    let written = writes.map(|write| perform(&transaction, write)).collect::<Result<_, _>>()?;
    let begun = Instant::now();
    transaction.commit()?;
    measures.commit.took(begun.elapsed());
    Ok(written)
}

fn perform(connection: &Connection, write: &Write) -> rusqlite::Result<Written> {
    match write {
        Write::Claim(room) => claim(connection, *room),
        Write::Append { room, epoch, prev, page } => append(connection, *room, *epoch, *prev, page),
        Write::Release { room, epoch, how } => release(connection, *room, *epoch, *how),
        Write::KeepPlayer { token, player } => keep_player(connection, token, player),
        Write::ForgetPlayers(then) => {
            let text = "DELETE FROM players WHERE seen < ?1";
            connection.prepare_cached(text)?.execute([then.cast_signed()])?;
            Ok(Written::Done)
        }
        Write::Beat(now) => {
            let text = "INSERT INTO beats (id, at) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET at = ?1";
            connection.prepare_cached(text)?.execute([now.cast_signed()])?;
            Ok(Written::Done)
        }
        #[cfg(test)]
        Write::MostPages(count) => {
            connection.query_row(&format!("PRAGMA max_page_count = {count}"), [], |_| Ok(()))?;
            Ok(Written::Done)
        }
    }
}

fn claim(connection: &Connection, room: RoomId) -> rusqlite::Result<Written> {
    let text = "INSERT INTO rooms (id, epoch, state) VALUES (?1, 1, 0)
        ON CONFLICT (id) DO UPDATE SET epoch = epoch + 1 RETURNING epoch";
    let epoch: i64 = connection.prepare_cached(text)?.query_row([key(room)], |row| row.get(0))?;
    Ok(Written::Claimed(Epoch(epoch.cast_unsigned())))
}

fn append(
    connection: &Connection,
    room: RoomId,
    epoch: Epoch,
    prev: u64,
    page: &Page,
) -> rusqlite::Result<Written> {
    // Whether the caller may write is asked and how far the room goes is noted at once: one row is looked up and written.
    let text = "UPDATE rooms SET last = ?4 WHERE id = ?1 AND epoch = ?2 AND last = ?3 AND state = 0";
    let last = prev.saturating_add(page.entries.len() as u64);
    let row = params![key(room), epoch.0.cast_signed(), prev.cast_signed(), last.cast_signed()];
    if connection.prepare_cached(text)?.execute(row)? == 0 {
        return Ok(Written::Fenced);
    }
    let mut insert = connection
        .prepare_cached("INSERT INTO entries (room, number, entry, sum) VALUES (?1, ?2, ?3, ?4)")?;
    for (number, entry) in (prev + 1..).zip(&page.entries) {
        let sum = sum(Table::Entries, room.bits(), number, entry);
        insert.execute(params![key(room), number.cast_signed(), entry.as_ref(), sum])?;
    }
    if let Some(checkpoint) = &page.checkpoint {
        let sum = sum(Table::Checkpoints, room.bits(), prev, checkpoint);
        let text =
            "INSERT OR REPLACE INTO checkpoints (room, number, checkpoint, sum) VALUES (?1, ?2, ?3, ?4)";
        let row = params![key(room), prev.cast_signed(), checkpoint.as_ref(), sum];
        connection.prepare_cached(text)?.execute(row)?;
    }
    if let Some(card) = &page.card {
        let sum = sum(Table::Cards, room.bits(), 0, card);
        let text = "UPDATE rooms SET card = ?2, sum = ?3 WHERE id = ?1";
        connection.prepare_cached(text)?.execute(params![key(room), card.as_ref(), sum])?;
    }
    for part in &page.transcript {
        let (number, at) = (part.number, part.at.cast_signed());
        let text = "DELETE FROM transcripts WHERE room = ?1 AND number = ?2 AND at >= ?3";
        connection.prepare_cached(text)?.execute(params![key(room), number, at])?;
        let text =
            "INSERT INTO transcripts (room, number, at, part, over, sum) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let row = params![key(room), number, at, part.text.as_ref(), part.over, part_sum(room, part)];
        connection.prepare_cached(text)?.execute(row)?;
    }
    Ok(Written::Done)
}

/// The epoch grows as well, so that its former owner is fenced off.
fn release(connection: &Connection, room: RoomId, epoch: Epoch, how: Release) -> rusqlite::Result<Written> {
    let state = match how {
        Release::Open => 0,
        Release::Closed => 1,
        Release::Failed => 2,
    };
    let text = "UPDATE rooms SET epoch = epoch + 1, state = ?3, last = iif(?3 = 1, 0, last) WHERE id = ?1 AND epoch = ?2";
    let owner =
        connection.prepare_cached(text)?.execute(params![key(room), epoch.0.cast_signed(), state])? > 0;
    if !owner {
        return Ok(Written::Fenced);
    }
    if how == Release::Closed {
        connection.prepare_cached("DELETE FROM entries WHERE room = ?1")?.execute([key(room)])?;
        connection.prepare_cached("DELETE FROM checkpoints WHERE room = ?1")?.execute([key(room)])?;
    }
    Ok(Written::Done)
}

fn keep_player(
    connection: &Connection,
    token: &TokenHash,
    player: &PlayerRecord,
) -> rusqlite::Result<Written> {
    let text = "INSERT OR REPLACE INTO players (token, id, name, seen, sum) VALUES (?1, ?2, ?3, ?4, ?5)";
    let (id, seen) = (player.id.bits().cast_signed(), player.seen.cast_signed());
    let row = params![token.as_slice(), id, player.name, seen, player_sum(token, player)];
    connection.prepare_cached(text)?.execute(row)?;
    Ok(Written::Done)
}

//! The one thread that writes: it takes all writes that wait, does them in one transaction, and answers after the commit.
//!
//! Invariants: writes are done in the order in which they were asked for; nobody is answered with `Ok` before the commit
//! is; when a transaction of several writes fails, each is tried alone, so that one bad page stops nobody else.

use std::sync::mpsc;
use std::time::Instant;

use parlour_protocol::RoomId;
use rusqlite::{Connection, params};
use tokio::sync::oneshot;
use tracing::{info, warn};

use super::log::{Draft, Log, gather_all};
use super::rows::{Table, key, part_sum, player_sum, sum};
use super::wal::Wal;
use crate::clock::Millis;
use crate::journal::{AppendError, Epoch, Measures, Page, PlayerRecord, Release, TokenHash};
use crate::metrics::Share;

/// The most writes of one transaction.
const BATCH: usize = 1024;

/// One write.
pub(super) enum Write {
    Open {
        room: RoomId,
        page: Page,
    },
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
    /// Only of an opening or a claim.
    Claimed(Epoch),
    /// Only of an opening or an append.
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
    mut log: Log,
    mut wal: Wal,
    jobs: &mpsc::Receiver<Job>,
    measures: &Measures,
) {
    let mut works = true;
    while let Ok(first) = jobs.recv() {
        // Where it has no core of its own, whoever woke it goes on first, and more rooms write in the same transaction.
        std::thread::yield_now();
        let batch: Vec<Job> = std::iter::once(first).chain(jobs.try_iter().take(BATCH - 1)).collect();
        measures.batch.add(batch.len() as u64);
        let all = together(&connection, &mut log, measures, batch.iter().map(|job| &job.write));
        let done: Vec<rusqlite::Result<Written>> = match all {
            Ok(written) => written.into_iter().map(Ok).collect(),
            Err(error) if batch.len() == 1 => vec![Err(error)],
            Err(_) => batch.iter().map(|job| alone(&connection, &mut log, measures, &job.write)).collect(),
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
            // Who does not wait for the answer any more does not need it.
            let _ = job.answer.send(done.map_err(|_| AppendError::Unavailable));
        }
        wal.tend(&connection);
    }
    // The next start finds nothing to do; if this fails, it does it.
    if let Err(error) = gather_all(&mut connection) {
        warn!(%error, "the log of the journal is left as it is");
    }
}

fn alone(
    connection: &Connection,
    log: &mut Log,
    measures: &Measures,
    write: &Write,
) -> rusqlite::Result<Written> {
    together(connection, log, measures, std::iter::once(write)).map(|written| written[0])
}

/// Does writes in one transaction.
fn together<'a>(
    connection: &Connection,
    log: &mut Log,
    measures: &Measures,
    writes: impl Iterator<Item = &'a Write>,
) -> rusqlite::Result<Vec<Written>> {
    // A transaction of rusqlite would have these texts compiled anew each time.
    let say = |text: &str| connection.prepare_cached(text)?.execute([]);
    let try_all = || {
        let mut draft = log.begin(connection)?;
        let written = writes.map(|write| perform(connection, &mut draft, write)).collect::<Result<_, _>>()?;
        let drafted = draft.finish()?;
        let begun = Instant::now();
        say("COMMIT")?;
        measures.commit.took(begun.elapsed());
        Ok((written, drafted))
    };
    say("BEGIN")?;
    match try_all() {
        Ok((written, drafted)) => {
            log.committed(drafted);
            Ok(written)
        }
        Err(error) => {
            // Some failures end it by themselves.
            if !connection.is_autocommit() {
                say("ROLLBACK")?;
            }
            Err(error)
        }
    }
}

fn perform(connection: &Connection, log: &mut Draft<'_>, write: &Write) -> rusqlite::Result<Written> {
    match write {
        Write::Open { room, page } => open(connection, log, *room, page),
        Write::Claim(room) => claim(connection, log, *room),
        Write::Append { room, epoch, prev, page } => append(connection, log, *room, *epoch, *prev, page),
        Write::Release { room, epoch, how } => release(connection, log, *room, *epoch, *how),
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

fn open(
    connection: &Connection,
    log: &mut Draft<'_>,
    room: RoomId,
    page: &Page,
) -> rusqlite::Result<Written> {
    let epoch = Epoch(1);
    let text = "INSERT INTO rooms (id, epoch, state) VALUES (?1, ?2, 0) ON CONFLICT (id) DO NOTHING";
    if connection.prepare_cached(text)?.execute(params![key(room), epoch.0.cast_signed()])? == 0 {
        return Ok(Written::Fenced);
    }
    log.claim(room, Some(epoch), 0);
    let written = append(connection, log, room, epoch, 0, page)?;
    Ok(if written == Written::Done { Written::Claimed(epoch) } else { written })
}

fn claim(connection: &Connection, log: &mut Draft<'_>, room: RoomId) -> rusqlite::Result<Written> {
    let text = "INSERT INTO rooms (id, epoch, state) VALUES (?1, 1, 0)
        ON CONFLICT (id) DO UPDATE SET epoch = epoch + 1 RETURNING epoch, last, state = 0";
    let (epoch, last, open) = connection
        .prepare_cached(text)?
        .query_row([key(room)], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get(2)?)))?;
    let epoch = Epoch(epoch.cast_unsigned());
    log.claim(room, Some(epoch).filter(|_| open), last.cast_unsigned());
    Ok(Written::Claimed(epoch))
}

fn append(
    connection: &Connection,
    log: &mut Draft<'_>,
    room: RoomId,
    epoch: Epoch,
    prev: u64,
    page: &Page,
) -> rusqlite::Result<Written> {
    if !log.append(room, epoch, prev, &page.entries)? {
        return Ok(Written::Fenced);
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
fn release(
    connection: &Connection,
    log: &mut Draft<'_>,
    room: RoomId,
    epoch: Epoch,
    how: Release,
) -> rusqlite::Result<Written> {
    let state = match how {
        Release::Open => 0,
        Release::Closed => 1,
        Release::Failed => 2,
    };
    let text = "UPDATE rooms SET epoch = epoch + 1, state = ?3 WHERE id = ?1 AND epoch = ?2";
    let row = params![key(room), epoch.0.cast_signed(), state];
    if connection.prepare_cached(text)?.execute(row)? == 0 {
        return Ok(Written::Fenced);
    }
    if how == Release::Closed {
        for text in [
            "UPDATE rooms SET last = 0, card = NULL, sum = NULL WHERE id = ?1",
            "DELETE FROM segments WHERE room = ?1",
            "DELETE FROM checkpoints WHERE room = ?1",
        ] {
            connection.prepare_cached(text)?.execute([key(room)])?;
        }
    }
    log.release(room, how != Release::Closed)?;
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

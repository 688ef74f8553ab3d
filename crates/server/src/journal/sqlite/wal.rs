//! The file's own log, SQLite's write-ahead log (WAL): how what was committed there comes into the file, so that the log begins
//! anew and does not grow for ever.
//!
//! Left to itself SQLite does that within a commit, with the disk waited for twice, and all rooms wait meanwhile. Here another
//! thread, the sweeper, brings over all but the last few pages while commits go on. The rest is left to the thread that writes, which
//! does it between two commits, since a log that still grows never begins anew.
//!
//! Invariants: nothing is taken out of the log that is not in the file and on the disk; a log that is [`MOST`] times
//! as long as it should be grows no further before the sweeper is done with it.

use std::ffi::c_int;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, TryRecvError};
use std::thread::JoinHandle;

use rusqlite::wal::CheckpointMode;
use rusqlite::{Connection, MAIN_DB};
use thiserror::Error;
use tracing::warn;

use super::connect;

/// Pages from which on the log is swept: 64 MiB. The longer it is, the more pages are in it several times, of which only the last
/// goes to the file.
pub(super) const MANY: u32 = 16_384;

/// Bytes of the log's file that stay when the log begins anew: 128 MiB. What is written where the file has blocks already takes
/// less of the disk, so it keeps more than a log needs that goes on while it is swept.
pub(super) const KEPT: i64 = 128 * 1024 * 1024;

/// So many times as long it is when the writer waits for the sweeper.
const MOST: u32 = 4;

/// Pages that the writer brings over itself without anybody noticing.
const FEW: u32 = 64;

/// How often the sweeper tries to come so far, while others write.
const PASSES: usize = 4;

/// Why a log cannot be looked after.
#[derive(Debug, Error)]
#[error(transparent)]
pub(super) enum WalError {
    Sqlite(#[from] rusqlite::Error),
    Machine(#[from] io::Error),
}

/// The log, as the thread knows it that writes.
pub(super) struct Wal {
    /// Pages in it after the newest commit, as SQLite tells.
    pages: Arc<AtomicU32>,
    /// The same when it was looked at last: with fewer it has begun anew.
    seen: u32,
    /// How many are too many.
    many: u32,
    /// At how many pages it is swept next; none while it is.
    sweep_at: Option<u32>,
    sweeper: Sweeper,
}

impl Wal {
    /// Takes over from SQLite to look after the log of `writer`, a connection to `file`. It is swept when it has `many` pages.
    pub(super) fn of(writer: &mut Connection, file: &Path, many: u32) -> Result<Wal, WalError> {
        let pages = Arc::new(AtomicU32::new(0));
        let told = Arc::clone(&pages);
        // It takes the place of the hook by which SQLite does it itself.
        let hook = move |_: &mut rusqlite::hooks::Wal, pages: c_int| {
            told.store(u32::try_from(pages).unwrap_or(0), Ordering::Relaxed);
            Ok(())
        };
        writer.wal_hook(Some(hook))?;
        let sweeper = Sweeper::start(file, Arc::clone(&pages))?;
        Ok(Wal { pages, seen: 0, many, sweep_at: Some(many), sweeper })
    }

    /// Does what there is to do between two commits.
    pub(super) fn tend(&mut self, writer: &Connection) {
        let pages = self.pages.load(Ordering::Relaxed);
        if pages < self.seen {
            self.sweep_at = self.sweep_at.map(|_| self.many);
        }
        self.seen = pages;
        match self.sweep_at {
            Some(at) if pages < at => {}
            Some(_) => {
                self.sweeper.ask();
                self.sweep_at = None;
            }
            None if self.sweeper.is_done(pages >= MOST * self.many) => {
                sweep(writer);
                // Where somebody still reads what was there before, the log goes on instead of beginning anew.
                self.sweep_at = Some(pages + self.many);
            }
            None => {}
        }
    }
}

/// The thread that sweeps when it is asked to.
struct Sweeper {
    asks: Option<mpsc::Sender<()>>,
    done: mpsc::Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

impl Sweeper {
    fn start(file: &Path, pages: Arc<AtomicU32>) -> Result<Sweeper, WalError> {
        let connection = connect(file)?;
        // SQLite waits for the disk to have the file only when nothing is left in the log.
        let disk = File::open(file)?;
        let ((asks, asked), (tells, done)) = (mpsc::channel(), mpsc::channel());
        let work = move || {
            give_way();
            while let Ok(()) = asked.recv() {
                for _ in 0..PASSES {
                    let over = sweep(&connection);
                    if let Err(error) = disk.sync_data() {
                        warn!(%error, "the disk does not take the journal");
                    }
                    if pages.load(Ordering::Relaxed).saturating_sub(over) < FEW {
                        break;
                    }
                }
                // Who does not listen any more does not write any more.
                let _ = tells.send(());
            }
        };
        let thread = std::thread::Builder::new().name("sweeper".to_owned()).spawn(work)?;
        Ok(Sweeper { asks: Some(asks), done, thread: Some(thread) })
    }

    fn ask(&self) {
        if let Some(asks) = &self.asks {
            // Where the thread is gone, it is done for ever.
            let _ = asks.send(());
        }
    }

    /// Whether it has done what it was asked for; that is waited for if it must be.
    fn is_done(&self, must: bool) -> bool {
        if must {
            // Where the thread is gone, there is nothing to wait for.
            let _ = self.done.recv();
            return true;
        }
        self.done.try_recv() != Err(TryRecvError::Empty)
    }
}

impl Drop for Sweeper {
    fn drop(&mut self) {
        self.asks = None;
        if let Some(thread) = self.thread.take() {
            // Its panic was reported when it happened.
            let _ = thread.join();
        }
    }
}

/// From now on this thread leaves the processor to whoever wants it, too: where one core serves everybody, the rooms would wait
/// for tens of milliseconds otherwise. It keeps a tenth of what the others get, so that it comes to an end beside those
/// who are never done.
fn give_way() {
    // Elsewhere the whole process would give way.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 10) {
        warn!(%error, "the log of the journal is swept as if it were urgent");
    }
}

/// Brings over what can be, without waiting for anything but the disk. Answers how many pages of the log are in the file now.
fn sweep(connection: &Connection) -> u32 {
    match connection.wal_checkpoint_v2(Some(MAIN_DB), CheckpointMode::PASSIVE) {
        Ok((_, over)) => u32::try_from(over).unwrap_or(0),
        Err(error) => {
            warn!(%error, "the log of the journal cannot be shortened");
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Pages of the log that are too many here, and bytes of a page in it.
    const TOO_MANY: u32 = 100;
    const PAGE: u64 = 4_096 + 24;

    fn begin(file: &Path) -> (Connection, Wal) {
        let mut writer = connect(file).expect("a file");
        writer.pragma_update(None, "synchronous", "NORMAL").expect("a setting");
        writer.execute_batch("CREATE TABLE rows (id INTEGER PRIMARY KEY, row BLOB)").expect("a table");
        let wal = Wal::of(&mut writer, file, TOO_MANY).expect("a thread");
        (writer, wal)
    }

    /// However fast it is written, also while somebody reads: the log stays short, and all is there at any time.
    #[test]
    fn the_log_stays_short_while_it_is_written() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (file, log) = (folder.path().join("file"), folder.path().join("file-wal"));
        let (writer, mut wal) = begin(&file);
        let reader = connect(&file).expect("a file");
        let (mut longest, mut began_anew) = (0, 0);
        for number in 1..=3_000 {
            let text = "INSERT INTO rows (row) VALUES (randomblob(3000))";
            writer.prepare_cached(text).and_then(|mut insert| insert.execute([])).expect("a commit");
            wal.tend(&writer);
            let pages = wal.pages.load(Ordering::Relaxed);
            began_anew += u32::from(pages < longest);
            longest = if pages < longest { pages } else { longest.max(pages) };
            if number % 100 == 0 {
                let count = reader.query_row("SELECT count(*) FROM rows", [], |row| row.get::<_, u32>(0));
                assert_eq!(count, Ok(number));
            }
        }
        assert!(began_anew > 0, "it has begun anew");
        let length = fs::metadata(&log).expect("the log").len();
        let most = u64::from(MOST * TOO_MANY + 2 * FEW) * PAGE;
        assert!(length <= most, "{length} bytes, and {most} are allowed");
        drop((wal, reader, writer));
        assert!(!log.exists(), "nobody needs it any more");
    }

    /// Who reads for long keeps the log from beginning anew, and nothing else.
    #[test]
    fn a_log_that_is_read_for_long_goes_on() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("file");
        let (writer, mut wal) = begin(&file);
        let mut write = |count: u32| {
            for _ in 0..count {
                writer.execute("INSERT INTO rows (row) VALUES (randomblob(3000))", []).expect("a commit");
                wal.tend(&writer);
            }
            wal.pages.load(Ordering::Relaxed)
        };
        let reader = connect(&file).expect("a file");
        let count = |reader: &Connection| {
            reader.query_row("SELECT count(*) FROM rows", [], |row| row.get::<_, u32>(0))
        };
        write(10);
        let before = reader.unchecked_transaction().expect("a reader");
        assert_eq!(count(&before), Ok(10));
        assert!(write(1_000) > 1_000, "it goes on");
        assert_eq!(count(&before), Ok(10), "as it was when it began to read");
        drop(before);
        assert!((0..20).any(|_| write(100) < 500), "it begins anew");
        assert_eq!(count(&reader).map(|count| count > 1_010), Ok(true));
    }
}

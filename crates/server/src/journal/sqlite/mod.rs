//! The journal in a file of SQLite: the default of a server, and all that it needs.
//!
//! Entries are written to a log first and brought to those of their room later, see [`log`].
//!
//! Invariants: one process at a time has the folder, by a lock that ends with the process; all writes go through one
//! thread, which commits those of many rooms together; reads see what was committed and wait for no write. Where a
//! write fails, nothing of it is there for readers, and the next one may succeed.

#[cfg(test)]
pub(crate) mod damage;
mod frame;
mod log;
mod rows;
mod schema;
mod wal;
mod writer;

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;

use futures::FutureExt;
use futures::future::BoxFuture;
use parlour_protocol::RoomId;
use rusqlite::{Connection, OpenFlags};
use thiserror::Error;
use tokio::sync::{Semaphore, oneshot};

use self::log::{Heads, Log};
use self::wal::Wal;
use self::writer::{Job, Write, Written};
use super::{
    AppendError, Book, Durability, Epoch, Journal, LoadError, Measures, Orphan, Page, PlayerRecord, Release,
    Since, TokenHash, Transcript, Unavailable,
};
use crate::clock::Millis;

/// The file's name in the data folder.
const FILE: &str = "journal.sqlite";

/// The lock's name in the data folder.
const LOCK: &str = "lock";

/// Reads that are done at once at most.
const READERS: usize = 4;

/// Why a journal cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The folder or its lock cannot be made.
    #[error("the data folder {0} cannot be used")]
    Folder(PathBuf, #[source] io::Error),
    /// Another server has the folder.
    #[error("another server uses the data folder {0}")]
    InUse(PathBuf),
    /// The file is of no use.
    #[error("the journal {0} cannot be used: {1}")]
    File(PathBuf, String),
}

/// A journal in a file of SQLite.
pub struct SqliteJournal {
    file: PathBuf,
    heads: Heads,
    readers: Mutex<Vec<Connection>>,
    reading: Semaphore,
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    measures: Measures,
    /// Held as long as the journal lives.
    _lock: File,
}

impl SqliteJournal {
    /// Opens the journal of a data folder, and makes both if they are not there. With [`Durability::Memory`] nothing is
    /// promised, as little as with [`Durability::Os`] when the power fails.
    ///
    /// # Errors
    /// When the folder cannot be used, another process uses it, or its journal is damaged, foreign, or of a newer server.
    pub fn open(folder: &Path, durability: Durability) -> Result<SqliteJournal, OpenError> {
        let unusable = |error| OpenError::Folder(folder.to_owned(), error);
        crate::folder::make(folder).map_err(unusable)?;
        let lock = File::create(folder.join(LOCK)).map_err(unusable)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => OpenError::InUse(folder.to_owned()),
            TryLockError::Error(error) => unusable(error),
        })?;
        let file = folder.join(FILE);
        let unusable = |reason: String| OpenError::File(file.clone(), reason);
        let mut connection = connect(&file).map_err(|error| unusable(error.to_string()))?;
        schema::migrate(&mut connection).map_err(|error| unusable(error.to_string()))?;
        log::gather_all(&mut connection).map_err(|error| unusable(error.to_string()))?;
        let synchronous = match durability {
            Durability::Full => "FULL",
            Durability::Os | Durability::Memory => "NORMAL",
        };
        let set = connection.pragma_update(None, "synchronous", synchronous).and_then(|()| {
            // In KiB: what is written is not read again.
            connection.pragma_update(None, "cache_size", -512)
        });
        set.map_err(|error| unusable(error.to_string()))?;
        let wal = Wal::of(&mut connection, &file, wal::MANY).map_err(|error| unusable(error.to_string()))?;
        let (jobs, waiting) = mpsc::channel();
        let heads = Heads::default();
        let log = Log::new(heads.clone());
        let measures = Measures::default();
        let measured = measures.clone();
        let thread = std::thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || writer::run(connection, log, wal, &waiting, &measured))
            .map_err(|error| unusable(error.to_string()))?;
        Ok(SqliteJournal {
            file,
            heads,
            readers: Mutex::default(),
            reading: Semaphore::new(READERS),
            jobs: Some(jobs),
            thread: Some(thread),
            measures,
            _lock: lock,
        })
    }

    /// Has a write done with those of all others.
    fn write(&self, write: Write) -> BoxFuture<'_, Result<Written, AppendError>> {
        let (answer, asked) = oneshot::channel();
        if let Some(jobs) = &self.jobs {
            // Where the thread is gone, the answer is dropped, too.
            let _ = jobs.send(Job { write, answer, _waits: self.measures.waiting.share().of(1) });
        }
        asked.map(|answer| answer.unwrap_or(Err(AppendError::Unavailable))).boxed()
    }

    /// The same for writes that nothing fences off.
    fn write_freely(&self, write: Write) -> BoxFuture<'_, Result<(), Unavailable>> {
        self.write(write).map(|written| written.map(|_| ()).map_err(|_| Unavailable)).boxed()
    }

    /// Reads on a thread that may wait for the disk.
    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, LoadError> + Send + 'static,
    ) -> BoxFuture<'_, Result<T, LoadError>> {
        async move {
            let _turn = self.reading.acquire().await.expect("the semaphore is never closed");
            let free = self.lock_readers().pop();
            let file = self.file.clone();
            let reading = tokio::task::spawn_blocking(move || {
                let connection = match free {
                    Some(connection) => connection,
                    None => connect(&file).map_err(|error| rows::fault(error, 0))?,
                };
                let read = read(&connection);
                Ok::<_, LoadError>((connection, read))
            });
            let (connection, read) = reading.await.map_err(|_| LoadError::Unavailable)??;
            self.lock_readers().push(connection);
            read
        }
        .boxed()
    }

    /// A panic while the lock was held cannot leave half a connection behind.
    fn lock_readers(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The writes that wait are still done.
impl Drop for SqliteJournal {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // Its panic was reported when it happened.
            let _ = thread.join();
        }
    }
}

fn connect(file: &Path) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // The log shrinks again after a burst.
    connection.pragma_update(None, "journal_size_limit", wal::KEPT)?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

impl Journal for SqliteJournal {
    fn measures(&self) -> Measures {
        self.measures.clone()
    }

    fn open(&self, room: RoomId, page: Page) -> BoxFuture<'_, Result<Epoch, AppendError>> {
        let opened = self.write(Write::Open { room, page });
        opened
            .map(|written| match written? {
                Written::Claimed(epoch) => Ok(epoch),
                Written::Done | Written::Fenced => Err(AppendError::Fenced),
            })
            .boxed()
    }

    fn claim(&self, room: RoomId) -> BoxFuture<'_, Result<Epoch, Unavailable>> {
        let claimed = self.write(Write::Claim(room));
        claimed
            .map(|written| match written {
                Ok(Written::Claimed(epoch)) => Ok(epoch),
                Ok(Written::Done | Written::Fenced) | Err(_) => Err(Unavailable),
            })
            .boxed()
    }

    fn load(&self, room: RoomId, since: Since) -> BoxFuture<'_, Result<Book, LoadError>> {
        let tail = self.heads.tail(room);
        self.read(move |connection| rows::load(connection, room, since, tail))
    }

    fn append(
        &self,
        room: RoomId,
        epoch: Epoch,
        prev: u64,
        page: Page,
    ) -> BoxFuture<'_, Result<(), AppendError>> {
        let appended = self.write(Write::Append { room, epoch, prev, page });
        appended
            .map(|written| match written? {
                Written::Fenced => Err(AppendError::Fenced),
                Written::Done | Written::Claimed(_) => Ok(()),
            })
            .boxed()
    }

    fn release(&self, room: RoomId, epoch: Epoch, how: Release) -> BoxFuture<'_, Result<(), Unavailable>> {
        self.write_freely(Write::Release { room, epoch, how })
    }

    fn orphans(&self) -> BoxFuture<'_, Result<Vec<Orphan>, Unavailable>> {
        async move {
            let mut open = self.read(rows::open_rooms).await.map_err(|_| Unavailable)?;
            open.retain(|orphan| !self.heads.owns(orphan.room));
            Ok(open)
        }
        .boxed()
    }

    fn transcript(&self, room: RoomId, number: u32) -> BoxFuture<'_, Result<Option<Transcript>, LoadError>> {
        self.read(move |connection| rows::transcript(connection, room, number))
    }

    fn player(&self, token: TokenHash) -> BoxFuture<'_, Result<Option<PlayerRecord>, LoadError>> {
        self.read(move |connection| rows::player(connection, &token))
    }

    fn keep_player(&self, token: TokenHash, player: PlayerRecord) -> BoxFuture<'_, Result<(), Unavailable>> {
        self.write_freely(Write::KeepPlayer { token, player })
    }

    fn forget_players(&self, then: Millis) -> BoxFuture<'_, Result<(), Unavailable>> {
        self.write_freely(Write::ForgetPlayers(then))
    }

    fn beat(&self, now: Millis) -> BoxFuture<'_, Result<(), Unavailable>> {
        self.write_freely(Write::Beat(now))
    }

    fn last_beat(&self) -> BoxFuture<'_, Result<Millis, Unavailable>> {
        self.read(rows::last_beat).map(|read| read.map_err(|_| Unavailable)).boxed()
    }
}

#[cfg(test)]
mod tests;

//! A journal in memory: for servers that need not survive a restart, and for tests.
//!
//! Invariant: "after a restart" means here as long as the object lives; [`MemoryJournal::crash`] makes every room an
//! orphan, as the end of its process would.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use futures::FutureExt;
use futures::future::{BoxFuture, ready};
use parlour_protocol::RoomId;

use super::{AppendError, Epoch, Journal, Release, Unavailable};

/// A journal in memory.
#[derive(Debug, Default)]
pub struct MemoryJournal {
    shelf: Mutex<Shelf>,
}

#[derive(Debug, Default)]
struct Shelf {
    books: BTreeMap<RoomId, Book>,
    out_of_order: bool,
}

/// What is written about one room.
#[derive(Debug, Default)]
struct Book {
    epoch: u64,
    ownership: Ownership,
    entries: Vec<Bytes>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ownership {
    #[default]
    Orphan,
    Owned,
    Closed,
}

impl MemoryJournal {
    /// An empty journal.
    pub fn new() -> MemoryJournal {
        MemoryJournal::default()
    }

    /// Makes the journal unavailable, or available again, as a full disk would.
    pub fn set_available(&self, available: bool) {
        self.lock().out_of_order = !available;
    }

    /// Makes every owned room an orphan, as the end of its owners' process would.
    pub fn crash(&self) {
        for book in self.lock().books.values_mut() {
            if book.ownership == Ownership::Owned {
                book.ownership = Ownership::Orphan;
            }
        }
    }

    /// A panic while the lock was held cannot leave a half-written book: each is changed by one assignment or push.
    fn lock(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn available(&self) -> Result<MutexGuard<'_, Shelf>, Unavailable> {
        let shelf = self.lock();
        if shelf.out_of_order { Err(Unavailable) } else { Ok(shelf) }
    }
}

impl Journal for MemoryJournal {
    fn claim(&self, room: RoomId) -> BoxFuture<'_, Result<Epoch, Unavailable>> {
        let claimed = self.available().map(|mut shelf| {
            let book = shelf.books.entry(room).or_default();
            book.epoch += 1;
            book.ownership = Ownership::Owned;
            Epoch(book.epoch)
        });
        ready(claimed).boxed()
    }

    fn load(&self, room: RoomId) -> BoxFuture<'_, Result<Vec<Bytes>, Unavailable>> {
        let entries = |shelf: MutexGuard<'_, Shelf>| {
            shelf.books.get(&room).map(|book| book.entries.clone()).unwrap_or_default()
        };
        ready(self.available().map(entries)).boxed()
    }

    fn append(
        &self,
        room: RoomId,
        epoch: Epoch,
        prev: u64,
        entries: Vec<Bytes>,
    ) -> BoxFuture<'_, Result<(), AppendError>> {
        let appended =
            self.available().map_err(|Unavailable| AppendError::Unavailable).and_then(|mut shelf| {
                let book = shelf.books.get_mut(&room).ok_or(AppendError::Fenced)?;
                let may_write = book.epoch == epoch.0
                    && book.ownership == Ownership::Owned
                    && book.entries.len() as u64 == prev;
                if !may_write {
                    return Err(AppendError::Fenced);
                }
                book.entries.extend(entries);
                Ok(())
            });
        ready(appended).boxed()
    }

    fn release(&self, room: RoomId, epoch: Epoch, how: Release) -> BoxFuture<'_, Result<(), Unavailable>> {
        let released = self.available().map(|mut shelf| {
            if let Some(book) = shelf.books.get_mut(&room)
                && book.epoch == epoch.0
            {
                book.ownership = match how {
                    Release::Open => Ownership::Orphan,
                    Release::Closed => Ownership::Closed,
                };
            }
        });
        ready(released).boxed()
    }

    fn orphans(&self) -> BoxFuture<'_, Result<Vec<RoomId>, Unavailable>> {
        let orphans = self.available().map(|shelf| {
            let orphan = |book: &Book| book.ownership == Ownership::Orphan && !book.entries.is_empty();
            shelf.books.iter().filter(|(_, book)| orphan(book)).map(|(room, _)| *room).collect()
        });
        ready(orphans).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::contract;

    #[tokio::test]
    async fn keeps_the_contract() {
        contract::check(MemoryJournal::new).await;
    }

    #[tokio::test]
    async fn out_of_order_it_says_so_and_changes_nothing() {
        let journal = MemoryJournal::new();
        let room = RoomId::from_bits(1);
        let epoch = journal.claim(room).await.expect("it works");
        journal.set_available(false);
        assert_eq!(journal.append(room, epoch, 0, vec!["a".into()]).await, Err(AppendError::Unavailable));
        assert_eq!(journal.load(room).await, Err(Unavailable));
        assert_eq!(journal.claim(room).await, Err(Unavailable));
        journal.set_available(true);
        assert_eq!(journal.append(room, epoch, 0, vec!["a".into()]).await, Ok(()));
    }

    #[tokio::test]
    async fn a_crash_makes_orphans() {
        let journal = MemoryJournal::new();
        let room = RoomId::from_bits(1);
        let epoch = journal.claim(room).await.expect("it works");
        journal.append(room, epoch, 0, vec!["a".into()]).await.expect("it works");
        assert_eq!(journal.orphans().await, Ok(vec![]));
        journal.crash();
        assert_eq!(journal.orphans().await, Ok(vec![room]));
    }
}

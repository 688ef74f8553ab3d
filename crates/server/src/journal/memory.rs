//! A journal in memory: for servers that need not survive a restart, and for tests.
//!
//! Invariant: "after a restart" means here as long as the object lives; [`MemoryJournal::crash`] makes every room an
//! orphan, as the end of its process would.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use futures::FutureExt;
use futures::future::{BoxFuture, ready};
use parlour_protocol::RoomId;

use super::{
    AppendError, Book, Epoch, Journal, LoadError, Orphan, Page, PlayerRecord, Release, Since, TokenHash,
    Transcript, Unavailable,
};
use crate::clock::Millis;

/// A journal in memory.
#[derive(Debug, Default)]
pub struct MemoryJournal {
    shelf: Mutex<Shelf>,
}

#[derive(Debug, Default)]
struct Shelf {
    folders: BTreeMap<RoomId, Folder>,
    players: BTreeMap<TokenHash, PlayerRecord>,
    beat: Millis,
    out_of_order: bool,
}

/// What is written about one room.
#[derive(Debug, Default)]
struct Folder {
    epoch: u64,
    ownership: Ownership,
    entries: Vec<Bytes>,
    /// The number of the last entry that was written.
    last: u64,
    checkpoint: Option<(u64, Bytes)>,
    card: Option<Bytes>,
    transcripts: BTreeMap<u32, Script>,
    /// How many pages were written.
    #[cfg(test)]
    pages: usize,
}

/// The transcript of a match.
#[derive(Debug, Default)]
struct Script {
    text: Vec<u8>,
    over: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ownership {
    #[default]
    Orphan,
    Owned,
    /// Closed, or failed.
    Ended,
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
        for folder in self.lock().folders.values_mut() {
            if folder.ownership == Ownership::Owned {
                folder.ownership = Ownership::Orphan;
            }
        }
    }

    /// Loses all but the first `kept` entries of a room, as a disk does that cuts off what was written last.
    pub fn lose(&self, room: RoomId, kept: usize) {
        if let Some(folder) = self.lock().folders.get_mut(&room) {
            folder.entries.truncate(kept);
        }
    }

    /// The newest card of a room.
    #[cfg(test)]
    pub(crate) fn card(&self, room: RoomId) -> Option<Bytes> {
        self.lock().folders.get(&room)?.card.clone()
    }

    /// In how many pages a room was written.
    #[cfg(test)]
    pub(crate) fn pages(&self, room: RoomId) -> usize {
        self.lock().folders.get(&room).map_or(0, |folder| folder.pages)
    }

    /// A panic while the lock was held cannot leave half a page behind: nothing in between can fail.
    fn lock(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something at once, if the journal is available.
    fn with<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut Shelf) -> T,
    ) -> BoxFuture<'static, Result<T, Unavailable>> {
        let mut shelf = self.lock();
        let done = if shelf.out_of_order { Err(Unavailable) } else { Ok(act(&mut shelf)) };
        ready(done).boxed()
    }
}

impl Folder {
    fn append(&mut self, epoch: Epoch, prev: u64, page: Page) -> Result<(), AppendError> {
        let may_write = self.epoch == epoch.0 && self.ownership == Ownership::Owned && self.last == prev;
        if !may_write {
            return Err(AppendError::Fenced);
        }
        #[cfg(test)]
        {
            self.pages += 1;
        }
        self.last += page.entries.len() as u64;
        self.entries.extend(page.entries);
        self.checkpoint = page.checkpoint.map(|checkpoint| (prev, checkpoint)).or(self.checkpoint.take());
        self.card = page.card.or(self.card.take());
        for part in page.transcript {
            let script = self.transcripts.entry(part.number).or_default();
            script.text.truncate(usize::try_from(part.at).unwrap_or(usize::MAX));
            script.text.extend_from_slice(&part.text);
            script.over = part.over;
        }
        Ok(())
    }

    fn book(&self, since: Since) -> Result<Book, LoadError> {
        let found = self.entries.len() as u64;
        if found != self.last {
            return Err(LoadError::Damaged(found + 1));
        }
        let checkpoint = self.checkpoint.clone().filter(|_| since == Since::Checkpoint);
        let before = checkpoint.as_ref().map_or(0, |(number, _)| *number);
        let entries = self.entries.iter().skip(usize::try_from(before).unwrap_or(usize::MAX));
        Ok(Book { entries: entries.cloned().collect(), checkpoint })
    }
}

impl Journal for MemoryJournal {
    fn open(&self, room: RoomId, page: Page) -> BoxFuture<'_, Result<Epoch, AppendError>> {
        let opened = self.with(|shelf| match shelf.folders.entry(room) {
            Entry::Vacant(place) => {
                let folder =
                    place.insert(Folder { epoch: 1, ownership: Ownership::Owned, ..Folder::default() });
                folder.append(Epoch(1), 0, page).map(|()| Epoch(1))
            }
            Entry::Occupied(_) => Err(AppendError::Fenced),
        });
        opened.map(|opened| opened.unwrap_or(Err(AppendError::Unavailable))).boxed()
    }

    fn claim(&self, room: RoomId) -> BoxFuture<'_, Result<Epoch, Unavailable>> {
        self.with(|shelf| {
            let folder = shelf.folders.entry(room).or_default();
            folder.epoch += 1;
            if folder.ownership == Ownership::Orphan {
                folder.ownership = Ownership::Owned;
            }
            Epoch(folder.epoch)
        })
    }

    fn load(&self, room: RoomId, since: Since) -> BoxFuture<'_, Result<Book, LoadError>> {
        let book = self.with(|shelf| shelf.folders.get(&room).map(|folder| folder.book(since)));
        book.map(|book| book?.unwrap_or(Ok(Book::default()))).boxed()
    }

    fn append(
        &self,
        room: RoomId,
        epoch: Epoch,
        prev: u64,
        page: Page,
    ) -> BoxFuture<'_, Result<(), AppendError>> {
        let appended = self.with(|shelf| match shelf.folders.get_mut(&room) {
            Some(folder) => folder.append(epoch, prev, page),
            None => Err(AppendError::Fenced),
        });
        appended.map(|appended| appended.unwrap_or(Err(AppendError::Unavailable))).boxed()
    }

    fn release(&self, room: RoomId, epoch: Epoch, how: Release) -> BoxFuture<'_, Result<(), Unavailable>> {
        self.with(|shelf| {
            if let Some(folder) = shelf.folders.get_mut(&room)
                && folder.epoch == epoch.0
            {
                folder.epoch += 1;
                match how {
                    Release::Open => folder.ownership = Ownership::Orphan,
                    Release::Failed => folder.ownership = Ownership::Ended,
                    Release::Closed => {
                        folder.ownership = Ownership::Ended;
                        (folder.entries, folder.last, folder.checkpoint) = (Vec::new(), 0, None);
                    }
                }
            }
        })
    }

    fn orphans(&self) -> BoxFuture<'_, Result<Vec<Orphan>, Unavailable>> {
        self.with(|shelf| {
            let orphans = shelf
                .folders
                .iter()
                .filter(|(_, folder)| folder.ownership == Ownership::Orphan && folder.last > 0);
            orphans.map(|(&room, folder)| Orphan { room, card: folder.card.clone() }).collect()
        })
    }

    fn transcript(&self, room: RoomId, number: u32) -> BoxFuture<'_, Result<Option<Transcript>, LoadError>> {
        let found = self.with(|shelf| {
            let script = shelf.folders.get(&room)?.transcripts.get(&number)?;
            Some(Transcript { text: Bytes::copy_from_slice(&script.text), over: script.over })
        });
        found.map(|found| Ok(found?)).boxed()
    }

    fn player(&self, token: TokenHash) -> BoxFuture<'_, Result<Option<PlayerRecord>, LoadError>> {
        let found = self.with(|shelf| shelf.players.get(&token).cloned());
        found.map(|found| Ok(found?)).boxed()
    }

    fn keep_player(&self, token: TokenHash, player: PlayerRecord) -> BoxFuture<'_, Result<(), Unavailable>> {
        self.with(|shelf| drop(shelf.players.insert(token, player)))
    }

    fn forget_players(&self, then: Millis) -> BoxFuture<'_, Result<(), Unavailable>> {
        self.with(|shelf| shelf.players.retain(|_, player| player.seen >= then))
    }

    fn beat(&self, now: Millis) -> BoxFuture<'_, Result<(), Unavailable>> {
        self.with(|shelf| shelf.beat = now)
    }

    fn last_beat(&self) -> BoxFuture<'_, Result<Millis, Unavailable>> {
        self.with(|shelf| shelf.beat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::contract;

    #[tokio::test]
    async fn keeps_the_contract() {
        contract::check(MemoryJournal::new).await;
        contract::check_losses(MemoryJournal::new, |journal, kept| {
            journal.lose(RoomId::from_bits(1), kept);
        })
        .await;
    }

    #[tokio::test]
    async fn out_of_order_it_says_so_and_changes_nothing() {
        let journal = MemoryJournal::new();
        let room = RoomId::from_bits(1);
        let page = || Page::from(vec!["a".into()]);
        let epoch = journal.claim(room).await.expect("it works");
        journal.set_available(false);
        assert_eq!(journal.append(room, epoch, 0, page()).await, Err(AppendError::Unavailable));
        assert_eq!(journal.load(room, Since::Opening).await, Err(LoadError::Unavailable));
        assert_eq!(journal.claim(room).await, Err(Unavailable));
        journal.set_available(true);
        assert_eq!(journal.append(room, epoch, 0, page()).await, Ok(()));
    }

    #[tokio::test]
    async fn a_crash_makes_orphans() {
        let journal = MemoryJournal::new();
        let room = RoomId::from_bits(1);
        let epoch = journal.claim(room).await.expect("it works");
        journal.append(room, epoch, 0, vec!["a".into()].into()).await.expect("it works");
        assert_eq!(journal.orphans().await, Ok(vec![]));
        journal.crash();
        assert_eq!(journal.orphans().await, Ok(vec![Orphan { room, card: None }]));
    }
}

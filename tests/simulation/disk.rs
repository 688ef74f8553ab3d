//! The disk under the server: a journal that keeps what was committed from one life of the server to the next, fails for a
//! while, and lets the server die at any write.
//!
//! Invariants: a write is committed before it is answered, or is refused and not committed; once the server is dead,
//! nothing is committed or answered any more. A write takes time, so others happen meanwhile.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use parlour_chance::Chance;
use parlour_protocol::RoomId;
use parlour_server::clock::Millis;
use parlour_server::journal::{
    AppendError, Book, Epoch, Journal, LoadError, MemoryJournal, Orphan, Page, PlayerRecord, Release, Since,
    TokenHash, Transcript, Unavailable,
};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

/// What stays when the server dies.
pub(crate) struct Disk {
    memory: MemoryJournal,
    state: Mutex<State>,
    died: Notify,
}

struct State {
    chance: Chance,
    /// The longest that a write takes before it is committed, and after that, in milliseconds.
    delay_ms: usize,
    faults: Faults,
    /// The server that may write; those of earlier lives are dead.
    life: u64,
    dead: bool,
    /// Writes of this life so far.
    writes: u64,
    broken_until: Option<Instant>,
    /// How many entries of each room are committed.
    committed: BTreeMap<RoomId, u64>,
}

/// What goes wrong with the disk in one life of the server; writes are counted from 1.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Faults {
    /// At which write the server dies, and whether that write is still committed.
    pub(crate) death: Option<(u64, bool)>,
    /// From which write on nothing can be written or read, and for how long.
    pub(crate) outage: Option<(u64, Duration)>,
}

/// What becomes of a write or a read.
enum Fate {
    Works,
    Fails,
    Dies { commits: bool },
    NeverHappens,
}

impl Disk {
    /// An empty disk.
    pub(crate) fn new(chance: Chance) -> Arc<Disk> {
        let state = State {
            chance,
            delay_ms: 0,
            faults: Faults::default(),
            life: 0,
            dead: true,
            writes: 0,
            broken_until: None,
            committed: BTreeMap::new(),
        };
        Arc::new(Disk { memory: MemoryJournal::new(), state: Mutex::new(state), died: Notify::new() })
    }

    /// The disk for the next life of the server, whose rooms are all orphans.
    pub(crate) fn mount(self: &Arc<Disk>, faults: Faults, delay_ms: usize) -> Arc<dyn Journal> {
        self.memory.crash();
        let mut state = self.state();
        state.life += 1;
        (state.dead, state.writes, state.broken_until) = (false, 0, None);
        (state.faults, state.delay_ms) = (faults, delay_ms);
        Arc::new(Mount { disk: Arc::clone(self), life: state.life })
    }

    /// From now on nothing goes wrong.
    pub(crate) fn heal(&self) {
        let mut state = self.state();
        (state.faults, state.broken_until) = (Faults::default(), None);
    }

    /// Waits until the server dies.
    pub(crate) async fn died(&self) {
        self.died.notified().await;
    }

    /// The server is dead: nothing of it reaches the disk any more.
    pub(crate) fn kill(&self) {
        self.state().dead = true;
    }

    /// How many entries of a room are committed.
    pub(crate) fn committed(&self, room: RoomId) -> u64 {
        self.state().committed.get(&room).copied().unwrap_or(0)
    }

    /// Loses the last entry of a room, behind the journal's back.
    pub(crate) fn damage(&self, room: RoomId) {
        let kept = self.committed(room).saturating_sub(1);
        self.memory.lose(room, kept as usize);
    }

    /// What is committed, for those who look at it afterwards.
    pub(crate) fn memory(&self) -> &MemoryJournal {
        &self.memory
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What comes of something that a journal in memory does.
fn at_once<T>(done: BoxFuture<'_, T>) -> T {
    done.now_or_never().expect("a journal in memory does it at once")
}

/// The disk as one life of the server sees it.
struct Mount {
    disk: Arc<Disk>,
    life: u64,
}

impl Mount {
    /// A moment that a write takes.
    async fn moment(&self) {
        let moment = {
            let mut state = self.disk.state();
            let longest = state.delay_ms;
            state.chance.below(longest + 1)
        };
        if moment > 0 {
            sleep(Duration::from_millis(moment as u64)).await;
        }
    }

    fn is_dead(&self) -> bool {
        let state = self.disk.state();
        state.dead || state.life != self.life
    }

    fn fate(&self, writes: bool) -> Fate {
        let mut state = self.disk.state();
        if state.dead || state.life != self.life {
            return Fate::NeverHappens;
        }
        state.writes += u64::from(writes);
        if let Some((_, long)) = state.faults.outage.filter(|&(from, _)| state.writes >= from) {
            state.broken_until = Some(Instant::now() + long);
            state.faults.outage = None;
        }
        match state.faults.death {
            Some((at, commits)) if writes && state.writes >= at => {
                state.dead = true;
                Fate::Dies { commits }
            }
            _ if state.broken_until.is_some_and(|until| Instant::now() < until) => Fate::Fails,
            _ => Fate::Works,
        }
    }

    async fn write<T, E>(
        &self,
        failure: E,
        write: impl FnOnce(&MemoryJournal) -> Result<T, E>,
    ) -> Result<T, E> {
        self.moment().await;
        match self.fate(true) {
            Fate::Works => {
                let written = write(&self.disk.memory);
                self.moment().await;
                if self.is_dead() {
                    std::future::pending::<()>().await;
                }
                written
            }
            Fate::Fails => Err(failure),
            Fate::Dies { commits } => {
                if commits {
                    let _ = write(&self.disk.memory);
                }
                self.disk.died.notify_one();
                std::future::pending().await
            }
            Fate::NeverHappens => std::future::pending().await,
        }
    }

    async fn read<T, E>(&self, failure: E, read: BoxFuture<'_, Result<T, E>>) -> Result<T, E> {
        self.moment().await;
        match self.fate(false) {
            Fate::Works => read.await,
            Fate::Fails => Err(failure),
            Fate::Dies { .. } | Fate::NeverHappens => std::future::pending().await,
        }
    }
}

impl Journal for Mount {
    fn open(&self, room: RoomId, page: Page) -> BoxFuture<'_, Result<Epoch, AppendError>> {
        let open = move |memory: &MemoryJournal| {
            let count = page.entries.len() as u64;
            let opened = at_once(memory.open(room, page))?;
            self.disk.state().committed.insert(room, count);
            Ok(opened)
        };
        self.write(AppendError::Unavailable, open).boxed()
    }

    fn claim(&self, room: RoomId) -> BoxFuture<'_, Result<Epoch, Unavailable>> {
        self.write(Unavailable, move |memory| at_once(memory.claim(room))).boxed()
    }

    fn load(&self, room: RoomId, since: Since) -> BoxFuture<'_, Result<Book, LoadError>> {
        self.read(LoadError::Unavailable, self.disk.memory.load(room, since)).boxed()
    }

    fn append(
        &self,
        room: RoomId,
        epoch: Epoch,
        prev: u64,
        page: Page,
    ) -> BoxFuture<'_, Result<(), AppendError>> {
        let append = move |memory: &MemoryJournal| {
            let count = page.entries.len() as u64;
            at_once(memory.append(room, epoch, prev, page))?;
            self.disk.state().committed.insert(room, prev + count);
            Ok(())
        };
        self.write(AppendError::Unavailable, append).boxed()
    }

    fn release(&self, room: RoomId, epoch: Epoch, how: Release) -> BoxFuture<'_, Result<(), Unavailable>> {
        self.write(Unavailable, move |memory| at_once(memory.release(room, epoch, how))).boxed()
    }

    fn orphans(&self) -> BoxFuture<'_, Result<Vec<Orphan>, Unavailable>> {
        self.read(Unavailable, self.disk.memory.orphans()).boxed()
    }

    fn transcript(&self, room: RoomId, number: u32) -> BoxFuture<'_, Result<Option<Transcript>, LoadError>> {
        self.read(LoadError::Unavailable, self.disk.memory.transcript(room, number)).boxed()
    }

    fn player(&self, token: TokenHash) -> BoxFuture<'_, Result<Option<PlayerRecord>, LoadError>> {
        self.read(LoadError::Unavailable, self.disk.memory.player(token)).boxed()
    }

    fn keep_player(&self, token: TokenHash, player: PlayerRecord) -> BoxFuture<'_, Result<(), Unavailable>> {
        self.write(Unavailable, move |memory| at_once(memory.keep_player(token, player))).boxed()
    }

    fn forget_players(&self, then: Millis) -> BoxFuture<'_, Result<(), Unavailable>> {
        self.write(Unavailable, move |memory| at_once(memory.forget_players(then))).boxed()
    }

    fn beat(&self, now: Millis) -> BoxFuture<'_, Result<(), Unavailable>> {
        self.write(Unavailable, move |memory| at_once(memory.beat(now))).boxed()
    }

    fn last_beat(&self) -> BoxFuture<'_, Result<Millis, Unavailable>> {
        self.read(Unavailable, self.disk.memory.last_beat()).boxed()
    }
}

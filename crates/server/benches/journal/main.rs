//! The journal under load: moves a second and their latency for each durability side by side, and how long a start over
//! many open rooms and the return of each take. `cargo bench -p parlour-server --bench journal` prints both; all of it
//! comes from this one run.
//!
//! A move is whole: a bot decides, the room takes it, the journal writes it down, and its frame is encoded for somebody who
//! watches. The folder is made in the current one, since temporary folders are often in memory.

#![allow(clippy::print_stdout, reason = "a bench prints its table")]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_engine::{Length, Seat, Variant, rummikub, tichu};
use parlour_protocol::{Command, Envelope, Invite, PlayerId, RoomId};
use parlour_server::clock::Clock;
use parlour_server::connection::{Connection, Outbox, Outgoing};
use parlour_server::journal::{Durability, Journal, MemoryJournal, Since, SqliteJournal};
use parlour_server::room::{Bots, Guest, Keeper, Opening, Room, RoomHandle, Settings};
use tokio::sync::mpsc;

/// For how long each load runs.
const LOAD: Duration = Duration::from_secs(3);

/// Rooms that are open at a start, and in how many of them somebody plays.
const OPEN: u64 = 10_000;
const PLAYED: u64 = 100;

/// Frames of a room in which somebody plays.
const FRAMES: usize = 500;

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let folder = tempfile::tempdir_in(".").expect("a folder on this disk");
    println!("durability  rooms  moves/s   p50 ms   p99 ms   max ms");
    for rooms in [1, 20, 200, 1_000] {
        for durability in [Durability::Full, Durability::Os, Durability::Memory] {
            let name = format!("{durability:?}").to_lowercase();
            let journal = open(&folder.path().join(format!("{name}-{rooms}")), durability);
            let mut latencies = runtime.block_on(load(journal, rooms));
            latencies.sort_unstable();
            let at = |part: f64| {
                let place = (part * (latencies.len() - 1) as f64) as usize;
                latencies[place].as_secs_f64() * 1e3
            };
            let rate = latencies.len() as f64 / LOAD.as_secs_f64();
            println!("{name:<10} {rooms:>6} {rate:>8.0} {:>8.2} {:>8.2} {:>8.2}", at(0.5), at(0.99), at(1.0));
        }
    }
    println!();
    let data = folder.path().join("rooms");
    runtime.block_on(fill(&data));
    runtime.block_on(restart(&data));
}

fn open(folder: &Path, durability: Durability) -> Arc<dyn Journal> {
    match durability {
        Durability::Memory => Arc::new(MemoryJournal::new()),
        durability => Arc::new(SqliteJournal::open(folder, durability).expect("the journal opens")),
    }
}

fn keeper(journal: Arc<dyn Journal>) -> Keeper {
    // The lobby is not asked.
    let (news, _) = mpsc::unbounded_channel();
    Keeper::new(journal, Arc::new(Bots), Clock::system(), news)
}

/// Every other room plays Rummikub, the others Tichu.
fn opening(number: u64) -> Opening {
    let length = Length::Target(10_000);
    let variant = match number % 2 {
        0 => Variant::Rummikub(rummikub::Variant { length, ..rummikub::Variant::default() }),
        _ => Variant::Tichu(tichu::Variant { length, bomb_window_ms: 0, ..tichu::Variant::default() }),
    };
    Opening {
        room: RoomId::from_bits(number),
        invite: Invite::from_bits(number),
        title: format!("Room {number}"),
        public: true,
        variant,
        hints: false,
        practice: None,
        host: Guest { player: PlayerId::from_bits(number), name: "Host".to_owned() },
        command: None,
        settings: Settings { think_ms: 0, next_round_ms: 0, ..Settings::default() },
        // One that was opened long ago, with nobody in it since, is closed at once.
        at: Clock::system().now(),
    }
}

/// A room in which bots play as fast as they can, and somebody watches them.
struct Table {
    number: u64,
    room: RoomHandle,
    connection: Connection,
    outbox: Outbox,
    last_id: u64,
}

impl Table {
    async fn open(keeper: &Keeper, number: u64) -> Table {
        let room = keeper.open(opening(number)).await.expect("the journal works");
        let (connection, outbox) = Connection::open(4_096);
        room.attach(opening(number).host, &connection, None).await.expect("the room is there");
        let mut table = Table { number, room, connection, outbox, last_id: 0 };
        for seat in 0..opening(number).variant.seats() {
            let seat = Seat::new(seat).expect("a seat");
            table.ask(Command::Bot { room: table.room.id(), seat }).await;
        }
        table
    }

    async fn ask(&mut self, command: Command) {
        self.last_id += 1;
        let envelope = Envelope { id: self.last_id, command };
        let asked = self.room.command(PlayerId::from_bits(self.number), &self.connection, envelope).await;
        asked.expect("the room is there");
    }

    async fn start(&mut self) {
        self.ask(Command::Start { room: self.room.id() }).await;
    }

    /// Waits for the next frame; a match that is over is followed by another.
    async fn next(&mut self) {
        let Outgoing::Frame(frame) = self.outbox.next().await else { panic!("the queue is long enough") };
        if frame.contains("match_ended") {
            self.start().await;
        }
    }
}

/// Lets bots play in so many rooms, and answers how long each move took from the one before it.
async fn load(journal: Arc<dyn Journal>, rooms: u64) -> Vec<Duration> {
    let keeper = keeper(journal);
    let mut tables = Vec::new();
    for number in 1..=rooms {
        tables.push(Table::open(&keeper, number).await);
    }
    let end = Instant::now() + LOAD;
    let watching = tables.into_iter().map(|mut table| {
        tokio::spawn(async move {
            let mut latencies = Vec::new();
            table.start().await;
            let mut before = Instant::now();
            while before < end {
                table.next().await;
                let now = Instant::now();
                latencies.push(now - before);
                before = now;
            }
            latencies
        })
    });
    let mut all = Vec::new();
    for latencies in futures::future::join_all(watching).await {
        all.extend(latencies.expect("the watcher ends"));
    }
    keeper.ended().await;
    all
}

/// Opens rooms; in the first of them bots play for a while.
async fn fill(data: &Path) {
    let keeper = keeper(open(data, Durability::Os));
    for number in 1..=OPEN {
        if number > PLAYED {
            drop(keeper.open(opening(number)).await.expect("the journal works"));
            continue;
        }
        let mut table = Table::open(&keeper, number).await;
        table.start().await;
        for _ in 0..FRAMES {
            table.next().await;
        }
    }
    keeper.ended().await;
}

/// Starts over the journal, and brings the rooms back in which somebody played.
async fn restart(data: &Path) {
    let began = Instant::now();
    let journal = open(data, Durability::Os);
    let rooms = keeper(Arc::clone(&journal)).take_over().await.expect("the journal can be read");
    println!("a start over {} open rooms: {:.0} ms", rooms.len(), began.elapsed().as_secs_f64() * 1e3);
    drop(rooms);
    let (mut times, mut entries, mut all) = (Vec::new(), 0, Vec::new());
    for number in 1..=PLAYED {
        let room = RoomId::from_bits(number);
        let began = Instant::now();
        let book = journal.load(room, Since::Checkpoint).await.expect("the journal can be read");
        let (seq, checkpoint) = book.checkpoint.expect("it has one");
        let folded = Room::resume_from(seq, &checkpoint, &book.entries).expect("it can be read");
        times.push(began.elapsed().as_secs_f64() * 1e3);
        entries += folded.expect("its entries follow").seq();
        let began = Instant::now();
        let book = journal.load(room, Since::Opening).await.expect("the journal can be read");
        Room::rebuild(&book.entries).expect("the journal is its own");
        all.push(began.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_unstable_by(f64::total_cmp);
    all.sort_unstable_by(f64::total_cmp);
    let middle = |times: &[f64]| times[times.len() / 2];
    println!(
        "{PLAYED} rooms of {} entries on average come back: p50 {:.2} ms, max {:.2} ms; without checkpoints p50 {:.2} ms",
        entries / PLAYED,
        middle(&times),
        times[times.len() - 1],
        middle(&all),
    );
}

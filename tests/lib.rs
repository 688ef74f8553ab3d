//! Helpers of the end-to-end tests: a server in this process, and people who play on it over real sockets.
//!
//! Invariant: nothing here waits for time to pass. [`in_time`] is a net for a test that would hang, and no more.

use std::collections::BTreeMap;
use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use parlour_client::{Client, Error, Options, Table};
use parlour_engine::fair::Secret;
use parlour_engine::{Length, Seat, Seats, Seed, Variant, View, rummikub, tichu};
use parlour_protocol::{Command, Create, ErrorClass, Event, Invite, Outcome, Push, RoomId, RoomState};
use parlour_server::journal::{self, Durability};
use parlour_server::{Chance, Config, Listeners, Parts};
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

/// Any free port of this machine.
pub const ANY_PORT: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0));

/// A server that listens on this machine alone.
pub struct House {
    /// Its address.
    pub address: SocketAddr,
    /// The address at which it is looked after, if the configuration has one.
    pub admin: Option<SocketAddr>,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl House {
    /// A server with bots that do not think long, and without limits that a test would reach.
    pub async fn open() -> House {
        House::with(|_| {}).await
    }

    /// The same, but for what `set` changes.
    pub async fn with(set: impl FnOnce(&mut Config)) -> House {
        House::seeded(1, set).await
    }

    /// The same; what the server draws in the whole evening is [`Seed::of_round`] of 32 bytes `seed`: secrets, and the ids of
    /// rooms as well, for they go into the deals.
    pub async fn seeded(seed: u8, set: impl FnOnce(&mut Config)) -> House {
        let mut config = Config::default();
        config.rooms.bot_think_ms = 0;
        config.rooms.next_round_seconds = 1;
        config.limits.lift();
        config.server.drain_seconds = 0;
        config.journal.durability = Durability::Memory;
        config.server.listen = ANY_PORT;
        set(&mut config);
        let listeners = Listeners::bind(&config).await.expect("a free port");
        let of = |listener: &TcpListener| listener.local_addr().expect("the listener is bound");
        let (address, admin) = (of(&listeners.players), listeners.admin.as_ref().map(of));
        let (stop, stopped) = oneshot::channel();
        let journal = journal::open(&config.journal).expect("memory is always there");
        let (ids, secrets) = (Drawn::new(seed, IDS), Drawn::new(seed, SECRETS));
        let chance = Chance::of(move |bytes| bytes.copy_from_slice(&ids.next()[..bytes.len()]));
        let draw = Box::new(move || Secret::new(secrets.next()));
        let parts = Parts { chance, draw, ..Parts::usual(journal, config) };
        let stopped = async {
            // Dropping the house stops it as well.
            let _ = stopped.await;
        };
        let served = tokio::spawn(async move {
            parlour_server::serve_with(parts, listeners, stopped).await.expect("it serves");
        });
        House { address, admin, stop, served }
    }

    /// Where clients connect.
    pub fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    /// Somebody new, who is shown its whole view.
    pub async fn enter(&self, name: &str) -> Client {
        let options = Options { name: Some(name.to_owned()), views: true, ..Options::default() };
        Client::connect(&self.url(), options).await.expect("the server is open")
    }

    /// Stops the server, and makes sure that it ended well.
    pub async fn close(self) {
        let _ = self.stop.send(());
        self.served.await.expect("the server does not panic");
    }
}

/// The number of the first secret of an evening.
const SECRETS: u32 = 2;

/// The number of the first id or token; the third is that of the first room, if its host is the first who comes. The
/// sessions of docs/protocol.md are about these numbers, because another room is dealt other cards.
const IDS: u32 = u32::MAX;

/// Chance that is the same every evening.
struct Drawn {
    from: Seed,
    number: AtomicU32,
}

impl Drawn {
    fn new(seed: u8, first: u32) -> Drawn {
        Drawn { from: Seed::new([seed; 32]), number: AtomicU32::new(first) }
    }

    fn next(&self) -> [u8; 32] {
        self.from.of_round(self.number.fetch_add(1, Ordering::Relaxed)).bytes()
    }
}

/// A net for a test that would hang.
pub async fn in_time<T>(test: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(120), test).await.expect("the test hangs")
}

/// Rummikub for so many seats, without a clock.
pub fn rummikub(seats: u8, rounds: u16) -> Variant {
    let length = Length::Rounds(rounds);
    Variant::Rummikub(rummikub::Variant { seats, length, turn_seconds: 0, ..rummikub::Variant::default() })
}

/// Tichu without a clock and with a short bomb window.
pub fn tichu(length: Length) -> Variant {
    Variant::Tichu(tichu::Variant { length, turn_seconds: 0, bomb_window_ms: 2, ..tichu::Variant::default() })
}

/// The seat with this number.
pub fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat from 0 to 3")
}

/// Opens a private room.
pub async fn create(client: &mut Client, variant: Variant) -> (RoomId, Invite) {
    match client.ask(Command::Create(Create::of(variant))).await {
        Ok(Outcome::Ok { room: Some(room), invite: Some(invite), .. }) => (room, invite),
        other => panic!("no room: {other:?}"),
    }
}

/// All that a member may know of a room now.
pub async fn state(client: &mut Client, room: RoomId) -> RoomState {
    client.ask(Command::Snapshot { room }).await.expect("a member may look");
    let mut newest = None;
    while let Some(push) = client.kept() {
        if let Push::Snapshot { room: of, state, .. } = push
            && of == room
        {
            newest = Some(state);
        }
    }
    newest.expect("the snapshot comes before the answer")
}

/// Somebody in a room, and what it was told.
pub struct Guest {
    /// The connection.
    pub client: Client,
    /// The room as its newest frame left it.
    pub table: Table,
    /// The events of every frame by its number.
    pub told: BTreeMap<u64, Vec<Event>>,
}

/// How far a table is, for those who are away from it.
#[derive(Clone, Debug, Default)]
pub struct News {
    seq: u64,
    awaited: Seats,
    over: bool,
}

impl Guest {
    /// Comes in by an invite, or as the host who is in already.
    pub async fn join(mut client: Client, room: RoomId, invite: Option<Invite>) -> Guest {
        if invite.is_some() {
            client.ask(Command::Join { room: None, invite }).await.expect("the invite opens the room");
        }
        let mut table = Table::first(&mut client, room).await.expect("a snapshot");
        // The same names draw the same nonces, so that an evening is dealt the same whenever it is played.
        let name =
            client.welcome().name.bytes().fold(0, |sum: u8, byte| sum.wrapping_mul(31).wrapping_add(byte));
        table.fairness.draw_from(Seed::new([name; 32]));
        Guest { client, table, told: BTreeMap::new() }
    }

    /// Sits down.
    pub async fn sit(mut self, seat: Seat) -> Guest {
        let room = self.table.room;
        self.client.ask(Command::Sit { room, seat }).await.expect("the seat is free");
        while self.table.seat.is_none() {
            let push = self.client.next().await.expect("a frame");
            self.take(push);
        }
        self
    }

    /// Takes in a push.
    pub fn take(&mut self, push: Push) {
        match &push {
            Push::Events { seq, events, .. } => {
                self.told.insert(*seq, events.clone());
            }
            Push::Snapshot { .. } => self.told.clear(),
            _ => {}
        }
        self.table.update(push).expect("a fair deal");
    }

    /// Takes in all that has happened until now.
    pub async fn look(&mut self) {
        let room = self.table.room;
        self.client.ask(Command::Snapshot { room }).await.expect("a member may look");
        while let Some(push) = self.client.kept() {
            self.take(push);
        }
    }

    /// Takes in all that has come, and waits until there is something.
    pub async fn listen(&mut self) -> Result<(), Error> {
        let push = self.client.next().await?;
        self.take(push);
        while let Some(push) = self.client.kept() {
            self.take(push);
        }
        Ok(())
    }

    /// Plays with the project's bot until the match is over. After each of its commands whose numbers are in `absences`
    /// the connection fails, and is made anew when the others have gone on; answers how many frames it missed in all.
    pub async fn play(&mut self, absences: &[usize], mut news: watch::Receiver<News>) -> usize {
        let (mut commands, mut missed) = (0, 0);
        while !self.table.is_over() {
            if let Some(command) = self.table.answer(&mut parlour_bots::decide) {
                // What a client does by itself for the shuffle is not counted.
                let counts = !matches!(command, Command::Pledge { .. } | Command::Contribute { .. });
                match self.client.ask(command).await {
                    Ok(_) => commands += usize::from(counts),
                    Err(Error::Refused(error)) if error.class == ErrorClass::State => {}
                    Err(error) => panic!("{error}"),
                }
                if counts && absences.contains(&commands) {
                    missed += self.be_away(&mut news).await;
                    commands += 1;
                }
            }
            self.listen().await.expect("the server goes on");
        }
        missed
    }

    async fn be_away(&mut self, news: &mut watch::Receiver<News>) -> usize {
        while let Some(push) = self.client.kept() {
            self.take(push);
        }
        let (room, seat) = (self.table.room, self.table.seat.expect("a player sits"));
        let last = self.client.seq(room).expect("there were frames");
        self.client.hang_up();
        let gone_on = |news: &News| {
            news.over || news.seq > last + 1 || (news.seq > last && news.awaited.contains(seat))
        };
        news.wait_for(gone_on).await.expect("somebody watches");
        self.client.reconnect().await.expect("the server takes the player back");
        // What was missed is sent behind the welcome, as soon as the room knows of the new connection.
        self.listen().await.expect("the server goes on");
        (self.client.seq(room).expect("there were frames") - last) as usize
    }

    /// Follows the match to its end, and tells how far it is.
    pub async fn watch(&mut self, news: watch::Sender<News>) {
        loop {
            let seq = self.client.seq(self.table.room).expect("there were frames");
            let over = self.table.is_over();
            news.send_replace(News { seq, awaited: self.table.prompt.seats, over });
            if over {
                return;
            }
            self.listen().await.expect("the server goes on");
        }
    }

    /// The points of the match, by seat or by team.
    pub fn totals(&self) -> Vec<i32> {
        match &self.table.view {
            Some(View::Rummikub(view)) => view.totals.values().copied().collect(),
            Some(View::Tichu(view)) => view.totals.to_vec(),
            None => panic!("no match was played"),
        }
    }
}

/// A room of which every seat is taken by a guest, and a spectator.
pub async fn gather(house: &House, variant: Variant) -> (Vec<Guest>, Guest) {
    let seats = variant.seats();
    let mut host = house.enter("Host").await;
    let (room, invite) = create(&mut host, variant).await;
    let mut guests = vec![Guest::join(host, room, None).await.sit(seat(0)).await];
    for number in 1..seats {
        let client = house.enter(&format!("Guest {number}")).await;
        guests.push(Guest::join(client, room, Some(invite)).await.sit(seat(number)).await);
    }
    let spectator = house.enter("Spectator").await;
    (guests, Guest::join(spectator, room, Some(invite)).await)
}

/// Lets the guests play a match while the spectator watches; `absences` are those of each seat.
pub async fn play(
    guests: Vec<Guest>,
    mut spectator: Guest,
    absences: &[&'static [usize]],
) -> (Vec<(Guest, usize)>, Guest) {
    let (sender, news) = watch::channel(News::default());
    let watching = tokio::spawn(async move {
        spectator.watch(sender).await;
        spectator
    });
    let playing: Vec<JoinHandle<(Guest, usize)>> = guests
        .into_iter()
        .enumerate()
        .map(|(number, mut guest)| {
            let (news, absences) = (news.clone(), absences.get(number).copied().unwrap_or(&[]));
            tokio::spawn(async move {
                let missed = guest.play(absences, news).await;
                (guest, missed)
            })
        })
        .collect();
    drop(news);
    let mut played = Vec::new();
    for guest in playing {
        played.push(guest.await.expect("the guest plays on"));
    }
    (played, watching.await.expect("the spectator watches on"))
}

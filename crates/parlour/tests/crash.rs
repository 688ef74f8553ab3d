//! The binary, killed and stopped again and again under load: nothing that was acknowledged is lost, nothing is done twice,
//! and everybody goes on where they were.
//!
//! `make test` runs a few rounds of it, `make crash` twenty of each. Nothing here waits for time to pass but for the end of
//! a pause that the server asks for, and between two attempts to reach a server that is not there yet.

mod server;

use std::path::Path;
use std::process::{Command as Process, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parlour_client::{Client, Error, Options, Table};
use parlour_engine::{GameKind, Seat, Variant, rummikub, tichu, transcript};
use parlour_protocol::{
    Command, Create, ErrorClass, ErrorReply, Invite, Notice, Outcome, PlayerId, Push, RoomId, RoomState,
};
use parlour_server::journal::{Durability, Journal, SqliteJournal};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use server::Server;

/// Rooms under load at once.
const ROOMS: usize = 200;

/// The lines of chat that a room keeps.
const CHAT_LINES: usize = 50;

/// How the server ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// By SIGKILL: it cannot do anything about it.
    Killed,
    /// By SIGTERM: it says goodbye.
    Stopped,
}

/// Starts a server on a port.
fn serve(folder: &Path, listen: &str) -> Server {
    Server::start(
        Process::new(env!("CARGO_BIN_EXE_parlour"))
            .args(["serve", "--dev", "--listen", listen])
            .env("PARLOUR_JOURNAL__FOLDER", folder)
            .env("PARLOUR_ROOMS__BOT_THINK_MS", "0")
            .env("PARLOUR_SERVER__DRAIN_SECONDS", "1")
            .env("PARLOUR_SERVER__LOG", "error"),
    )
}

fn end(mut server: Server, how: End) -> ExitStatus {
    match how {
        End::Killed => server.child.kill().expect("it runs"),
        End::Stopped => server.terminate(),
    }
    server.child.wait().expect("it ends")
}

/// What all witnesses share.
#[derive(Default)]
struct Tally {
    acknowledged: AtomicU64,
    came_back: AtomicU64,
    /// Commands whose answer was lost, and that had been done all the same.
    answered_again: AtomicU64,
    told_to_come_back: AtomicU64,
}

/// A player who remembers everything that was acknowledged.
struct Witness {
    client: Client,
    player: PlayerId,
    table: Table,
    tally: Arc<Tally>,
    /// The last id that was used.
    id: u64,
    /// The last command that was acknowledged, with its answer.
    last: Option<(u64, Command, Outcome)>,
    /// The lines that were acknowledged.
    said: Vec<String>,
    /// The number of the newest frame that was seen or acknowledged.
    seq: u64,
}

impl Witness {
    fn new(client: Client, table: Table, tally: Arc<Tally>) -> Witness {
        let (player, id) = (client.welcome().player, client.welcome().last_id + 100);
        Witness { client, player, table, tally, id, last: None, said: Vec::new(), seq: 0 }
    }

    /// Plays and talks until it is told to stop, whatever becomes of the server.
    async fn live(mut self, stop: watch::Receiver<bool>) -> Witness {
        let mut turn = 0_u64;
        while !*stop.borrow() {
            turn += 1;
            let acts =
                if turn.is_multiple_of(2) { self.table.answer(&mut parlour_bots::decide) } else { None };
            let command = acts.unwrap_or_else(|| self.line(turn));
            self.id += 1;
            self.insist(self.id, command).await;
            while let Some(push) = self.client.kept() {
                self.take(push);
            }
        }
        self
    }

    fn line(&self, number: u64) -> Command {
        Command::Chat { room: self.table.room, text: format!("line {number}") }
    }

    /// Has a command done, however often the connection breaks.
    async fn insist(&mut self, id: u64, command: Command) {
        let mut tries = 0;
        loop {
            tries += 1;
            match self.client.repeat(id, command.clone()).await {
                Ok(outcome) => {
                    if tries > 1 {
                        self.tally.answered_again.fetch_add(1, Ordering::Relaxed);
                    }
                    return self.acknowledged(id, command, outcome);
                }
                Err(Error::Refused(error)) if error.retry => pause(&error).await,
                Err(Error::Refused(error)) => {
                    assert_eq!(error.class, ErrorClass::State, "{command:?}: {error:?}");
                    return;
                }
                Err(Error::Closed { .. } | Error::Socket(_)) => self.come_back().await,
                Err(error) => panic!("{command:?}: {error}"),
            }
        }
    }

    fn acknowledged(&mut self, id: u64, command: Command, outcome: Outcome) {
        self.tally.acknowledged.fetch_add(1, Ordering::Relaxed);
        if let Outcome::Ok { seq: Some(seq), .. } = outcome {
            self.seq = self.seq.max(seq);
        }
        if let Command::Chat { text, .. } = &command {
            self.said.push(text.clone());
        }
        self.last = Some((id, command, outcome));
    }

    /// Takes in a push: numbers never go back.
    fn take(&mut self, push: Push) {
        match &push {
            Push::Events { seq, .. } | Push::Snapshot { seq, .. } => self.seq = self.seq.max(*seq),
            Push::Notice(Notice::Restart { .. }) => {
                self.tally.told_to_come_back.fetch_add(1, Ordering::Relaxed);
            }
            Push::Gone { room, reason } => panic!("room {room} is gone: {reason:?}"),
            Push::Lobby(_) | Push::Notice(_) => {}
        }
        self.table.update(push).expect("a fair deal");
    }

    /// Finds the server again, and sees that all is as it was left.
    async fn come_back(&mut self) {
        while let Some(push) = self.client.kept() {
            self.take(push);
        }
        loop {
            match self.client.reconnect().await {
                Ok(()) => {}
                Err(Error::Refused(error)) if error.retry => {
                    pause(&error).await;
                    continue;
                }
                Err(Error::Closed { .. } | Error::Socket(_)) => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
                Err(error) => panic!("{error}"),
            }
            let welcome = self.client.welcome();
            assert_eq!(welcome.player, self.player, "the token is known");
            assert!(welcome.rooms.contains(&self.table.room), "the seat is held");
            match self.look().await {
                Ok(()) => break,
                Err(Error::Closed { .. } | Error::Socket(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
        self.tally.came_back.fetch_add(1, Ordering::Relaxed);
    }

    /// Compares the room with what was acknowledged, and has the last command answered once more.
    async fn look(&mut self) -> Result<(), Error> {
        let (seq, state) = self.snapshot().await?;
        assert!(
            seq >= self.seq,
            "room {}: frame {} was seen, and now it is {seq}",
            self.table.room,
            self.seq
        );
        assert_eq!(state.you.seat, self.table.seat, "the seat is held");
        self.compare(&state);
        if let Some((id, command, outcome)) = self.last.clone() {
            match self.client.repeat(id, command.clone()).await {
                Ok(again) => assert_eq!(again, outcome, "{command:?} is answered as before"),
                Err(Error::Refused(error)) if error.retry => pause(&error).await,
                Err(Error::Refused(error)) => panic!("{command:?} was done, and now it is {error:?}"),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// All lines that were acknowledged are there once and in order. One may be there whose answer was lost.
    fn compare(&self, state: &RoomState) {
        let mut theirs: Vec<&str> = state
            .chat
            .iter()
            .filter(|line| line.player == self.player)
            .map(|line| line.text.as_str())
            .collect();
        let newest = self.said.last();
        if theirs.last().copied() != newest.map(String::as_str) {
            theirs.pop();
        }
        let kept = self.said.len().saturating_sub(theirs.len());
        assert_eq!(theirs, self.said[kept..], "room {}", self.table.room);
        // A room forgets a line only when so many newer ones came.
        let forgotten = state.chat.len() == CHAT_LINES;
        assert!(!theirs.is_empty() || self.said.is_empty() || forgotten, "lines are missing");
    }

    async fn snapshot(&mut self) -> Result<(u64, RoomState), Error> {
        let room = self.table.room;
        self.id += 1;
        loop {
            match self.client.repeat(self.id, Command::Snapshot { room }).await {
                Ok(_) => break,
                Err(Error::Refused(error)) if error.retry => pause(&error).await,
                Err(error) => return Err(error),
            }
        }
        let mut newest = None;
        while let Some(push) = self.client.kept() {
            if let Push::Snapshot { seq, state, .. } = &push {
                newest = Some((*seq, state.clone()));
            }
            self.table.update(push).expect("a fair deal");
        }
        Ok(newest.expect("the snapshot comes before the answer"))
    }
}

/// Waits as long as a refusal says.
async fn pause(error: &ErrorReply) {
    tokio::time::sleep(Duration::from_millis(error.retry_ms.unwrap_or(20).into())).await;
}

/// Opens a room, sits down, fills the other seats with bots and begins. In every fourth room a second player sits.
async fn open(url: &str, number: usize, tally: &Arc<Tally>) -> Vec<Witness> {
    let variant = match number % 2 {
        0 => Variant::Rummikub(rummikub::Variant { turn_seconds: 60, ..rummikub::Variant::default() }),
        _ => Variant::Tichu(tichu::Variant { bomb_window_ms: 1, ..tichu::Variant::default() }),
    };
    let seats = variant.seats();
    let enter =
        |name: String| Client::connect(url, Options { name: Some(name), views: true, ..Options::default() });
    let mut host = enter(format!("Host {number}")).await.expect("the server is open");
    let created = host.ask(Command::Create(Create::of(variant))).await;
    let Ok(Outcome::Ok { room: Some(room), invite, .. }) = created else { panic!("{created:?}") };
    let mut witnesses = vec![sit(host, room, None, 0, tally).await];
    if number.is_multiple_of(4) {
        let guest = enter(format!("Guest {number}")).await.expect("the server is open");
        witnesses.push(sit(guest, room, invite, 1, tally).await);
    }
    for seat in witnesses.len()..seats {
        let seat = Seat::new(seat).expect("a seat of the table");
        witnesses[0].client.ask(Command::Bot { room, seat }).await.expect("the seat is free");
    }
    witnesses
}

async fn sit(
    mut client: Client,
    room: RoomId,
    invite: Option<Invite>,
    seat: usize,
    tally: &Arc<Tally>,
) -> Witness {
    if invite.is_some() {
        client.ask(Command::Join { room: None, invite }).await.expect("the invite opens the room");
    }
    let mut table = Table::first(&mut client, room).await.expect("a snapshot");
    let seat = Seat::new(seat).expect("a seat of the table");
    client.ask(Command::Sit { room, seat }).await.expect("the seat is free");
    while table.seat.is_none() {
        table.update(client.next().await.expect("a snapshot of the seat")).expect("a fair deal");
    }
    Witness::new(client, table, Arc::clone(tally))
}

/// Rounds of load, each with an end of the server; then everybody stops, and the journal is looked at.
async fn check(how: End, rounds: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut server = serve(folder.path(), "127.0.0.1:0");
    let (url, address) = (server.url(), server.address.clone());
    let tally = Arc::new(Tally::default());
    let mut opening = Vec::new();
    for number in 0..ROOMS {
        let (url, tally) = (url.clone(), Arc::clone(&tally));
        opening.push(tokio::spawn(async move { open(&url, number, &tally).await }));
    }
    let (stop, stopped) = watch::channel(false);
    let mut living: Vec<JoinHandle<Witness>> = Vec::new();
    for opened in opening {
        let witnesses = opened.await.expect("the room opens");
        living.extend(witnesses.into_iter().map(|witness| tokio::spawn(witness.live(stopped.clone()))));
    }
    let witnesses = living.len() as u64;
    for round in 1..=rounds as u64 {
        // Everybody is there, and has had something acknowledged since.
        let back = witnesses * (round - 1);
        until(&living, || tally.came_back.load(Ordering::Relaxed) >= back).await;
        let before = tally.acknowledged.load(Ordering::Relaxed);
        until(&living, || tally.acknowledged.load(Ordering::Relaxed) >= before + 2 * witnesses).await;
        let status = tokio::task::spawn_blocking(move || end(server, how)).await.expect("it ends");
        assert_eq!(status.success(), how == End::Stopped, "{status}");
        server = serve(folder.path(), &address);
    }
    until(&living, || tally.came_back.load(Ordering::Relaxed) >= witnesses * rounds as u64).await;
    stop.send_replace(true);
    let mut rooms = Vec::new();
    for witness in living {
        let mut witness = witness.await.expect("the witness saw nothing wrong");
        witness.look().await.expect("the server is there");
        rooms.push((witness.table.room, witness.table.variant.game()));
    }
    end(server, End::Stopped);
    let transcripts = replay_all(folder.path(), &rooms).await;
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    eprintln!(
        "{how:?} {rounds} times with {ROOMS} rooms and {witnesses} players: {} commands acknowledged, {} asked again and \
         answered, {transcripts} transcripts replayed",
        count(&tally.acknowledged),
        count(&tally.answered_again),
    );
    if how == End::Stopped {
        let told = count(&tally.told_to_come_back);
        // Whose socket was being made in that moment was not there to be told.
        assert!(told >= witnesses * rounds as u64 * 9 / 10, "only {told} were told that the server stops");
    }
}

/// Replays the transcripts of the matches that ended, and answers how many there are.
async fn replay_all(folder: &Path, rooms: &[(RoomId, GameKind)]) -> usize {
    let journal = SqliteJournal::open(folder, Durability::Full).expect("the server is gone");
    let mut replayed = 0;
    for &(room, _) in rooms {
        for number in 1.. {
            let script = journal.transcript(room, number).await.expect("it can be read");
            let Some(script) = script.filter(|script| script.over) else { break };
            let text = String::from_utf8(script.text.into()).expect("it is a text");
            let replay = transcript::replay(&text).unwrap_or_else(|fault| panic!("{room}: {fault}\n{text}"));
            assert_eq!(replay.differences().count(), 0, "room {room}, match {number}");
            replayed += 1;
        }
    }
    replayed
}

/// Waits until something is so; a witness that saw something wrong ends the test.
async fn until(living: &[JoinHandle<Witness>], is_so: impl Fn() -> bool) {
    let waited = tokio::time::timeout(Duration::from_secs(300), async {
        while !is_so() {
            assert!(!living.iter().any(JoinHandle::is_finished), "a witness saw something wrong");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    waited.await.expect("it takes too long");
}

/// How many rounds: a few, or as many as `PARLOUR_CRASHES` says.
fn rounds() -> usize {
    match std::env::var("PARLOUR_CRASHES") {
        Ok(rounds) => rounds.parse().expect("PARLOUR_CRASHES is a number"),
        Err(_) => 3,
    }
}

/// One after the other: both load the machine.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed_or_stopped() {
    check(End::Killed, rounds()).await;
    check(End::Stopped, rounds()).await;
}

//! The task of a room under virtual time: order of frames and replies, clocks, bots, journal trouble, restart, panic.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parlour_engine::fair::Secret;
use parlour_engine::{Action, GameKind, Length, Seat, Variant, View, rummikub, transcript};
use parlour_protocol::{
    Command, Envelope, Event, GoneReason, Outcome, PlayerId, Push, Reply, RoomEvent, RoomId, ServerMessage,
    Stage, decode_server,
};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::sim::{self, START, guest, player, secret, verdict};
use crate::clock::Clock;
use crate::connection::{CloseCode, Connection, Outbox, Outgoing};
use crate::journal::{Journal, MemoryJournal, Since};
use crate::room::{
    AdoptError, Brain, Brains, Keeper, Key, Opening, RoomGone, RoomHandle, RoomNews, Settings,
};

/// What the bots of a test do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Habit {
    /// They play as the project's bots do.
    Sensible,
    /// They never decide.
    Silent,
    /// They ask for what the rules refuse.
    Wrong,
    /// They fail.
    Panics,
}

impl Brains for Habit {
    fn brain(&self, _: &Variant, _: Seat) -> Box<dyn Brain> {
        Box::new(*self)
    }
}

impl Brain for Habit {
    fn decide(&mut self, view: &View) -> Option<Action> {
        match self {
            Habit::Sensible => parlour_bots::decide(view),
            Habit::Silent => None,
            Habit::Wrong => Some(Action::Rummikub("declare R1 : R2 R3 R4".parse().expect("an action"))),
            Habit::Panics => panic!("this bot fails"),
        }
    }
}

/// A server without sockets.
pub(super) struct House {
    pub(super) keeper: Keeper,
    pub(super) journal: Arc<MemoryJournal>,
    pub(super) news: mpsc::UnboundedReceiver<RoomNews>,
}

impl House {
    pub(super) fn new(habit: Habit) -> House {
        House::with(Arc::new(MemoryJournal::new()), habit, START)
    }

    pub(super) fn with(journal: Arc<MemoryJournal>, habit: Habit, now: u64) -> House {
        House::drawing(journal, habit, now, || secret(0))
    }

    fn drawing(
        journal: Arc<MemoryJournal>,
        habit: Habit,
        now: u64,
        draw: impl Fn() -> Secret + Send + Sync + 'static,
    ) -> House {
        let (sender, news) = mpsc::unbounded_channel();
        let clock = Clock::set_to(now);
        let keeper = Keeper::with_secrets(
            Arc::clone(&journal) as Arc<dyn Journal>,
            Arc::new(habit),
            clock,
            sender,
            draw,
        );
        House { keeper, journal, news }
    }

    /// A room whose host is here; its first frame is the presence of the host.
    pub(super) async fn room(&self, number: u64, variant: Variant) -> (RoomHandle, Client) {
        let opening = Opening { room: RoomId::from_bits(number), ..sim::opening(variant) };
        let room = self.keeper.open(opening).await.expect("the journal works");
        let mut host = Client::new(1, &room);
        host.attach(None).await;
        host.next_push().await;
        host.next_push().await;
        (room, host)
    }

    /// All news so far.
    fn heard(&mut self) -> Vec<RoomNews> {
        std::iter::from_fn(|| self.news.try_recv().ok()).collect()
    }
}

/// A player with one connection.
pub(super) struct Client {
    who: u64,
    pub(super) room: RoomHandle,
    pub(super) connection: Connection,
    outbox: Outbox,
    pub(super) id: u64,
}

impl Client {
    pub(super) fn new(who: u64, room: &RoomHandle) -> Client {
        Client::with_queue(who, room, 256)
    }

    fn with_queue(who: u64, room: &RoomHandle, frames: usize) -> Client {
        let (connection, outbox) = Connection::open(frames);
        connection.greet(sim::ALL);
        Client { who, room: room.clone(), connection, outbox, id: 0 }
    }

    pub(super) async fn attach(&self, resume: Option<u64>) {
        self.room.attach(guest(self.who), &self.connection, resume).await.expect("the room is there");
    }

    async fn put(&mut self, command: Command) {
        self.id += 1;
        self.put_with(self.id, command).await;
    }

    pub(super) async fn put_with(&self, id: u64, command: Command) {
        let envelope = Envelope { id, command };
        self.room.command(player(self.who), &self.connection, envelope).await.expect("the room is there");
    }

    /// Joins a room and says what came of it.
    pub(super) async fn join(&mut self) -> Reply {
        self.id += 1;
        let (room, id) = (Some(self.room.id()), self.id);
        let envelope = Envelope { id, command: Command::Join { room, invite: None } };
        self.room
            .join(guest(self.who), Key::Id, &self.connection, envelope)
            .await
            .expect("the room is there");
        match self.next().await {
            ServerMessage::Reply(reply) => reply,
            ServerMessage::Push(push) => panic!("before the answer came {push:?}"),
        }
    }

    /// Asks, and gives the answer with all that was pushed before it.
    pub(super) async fn ask(&mut self, command: Command) -> (Reply, Vec<Push>) {
        self.put(command).await;
        let mut pushes = Vec::new();
        loop {
            match self.next().await {
                ServerMessage::Reply(reply) => return (reply, pushes),
                ServerMessage::Push(push) => pushes.push(push),
            }
        }
    }

    pub(super) async fn done(&mut self, command: Command) {
        let (reply, _) = self.ask(command).await;
        assert_eq!(verdict(&reply), "ok", "{reply:?}");
    }

    async fn next_outgoing(&mut self) -> Outgoing {
        let waited = tokio::time::timeout(Duration::from_secs(100_000), self.outbox.next()).await;
        waited.expect("something comes within a day")
    }

    pub(super) fn try_next(&mut self) -> Option<Outgoing> {
        self.outbox.try_next()
    }

    pub(super) async fn next(&mut self) -> ServerMessage {
        match self.next_outgoing().await {
            Outgoing::Frame(frame) => decode_server(&frame).expect("a message of the protocol"),
            Outgoing::Close(code) => panic!("closed: {code:?}"),
        }
    }

    pub(super) async fn next_push(&mut self) -> Push {
        match self.next().await {
            ServerMessage::Push(push) => push,
            ServerMessage::Reply(reply) => panic!("nothing was asked: {reply:?}"),
        }
    }

    /// The events of the next frame.
    pub(super) async fn next_events(&mut self) -> (u64, Vec<Event>) {
        match self.next_push().await {
            Push::Events { seq, events, .. } => (seq, events),
            push => panic!("no frame: {push:?}"),
        }
    }

    pub(super) fn id(&self) -> PlayerId {
        player(self.who)
    }
}

async fn orphans(journal: &MemoryJournal) -> Vec<RoomId> {
    let orphans = journal.orphans().await.expect("the journal works");
    orphans.into_iter().map(|orphan| orphan.room).collect()
}

pub(super) const ROOM: u64 = 1;

pub(super) fn room() -> RoomId {
    RoomId::from_bits(ROOM)
}

pub(super) fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat")
}

pub(super) fn say(text: &str) -> Command {
    Command::Chat { room: room(), text: text.to_owned() }
}

fn rummikub() -> Variant {
    Variant::Rummikub(rummikub::Variant { length: Length::Rounds(1), ..rummikub::Variant::default() })
}

/// The host sits down beside a bot and says that it is ready.
async fn play_with_a_bot(host: &mut Client) {
    host.done(Command::Sit { room: room(), seat: seat(0) }).await;
    host.done(Command::Bot { room: room(), seat: seat(1) }).await;
    host.done(Command::Ready { room: room(), ready: true }).await;
}

#[tokio::test(start_paused = true)]
async fn frames_come_before_the_answer_and_a_snapshot_after_a_join() {
    let house = House::new(Habit::Silent);
    let (handle, mut host) = house.room(ROOM, rummikub()).await;
    let mut other = Client::new(2, &handle);
    assert_eq!(verdict(&other.join().await), "ok");
    assert!(matches!(other.next_push().await, Push::Snapshot { seq: 3, .. }));
    assert_eq!(host.next_events().await.0, 3);
    let (reply, pushes) = other.ask(say("hello")).await;
    assert!(matches!(pushes[..], [Push::Events { seq: 4, .. }]), "{pushes:?}");
    assert!(matches!(reply.outcome, Outcome::Ok { seq: Some(4), .. }));
    assert_eq!(host.next_events().await.0, 4);
    let (_, pushes) = host.ask(Command::Snapshot { room: room() }).await;
    assert!(matches!(pushes[..], [Push::Snapshot { seq: 4, .. }]), "{pushes:?}");
    let (_, pushes) = other.ask(Command::Leave { room: room() }).await;
    assert_eq!(pushes, [Push::Gone { room: room(), reason: None }]);
    assert_eq!(host.next_events().await.0, 5);
}

/// Spectators share one encoded frame; who has a seat gets its own.
#[tokio::test(start_paused = true)]
async fn who_sees_the_same_shares_the_bytes() {
    let house = House::new(Habit::Silent);
    let (handle, mut host) = house.room(ROOM, rummikub()).await;
    let mut others = [Client::new(2, &handle), Client::new(3, &handle)];
    for other in &mut others {
        other.join().await;
        other.next_push().await;
    }
    let [mut one, mut other] = others;
    one.next_push().await;
    host.done(Command::Sit { room: room(), seat: seat(0) }).await;
    let address = async |client: &mut Client| match client.next_outgoing().await {
        Outgoing::Frame(frame) => frame.as_ptr(),
        Outgoing::Close(code) => panic!("closed: {code:?}"),
    };
    assert_eq!(address(&mut one).await, address(&mut other).await);
}

/// R20 at the right time, by the clock of the room.
#[tokio::test(start_paused = true)]
async fn the_clock_runs_out_in_time() {
    let house = House::new(Habit::Sensible);
    let (_, mut host) = house.room(ROOM, rummikub()).await;
    play_with_a_bot(&mut host).await;
    let start = Instant::now();
    loop {
        let (_, events) = host.next_events().await;
        let timed_out = |event: &Event| matches!(event, Event::Rummikub(rummikub::Event::TimedOut { seat }) if seat.index() == 0);
        if events.iter().any(timed_out) {
            break;
        }
    }
    let bot = 2 * Settings::default().think_ms;
    let waited = start.elapsed().as_millis() as u64;
    assert!(waited == 60_000 || waited == 60_000 + bot, "the host began, or the bot did: {waited}");
}

/// While people are there a bot takes its time, the same for every decision; alone, bots need none, and the rooms
/// beside them are served.
#[tokio::test(start_paused = true)]
async fn bots_think_for_people_only() {
    let mut house = House::new(Habit::Sensible);
    let (_, mut host) = house.room(ROOM, rummikub()).await;
    for number in 0..2 {
        host.done(Command::Bot { room: room(), seat: seat(number) }).await;
    }
    host.done(Command::Start { room: room() }).await;
    let mut before = Instant::now();
    for _ in 0..10 {
        host.next_push().await;
        assert_eq!(before.elapsed(), Duration::from_millis(700));
        before = Instant::now();
    }
    host.room.detach(host.id(), &host.connection).await.expect("the room is there");
    house.heard();
    let stage = loop {
        match house.news.recv().await {
            Some(RoomNews::Changed(status)) if status.summary.stage == Stage::Over => break Stage::Over,
            Some(_) => {}
            None => panic!("the keeper is there"),
        }
    };
    assert_eq!((stage, before.elapsed()), (Stage::Over, Duration::ZERO));
}

/// A bot never stops a table: whatever it fails to decide, something legal is done.
#[tokio::test(start_paused = true)]
async fn bots_without_sense_play_on() {
    for habit in [Habit::Silent, Habit::Wrong] {
        let mut house = House::new(habit);
        let (_room, mut host) = house.room(ROOM, rummikub()).await;
        for number in 0..2 {
            host.done(Command::Bot { room: room(), seat: seat(number) }).await;
        }
        host.done(Command::Start { room: room() }).await;
        host.room.detach(host.id(), &host.connection).await.expect("the room is there");
        let over = |news: &RoomNews| matches!(news, RoomNews::Changed(status) if status.summary.stage == Stage::Over);
        while !over(&house.news.recv().await.expect("the keeper is there")) {}
        let transcript = house.keeper.transcript(room(), 1).await.expect("the journal works");
        assert!(transcript.is_some_and(|text| text.contains("match_ended")));
    }
}

/// A player who takes a bot's seat while the bot thinks, and leaves before it acts, stops no table: the bot is asked anew.
#[tokio::test(start_paused = true)]
async fn a_seat_taken_and_left_is_asked_anew() {
    let house = House::new(Habit::Sensible);
    let (handle, mut host) = house.room(ROOM, rummikub()).await;
    for number in 0..2 {
        host.done(Command::Bot { room: room(), seat: seat(number) }).await;
    }
    host.done(Command::Start { room: room() }).await;
    let mut passer_by = Client::new(2, &handle);
    passer_by.join().await;
    let Push::Snapshot { state, .. } = passer_by.next_push().await else {
        panic!("a snapshot follows a join")
    };
    let asked = state.prompt.seats.iter().next().expect("a bot must act");
    passer_by.done(Command::Sit { room: room(), seat: asked }).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    passer_by.done(Command::Leave { room: room() }).await;
    let acted = |event: &Event| matches!(event, Event::Rummikub(rummikub::Event::Took { seat, .. }) if *seat == asked);
    let left = Instant::now();
    while !host.next_events().await.1.iter().any(acted) {}
    assert!(left.elapsed() < Duration::from_secs(60), "the bot acted, not the clock");
}

/// What cannot be journaled is not done; the same command with the same id may be sent again.
#[tokio::test(start_paused = true)]
async fn without_the_journal_nothing_changes() {
    let house = House::new(Habit::Sensible);
    let (handle, mut host) = house.room(ROOM, rummikub()).await;
    let other = Client::new(2, &handle);
    house.journal.set_available(false);
    let (reply, pushes) = host.ask(say("hello")).await;
    assert_eq!((verdict(&reply).as_str(), pushes.len()), ("unavailable", 0));
    let refused = host.ask(Command::Stand { room: room() }).await.0;
    assert_eq!(verdict(&refused), "not_seated", "what changes nothing needs no journal");
    other.attach(None).await;
    house.journal.set_available(true);
    host.put_with(1, say("hello")).await;
    let (seq, events) = host.next_events().await;
    assert_eq!(seq, 3, "the number was not used up");
    assert!(matches!(events[..], [Event::Room(RoomEvent::Chat(_))]));
    assert!(matches!(host.next().await, ServerMessage::Reply(reply) if verdict(&reply) == "ok"));
}

/// What nobody asked for is tried again until the journal has it.
#[tokio::test(start_paused = true)]
async fn alarms_and_bots_wait_for_the_journal() {
    let house = House::new(Habit::Sensible);
    let (_, mut host) = house.room(ROOM, rummikub()).await;
    play_with_a_bot(&mut host).await;
    house.journal.set_available(false);
    tokio::time::sleep(Duration::from_secs(200)).await;
    assert_eq!(host.outbox.try_next(), None);
    house.journal.set_available(true);
    let start = Instant::now();
    host.next_events().await;
    assert!(start.elapsed() <= Duration::from_millis(500));
}

/// Who lost a room to another owner never answers from it again.
#[tokio::test(start_paused = true)]
async fn a_fenced_room_goes() {
    let mut house = House::new(Habit::Silent);
    let (handle, mut host) = house.room(ROOM, rummikub()).await;
    let mut elsewhere = House::with(Arc::clone(&house.journal), Habit::Silent, START);
    let adopted = elsewhere.keeper.adopt(room()).await.expect("the journal is readable");
    host.put(say("hello")).await;
    assert_eq!(host.next_outgoing().await, Outgoing::Close(CloseCode::Moved));
    assert_eq!(handle.last_id(host.id()).await, Err(RoomGone));
    assert_eq!(house.heard().last(), Some(&RoomNews::Ended(room())));
    let mut host = Client { id: host.id, ..Client::new(1, &adopted) };
    host.attach(Some(2)).await;
    let (seq, events) = host.next_events().await;
    assert_eq!(seq, 3, "the owner knows that the old connection is gone");
    assert!(matches!(events[..], [Event::Room(RoomEvent::Presence { connected: false, .. })]));
    assert_eq!(host.next_events().await.0, 4);
    host.put_with(1, say("hello")).await;
    assert_eq!(host.next_events().await.0, 5);
    assert!(matches!(elsewhere.heard()[..], [RoomNews::Changed(_)]));
}

/// After a crash the room is what it was: who comes back gets exactly what it missed, and its answers.
#[tokio::test(start_paused = true)]
async fn a_restart_is_a_take_over() {
    let house = House::new(Habit::Sensible);
    let (handle, mut host) = house.room(ROOM, rummikub()).await;
    play_with_a_bot(&mut host).await;
    let said = host.ask(say("before")).await.0;
    let Outcome::Ok { seq: Some(seen), .. } = said.outcome else { panic!("said: {said:?}") };
    let id = host.id;
    let before = handle.status();
    drop((house.keeper, handle, host));
    house.journal.crash();
    assert_eq!(orphans(&house.journal).await, [room()]);
    let house = House::with(house.journal, Habit::Sensible, START + 1_000_000);
    let handle = house.keeper.adopt(room()).await.expect("the journal is its own");
    assert_eq!(handle.status().summary, before.summary);
    assert_eq!(handle.last_id(player(1)).await, Ok(id));
    let mut host = Client { id, ..Client::new(1, &handle) };
    host.attach(Some(seen)).await;
    let (seq, events) = host.next_events().await;
    assert_eq!(seq, seen + 1);
    assert!(matches!(events[..], [Event::Room(RoomEvent::Presence { connected: false, .. })]), "{events:?}");
    host.put_with(id, say("before")).await;
    let again = loop {
        if let ServerMessage::Reply(reply) = host.next().await {
            break reply;
        }
    };
    assert_eq!(again, said, "not said again");
}

/// A panic ends its own room and no other.
#[tokio::test(start_paused = true)]
async fn a_panic_ends_one_room() {
    let mut house = House::new(Habit::Panics);
    let (_, mut sound) = house.room(2, rummikub()).await;
    let (handle, mut host) = house.room(ROOM, rummikub()).await;
    host.done(Command::Sit { room: room(), seat: seat(0) }).await;
    host.done(Command::Bot { room: room(), seat: seat(1) }).await;
    host.put(Command::Ready { room: room(), ready: true }).await;
    let gone = Push::Gone { room: room(), reason: Some(GoneReason::Failed) };
    while host.next().await != ServerMessage::Push(gone.clone()) {}
    assert_eq!(handle.last_id(host.id()).await, Err(RoomGone));
    assert_eq!(house.heard().last(), Some(&RoomNews::Failed(room())));
    assert_eq!(house.journal.orphans().await, Ok(vec![]), "it would fail again");
    let (reply, _) = sound.ask(Command::Chat { room: RoomId::from_bits(2), text: "hello".to_owned() }).await;
    assert_eq!(verdict(&reply), "ok");
}

/// The command in which a room panics is answered, what was written stays, and nobody adopts the room.
#[tokio::test(start_paused = true)]
async fn a_panic_answers_the_command_that_was_being_done() {
    let journal = Arc::new(MemoryJournal::new());
    let house = House::with(Arc::clone(&journal), Habit::Sensible, START);
    let Variant::Rummikub(sensible) = rummikub() else { panic!("it is Rummikub") };
    let unchecked = Variant::Rummikub(rummikub::Variant { reshuffles: 200, ..sensible });
    let (_, mut host) = house.room(ROOM, unchecked).await;
    host.done(Command::Sit { room: room(), seat: seat(0) }).await;
    host.done(Command::Bot { room: room(), seat: seat(1) }).await;
    let written = journal.load(room(), Since::Opening).await.expect("it is there").entries;
    let (reply, _) = host.ask(Command::Ready { room: room(), ready: true }).await;
    assert_eq!(verdict(&reply), "room_failed");
    let gone = Push::Gone { room: room(), reason: Some(GoneReason::Failed) };
    assert_eq!(host.next().await, ServerMessage::Push(gone));
    assert_eq!(journal.load(room(), Since::Opening).await.expect("it is there").entries, written);
    assert_eq!(journal.orphans().await.expect("the journal works"), []);
}

/// The transcripts of a room that a panic ended are kept.
#[tokio::test(start_paused = true)]
async fn a_panic_leaves_the_transcripts() {
    let drawn = AtomicU64::new(0);
    let draw = move || match drawn.fetch_add(1, Ordering::Relaxed) {
        number @ 0..2 => secret(number),
        _ => panic!("there is no third secret"),
    };
    let house = House::drawing(Arc::new(MemoryJournal::new()), Habit::Sensible, START, draw);
    let (_room, mut host) = house.room(ROOM, rummikub()).await;
    for number in 0..2 {
        host.done(Command::Bot { room: room(), seat: seat(number) }).await;
    }
    host.done(Command::Start { room: room() }).await;
    let over = |event: &Event| matches!(event, Event::Rummikub(rummikub::Event::MatchEnded { .. }));
    while !host.next_events().await.1.iter().any(over) {}
    host.done(Command::Start { room: room() }).await;
    let gone = Push::Gone { room: room(), reason: Some(GoneReason::Failed) };
    while host.next_push().await != gone {}
    let kept = house.keeper.transcript(room(), 1).await.expect("the journal works").expect("it was over");
    transcript::replay(&kept).expect("it is readable");
}

/// A reader that is too slow is closed with nothing left out before; it comes back and goes on where it was.
#[tokio::test(start_paused = true)]
async fn a_slow_reader_comes_back() {
    let house = House::new(Habit::Silent);
    let (handle, mut host) = house.room(ROOM, rummikub()).await;
    let mut slow = Client::with_queue(2, &handle, 2);
    slow.join().await;
    assert!(matches!(slow.next_push().await, Push::Snapshot { seq: 3, .. }));
    host.next_push().await;
    for number in 0..3 {
        host.done(say(&number.to_string())).await;
    }
    assert_eq!(slow.next_outgoing().await, Outgoing::Close(CloseCode::SlowReader));
    handle.detach(slow.id(), &slow.connection).await.expect("the room is there");
    let mut back = Client::new(2, &handle);
    back.attach(Some(3)).await;
    for seq in 4..=8 {
        assert_eq!(back.next_events().await.0, seq, "three lines, and two of presence");
    }
    assert_eq!(back.outbox.try_next(), None);
}

/// What a queue cannot hold is not put into it: whoever missed more gets a snapshot, and stays.
#[tokio::test(start_paused = true)]
async fn a_small_queue_is_not_flooded_by_what_was_missed() {
    let house = House::new(Habit::Silent);
    let (handle, mut host) = house.room(ROOM, rummikub()).await;
    for number in 0..8 {
        host.done(say(&number.to_string())).await;
    }
    let mut back = Client::with_queue(1, &handle, 8);
    back.attach(Some(2)).await;
    assert!(matches!(back.next_push().await, Push::Snapshot { seq: 10, .. }));
    back.id = host.id;
    back.done(say("here again")).await;
}

/// A join that was on its way when a newer connection took over does not take the room away from it.
#[tokio::test(start_paused = true)]
async fn a_late_join_of_a_closed_connection_changes_nothing() {
    let house = House::new(Habit::Silent);
    let (handle, host) = house.room(ROOM, rummikub()).await;
    let mut newer = Client::new(1, &handle);
    newer.attach(Some(2)).await;
    host.connection.close(CloseCode::TakenOver);
    let envelope = Envelope { id: 1, command: Command::Join { room: Some(room()), invite: None } };
    handle.join(guest(1), Key::Id, &host.connection, envelope).await.expect("the room is there");
    handle.detach(host.id(), &host.connection).await.expect("the room is there");
    newer.id = 1;
    let (reply, pushes) = newer.ask(say("still here")).await;
    assert_eq!(verdict(&reply), "ok");
    let both = matches!(pushes[..], [Push::Events { .. }, Push::Events { .. }]);
    assert!(both, "the room tells the newer one of the join and of the line: {pushes:?}");
}

/// A newer connection of a player takes over, and the end of the older one says nothing.
#[tokio::test(start_paused = true)]
async fn the_newer_connection_counts() {
    let house = House::new(Habit::Silent);
    let (handle, host) = house.room(ROOM, rummikub()).await;
    let mut newer = Client::new(1, &handle);
    newer.attach(Some(2)).await;
    handle.detach(host.id(), &host.connection).await.expect("the room is there");
    newer.done(say("still here")).await;
    assert_eq!(handle.status().summary.spectators, 1);
    let mut stranger = Client::new(9, &handle);
    stranger.attach(Some(2)).await;
    assert_eq!(stranger.next_push().await, Push::Gone { room: room(), reason: None });
}

/// A room in which nobody was for long closes, and its journal is no orphan; one whose handles are dropped is.
#[tokio::test(start_paused = true)]
async fn rooms_end() {
    let mut house = House::new(Habit::Silent);
    let (handle, host) = house.room(ROOM, Variant::default_of(GameKind::Tichu)).await;
    handle.detach(host.id(), &host.connection).await.expect("the room is there");
    let start = Instant::now();
    while house.news.recv().await != Some(RoomNews::Ended(room())) {}
    assert_eq!(start.elapsed(), Duration::from_secs(3_600));
    assert_eq!(house.journal.orphans().await, Ok(vec![]));
    assert!(matches!(house.keeper.adopt(room()).await, Err(AdoptError::Closed)));
    let opening = Opening { room: RoomId::from_bits(2), ..sim::opening(rummikub()) };
    drop(house.keeper.open(opening).await.expect("the journal works"));
    while house.news.recv().await != Some(RoomNews::Ended(RoomId::from_bits(2))) {}
    assert_eq!(orphans(&house.journal).await, [RoomId::from_bits(2)]);
}

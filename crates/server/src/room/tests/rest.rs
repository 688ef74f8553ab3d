//! Rooms that rest, wake, are taken over, and cannot be read.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parlour_engine::{GameKind, Seat, Variant};
use parlour_protocol::{Command, Event, GoneReason, Push, RoomEvent, RoomId};
use tokio::sync::mpsc;

use super::actor::{Client, Habit, House, ROOM, room, say};
use super::sim::{START, guest, player};
use crate::clock::Clock;
use crate::journal::damage::{self, Packed};
use crate::journal::{Durability, Journal, SqliteJournal};
use crate::room::{Keeper, RoomGone, RoomHandle, RoomNews};

fn tichu() -> Variant {
    Variant::default_of(GameKind::Tichu)
}

/// What is on the card of the room.
fn card(house: &House) -> String {
    let card = house.journal.card(room()).expect("it has a card");
    String::from_utf8(card.to_vec()).expect("a text")
}

/// A room in which nobody is rests after a minute; its handle stays, and who comes back finds everything as it was.
#[tokio::test(start_paused = true)]
async fn a_room_at_rest_wakes_when_it_is_needed() {
    let house = House::new(Habit::Silent);
    let (handle, mut host) = house.room(ROOM, tichu()).await;
    host.done(Command::Sit { room: room(), seat: Seat::new(2).expect("a seat") }).await;
    let said = host.ask(say("before")).await.0;
    let status = handle.status();
    handle.detach(host.id(), &host.connection).await.expect("the room is there");
    tokio::time::sleep(Duration::from_secs(59)).await;
    assert_eq!(handle.last_id(player(1)).await, Ok(2), "somebody asks, so it stays awake");
    tokio::time::sleep(Duration::from_secs(59)).await;
    assert!(card(&house).contains(r#""rests":false"#));
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(card(&house).contains(r#""rests":true"#));
    assert_eq!(handle.status(), status);

    let mut back = Client::new(1, &handle);
    back.attach(None).await;
    let Push::Snapshot { seq, state, .. } = back.next_push().await else { panic!("no snapshot") };
    assert_eq!((seq, state.you.seat, state.chat.len()), (5, Seat::new(2), 1));
    let (seq, events) = back.next_events().await;
    assert!(matches!(events[..], [Event::Room(RoomEvent::Presence { connected: true, .. })]));
    assert_eq!(seq, 6);
    back.put_with(2, say("before")).await;
    let again = back.next().await;
    assert_eq!(again, parlour_protocol::ServerMessage::Reply(said), "answered, and not said again");
}

/// Rooms of an earlier server: those at rest stay so until they are needed, the others wake by themselves, and an outage
/// costs nobody time.
#[tokio::test(start_paused = true)]
async fn an_outage_costs_no_time() {
    let house = House::new(Habit::Silent);
    let (handle, host) = house.room(ROOM, tichu()).await;
    handle.detach(host.id(), &host.connection).await.expect("the room is there");
    tokio::time::sleep(Duration::from_secs(1_800)).await;
    house.journal.beat(START + 1_800_000).await.expect("the journal works");
    house.journal.crash();
    drop((handle, host));
    let mut house = House::with(house.journal, Habit::Silent, START + 100_000_000);
    let adopted = house.keeper.take_over().await.expect("the journal works");
    assert_eq!(adopted.iter().map(|adopted| adopted.handle.id()).collect::<Vec<_>>(), [room()]);
    let began = tokio::time::Instant::now();
    while house.news.recv().await != Some(RoomNews::Ended(room())) {}
    // It wakes when half an hour was left, and nobody was missed while it was not served: it waits for an hour again.
    assert_eq!(began.elapsed(), Duration::from_secs(1_800 + 3_600));
}

fn keeper(folder: &Path) -> (Keeper, mpsc::UnboundedReceiver<RoomNews>) {
    let (sender, news) = mpsc::unbounded_channel();
    let journal = SqliteJournal::open(folder, Durability::Os).expect("the journal opens");
    (Keeper::new(Arc::new(journal), Arc::new(Habit::Silent), Clock::set_to(START), sender), news)
}

/// Lets a keeper go, and waits until its rooms have ended: `rooms` must be all handles that are left.
async fn close(keeper: Keeper, rooms: Vec<RoomHandle>) {
    drop(rooms);
    keeper.ended().await;
}

/// All that is written about room 2 but for who owns it.
fn written(file: &rusqlite::Connection) -> Vec<(i64, Vec<u8>)> {
    let text = "SELECT number, segment FROM segments WHERE room = 2
        UNION ALL SELECT at, part FROM transcripts WHERE room = 2 ORDER BY 1, 2";
    let mut rows = file.prepare(text).expect("a query");
    let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
    rows.collect::<Result<_, _>>().expect("rows")
}

/// A room whose journal is torn, truncated or damaged ends with a reason, for those who attach and for those who command;
/// what is written about it stays, and the others live.
#[tokio::test]
async fn a_damaged_room_ends_alone() {
    let damages: [fn(&mut Packed); 7] = [
        |packed| *packed[0].1.last_mut().expect("it is long") ^= 1,
        |packed| packed[2].1.truncate(40),
        |packed| packed[1].1.clear(),
        |packed| drop(packed.remove(1)),
        // The newest entry, and the end from the second on: what is left would make a room, with less in it.
        |packed| drop(packed.pop()),
        |packed| packed.truncate(1),
        Packed::clear,
    ];
    for (number, change) in damages.into_iter().enumerate() {
        a_room_with_this_damage_ends_alone(number, change).await;
    }
}

async fn a_room_with_this_damage_ends_alone(number: usize, change: fn(&mut Packed)) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (first, _news) = keeper(folder.path());
    let mut rooms = Vec::new();
    for id in [1, 2, 3] {
        let id = RoomId::from_bits(id);
        let opening = crate::room::Opening { room: id, ..super::sim::opening(tichu()) };
        let room = first.open(opening).await.expect("the journal works");
        let mut host = Client::new(1, &room);
        host.attach(None).await;
        host.done(Command::Chat { room: id, text: "once".to_owned() }).await;
        rooms.push(room);
    }
    close(first, rooms).await;
    let file = rusqlite::Connection::open(folder.path().join("journal.sqlite")).expect("a database");
    damage::rewrite(&file, 2, change);
    let before = written(&file);

    let (second, mut news) = keeper(folder.path());
    let adopted = second.take_over().await.expect("the journal can be read");
    let mut rooms: Vec<RoomHandle> = adopted.into_iter().map(|adopted| adopted.handle).collect();
    assert_eq!(rooms.len(), 3, "nobody has looked at them yet");
    let damaged = rooms.remove(1);
    // It may have woken in its turn by now, and be gone already.
    let mut host = Client::new(1, &damaged);
    if damaged.attach(guest(1), &host.connection, None).await.is_ok() {
        let gone = Push::Gone { room: damaged.id(), reason: Some(GoneReason::Failed) };
        assert_eq!(host.next_push().await, gone, "damage {number}");
    }
    drop(host);
    let failed = RoomNews::Failed(damaged.id());
    while news.recv().await.expect("the keeper is there") != failed {}
    assert_eq!(damaged.last_id(player(1)).await, Err(RoomGone));
    for sound in &rooms {
        let mut host = Client::new(1, sound);
        host.id = 1;
        host.attach(None).await;
        let Push::Snapshot { state, .. } = host.next_push().await else { panic!("no snapshot") };
        assert_eq!(state.chat.len(), 1);
        host.done(Command::Chat { room: sound.id(), text: "again".to_owned() }).await;
    }
    assert_eq!(written(&file), before, "what is written about it stays: damage {number}");
    rooms.push(damaged);
    close(second, rooms).await;
    let (third, _news) = keeper(folder.path());
    assert_eq!(third.take_over().await.expect("the journal can be read").len(), 2, "damage {number}");
}

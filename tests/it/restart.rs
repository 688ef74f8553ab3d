//! A server that ends and one that begins over the same data folder.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use futures::{StreamExt, stream};
use parlour_client::{Client, Error, Options};
use parlour_protocol::{Code, Command, Create, ErrorCode, Invite, Outcome, PlayerId, Push, RoomId, encode};
use parlour_server::clock::Clock;
use parlour_server::journal::{Durability, SqliteJournal};
use parlour_server::room::{Bots, Guest, Keeper, Opening, Settings};
use parlour_tests::{House, in_time, rummikub, seat, state};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error as SocketError;

use crate::http::ask_at;
use crate::wire::Wire;

async fn open(folder: &Path) -> House {
    House::with(|config| {
        config.journal.durability = Durability::Os;
        config.journal.folder = folder.to_owned();
    })
    .await
}

async fn come_back(house: &House, client: &Client) -> Client {
    let options = Options { token: client.token().cloned(), views: true, ..Options::default() };
    Client::connect(&house.url(), options).await.expect("the token is known")
}

/// The player, its name, its room, its seat and the answers to its commands are there again; an open room is not opened
/// twice by a client that did not get the answer.
#[tokio::test]
async fn what_was_acknowledged_is_there_after_a_restart() {
    in_time(async {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let house = open(folder.path()).await;
        let mut ada = house.enter("Ada").await;
        let create = || Command::Create(Create::of(rummikub(2, 1)));
        let created = ada.repeat(100, create()).await.expect("a room opens");
        let Outcome::Ok { room: Some(room), .. } = created else { panic!("{created:?}") };
        ada.repeat(101, Command::Sit { room, seat: seat(1) }).await.expect("the seat is free");
        let said = ada.repeat(102, Command::Chat { room, text: "once".to_owned() }).await.expect("a line");
        ada.repeat(103, Command::Rename { name: "Äda".to_owned() }).await.expect("a name");
        house.close().await;

        let house = open(folder.path()).await;
        let mut back = come_back(&house, &ada).await;
        let welcome = back.welcome();
        assert_eq!((welcome.player, welcome.name.as_str()), (ada.welcome().player, "Äda"));
        assert_eq!((welcome.rooms.as_slice(), welcome.last_id), ([room].as_slice(), 102));
        assert_eq!(back.repeat(100, create()).await.expect("it is answered again"), created);
        assert!(matches!(back.next().await, Ok(Push::Snapshot { .. })), "and brought into the room");
        let again = back.repeat(102, Command::Chat { room, text: "once".to_owned() }).await;
        assert_eq!(again.expect("it is answered again"), said);
        let state = state(&mut back, room).await;
        assert_eq!((state.you.seat, state.chat.len()), (Some(seat(1)), 1));
        match back.repeat(100, Command::Create(Create::of(rummikub(3, 1)))).await {
            Err(Error::Refused(error)) => assert_eq!(error.code, Code::Rejected(ErrorCode::IdReused)),
            other => panic!("the id was used: {other:?}"),
        }
        house.close().await;
    })
    .await;
}

/// A server that is told to stop opens no room and takes no socket; what is open goes on until everybody is sent away, each
/// with a pause of its own.
#[tokio::test]
async fn a_stop_is_announced_and_goes_on_until_then() {
    in_time(async {
        let house = House::with(|config| config.server.drain_seconds = 2).await;
        let (address, url) = (house.address, house.url());
        let mut wires = Vec::new();
        let mut now = 0;
        for number in 0..8 {
            let (wire, welcome) = Wire::enter(&house, &format!("Guest {number}"), json!({})).await;
            now = welcome["now"].as_u64().expect("the time");
            wires.push(wire);
        }
        let create = json!({ "type": "create", "variant": { "game": "rummikub" } });
        let room = wires[0].ask(create.clone()).await.0["room"].clone();

        let closing = tokio::spawn(house.close());
        let mut pauses = BTreeSet::new();
        for wire in &mut wires {
            let notice = loop {
                let text = wire.next().await.expect("it is told before it is sent away");
                let push: Value = serde_json::from_str(&text).expect("JSON");
                if push["type"] == "notice" {
                    break push;
                }
            };
            assert_eq!(notice["kind"], "restart");
            assert!(notice["at"].as_u64().is_some_and(|at| at >= now + 2_000), "{notice} after {now}");
            pauses.insert(notice["retry_ms"].as_u64().expect("a pause"));
        }
        assert!(pauses.len() > 4 && pauses.iter().all(|&pause| pause < 2_000), "{pauses:?}");

        let (refused, _) = wires[1].ask(create).await;
        assert_eq!(
            (&refused["code"], &refused["retry"]),
            (&json!("shutting_down"), &json!(true)),
            "{refused}"
        );
        let (said, _) = wires[0].ask(json!({ "type": "chat", "room": room, "text": "Good night" })).await;
        assert_eq!(said["type"], "ok", "{said}");
        let late = connect_async(url).await.err();
        assert!(matches!(late, Some(SocketError::Http(answer)) if answer.status() == 503), "no new socket");
        assert_eq!(ask_at(address, "GET", "/readyz", "", "").await.status, 503);
        for wire in &mut wires {
            let code = loop {
                if let Err(code) = wire.next().await {
                    break code;
                }
            };
            assert_eq!(code, Some(1012));
        }
        drop(wires);
        closing.await.expect("it ends well");
    })
    .await;
}

/// Rooms that are open when the server starts.
const MANY: u64 = 10_000;

/// A room that was opened before the server began.
fn opening(number: u64) -> Opening {
    Opening {
        room: RoomId::from_bits(number),
        invite: Invite::from_bits(number),
        title: format!("Room {number}"),
        public: true,
        variant: rummikub(2, 1),
        hints: false,
        practice: None,
        host: Guest { player: PlayerId::from_bits(number), name: "Host".to_owned() },
        command: None,
        settings: Settings::default(),
        at: Clock::system().now(),
    }
}

/// Ten thousand open rooms are all there as soon as the server answers. How long that took is printed and not judged: it is
/// a matter of the machine.
#[tokio::test]
async fn ten_thousand_open_rooms_are_served_from_the_start() {
    in_time(async {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let journal = SqliteJournal::open(folder.path(), Durability::Os).expect("the journal opens");
        // The lobby is not asked.
        let (news, _) = mpsc::unbounded_channel();
        let keeper = Keeper::new(Arc::new(journal), Arc::new(Bots), Clock::system(), news);
        stream::iter(1..=MANY)
            .for_each_concurrent(1_000, async |number| {
                drop(keeper.open(opening(number)).await.expect("the journal works"));
            })
            .await;
        keeper.ended().await;
        drop(keeper);

        let began = Instant::now();
        let house = open(folder.path()).await;
        let (mut wire, _) = Wire::enter(&house, "Ada", json!({})).await;
        for number in [1, MANY / 2, MANY] {
            let invite: Value = serde_json::from_str(&encode(&Invite::from_bits(number))).expect("JSON");
            let (joined, _) = wire.ask(json!({ "type": "join", "invite": invite })).await;
            assert_eq!(joined["type"], "ok", "{number}: {joined}");
            // Frames of the rooms before may come first.
            while !wire.next().await.expect("the room is shown").contains(&format!("\"Room {number}\"")) {}
            if number == 1 {
                eprintln!("{MANY} open rooms: the first answer in one after {:?}", began.elapsed());
            }
        }
        house.close().await;
    })
    .await;
}

//! A server that ends and one that begins over the same data folder.

use std::path::Path;

use parlour_client::{Client, Error, Options};
use parlour_protocol::{Code, Command, Create, ErrorCode, Outcome, Push};
use parlour_server::journal::Durability;
use parlour_tests::{House, in_time, rummikub, seat, state};

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

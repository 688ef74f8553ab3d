//! Sessions without sockets: what a hello may do that is turned away.

use std::net::Ipv4Addr;

use serde_json::{Value, json};

use super::*;
use crate::connection::Outgoing;
use crate::journal::MemoryJournal;
use crate::server::{Parts, Server};

/// One text, and what is sent and done then, a close as its number.
async fn say(session: &mut Session, outbox: &mut crate::connection::Outbox, text: Value) -> Vec<Value> {
    session.take(&text.to_string()).await;
    std::iter::from_fn(|| outbox.try_next())
        .map(|outgoing| match outgoing {
            Outgoing::Frame(frame) => serde_json::from_str(&frame).expect("a text"),
            Outgoing::Close(code) => code.number().into(),
        })
        .take(8)
        .collect()
}

/// While nothing can be written down, a hello that brings a new name is turned away: it takes no connection's place, so
/// the same socket can say it again.
#[tokio::test]
async fn a_hello_that_is_turned_away_takes_nothing_over() {
    let journal = Arc::new(MemoryJournal::default());
    let server = Server::open(Parts::usual(Arc::<MemoryJournal>::clone(&journal), crate::Config::default()))
        .await
        .expect("an empty journal");
    let open = || {
        let (connection, outbox) = Connection::open(8);
        let address = Address::new(Ipv4Addr::LOCALHOST.into());
        (Session::new(Arc::clone(server.shared()), connection, address), outbox)
    };
    let hello = |id: u64, name: &str, token: Value| {
        let protocol = json!({ "min": 1, "max": 1 });
        json!({ "id": id, "type": "hello", "protocol": protocol, "client": "test", "name": name, "token": token })
    };
    let (mut first, mut first_out) = open();
    let welcome = say(&mut first, &mut first_out, hello(1, "Ada", Value::Null)).await;
    let token = welcome[0]["token"].clone();
    assert!(token.is_string(), "{welcome:?}");

    let (mut second, mut second_out) = open();
    journal.set_available(false);
    let refused = say(&mut second, &mut second_out, hello(2, "Grace", token.clone())).await;
    assert_eq!(refused[0]["code"], "unavailable", "{refused:?}");
    let pong = say(&mut first, &mut first_out, json!({ "id": 3, "type": "ping" })).await;
    assert_eq!((pong.len(), &pong[0]["type"]), (1, &json!("ok")), "it still has its player: {pong:?}");

    journal.set_available(true);
    let welcome = say(&mut second, &mut second_out, hello(4, "Grace", token)).await;
    assert_eq!((welcome.len(), &welcome[0]["type"]), (1, &json!("welcome")), "{welcome:?}");
    let told = say(&mut first, &mut first_out, json!({ "id": 5, "type": "ping" })).await;
    assert_eq!((&told[0]["kind"], &told[1]), (&json!("taken_over"), &json!(4002)), "{told:?}");
}

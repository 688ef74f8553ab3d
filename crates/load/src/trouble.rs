//! Clients that behave as none should: they send rubbish, do not read, or never speak.
//!
//! Invariant: the server owes each an answer with a code or a close, and nothing to the others: a rubbish line that is
//! answered with success, or with silence, is a violation.

use std::sync::Arc;
use std::time::Duration;

use futures::SinkExt;
use parlour_client::{Client, Error, Options};
use parlour_protocol::{Command, ServerMessage, encode};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::run::Stage;
use crate::tally::Count;

/// How long the server may take to answer rubbish.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a client that misbehaves sends; none of it can be done.
const RUBBISH: [&str; 8] = [
    "",
    "rubbish",
    "[1,2,3]",
    r#"{"id":"seven","type":"ping"}"#,
    r#"{"id":900000001,"type":"no_such_thing"}"#,
    r#"{"id":900000002,"type":"act","room":"00000000"}"#,
    r#"{"id":900000003,"type":"sit","room":"00000000","seat":99}"#,
    r#"{"id":900000004,"type":"create","variant":{"game":"chess"}}"#,
];

/// Sends rubbish five times a second, and expects an error each time.
pub(crate) async fn misbehave(stage: Arc<Stage>, seed: u64) {
    let mut chance = StdRng::seed_from_u64(seed);
    while !stage.is_over() {
        let options = Options { name: Some("Trouble".to_owned()), ..Options::default() };
        let Ok(mut client) = Client::connect(&stage.url, options).await else {
            sleep(Duration::from_secs(1)).await;
            continue;
        };
        while !stage.is_over() {
            let rubbish = RUBBISH[chance.random_range(0..RUBBISH.len())];
            let sent = client.send_raw(Message::text(rubbish)).await;
            match (sent, timeout(PATIENCE, client.message()).await) {
                // It was sent away: that is the server's right.
                (Err(_), _) | (_, Ok(Err(Error::Closed { .. } | Error::Socket(_)))) => break,
                (Ok(()), Ok(Ok(ServerMessage::Reply(reply)))) if is_refusal(&reply) => {
                    stage.tally.add(Count::Trouble);
                }
                (Ok(()), got) => {
                    stage.tally.violation(format!("{rubbish:?} was answered with {got:?}"));
                    return;
                }
            }
            sleep(Duration::from_millis(200)).await;
        }
        stage.tally.add(Count::Trouble);
    }
}

fn is_refusal(reply: &parlour_protocol::Reply) -> bool {
    matches!(reply.outcome, parlour_protocol::Outcome::Error(_))
}

/// Asks all the time and reads nothing, until the server closes.
pub(crate) async fn read_slowly(stage: Arc<Stage>) {
    while !stage.is_over() {
        let Ok((mut socket, _)) = tokio_tungstenite::connect_async(&stage.url).await else {
            sleep(Duration::from_secs(1)).await;
            continue;
        };
        let hello = r#"{"id":1,"type":"hello","protocol":{"min":1,"max":1},"name":"Slow"}"#;
        let mut sent = socket.send(Message::text(hello)).await;
        let mut id = 1;
        while sent.is_ok() && !stage.is_over() {
            id += 1;
            let ping = encode(&parlour_protocol::Envelope { id, command: Command::Ping });
            sent = tokio::select! {
                sent = socket.send(Message::text(ping)) => sent,
                () = stage.curtain.cancelled() => Ok(()),
            };
            sleep(Duration::from_millis(50)).await;
        }
        stage.tally.add(Count::Trouble);
    }
}

/// Connects and never says a word; the server must close.
pub(crate) async fn be_silent(stage: Arc<Stage>) {
    let address = stage.url.split("://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
    while !stage.is_over() {
        let Ok(mut stream) = TcpStream::connect(address).await else {
            sleep(Duration::from_secs(1)).await;
            continue;
        };
        let mut heard = [0; 256];
        let closed = async { while let Ok(1..) = stream.read(&mut heard).await {} };
        tokio::select! {
            () = closed => {}
            () = stage.curtain.cancelled() => {}
        }
        stage.tally.add(Count::Trouble);
    }
}

//! The sessions in docs/protocol.md, replayed: what a reader is shown is what a server says.
//!
//! A session is all fenced blocks with the game's name: `> ` lines are sent, `< ` lines are what comes, in order. What a
//! server makes up stands for itself: an id or token that differs is the other one from then on, and a time is any time.
//! `PARLOUR_WRITE_SESSIONS=1` plays the `> ` lines and writes what comes below them, under the names that are there already.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use parlour_protocol::{Invite, PlayerId, RoomId, Token};
use parlour_tests::{House, in_time};
use serde_json::Value;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::document::{WRITING, path, writes};
use crate::wire::Wire;

/// Unix time in milliseconds, from 2001 on: no other number of the protocol is so high.
const TIME: u64 = 1_000_000_000_000;

/// After how long the server is taken to be silent, when the document is written.
const SILENCE: Duration = Duration::from_millis(500);

/// For each id and token of the document what it is in this run.
#[derive(Default)]
struct Names(BTreeMap<String, String>);

impl Names {
    /// A line to send, with this run's names.
    fn translated(&self, line: &str) -> String {
        self.0.iter().fold(line.to_owned(), |line, (written, real)| line.replace(written, real))
    }

    /// A line that came, with the document's names.
    fn untranslated(&self, line: &str) -> String {
        self.0.iter().fold(line.to_owned(), |line, (written, real)| line.replace(real, written))
    }

    /// Whether what came is what is written.
    fn agree(&mut self, written: &Value, came: &Value) -> bool {
        match (written, came) {
            (Value::Object(written), Value::Object(came)) => {
                written.keys().eq(came.keys())
                    && written.iter().all(|(key, value)| self.agree(value, &came[key]))
            }
            (Value::Array(written), Value::Array(came)) => {
                written.len() == came.len()
                    && written.iter().zip(came).all(|(one, other)| self.agree(one, other))
            }
            (Value::String(written), Value::String(came)) if is_name(written) && is_name(came) => {
                self.0.entry(written.clone()).or_insert_with(|| came.clone()) == came
            }
            (Value::Number(written), Value::Number(came)) => {
                let is_time =
                    |number: &serde_json::Number| number.as_u64().is_some_and(|number| number >= TIME);
                written == came || (is_time(written) && is_time(came))
            }
            (written, came) => written == came,
        }
    }
}

/// Whether a text is an id or a token as a server spells it.
fn is_name(text: &str) -> bool {
    text.parse::<Token>().is_ok()
        || text.parse::<RoomId>().is_ok_and(|id| id.to_string() == text)
        || text.parse::<PlayerId>().is_ok_and(|id| id.to_string() == text)
        || text.parse::<Invite>().is_ok_and(|id| id.to_string() == text)
}

/// One `> ` line of a session with the `< ` lines below it, and its number in the document.
struct Turn<'a> {
    line: usize,
    sent: &'a str,
    written: Vec<&'a str>,
}

/// The turns of a game's session.
fn turns<'a>(document: &'a str, game: &str) -> Vec<Turn<'a>> {
    let (mut inside, mut turns) = (false, Vec::<Turn>::new());
    for (line, text) in document.lines().enumerate() {
        match text.split_at_checked(2) {
            Some(("> ", sent)) if inside => turns.push(Turn { line, sent, written: Vec::new() }),
            Some(("< ", written)) if inside => {
                turns.last_mut().expect("somebody begins").written.push(written)
            }
            _ => inside = text == format!("```{game}"),
        }
    }
    turns
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Replays the session of a game whose rounds are dealt from `seed`.
async fn replay(document: &str, game: &str, seed: u8) {
    let house = House::seeded(seed, |_| {}).await;
    let (mut wire, mut names, turns) = (Wire::open(&house).await, Names::default(), turns(document, game));
    assert!(turns.len() > 5, "the session of {game} is gone");
    for Turn { line, sent, written } in turns {
        wire.send(Message::text(names.translated(sent))).await.expect("the socket is open");
        for (below, written) in written.into_iter().enumerate() {
            let came = wire.next().await.unwrap_or_else(|code| panic!("line {line}: closed, {code:?}"));
            let agreed = names.agree(&value(written), &value(&came));
            assert!(agreed, "line {}: written, then what came\n{written}\n{came}", line + below + 2);
        }
    }
    drop(wire);
    house.close().await;
}

/// Plays the `> ` lines of a session, and answers the document with what came below each until the server fell silent.
async fn rewritten(document: &str, game: &str, seed: u8) -> String {
    let house = House::seeded(seed, |_| {}).await;
    let (mut wire, mut names) = (Wire::open(&house).await, Names::default());
    let mut lines: Vec<String> = document.lines().map(str::to_owned).collect();
    let mut shift = 0;
    for Turn { line, sent, written } in turns(document, game) {
        wire.send(Message::text(names.translated(sent))).await.expect("the socket is open");
        let mut came = Vec::new();
        while let Ok(text) = timeout(SILENCE, wire.next()).await {
            came.push(text.expect("the socket stays open"));
        }
        for (written, came) in written.iter().zip(&came) {
            // Only the names are of interest: the rest is written anew.
            let _ = names.agree(&value(written), &value(came));
        }
        let first = (line + 1).checked_add_signed(shift).expect("a line of the document");
        let new = came.iter().map(|text| format!("< {}", names.untranslated(text)));
        lines.splice(first..first + written.len(), new);
        shift += came.len() as isize - written.len() as isize;
    }
    drop(wire);
    house.close().await;
    lines.join("\n") + "\n"
}

async fn check(game: &str, seed: u8) {
    let document = fs::read_to_string(path()).expect("the protocol is documented");
    if writes() {
        let document = in_time(rewritten(&document, game, seed)).await;
        fs::write(path(), document).expect("the document can be written");
    } else {
        in_time(replay(&document, game, seed)).await;
    }
}

/// One after the other, since both may write the document.
#[tokio::test]
async fn the_sessions_of_the_document_are_what_a_server_says() {
    let _writing = WRITING.lock().await;
    check("rummikub", RUMMIKUB_SEED).await;
    check("tichu", TICHU_SEED).await;
}

/// The seeds whose first rounds are short.
const RUMMIKUB_SEED: u8 = 102;
const TICHU_SEED: u8 = 174;

//! No frame tells its viewer what it may not know: every text of every viewer of whole matches is read.
//!
//! What a viewer may know is kept by the test itself, from the public events and from what is the viewer's own. Any other
//! tile or card that a text names, wherever it stands, is a leak. In a round each card of Tichu and each numbered tile of
//! one copy is there once, so a name is enough; of jokers there are two, so they are not looked at.

use std::collections::BTreeSet;

use parlour_client::Table;
use parlour_engine::{Length, Seed, Variant};
use parlour_protocol::{Push, RoomId, RoomState, ServerMessage, decode_server};
use parlour_rules::rummikub::Tile;
use parlour_rules::tichu::Card;
use parlour_tests::{House, in_time, rummikub, tichu};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::wire::Wire;

/// What a viewer may know of one round.
struct Knowledge {
    /// The viewer's seat; none for a spectator.
    seat: Option<usize>,
    known: BTreeSet<String>,
    /// Whether the round is over, after which all lies open.
    open: bool,
    /// Frames in which something hidden could have been.
    checked: usize,
}

impl Knowledge {
    /// Takes note of what a frame's events tell, and checks all that the frame names.
    fn read(&mut self, frame: &Value) {
        for event in frame["events"].as_array().into_iter().flatten() {
            self.learn(event);
        }
        if self.open {
            return;
        }
        let mut hidden = frame.clone();
        // The rounds before lie open; their cards are dealt anew by now.
        hidden["view"]["results"] = Value::Null;
        let mut named = BTreeSet::new();
        names(&hidden, &mut named);
        let foreign: Vec<&String> = named.difference(&self.known).collect();
        assert!(foreign.is_empty(), "seat {:?} is told of {foreign:?} by {frame}", self.seat);
        self.checked += usize::from(!named.is_empty());
    }

    fn learn(&mut self, event: &Value) {
        match event["kind"].as_str().expect("an event has a kind") {
            "dealt" => {
                // Tichu deals twice: the second time the first cards stay.
                if event["count"] != json!(6) {
                    (self.known, self.open) = (BTreeSet::new(), false);
                }
                self.own(&event["racks"]);
                self.own(&event["cards"]);
            }
            "exchanged" => self.own(&event["received"]),
            "took"
                if event["from"] == "discards"
                    || event["seat"].as_u64().map(|seat| seat as usize) == self.seat =>
            {
                names(&event["tile"], &mut self.known)
            }
            "threw" | "declared" | "played" => names(event, &mut self.known),
            "round_ended" => self.open = true,
            _ => {}
        }
    }

    /// What stands at the viewer's place of a list by seats.
    fn own(&mut self, by_seat: &Value) {
        if let Some(seat) = self.seat {
            names(&by_seat[seat], &mut self.known);
        }
    }
}

/// Every tile and card that is named anywhere in a value.
fn names(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let tile = text.parse::<Tile>().is_ok_and(|tile| !tile.is_joker());
            if tile || text.parse::<Card>().is_ok() {
                found.insert(text.clone());
            }
        }
        Value::Array(values) => values.iter().for_each(|value| names(value, found)),
        // What may be asked for is the viewer's own cards; a wish may be of any rank.
        Value::Object(fields) => fields.values().for_each(|value| names(value, found)),
        _ => {}
    }
}

/// The secrets of one server, as one viewer gets to know them.
#[derive(Default)]
struct Secrets {
    /// All long numbers that were shown so far.
    shown: BTreeSet<String>,
    revealed: usize,
}

impl Secrets {
    /// No number of 128 bits or more but what a shuffle is agreed upon with; the server's secret comes out once, when its
    /// round is over, and was shown nowhere before.
    fn check(&mut self, text: &str) {
        let value: Value = serde_json::from_str(text).expect("JSON");
        let revealed = value["events"].as_array().into_iter().flatten();
        for event in revealed.filter(|event| event["kind"] == "revealed") {
            let secret = event["secret"].as_str().expect("a secret is a text");
            assert!(!self.shown.contains(secret), "a secret was known before {text}");
            self.revealed += 1;
        }
        self.walk("", &value, text);
    }

    fn walk(&mut self, name: &str, value: &Value, text: &str) {
        match value {
            Value::String(word) => {
                let digits = word.split(|letter: char| !letter.is_ascii_hexdigit()).map(str::len).max();
                if digits >= Some(32) {
                    let known = ["commitment", "hash", "hashes", "nonce", "secret"].contains(&name);
                    assert!(known, "a long secret in {text}");
                    self.shown.insert(word.clone());
                }
            }
            Value::Array(values) => values.iter().for_each(|value| self.walk(name, value, text)),
            Value::Object(fields) => fields.iter().for_each(|(name, value)| self.walk(name, value, text)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// The room of a snapshot; nonces follow from the seat, so that a match is always the same.
fn table_of(room: RoomId, state: RoomState) -> Table {
    let seat = state.you.seat.map_or(0, |seat| seat.index() as u8);
    let mut table = Table::new(room, state);
    table.fairness.draw_from(Seed::new([seat; 32]));
    table
}

/// Follows a match to its end, plays if it has a seat, and reads every text; answers how many had something to check.
async fn follow(mut wire: Wire, snapshot: Value, seat: Option<usize>) -> usize {
    let mut knowledge = Knowledge { seat, known: BTreeSet::new(), open: true, checked: 0 };
    let mut table = match decode_server(&snapshot.to_string()).expect("a snapshot") {
        ServerMessage::Push(Push::Snapshot { room, state, .. }) => table_of(room, state),
        other => panic!("no snapshot: {other:?}"),
    };
    let (mut asked, mut secrets) = (None, Secrets::default());
    while !table.is_over() {
        if asked.is_none()
            && let Some(command) = table.answer(&mut parlour_bots::decide)
        {
            let mut command = serde_json::to_value(command).expect("a command is JSON");
            let id = wire.next_id();
            command["id"] = json!(id);
            asked = Some(id);
            wire.send(command.to_string().into()).await.expect("the socket is open");
        }
        let text = wire.next().await.expect("the socket stays open");
        secrets.check(&text);
        match decode_server(&text).expect("a message of this protocol") {
            ServerMessage::Push(push) => {
                knowledge.read(&serde_json::from_str(&text).expect("JSON"));
                table.update(push).expect("a fair deal");
            }
            ServerMessage::Reply(reply) => asked = asked.filter(|&id| reply.re != Some(id)),
        }
    }
    assert_eq!(secrets.revealed, 2, "the secrets of both rounds came out");
    knowledge.checked
}

/// Sends a command and answers the last snapshot that was pushed before the answer or comes next.
async fn seen(wire: &mut Wire, command: Value) -> Value {
    let (answer, mut pushed) = wire.ask(command).await;
    assert_eq!(answer["type"], "ok", "{answer}");
    loop {
        for text in pushed.drain(..).rev() {
            let value: Value = serde_json::from_str(&text).expect("JSON");
            if value["type"] == "snapshot" {
                return value;
            }
        }
        pushed.push(wire.next().await.expect("the socket stays open"));
    }
}

/// Plays a match in which everybody is told as much as can be asked for.
async fn check(variant: Variant) {
    let house = House::open().await;
    let seats = variant.seats();
    let (mut host, _) = Wire::enter(&house, "Host", json!({ "views": true, "legal": true })).await;
    let first = seen(&mut host, json!({ "type": "create", "variant": variant })).await;
    let (room, invite) = (first["room"].clone(), first["state"]["invite"].clone());
    let (mut spectator, _) = Wire::enter(&house, "Spectator", json!({ "views": true, "legal": true })).await;
    let snapshot = seen(&mut spectator, json!({ "type": "join", "invite": invite })).await;
    let mut following: Vec<JoinHandle<usize>> = vec![tokio::spawn(follow(spectator, snapshot, None))];
    let mut players = vec![host];
    for number in 1..seats {
        let wants = json!({ "views": true, "legal": number == 1 });
        let (mut wire, _) = Wire::enter(&house, &format!("Guest {number}"), wants).await;
        seen(&mut wire, json!({ "type": "join", "invite": invite })).await;
        players.push(wire);
    }
    for (number, mut wire) in players.into_iter().enumerate() {
        let snapshot = seen(&mut wire, json!({ "type": "sit", "room": room, "seat": number })).await;
        following.push(tokio::spawn(follow(wire, snapshot, Some(number))));
    }
    for following in following {
        let checked = following.await.expect("no leak");
        assert!(checked > 10, "only {checked} frames had something to check");
    }
    house.close().await;
}

#[tokio::test]
async fn a_match_of_tichu_leaks_no_card() {
    in_time(check(tichu(Length::Rounds(2)))).await;
}

#[tokio::test]
async fn a_match_of_rummikub_leaks_no_tile() {
    in_time(check(rummikub(3, 2))).await;
}

/// The test can fail: a card of another hand is found wherever it stands.
#[test]
#[should_panic(expected = "is told of")]
fn a_leak_is_found() {
    let mut knowledge = Knowledge { seat: Some(0), known: BTreeSet::new(), open: true, checked: 0 };
    let own = json!({ "kind": "dealt", "round": 1, "count": 8, "cards": [["2j"], null, null, null] });
    knowledge.read(&json!({ "events": [own] }));
    knowledge.read(&json!({ "events": [], "view": { "hands": [[], ["3s"]] } }));
}

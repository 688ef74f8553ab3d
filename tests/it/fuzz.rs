//! A client that sends anything: 100,000 messages of all types, right and wrong, in any order, each of which is answered, on
//! sockets that come and go. No panic, nothing left behind, and a match beside it goes on.

use std::collections::{BTreeMap, BTreeSet};
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::stream::SplitSink;
use futures::{SinkExt, StreamExt};
use parlour_protocol::{Command, Create};
use parlour_tests::{House, gather, play, rummikub};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::wire::Wire;

/// Messages in all that are answered, and the clients that share them.
const MESSAGES: usize = 100_000;
const CLIENTS: usize = 8;

/// Texts of a socket that wait for their answers at most.
const WINDOW: usize = 32;

/// Rooms, invites, tokens, players and commitments that the clients know of each.
const REMEMBERED: usize = 32;

/// Rooms that the server bears.
const ROOMS: usize = 24;

/// Connections that it bears.
const CONNECTIONS: usize = 64;

/// A net for a test that would hang; it is a long one.
const PATIENCE: Duration = Duration::from_secs(240);

/// What the clients have learned from the server.
#[derive(Default)]
struct Learned {
    rooms: Vec<Value>,
    invites: Vec<Value>,
    tokens: Vec<Value>,
    players: Vec<Value>,
    commitments: Vec<Value>,
    /// For each room what it waits for, and what may be done.
    prompts: BTreeMap<String, (Value, Vec<Value>)>,
}

impl Learned {
    fn read(&mut self, message: &Value) {
        let keep = |list: &mut Vec<Value>, value: &Value| {
            if value.is_string() && !list.contains(value) {
                list.push(value.clone());
                // What is old is gone mostly.
                if list.len() > REMEMBERED {
                    list.remove(0);
                }
            }
        };
        keep(&mut self.rooms, &message["room"]);
        keep(&mut self.invites, &message["invite"]);
        keep(&mut self.tokens, &message["token"]);
        keep(&mut self.players, &message["player"]);
        keep(&mut self.commitments, &message["state"]["shuffle"]["commitment"]);
        for prompt in [&message["prompt"], &message["state"]["prompt"]] {
            if let (Some(room), true) = (message["room"].as_str(), prompt.is_object()) {
                let legal = prompt["legal"].as_array().cloned().unwrap_or_default();
                self.prompts.insert(room.to_owned(), (prompt["number"].clone(), legal));
            }
        }
    }
}

/// A client that sends anything.
struct Client {
    rng: StdRng,
    learned: Arc<Mutex<Learned>>,
    id: u64,
}

/// All commands of the protocol. One that comes often keeps matches going.
const TYPES: [&str; 27] = [
    "hello",
    "rename",
    "lobby",
    "create",
    "join",
    "leave",
    "sit",
    "stand",
    "ready",
    "pledge",
    "contribute",
    "bot",
    "remove",
    "start",
    "act",
    "act",
    "act",
    "hint",
    "take_back",
    "record",
    "vote",
    "ask_hand",
    "show_hand",
    "emote",
    "chat",
    "snapshot",
    "ping",
];

impl Client {
    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of.choose(&mut self.rng).expect("there is one").clone()
    }

    /// Something that was learned, or nothing of the kind.
    fn learned(&mut self, list: fn(&Learned) -> &Vec<Value>) -> Value {
        let learned = Arc::clone(&self.learned);
        let learned = learned.lock().unwrap_or_else(PoisonError::into_inner);
        match list(&learned).choose(&mut self.rng) {
            Some(value) if self.rng.random_bool(0.95) => value.clone(),
            _ => json!("00000000"),
        }
    }

    /// Any value where another was expected.
    fn anything(&mut self) -> Value {
        let number = self.rng.random::<i64>();
        self.one(&[
            Value::Null,
            json!(true),
            json!(-1),
            json!(number),
            json!(1e300),
            json!(""),
            json!("\u{202e}\u{0}😀"),
            json!("x".repeat(400)),
            json!([]),
            json!({ "kind": {} }),
            json!([[[[["R5"]]]]]),
        ])
    }

    fn action(&mut self, room: &Value) -> (Value, Value) {
        let learned = Arc::clone(&self.learned);
        let learned = learned.lock().unwrap_or_else(PoisonError::into_inner);
        let prompt = learned.prompts.get(room.as_str().unwrap_or_default());
        let (number, legal) = prompt.cloned().unwrap_or((json!(1), Vec::new()));
        let action = match legal.choose(&mut self.rng) {
            Some(action) if self.rng.random_bool(0.8) => action.clone(),
            _ => self.one(&[
                json!({ "game": "rummikub", "kind": "take", "from": "pool" }),
                json!({ "game": "rummikub", "kind": "take", "from": "discards" }),
                json!({ "game": "rummikub", "kind": "throw", "tile": "R5" }),
                json!({ "game": "rummikub", "kind": "declare", "throw": "J", "layout": [["R1", "J", "R3"], []] }),
                json!({ "game": "tichu", "kind": "grand" }),
                json!({ "game": "tichu", "kind": "decline" }),
                json!({ "game": "tichu", "kind": "tichu" }),
                json!({ "game": "tichu", "kind": "pass" }),
                json!({ "game": "tichu", "kind": "exchange", "left": "D", "partner": "D", "right": "P" }),
                json!({ "game": "tichu", "kind": "play", "cards": ["5j", "5s", "P"], "phoenix": "5", "wish": "A" }),
                json!({ "game": "tichu", "kind": "give", "to": 2 }),
            ]),
        };
        (number, action)
    }

    /// A command with fields of its kind.
    fn command(&mut self) -> Value {
        let kind = self.one(&TYPES);
        let room = self.learned(|learned| &learned.rooms);
        let seat = self.rng.random_range(-1..5);
        let yes = self.rng.random_bool(0.5);
        let name = self.one(&["Ada", "Аdа", "Bot 3", "  ", "e\u{301}", "\u{202e}evil", "<b>"]);
        self.id += 1;
        let id = if self.rng.random_bool(0.98) { self.id } else { self.rng.random_range(0..self.id + 9) };
        let mut command = json!({ "id": id, "type": kind });
        let fields = match kind {
            "hello" => {
                let token = self.learned(|learned| &learned.tokens);
                let seq = self.rng.random_range(0..50);
                let legal = self.rng.random_bool(0.2);
                let mut hello = json!({ "protocol": { "min": 1, "max": 1 }, "name": "Mallory",
                    "resume": [{ "room": room, "seq": seq }], "legal": legal, "views": yes });
                if self.rng.random_bool(0.5) {
                    hello["token"] = token;
                }
                hello
            }
            "rename" => json!({ "name": name }),
            "lobby" => json!({ "watch": yes }),
            "create" => {
                let game = self.one(&["rummikub", "tichu", "tichu", "chess"]);
                let mut create = json!({ "variant": { "game": game, "length": { "rounds": 1 }, "turn_seconds": seat },
                    "public": yes, "title": name, "hints": yes });
                if self.rng.random_bool(0.2) {
                    create["practice"] = json!({ "seed": "5a".repeat(32) });
                }
                create
            }
            "join" => {
                let invite = self.learned(|learned| &learned.invites);
                if yes { json!({ "invite": invite }) } else { json!({ "room": room }) }
            }
            "sit" | "bot" | "remove" | "ask_hand" => json!({ "room": room, "seat": seat }),
            "pledge" | "contribute" => {
                let commitment = self.learned(|learned| &learned.commitments);
                let digits = "5a".repeat(32);
                json!({ "room": room, "commitment": commitment, "hash": digits, "nonce": digits })
            }
            "record" => json!({ "room": room, "number": seat, "from": self.rng.random_range(0..9) }),
            "vote" => json!({ "room": room, "choice": self.one(&["bot", "wait", "end"]) }),
            "show_hand" => {
                let player = self.learned(|learned| &learned.players);
                json!({ "room": room, "player": player, "show": yes })
            }
            "emote" => json!({ "room": room, "emote": self.one(&["hello", "wow", "boo"]) }),
            "ready" => json!({ "room": room, "ready": yes }),
            "act" => {
                let (prompt, action) = self.action(&room);
                json!({ "room": room, "prompt": prompt, "action": action })
            }
            "chat" => json!({ "room": room, "text": name }),
            _ => json!({ "room": room }),
        };
        for (key, value) in fields.as_object().expect("an object") {
            command[key] = value.clone();
        }
        if self.rng.random_bool(0.1) {
            let keys: Vec<String> = command.as_object().expect("an object").keys().cloned().collect();
            let key = self.one(&keys);
            command[key] = self.anything();
        }
        command
    }

    /// A frame: mostly a command, sometimes a broken text, seldom what closes the socket.
    fn message(&mut self) -> Message {
        let mut text = self.command().to_string();
        match self.rng.random_range(0..1_000) {
            0 => Message::binary(text.into_bytes()),
            1 => Message::text("x".repeat(9_000)),
            2 => Message::Close(None),
            3 => Message::Frame(Frame::message(vec![0xff, 0x22], OpCode::Data(Data::Text), true)),
            4 => Message::Frame(Frame::message(b"x".to_vec(), OpCode::Data(Data::Continue), true)),
            5..20 => Message::Ping(text.into_bytes().into_iter().take(100).collect::<Vec<u8>>().into()),
            20..60 => {
                let cut =
                    (0..=self.rng.random_range(0..text.len())).rev().find(|&at| text.is_char_boundary(at));
                text.truncate(cut.expect("0 is a boundary"));
                Message::text(text)
            }
            60..80 => Message::text(text.replace(':', ["::", ":[", ":{\"\":"][self.rng.random_range(0..3)])),
            80..90 => Message::text("[".repeat(self.rng.random_range(1..8_000))),
            _ => Message::text(text),
        }
    }
}

type Sender = SplitSink<WebSocketStream<MaybeTlsStream<TcpStream>>, Message>;

/// A socket on which hello was said.
struct Socket {
    sender: Sender,
    /// How many texts may be sent before another one is answered; closed when the socket is. Without it most of what is
    /// sent would lie in a buffer when the server closes the socket, and be read by nobody.
    window: Arc<Semaphore>,
    /// Learns from what comes until the end, and counts the answers.
    reading: JoinHandle<usize>,
}

impl Socket {
    async fn open(url: &str, client: &mut Client) -> Socket {
        // The sockets that were closed just now may still be counted.
        let (socket, _) = loop {
            if let Ok(open) = connect_async(url).await {
                break open;
            }
        };
        let (sender, mut receiver) = socket.split();
        let learned = Arc::clone(&client.learned);
        let window = Arc::new(Semaphore::new(WINDOW));
        let opens = Arc::clone(&window);
        let reading = tokio::spawn(async move {
            let mut answers = 0;
            while let Some(Ok(message)) = receiver.next().await {
                if let Message::Text(text) = message {
                    let message: Value = serde_json::from_str(&text).expect("the server sends JSON");
                    learned.lock().unwrap_or_else(PoisonError::into_inner).read(&message);
                    if message.get("re").is_some() {
                        answers += 1;
                        opens.add_permits(1);
                    }
                }
            }
            opens.close();
            answers
        });
        let mut socket = Socket { sender, window, reading };
        let mut hello =
            json!({ "id": 0, "type": "hello", "protocol": { "min": 1, "max": 1 }, "name": "Mallory" });
        if client.rng.random_bool(0.5) {
            hello["token"] = client.learned(|learned| &learned.tokens);
        }
        hello["legal"] = json!(client.rng.random_bool(0.2));
        socket.send(Message::text(hello.to_string())).await;
        socket
    }

    /// Sends a message; the server may have closed the socket.
    async fn send(&mut self, message: Message) {
        if message.is_text() {
            let Ok(permit) = self.window.acquire().await else { return };
            permit.forget();
        }
        let _ = self.sender.send(message).await;
    }

    /// Waits for the last answer; answers how many there were.
    async fn end(mut self) -> usize {
        let _ = self.sender.close().await;
        self.reading.await.expect("the reader does not panic")
    }
}

/// Sends messages until so many were answered.
async fn harass(url: String, seed: u64, learned: Arc<Mutex<Learned>>, count: usize) {
    let mut client = Client { rng: StdRng::seed_from_u64(seed), learned, id: 0 };
    let mut answers = 0;
    while answers < count {
        let mut socket = Socket::open(&url, &mut client).await;
        // Most sockets end before, in one of the ways in which they can.
        for _ in answers..count {
            if socket.window.is_closed() {
                break;
            }
            socket.send(client.message()).await;
        }
        answers += socket.end().await;
    }
}

/// No command is forgotten that the schema knows.
#[test]
fn every_command_is_sent() {
    let schema: Value =
        serde_json::from_str(include_str!("../../crates/protocol/schema.json")).expect("the schema is JSON");
    let commands = schema["$defs"]["Envelope"]["oneOf"].as_array().expect("a choice");
    let known: BTreeSet<&str> = commands
        .iter()
        .map(|command| command["properties"]["type"]["const"].as_str().expect("a name"))
        .collect();
    assert_eq!(BTreeSet::from(TYPES), known);
}

/// Panics of this process.
static PANICS: AtomicUsize = AtomicUsize::new(0);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_sends_anything_harms_nobody() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        usual(info);
    }));
    let test = async {
        let house = House::with(|config| {
            config.limits.rooms = ROOMS;
            config.limits.connections = CONNECTIONS;
            config.rooms.idle_seconds = 1;
        })
        .await;
        let (guests, spectator) = gather(&house, rummikub(2, 1)).await;
        let learned = Arc::new(Mutex::new(Learned::default()));
        let clients: Vec<_> = (0..CLIENTS as u64)
            .map(|seed| tokio::spawn(harass(house.url(), seed, Arc::clone(&learned), MESSAGES / CLIENTS)))
            .collect();
        let (played, spectator) = play(guests, spectator, &[]).await;
        assert_eq!(spectator.totals().len(), 2, "the others play on");
        for client in clients {
            client.await.expect("the client does not panic");
        }
        assert_eq!(PANICS.load(Ordering::Relaxed), 0, "somewhere in this process");
        drop((played, spectator));

        // All is given back: every connection can be opened, and every room.
        let mut all = Vec::new();
        for number in 0..CONNECTIONS / 2 {
            all.push(Wire::enter(&house, &format!("After {number}"), json!({})).await);
        }
        let mut host = house.enter("Host").await;
        for _ in 0..ROOMS {
            // The rooms that are left close when nobody was in them for a second.
            while host.ask(Command::Create(Create::of(rummikub(2, 1)))).await.is_err() {}
        }
        drop((all, host));
        house.close().await;
    };
    tokio::time::timeout(PATIENCE, test).await.expect("the test hangs");
}

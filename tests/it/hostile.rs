//! Bad input at every layer: a code for each, nothing changed by any, and the server goes on.

use parlour_client::{Client, Options};
use parlour_protocol::{Command, RoomId};
use parlour_tests::{Guest, House, create, gather, in_time, play, rummikub, seat, state};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::wire::Wire;

/// A running match of two, and the wire of the hostile player on seat 1, who sees but does not have the turn.
struct Scene {
    house: House,
    host: Guest,
    hostile: Wire,
    room: RoomId,
    prompt: u64,
}

impl Scene {
    async fn set() -> Scene {
        let house = House::seeded(103, |_| {}).await;
        let mut host = house.enter("Host").await;
        let (room, invite) = create(&mut host, rummikub(2, 1)).await;
        let mut host = Guest::join(host, room, None).await.sit(seat(0)).await;
        let (mut hostile, _) = Wire::enter(&house, "Mallory", json!({})).await;
        for command in [
            json!({ "type": "join", "invite": invite }),
            json!({ "type": "sit", "room": room, "seat": 1 }),
            json!({ "type": "ready", "room": room, "ready": true }),
        ] {
            let (answer, _) = hostile.ask(command).await;
            assert_eq!(answer["type"], "ok", "{answer}");
        }
        host.client.ask(Command::Ready { room, ready: true }).await.expect("the match begins");
        host.look().await;
        assert!(host.table.prompt.seats.contains(seat(0)), "seat 0 begins with this seed");
        let prompt = host.table.prompt.number;
        let mut scene = Scene { house, host, hostile, room, prompt };
        scene.catch_up().await;
        scene
    }

    /// Lets the hostile player read all that came until now.
    async fn catch_up(&mut self) {
        self.hostile.ask(json!({ "type": "ping" })).await;
    }

    /// Lets seat 0 take and throw, so that the hostile player has the turn and has taken.
    async fn give_turn(&mut self) {
        let mut bot = parlour_bots::decide;
        for _ in 0..2 {
            self.host.look().await;
            let command = self.host.table.answer(&mut bot).expect("seat 0 has the turn");
            self.host.client.ask(command).await.expect("the bot decides well");
        }
        self.prompt = state(&mut self.host.client, self.room).await.prompt.number;
        let room = self.room;
        let take = json!({ "game": "rummikub", "kind": "take", "from": "pool" });
        let (answer, _) = self
            .hostile
            .ask(json!({ "type": "act", "room": room, "prompt": self.prompt, "action": take }))
            .await;
        assert_eq!(answer["type"], "ok", "{answer}");
        self.prompt = state(&mut self.host.client, self.room).await.prompt.number;
        self.catch_up().await;
    }

    /// Sends a text with the room, the prompt, a digest and a fresh id in it; it is answered with `code`, and nothing changed.
    async fn check(&mut self, text: &str, code: &str) {
        let id = self.hostile.next_id().to_string();
        let text = text
            .replace("{id}", &id)
            .replace("{room}", &self.room.to_string())
            .replace("{zeros}", &"0".repeat(64))
            .replace("{prompt}", &self.prompt.to_string());
        let short: String = text.chars().take(120).collect();
        let before = state(&mut self.host.client, self.room).await;
        self.hostile.send(Message::text(text)).await.expect("the socket is open");
        let (answer, pushed) = self.hostile.answer().await;
        assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!(code)), "{short}: {answer}");
        assert!(pushed.is_empty(), "{short}: {pushed:?}");
        let after = state(&mut self.host.client, self.room).await;
        assert_eq!(after, before, "{short}");
    }
}

/// Texts of any client, with the codes of their answers.
const MESSAGES: &[(&str, &str)] = &[
    ("", "malformed"),
    ("{", "malformed"),
    ("[]", "malformed"),
    ("null", "malformed"),
    ("\"hello\"", "malformed"),
    ("{}", "malformed"),
    (r#"{"type":"ping"}"#, "malformed"),
    (r#"{"id":-1,"type":"ping"}"#, "malformed"),
    (r#"{"id":1.5,"type":"ping"}"#, "malformed"),
    (r#"{"id":9007199254740992,"type":"ping"}"#, "malformed"),
    (r#"{"id":"7","type":"ping"}"#, "malformed"),
    (r#"{"id":{id}}"#, "malformed"),
    (r#"{"id":{id},"type":"ping"} {}"#, "malformed"),
    (r#"{"id":{id},"type":"bankrupt"}"#, "unknown_type"),
    (r#"{"id":{id},"type":"PING"}"#, "unknown_type"),
    (r#"{"id":{id},"type":"hello","protocol":{"min":1,"max":1}}"#, "hello_twice"),
    (r#"{"id":{id},"type":"hello"}"#, "bad_field"),
    (r#"{"id":{id},"type":"rename"}"#, "bad_field"),
    (r#"{"id":{id},"type":"rename","name":""}"#, "bad_name"),
    (r#"{"id":{id},"type":"rename","name":"a name of more than 24 letters"}"#, "bad_name"),
    (r#"{"id":{id},"type":"lobby","watch":"yes"}"#, "bad_field"),
    (r#"{"id":{id},"type":"create"}"#, "bad_field"),
    (r#"{"id":{id},"type":"create","variant":{"game":"chess"}}"#, "bad_field"),
    (r#"{"id":{id},"type":"create","variant":{"game":"rummikub","seats":9}}"#, "bad_variant"),
    (r#"{"id":{id},"type":"create","variant":{"game":"tichu","length":{"rounds":0}}}"#, "bad_variant"),
    (r#"{"id":{id},"type":"create","variant":{"game":"tichu"},"title":"\u0000"}"#, "bad_name"),
    (r#"{"id":{id},"type":"join"}"#, "bad_field"),
    (r#"{"id":{id},"type":"join","room":"00000000"}"#, "no_such_room"),
    (r#"{"id":{id},"type":"join","invite":"0000-0000-0000"}"#, "bad_invite"),
    (r#"{"id":{id},"type":"join","invite":"short"}"#, "bad_field"),
    (r#"{"id":{id},"type":"stand","room":"00000000"}"#, "no_such_room"),
    (r#"{"id":{id},"type":"stand","room":7}"#, "bad_field"),
    (r#"{"id":{id},"type":"stand","room":"{room}"}"#, "match_running"),
    (r#"{"id":{id},"type":"pledge","room":"{room}"}"#, "bad_field"),
    (r#"{"id":{id},"type":"pledge","room":"{room}","commitment":"00","hash":"00"}"#, "bad_field"),
    (
        r#"{"id":{id},"type":"pledge","room":"{room}","commitment":"{zeros}","hash":"{zeros}"}"#,
        "stale_shuffle",
    ),
    (r#"{"id":{id},"type":"contribute","room":"{room}","commitment":"{zeros}"}"#, "bad_field"),
    (
        r#"{"id":{id},"type":"contribute","room":"{room}","commitment":"{zeros}","nonce":"{zeros}"}"#,
        "stale_shuffle",
    ),
    (r#"{"id":{id},"type":"sit","room":"{room}"}"#, "bad_field"),
    (r#"{"id":{id},"type":"sit","room":"{room}","seat":4}"#, "bad_field"),
    (r#"{"id":{id},"type":"sit","room":"{room}","seat":-1}"#, "bad_field"),
    (r#"{"id":{id},"type":"sit","room":"{room}","seat":2}"#, "no_such_seat"),
    (r#"{"id":{id},"type":"sit","room":"{room}","seat":0}"#, "match_running"),
    (r#"{"id":{id},"type":"start","room":"{room}"}"#, "not_host"),
    (r#"{"id":{id},"type":"bot","room":"{room}","seat":0}"#, "not_host"),
    (r#"{"id":{id},"type":"remove","room":"{room}","seat":0}"#, "not_host"),
    (r#"{"id":{id},"type":"chat","room":"{room}","text":""}"#, "bad_chat"),
    (r#"{"id":{id},"type":"chat","room":"{room}","text":" \u0007 "}"#, "bad_chat"),
    (r#"{"id":{id},"type":"act","room":"{room}"}"#, "bad_field"),
    (r#"{"id":{id},"type":"act","room":"{room}","action":{}}"#, "bad_field"),
    (r#"{"id":{id},"type":"act","room":"{room}","action":{"game":"rummikub","kind":"cheat"}}"#, "bad_field"),
    (r#"{"id":{id},"type":"act","room":"{room}","action":{"game":"tichu","kind":"pass"}}"#, "other_game"),
];

/// Actions of a player who does not have the turn.
const OUT_OF_TURN: &[(&str, &str)] = &[
    (r#"{"game":"rummikub","kind":"take","from":"pool"}"#, "not_your_turn"),
    (r#"{"game":"rummikub","kind":"throw","tile":"R5"}"#, "not_your_turn"),
    (r#"{"game":"rummikub","kind":"declare","throw":"R5","layout":[]}"#, "not_your_turn"),
];

/// Actions of a player who has the turn and has taken a tile; seat 0 holds `R1` with this seed.
const IN_TURN: &[(&str, &str)] = &[
    (r#"{"game":"rummikub","kind":"take","from":"pool"}"#, "already_drew"),
    (r#"{"game":"rummikub","kind":"throw","tile":"R1"}"#, "discard_not_in_rack"),
    (r#"{"game":"rummikub","kind":"throw","tile":"R14"}"#, "bad_field"),
    (r#"{"game":"rummikub","kind":"throw","tile":["R5"]}"#, "bad_field"),
    (r#"{"game":"rummikub","kind":"throw"}"#, "bad_field"),
];

fn act(prompt: &str, action: &str) -> String {
    format!(r#"{{"id":{{id}},"type":"act","room":"{{room}}","prompt":{prompt},"action":{action}}}"#)
}

#[tokio::test]
async fn every_bad_message_has_its_code_and_changes_nothing() {
    in_time(async {
        let mut scene = Scene::set().await;
        for (text, code) in MESSAGES {
            scene.check(text, code).await;
        }
        let deep = "[".repeat(8_000);
        scene.check(&deep, "malformed").await;
        let long =
            json!({ "id": 0, "type": "chat", "room": scene.room, "text": "a".repeat(301) }).to_string();
        scene.check(&long.replace(r#""id":0"#, r#""id":{id}"#), "bad_chat").await;
        for (action, code) in OUT_OF_TURN {
            scene.check(&act("{prompt}", action), code).await;
        }
        scene.give_turn().await;
        for (action, code) in IN_TURN {
            scene.check(&act("{prompt}", action), code).await;
        }
        let (action, _) = IN_TURN[0];
        scene.check(&act("1", action), "stale_prompt").await;
        scene.check(&act("null", action), "prompt_required").await;
        let tiles = ["\"R5\""; 1_500].join(",");
        let declare = format!(r#"{{"game":"rummikub","kind":"declare","throw":"R5","layout":[[{tiles}]]}}"#);
        scene.check(&act("{prompt}", &declare), "bad_field").await;
        let reused = r#"{"id":2,"type":"chat","room":"{room}","text":"another command"}"#;
        scene.check(reused, "id_reused").await;
        let Scene { house, host, hostile, .. } = scene;
        drop((host, hostile));
        house.close().await;
    })
    .await;
}

/// Frames after which a socket is closed, and the code.
#[tokio::test]
async fn what_is_no_text_of_this_protocol_closes_its_socket_alone() {
    in_time(async {
        let tiles = ["\"R5\""; 10_000].join(",");
        let declare = format!(r#"{{"id":9,"type":"act","action":{{"layout":[[{tiles}]]}}}}"#);
        let garbled = Frame::message(vec![0xff, 0xfe, 0x22], OpCode::Data(Data::Text), true);
        let cases = [
            ("a binary frame", Message::binary(vec![1, 2, 3]), 1003),
            ("invalid UTF-8", Message::Frame(garbled), 1007),
            ("just too long", Message::text("x".repeat(8 * 1024 + 1)), 1009),
            ("10,000 tiles", Message::text(declare), 1009),
            ("1 MiB", Message::text("x".repeat(1024 * 1024)), 1009),
        ];
        let house = House::open().await;
        let (guests, spectator) = gather(&house, rummikub(2, 1)).await;
        for greeted in [false, true] {
            for (name, frame, code) in &cases {
                let mut wire = match greeted {
                    true => Wire::enter(&house, "Mallory", json!({})).await.0,
                    false => Wire::open(&house).await,
                };
                // The server may have hung up before all was sent.
                let _ = wire.send(frame.clone()).await;
                assert_eq!(wire.next().await, Err(Some(*code)), "{name}, greeted {greeted}");
            }
        }
        let (played, spectator) = play(guests, spectator, &[]).await;
        assert_eq!(spectator.totals().len(), 2, "the others play on");
        drop((played, spectator));
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn before_hello_nothing_else_is_done() {
    in_time(async {
        let house = House::open().await;
        let mut wire = Wire::open(&house).await;
        let foreign = "ab".repeat(32);
        let hello = |key: &str, value: Value| {
            let mut hello = json!({ "type": "hello", "protocol": { "min": 1, "max": 1 } });
            hello[key] = value;
            hello
        };
        for (command, code) in [
            (json!({ "type": "ping" }), "hello_first"),
            (json!({ "type": "create", "variant": { "game": "tichu" } }), "hello_first"),
            (json!({ "type": "join", "room": "00000000" }), "hello_first"),
            (hello("token", json!(foreign)), "unknown_token"),
            (hello("token", json!("short")), "bad_field"),
            (hello("name", json!("")), "bad_name"),
            (hello("client", json!("c".repeat(65))), "bad_field"),
            (hello("resume", json!(vec![json!({ "room": "00000000", "seq": 1 }); 9])), "bad_field"),
        ] {
            let (answer, _) = wire.ask(command.clone()).await;
            assert_eq!(answer["code"], code, "{command}: {answer}");
        }
        let (answer, _) = wire.ask(hello("protocol", json!({ "min": 2, "max": 9 }))).await;
        assert_eq!(answer["code"], "protocol_mismatch");
        assert_eq!(wire.next().await, Err(Some(4001)));
        // A room that is not there, or is another's, is gone for whoever resumes it.
        let resume = json!({ "resume": [{ "room": "00000000", "seq": 1 }] });
        let (mut wire, _) = Wire::enter(&house, "Mallory", resume).await;
        assert_eq!(wire.next().await.expect("a push"), r#"{"type":"gone","room":"00000000"}"#);
        drop(wire);
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn a_socket_without_hello_is_closed() {
    in_time(async {
        let house = House::with(|config| config.limits.hello_seconds = 0).await;
        assert_eq!(Wire::open(&house).await.next().await, Err(Some(4000)));
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn a_newer_connection_takes_over() {
    in_time(async {
        let house = House::open().await;
        let (mut old, welcome) = Wire::enter(&house, "Ada", json!({})).await;
        let (_new, again) = Wire::enter(&house, "Ada", json!({ "token": welcome["token"] })).await;
        assert_eq!(again["player"], welcome["player"]);
        assert_eq!(old.next().await.expect("a notice"), r#"{"type":"notice","kind":"taken_over"}"#);
        assert_eq!(old.next().await, Err(Some(4002)));
        drop((old, _new));
        house.close().await;
    })
    .await;
}

/// So many are answered, the next are told to wait, and who goes on is closed.
#[tokio::test]
async fn a_flood_is_told_and_then_closed() {
    in_time(async {
        let house = House::with(|config| {
            (config.limits.commands_burst, config.limits.commands_per_second) = (5, 1);
        })
        .await;
        let (mut wire, _) = Wire::enter(&house, "Mallory", json!({})).await;
        for id in 10..400 {
            // The socket is closed on the way.
            let _ = wire.send(Message::text(json!({ "id": id, "type": "ping" }).to_string())).await;
        }
        let (mut done, mut told) = (0, 0);
        let code = loop {
            match wire.next().await {
                Ok(text) => {
                    let answer: Value = serde_json::from_str(&text).expect("the server sends JSON");
                    if answer["type"] == "ok" {
                        done += 1;
                        continue;
                    }
                    assert_eq!((&answer["code"], &answer["retry"]), (&json!("rate_limited"), &json!(true)));
                    assert!(answer["retry_ms"].as_u64().is_some_and(|wait| wait > 0), "{answer}");
                    told += 1;
                }
                Err(code) => break code,
            }
        };
        assert!((4..10).contains(&done), "{done} were done");
        assert!(told >= 200, "{told} were told");
        assert_eq!(code, Some(4004));
        Wire::enter(&house, "Ada", json!({})).await;
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn invites_cannot_be_guessed_at_speed() {
    in_time(async {
        let house = House::with(|config| config.limits.failed_joins_per_minute = 3).await;
        let (mut wire, _) = Wire::enter(&house, "Mallory", json!({})).await;
        let mut codes = Vec::new();
        for guess in 0..5 {
            let invite = format!("0000-0000-000{guess}");
            let (answer, _) = wire.ask(json!({ "type": "join", "invite": invite })).await;
            codes.push(answer["code"].as_str().expect("a code").to_owned());
        }
        assert_eq!(codes, ["bad_invite", "bad_invite", "bad_invite", "rate_limited", "rate_limited"]);
        drop(wire);
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn a_private_room_opens_to_its_invite_alone() {
    in_time(async {
        let house = House::open().await;
        let mut host = house.enter("Host").await;
        let (room, invite) = create(&mut host, rummikub(2, 1)).await;
        let (mut wire, _) = Wire::enter(&house, "Mallory", json!({})).await;
        for (command, code) in [
            (json!({ "type": "join", "room": room }), "no_such_room"),
            (json!({ "type": "snapshot", "room": room }), "not_in_room"),
            (json!({ "type": "chat", "room": room, "text": "Hello" }), "not_in_room"),
            (json!({ "type": "sit", "room": room, "seat": 0 }), "not_in_room"),
        ] {
            let (answer, pushed) = wire.ask(command.clone()).await;
            assert_eq!(answer["code"], code, "{command}");
            assert!(pushed.is_empty(), "{pushed:?}");
        }
        let (answer, _) = wire.ask(json!({ "type": "join", "invite": invite })).await;
        assert_eq!(answer["type"], "ok");
        drop((wire, host));
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn pages_of_other_origins_are_refused() {
    in_time(async {
        let house =
            House::with(|config| config.server.origins = vec!["https://friends.example".to_owned()]).await;
        let own = format!("http://{}", house.address);
        for (origin, allowed) in [
            (own.as_str(), true),
            ("https://friends.example", true),
            ("https://evil.example", false),
            ("null", false),
        ] {
            let mut request = house.url().into_client_request().expect("a request");
            request.headers_mut().insert("origin", origin.parse().expect("a header"));
            match connect_async(request).await {
                Ok((mut socket, _)) => {
                    assert!(allowed, "{origin}");
                    socket.close(None).await.expect("the socket is open");
                }
                Err(Error::Http(response)) => {
                    assert!(!allowed, "{origin}");
                    assert_eq!(response.status(), 403);
                }
                Err(error) => panic!("{origin}: {error}"),
            }
        }
        house.close().await;
    })
    .await;
}

/// The token alone makes a player: another one is another player, whatever it calls itself.
#[tokio::test]
async fn nobody_sits_on_the_seat_of_another() {
    in_time(async {
        let house = House::open().await;
        let (mut guests, spectator) = gather(&house, rummikub(2, 1)).await;
        let room = spectator.table.room;
        let options = Options { name: Some("Guest 1".to_owned()), ..Options::default() };
        let mut other = Client::connect(&house.url(), options).await.expect("the server is open");
        let invite = state(&mut guests[0].client, room).await.invite;
        other
            .ask(Command::Join { room: None, invite: Some(invite) })
            .await
            .expect("the invite opens the room");
        let seen = state(&mut other, room).await;
        assert_eq!(seen.you.seat, None);
        assert!(seen.spectators.iter().all(|player| player.name != "Guest 1"), "it is told apart");
        let refused = other.ask(Command::Sit { room, seat: seat(1) }).await;
        assert!(refused.is_err_and(|error| error.to_string().contains("SeatTaken")));
        drop((guests, spectator, other));
        house.close().await;
    })
    .await;
}

//! Those who look after a server: what they see and do, and that nobody else does.

use parlour_client::Error;
use parlour_engine::Length;
use parlour_protocol::{Command, Notice, Push};
use parlour_server::Config;
use parlour_server::journal::Durability;
use parlour_tests::{ANY_PORT, Guest, House, gather, in_time, rummikub, tichu};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;

use crate::http::{Answer, ask_at};
use crate::wire::Wire;

const TOKEN: &str = "a token of this test";

fn looked_after(config: &mut Config) {
    config.admin.listen = Some(ANY_PORT);
    config.admin.token = TOKEN.to_owned();
}

async fn ask_with(house: &House, method: &str, path: &str, token: Option<&str>, body: &str) -> Answer {
    let headers = token.map_or(String::new(), |token| format!("authorization: Bearer {token}\r\n"));
    ask_at(house.admin.expect("it is configured"), method, path, &headers, body).await
}

/// The status and the body of an answer to who has the token.
async fn ask(house: &House, method: &str, path: &str, body: &str) -> (u16, Value) {
    let answer = ask_with(house, method, path, Some(TOKEN), body).await;
    assert_eq!(answer.header("content-type"), "application/json", "{method} {path}");
    assert_eq!(answer.header("cache-control"), "no-store", "{method} {path}");
    (answer.status, serde_json::from_str(&answer.text()).expect("JSON"))
}

async fn get(house: &House, path: &str) -> Value {
    let (status, body) = ask(house, "GET", path, "").await;
    assert_eq!(status, 200, "{path}: {body}");
    body
}

const ROUTES: [(&str, &str); 9] = [
    ("GET", "/api/status"),
    ("GET", "/api/rooms"),
    ("DELETE", "/api/rooms/AAAAAAAAAAA"),
    ("GET", "/api/connections"),
    ("GET", "/api/bans"),
    ("PUT", "/api/bans/198.51.100.7"),
    ("DELETE", "/api/bans/198.51.100.7"),
    ("POST", "/api/notice"),
    ("POST", "/api/drain"),
];

#[tokio::test]
async fn nothing_is_answered_without_the_token() {
    in_time(async {
        let house = House::with(looked_after).await;
        let longer = format!("{TOKEN}x");
        for (method, path) in ROUTES.into_iter().chain([("GET", "/api/nothing"), ("PATCH", "/api/drain")]) {
            for token in [None, Some(""), Some("a token of this tes"), Some(longer.as_str())] {
                let answer = ask_with(&house, method, path, token, "").await;
                assert_eq!(answer.status, 401, "{method} {path} {token:?}");
                assert_eq!(answer.header("www-authenticate"), "Bearer");
                assert!(answer.text().contains("\"unauthorized\""), "{}", answer.text());
            }
            // Neither a cookie nor the address line is a place for a token.
            let cookie = format!("cookie: token={TOKEN}\r\n");
            let path = format!("{path}?token={}", TOKEN.replace(' ', "%20"));
            let answer = ask_at(house.admin.expect("it is configured"), method, &path, &cookie, "").await;
            assert_eq!(answer.status, 401, "{method} {path}");
        }
        assert_eq!(get(&house, "/api/bans").await, json!({ "bans": [] }), "nothing was done");
        for path in ROUTES.map(|(_, path)| path) {
            let answer = ask_with(&house, "PATCH", path, Some(TOKEN), "").await;
            assert_eq!(answer.status, 405, "{path}");
            let at_the_front =
                ask_at(house.address, "GET", path, &format!("authorization: Bearer {TOKEN}\r\n"), "").await;
            assert_eq!(at_the_front.status, 404, "{path} is not among what players reach");
        }
        assert_eq!(ask(&house, "GET", "/api/nothing", "").await.0, 404);
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn requests_are_bounded_and_checked() {
    in_time(async {
        let house = House::with(looked_after).await;
        let long = json!({ "text": "x".repeat(5_000) }).to_string();
        for (method, path, body, status, code) in [
            ("POST", "/api/notice", long.as_str(), 413, "too_long"),
            ("POST", "/api/notice", "{\"text\":\"\"}", 400, "malformed"),
            ("POST", "/api/notice", "{\"words\":\"a\"}", 400, "malformed"),
            ("POST", "/api/notice", "", 400, "malformed"),
            ("PUT", "/api/bans/somebody", "", 400, "bad_address"),
            ("DELETE", "/api/rooms/none", "", 404, "no_such_room"),
            ("DELETE", "/api/rooms/AAAAAAAAAAA", "", 404, "no_such_room"),
        ] {
            let (got, body) = ask(&house, method, path, body).await;
            assert_eq!((got, &body["code"]), (status, &json!(code)), "{method} {path}: {body}");
        }
        house.close().await;
    })
    .await;
}

/// The ids of players and rooms are drawn by chance, so they are taken out.
fn without_ids(mut value: Value) -> Value {
    fn clean(value: &mut Value) {
        match value {
            Value::Array(list) => list.iter_mut().for_each(clean),
            Value::Object(object) => {
                object.retain(|key, _| key != "room" && key != "player");
                object.values_mut().for_each(clean);
            }
            _ => {}
        }
    }
    clean(&mut value);
    value
}

#[tokio::test]
async fn what_is_seen_depends_on_no_hidden_card() {
    in_time(async {
        let mut seen = Vec::new();
        for seed in [1, 2] {
            let house = House::seeded(seed, looked_after).await;
            let (mut guests, spectator) = gather(&house, tichu(Length::Rounds(1))).await;
            let room = spectator.table.room;
            for guest in &mut guests {
                let _ = guest.client.ask(Command::Ready { room, ready: true }).await;
            }
            guests[0]
                .client
                .ask(Command::Chat { room, text: "A word among us".to_owned() })
                .await
                .expect("it is heard");
            for guest in &mut guests {
                while guest.table.view.is_none() {
                    guest.listen().await.expect("the match begins");
                }
            }
            let rooms = get(&house, "/api/rooms").await;
            let line = &rooms["rooms"][0];
            assert_eq!(line["stage"], "playing", "{rooms}");
            let keys: Vec<&String> = line.as_object().expect("a room").keys().collect();
            assert_eq!(
                keys,
                [
                    "game",
                    "members",
                    "public",
                    "room",
                    "seats",
                    "spectators",
                    "stage",
                    "taken",
                    "title",
                    "waiting"
                ]
            );
            let people = get(&house, "/api/connections").await;
            assert_eq!(people["addresses"][0]["address"], "127.0.0.1");
            assert_eq!(people["addresses"][0]["open"], 5);
            assert_eq!(people["addresses"][0]["players"].as_array().map(Vec::len), Some(5));
            let status = get(&house, "/api/status").await;
            assert_eq!(
                (&status["players"], &status["rooms"], &status["stopping"]),
                (&json!(5), &json!(1), &json!(false))
            );
            let all = [rooms, people, status].map(without_ids);
            let text = format!("{all:?}");
            let tokens = guests.iter().filter_map(|guest| guest.client.token()).map(ToString::to_string);
            for secret in tokens.chain(["A word".to_owned(), TOKEN.to_owned()]) {
                assert!(!text.contains(&secret), "{secret}");
            }
            let hands: Vec<String> = guests.iter().map(|guest| format!("{:?}", guest.table.view)).collect();
            let mut names: Vec<Value> = Vec::new();
            if let Some(players) = all[1]["addresses"][0]["players"].as_array() {
                names.extend(players.iter().cloned());
            }
            names.sort_by_key(Value::to_string);
            seen.push((hands, all[0].clone(), names, all[2].clone()));
            house.close().await;
        }
        assert_ne!(seen[0].0, seen[1].0, "the hands differ");
        assert_eq!((&seen[0].1, &seen[0].2, &seen[0].3), (&seen[1].1, &seen[1].2, &seen[1].3));
    })
    .await;
}

#[tokio::test]
async fn a_room_is_closed_and_everybody_is_told() {
    in_time(async {
        let house = House::with(looked_after).await;
        let (guests, spectator) = gather(&house, rummikub(2, 1)).await;
        let room = spectator.table.room;
        assert_eq!(ask(&house, "DELETE", &format!("/api/rooms/{room}"), "").await.0, 202);
        for Guest { mut client, .. } in guests.into_iter().chain([spectator]) {
            while !matches!(client.next().await, Ok(Push::Gone { room: gone, reason: None }) if gone == room)
            {
            }
            let refused = client.ask(Command::Snapshot { room }).await;
            assert!(matches!(refused, Err(Error::Refused(_))), "{refused:?}");
        }
        while get(&house, "/api/rooms").await != json!({ "rooms": [] }) {
            tokio::task::yield_now().await;
        }
        assert_eq!(ask(&house, "DELETE", &format!("/api/rooms/{room}"), "").await.0, 404);
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn a_banned_address_is_out_and_stays_out() {
    in_time(async {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let kept = |config: &mut Config| {
            looked_after(config);
            config.journal.durability = Durability::Os;
            config.journal.folder = folder.path().to_owned();
        };
        let banned = json!({ "bans": ["127.0.0.1"] });
        let house = House::with(kept).await;
        let (mut ada, _) = Wire::enter(&house, "Ada", json!({})).await;
        assert_eq!(ask(&house, "PUT", "/api/bans/198.51.100.7", "").await.0, 200);
        assert_eq!(ask(&house, "PUT", "/api/bans/127.0.0.1", "").await.0, 200);
        let (_, bans) = ask(&house, "DELETE", "/api/bans/198.51.100.7", "").await;
        assert_eq!(bans, banned);
        let closed = loop {
            if let Err(code) = ada.next().await {
                break code;
            }
        };
        assert_eq!(closed, Some(4007));
        house.close().await;

        let house = House::with(kept).await;
        assert_eq!(get(&house, "/api/bans").await, banned);
        match connect_async(house.url()).await {
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => assert_eq!(response.status(), 403),
            other => panic!("{other:?}"),
        }
        assert_eq!(ask(&house, "DELETE", "/api/bans/127.0.0.1", "").await.1, json!({ "bans": [] }));
        Wire::enter(&house, "Ada", json!({})).await;
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn all_are_told_and_the_server_stops() {
    in_time(async {
        let house = House::with(looked_after).await;
        let mut ada = house.enter("Ada").await;
        let told = ask(&house, "POST", "/api/notice", r#"{"text":" Tea is ready "}"#).await;
        assert_eq!(told, (200, json!({ "told": 1 })));
        let said = ada.next().await.expect("a notice");
        assert_eq!(said, Push::Notice(Notice::Message { text: "Tea is ready".to_owned() }));
        assert_eq!(ask(&house, "POST", "/api/drain", "").await.0, 202);
        assert!(matches!(ada.next().await, Ok(Push::Notice(Notice::Restart { .. }))));
        assert!(ada.next().await.is_err(), "its socket is closed");
        while tokio::net::TcpStream::connect(house.address).await.is_ok() {
            tokio::task::yield_now().await;
        }
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn the_page_is_its_own_and_nobody_frames_it() {
    in_time(async {
        let house = House::with(looked_after).await;
        for (path, kind) in
            [("/", "text/html; charset=utf-8"), ("/admin.css", "text/css"), ("/admin.js", "text/javascript")]
        {
            let answer = ask_with(&house, "GET", path, None, "").await;
            assert_eq!((answer.status, answer.header("content-type")), (200, kind));
            let policy = answer.header("content-security-policy");
            assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
            assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
            let text = answer.text();
            assert!(!text.contains("http://") && !text.contains("https://"), "{path} asks nobody else");
            assert!(!text.contains("innerHTML") && !text.contains(TOKEN), "{path}");
        }
        house.close().await;
    })
    .await;
}

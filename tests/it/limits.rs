//! The limits of a player and of an address: each has its code, and a new socket is no way around it.

use parlour_tests::{House, create, in_time, rummikub};
use serde_json::{Value, json};

use crate::wire::Wire;

/// The code of an answer, or `ok`.
fn verdict(answer: &Value) -> &str {
    if answer["code"] == "rate_limited" {
        assert!(answer["retry_ms"].as_u64().is_some_and(|wait| wait > 0), "{answer}");
        assert_eq!((&answer["class"], &answer["retry"]), (&json!("limit"), &json!(true)), "{answer}");
    }
    answer["code"].as_str().unwrap_or_else(|| answer["type"].as_str().expect("a type"))
}

async fn open_room(wire: &mut Wire) -> Value {
    wire.ask(json!({ "type": "create", "variant": { "game": "rummikub" } })).await.0
}

#[tokio::test]
async fn a_new_socket_does_not_fill_the_buckets_of_its_player() {
    in_time(async {
        let house = House::with(|config| {
            (config.limits.chat_burst, config.limits.chat_per_minute) = (2, 1);
            config.limits.entries_per_minute = 1;
        })
        .await;
        let (mut wire, welcome) = Wire::enter(&house, "Mallory", json!({})).await;
        let room = open_room(&mut wire).await["room"].clone();
        let chat = json!({ "type": "chat", "room": room, "text": "Hello" });
        assert_eq!(verdict(&wire.ask(chat.clone()).await.0), "ok");
        assert_eq!(verdict(&open_room(&mut wire).await), "rate_limited");
        let (mut again, _) = Wire::enter(&house, "Mallory", json!({ "token": welcome["token"] })).await;
        again.skip_ids(10);
        assert_eq!(verdict(&again.ask(chat.clone()).await.0), "ok");
        assert_eq!(verdict(&again.ask(chat.clone()).await.0), "rate_limited");
        assert_eq!(verdict(&open_room(&mut again).await), "rate_limited");
        assert_eq!(verdict(&again.ask(json!({ "type": "leave", "room": room })).await.0), "ok");
        drop((wire, again));
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn bytes_are_counted() {
    in_time(async {
        let house = House::with(|config| {
            (config.limits.bytes_burst, config.limits.bytes_per_second) = (4_000, 1);
        })
        .await;
        let (mut wire, welcome) = Wire::enter(&house, "Mallory", json!({})).await;
        let long = json!({ "type": "ping", "and": "x".repeat(3_000) });
        assert_eq!(verdict(&wire.ask(long.clone()).await.0), "ok");
        assert_eq!(verdict(&wire.ask(long.clone()).await.0), "rate_limited");
        assert_eq!(verdict(&wire.ask(json!({ "type": "ping" })).await.0), "ok", "a short one still fits");
        let (mut again, _) = Wire::enter(&house, "Mallory", json!({ "token": welcome["token"] })).await;
        assert_eq!(verdict(&again.ask(long).await.0), "rate_limited");
        drop((wire, again));
        house.close().await;
    })
    .await;
}

/// Rooms that a player comes into count as those that it opened do.
#[tokio::test]
async fn a_player_is_in_so_many_rooms() {
    in_time(async {
        let house = House::with(|config| config.limits.rooms_joined_per_player = 2).await;
        let mut invites = Vec::new();
        for name in ["Ada", "Ben", "Cleo"] {
            let mut host = house.enter(name).await;
            let (room, invite) = create(&mut host, rummikub(2, 1)).await;
            invites.push((host, room, invite));
        }
        let (mut wire, _) = Wire::enter(&house, "Mallory", json!({})).await;
        let join = |number: usize| json!({ "type": "join", "invite": invites[number].2 });
        assert_eq!(verdict(&wire.ask(join(0)).await.0), "ok");
        assert_eq!(verdict(&wire.ask(join(1)).await.0), "ok");
        assert_eq!(verdict(&wire.ask(join(2)).await.0), "too_many_rooms");
        assert_eq!(verdict(&wire.ask(join(1)).await.0), "ok", "it is in there already");
        assert_eq!(verdict(&open_room(&mut wire).await), "too_many_rooms");
        assert_eq!(verdict(&wire.ask(json!({ "type": "leave", "room": invites[0].1 })).await.0), "ok");
        assert_eq!(verdict(&open_room(&mut wire).await), "ok", "there is room again");
        assert_eq!(verdict(&wire.ask(join(2)).await.0), "too_many_rooms");
        drop((wire, invites));
        house.close().await;
    })
    .await;
}

/// A guess counts for the address, and an invite opens the room alone that it names.
#[tokio::test]
async fn wrong_invites_count_for_the_address() {
    in_time(async {
        let house = House::with(|config| config.limits.failed_joins_per_minute = 3).await;
        let mut host = house.enter("Host").await;
        let (room, invite) = create(&mut host, rummikub(2, 1)).await;
        let (mut wire, _) = Wire::enter(&house, "Mallory", json!({})).await;
        let wrong = json!({ "type": "join", "invite": "0000-0000-0000" });
        assert_eq!(verdict(&wire.ask(wrong.clone()).await.0), "bad_invite");
        let other = json!({ "type": "join", "room": "00000000", "invite": invite });
        assert_eq!(verdict(&wire.ask(other).await.0), "bad_invite");
        let right = json!({ "type": "join", "room": room, "invite": invite });
        assert_eq!(verdict(&wire.ask(right.clone()).await.0), "ok");
        assert_eq!(verdict(&wire.ask(wrong.clone()).await.0), "bad_invite", "the right one did not count");
        let (mut second, _) = Wire::enter(&house, "Mallory", json!({})).await;
        assert_eq!(verdict(&second.ask(wrong).await.0), "rate_limited");
        assert_eq!(
            verdict(&second.ask(right).await.0),
            "rate_limited",
            "nor is it told that this one is right"
        );
        drop((wire, second, host));
        house.close().await;
    })
    .await;
}

/// Numbers at the end of what numbers can be are no way to get stuck.
#[tokio::test]
async fn large_numbers_lead_nowhere_bad() {
    in_time(async {
        let house = House::open().await;
        let (mut wire, welcome) = Wire::enter(&house, "Ada", json!({})).await;
        let room = open_room(&mut wire).await["room"].clone();
        for seq in ["18446744073709551615", "18446744073709551616", "1e300"] {
            let resume: Value =
                serde_json::from_str(&format!(r#"[{{"room":{room},"seq":{seq}}}]"#)).expect("JSON");
            let mut again = Wire::open(&house).await;
            again.greet("Ada", json!({ "token": welcome["token"], "resume": resume })).await;
            let pushed: Value = serde_json::from_str(&again.next().await.expect("a push")).expect("JSON");
            assert_eq!(pushed["type"], "snapshot", "{seq}");
        }
        let mut last = Wire::open(&house).await;
        last.greet("Ada", json!({ "token": welcome["token"] })).await;
        let chat = |id: u64| json!({ "id": id, "type": "chat", "room": room, "text": "Hello" });
        let highest = (1 << 53) - 1;
        for id in (100..300).chain([highest]).chain(300..400) {
            assert_eq!(verdict(&last.ask_as_is(chat(id)).await.0), "ok", "{id}");
        }
        assert_eq!(verdict(&last.ask_as_is(chat(highest)).await.0), "ok", "answered again");
        drop((wire, last));
        house.close().await;
    })
    .await;
}

/// Names that others could take for theirs, or for a bot's.
#[tokio::test]
async fn names_are_told_apart() {
    in_time(async {
        let house = House::open().await;
        let mut host = house.enter("Ada").await;
        let (_, invite) = create(&mut host, rummikub(2, 1)).await;
        let (mut wire, _) = Wire::enter(&house, "Аdа", json!({})).await;
        let (joined, _) = wire.ask(json!({ "type": "join", "invite": invite })).await;
        assert_eq!(verdict(&joined), "ok");
        let snapshot: Value = serde_json::from_str(&wire.next().await.expect("a snapshot")).expect("JSON");
        let names: Vec<&Value> = snapshot["state"]["spectators"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|player| &player["name"])
            .collect();
        assert_eq!(names, ["Ada", "Аdа 2"], "the second is in Cyrillic letters");
        for bad in ["Bot 2", "B0T", "Ada\u{202e}", "Ada\u{0}", "\u{200b}", "\u{2066}Ada"] {
            let (answer, _) = wire.ask(json!({ "type": "rename", "name": bad })).await;
            assert_eq!(verdict(&answer), "bad_name", "{bad:?}");
        }
        drop((wire, host));
        house.close().await;
    })
    .await;
}

//! What a server tells of an evening, and that nothing of it is left when everybody has gone.

use std::collections::BTreeMap;

use parlour_protocol::Command;
use parlour_server::journal::Durability;
use parlour_tests::{ANY_PORT, House, gather, in_time, play, rummikub};

use crate::http::ask_at;

/// The text that Prometheus reads, and each series with its value.
pub(crate) async fn scrape(house: &House) -> (String, BTreeMap<String, f64>) {
    let answer = ask_at(house.admin.expect("it is configured"), "GET", "/metrics", "", "").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    let text = answer.text();
    let series = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (name, value) = line.rsplit_once(' ').expect("a name and a value");
        (name.to_owned(), value.parse().expect("a number"))
    });
    let series = series.collect();
    (text, series)
}

#[tokio::test]
async fn an_evening_is_counted_and_leaves_nothing_behind() {
    in_time(async {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let house = House::with(|config| {
            config.admin.listen = Some(ANY_PORT);
            config.journal.durability = Durability::Os;
            config.journal.folder = folder.path().to_owned();
        })
        .await;
        let before = scrape(&house).await.1["parlour_tasks"];
        let (guests, spectator) = gather(&house, rummikub(2, 1)).await;
        let (played, spectator) = play(guests, spectator, &[&[], &[3]]).await;

        let (text, seen) = scrape(&house).await;
        let of = |name: &str| *seen.get(name).unwrap_or_else(|| panic!("{name} in {text}"));
        assert_eq!(of("parlour_connections{state=\"player\"}"), 3.0);
        assert_eq!(of("parlour_rooms{game=\"rummikub\",phase=\"over\"}"), 1.0);
        assert_eq!(of("parlour_rooms_in_memory"), 1.0);
        assert!(of("parlour_tasks") >= before + 4.0, "those of three connections and a room");
        assert_eq!(of("parlour_room_changes_total{change=\"opened\"}"), 1.0);
        assert!(of("parlour_room_memory_bytes") > 1_000.0);
        assert_eq!(of("parlour_handshakes_total{result=\"accepted\"}"), 4.0, "one came back");
        assert_eq!(of("parlour_commands_total{type=\"hello\"}"), 4.0);
        assert_eq!(of("parlour_commands_total{type=\"create\"}"), 1.0);
        let acts = of("parlour_commands_total{type=\"act\"}");
        assert!(acts >= 10.0, "{acts}");
        assert!(of("parlour_resumes_total{with=\"frames\"}") >= 1.0);
        let answers: f64 =
            seen.iter().filter(|(name, _)| name.starts_with("parlour_commands_total")).map(|(_, n)| n).sum();
        let [journaled, written] = ["journaled", "written"]
            .map(|until| of(&format!("parlour_command_seconds_count{{until=\"{until}\"}}")));
        assert!(acts <= journaled && journaled <= answers, "{acts} {journaled} {answers}");
        assert!(acts <= written && written <= answers, "{acts} {written} {answers}");
        assert!(of("parlour_frames_total{direction=\"out\"}") > of("parlour_frames_total{direction=\"in\"}"));
        assert!(of("parlour_journal_batch_count") >= acts && of("parlour_journal_commit_seconds_sum") > 0.0);
        let room = spectator.table.room.to_string();
        for secret in [room.as_str(), "Host", "Guest", "Spectator", "127.0.0.1"] {
            assert!(!text.contains(secret), "{secret}");
        }

        let guests = played.into_iter().map(|(guest, _)| guest).chain([spectator]);
        for mut guest in guests {
            let room = guest.table.room;
            guest.client.ask(Command::Leave { room }).await.expect("everybody may go");
        }
        // The scrape itself comes through another door, and its tasks are there each time.
        let nothing = |seen: &BTreeMap<String, f64>| {
            let gauges = [
                "parlour_connections",
                "parlour_rooms",
                "parlour_room_memory",
                "parlour_queued",
                "parlour_journal_waiting",
            ];
            let left = |name: &str| gauges.iter().any(|gauge| name.starts_with(gauge));
            seen.iter().filter(|(name, _)| left(name)).all(|(_, &value)| value == 0.0)
                && seen["parlour_tasks"] <= before
        };
        while !nothing(&scrape(&house).await.1) {
            tokio::task::yield_now().await;
        }
        let (_, seen) = scrape(&house).await;
        assert_eq!(seen["parlour_room_changes_total{change=\"closed\"}"], 1.0);
        assert_eq!(seen["parlour_closes_total{code=\"1000\"}"], 4.0);
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn without_an_address_nobody_is_told() {
    in_time(async {
        let house = House::open().await;
        assert!(house.admin.is_none());
        let answer = ask_at(house.address, "GET", "/metrics", "", "").await;
        assert_eq!(answer.status, 404, "not among what players reach");
        house.close().await;
    })
    .await;
}

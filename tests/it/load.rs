//! A short load test with a little of everything: no client sees a broken promise, and nothing is left.

use parlour_load::{Fault, Scenario, Setting};
use parlour_tests::{ANY_PORT, House};

const SCENARIO: &str = r#"
rooms = 4
seconds = 4
ramp = 1
think = { min_ms = 0, max_ms = 10 }
views = 0.5
spectators = 1
chat_per_minute = 60
losses_per_minute = 30
storm = { at = 2, share = 1.0 }
trouble = { misbehaving = 1, slow_readers = 1, silent = 1 }
"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_play_talk_and_break_off_see_every_promise_kept() {
    let house = House::with(|config| {
        config.admin.listen = Some(ANY_PORT);
        config.admin.token = "a token of this test".to_owned();
    })
    .await;
    let scenario = Scenario::read(SCENARIO).expect("it is one");
    let metrics = format!("http://{}/metrics", house.admin.expect("it is configured"));
    let setting = Setting { url: house.url(), metrics: Some(metrics), terminal: false, threads: 2 };
    let run = parlour_load::run(scenario, setting, std::future::pending());
    // Nothing that the server held of the clients is left when it is good.
    let report = run.await.expect("the server is open");
    assert!(report.is_good(), "{:?} {:?}", report.violations, report.missed);
    let plateau = &report.plateau;
    assert!(plateau.moves > 0 && plateau.frames_per_second > plateau.moves_per_second);
    // In the storm alone each of the 18 clients loses its connection once, and none stays away.
    assert!(plateau.lost >= 18, "{}", plateau.lost);
    assert_eq!(plateau.lost, plateau.resumed);
    assert!(plateau.trouble > 0);
    assert!(plateau.memory.is_some_and(|memory| memory > 1_000_000));
    house.close().await;
}

/// A page that is no metrics would leave the server's memory, and what is left, unjudged.
#[tokio::test]
async fn metrics_are_asked_for_where_there_are_some() {
    let house = House::open().await;
    let page = house.url().replace("ws://", "http://").replace("/ws", "/metrics");
    for url in [page, "http://127.0.0.1:1/metrics".to_owned(), "nowhere".to_owned()] {
        let scenario = Scenario::read("rooms = 1\nseconds = 1").expect("it is one");
        let setting = Setting { url: house.url(), metrics: Some(url), terminal: false, threads: 1 };
        let run = parlour_load::run(scenario, setting, std::future::pending()).await;
        assert!(matches!(run, Err(Fault::Mute { .. })), "{run:?}");
    }
    house.close().await;
}

/// A seat sends its nonce once: what it was answered, it does not ask again while the table waits for another seat.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_in_turn_are_refused_nothing() {
    let house = House::open().await;
    let text = "rooms = 4\nseconds = 2\ngames = { rummikub = 1 }\nthink = { min_ms = 0, max_ms = 5 }";
    let scenario = Scenario::read(text).expect("it is one");
    let setting = Setting { url: house.url(), metrics: None, terminal: false, threads: 1 };
    let report = parlour_load::run(scenario, setting, std::future::pending()).await;
    let report = report.expect("the server is open");
    assert!(report.is_good() && report.plateau.moves > 0, "{:?} {:?}", report.violations, report.missed);
    assert_eq!(report.plateau.errors, [].into());
    house.close().await;
}

//! What every journal must do, as one test-suite over any implementation.

use bytes::Bytes;
use parlour_protocol::RoomId;

use super::{AppendError, Journal, Release};

/// Checks a journal; `empty` makes a fresh one for each part.
pub(crate) async fn check<J: Journal>(empty: impl Fn() -> J) {
    entries_come_back_in_order(&empty()).await;
    an_append_is_all_or_nothing(&empty()).await;
    the_newest_claim_owns_the_room(&empty()).await;
    rooms_do_not_touch_each_other(&empty()).await;
    released_rooms_are_orphans_until_they_are_claimed(&empty()).await;
    closed_rooms_are_no_orphans(&empty()).await;
    many_rooms_write_at_once(&empty()).await;
}

fn room(number: u64) -> RoomId {
    RoomId::from_bits(number)
}

fn entries(texts: &[&'static str]) -> Vec<Bytes> {
    texts.iter().map(|text| Bytes::from_static(text.as_bytes())).collect()
}

async fn entries_come_back_in_order(journal: &impl Journal) {
    assert_eq!(journal.load(room(1)).await, Ok(vec![]), "an unknown room");
    let epoch = journal.claim(room(1)).await.expect("a claim");
    assert_eq!(journal.append(room(1), epoch, 0, entries(&["a"])).await, Ok(()));
    assert_eq!(journal.append(room(1), epoch, 1, entries(&["b", "", "\0\u{1F3B4}"])).await, Ok(()));
    assert_eq!(journal.append(room(1), epoch, 4, entries(&["e"])).await, Ok(()));
    assert_eq!(journal.load(room(1)).await, Ok(entries(&["a", "b", "", "\0\u{1F3B4}", "e"])));
}

async fn an_append_is_all_or_nothing(journal: &impl Journal) {
    let epoch = journal.claim(room(1)).await.expect("a claim");
    journal.append(room(1), epoch, 0, entries(&["a", "b"])).await.expect("an append");
    for prev in [0, 1, 3, u64::MAX] {
        let appended = journal.append(room(1), epoch, prev, entries(&["c", "d"])).await;
        assert_eq!(appended, Err(AppendError::Fenced), "behind entry {prev} of 2");
    }
    assert_eq!(journal.load(room(1)).await, Ok(entries(&["a", "b"])));
}

async fn the_newest_claim_owns_the_room(journal: &impl Journal) {
    let early = journal.claim(room(1)).await.expect("a claim");
    journal.append(room(1), early, 0, entries(&["a"])).await.expect("an append");
    let late = journal.claim(room(1)).await.expect("a claim");
    assert!(late > early, "epochs rise");
    assert_eq!(journal.append(room(1), early, 1, entries(&["b"])).await, Err(AppendError::Fenced));
    journal.release(room(1), early, Release::Closed).await.expect("a release that says nothing");
    assert_eq!(journal.append(room(1), late, 1, entries(&["c"])).await, Ok(()));
    assert_eq!(journal.load(room(1)).await, Ok(entries(&["a", "c"])));
}

async fn rooms_do_not_touch_each_other(journal: &impl Journal) {
    let one = journal.claim(room(1)).await.expect("a claim");
    let two = journal.claim(room(2)).await.expect("a claim");
    journal.append(room(1), one, 0, entries(&["a"])).await.expect("an append");
    journal.append(room(2), two, 0, entries(&["b"])).await.expect("an append");
    assert_eq!(journal.load(room(1)).await, Ok(entries(&["a"])));
    assert_eq!(
        journal.append(room(3), one, 0, entries(&["c"])).await,
        Err(AppendError::Fenced),
        "never claimed"
    );
}

async fn released_rooms_are_orphans_until_they_are_claimed(journal: &impl Journal) {
    let epoch = journal.claim(room(1)).await.expect("a claim");
    journal.claim(room(2)).await.expect("a claim without an entry");
    journal.append(room(1), epoch, 0, entries(&["a"])).await.expect("an append");
    assert_eq!(journal.orphans().await, Ok(vec![]), "both are owned");
    journal.release(room(1), epoch, Release::Open).await.expect("a release");
    assert_eq!(journal.orphans().await, Ok(vec![room(1)]));
    assert_eq!(
        journal.append(room(1), epoch, 1, entries(&["b"])).await,
        Err(AppendError::Fenced),
        "given up"
    );
    let epoch = journal.claim(room(1)).await.expect("a claim");
    assert_eq!(journal.orphans().await, Ok(vec![]));
    assert_eq!(journal.append(room(1), epoch, 1, entries(&["b"])).await, Ok(()));
}

async fn closed_rooms_are_no_orphans(journal: &impl Journal) {
    let epoch = journal.claim(room(1)).await.expect("a claim");
    journal.append(room(1), epoch, 0, entries(&["a"])).await.expect("an append");
    journal.release(room(1), epoch, Release::Closed).await.expect("a release");
    assert_eq!(journal.orphans().await, Ok(vec![]));
    assert_eq!(journal.append(room(1), epoch, 1, entries(&["b"])).await, Err(AppendError::Fenced));
}

async fn many_rooms_write_at_once(journal: &impl Journal) {
    let writers = (1..=20).map(|number| async move {
        let epoch = journal.claim(room(number)).await.expect("a claim");
        for prev in 0..10 {
            let entry = Bytes::from(format!("{number}/{prev}"));
            assert_eq!(journal.append(room(number), epoch, prev, vec![entry]).await, Ok(()));
        }
        let read = journal.load(room(number)).await.expect("a load");
        let expected: Vec<Bytes> = (0..10).map(|prev| Bytes::from(format!("{number}/{prev}"))).collect();
        assert_eq!(read, expected);
    });
    futures::future::join_all(writers).await;
}

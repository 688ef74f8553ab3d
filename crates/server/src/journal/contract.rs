//! What every journal must do, as one test-suite over any implementation.

use bytes::Bytes;
use parlour_protocol::{PlayerId, RoomId};

use super::{
    AppendError, Book, Journal, LoadError, Orphan, Page, Part, PlayerRecord, Release, Since, Transcript,
};

/// Checks a journal; `empty` makes a fresh one for each part.
pub(crate) async fn check<J: Journal>(empty: impl Fn() -> J) {
    a_room_is_opened_once(&empty()).await;
    entries_come_back_in_order(&empty()).await;
    an_append_is_all_or_nothing(&empty()).await;
    the_newest_claim_owns_the_room(&empty()).await;
    rooms_do_not_touch_each_other(&empty()).await;
    released_rooms_are_orphans_until_they_are_claimed(&empty()).await;
    ended_rooms_are_no_orphans_and_take_no_more(&empty()).await;
    reading_begins_at_the_newest_checkpoint(&empty()).await;
    the_newest_card_is_kept(&empty()).await;
    transcripts_outlive_their_room(&empty()).await;
    players_are_found_by_their_token(&empty()).await;
    many_rooms_write_at_once(&empty()).await;
}

/// Checks what a journal says of entries that it had and has no more; `lose` takes all but the first so many away from
/// room 1, behind the journal's back.
pub(crate) async fn check_losses<J: Journal>(empty: impl Fn() -> J, lose: impl Fn(&J, usize)) {
    for kept in 0..5 {
        let journal = empty();
        for number in [1, 2] {
            let epoch = journal.claim(room(number)).await.expect("a claim");
            journal.append(room(number), epoch, 0, page(&["a", "b"])).await.expect("an append");
            let page = Page { checkpoint: Some(bytes("ab")), ..page(&["c", "d", "e"]) };
            journal.append(room(number), epoch, 2, page).await.expect("an append");
            journal.release(room(number), epoch, Release::Open).await.expect("a release");
        }
        lose(&journal, kept);
        let missing = LoadError::Damaged(kept as u64 + 1);
        assert_eq!(journal.load(room(1), Since::Opening).await, Err(missing), "of {kept} entries");
        let behind = journal.load(room(1), Since::Checkpoint).await;
        assert!(matches!(behind, Err(LoadError::Damaged(_))), "of {kept} entries: {behind:?}");
        assert_eq!(all(&journal, room(2)).await, entries(&["a", "b", "c", "d", "e"]), "the others live");
        let orphans: Vec<_> = [1, 2].map(|number| Orphan { room: room(number), card: None }).into();
        assert_eq!(journal.orphans().await, Ok(orphans), "nobody is forgotten without a word");
    }
}

fn room(number: u64) -> RoomId {
    RoomId::from_bits(number)
}

fn bytes(text: &'static str) -> Bytes {
    Bytes::from_static(text.as_bytes())
}

fn entries(texts: &[&'static str]) -> Vec<Bytes> {
    texts.iter().map(|text| bytes(text)).collect()
}

fn page(texts: &[&'static str]) -> Page {
    entries(texts).into()
}

/// All entries of a room.
async fn all(journal: &impl Journal, room: RoomId) -> Vec<Bytes> {
    let book = journal.load(room, Since::Opening).await.expect("the journal can be read");
    assert_eq!(book.checkpoint, None);
    book.entries
}

async fn a_room_is_opened_once(journal: &impl Journal) {
    let first = Page { card: Some(bytes("card")), ..page(&["a"]) };
    let epoch = journal.open(room(1), first).await.expect("it is new");
    assert_eq!(journal.open(room(1), page(&["b"])).await, Err(AppendError::Fenced), "it is there");
    assert_eq!(journal.orphans().await, Ok(vec![]), "it is owned");
    assert_eq!(journal.append(room(1), epoch, 1, page(&["c"])).await, Ok(()));
    assert_eq!(all(journal, room(1)).await, entries(&["a", "c"]));
    journal.release(room(1), epoch, Release::Open).await.expect("a release");
    assert_eq!(journal.orphans().await, Ok(vec![Orphan { room: room(1), card: Some(bytes("card")) }]));
    let later = journal.claim(room(1)).await.expect("a claim");
    assert!(later > epoch, "epochs rise");
    journal.release(room(1), later, Release::Closed).await.expect("a release");
    assert_eq!(journal.open(room(1), page(&["d"])).await, Err(AppendError::Fenced), "it was there");
}

async fn entries_come_back_in_order(journal: &impl Journal) {
    assert_eq!(journal.load(room(1), Since::Checkpoint).await, Ok(Book::default()), "an unknown room");
    let epoch = journal.claim(room(1)).await.expect("a claim");
    assert_eq!(journal.append(room(1), epoch, 0, page(&["a"])).await, Ok(()));
    assert_eq!(journal.append(room(1), epoch, 1, page(&["b", "", "\0\u{1F3B4}"])).await, Ok(()));
    assert_eq!(journal.append(room(1), epoch, 4, page(&["e"])).await, Ok(()));
    assert_eq!(all(journal, room(1)).await, entries(&["a", "b", "", "\0\u{1F3B4}", "e"]));
}

async fn an_append_is_all_or_nothing(journal: &impl Journal) {
    let epoch = journal.claim(room(1)).await.expect("a claim");
    journal.append(room(1), epoch, 0, page(&["a", "b"])).await.expect("an append");
    for prev in [0, 1, 3, u64::MAX] {
        let page = Page {
            entries: entries(&["c", "d"]),
            checkpoint: Some(bytes("checkpoint")),
            card: Some(bytes("card")),
            transcript: vec![Part { number: 1, at: 0, text: bytes("transcript"), over: true }],
        };
        let appended = journal.append(room(1), epoch, prev, page).await;
        assert_eq!(appended, Err(AppendError::Fenced), "behind entry {prev} of 2");
    }
    let book = Book { checkpoint: None, entries: entries(&["a", "b"]) };
    assert_eq!(journal.load(room(1), Since::Checkpoint).await, Ok(book));
    assert_eq!(journal.transcript(room(1), 1).await, Ok(None));
    journal.release(room(1), epoch, Release::Open).await.expect("a release");
    assert_eq!(journal.orphans().await, Ok(vec![Orphan { room: room(1), card: None }]));
}

async fn the_newest_claim_owns_the_room(journal: &impl Journal) {
    let early = journal.claim(room(1)).await.expect("a claim");
    journal.append(room(1), early, 0, page(&["a"])).await.expect("an append");
    let late = journal.claim(room(1)).await.expect("a claim");
    assert!(late > early, "epochs rise");
    assert_eq!(journal.append(room(1), early, 1, page(&["b"])).await, Err(AppendError::Fenced));
    journal.release(room(1), early, Release::Closed).await.expect("a release that says nothing");
    assert_eq!(journal.orphans().await, Ok(vec![]), "it is still owned");
    assert_eq!(journal.append(room(1), late, 1, page(&["c"])).await, Ok(()));
    assert_eq!(all(journal, room(1)).await, entries(&["a", "c"]));
}

async fn rooms_do_not_touch_each_other(journal: &impl Journal) {
    let one = journal.claim(room(1)).await.expect("a claim");
    let two = journal.claim(room(2)).await.expect("a claim");
    journal.append(room(1), one, 0, page(&["a"])).await.expect("an append");
    journal.append(room(2), two, 0, page(&["b"])).await.expect("an append");
    assert_eq!(all(journal, room(1)).await, entries(&["a"]));
    let unclaimed = journal.append(room(3), one, 0, page(&["c"])).await;
    assert_eq!(unclaimed, Err(AppendError::Fenced), "never claimed");
}

async fn released_rooms_are_orphans_until_they_are_claimed(journal: &impl Journal) {
    let epoch = journal.claim(room(1)).await.expect("a claim");
    journal.claim(room(2)).await.expect("a claim without an entry");
    journal.append(room(1), epoch, 0, page(&["a"])).await.expect("an append");
    assert_eq!(journal.orphans().await, Ok(vec![]), "both are owned");
    journal.release(room(1), epoch, Release::Open).await.expect("a release");
    assert_eq!(journal.orphans().await, Ok(vec![Orphan { room: room(1), card: None }]));
    let given_up = journal.append(room(1), epoch, 1, page(&["b"])).await;
    assert_eq!(given_up, Err(AppendError::Fenced), "given up");
    let epoch = journal.claim(room(1)).await.expect("a claim");
    assert_eq!(journal.orphans().await, Ok(vec![]));
    assert_eq!(journal.append(room(1), epoch, 1, page(&["b"])).await, Ok(()));
}

async fn ended_rooms_are_no_orphans_and_take_no_more(journal: &impl Journal) {
    for (number, how) in [(1, Release::Closed), (2, Release::Failed)] {
        let epoch = journal.claim(room(number)).await.expect("a claim");
        journal.append(room(number), epoch, 0, page(&["a"])).await.expect("an append");
        journal.release(room(number), epoch, how).await.expect("a release");
        assert_eq!(journal.orphans().await, Ok(vec![]));
        let epoch = journal.claim(room(number)).await.expect("a claim");
        for prev in [0, 1] {
            let appended = journal.append(room(number), epoch, prev, page(&["b"])).await;
            assert_eq!(appended, Err(AppendError::Fenced), "{how:?}");
        }
    }
    assert_eq!(
        all(journal, room(1)).await,
        entries(&[]),
        "what was closed is not damaged, and takes no place"
    );
    assert_eq!(all(journal, room(2)).await, entries(&["a"]), "for those who look for the fault");
}

async fn reading_begins_at_the_newest_checkpoint(journal: &impl Journal) {
    let epoch = journal.claim(room(1)).await.expect("a claim");
    journal.append(room(1), epoch, 0, page(&["a", "b"])).await.expect("an append");
    for (prev, entry, checkpoint) in [(2, "c", "ab"), (3, "d", "abc"), (4, "e", "")] {
        let checkpoint = Some(bytes(checkpoint)).filter(|checkpoint| !checkpoint.is_empty());
        let page = Page { checkpoint, ..page(&[entry]) };
        journal.append(room(1), epoch, prev, page).await.expect("an append");
    }
    let book = Book { checkpoint: Some((3, bytes("abc"))), entries: entries(&["d", "e"]) };
    assert_eq!(journal.load(room(1), Since::Checkpoint).await, Ok(book));
    assert_eq!(all(journal, room(1)).await, entries(&["a", "b", "c", "d", "e"]));
    let page = Page { checkpoint: Some(bytes("abcde")), ..Page::default() };
    journal.append(room(1), epoch, 5, page).await.expect("a page without an entry");
    let book = Book { checkpoint: Some((5, bytes("abcde"))), entries: vec![] };
    assert_eq!(journal.load(room(1), Since::Checkpoint).await, Ok(book));
}

async fn the_newest_card_is_kept(journal: &impl Journal) {
    let epoch = journal.claim(room(1)).await.expect("a claim");
    for (prev, card) in [(0, Some("early")), (1, Some("late")), (2, None)] {
        let page = Page { card: card.map(bytes), ..page(&["a"]) };
        journal.append(room(1), epoch, prev, page).await.expect("an append");
    }
    journal.release(room(1), epoch, Release::Open).await.expect("a release");
    assert_eq!(journal.orphans().await, Ok(vec![Orphan { room: room(1), card: Some(bytes("late")) }]));
}

fn written(text: &'static str, over: bool) -> Transcript {
    Transcript { text: bytes(text), over }
}

async fn transcripts_outlive_their_room(journal: &impl Journal) {
    let epoch = journal.claim(room(1)).await.expect("a claim");
    let part = |number, at, text, over| Part { number, at, text: bytes(text), over };
    for (prev, transcript) in [
        (0, vec![]),
        (1, vec![part(1, 0, "fi", false), part(1, 2, "rst", true)]),
        (2, vec![part(2, 0, "no", false), part(2, 2, "nsense", false)]),
        (3, vec![part(2, 0, "se", false)]),
        (4, vec![part(2, 2, "cond", true), part(3, 0, "runs", false)]),
    ] {
        let page = Page { transcript, ..page(&["a"]) };
        journal.append(room(1), epoch, prev, page).await.expect("an append");
        let so_far = [None, None, Some("nonsense"), Some("se"), Some("second")][prev as usize];
        let so_far = so_far.map(|text| written(text, prev > 3));
        assert_eq!(journal.transcript(room(1), 2).await, Ok(so_far));
    }
    for _ in 0..2 {
        assert_eq!(journal.transcript(room(1), 1).await, Ok(Some(written("first", true))));
        assert_eq!(journal.transcript(room(1), 2).await, Ok(Some(written("second", true))));
        assert_eq!(journal.transcript(room(1), 3).await, Ok(Some(written("runs", false))));
        assert_eq!(journal.transcript(room(2), 1).await, Ok(None));
        journal.release(room(1), epoch, Release::Closed).await.expect("a release");
    }
}

async fn players_are_found_by_their_token(journal: &impl Journal) {
    let player = |number, name: &str, seen| PlayerRecord {
        id: PlayerId::from_bits(number),
        name: name.to_owned(),
        seen,
    };
    let (ada, bob) = ([1; 32], [2; 32]);
    assert_eq!(journal.player(ada).await, Ok(None));
    journal.keep_player(ada, player(7, "Ada", 10)).await.expect("a write");
    journal.keep_player(bob, player(8, "Bob", 20)).await.expect("a write");
    journal.keep_player(ada, player(7, "Äda", 15)).await.expect("a write");
    assert_eq!(journal.player(ada).await, Ok(Some(player(7, "Äda", 15))));
    journal.forget_players(16).await.expect("a write");
    assert_eq!(journal.player(ada).await, Ok(None));
    assert_eq!(journal.player(bob).await, Ok(Some(player(8, "Bob", 20))));
    assert_eq!(journal.last_beat().await, Ok(0));
    journal.beat(1_000).await.expect("a write");
    journal.beat(2_000).await.expect("a write");
    assert_eq!(journal.last_beat().await, Ok(2_000));
}

async fn many_rooms_write_at_once(journal: &impl Journal) {
    let writers = (1..=20).map(|number| async move {
        let epoch = journal.claim(room(number)).await.expect("a claim");
        for prev in 0..10 {
            let entry = Bytes::from(format!("{number}/{prev}"));
            assert_eq!(journal.append(room(number), epoch, prev, vec![entry].into()).await, Ok(()));
        }
        let expected: Vec<Bytes> = (0..10).map(|prev| Bytes::from(format!("{number}/{prev}"))).collect();
        assert_eq!(all(journal, room(number)).await, expected);
    });
    futures::future::join_all(writers).await;
}

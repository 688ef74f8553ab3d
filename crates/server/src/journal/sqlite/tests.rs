//! What the file of SQLite does beyond the contract: restarts, damage, full disks, and files of others.

use std::fs;

use bytes::Bytes;
use parlour_protocol::PlayerId;
use tempfile::TempDir;

use super::damage::{self, Packed};
use super::*;
use crate::journal::{Part, contract};

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn open(folder: &TempDir) -> SqliteJournal {
    SqliteJournal::open(folder.path(), Durability::Full).expect("the journal opens")
}

fn room(number: u64) -> RoomId {
    RoomId::from_bits(number)
}

fn page(text: &str) -> Page {
    vec![Bytes::from(text.to_owned())].into()
}

/// Writes `count` entries about a room, with a checkpoint before the last.
async fn fill(journal: &SqliteJournal, number: u64, count: u64) -> Epoch {
    let epoch = journal.claim(room(number)).await.expect("a claim");
    for prev in 0..count {
        let checkpoint = (prev + 1 == count).then(|| Bytes::from_static(b"all before"));
        let page = Page { checkpoint, card: Some("card".into()), ..page(&format!("entry {}", prev + 1)) };
        journal.append(room(number), epoch, prev, page).await.expect("an append");
    }
    epoch
}

/// Changes the file behind the journal's back.
fn tamper(folder: &TempDir, sql: &str) {
    let connection = Connection::open(folder.path().join(FILE)).expect("the file is there");
    connection.execute_batch(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// `.cargo/config.toml` tells how SQLite is compiled.
#[test]
fn sqlite_is_compiled_as_the_project_wants() {
    let connection = Connection::open_in_memory().expect("some memory");
    let mut options = connection.prepare("PRAGMA compile_options").expect("it tells");
    let options: Vec<String> =
        options.query_map([], |row| row.get(0)).and_then(Iterator::collect).expect("texts");
    assert!(options.iter().any(|option| option == "DEFAULT_MEMSTATUS=0"), "{options:?}");
}

#[tokio::test]
async fn keeps_the_contract() {
    for durability in [Durability::Full, Durability::Os] {
        let folders = Mutex::new(Vec::new());
        let empty = || {
            let folder = folder();
            let journal = SqliteJournal::open(folder.path(), durability).expect("the journal opens");
            folders.lock().expect("no panic").push(folder);
            journal
        };
        contract::check(empty).await;
        contract::check_losses(empty, |journal, kept| {
            let file = Connection::open(&journal.file).expect("the file is there");
            damage::rewrite(&file, 1, |packed| {
                assert_eq!(packed.len(), 5);
                packed.truncate(kept);
            });
        })
        .await;
    }
}

#[tokio::test]
async fn all_is_there_after_a_restart_and_every_room_is_an_orphan() {
    let folder = folder();
    let journal = open(&folder);
    let early = fill(&journal, 1, 3).await;
    let ada = PlayerRecord { id: PlayerId::from_bits(5), name: "Ada".to_owned(), seen: 9 };
    journal.keep_player([1; 32], ada.clone()).await.expect("a write");
    journal.beat(77).await.expect("a write");
    drop(journal);
    let journal = open(&folder);
    assert_eq!(journal.orphans().await, Ok(vec![Orphan { room: room(1), card: Some("card".into()) }]));
    let book = Book { checkpoint: Some((2, "all before".into())), entries: vec!["entry 3".into()] };
    assert_eq!(journal.load(room(1), Since::Checkpoint).await, Ok(book));
    assert_eq!(journal.player([1; 32]).await, Ok(Some(ada)));
    assert_eq!(journal.last_beat().await, Ok(77));
    let late = journal.claim(room(1)).await.expect("a claim");
    assert!(late > early);
    assert_eq!(journal.append(room(1), early, 3, page("4")).await, Err(AppendError::Fenced));
    assert_eq!(journal.append(room(1), late, 3, page("4")).await, Ok(()));
}

/// The backup of docs/operations.md, made at a server that writes without a pause, is the journal of one moment.
#[tokio::test]
async fn a_backup_of_a_busy_journal_is_a_journal() {
    let manual = include_str!("../../../../../docs/operations.md");
    let command = manual
        .lines()
        .find_map(|line| line.strip_prefix("sqlite3 data/journal.sqlite \"")?.strip_suffix('"'));
    let (here, there) = (folder(), folder());
    let copy = there.path().join(FILE);
    let name = copy.to_str().expect("its name is a text");
    let command = command.expect("the page says how").replace("backup.sqlite", name);
    let journal = open(&here);
    fill(&journal, 1, 40).await;
    let epoch = fill(&journal, 2, 5).await;
    let busy = here.path().to_owned();
    let copying = std::thread::spawn(move || {
        let connection = Connection::open(busy.join(FILE)).expect("the file is there");
        connection.execute_batch(&command).unwrap_or_else(|error| panic!("{command}: {error}"));
    });
    let mut last = 5;
    while !copying.is_finished() {
        let page = page(&format!("entry {}", last + 1));
        journal.append(room(2), epoch, last, page).await.expect("an append");
        last += 1;
    }
    copying.join().expect("a copy");
    drop(journal);
    let copy = open(&there);
    let load = async |number| copy.load(room(number), Since::Opening).await.expect("it is whole").entries;
    assert_eq!(load(1).await.len(), 40);
    let entries = load(2).await;
    assert!((5..=last).contains(&(entries.len() as u64)), "{} of {last}", entries.len());
    for (number, entry) in (1..).zip(entries) {
        assert_eq!(entry, format!("entry {number}"));
    }
}

/// A folder whose journal has five entries in each of three rooms: all in the log when the server was killed, and none when it
/// ended.
async fn written(killed: bool) -> TempDir {
    let folder = folder();
    let journal = open(&folder);
    for number in 1..=3 {
        fill(&journal, number, 5).await;
    }
    if killed { self::killed(&folder) } else { folder }
}

#[tokio::test]
async fn a_damaged_entry_is_named_and_other_rooms_live() {
    type Case = (&'static str, fn(&mut Packed), u64);
    // A packed entry has 12 bytes before the entry: its sum and its length.
    let cases: [Case; 12] = [
        ("another entry", |packed| packed[1].1[12] ^= 1, 2),
        ("a cut one", |packed| packed[4].1.truncate(15), 5),
        ("a byte behind the first", |packed| packed[0].1.push(0), 2),
        ("another sum", |packed| packed[2].1[0] ^= 1, 3),
        ("another length", |packed| packed[2].1[11] += 1, 3),
        ("a huge length", |packed| packed[2].1[8] = 0xff, 3),
        ("no fourth", |packed| drop(packed.remove(3)), 4),
        ("no first", |packed| drop(packed.remove(0)), 1),
        ("no fifth", |packed| drop(packed.pop()), 5),
        ("two", |packed| packed.truncate(2), 3),
        ("none", Packed::clear, 1),
        ("the first as the second", |packed| packed[1].1 = packed[0].1.clone(), 2),
    ];
    let check = async |folder: &TempDir, what: &str, damaged: u64| {
        let journal = open(folder);
        assert_eq!(journal.load(room(1), Since::Opening).await, Err(LoadError::Damaged(damaged)), "{what}");
        assert_eq!(journal.load(room(3), Since::Opening).await.map(|book| book.entries.len()), Ok(5));
    };
    for (what, change, damaged) in cases {
        let folder = written(false).await;
        let file = Connection::open(folder.path().join(FILE)).expect("the file is there");
        damage::rewrite(&file, 1, change);
        drop(file);
        check(&folder, what, damaged).await;
    }
    for (sql, damaged) in [
        ("UPDATE segments SET segment = CAST(substr(segment, 1, 40) AS BLOB) WHERE room = 1", 3),
        ("UPDATE segments SET number = 2 WHERE room = 1", 1),
        ("UPDATE segments SET number = 0 WHERE room = 1", 1),
        ("UPDATE rooms SET last = 4 WHERE id = 1", 5),
        ("UPDATE rooms SET last = 7 WHERE id = 1", 6),
        ("UPDATE OR REPLACE segments SET room = 1 WHERE room = 2", 1),
    ] {
        let folder = written(false).await;
        tamper(&folder, sql);
        check(&folder, sql, damaged).await;
    }
}

/// Each row of the log has one frame: those of room 1 are the first five, those of room 2 the next. In a frame room, number and sum
/// have 8 bytes each, the length has 4, and then comes the entry.
#[tokio::test]
async fn damage_in_the_log_is_named_after_a_restart_and_other_rooms_live() {
    let row = |number: u32| format!("id = (SELECT id FROM log ORDER BY id LIMIT 1 OFFSET {})", number - 1);
    let with = |bytes: &str, from: u32, number: u32| {
        let behind = from + bytes.len() as u32 / 2;
        format!(
            "UPDATE log SET frames = CAST(substr(frames, 1, {}) || x'{bytes}' || substr(frames, {behind}) AS BLOB) WHERE {}",
            from - 1,
            row(number)
        )
    };
    for (sql, damaged) in [
        (with("7b7d", 29, 2), 2),
        (with("00", 17, 3), 3),
        (with("0000000000000006", 9, 3), 3),
        (with("ff", 25, 2), 2),
        (format!("{}; DELETE FROM log WHERE {}", with("0000000000000001", 1, 8), row(3)), 3),
        (format!("DELETE FROM log WHERE {}", row(1)), 1),
        (format!("DELETE FROM log WHERE {}", row(5)), 5),
        (format!("DELETE FROM log WHERE {} OR {} OR {}", row(3), row(4), row(5)), 3),
        (format!("DELETE FROM log WHERE id <= (SELECT id FROM log WHERE {})", row(5)), 1),
        // An entry that no roll knows of, as one that is in the roll and not there.
        (format!("DELETE FROM rolls WHERE {}", row(5)), 5),
        (format!("UPDATE rolls SET roll = x'00000000000000010000000000000006' WHERE {}", row(5)), 6),
    ] {
        let folder = written(true).await;
        tamper(&folder, &sql);
        let journal = open(&folder);
        assert_eq!(journal.load(room(1), Since::Opening).await, Err(LoadError::Damaged(damaged)), "{sql}");
        assert_eq!(journal.load(room(3), Since::Opening).await.map(|book| book.entries.len()), Ok(5));
    }
}

/// What is in the log of an owned room is in memory, too, and is written again from there.
#[tokio::test]
async fn damage_in_the_log_costs_nothing_while_the_room_is_owned() {
    for sql in ["DELETE FROM log", "UPDATE log SET frames = x'00'", "DELETE FROM rolls"] {
        let folder = folder();
        let journal = open(&folder);
        let epoch = fill(&journal, 1, 5).await;
        tamper(&folder, sql);
        let five = (1..=5).map(|number| Bytes::from(format!("entry {number}"))).collect();
        let five = Book { checkpoint: None, entries: five };
        assert_eq!(journal.load(room(1), Since::Opening).await.as_ref(), Ok(&five), "{sql}");
        journal.release(room(1), epoch, Release::Open).await.expect("a release");
        assert_eq!(journal.load(room(1), Since::Opening).await, Ok(five), "{sql}");
    }
}

/// How many entries of a room have left the log.
fn gathered(folder: &TempDir, room: u64) -> usize {
    let connection = Connection::open(folder.path().join(FILE)).expect("the file is there");
    damage::read(&connection, room as i64).len()
}

/// A number that the file tells.
fn ask(folder: &TempDir, sql: &str) -> i64 {
    let connection = Connection::open(folder.path().join(FILE)).expect("the file is there");
    connection.query_row(sql, [], |row| row.get(0)).unwrap_or_else(|error| panic!("{sql}: {error}"))
}

/// A copy of the folder as it is while a server runs, as after the server was killed.
fn killed(folder: &TempDir) -> TempDir {
    let copy = self::folder();
    for name in [FILE, "journal.sqlite-wal"] {
        fs::copy(folder.path().join(name), copy.path().join(name)).expect("a copy as after a crash");
    }
    copy
}

/// Rooms that write much, little and nothing for long, some given up and taken back on the way: whatever was brought where,
/// what is read is what was written, also after the server was killed.
#[tokio::test]
async fn what_is_read_is_what_was_written_wherever_it_lies() {
    let folder = folder();
    let journal = SqliteJournal::open(folder.path(), Durability::Os).expect("the journal opens");
    let mut chance = parlour_chance::Chance::new(7);
    let mut written: Vec<(Epoch, Vec<Bytes>)> = Vec::new();
    for number in 0..12 {
        written.push((journal.claim(room(number)).await.expect("a claim"), Vec::new()));
    }
    for step in 0..1_500_u64 {
        // The lower its number, the more often a room writes.
        let number = chance.below(12).min(chance.below(12)) as u64;
        let (epoch, entries) = &mut written[number as usize];
        let room = room(number);
        let more: Vec<Bytes> =
            (0..chance.below(4)).map(|place| Bytes::from(format!("{number} {step} {place}"))).collect();
        let prev = entries.len() as u64;
        assert_eq!(journal.append(room, *epoch, prev, more.clone().into()).await, Ok(()));
        assert_eq!(journal.append(room, *epoch, prev + 9, page("no")).await, Err(AppendError::Fenced));
        entries.extend(more);
        if chance.below(40) == 0 {
            journal.release(room, *epoch, Release::Open).await.expect("a release");
            assert_eq!(gathered(&folder, number), entries.len(), "nobody owns it");
            *epoch = journal.claim(room).await.expect("a claim");
        }
        if chance.below(20) == 0 {
            let book = journal.load(room, Since::Opening).await.expect("it is whole");
            assert_eq!(book.entries, *entries, "room {number} after step {step}");
        }
        if step % 500 == 499 {
            let copy = killed(&folder);
            let after = open(&copy);
            for (number, (_, entries)) in (0..).zip(&written) {
                let book = after.load(self::room(number), Since::Opening).await.expect("it is whole");
                assert_eq!(book.entries, *entries, "room {number} after a kill at step {step}");
            }
        }
    }
    let (gathered, all) = (gathered(&folder, 0), written[0].1.len());
    assert!(64 < gathered && gathered < all, "much is gathered, the newest is not: {gathered} of {all}");
}

#[tokio::test]
async fn the_log_stays_short_and_old_entries_leave_it() {
    let folder = folder();
    let journal = open(&folder);
    for number in 1..=3 {
        fill(&journal, number, 2).await;
    }
    let busy = journal.claim(room(9)).await.expect("a claim");
    let many: Vec<Bytes> = (0..1_000).map(|entry: u32| format!("{entry:0200}").into()).collect();
    for page in 0..50 {
        journal.append(room(9), busy, page * 1_000, many.clone().into()).await.expect("an append");
    }
    let log = ask(&folder, "SELECT sum(length(frames)) FROM log");
    assert!(log < 9 * 1024 * 1024, "{log} bytes");
    assert!(ask(&folder, "SELECT min(id) FROM log") > 1_000_000, "what is not needed is trimmed");
    assert!(ask(&folder, "SELECT max(length(frames)) FROM log") <= 4_000, "a row is about a page");
    let rolls = ask(&folder, "SELECT count(*) FROM rolls");
    assert!(rolls < 45, "{rolls} rolls of a log of {log} bytes");
    assert_eq!([1, 2, 3].map(|number| gathered(&folder, number)), [2, 2, 2], "they were old");
    for (number, entries) in [(1, 2), (2, 2), (3, 2), (9, 50_000)] {
        let book = journal.load(room(number), Since::Opening).await.expect("it is whole");
        assert_eq!(book.entries.len(), entries, "room {number}");
    }
}

#[tokio::test]
async fn a_damaged_checkpoint_or_card_costs_time_only() {
    let folder = folder();
    let journal = open(&folder);
    let epoch = fill(&journal, 1, 4).await;
    journal.release(room(1), epoch, Release::Open).await.expect("a release");
    tamper(&folder, "UPDATE checkpoints SET checkpoint = x'00'; UPDATE rooms SET card = x'00'");
    let book = journal.load(room(1), Since::Checkpoint).await.expect("the entries are whole");
    assert_eq!((book.checkpoint, book.entries.len()), (None, 4));
    assert_eq!(journal.orphans().await, Ok(vec![Orphan { room: room(1), card: None }]));
}

#[tokio::test]
async fn damaged_players_and_transcripts_are_called_so() {
    let folder = folder();
    let journal = open(&folder);
    let epoch = journal.claim(room(1)).await.expect("a claim");
    let part = |at, text: &'static str, over| Part { number: 3, at, text: text.into(), over };
    let transcript = vec![part(0, "game ", false), part(5, "tichu", true)];
    let page = Page { transcript, ..page("a") };
    journal.append(room(1), epoch, 0, page).await.expect("an append");
    let ada = PlayerRecord { id: PlayerId::from_bits(5), name: "Ada".to_owned(), seen: 9 };
    journal.keep_player([1; 32], ada).await.expect("a write");
    let written = Transcript { text: "game tichu".into(), over: true };
    assert_eq!(journal.transcript(room(1), 3).await, Ok(Some(written)));
    tamper(&folder, "DELETE FROM transcripts WHERE at = 0; UPDATE players SET name = 'Eve'");
    assert_eq!(journal.transcript(room(1), 3).await, Err(LoadError::Damaged(3)));
    assert_eq!(journal.player([1; 32]).await, Err(LoadError::Damaged(0)));
}

/// A page of the file that is overwritten with garbage, as a failing disk does it, is no reason to panic, and no entry is
/// ever read as another one, whether it is in the log or has left it.
#[tokio::test]
async fn pages_of_garbage_are_damage() {
    for was_killed in [false, true] {
        let mut folder = folder();
        let journal = open(&folder);
        for number in 1..=40 {
            fill(&journal, number, 20).await;
        }
        if was_killed {
            let copy = killed(&folder);
            tamper(&copy, "PRAGMA wal_checkpoint(TRUNCATE)");
            folder = copy;
        }
        drop(journal);
        let file = folder.path().join(FILE);
        let whole = fs::read(&file).expect("the file");
        let mut damaged = 0;
        for place in (1..whole.len() / 4096).step_by(3) {
            let mut bytes = whole.clone();
            bytes[place * 4096..][..4096].iter_mut().for_each(|byte| *byte ^= 0x5a);
            fs::write(&file, bytes).expect("a file");
            let Ok(journal) = SqliteJournal::open(folder.path(), Durability::Os) else {
                damaged += 1;
                continue;
            };
            for number in 1..=40 {
                match journal.load(room(number), Since::Opening).await {
                    Ok(book) => {
                        let expected = (1..=20).map(|entry| Bytes::from(format!("entry {entry}")));
                        assert!(expected.eq(book.entries), "room {number} with page {place} damaged");
                    }
                    Err(LoadError::Damaged(_)) => damaged += 1,
                    Err(LoadError::Unavailable) => panic!("damage does not pass"),
                }
            }
        }
        assert!(damaged > 0, "some page held entries");
    }
}

#[tokio::test]
async fn a_full_disk_refuses_writes_and_recovers() {
    let folder = folder();
    let journal = open(&folder);
    let epoch = fill(&journal, 1, 3).await;
    let pages = |count: u32| journal.write(Write::MostPages(count));
    pages(1).await.expect("a limit that is reached");
    let long = || page(&"x".repeat(10_000));
    assert_eq!(journal.append(room(1), epoch, 3, long()).await, Err(AppendError::Unavailable));
    assert_eq!(journal.load(room(1), Since::Opening).await.map(|book| book.entries.len()), Ok(3));
    // What still finds a place is written, also beside what does not.
    let both = futures::future::join(
        journal.append(room(1), epoch, 3, long()),
        journal.append(room(1), epoch, 3, page("4")),
    );
    assert_eq!(both.await, (Err(AppendError::Unavailable), Ok(())));
    assert_eq!(journal.open(room(2), long()).await, Err(AppendError::Unavailable));
    pages(1_000_000).await.expect("there is room again");
    assert_eq!(journal.append(room(1), epoch, 4, long()).await, Ok(()));
    assert!(journal.open(room(2), long()).await.is_ok(), "nothing was left of it");
    drop(journal);
    let book = open(&folder).load(room(1), Since::Opening).await.expect("it can be read");
    assert_eq!(book.entries.len(), 5);
}

#[test]
fn a_folder_has_one_server() {
    let folder = folder();
    let journal = open(&folder);
    let refused = SqliteJournal::open(folder.path(), Durability::Full).err().expect("it is locked");
    assert!(matches!(refused, OpenError::InUse(_)), "{refused}");
    drop(journal);
    open(&folder);
}

#[test]
fn a_newer_journal_and_a_file_of_others_are_refused() {
    let newer = folder();
    drop(open(&newer));
    tamper(&newer, "PRAGMA user_version = 900");
    let garbage = folder();
    fs::write(garbage.path().join(FILE), "Dear diary, today we played Tichu.".repeat(100)).expect("a file");
    for (folder, reason) in [(newer, "newer server: its version is 900"), (garbage, "not a database")] {
        let before = fs::read(folder.path().join(FILE)).expect("a file");
        let refused = SqliteJournal::open(folder.path(), Durability::Full).err().expect("it is refused");
        assert!(refused.to_string().contains(reason), "{refused}");
        assert_eq!(fs::read(folder.path().join(FILE)).expect("a file"), before, "and left alone");
    }
}

/// A write that is not committed is not there: the file is copied while another connection holds the lock.
#[tokio::test]
async fn what_is_answered_is_in_the_file() {
    let folder = folder();
    let journal = open(&folder);
    fill(&journal, 1, 2).await;
    assert_eq!(ask(&killed(&folder), "SELECT count(*) FROM log"), 2, "a row for each commit");
}

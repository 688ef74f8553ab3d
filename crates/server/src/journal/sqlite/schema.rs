//! The tables of the journal, and how an older journal becomes one of today.
//!
//! Invariants: a version, once released, never changes; a newer one is a step behind the last. The version also stands
//! for what is in the entries: whoever makes old entries unreadable adds a step that says what becomes of them. A file
//! that this server does not know is never written.

use rusqlite::Connection;
use thiserror::Error;

use super::log::note_ends;

/// Marks the file as a journal of Parlour: "Parl".
const APPLICATION: i32 = 0x5061_726c;

/// The steps from an empty file to today's tables. The version of a file is the number of steps it has made.
const STEPS: [Step; 5] = [
    Step::Tables("
    CREATE TABLE rooms (
        id INTEGER PRIMARY KEY,
        epoch INTEGER NOT NULL,
        state INTEGER NOT NULL, -- 0 open, 1 closed, 2 failed
        card BLOB,
        sum INTEGER
    ) STRICT;
    CREATE TABLE entries (
        room INTEGER NOT NULL,
        number INTEGER NOT NULL,
        entry BLOB NOT NULL,
        sum INTEGER NOT NULL,
        PRIMARY KEY (room, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE checkpoints (
        room INTEGER PRIMARY KEY,
        number INTEGER NOT NULL, -- of the last entry that it contains
        checkpoint BLOB NOT NULL,
        sum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE transcripts (
        room INTEGER NOT NULL,
        number INTEGER NOT NULL, -- of the match in its room
        at INTEGER NOT NULL, -- where this part begins, in bytes
        part BLOB NOT NULL,
        over INTEGER NOT NULL, -- 1 for the last part of a match that is over
        sum INTEGER NOT NULL,
        PRIMARY KEY (room, number, at)
    ) STRICT;
    CREATE TABLE players (
        token BLOB PRIMARY KEY, -- its SHA-256
        id INTEGER NOT NULL,
        name TEXT NOT NULL,
        seen INTEGER NOT NULL,
        sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX players_by_seen ON players (seen);
    CREATE TABLE beats (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        at INTEGER NOT NULL
    ) STRICT;
    "),
    // Since then a room is opened with the secret of its first deal. An open room without one is closed; what it played stays.
    Step::Tables("
    UPDATE rooms SET epoch = epoch + 1, state = 1 WHERE state = 0;
    DELETE FROM entries WHERE room IN (SELECT id FROM rooms WHERE state = 1);
    DELETE FROM checkpoints WHERE room IN (SELECT id FROM rooms WHERE state = 1);
    "),
    // Since then a room's row says how far its entries go, so that a lost end is missed.
    Step::Tables("
    ALTER TABLE rooms ADD COLUMN last INTEGER NOT NULL DEFAULT 0; -- the number of its last entry; 0 without entries
    UPDATE rooms SET last = (SELECT coalesce(max(number), 0) FROM entries WHERE room = rooms.id);
    "),
    // Since then entries are written to a log first, and `last` says how far those in the table `entries` go.
    Step::Tables("
    CREATE TABLE log (
        id INTEGER PRIMARY KEY, -- in the order in which they were written
        before INTEGER NOT NULL, -- the id of the entry before it, 0 if that is not in the log
        room INTEGER NOT NULL,
        number INTEGER NOT NULL,
        entry BLOB NOT NULL,
        sum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE rolls (
        id INTEGER PRIMARY KEY, -- of the first entry that its transaction wrote to the log
        roll BLOB NOT NULL -- room and last number, 8 bytes each, of each append
    ) STRICT;
    "),
    // Since then the log is a stream of frames, and a room's other entries lie together in segments (`frame.rs`).
    Step::Work(into_segments),
];

/// What brings an older file to the next version.
enum Step {
    /// SQL.
    Tables(&'static str),
    /// More than SQL can do.
    Work(fn(&Connection) -> rusqlite::Result<()>),
}

impl Step {
    fn make(&self, connection: &Connection) -> rusqlite::Result<()> {
        match self {
            Step::Tables(text) => connection.execute_batch(text),
            Step::Work(work) => work(connection),
        }
    }
}

/// Brings what a server that was killed left in the log to the entries, and makes a segment of each.
fn into_segments(connection: &Connection) -> rusqlite::Result<()> {
    note_ends(connection)?;
    connection.execute_batch(
        "
        INSERT OR IGNORE INTO entries (room, number, entry, sum)
            SELECT room, number, entry, sum FROM log
            WHERE room IN (SELECT id FROM rooms WHERE state <> 1) ORDER BY room, number;
        CREATE TABLE segments (
            room INTEGER NOT NULL,
            number INTEGER NOT NULL, -- of the first entry
            segment BLOB NOT NULL, -- packed entries, one behind the other
            UNIQUE (room, number) -- beside the rows, so that new ones lie behind each other whatever their rooms
        ) STRICT;
        INSERT INTO segments (room, number, segment) SELECT room, number,
            CAST(unhex(format('%016x%08x', sum, length(entry))) || entry AS BLOB) FROM entries;
        DROP TABLE entries;
        DROP TABLE log;
        DELETE FROM rolls;
        CREATE TABLE log (
            id INTEGER PRIMARY KEY, -- where its frames begin in the stream, in bytes from 1
            frames BLOB NOT NULL
        ) STRICT;
        ",
    )
}

/// Why a file's tables cannot be used.
#[derive(Debug, Error)]
pub(super) enum SchemaError {
    #[error("it is not a journal of Parlour")]
    Foreign,
    #[error(
        "it was written by a newer server: its version is {found}, and this server knows versions up to {known}"
    )]
    Newer { found: usize, known: usize },
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
}

/// Brings the tables of an open file to today's version.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), SchemaError> {
    let number = |connection: &Connection, pragma: &str| {
        connection.query_row(&format!("PRAGMA {pragma}"), [], |row| row.get::<_, i64>(0))
    };
    let tables = "SELECT count(*) FROM sqlite_schema";
    let empty = connection.query_row(tables, [], |row| row.get::<_, i64>(0))? == 0;
    if !empty && number(connection, "application_id")? != i64::from(APPLICATION) {
        return Err(SchemaError::Foreign);
    }
    let found = usize::try_from(number(connection, "user_version")?).unwrap_or(usize::MAX);
    let missing = STEPS.get(found..).ok_or(SchemaError::Newer { found, known: STEPS.len() })?;
    for (made, step) in missing.iter().enumerate() {
        let transaction = connection.transaction()?;
        step.make(&transaction)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", (found + made + 1) as i64)?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use parlour_protocol::RoomId;
    use rusqlite::params;

    use super::*;
    use crate::journal::sqlite::rows::{Table, load, sum};
    use crate::journal::{LoadError, Since};

    #[test]
    fn every_older_version_becomes_todays() {
        let tables = |connection: &Connection| {
            let mut all = connection.prepare("SELECT sql FROM sqlite_schema ORDER BY name").expect("SQL");
            let all = all.query_map([], |row| row.get::<_, Option<String>>(0)).expect("rows");
            all.collect::<Result<Vec<_>, _>>().expect("texts")
        };
        let open = || Connection::open_in_memory().expect("memory");
        let mut new = open();
        migrate(&mut new).expect("an empty file becomes a journal");
        for version in 1..=STEPS.len() {
            let mut old = open();
            STEPS[..version].iter().for_each(|step| step.make(&old).expect("the step is made"));
            old.pragma_update(None, "application_id", APPLICATION).expect("a number");
            old.pragma_update(None, "user_version", version as i64).expect("a number");
            migrate(&mut old).expect("an old journal becomes a new one");
            assert_eq!(tables(&old), tables(&new), "from version {version}");
        }
    }

    #[test]
    fn rooms_without_secrets_are_closed_and_what_they_played_stays() {
        let mut old = Connection::open_in_memory().expect("memory");
        STEPS[0].make(&old).expect("the step is made");
        old.execute_batch(
            "
            INSERT INTO rooms VALUES (1, 4, 0, x'00', 0), (2, 4, 1, NULL, NULL), (3, 4, 2, NULL, NULL);
            INSERT INTO entries VALUES (1, 1, x'00', 0), (3, 1, x'00', 0);
            INSERT INTO checkpoints VALUES (1, 1, x'00', 0), (3, 1, x'00', 0);
            INSERT INTO transcripts VALUES (1, 1, 0, x'00', 1, 0);
            INSERT INTO players VALUES (x'00', 1, 'Ada', 0, 0);
            ",
        )
        .expect("rows of an old journal");
        old.pragma_update(None, "application_id", APPLICATION).expect("a number");
        old.pragma_update(None, "user_version", 1).expect("a number");
        migrate(&mut old).expect("an old journal becomes a new one");
        let ask = |sql: &str| {
            let mut asked = old.prepare(sql).expect("SQL");
            let rows = asked.query_map([], |row| row.get::<_, i64>(0)).expect("rows");
            rows.collect::<Result<Vec<_>, _>>().expect("numbers")
        };
        assert_eq!(ask("SELECT state FROM rooms ORDER BY id"), [1, 1, 2]);
        assert_eq!(ask("SELECT epoch FROM rooms ORDER BY id"), [5, 4, 4], "its owner is fenced off");
        for what in ["segments", "checkpoints"] {
            assert_eq!(ask(&format!("SELECT room FROM {what}")), [3], "what is looked into stays: {what}");
        }
        assert_eq!(ask("SELECT room FROM transcripts"), [1]);
        assert_eq!(ask("SELECT id FROM players"), [1]);
    }

    #[test]
    fn rooms_of_an_older_journal_know_how_far_they_go() {
        let mut old = Connection::open_in_memory().expect("memory");
        STEPS[..2].iter().for_each(|step| step.make(&old).expect("the step is made"));
        old.execute_batch(
            "
            INSERT INTO rooms VALUES (1, 4, 0, NULL, NULL), (2, 4, 1, NULL, NULL), (3, 4, 2, NULL, NULL);
            INSERT INTO entries VALUES (1, 1, x'00', 0), (1, 2, x'00', 0), (3, 1, x'00', 0);
            ",
        )
        .expect("rows of version 2");
        old.pragma_update(None, "application_id", APPLICATION).expect("a number");
        old.pragma_update(None, "user_version", 2).expect("a number");
        migrate(&mut old).expect("an old journal becomes a new one");
        let mut asked = old.prepare("SELECT id, last FROM rooms ORDER BY id").expect("SQL");
        let rows = asked.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        let rows: Vec<(i64, i64)> = rows.collect::<Result<_, _>>().expect("numbers");
        assert_eq!(rows, [(1, 2), (2, 0), (3, 1)]);
    }

    /// A journal of version 4 as it is after its server was killed: what was in the log only is there, and what is missing is missed.
    #[test]
    fn what_a_log_of_rows_had_is_in_segments() {
        let mut old = Connection::open_in_memory().expect("memory");
        STEPS[..4].iter().for_each(|step| step.make(&old).expect("the step is made"));
        let entry = |room: u64, number: u64| format!("entry {number} of {room} \0 \u{fe0f}");
        let put = |into: &str, room: u64, number: u64| {
            let entry = entry(room, number).into_bytes();
            let sum = sum(Table::Entries, room, number, &entry);
            let zero = if into.contains("before") { "0, " } else { "" };
            let text = format!("INSERT INTO {into}room, number, entry, sum) VALUES ({zero}?1, ?2, ?3, ?4)");
            old.execute(&text, params![room.cast_signed(), number.cast_signed(), entry, sum]).expect("a row");
        };
        let rooms: [(u64, &[u64], &[u64]); 4] =
            [(1, &[1, 2, 3], &[3, 4, 5]), (2, &[], &[1, 2]), (3, &[1, 2], &[3]), (4, &[1, 2], &[])];
        for (room, gathered, logged) in rooms {
            gathered.iter().for_each(|&number| put("entries (", room, number));
            logged.iter().for_each(|&number| put("log (before, ", room, number));
        }
        let roll = |room: u64, last: u64| [room.to_be_bytes(), last.to_be_bytes()].concat();
        old.execute("INSERT INTO rolls VALUES (1, ?1)", [[roll(1, 5), roll(2, 2), roll(3, 4)].concat()])
            .expect("a row");
        old.execute_batch(
            "
            INSERT INTO rooms VALUES
                (1, 4, 0, NULL, NULL, 3), (2, 4, 1, NULL, NULL, 0), (3, 4, 2, NULL, NULL, 2), (4, 4, 0, NULL, NULL, 2);
            ",
        )
        .expect("rows of version 4");
        old.pragma_update(None, "application_id", APPLICATION).expect("a number");
        old.pragma_update(None, "user_version", 4).expect("a number");
        migrate(&mut old).expect("an old journal becomes a new one");
        let load = |room| load(&old, RoomId::from_bits(room), Since::Opening, None).map(|book| book.entries);
        let entries =
            |room: u64, count: u64| Ok((1..=count).map(|number| Bytes::from(entry(room, number))).collect());
        assert_eq!(load(1), entries(1, 5));
        assert_eq!(load(2), entries(2, 0), "it is closed");
        assert_eq!(load(3), Err(LoadError::Damaged(4)), "its roll goes further");
        assert_eq!(load(4), entries(4, 2));
    }

    #[test]
    fn files_of_others_and_of_newer_servers_are_refused_and_left_alone() {
        let mut foreign = Connection::open_in_memory().expect("memory");
        foreign.execute_batch("CREATE TABLE birds (name TEXT)").expect("SQL");
        let refused = migrate(&mut foreign).expect_err("no journal");
        assert_eq!(refused.to_string(), "it is not a journal of Parlour");
        let mut newer = Connection::open_in_memory().expect("memory");
        migrate(&mut newer).expect("an empty file becomes a journal");
        newer.pragma_update(None, "user_version", 900).expect("a number");
        let refused = migrate(&mut newer).expect_err("from the future").to_string();
        let known = STEPS.len();
        assert_eq!(
            refused,
            format!(
                "it was written by a newer server: its version is 900, and this server knows versions up to {known}"
            )
        );
    }
}

//! The tables of the journal, and how an older journal becomes one of today.
//!
//! Invariants: a version, once released, never changes; a newer one is a step behind the last. The version also stands
//! for what is in the entries: whoever makes old entries unreadable adds a step that says what becomes of them. A file
//! that this server does not know is never written.

use rusqlite::Connection;
use thiserror::Error;

/// Marks the file as a journal of Parlour: "Parl".
const APPLICATION: i32 = 0x5061_726c;

/// The steps from an empty file to today's tables. The version of a file is the number of steps it has made.
const STEPS: [&str; 4] = [
    "
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
    ",
    // Since then a room is opened with the secret of its first deal. An open room without one is closed; what it played stays.
    "
    UPDATE rooms SET epoch = epoch + 1, state = 1 WHERE state = 0;
    DELETE FROM entries WHERE room IN (SELECT id FROM rooms WHERE state = 1);
    DELETE FROM checkpoints WHERE room IN (SELECT id FROM rooms WHERE state = 1);
    ",
    // Since then a room's row says how far its entries go, so that a lost end is missed.
    "
    ALTER TABLE rooms ADD COLUMN last INTEGER NOT NULL DEFAULT 0; -- the number of its last entry; 0 without entries
    UPDATE rooms SET last = (SELECT coalesce(max(number), 0) FROM entries WHERE room = rooms.id);
    ",
    // Since then entries are written to a log first, and `last` says how far those in the table `entries` go.
    "
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
    ",
];

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
    for (step, tables) in missing.iter().enumerate() {
        let transaction = connection.transaction()?;
        transaction.execute_batch(tables)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", (found + step + 1) as i64)?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            STEPS[..version].iter().for_each(|step| old.execute_batch(step).expect("the step is SQL"));
            old.pragma_update(None, "application_id", APPLICATION).expect("a number");
            old.pragma_update(None, "user_version", version as i64).expect("a number");
            migrate(&mut old).expect("an old journal becomes a new one");
            assert_eq!(tables(&old), tables(&new), "from version {version}");
        }
    }

    #[test]
    fn rooms_without_secrets_are_closed_and_what_they_played_stays() {
        let mut old = Connection::open_in_memory().expect("memory");
        old.execute_batch(STEPS[0]).expect("the step is SQL");
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
        for what in ["entries", "checkpoints"] {
            assert_eq!(ask(&format!("SELECT room FROM {what}")), [3], "what is looked into stays: {what}");
        }
        assert_eq!(ask("SELECT room FROM transcripts"), [1]);
        assert_eq!(ask("SELECT id FROM players"), [1]);
    }

    #[test]
    fn rooms_of_an_older_journal_know_how_far_they_go() {
        let mut old = Connection::open_in_memory().expect("memory");
        STEPS[..2].iter().for_each(|step| old.execute_batch(step).expect("the step is SQL"));
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

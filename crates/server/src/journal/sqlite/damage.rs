//! What a failing disk, or a hand, does to the entries of a room, for tests.

use rusqlite::{Connection, params};

use super::frame::unpack;

/// Entries as they lie in segments, each with the number that follows from its place.
pub(crate) type Packed = Vec<(i64, Vec<u8>)>;

/// Changes the entries of a room, which lie in segments; afterwards each has a segment of its own.
pub(crate) fn rewrite(connection: &Connection, room: i64, change: impl FnOnce(&mut Packed)) {
    let mut packed = read(connection, room);
    change(&mut packed);
    connection.execute("DELETE FROM segments WHERE room = ?1", [room]).expect("rows");
    for (number, packed) in packed {
        let text = "INSERT INTO segments (room, number, segment) VALUES (?1, ?2, ?3)";
        connection.execute(text, params![room, number, packed]).expect("a row");
    }
}

/// The entries of a room that lie in segments.
pub(crate) fn read(connection: &Connection, room: i64) -> Packed {
    let text = "SELECT number, segment FROM segments WHERE room = ?1 ORDER BY number";
    let mut rows = connection.prepare(text).expect("a query");
    let rows = rows.query_map([room], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
    let mut packed = Packed::new();
    for row in rows {
        let (mut number, segment): (i64, Vec<u8>) = row.expect("a row");
        let mut rest = segment.as_slice();
        while !rest.is_empty() {
            let before = rest;
            unpack(&mut rest).expect("it is whole");
            packed.push((number, before[..before.len() - rest.len()].to_vec()));
            number += 1;
        }
    }
    packed
}

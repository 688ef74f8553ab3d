//! Rows of the journal: how they are read, and the sum that tells whether a row is what was written.
//!
//! Invariants: what is read was written for this table, this room and this number, or it is called damaged; so is a room
//! whose entries do not end where its row says.

use bytes::{Bytes, BytesMut};
use parlour_protocol::{PlayerId, RoomId};
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::frame::unpack;
use super::log::Tail;
use crate::clock::Millis;
use crate::journal::{Book, LoadError, Orphan, Part, PlayerRecord, Since, TokenHash, Transcript};

/// A table whose rows have sums.
#[derive(Clone, Copy)]
pub(super) enum Table {
    Cards = 1,
    Entries = 2,
    Checkpoints = 3,
    Transcripts = 4,
    Players = 5,
}

/// The sum of a row: 64 bits of a hash of what it holds and where it belongs.
pub(super) fn sum(table: Table, key: u64, number: u64, data: &[u8]) -> i64 {
    let mut hash = Sha256::new();
    hash.update([table as u8]);
    hash.update(key.to_be_bytes());
    hash.update(number.to_be_bytes());
    hash.update(data);
    let hash: [u8; 32] = hash.finalize().into();
    i64::from_be_bytes(*hash.first_chunk().expect("32 bytes are more than 8"))
}

/// The sum of a player's row.
pub(super) fn player_sum(token: &TokenHash, player: &PlayerRecord) -> i64 {
    let data = [token.as_slice(), player.name.as_bytes()].concat();
    sum(Table::Players, player.id.bits(), player.seen, &data)
}

/// The sum of a part of a transcript.
pub(super) fn part_sum(room: RoomId, part: &Part) -> i64 {
    let data = [&part.number.to_be_bytes(), [part.over as u8].as_slice(), &part.text].concat();
    sum(Table::Transcripts, room.bits(), part.at, &data)
}

/// A room as SQLite's integers spell it.
pub(super) fn key(room: RoomId) -> i64 {
    room.bits().cast_signed()
}

/// What a failure to read means.
pub(super) fn fault(error: rusqlite::Error, number: u64) -> LoadError {
    use rusqlite::{Error, ErrorCode};
    match error {
        Error::SqliteFailure(failure, _) if failure.code != ErrorCode::DatabaseCorrupt => {
            tracing::warn!(%failure, "the journal cannot be read");
            LoadError::Unavailable
        }
        // A page that is no page, or a value of another type than was written.
        _ => LoadError::Damaged(number),
    }
}

/// All of a room that is to be read, as it was at one moment: up to its newest entries, its `tail`, if it is owned, and otherwise all
/// there is, none of which is in the log then. The tail is asked for before this, so that what is before it is there.
pub(super) fn load(
    connection: &Connection,
    room: RoomId,
    since: Since,
    tail: Option<Tail>,
) -> Result<Book, LoadError> {
    let moment = connection.unchecked_transaction().map_err(|error| fault(error, 0))?;
    let last = match &tail {
        Some(tail) => tail.last,
        None => last(&moment, room)?,
    };
    let checkpoint = match since {
        // One that was written since belongs to a later tail.
        Since::Checkpoint => {
            checkpoint(&moment, room)?.filter(|(number, _)| *number <= last || tail.is_none())
        }
        Since::Opening => None,
    };
    let before = checkpoint.as_ref().map_or(0, |(number, _)| *number);
    // More than were written are as wrong as fewer, unless they were written since.
    let most = if tail.is_some() { last } else { u64::MAX };
    let mut reading = Reading { room, found: before, most, entries: Vec::new() };
    reading.segments(&moment)?;
    if let Some(Tail { after, packed, .. }) = tail.filter(|tail| tail.after <= reading.found) {
        reading.segment(after + 1, &packed)?;
    }
    let Reading { found, entries, .. } = reading;
    if found != last {
        return Err(LoadError::Damaged(found.min(last) + 1));
    }
    Ok(Book { checkpoint, entries })
}

/// The entries of a room as they are found one after the other.
struct Reading {
    room: RoomId,
    /// The number of the last that is found, or before all.
    found: u64,
    /// Where it ends at the latest.
    most: u64,
    entries: Vec<Bytes>,
}

impl Reading {
    /// Reads what is in `segments`.
    fn segments(&mut self, connection: &Connection) -> Result<(), LoadError> {
        let text = "SELECT number, segment FROM segments WHERE room = ?1 AND number >= (
                SELECT coalesce(max(number), 0) FROM segments WHERE room = ?1 AND number <= ?2
            ) ORDER BY number";
        let begin = params![key(self.room), self.found.cast_signed() + 1];
        let next = self.found + 1;
        let mut rows = connection.prepare_cached(text).map_err(|error| fault(error, next))?;
        let mut rows = rows.query(begin).map_err(|error| fault(error, next))?;
        while let Some(row) = rows.next().map_err(|error| fault(error, self.found + 1))? {
            let read = || Ok((row.get::<_, i64>(0)?, row.get_ref(1)?.as_blob()?));
            let (number, segment) = read().map_err(|error| fault(error, self.found + 1))?;
            let number = number.cast_unsigned();
            if number > self.found + 1 {
                break;
            }
            self.segment(number, segment)?;
        }
        Ok(())
    }

    /// Reads a segment that begins with an entry that is found, or with the next one.
    fn segment(&mut self, number: u64, mut segment: &[u8]) -> Result<(), LoadError> {
        for number in number.. {
            if segment.is_empty() || self.found >= self.most {
                break;
            }
            let packed = unpack(&mut segment).ok_or(LoadError::Damaged(self.found + 1))?;
            if number == self.found + 1 {
                self.entries.push(packed.open(self.room, number).ok_or(LoadError::Damaged(number))?);
                self.found = number;
            }
        }
        Ok(())
    }
}

/// The number of the last entry of a room that nobody owns; 0 when it has none, or is unknown.
fn last(connection: &Connection, room: RoomId) -> Result<u64, LoadError> {
    let text = "SELECT last FROM rooms WHERE id = ?1";
    let read = connection
        .prepare_cached(text)
        .and_then(|mut rows| rows.query_row([key(room)], |row| row.get::<_, i64>(0)).optional());
    Ok(read.map_err(|error| fault(error, 0))?.unwrap_or(0).cast_unsigned())
}

/// The checkpoint of a room, if there is one and it is whole: without it the room is folded from its first entry on.
fn checkpoint(connection: &Connection, room: RoomId) -> Result<Option<(u64, Bytes)>, LoadError> {
    let text = "SELECT number, checkpoint, sum FROM checkpoints WHERE room = ?1";
    let read = connection.prepare_cached(text).and_then(|mut rows| {
        rows.query_row([key(room)], |row| {
            Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get::<_, Vec<u8>>(1)?, row.get::<_, i64>(2)?))
        })
        .optional()
    });
    match read.map_err(|error| fault(error, 0)) {
        Ok(Some((number, data, written)))
            if sum(Table::Checkpoints, room.bits(), number, &data) == written =>
        {
            Ok(Some((number, data.into())))
        }
        Ok(Some(_)) | Err(LoadError::Damaged(_)) => {
            tracing::error!(%room, "the checkpoint of a room is damaged; all of its entries are read instead");
            Ok(None)
        }
        Ok(None) => Ok(None),
        Err(LoadError::Unavailable) => Err(LoadError::Unavailable),
    }
}

/// All rooms with entries that can go on, also where these are lost.
pub(super) fn open_rooms(connection: &Connection) -> Result<Vec<Orphan>, LoadError> {
    let text = "SELECT id, card, sum FROM rooms WHERE state = 0 AND last > 0 ORDER BY id";
    let read = || -> rusqlite::Result<Vec<Orphan>> {
        let mut rows = connection.prepare(text)?;
        let rows = rows.query_map([], |row| {
            let room = RoomId::from_bits(row.get::<_, i64>(0)?.cast_unsigned());
            let card: Option<Vec<u8>> = row.get(1)?;
            let written: Option<i64> = row.get(2)?;
            let whole = |card: &Vec<u8>| Some(sum(Table::Cards, room.bits(), 0, card)) == written;
            Ok(Orphan { room, card: card.filter(whole).map(Bytes::from) })
        })?;
        rows.collect()
    };
    read().map_err(|error| fault(error, 0))
}

/// The transcript of a room's match, if that is over.
pub(super) fn transcript(
    connection: &Connection,
    room: RoomId,
    number: u32,
) -> Result<Option<Transcript>, LoadError> {
    let text = "SELECT at, part, over, sum FROM transcripts WHERE room = ?1 AND number = ?2 ORDER BY at";
    let read = || -> rusqlite::Result<Vec<(Part, i64)>> {
        let mut rows = connection.prepare_cached(text)?;
        let rows = rows.query_map(params![key(room), number], |row| {
            let at = row.get::<_, i64>(0)?.cast_unsigned();
            let text: Vec<u8> = row.get(1)?;
            Ok((Part { number, at, text: text.into(), over: row.get(2)? }, row.get(3)?))
        })?;
        rows.collect()
    };
    let parts = read().map_err(|error| fault(error, u64::from(number)))?;
    let Some(over) = parts.last().map(|(part, _)| part.over) else {
        return Ok(None);
    };
    let mut whole = BytesMut::new();
    for (part, written) in parts {
        if part.at != whole.len() as u64 || part_sum(room, &part) != written {
            return Err(LoadError::Damaged(u64::from(number)));
        }
        whole.extend_from_slice(&part.text);
    }
    Ok(Some(Transcript { text: whole.freeze(), over }))
}

/// The player of a token.
pub(super) fn player(connection: &Connection, token: &TokenHash) -> Result<Option<PlayerRecord>, LoadError> {
    let text = "SELECT id, name, seen, sum FROM players WHERE token = ?1";
    let read = connection.prepare_cached(text).and_then(|mut rows| {
        rows.query_row([token.as_slice()], |row| {
            let id = PlayerId::from_bits(row.get::<_, i64>(0)?.cast_unsigned());
            let seen = row.get::<_, i64>(2)?.cast_unsigned();
            Ok((PlayerRecord { id, name: row.get(1)?, seen }, row.get::<_, i64>(3)?))
        })
        .optional()
    });
    match read.map_err(|error| fault(error, 0))? {
        Some((player, written)) if player_sum(token, &player) != written => Err(LoadError::Damaged(0)),
        row => Ok(row.map(|(player, _)| player)),
    }
}

/// The time of the last beat; 0 before the first.
pub(super) fn last_beat(connection: &Connection) -> Result<Millis, LoadError> {
    let read = connection.query_row("SELECT at FROM beats", [], |row| row.get::<_, i64>(0)).optional();
    Ok(read.map_err(|error| fault(error, 0))?.map_or(0, i64::cast_unsigned))
}

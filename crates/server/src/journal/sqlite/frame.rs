//! Frames: entries as bytes, one behind the other, with the sum that tells whether one is what was written.
//!
//! ```text
//! in the log    room 8 | number 8 | packed
//! packed        sum 8 | length 4 | entry
//! ```
//!
//! Numbers are big-endian. The packed entries of a room, one behind the other, are a segment; their numbers follow from where it
//! begins. Invariant: no bytes, whatever they are, are read beyond their end or as an entry of another room or number.

use bytes::Bytes;
use parlour_protocol::RoomId;

use super::rows::{Table, sum};

/// Bytes of a frame of the log before its entry.
pub(super) const HEAD: usize = 28;

/// A frame of the log.
pub(super) struct Frame<'a> {
    pub(super) room: RoomId,
    /// The number of its entry in the room.
    pub(super) number: u64,
    /// The entry as it lies in a segment.
    pub(super) packed: &'a [u8],
}

/// Writes a frame of the log behind others. Answers the packed entry in it.
pub(super) fn write<'a>(frames: &'a mut Vec<u8>, room: RoomId, number: u64, entry: &[u8]) -> &'a [u8] {
    frames.extend(room.bits().to_be_bytes());
    frames.extend(number.to_be_bytes());
    let packed = frames.len();
    frames.extend(sum(Table::Entries, room.bits(), number, entry).to_be_bytes());
    frames.extend(u32::try_from(entry.len()).expect("an entry is a small part of 4 GiB").to_be_bytes());
    frames.extend_from_slice(entry);
    &frames[packed..]
}

/// Reads the frame at the beginning, and leaves what follows it. None if there is no whole frame.
pub(super) fn read<'a>(frames: &mut &'a [u8]) -> Option<Frame<'a>> {
    let mut rest = *frames;
    let room = RoomId::from_bits(u64::from_be_bytes(word(&mut rest)?));
    let number = u64::from_be_bytes(word(&mut rest)?);
    let packed = rest;
    unpack(&mut rest)?;
    let packed = &packed[..packed.len() - rest.len()];
    *frames = rest;
    Some(Frame { room, number, packed })
}

/// An entry in a segment, and the sum that was written with it.
#[derive(Clone, Copy)]
pub(super) struct Packed<'a> {
    sum: i64,
    entry: &'a [u8],
}

impl Packed<'_> {
    /// The entry, if it is what was written as this one.
    pub(super) fn open(self, room: RoomId, number: u64) -> Option<Bytes> {
        let written = sum(Table::Entries, room.bits(), number, self.entry) == self.sum;
        written.then(|| Bytes::copy_from_slice(self.entry))
    }
}

/// Reads the entry at the beginning of a segment, and leaves what follows it. None if there is no whole one.
pub(super) fn unpack<'a>(segment: &mut &'a [u8]) -> Option<Packed<'a>> {
    let mut rest = *segment;
    let sum = i64::from_be_bytes(word(&mut rest)?);
    let length = u32::from_be_bytes(word(&mut rest)?);
    let (entry, rest) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    *segment = rest;
    Some(Packed { sum, entry })
}

fn word<const SIZE: usize>(bytes: &mut &[u8]) -> Option<[u8; SIZE]> {
    let (word, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room() -> RoomId {
        RoomId::from_bits(7)
    }

    fn frames(entries: &[&str]) -> Vec<u8> {
        let mut frames = Vec::new();
        for (number, entry) in (1_u64..).zip(entries) {
            write(&mut frames, room(), number, entry.as_bytes());
        }
        frames
    }

    #[test]
    fn what_is_read_is_what_was_written() {
        let entries = ["", "one", "two and more"];
        let frames = frames(&entries);
        assert_eq!(frames.len(), entries.map(|entry| HEAD + entry.len()).iter().sum::<usize>());
        let mut rest = frames.as_slice();
        for (number, entry) in (1_u64..).zip(entries) {
            let frame = read(&mut rest).expect("a frame");
            assert_eq!((frame.room, frame.number), (room(), number));
            let packed = unpack(&mut { frame.packed }).expect("an entry");
            assert_eq!(packed.open(room(), number).as_deref(), Some(entry.as_bytes()));
            assert_eq!(packed.open(room(), number + 1), None, "of another number");
            assert_eq!(packed.open(RoomId::from_bits(8), number), None, "of another room");
        }
        assert!(rest.is_empty() && read(&mut rest).is_none());
    }

    /// Every prefix, and every single byte changed.
    #[test]
    fn what_was_not_written_is_not_read() {
        let whole = frames(&["one"]);
        let opened = |bytes: &[u8]| {
            let frame = read(&mut { bytes })?;
            unpack(&mut { frame.packed })?.open(room(), 1)
        };
        assert_eq!(opened(&whole).as_deref(), Some(b"one".as_slice()));
        for end in 0..whole.len() {
            assert_eq!(opened(&whole[..end]), None, "up to {end}");
        }
        // Room and number are not of the entry: who reads them compares them.
        for place in 16..whole.len() {
            for bit in 0..8 {
                let mut changed = whole.clone();
                changed[place] ^= 1 << bit;
                assert_eq!(opened(&changed), None, "bit {bit} of byte {place}");
            }
        }
    }
}

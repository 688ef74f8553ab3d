//! What is written to the journal beside a room's entries: checkpoints, cards and transcripts.
//!
//! Invariants: a checkpoint, and the transcript up to it, are written with the entry that follows them; a card with the
//! entry that changes it; the end of a transcript with the entry that ends the match. So whatever is read belongs
//! together, and what was not written is tried again with the next page.

use super::card::Card;
use super::{Decision, Room};
use crate::clock::Millis;
use crate::journal::{Page, Part};

/// Entries between two checkpoints: so many are folded at most when the room comes back.
const INTERVAL: u64 = 64;

/// What the journal has of a room.
pub(super) struct Scribe {
    /// The last entry that the newest checkpoint contains; 0 without one.
    checkpoint: u64,
    /// Whether the newest card there is known to be the room's as it is.
    has_card: bool,
}

/// What is to be remembered of a page while it is being written.
pub(super) struct Note {
    checkpoint: bool,
    card: bool,
    transcript: Vec<Part>,
}

impl Note {
    pub(super) fn of(page: &Page) -> Note {
        let (checkpoint, card) = (page.checkpoint.is_some(), page.card.is_some());
        Note { checkpoint, card, transcript: page.transcript.clone() }
    }
}

impl Scribe {
    /// The scribe of a room whose newest checkpoint was made after entry `checkpoint`.
    pub(super) fn new(checkpoint: u64) -> Scribe {
        Scribe { checkpoint, has_card: false }
    }

    /// What must be written before a decision is committed; none when it changes nothing.
    pub(super) fn page(&self, room: &Room, decision: &Decision) -> Option<Page> {
        let change = decision.change()?;
        let mut page = Page::from(vec![change.record()]);
        if room.seq() >= self.checkpoint + INTERVAL {
            page.checkpoint = room.checkpoint();
            page.transcript.extend(room.transcript.unwritten());
        }
        if change.ends_match() {
            let mut transcript = room.transcript.clone();
            page.transcript.iter().for_each(|part| transcript.forget(part));
            change.record_in(&mut transcript);
            page.transcript.extend(transcript.unwritten());
        }
        if !self.has_card || change.restates() {
            let status = change.status();
            let is_another = !self.has_card || status != room.status();
            page.card = is_another.then(|| Card::new(room.opening(), status).encode());
        }
        Some(page)
    }

    /// Takes note that a page was written and its decision committed.
    pub(super) fn wrote(&mut self, room: &mut Room, note: Note) {
        if note.checkpoint {
            self.checkpoint = room.seq() - 1;
        }
        self.has_card |= note.card;
        note.transcript.iter().for_each(|part| room.transcript.forget(part));
    }

    /// What must be written before the room rests: until `wakes_at` nothing happens in it by itself.
    pub(super) fn resting(&self, room: &Room, wakes_at: Option<Millis>) -> Page {
        let card = Card::new(room.opening(), room.status()).resting(wakes_at);
        Page {
            card: Some(card.encode()),
            checkpoint: room.checkpoint(),
            transcript: room.transcript.unwritten().into_iter().collect(),
            entries: Vec::new(),
        }
    }
}

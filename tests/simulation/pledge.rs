//! A person's part in the shuffles of its rooms: it pledges, contributes or withholds, and checks what is revealed.
//!
//! Invariants checked: every shuffle whose secret comes out, also of an attempt that failed, verifies: commitment, hashes,
//! nonces, and the cards that this person was dealt; a nonce that the server took was mixed in.

use std::collections::BTreeMap;
use std::time::Duration;

use parlour_chance::Chance;
use parlour_client::Fairness;
use parlour_engine::Seed;
use parlour_engine::fair::{Digest, Share};
use parlour_protocol::{Command, Event, RoomEvent, RoomId, RoomState};
use tokio::time::Instant;

/// How long a person waits until it says again what had no effect.
const PAUSE: Duration = Duration::from_secs(1);

/// The parts of one person.
pub(crate) struct Pledger {
    rooms: BTreeMap<RoomId, Part>,
    /// Where its nonces come from.
    seed: Seed,
    /// Rooms in which it had a part so far.
    parts: u32,
    /// Whether it keeps every other nonce to itself.
    withholds: bool,
    pub(crate) tally: Tally,
}

/// Its part in one room.
struct Part {
    fairness: Fairness,
    /// What it said last, and when.
    said: Option<(Said, Instant)>,
}

/// What is said about a commitment: its hash, or its nonce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Hash(Digest),
    Nonce(Digest),
}

/// What was seen of shuffles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Secrets that came out, and were checked.
    pub(crate) revealed: u64,
    /// Of these, those with a nonce of somebody.
    pub(crate) mixed: u64,
    /// Attempts in which somebody withheld a nonce.
    pub(crate) withheld: u64,
    /// Rounds in which own cards were compared, too.
    pub(crate) compared: u64,
}

impl Tally {
    /// Both together.
    pub(crate) fn with(&self, other: &Tally) -> Tally {
        Tally {
            revealed: self.revealed + other.revealed,
            mixed: self.mixed + other.mixed,
            withheld: self.withheld + other.withheld,
            compared: self.compared + other.compared,
        }
    }
}

impl Pledger {
    /// Somebody who takes part; one of four withholds now and then.
    pub(crate) fn new(chance: &mut Chance) -> Pledger {
        let mut bytes = [0; 32];
        bytes.fill_with(|| chance.below(256) as u8);
        Pledger {
            rooms: BTreeMap::new(),
            seed: Seed::new(bytes),
            parts: 0,
            withholds: chance.chance(1, 4),
            tally: Tally::default(),
        }
    }

    /// A snapshot came.
    pub(crate) fn snapshot(&mut self, room: RoomId, state: &RoomState) {
        match self.rooms.get_mut(&room) {
            Some(part) => part.fairness.refresh(state),
            None => {
                let mut fairness = Fairness::new(room, state);
                self.parts += 1;
                fairness.draw_from(self.seed.of_round(self.parts));
                self.rooms.insert(room, Part { fairness, said: None });
            }
        }
    }

    /// The events of a frame came.
    ///
    /// # Errors
    /// When a shuffle was not fair.
    pub(crate) fn frame(&mut self, room: RoomId, events: &[Event]) -> Result<(), String> {
        let part = self.rooms.get_mut(&room).ok_or("a frame came before any snapshot")?;
        let told = part.fairness.update(events);
        told.map_err(|unfair| format!("the shuffle of room {room} was not fair: {unfair}"))?;
        for event in events {
            let Event::Room(RoomEvent::Revealed { shares, .. }) = event else { continue };
            let any = |is: fn(&Share) -> bool| u64::from(shares.values().any(is));
            self.tally.revealed += 1;
            self.tally.mixed += any(|share| matches!(share, Share::Given { .. }));
            self.tally.withheld += any(|share| matches!(share, Share::Withheld { .. }));
            let last = part.fairness.last();
            self.tally.compared += u64::from(matches!(last, Some(Ok(checked)) if checked.dealt));
        }
        Ok(())
    }

    /// What it says now about the shuffle of a room.
    pub(crate) fn says(&mut self, room: RoomId) -> Option<Command> {
        let part = self.rooms.get_mut(&room)?;
        let command = part.fairness.answer()?;
        let says = match &command {
            Command::Pledge { commitment, .. } => Said::Hash(*commitment),
            Command::Contribute { commitment, .. } => Said::Nonce(*commitment),
            _ => return None,
        };
        let keeps =
            matches!(says, Said::Nonce(commitment) if self.withholds && commitment.bytes()[0] % 2 == 0);
        let now = Instant::now();
        let just = part.said.is_some_and(|(said, at)| said == says && now < at + PAUSE);
        if keeps || just {
            return None;
        }
        part.said = Some((says, now));
        Some(command)
    }

    /// It is in a room no more.
    pub(crate) fn forget(&mut self, room: RoomId) {
        self.rooms.remove(&room);
    }
}

//! What all clients together were shown and told, in every life of the server.
//!
//! Invariants checked: a frame is the same for all who see it and whenever it is seen, but for what is hidden; nothing is
//! shown or acknowledged that the disk does not have; no two commands are acknowledged with one frame; a line of chat is
//! said once.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_engine::{Game, Seat, Viewer, rummikub, tichu};
use parlour_protocol::{Event, Invite, Prompt, RoomEvent, RoomId};

use crate::disk::Disk;

/// What all clients know together.
pub(crate) struct Chronicle {
    /// The disk under the server.
    pub(crate) disk: Arc<Disk>,
    /// The rooms of the plan that are open.
    pub(crate) open: BTreeMap<usize, (RoomId, Invite)>,
    /// Rooms whose first match is over.
    pub(crate) over: BTreeSet<RoomId>,
    /// Rooms that failed, and had a reason.
    pub(crate) gone: BTreeSet<RoomId>,
    /// Who is connected and waits for nothing.
    pub(crate) quiet: BTreeMap<usize, bool>,
    /// Whether a bot of the room of Tichu has failed.
    poisoned: Arc<AtomicBool>,
    damaged: Option<RoomId>,
    tales: BTreeMap<RoomId, Tale>,
    digest: DefaultHasher,
    lines: Option<Vec<String>>,
}

/// What happened in a room.
#[derive(Default)]
pub(crate) struct Tale {
    /// What all may know of each frame that somebody saw.
    pub(crate) frames: BTreeMap<u64, Public>,
    /// Which command of whom was acknowledged with a frame.
    acknowledged: BTreeMap<u64, (usize, u64)>,
    /// In which frame a line was said.
    said: BTreeMap<String, u64>,
}

/// A frame as a spectator sees it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Public {
    /// What happened.
    pub(crate) events: Vec<Event>,
    prompt: Option<Prompt>,
}

/// A frame as somebody saw it.
pub(crate) struct Shown {
    /// The room.
    pub(crate) room: RoomId,
    /// Its number.
    pub(crate) seq: u64,
    /// The seat of who saw it.
    pub(crate) seat: Option<Seat>,
    /// What happened.
    pub(crate) events: Vec<Event>,
}

impl Chronicle {
    /// A chronicle without an entry. With `lines` it keeps what goes over the wires.
    pub(crate) fn new(disk: Arc<Disk>, poisoned: Arc<AtomicBool>, lines: bool) -> Chronicle {
        Chronicle {
            disk,
            open: BTreeMap::new(),
            over: BTreeSet::new(),
            gone: BTreeSet::new(),
            quiet: BTreeMap::new(),
            poisoned,
            damaged: None,
            tales: BTreeMap::new(),
            digest: DefaultHasher::new(),
            lines: lines.then(Vec::new),
        }
    }

    /// Takes note of what goes over a wire.
    pub(crate) fn note(&mut self, at: u64, who: usize, line: &str) {
        self.digest.write_u64(at);
        self.digest.write(line.as_bytes());
        if let Some(lines) = &mut self.lines {
            lines.push(format!("{at} {who} {line}"));
        }
    }

    /// The newest lines that went over the wires.
    pub(crate) fn lines(&self) -> &[String] {
        self.lines.as_deref().unwrap_or_default()
    }

    /// A number that stands for all that was sent, and when.
    pub(crate) fn digest(&self) -> u64 {
        self.digest.finish()
    }

    /// Damages the journal of a room of the plan, if it is open.
    pub(crate) fn damage(&mut self, place: usize) {
        self.damaged = self.open.get(&place).map(|&(room, _)| room);
        if let Some(room) = self.damaged {
            self.disk.damage(room);
        }
    }

    /// Whether the journal of a room was damaged.
    pub(crate) fn is_damaged(&self, room: RoomId) -> bool {
        self.damaged == Some(room)
    }

    /// Whether a room has a reason to fail.
    pub(crate) fn may_fail(&self, room: RoomId) -> bool {
        let poisoned = self.poisoned.load(Ordering::Relaxed);
        self.is_damaged(room) || (poisoned && self.open.get(&1).is_some_and(|&(of, _)| of == room))
    }

    /// A room is no more.
    ///
    /// # Errors
    /// When it has no reason to fail.
    pub(crate) fn lost(&mut self, room: RoomId) -> Result<(), String> {
        if !self.may_fail(room) {
            return Err(format!("room {room} is gone"));
        }
        self.gone.insert(room);
        Ok(())
    }

    /// Whether the matches of the plan are over, and everybody is connected and waits for nothing.
    pub(crate) fn is_finished(&self) -> bool {
        let over = |room| self.over.contains(room) || self.gone.contains(room);
        self.open.len() == 2
            && self.open.values().all(|(room, _)| over(room))
            && self.quiet.values().all(|&quiet| quiet)
    }

    /// The tales of all rooms.
    pub(crate) fn tales(&self) -> impl Iterator<Item = (RoomId, &Tale)> {
        self.tales.iter().map(|(&room, tale)| (room, tale))
    }

    /// Somebody saw a frame.
    ///
    /// # Errors
    /// When somebody saw another one with this number, or the disk does not have it.
    pub(crate) fn shown(&mut self, shown: &Shown, prompt: &Option<Prompt>) -> Result<(), String> {
        self.is_committed(shown.room, shown.seq)?;
        let public = Public {
            events: shown.events.iter().map(public).collect(),
            prompt: prompt.clone().map(|prompt| Prompt { legal: None, ..prompt }),
        };
        for event in &public.events {
            match event {
                Event::Rummikub(rummikub::Event::MatchEnded { .. })
                | Event::Tichu(tichu::Event::MatchEnded { .. }) => drop(self.over.insert(shown.room)),
                _ => {}
            }
        }
        let tale = self.tales.entry(shown.room).or_default();
        for event in &public.events {
            if let Event::Room(RoomEvent::Chat(line)) = event {
                let first = *tale.said.entry(line.text.clone()).or_insert(shown.seq);
                if first != shown.seq {
                    let (text, seq) = (&line.text, shown.seq);
                    return Err(format!("{text:?} was said in frame {first} and again in frame {seq}"));
                }
            }
        }
        let known = tale.frames.entry(shown.seq).or_insert_with(|| public.clone());
        if *known != public {
            return Err(format!("frame {} was {known:?}, and now is {public:?}", shown.seq));
        }
        Ok(())
    }

    /// A command was acknowledged with a frame.
    ///
    /// # Errors
    /// When another one was, or the disk does not have it.
    pub(crate) fn acknowledged(&mut self, room: RoomId, who: usize, id: u64, seq: u64) -> Result<(), String> {
        self.is_committed(room, seq)?;
        let tale = self.tales.entry(room).or_default();
        let of = *tale.acknowledged.entry(seq).or_insert((who, id));
        if of != (who, id) {
            return Err(format!("frame {seq} acknowledges command {id} of {who}, and another: {of:?}"));
        }
        Ok(())
    }

    /// Nothing is shown before it is written down.
    ///
    /// # Errors
    /// When it was.
    pub(crate) fn is_committed(&self, room: RoomId, seq: u64) -> Result<(), String> {
        match self.disk.committed(room) {
            committed if seq <= committed => Ok(()),
            committed => Err(format!("frame {seq} is out, and the disk has {committed} entries")),
        }
    }
}

/// An event as spectators see it.
fn public(event: &Event) -> Event {
    match event {
        Event::Room(event) => Event::Room(event.clone()),
        Event::Rummikub(event) => Event::Rummikub(rummikub::Match::seen_by(event, Viewer::Spectator)),
        Event::Tichu(event) => Event::Tichu(tichu::Match::seen_by(event, Viewer::Spectator)),
    }
}

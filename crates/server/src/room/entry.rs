//! What a room takes, and how the journal writes it down.
//!
//! Invariants: entry number `n` of a journal is the room's frame number `n`, and the first is its opening; a room is a
//! function of its entries. The format is private to this crate: nobody else reads a journal.

use bytes::Bytes;
use parlour_engine::fair::Secret;
use parlour_engine::{Action, Seat, Variant};
use parlour_protocol::{Envelope, Invite, PlayerId, Practice, RoomId};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::alarm::Alarm;
use crate::clock::Millis;

/// More bytes than almost all entries take.
const USUAL: usize = 256;

/// How a room begins. Its settings are written down with it, so that it goes on with them after a restart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// The room's id.
    pub room: RoomId,
    /// What opens it.
    pub invite: Invite,
    /// Its title: valid, see [`crate::text::title`].
    pub title: String,
    /// Whether it is in the list of public rooms.
    pub public: bool,
    /// The game and its options; they make sense.
    pub variant: Variant,
    /// Whether players may ask the referee for hints.
    pub hints: bool,
    /// How a practice room is dealt: it is private, and one player plays there among bots. Its position makes sense.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub practice: Option<Practice>,
    /// Who opens it, and is its first host and member. Not connected yet.
    pub host: Guest,
    /// How the room behaves.
    pub settings: Settings,
    /// The command that opens it: repeated, it is answered with this room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Envelope>,
    /// When it was opened.
    pub at: Millis,
}

/// How a room behaves; times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// How long the table waits for everybody's `ready` between two rounds.
    pub next_round_ms: u64,
    /// How long a player without a connection holds up a table without a clock, or stays the host.
    pub absent_ms: u64,
    /// For how long in a match the clock of a seat waits while its player has no connection. Rooms that are older
    /// than banks have none.
    #[serde(default)]
    pub away_bank_ms: u64,
    /// How long a bot thinks while people are in the room.
    pub think_ms: u64,
    /// How long a room without anybody connected stays open.
    pub idle_ms: u64,
    /// How many spectators it takes.
    pub spectators: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            next_round_ms: 15_000,
            absent_ms: 120_000,
            away_bank_ms: 60_000,
            think_ms: 700,
            idle_ms: 3_600_000,
            spectators: 50,
        }
    }
}

/// A player at the door.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guest {
    /// Who.
    pub player: PlayerId,
    /// The name: valid, see [`crate::text::name`]. The room makes it unlike the others' names.
    pub name: String,
}

/// What a guest shows at the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Key {
    /// The room's id: opens a public room, and any room for those who are in.
    Id,
    /// An invite.
    Invite(Invite),
}

/// All that can happen to a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "input", rename_all = "snake_case")]
pub enum Input {
    /// A guest knocks.
    Join {
        /// Who.
        guest: Guest,
        /// What the guest shows.
        key: Key,
        /// The command.
        envelope: Envelope,
    },
    /// A player asks for something.
    Command {
        /// Who.
        player: PlayerId,
        /// The command.
        envelope: Envelope,
    },
    /// A player's connection is there, or is lost.
    Presence {
        /// Whose.
        player: PlayerId,
        /// Whether it is there.
        connected: bool,
    },
    /// A player has another name.
    Rename {
        /// Who, with the new name.
        guest: Guest,
    },
    /// Who looks after the server closes the room.
    Close,
    /// A time that [`super::Room::alarms`] named has come.
    Alarm(Alarm),
    /// A bot decided.
    Bot {
        /// The seat that it plays.
        seat: Seat,
        /// The number of the prompt that it saw.
        prompt: u64,
        /// What it does.
        action: Action,
    },
    /// The room came into memory from its journal, and no connection is left.
    Adopted {
        /// Until when it was served: what was missing since then is added to its clocks. None when it rested, and time
        /// went on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<Millis>,
    },
}

/// A line of a room's journal. It is written of an input that is only borrowed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "entries are made one at a time and encoded at once")]
pub(crate) enum Entry<I = Input> {
    /// The first.
    Opening(Opened),
    /// An input that was accepted and changed something.
    Accepted(Accepted<I>),
}

/// How a room began, with the secret of its first deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Opened {
    pub(crate) secret: Secret,
    #[serde(flatten)]
    pub(crate) opening: Opening,
}

/// An input that was accepted, with the two things that come from outside: time and chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Accepted<I = Input> {
    pub(crate) at: Millis,
    /// The secret that it had the room commit to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) secret: Option<Secret>,
    #[serde(flatten)]
    pub(crate) input: I,
}

/// A journal that no room has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Corrupt {
    /// There is no entry.
    #[error("the journal is empty")]
    Empty,
    /// An entry cannot be read.
    #[error("entry {0} cannot be read")]
    Unreadable(u64),
    /// An entry does not follow from those before it.
    #[error("entry {0} does not follow from those before it")]
    Impossible(u64),
}

impl<I: Serialize> Entry<I> {
    pub(crate) fn encode(&self) -> Bytes {
        let mut bytes = Vec::with_capacity(USUAL);
        serde_json::to_writer(&mut bytes, self).expect("entries have string keys and finite numbers only");
        bytes.into()
    }
}

impl Entry {
    pub(crate) fn decode(bytes: &[u8]) -> Option<Entry> {
        serde_json::from_slice(bytes).ok()
    }
}

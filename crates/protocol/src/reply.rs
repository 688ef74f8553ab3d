//! The answer to a command.
//!
//! Invariant: every command gets exactly one; a repeated command gets the same one again.

use parlour_engine::Hint;
use serde::{Deserialize, Serialize};

use crate::{ErrorReply, Event, Invite, PlayerId, RoomId, Token};

/// The answer to the command with the id `re`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Reply {
    /// The id of the command; none when the message was so wrong that it had none.
    pub re: Option<u64>,
    /// How it went.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// How a command went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "messages are made one at a time and encoded at once")]
pub enum Outcome {
    /// Done.
    Ok {
        /// The frame of the room that shows what it did; sent before this answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        seq: Option<u64>,
        /// The room that was created or joined.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        room: Option<RoomId>,
        /// The invite of the room that was created.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        invite: Option<Invite>,
        /// The server's time, in milliseconds of Unix time: the answer to `ping`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        now: Option<u64>,
    },
    /// The answer to `hello`.
    Welcome(Welcome),
    /// The answer to `hint`.
    Hint {
        /// What the referee advises.
        hint: Hint,
    },
    /// The answer to `record`.
    Record(Record),
    /// Not done, and nothing changed.
    Error(ErrorReply),
}

impl Outcome {
    /// Done, and no more to say.
    pub const DONE: Outcome = Outcome::Ok { seq: None, room: None, invite: None, now: None };
}

/// A page of what happened in a match, no longer than a text frame of a client may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Record {
    /// The number of the match.
    pub number: u32,
    /// The number of the first move here, from 0.
    pub from: u32,
    /// The moves in order.
    pub moves: Vec<Move>,
    /// Where the next page begins; none when this is the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub next: Option<u32>,
}

/// What one input caused in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Move {
    /// The round, from 1.
    pub round: u16,
    /// What happened, in order; in full if the round is over.
    pub events: Vec<Event>,
}

/// Who one is, and what holds here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Welcome {
    /// The protocol number that both speak.
    pub protocol: u32,
    /// The server's name and version.
    pub server: String,
    /// Who one is for the others.
    pub player: PlayerId,
    /// One's name.
    pub name: String,
    /// The token to come back with; only when this `hello` made a new player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub token: Option<Token>,
    /// The highest id that this player has used; the next command takes a higher one, a repeated one its own.
    pub last_id: u64,
    /// The rooms that this player is in.
    pub rooms: Vec<RoomId>,
    /// The server's time, in milliseconds of Unix time.
    pub now: u64,
    /// What holds here.
    pub limits: Limits,
}

/// What holds on this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Limits {
    /// The longest text frame that a client may send, in bytes.
    pub frame_bytes: u32,
    /// The longest chat line, in characters.
    pub chat_chars: u32,
    /// The longest name, in characters.
    pub name_chars: u32,
    /// Seconds between the server's pings.
    pub ping_seconds: u32,
    /// Seconds of silence after which the server closes the socket.
    pub silence_seconds: u32,
    /// After so many seconds the table is asked about a player who is away and holds it up.
    pub absent_seconds: u32,
}

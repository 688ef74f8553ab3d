//! What a server sends unasked.
//!
//! Invariant: the numbers of a room's `events` frames are contiguous for each viewer; a `snapshot` says from which
//! number on they go on.

use parlour_engine::View;
use serde::{Deserialize, Serialize};

use crate::{Event, Prompt, RoomId, RoomState, RoomSummary};

/// What a server sends unasked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "messages are made one at a time and encoded at once")]
pub enum Push {
    /// All that one command or deadline caused in a room.
    Events {
        /// The room.
        room: RoomId,
        /// One more than the frame before.
        seq: u64,
        /// What happened, in order.
        events: Vec<Event>,
        /// What the room waits for now, when that changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        prompt: Option<Prompt>,
        /// The match as the viewer may know it now: for clients that asked for views, when it changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        view: Option<View>,
    },
    /// All that the viewer may know of a room.
    Snapshot {
        /// The room.
        room: RoomId,
        /// The number of the last frame that is contained; the next frame has one more.
        seq: u64,
        /// The room.
        state: RoomState,
    },
    /// The public rooms.
    Lobby(Lobby),
    /// This connection gets no more of a room: the player left it, was sent away, or the room closed.
    Gone {
        /// The room.
        room: RoomId,
        /// Why, when it is not one of these.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        reason: Option<GoneReason>,
    },
    /// Something about the whole server.
    Notice(Notice),
}

/// Why a room is no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GoneReason {
    /// What was written down about it is damaged, or the server has a fault. It cannot go on.
    Failed,
}

/// The public rooms that can be joined or watched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Lobby {
    /// The rooms, the newest first, at most 100.
    pub rooms: Vec<RoomSummary>,
}

/// Something about the whole server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Notice {
    /// The server will restart; the client comes back by itself.
    Restart {
        /// When it stops, in milliseconds of Unix time.
        at: u64,
        /// How long the client waits before it comes back, in milliseconds after its socket is closed. It is another for
        /// each client, so that they do not all come at once.
        #[serde(default)]
        retry_ms: u32,
    },
    /// Another connection of the same player took over; this one is closed.
    TakenOver,
    /// Who looks after the server says something to all.
    Message {
        /// What: 1 to 300 characters.
        text: String,
    },
}

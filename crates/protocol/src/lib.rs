//! What travels over the socket.
//!
//! A client sends [`Command`]s, each with an id of its own; the server answers each with exactly one [`Reply`] and
//! sends [`Push`]es when something happened. [`decode`] and [`encode`] are the only JSON codec of the project;
//! the TypeScript types and the JSON Schema are derived from the same definitions.

mod close;
mod codec;
mod command;
mod error;
mod event;
mod id;
mod prompt;
mod push;
mod reply;
mod room;
mod shuffle;

pub use close::{CloseCode, Return};
pub use codec::{Envelope, Malformed, decode, decode_server, encode};
pub use command::{Command, Create, Hello, Practice, Resume, Versions};
pub use error::{Code, ErrorClass, ErrorCode, ErrorReply};
pub use event::{Event, RoomEvent};
pub use id::{Invite, PlayerId, RoomId, Token, UnreadableId};
pub use prompt::{Expects, Prompt};
pub use push::{GoneReason, Lobby, Notice, Push};
pub use reply::{Limits, Move, Outcome, Record, Reply, Welcome};
pub use room::{
    Cast, Channel, ChatLine, Choice, Emote, Occupant, Player, RoomState, RoomSummary, SeatState, Shown,
    Stage, Vote, You,
};
pub use shuffle::{ShuffleStage, ShuffleState};

/// The protocol's number: a change that an old client could misread makes a new one.
pub const VERSION: u32 = 1;

/// The longest chat line, in characters after trimming.
pub const CHAT_CHARS: usize = 300;

/// The longest name of a player or title of a room, in characters after trimming.
pub const NAME_CHARS: usize = 24;

/// The longest text frame that a client may send, in bytes.
pub const FRAME_BYTES: usize = 8 * 1024;

/// How deep the lists and objects of a command may lie in one another, the command itself counted. It is the limit of
/// `serde_json` for what it must put aside.
pub const DEPTH: usize = 127;

/// What a server sends: answers and pushes travel on one socket.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(untagged)]
#[allow(clippy::large_enum_variant, reason = "messages are made one at a time and encoded at once")]
pub enum ServerMessage {
    /// The answer to a command.
    Reply(Reply),
    /// Something happened.
    Push(Push),
}

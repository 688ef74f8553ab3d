//! The answer to a command.
//!
//! Invariant: every command gets exactly one; a repeated command gets the same one again.

use parlour_engine::{rummikub, tichu};
use serde::{Deserialize, Serialize};

use crate::{Invite, PlayerId, Prompt, RoomId, Token};

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
    /// Not done, and nothing changed.
    Error(ErrorReply),
}

impl Outcome {
    /// Done, and no more to say.
    pub const DONE: Outcome = Outcome::Ok { seq: None, room: None, invite: None, now: None };
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
}

/// Why a command was not done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ErrorReply {
    /// Whose fault it is.
    pub class: ErrorClass,
    /// What is wrong, for programs.
    pub code: Code,
    /// What is wrong, for the author of a client; never shown to players.
    pub message: String,
    /// Whether the same command may succeed later without a change.
    pub retry: bool,
    /// When to try again, in milliseconds from now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub retry_ms: Option<u32>,
    /// What the room waits for now, when the command came too late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub prompt: Option<Prompt>,
}

/// Whose fault an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorClass {
    /// The message was wrong, and will be wrong again.
    Message,
    /// The state is another than the command assumed.
    State,
    /// The rules refuse the action.
    Rules,
    /// Too much or too fast.
    Limit,
    /// The server cannot do it now.
    Server,
}

/// What is wrong: the room's codes, or the referee's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(untagged)]
pub enum Code {
    /// The room or the server rejects.
    Rejected(ErrorCode),
    /// The rules of Rummikub refuse.
    Rummikub(rummikub::Illegal),
    /// The rules of Tichu refuse.
    Tichu(tichu::Illegal),
}

/// Why the room or the server rejects a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// Not a JSON object with an `id` and a `type`.
    Malformed,
    /// No command has this type.
    UnknownType,
    /// A field is missing or is not what it should be.
    BadField,
    /// The first command must be `hello`.
    HelloFirst,
    /// `hello` was said already.
    HelloTwice,
    /// The client speaks no protocol that the server speaks.
    ProtocolMismatch,
    /// The token is unknown here; say `hello` without it to become a new player.
    UnknownToken,
    /// The id was used for another command.
    IdReused,
    /// The id is older than the answers that are kept.
    IdExpired,
    /// A name has 1 to 24 characters, none of them control characters.
    BadName,
    /// A chat line has 1 to 300 characters.
    BadChat,
    /// The variant's options make no sense.
    BadVariant,
    /// There is no such room, or it is private and there was no invite.
    NoSuchRoom,
    /// No room has this invite.
    BadInvite,
    /// The player is not in the room.
    NotInRoom,
    /// The room takes no more spectators.
    RoomFull,
    /// The table has no such seat.
    NoSuchSeat,
    /// Somebody sits there.
    SeatTaken,
    /// Nobody sits there.
    SeatEmpty,
    /// The player has no seat.
    NotSeated,
    /// Only the host may do it.
    NotHost,
    /// Not while a match runs.
    MatchRunning,
    /// No match runs.
    NoMatch,
    /// A seat is free, or a player is not ready.
    NotReady,
    /// The action is of the other game.
    OtherGame,
    /// Something else is expected by now; the newest prompt stands beside this.
    StalePrompt,
    /// The action answers a prompt and must echo its number.
    PromptRequired,
    /// Too many messages; try again later.
    RateLimited,
    /// The player has too many rooms, or the server has.
    TooManyRooms,
    /// The server cannot write its journal now.
    Unavailable,
    /// The server is about to restart.
    ShuttingDown,
}

//! Why a command was not done.
//!
//! Invariant: an answer with `retry` is not kept, so the same command may be sent again, even with the same id.

use parlour_engine::{rummikub, tichu};
use serde::{Deserialize, Serialize};

use crate::Prompt;

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
    /// Whether the same command, even with the same id, may succeed later without a change.
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
    /// The room failed: what was written down about it is damaged, or the server has a fault.
    RoomFailed,
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
    /// The room gives no hints.
    HintsOff,
    /// There is nothing to advise now.
    NoHint,
    /// Only in a practice room.
    NotPractice,
    /// A practice room has one player, beside bots.
    PracticeRoom,
    /// No match of the game can stand as the position says.
    BadPosition,
    /// The player has done nothing in this round that could be taken back.
    NothingToTakeBack,
    /// There is no vote, or it is about the player's own seat.
    NoVote,
    /// Only somebody who watches without a seat may be shown a hand.
    NotWatching,
    /// Something else is expected by now; the newest prompt stands beside this.
    StalePrompt,
    /// Another shuffle is agreed upon by now, or this one is too far for it.
    StaleShuffle,
    /// The nonce does not fit the hash that was sent before.
    BadNonce,
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

impl ErrorReply {
    /// The answer with this code, and nothing beside it.
    pub fn new(code: ErrorCode) -> ErrorReply {
        ErrorReply {
            class: code.class(),
            code: Code::Rejected(code),
            message: code.message().to_owned(),
            retry: code.retry(),
            retry_ms: None,
            prompt: None,
        }
    }
}

impl ErrorCode {
    /// Whose fault it is.
    pub fn class(self) -> ErrorClass {
        match self {
            ErrorCode::Malformed
            | ErrorCode::UnknownType
            | ErrorCode::BadField
            | ErrorCode::HelloFirst
            | ErrorCode::HelloTwice
            | ErrorCode::ProtocolMismatch
            | ErrorCode::UnknownToken
            | ErrorCode::IdReused
            | ErrorCode::IdExpired
            | ErrorCode::BadName
            | ErrorCode::BadChat
            | ErrorCode::BadVariant
            | ErrorCode::NoSuchSeat
            | ErrorCode::BadPosition
            | ErrorCode::OtherGame
            | ErrorCode::BadNonce
            | ErrorCode::PromptRequired => ErrorClass::Message,
            ErrorCode::NoSuchRoom
            | ErrorCode::RoomFailed
            | ErrorCode::BadInvite
            | ErrorCode::NotInRoom
            | ErrorCode::SeatTaken
            | ErrorCode::SeatEmpty
            | ErrorCode::NotSeated
            | ErrorCode::NotHost
            | ErrorCode::MatchRunning
            | ErrorCode::NoMatch
            | ErrorCode::NotReady
            | ErrorCode::HintsOff
            | ErrorCode::NoHint
            | ErrorCode::NotPractice
            | ErrorCode::PracticeRoom
            | ErrorCode::NothingToTakeBack
            | ErrorCode::NoVote
            | ErrorCode::NotWatching
            | ErrorCode::StalePrompt
            | ErrorCode::StaleShuffle => ErrorClass::State,
            ErrorCode::RoomFull | ErrorCode::RateLimited | ErrorCode::TooManyRooms => ErrorClass::Limit,
            ErrorCode::Unavailable | ErrorCode::ShuttingDown => ErrorClass::Server,
        }
    }

    /// Whether the same command may succeed later without a change of its own.
    pub fn retry(self) -> bool {
        matches!(self.class(), ErrorClass::Limit | ErrorClass::Server)
    }

    /// What is wrong, for the author of a client.
    pub fn message(self) -> &'static str {
        match self {
            ErrorCode::Malformed => "a command is a JSON object with an id and a type",
            ErrorCode::UnknownType => "no command has this type",
            ErrorCode::BadField => "a field is missing or is not what it should be",
            ErrorCode::HelloFirst => "the first command must be hello",
            ErrorCode::HelloTwice => "hello was said already",
            ErrorCode::ProtocolMismatch => "no protocol number is spoken by both sides",
            ErrorCode::UnknownToken => {
                "the token is unknown here; say hello without it to become a new player"
            }
            ErrorCode::IdReused => "the id was used for another command",
            ErrorCode::IdExpired => "the id is older than the answers that are kept",
            ErrorCode::BadName => {
                "a name has 1 to 24 characters, none of them control characters, and is no bot's"
            }
            ErrorCode::BadChat => "a chat line has 1 to 300 characters, none of them control characters",
            ErrorCode::BadVariant => "the options of the variant make no sense",
            ErrorCode::NoSuchRoom => "there is no such room, or it is private and there was no invite",
            ErrorCode::RoomFailed => "the room failed and cannot go on",
            ErrorCode::BadInvite => "no room has this invite",
            ErrorCode::NotInRoom => "join the room first",
            ErrorCode::RoomFull => "the room takes no more spectators",
            ErrorCode::NoSuchSeat => "the table has no such seat",
            ErrorCode::SeatTaken => "somebody sits there",
            ErrorCode::SeatEmpty => "nobody sits there",
            ErrorCode::NotSeated => "take a seat first",
            ErrorCode::NotHost => "only the host may do it",
            ErrorCode::MatchRunning => "not while a match runs",
            ErrorCode::NoMatch => "no match runs",
            ErrorCode::NotReady => "a seat is free, or a player is not ready",
            ErrorCode::OtherGame => "the action is of the other game",
            ErrorCode::HintsOff => "the room gives no hints",
            ErrorCode::NoHint => "there is nothing to advise now",
            ErrorCode::NotPractice => "only in a practice room",
            ErrorCode::PracticeRoom => "a practice room has one player, beside bots",
            ErrorCode::BadPosition => "no match of this game can stand as the position says",
            ErrorCode::NothingToTakeBack => "there is nothing to take back in this round",
            ErrorCode::NoVote => "there is no vote in which this seat has a voice",
            ErrorCode::NotWatching => "only somebody who watches without a seat may be shown a hand",
            ErrorCode::StalePrompt => "something else is expected by now",
            ErrorCode::StaleShuffle => "another shuffle is agreed upon by now, or this one is too far for it",
            ErrorCode::BadNonce => "the nonce does not fit the hash that was sent before",
            ErrorCode::PromptRequired => "the action answers a prompt and must echo its number",
            ErrorCode::RateLimited => "too many messages; try again later",
            ErrorCode::TooManyRooms => "the player has too many rooms, or the server has",
            ErrorCode::Unavailable => "the server cannot write its journal now",
            ErrorCode::ShuttingDown => "the server is about to restart",
        }
    }
}

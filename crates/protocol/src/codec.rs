//! From text to commands and back.
//!
//! Invariants: decoding never panics, whatever the text; what cannot be decoded says why, with the id if it had one;
//! unknown fields are ignored.

use serde::{Deserialize, Serialize};
use serde_json::error::Category;

use crate::{Command, ErrorCode, ServerMessage};

/// A command with the client's id for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Envelope {
    /// A number of the client's choice, higher than all before, at most 2^53 - 1.
    pub id: u64,
    /// What it asks.
    #[serde(flatten)]
    pub command: Command,
}

/// Why a text is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The id, if it could be read.
    pub id: Option<u64>,
    /// What is wrong: `malformed`, `unknown_type` or `bad_field`.
    pub code: ErrorCode,
    /// Where and why, for the author of the client.
    pub message: String,
}

/// What is looked at before all else.
#[derive(Deserialize)]
struct Head {
    id: Option<u64>,
    r#type: Option<String>,
}

/// The highest id: what a JSON number holds exactly everywhere.
const LAST_ID: u64 = (1 << 53) - 1;

/// Every `type` that a command can have.
const TYPES: [&str; 25] = [
    "hello",
    "rename",
    "lobby",
    "create",
    "join",
    "leave",
    "sit",
    "stand",
    "ready",
    "pledge",
    "contribute",
    "bot",
    "remove",
    "start",
    "act",
    "hint",
    "take_back",
    "record",
    "vote",
    "ask_hand",
    "show_hand",
    "emote",
    "chat",
    "snapshot",
    "ping",
];

/// Reads a command.
pub fn decode(text: &str) -> Result<Envelope, Malformed> {
    let malformed = |id, code, message: &dyn ToString| Malformed { id, code, message: message.to_string() };
    let head: Head =
        serde_json::from_str(text).map_err(|error| malformed(None, ErrorCode::Malformed, &error))?;
    let id = match head.id {
        Some(id) if id <= LAST_ID => id,
        _ => {
            return Err(malformed(
                None,
                ErrorCode::Malformed,
                &"id must be a whole number from 0 to 2^53 - 1",
            ));
        }
    };
    match head.r#type.as_deref() {
        None => Err(malformed(Some(id), ErrorCode::Malformed, &"type is missing")),
        Some(name) if !TYPES.contains(&name) => {
            Err(malformed(Some(id), ErrorCode::UnknownType, &"no command has this type"))
        }
        Some(_) => {
            let command = serde_json::from_str(text)
                .map_err(|error| malformed(Some(id), ErrorCode::BadField, &error))?;
            Ok(Envelope { id, command })
        }
    }
}

/// Reads what a server sent.
pub fn decode_server(text: &str) -> Result<ServerMessage, String> {
    serde_json::from_str(text).map_err(|error| match error.classify() {
        Category::Data => format!("not a message of this protocol: {error}"),
        Category::Syntax | Category::Eof | Category::Io => format!("not JSON: {error}"),
    })
}

/// Writes a message of either direction.
pub fn encode<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("messages have string keys and finite numbers only")
}

//! From text to commands and back.
//!
//! Invariants: decoding never panics, whatever the text; what cannot be decoded says why, with the id if it had one;
//! unknown fields are ignored, if what they hold can be read and the text nests no deeper than [`DEPTH`](crate::DEPTH), and for all commands alike.

use parlour_engine::{Action, View};
use serde::{Deserialize, Serialize};
use serde_json::error::Category;

use crate::{Command, ErrorCode, Event, Invite, Outcome, Prompt, Push, Reply, RoomId, ServerMessage};

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

/// The command that is sent most often, with the fields of [`Command::Act`] and of [`Envelope`]. It is read in one pass: the
/// `type` of a command may come last, so whatever is read by it must be put aside first. One with more fields is read as all
/// others are, which look at what they ignore.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Act<'a> {
    id: u64,
    r#type: &'a str,
    room: RoomId,
    #[serde(default)]
    prompt: Option<u64>,
    action: Action,
}

/// Reads an `act`; none if it is no valid one.
fn decode_act(text: &str) -> Option<Envelope> {
    if !text.contains("\"act\"") {
        return None;
    }
    let Act { id, r#type, room, prompt, action } = serde_json::from_str(text).ok()?;
    (r#type == "act" && id <= LAST_ID)
        .then_some(Envelope { id, command: Command::Act { room, prompt, action } })
}

/// Reads a command.
pub fn decode(text: &str) -> Result<Envelope, Malformed> {
    if text.trim_start().starts_with('[') {
        // The fields of a command would be read from a list in their order, too.
        let message = "a command is an object".to_owned();
        return Err(Malformed { id: None, code: ErrorCode::Malformed, message });
    }
    decode_act(text).map_or_else(|| decode_any(text), Ok)
}

fn decode_any(text: &str) -> Result<Envelope, Malformed> {
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

/// A frame of a room: that and [`Done`] are nearly all that a server sends. Read as itself its fields need not be kept until it
/// is known which kind of message it is, and that is most of the work.
#[derive(Deserialize)]
struct Frame {
    #[serde(rename = "type")]
    _kind: OfFrame,
    room: RoomId,
    seq: u64,
    events: Vec<Event>,
    prompt: Option<Prompt>,
    view: Option<View>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum OfFrame {
    Events,
}

/// The answer to a command that was done.
#[derive(Deserialize)]
struct Done {
    re: Option<u64>,
    #[serde(rename = "type")]
    _kind: OfDone,
    seq: Option<u64>,
    room: Option<RoomId>,
    invite: Option<Invite>,
    now: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum OfDone {
    Ok,
}

/// How the frames of this server begin, and its answers. A message that begins otherwise is read all the same.
const FRAME: &str = r#"{"type":"events","#;
const ANSWER: &str = r#"{"re":"#;

/// Reads what a server sent.
///
/// # Errors
/// Why it is no message of this protocol, in words.
pub fn decode_server(text: &str) -> Result<ServerMessage, String> {
    let expected = if text.starts_with(FRAME) {
        serde_json::from_str(text).ok().map(|Frame { _kind, room, seq, events, prompt, view }| {
            ServerMessage::Push(Push::Events { room, seq, events, prompt, view })
        })
    } else if text.starts_with(ANSWER) {
        serde_json::from_str(text).ok().map(|Done { re, _kind, seq, room, invite, now }| {
            ServerMessage::Reply(Reply { re, outcome: Outcome::Ok { seq, room, invite, now } })
        })
    } else {
        None
    };
    // This reads all others, and tells what is wrong with a message that is none.
    let any = || serde_json::from_str(text);
    expected.map_or_else(any, Ok).map_err(|error| match error.classify() {
        Category::Data => format!("not a message of this protocol: {error}"),
        Category::Syntax | Category::Eof | Category::Io => format!("not JSON: {error}"),
    })
}

/// More bytes than most messages take, so that their text is not moved while it grows.
const USUAL: usize = 512;

/// Writes a message of either direction.
pub fn encode<T: Serialize>(message: &T) -> String {
    let mut text = Vec::with_capacity(USUAL);
    serde_json::to_writer(&mut text, message).expect("messages have string keys and finite numbers only");
    String::from_utf8(text).expect("JSON is written in UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DEPTH;

    /// In whatever order the fields come, a message is what its type says.
    #[test]
    fn messages_are_read_as_what_they_are() {
        let texts = [
            r#"{"type":"events","room":"3K7Q0ZTM","seq":5,"events":[{"of":"tichu","kind":"passed","seat":1}],"prompt":{"number":3,"seats":[0],"expects":"ready"}}"#,
            r#"{"seq":5,"events":[],"new":[{}],"room":"3K7Q0ZTM","type":"events"}"#,
            r#"{"type":"gone","room":"3K7Q0ZTM"}"#,
            r#"{"room":"3K7Q0ZTM","type":"gone"}"#,
            r#"{"re":7,"type":"ok","seq":5}"#,
            r#"{"re":null,"type":"ok"}"#,
            r#"{"re":7,"type":"ok","room":"3K7Q0ZTM","new":[1],"now":9}"#,
            r#"{"re":7,"type":"ok","type":"error"}"#,
            r#"{"re":7,"type":"ok","room":7}"#,
            r#"{"type":"ok","re":7}"#,
            r#"{"type":"ok"}"#,
            r#"{"type":"events","type":"gone","room":"3K7Q0ZTM","seq":5,"events":[]}"#,
            r#"{"type":"events","room":"3K7Q0ZTM","seq":5,"events":[{}]}"#,
            r#"{"type":"events","room":"3K7Q0ZTM","seq":5}"#,
            r#"{"re":7,"type":"events","room":"3K7Q0ZTM","seq":5,"events":[]}"#,
            r#"{"re":7}"#,
            r#"{"type":"events""#,
        ];
        for text in texts {
            assert_eq!(decode_server(text).ok(), serde_json::from_str(text).ok(), "{text}");
        }
        assert!(decode_server(texts[0]).is_ok() && decode_server(texts[4]).is_ok());
        for (text, why) in [("{", "not JSON: "), ("{}", "not a message of this protocol: ")] {
            assert!(decode_server(text).is_err_and(|error| error.starts_with(why)), "{text}");
        }
    }

    #[test]
    fn a_list_of_fields_is_no_command() {
        for text in [
            r#"[7,"ping"]"#,
            r#" [7,"act","00000001",3,{"game":"tichu","kind":"pass"}]"#,
            r#"[{"id":7,"type":"ping"}]"#,
            "[]",
            "[",
        ] {
            let malformed = decode(text).expect_err(text);
            assert_eq!((malformed.id, malformed.code), (None, ErrorCode::Malformed), "{text}");
        }
    }

    /// Each command with fields that it can be read from.
    const COMMANDS: [&str; 25] = [
        r#""type":"hello","protocol":{"min":1,"max":1},"client":"c","name":"n""#,
        r#""type":"rename","name":"n""#,
        r#""type":"lobby","watch":true"#,
        r#""type":"create","variant":{"game":"tichu"}"#,
        r#""type":"join","room":"00000001""#,
        r#""type":"leave","room":"00000001""#,
        r#""type":"sit","room":"00000001","seat":0"#,
        r#""type":"stand","room":"00000001""#,
        r#""type":"ready","room":"00000001","ready":true"#,
        r#""type":"pledge","room":"00000001","commitment":"0000000000000000000000000000000000000000000000000000000000000000","hash":"0000000000000000000000000000000000000000000000000000000000000000""#,
        r#""type":"contribute","room":"00000001","commitment":"0000000000000000000000000000000000000000000000000000000000000000","nonce":"0000000000000000000000000000000000000000000000000000000000000000""#,
        r#""type":"bot","room":"00000001","seat":1"#,
        r#""type":"remove","room":"00000001","seat":1"#,
        r#""type":"start","room":"00000001""#,
        r#""type":"act","room":"00000001","prompt":3,"action":{"game":"tichu","kind":"pass"}"#,
        r#""type":"hint","room":"00000001""#,
        r#""type":"take_back","room":"00000001""#,
        r#""type":"record","room":"00000001""#,
        r#""type":"vote","room":"00000001","choice":"wait""#,
        r#""type":"ask_hand","room":"00000001","seat":0"#,
        r#""type":"show_hand","room":"00000001","player":"00000001","show":true"#,
        r#""type":"emote","room":"00000001","emote":"hello""#,
        r#""type":"chat","room":"00000001","text":"[[{""#,
        r#""type":"snapshot","room":"00000001""#,
        r#""type":"ping""#,
    ];

    /// An unknown field is ignored or refused for what it holds, whatever the command and wherever the field stands.
    #[test]
    fn unknown_fields_are_treated_alike_in_all_commands() {
        let within = |depth: usize, open: &str, close: &str| open.repeat(depth) + "1" + &close.repeat(depth);
        // The command itself is the first level.
        let mut values: Vec<(String, bool)> = [1, 2, DEPTH - 2, DEPTH - 1, DEPTH, DEPTH + 1, 130, 1_000]
            .into_iter()
            .flat_map(|depth| {
                let fits = depth < DEPTH;
                [(within(depth, "[", "]"), fits), (within(depth, r#"{"x":"#, "}"), fits)]
            })
            .collect();
        values.extend(
            [
                ("null", true),
                ("-0.5e3", true),
                (r#""[[{\"""#, true),
                (r#""\ud83c\udccf""#, true),
                ("1e999", false),
                (r#""\ud83c""#, false),
                ("[1,]", false),
            ]
            .map(|(value, fits)| (value.to_owned(), fits)),
        );
        let named =
            |fields: &str| TYPES.iter().position(|name| fields.contains(&format!(r#""type":"{name}""#)));
        let mut named: Vec<_> = COMMANDS.into_iter().filter_map(named).collect();
        named.sort_unstable();
        assert!(named.into_iter().eq(0..TYPES.len()), "each command once");
        for fields in COMMANDS {
            let known = decode(&format!(r#"{{"id":7,{fields}}}"#)).expect(fields);
            for (value, fits) in &values {
                for text in [
                    format!(r#"{{"id":7,{fields},"new":{value}}}"#),
                    format!(r#"{{"new":{value},{fields},"id":7}}"#),
                    format!(r#"{{"id":7,"new":1,"new":{value},{fields}}}"#),
                ] {
                    let read = decode(&text);
                    match fits {
                        true => assert_eq!(read.as_ref(), Ok(&known), "{text}"),
                        false => assert!(read.is_err(), "{text}"),
                    }
                    // What is no JSON at all is found before the id is.
                    if let (false, Err(malformed)) = (value == "[1,]", &read) {
                        assert_eq!((malformed.id, malformed.code), (Some(7), ErrorCode::BadField), "{text}");
                    }
                }
            }
        }
    }

    /// What is read in one pass is what would be read otherwise, and only an `act` is.
    #[test]
    fn an_act_is_read_quickly_or_not_at_all() {
        let action = r#""action":{"game":"tichu","kind":"play","cards":["5j","5s"]}"#;
        let check = |text: &str, quickly: bool| {
            let known = decode_act(text);
            assert_eq!(known.is_some(), quickly, "{text}");
            assert_eq!(known.map_or_else(|| decode_any(text), Ok), decode_any(text), "{text}");
            assert_eq!(decode_any(text).is_ok(), quickly || text.contains("chat"), "{text}");
        };
        for id in ["0", "7", "9007199254740991"] {
            check(&format!(r#"{{"id":{id},"type":"act","room":"00000001","prompt":3,{action}}}"#), true);
            check(&format!(r#"{{{action},"prompt":null,"room":"0000-000l","type":"act","id":{id}}}"#), true);
            check(&format!(r#"{{"room":"00000001",{action},"id":{id},"type":"act"}}"#), true);
        }
        for bad in [
            format!(r#"{{"id":9007199254740992,"type":"act","room":"00000001",{action}}}"#),
            format!(r#"{{"id":7,"type":"acts","room":"00000001",{action}}}"#),
            format!(r#"{{"id":7,"type":"act",{action}}}"#),
            format!(r#"{{"id":7,"type":"act","room":"1",{action}}}"#),
            format!(r#"{{"id":7,"type":"act","type":"act","room":"00000001",{action}}}"#),
            format!(r#"{{"id":7,"type":"act","room":"00000001","prompt":-1,{action}}}"#),
            format!(r#"{{"id":7,"type":"act","room":"00000001",{action}}} x"#),
            r#"{"id":7,"type":"act","room":"00000001"}"#.to_owned(),
            r#""act""#.to_owned(),
        ] {
            check(&bad, false);
        }
        check(&format!(r#"{{"id":7,"type":"chat","room":"00000001","text":"\"act\"",{action}}}"#), false);
    }
}

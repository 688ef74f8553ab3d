//! docs/protocol.md names every code as the protocol has it.
//!
//! The tables stand between a marker and `<!-- end -->`; `PARLOUR_WRITE_SESSIONS=1` writes them anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use parlour_protocol::{CloseCode, ErrorCode, Return};
use serde_json::Value;
use tokio::sync::Mutex;

/// Held by whoever writes the document.
pub(crate) static WRITING: Mutex<()> = Mutex::const_new(());

/// Whether the document is to be written anew.
pub(crate) fn writes() -> bool {
    std::env::var_os("PARLOUR_WRITE_SESSIONS").is_some()
}

pub(crate) fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.md")
}

/// The table of the document behind this marker is `expected`.
fn check(marker: &str, expected: &str) {
    let _writing = WRITING.blocking_lock();
    let document = fs::read_to_string(path()).expect("the protocol is documented");
    let marker = format!("<!-- {marker} -->\n");
    let start = document.find(&marker).expect("the table has its marker") + marker.len();
    let end = start + document[start..].find("<!-- end -->").expect("the table has an end");
    if writes() {
        let written = format!("{}{expected}{}", &document[..start], &document[end..]);
        fs::write(path(), written).expect("the document can be written");
    } else {
        assert_eq!(&document[start..end], expected, "the table behind {marker}");
    }
}

/// All codes with which rooms and server reject, from the schema, so that none is forgotten.
fn codes() -> Vec<ErrorCode> {
    let schema: Value =
        serde_json::from_str(include_str!("../../crates/protocol/schema.json")).expect("the schema is JSON");
    let codes = schema["$defs"]["ErrorCode"]["oneOf"].as_array().expect("a choice");
    codes
        .iter()
        .map(|code| serde_json::from_value(code["const"].clone()).expect("a code of the protocol"))
        .collect()
}

/// A value as JSON writes it, without quotes.
fn word(value: impl serde::Serialize) -> String {
    serde_json::to_string(&value).expect("a word is JSON").replace('"', "")
}

#[test]
fn the_table_of_errors() {
    let mut table = String::from("| `code` | `class` | |\n|---|---|---|\n");
    for code in codes() {
        writeln!(table, "| `{}` | `{}` | {} |", word(code), word(code.class()), code.message())
            .expect("a text takes all");
    }
    check("codes", &table);
}

#[test]
fn the_table_of_close_codes() {
    let mut table = String::from("| Code | Reason | Come back |\n|---|---|---|\n");
    for code in CloseCode::ALL {
        let then = match code.then() {
            Return::AtOnce => "at once",
            Return::Later => "later",
            Return::Never => "no",
        };
        writeln!(table, "| {} | {} | {then} |", code.number(), code.reason()).expect("a text takes all");
    }
    check("close codes", &table);
}

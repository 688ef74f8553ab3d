//! Transcripts: a match as a text that people read and machines replay.
//!
//! ```text
//! # Everything behind a hash is a comment.
//! game rummikub
//! variant seats=3 scoring=remi
//! seed 0101010101010101010101010101010101010101010101010101010101010101
//!
//! > deal
//! dealt round 1 starter 2 pool 12 : R1 R4 .. / R2 R5 .. / R3 R6 ..
//! > 0 take pool
//! ! not_your_turn
//! > 2 take pool
//! took 2 pool K9
//! > timeout
//! timed_out 2
//! threw 2 K9
//! ```
//!
//! The header names the game, the options that are not default, and where the match starts: nothing for the first
//! deal, or a line `position` and below it the lines of the game's position. Then each input is a line with `>`,
//! followed by what it caused: a line an event, or `!` and the code of its refusal. An input without such lines says
//! nothing of what it causes, so a list of inputs is a transcript as well.
//!
//! `> deal` takes the round's seed from the shuffle above it, or from the header's `seed`, by
//! [`Seed::of_round`](crate::Seed::of_round); `> deal` with 64 digits brings its own.
//!
//! A match that was played in a room names it in its header, and each deal has above it the attempts to shuffle for it
//! (see [`crate::fair`]), of which the last was dealt:
//!
//! ```text
//! * round 1 attempt 1
//! * commitment 7c..
//! * seat 0 hash a0.. nonce 11..
//! * seat 1 absent
//! * seat 2 hash 5f.. withheld
//! * secret 2b..
//! ```
//!
//! [`verify`] checks these; [`replay`] takes them as they are.
//!
//! Invariants: a recorded match, replayed, shows no difference; no text makes the reader panic, and every fault
//! names its line. A transcript holds the whole truth: it is for nobody who still plays.

mod block;
mod record;
mod replay;
mod verify;

pub use record::Recorder;
pub use replay::{Deal, Replay, Step, replay};
pub use verify::{Fault, Verified, verify};

/// The lines of an input's outcome: its events, or the code of its refusal behind a `!`.
fn outcome_lines<E: std::fmt::Display, I: std::fmt::Display>(outcome: &Result<Vec<E>, I>) -> Vec<String> {
    match outcome {
        Ok(events) => events.iter().map(ToString::to_string).collect(),
        Err(illegal) => vec![format!("! {illegal}")],
    }
}

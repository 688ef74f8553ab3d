//! Plays whole matches: inputs in, events out.
//!
//! A match is a deterministic state machine behind the [`Game`] trait. It knows no clock, no socket and no
//! ambient randomness: time comes in as [`Input::Timeout`], chance as the [`Seed`] of [`Input::Deal`].
//! Replaying the same inputs gives the same events, so a match *is* its variant and its inputs.
//!
//! [`rummikub::Match`] and [`tichu::Match`] are the two games; [`Match`] is either of them.

mod deck;
pub mod fair;
mod game;
mod options;
pub mod perft;
mod pick;
pub mod rummikub;
mod seat;
mod seed;
mod sink;
mod table;
mod text;
pub mod tichu;
pub mod transcript;

pub use game::{Expect, Game, Input, Length, LineFault, PositionFault, VariantFault, Waits};
pub use seat::{BySeat, Seat, Seats, Viewer};
pub use seed::Seed;
pub use sink::{Silent, Sink};
pub use table::{
    Action, Event, GameKind, Hint, Illegal, Match, Seen, Standing, StandingFault, Variant, View,
};
pub use text::NotationFault;

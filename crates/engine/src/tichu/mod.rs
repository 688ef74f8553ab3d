//! Tichu as a match: deals, calls, exchange, tricks, bombs, wish, rounds (T1 to T25).

mod action;
mod event;
mod illegal;
mod play;
mod trick;
mod variant;
mod view;

pub use action::{Action, Exchange};
pub use event::Event;
pub use illegal::Illegal;
pub use play::Match;
pub use trick::{Step, Trick};
pub use variant::{Tie, Variant};
pub use view::{Phase, RoundResult, View};

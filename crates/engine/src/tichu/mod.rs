//! Tichu as a match: deals, calls, exchange, tricks, bombs, wish, rounds (T1 to T25).

mod action;
mod before;
mod desk;
mod event;
mod follow;
mod hint;
mod illegal;
mod notation;
mod play;
mod playing;
mod position;
mod position_text;
mod score;
mod trick;
mod variant;
mod view;

pub use action::{Action, Exchange};
pub use event::Event;
pub use hint::{Hint, Playable};
pub use illegal::Illegal;
pub use play::Match;
pub use playing::{Playing, Table};
pub use position::{Answering, Choosing, Position, Stage};
pub use trick::{Step, Trick};
pub use variant::{Tie, Variant};
pub use view::{Phase, RoundResult, View};

/// Seats at a Tichu table (T1).
const SEATS: usize = 4;

/// How often a seat may choose its exchange in a round (T4).
const CHOICES: u8 = 16;

//! Rummikub, draw and discard, as a match: deals, turns, declarations, rounds (R1 to R20).

mod action;
mod event;
mod follow;
mod hint;
mod illegal;
mod legal;
mod notation;
mod play;
mod position;
mod round;
mod variant;
mod view;

pub use action::{Action, Source};
pub use event::Event;
pub use hint::{Hint, nearest};
pub use illegal::Illegal;
pub use play::Match;
pub use position::Position;
pub use round::{Round, Stage};
pub use variant::{Variant, WrongDeclaration};
pub use view::{Phase, RoundResult, Thrown, View};

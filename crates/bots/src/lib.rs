//! Players that see only what a seat may see.
//!
//! A bot is a pure function from a seat's [`View`] to an action: no state, no chance, no clock. So it cannot cheat,
//! its decisions do not depend on hidden cards, and the same view always gets the same answer.

pub mod rummikub;
pub mod tichu;

use parlour_engine::{Action, View};

/// What a bot does on the seat of this view; none when it waits, which it never does when the seat must act.
///
/// In Tichu a bot may also act out of turn: ask it whenever something changed.
pub fn decide(view: &View) -> Option<Action> {
    match view {
        View::Rummikub(view) => rummikub::decide(view).map(Action::Rummikub),
        View::Tichu(view) => tichu::decide(view).map(Action::Tichu),
    }
}

//! The wish: whether a hand must fulfil it (T19, T20).
//!
//! The plays are not listed for it: a family is asked whether any of its plays has the wished rank.

use std::ops::ControlFlow::{Break, Continue};

use serde::{Deserialize, Serialize};

use super::family::Family;
use super::plays::each_family;
use super::{Cards, Combination, Rank};

/// The disputed options of the wish (T20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WishOptions {
    /// Whether a seat that must fulfil the wish may bomb the trick without the wished rank. Default true.
    pub wish_bomb: bool,
    /// Whether a seat that must fulfil the wish may lead a bomb without the wished rank, or the Dog. Default false.
    pub wish_lead: bool,
}

impl Default for WishOptions {
    fn default() -> WishOptions {
        WishOptions { wish_bomb: true, wish_lead: false }
    }
}

/// Whether the hand can play a natural card of `wish` now, leading or on what lies: in any combination, with the
/// Phoenix beside it or in a bomb (T19).
pub(super) fn can_play(hand: Cards, on: Option<Combination>, wish: Rank) -> bool {
    // A lead may be the card alone.
    let fulfils = |family: Family| if family.with_rank(wish).is_some() { Break(()) } else { Continue(()) };
    hand.has_rank(wish) && (on.is_none() || each_family(hand, on, fulfils).is_break())
}

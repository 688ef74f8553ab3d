//! The wish: whether a hand must fulfil it (T19, T20).
//!
//! The plays are not listed for it: the obligation is a question about the kind that lies, answered from how many
//! cards of each rank the hand holds.

use std::ops::ControlFlow::{Break, Continue};

use serde::{Deserialize, Serialize};

use super::lanes::{Lanes, Rows};
use super::plays::each_bomb;
use super::{Card, Cards, Combination, Rank, SingleValue};

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
    hand.has_rank(wish) && on.is_none_or(|on| can_follow(hand, on, wish) || can_bomb(hand, on, wish))
}

/// Whether `wish`, which is held, is in a combination of the kind that lies, and higher.
fn can_follow(hand: Cards, on: Combination, wish: Rank) -> bool {
    let lanes = Lanes::of(hand);
    let phoenix = hand.contains(Card::PHOENIX);
    // How many cards of a rank are too few for a group, and whether the Phoenix makes good for so many.
    let lack = |rank: Rank, size: u32| size.saturating_sub(lanes.count(rank.get()));
    let covered = |lack: u32| lack <= u32::from(phoenix);
    // A straight that is a bomb counts as well: it beats what lies.
    let in_row = |top: Rank, length: u8, width: u8| {
        let rows = Rows::of(lanes, width, phoenix);
        let lowest = wish.get().max(top.get() + 1);
        let highest = Rank::ACE.get().min(wish.get() + length - 1);
        (lowest..=highest).any(|end| rows.has(end + 1 - length, length))
    };
    match on {
        Combination::Single { value } => SingleValue::of_rank(wish) > value,
        Combination::Pair { rank } => wish > rank && covered(lack(wish, 2)),
        Combination::Triple { rank } => wish > rank && covered(lack(wish, 3)),
        Combination::FullHouse { triple, .. } => Rank::all().filter(|&other| other != wish).any(|other| {
            let as_triple = wish > triple && covered(lack(wish, 3) + lack(other, 2));
            let as_pair = other > triple && covered(lack(other, 3) + lack(wish, 2));
            as_triple || as_pair
        }),
        Combination::Straight { top, length } => in_row(top, length, 1),
        Combination::Stairs { top, pairs } => in_row(top, pairs, 2),
        Combination::Dog | Combination::FourBomb { .. } | Combination::StraightBomb { .. } => false,
    }
}

/// Whether `wish` is in a bomb that beats what lies. Bombs are few, and so are looked through.
fn can_bomb(hand: Cards, on: Combination, wish: Rank) -> bool {
    each_bomb(hand, Some(on), |bomb| if bomb.has_rank(wish) { Break(()) } else { Continue(()) }).is_break()
}

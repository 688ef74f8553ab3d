//! The wish: whether a hand must fulfil it (T19, T20).
//!
//! Nothing is listed: the obligation is a question about each kind of combination, answered from how many cards of
//! each rank the hand holds.

use serde::{Deserialize, Serialize};

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

/// Whether the hand can play a natural card of `rank` now, leading or on what lies: in any combination, with the
/// Phoenix beside it or in a bomb (T19).
pub(super) fn can_play(hand: Cards, on: Option<Combination>, rank: Rank) -> bool {
    let held = Held::new(hand);
    hand.has_rank(rank) && on.is_none_or(|on| held.can_follow(on, rank) || held.can_bomb(on, rank))
}

/// A hand, counted by rank.
struct Held {
    lanes: u64,
    phoenix: bool,
}

impl Held {
    fn new(hand: Cards) -> Held {
        Held { lanes: hand.lanes(), phoenix: hand.contains(Card::PHOENIX) }
    }

    /// How many cards of a rank there are too few for a group of `size`.
    fn lack(&self, rank: Rank, size: u32) -> u32 {
        size.saturating_sub((self.lanes >> (4 * rank.get()) & 0b1111).count_ones())
    }

    /// Whether the Phoenix makes good for this many cards.
    fn covers(&self, lack: u32) -> bool {
        lack <= u32::from(self.phoenix)
    }

    /// Whether `wish`, which is held, is in a combination of the kind that lies, and higher.
    fn can_follow(&self, on: Combination, wish: Rank) -> bool {
        match on {
            Combination::Single { value } => SingleValue::of_rank(wish) > value,
            Combination::Pair { rank } => wish > rank && self.covers(self.lack(wish, 2)),
            Combination::Triple { rank } => wish > rank && self.covers(self.lack(wish, 3)),
            Combination::FullHouse { triple, .. } => {
                Rank::all().filter(|&other| other != wish).any(|other| {
                    let as_triple = wish > triple && self.covers(self.lack(wish, 3) + self.lack(other, 2));
                    let as_pair = other > triple && self.covers(self.lack(other, 3) + self.lack(wish, 2));
                    as_triple || as_pair
                })
            }
            Combination::Straight { top, length } => self.can_run(top, length, 1, wish),
            Combination::Stairs { top, pairs } => self.can_run(top, pairs, 2, wish),
            Combination::Dog | Combination::FourBomb { .. } | Combination::StraightBomb { .. } => false,
        }
    }

    /// Whether `wish` is in a run of this length that ends over `top`, of `width` cards a rank. A straight that is a
    /// bomb counts: it beats what lies as well.
    fn can_run(&self, top: Rank, length: u8, width: u32, wish: Rank) -> bool {
        let lowest = wish.get().max(top.get() + 1);
        let highest = Rank::ACE.get().min(wish.get() + length - 1);
        (lowest..=highest).any(|end| {
            let lack = (end + 1 - length..=end).map(|rank| self.lack(Rank::of(rank), width)).sum();
            self.covers(lack)
        })
    }

    /// Whether `wish`, which is held, is in a bomb that beats what lies: the four, or the longest run in a suit.
    fn can_bomb(&self, on: Combination, wish: Rank) -> bool {
        let four = self.lack(wish, 4) == 0 && Combination::FourBomb { rank: wish }.beats(&on);
        four || (0..4).any(|suit| {
            let held = |rank: &u8| self.lanes >> (4 * rank + suit) & 1 == 1;
            let above = (wish.get()..=Rank::ACE.get()).take_while(held).count() as u8;
            let below = (Rank::TWO.get()..wish.get()).rev().take_while(held).count() as u8;
            let length = above + below;
            above > 0 && length >= 5 && {
                let top = Rank::of(wish.get() + above - 1);
                Combination::StraightBomb { top, length }.beats(&on)
            }
        })
    }
}

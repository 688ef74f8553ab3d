//! What a seat may ask in Tichu.

use parlour_rules::tichu::{Card, Cards, Rank};
use serde::{Deserialize, Serialize};

use crate::Seat;

/// What a seat may ask. As text: `grand`, `decline`, `tichu`, `exchange 2j 5s At` (to the next seat, the partner, the
/// seat before), `play 5j 6j 7s 8t P as 9 wish 8`, `pass`, `gift 1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "TichuAction"))]
#[cfg_attr(feature = "types", schemars(rename = "TichuAction"))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Action {
    /// Call grand tichu on eight cards (T2).
    Grand,
    /// Decline grand tichu (T2).
    Decline,
    /// Call tichu (T3).
    Tichu,
    /// Choose the cards to give; may be sent again until all four seats have (T3, T4).
    Exchange(Exchange),
    /// Play a combination on turn, or a bomb at any time that T15 allows.
    Play {
        /// The cards.
        #[cfg_attr(feature = "types", ts(type = "Card[]"))]
        cards: Cards,
        /// The rank that the Phoenix stands for, when it is ambiguous; unstated it takes the highest reading (T9).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        phoenix: Option<Rank>,
        /// The rank wished for with the Mah Jong (T18).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        wish: Option<Rank>,
    },
    /// Pass (T11).
    Pass,
    /// Give the trick that the Dragon won to an opponent (T14).
    Gift {
        /// The opponent.
        to: Seat,
    },
}

/// The three cards that a seat gives away (T4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Exchange {
    /// To the next seat, on the left.
    pub left: Card,
    /// To the partner.
    pub partner: Card,
    /// To the seat before, on the right.
    pub right: Card,
}

impl Exchange {
    /// The cards in the order of seats from the giver's left: next, partner, before.
    pub fn cards(self) -> [Card; 3] {
        [self.left, self.partner, self.right]
    }
}

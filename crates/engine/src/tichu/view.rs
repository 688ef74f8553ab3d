//! What one viewer may know of a Tichu match.

use parlour_rules::tichu::{Call, Cards, Rank};
use serde::{Deserialize, Serialize};

use super::{Exchange, Trick, Variant};
use crate::{BySeat, Seat, Seats};

/// All that a viewer may know; `legal_actions` follows from it alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "TichuView"))]
#[cfg_attr(feature = "types", schemars(rename = "TichuView"))]
pub struct View {
    /// The options of the match.
    pub variant: Variant,
    /// The viewer's seat; none for a spectator.
    pub seat: Option<Seat>,
    /// The round's number, from 1; 0 before the first deal.
    pub round: u16,
    /// Where the round stands.
    pub phase: Phase,
    /// The viewer's hand; none for a spectator.
    #[cfg_attr(feature = "types", ts(type = "Card[] | null"))]
    pub hand: Option<Cards>,
    /// The partner's hand, for a seat that is out where the option `partner_hand` allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Card[]"))]
    pub partner: Option<Cards>,
    /// Cards in each hand.
    #[cfg_attr(feature = "types", ts(type = "number[]"))]
    pub counts: BySeat<u8>,
    /// The calls that are known to all, and the viewer's own grand tichu as soon as it is called (T2, T3).
    #[cfg_attr(feature = "types", ts(type = "(Call | null)[]"))]
    pub calls: BySeat<Option<Call>>,
    /// The seats that have played a first card of the round (T3).
    #[cfg_attr(feature = "types", ts(type = "Seat[]"))]
    pub played: Seats,
    /// The seats that are out, in order.
    pub out: Vec<Seat>,
    /// The open wish (T19).
    pub wish: Option<Rank>,
    /// Card points that each seat has won in tricks; they lay open when they were taken.
    #[cfg_attr(feature = "types", ts(type = "number[]"))]
    pub won: BySeat<i16>,
    /// The last trick that was collected in this round, with the seat that got it.
    pub last_trick: Option<(Seat, Trick)>,
    /// What the viewer gave in the exchange of this round, or has chosen to give so far (T4).
    pub given: Option<Exchange>,
    /// What the viewer got: from the seat on its left, its partner, the seat on its right (T4).
    pub received: Option<Exchange>,
    /// Points of the teams so far: seats 0 and 2, seats 1 and 3.
    pub totals: [i32; 2],
    /// The rounds that are over, in order.
    pub results: Vec<RoundResult>,
}

/// Where a round stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "TichuPhase"))]
#[cfg_attr(feature = "types", schemars(rename = "TichuPhase"))]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum Phase {
    /// No round is being played: before the first, or between two.
    Between,
    /// Eight cards are dealt: each seat says grand tichu or declines (T2).
    Grand {
        /// The seats that have answered.
        #[cfg_attr(feature = "types", ts(type = "Seat[]"))]
        answered: Seats,
    },
    /// Each seat chooses three cards to give (T4).
    Exchange {
        /// The seats that have chosen.
        #[cfg_attr(feature = "types", ts(type = "Seat[]"))]
        submitted: Seats,
        /// How often each seat may still choose, 16 at first.
        #[cfg_attr(feature = "types", ts(type = "number[]"))]
        left: BySeat<u8>,
    },
    /// A seat must lead, or follow what lies (T11).
    Turn {
        /// The seat on turn.
        turn: Seat,
        /// The trick; without steps when the seat leads.
        trick: Trick,
    },
    /// All others passed: a bomb may still fall (T17).
    BombWindow {
        /// The trick.
        trick: Trick,
    },
    /// The Dragon won the trick: its player gives it to an opponent (T14).
    Gift {
        /// Who gives.
        from: Seat,
        /// The trick.
        trick: Trick,
    },
    /// The match is over.
    Over {
        /// The winning team, 0 or 1; none when it is drawn.
        winner: Option<u8>,
    },
}

/// What a round brought (T22 to T24).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "TichuRoundResult"))]
#[cfg_attr(feature = "types", schemars(rename = "TichuRoundResult"))]
pub struct RoundResult {
    /// The round's number, from 1.
    pub round: u16,
    /// The seats in the order in which they went out: three, or two partners (T22).
    pub out: Vec<Seat>,
    /// Whether partners went out first and second (T22).
    pub double_victory: bool,
    /// The calls of the round (T3).
    #[cfg_attr(feature = "types", ts(type = "(Call | null)[]"))]
    pub calls: BySeat<Option<Call>>,
    /// Card points of the teams; they sum to 100, or are 200 and 0 after a double victory (T23, T24).
    pub cards: [i32; 2],
    /// Points of the teams with the calls counted (T24).
    pub points: [i32; 2],
    /// The hands that were left, shown to all.
    #[cfg_attr(feature = "types", ts(type = "Card[][]"))]
    pub hands: BySeat<Cards>,
}

//! What happens in Tichu.
//!
//! Invariant: a field that is not for everybody is an `Option` whose `None` means "not for this viewer"; the
//! engine's own events hold every field, and [`crate::Game::seen_by`] takes out what a viewer may not know.

use parlour_rules::tichu::{Cards, Combination, Rank};
use serde::{Deserialize, Serialize};

use super::{Exchange, RoundResult};
use crate::{BySeat, Seat, Seats};

/// What happened, past tense.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "TichuEvent"))]
#[cfg_attr(feature = "types", schemars(rename = "TichuEvent"))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// Cards were dealt: eight to each seat to begin a round, then six more (T2).
    Dealt {
        /// The round's number, from 1.
        round: u16,
        /// The cards that each seat got now; a viewer sees its own.
        #[cfg_attr(feature = "types", ts(type = "(Card[] | null)[]"))]
        cards: BySeat<Option<Cards>>,
        /// How many each seat got: 8 or 6.
        count: u8,
    },
    /// A seat said grand tichu or declined; which of the two is hidden until all have answered (T2).
    Answered {
        /// The seat.
        seat: Seat,
        /// Whether it called; for the seat alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        grand: Option<bool>,
    },
    /// All answered: these seats call grand tichu (T2).
    GrandRevealed {
        /// The callers, possibly none.
        #[cfg_attr(feature = "types", ts(type = "Seat[]"))]
        callers: Seats,
    },
    /// A seat called tichu (T3).
    Called {
        /// The seat.
        seat: Seat,
    },
    /// A seat chose the cards that it gives, for the first time or anew (T4).
    Submitted {
        /// The seat.
        seat: Seat,
        /// The cards; for the seat alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        exchange: Option<Exchange>,
    },
    /// All four have chosen: the cards changed hands (T4).
    Exchanged {
        /// What each seat gave; a viewer sees its own.
        #[cfg_attr(feature = "types", ts(type = "(Exchange | null)[]"))]
        given: BySeat<Option<Exchange>>,
        /// What each seat got: from the seat on its left, its partner, the seat on its right; a viewer sees its own.
        #[cfg_attr(feature = "types", ts(type = "(Exchange | null)[]"))]
        received: BySeat<Option<Exchange>>,
        /// The seat that holds the Mah Jong and leads (T5).
        leader: Seat,
    },
    /// The clock of this seat ran out; what was done for it follows (T14, T21).
    TimedOut {
        /// The seat.
        seat: Seat,
    },
    /// A seat played a combination, on turn or as a bomb out of turn (T11, T15).
    Played {
        /// The seat.
        seat: Seat,
        /// The cards.
        #[cfg_attr(feature = "types", ts(type = "Card[]"))]
        cards: Cards,
        /// What they are.
        combination: Combination,
        /// The rank wished for with it (T18).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        wish: Option<Rank>,
    },
    /// The wish is fulfilled (T19).
    WishFulfilled {
        /// The rank.
        rank: Rank,
    },
    /// A seat passed (T11).
    Passed {
        /// The seat.
        seat: Seat,
    },
    /// A seat played its last card.
    WentOut {
        /// The seat.
        seat: Seat,
        /// 1 for the first to go out, up to 3.
        place: u8,
    },
    /// The Dog gave the lead away (T13).
    DogGave {
        /// Who played it.
        from: Seat,
        /// Who leads now.
        to: Seat,
    },
    /// All others passed: a bomb may still fall before the trick is collected (T17).
    WindowOpened,
    /// A trick was collected by its owner (T12).
    TrickTaken {
        /// The owner.
        seat: Seat,
        /// Card points in it, -25 to 125.
        points: i16,
    },
    /// The trick that the Dragon won was given away (T14).
    DragonGiven {
        /// Who won it.
        from: Seat,
        /// The opponent who got it.
        to: Seat,
        /// Card points in it.
        points: i16,
    },
    /// The round is over (T22 to T24).
    RoundEnded {
        /// What it brought.
        result: RoundResult,
    },
    /// The match is over (T25).
    MatchEnded {
        /// The winning team: 0 for seats 0 and 2, 1 for seats 1 and 3; none when it is drawn.
        winner: Option<u8>,
        /// Points of the teams.
        totals: [i32; 2],
    },
}

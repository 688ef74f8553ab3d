//! How strong a hand is, and whether to call on it.

use parlour_engine::Seat;
use parlour_engine::tichu::{Action, View};
use parlour_rules::tichu::{Card, Cards, Rank};

use super::{partner, shape};

/// A hand of eight cards on which grand tichu is called.
pub(super) const GRAND: u32 = 11;
/// A hand of fourteen cards on which tichu is called, less the plays that it needs to go out.
const TICHU: u32 = 9;
/// The most plays that a hand may need when tichu is called on it.
const PLAYS: usize = 6;

/// What the cards that win tricks are worth: the Dragon and the Phoenix 4, an ace 2, a king 1, four alike 4.
pub(super) fn of(hand: Cards) -> u32 {
    let specials = [(Card::DRAGON, 4), (Card::PHOENIX, 4)];
    let naturals = Rank::all().map(|rank| {
        let held = hand.intersection(Cards::of_rank(rank)).len() as u32;
        let each = match rank.get() {
            14 => 2,
            13 => 1,
            _ => 0,
        };
        held * each + if held == 4 { 4 } else { 0 }
    });
    specials.iter().filter(|(card, _)| hand.contains(*card)).map(|(_, worth)| worth).sum::<u32>()
        + naturals.sum::<u32>()
}

/// The call of tichu, if the hand before its first play is worth it and nobody else is near the first place (T3).
pub(super) fn call(view: &View, seat: Seat, hand: Cards) -> Option<Action> {
    let free = !view.played.contains(seat)
        && view.calls[seat].is_none()
        && view.calls[partner(seat)].is_none()
        && view.out.is_empty()
        && view.counts.values().all(|&count| count > 5);
    let strong = of(hand) >= TICHU && shape::plays_needed(hand) <= PLAYS;
    (free && strong).then_some(Action::Tichu)
}

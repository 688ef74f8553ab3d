//! A Tichu player: leads low, keeps its bombs, lets its partner win, calls on strong hands.

mod exchange;
mod shape;
mod strength;
mod trick;

use parlour_engine::Seat;
use parlour_engine::tichu::{Action, Phase, View};
use parlour_rules::tichu::Cards;

/// What the bot does; none when it waits. It may act out of turn: a bomb while the table waits for one (T17).
pub fn decide(view: &View) -> Option<Action> {
    let (seat, hand) = (view.seat?, view.hand?);
    match &view.phase {
        Phase::Grand { answered } if !answered.contains(seat) => Some(grand(view, hand)),
        Phase::Exchange { submitted, .. } if !submitted.contains(seat) => {
            Some(exchange::choose(view, seat, hand))
        }
        Phase::Turn { turn, trick } if *turn == seat => {
            Some(strength::call(view, seat, hand).unwrap_or_else(|| trick::play(view, seat, hand, trick)))
        }
        Phase::BombWindow { trick } => trick::bomb(view, seat, hand, trick),
        Phase::Gift { from, .. } if *from == seat => Some(Action::Gift { to: gift(view, seat) }),
        _ => None,
    }
}

/// Grand tichu on eight cards that are worth it, unless the partner is known to have called (T2).
fn grand(view: &View, hand: Cards) -> Action {
    let partner_called = view.seat.is_some_and(|seat| view.calls[partner(seat)].is_some());
    if !partner_called && strength::of(hand) >= strength::GRAND { Action::Grand } else { Action::Decline }
}

/// The opponent who holds more cards, of two alike the one on the left: it needs the points least soon (T14).
fn gift(view: &View, seat: Seat) -> Seat {
    let (left, right) = (seat.after(1, Seat::MAX), seat.after(3, Seat::MAX));
    if view.counts[right] > view.counts[left] { right } else { left }
}

/// The seat across the table (T1).
fn partner(seat: Seat) -> Seat {
    seat.after(2, Seat::MAX)
}

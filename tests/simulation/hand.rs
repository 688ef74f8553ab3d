//! The tiles or cards of one seat, followed by the events that the seat is shown, and compared with every view.
//!
//! Invariant: it learns of what is hidden from others by its own events alone; so a frame that is missing, doubled or
//! another seat's makes it differ from the next view.

use parlour_engine::{Seat, View, rummikub, tichu};
use parlour_protocol::Event;
use parlour_rules::rummikub::Tiles;
use parlour_rules::tichu::Cards;

/// What a seat holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hand {
    /// In Rummikub.
    Rack(Tiles),
    /// In Tichu: the hand, and what was played in this round by anybody.
    Cards(Cards, Cards),
}

impl Hand {
    /// What the viewer of a view holds; none for a spectator, and while nothing is dealt.
    pub(crate) fn of(view: &View) -> Option<Hand> {
        match view {
            View::Rummikub(view) if between(view) => None,
            View::Rummikub(view) => view.rack.map(Hand::Rack),
            View::Tichu(view) if matches!(view.phase, tichu::Phase::Between | tichu::Phase::Over { .. }) => {
                None
            }
            View::Tichu(view) => view.hand.map(|hand| Hand::Cards(hand, Cards::EMPTY)),
        }
    }

    /// The hand of `seat` after an event; `before` is none when nothing was dealt.
    ///
    /// # Errors
    /// When the event cannot have happened to that hand, or shows what is not for this seat.
    pub(crate) fn after(
        before: Option<Hand>,
        seat: Option<Seat>,
        event: &Event,
    ) -> Result<Option<Hand>, String> {
        hides_what_is_not_for(seat, event)?;
        match event {
            Event::Room(_) => Ok(before),
            Event::Rummikub(event) => after_tiles(before, seat, event),
            Event::Tichu(event) => after_cards(before, seat, event),
        }
    }

    /// Compares the hand that the events lead to with the one of a view.
    ///
    /// # Errors
    /// When they differ.
    pub(crate) fn compare(self, view: &View) -> Result<(), String> {
        let same = match (self, Hand::of(view)) {
            (Hand::Rack(led), Some(Hand::Rack(shown))) => led == shown,
            (Hand::Cards(led, played), Some(Hand::Cards(shown, _))) => {
                led == shown && shown.intersection(played).is_empty()
            }
            (_, None) => true,
            (_, Some(_)) => false,
        };
        if same { Ok(()) } else { Err(format!("the events lead to {self:?}, the view shows {view:?}")) }
    }
}

fn between(view: &rummikub::View) -> bool {
    matches!(view.phase, rummikub::Phase::Between | rummikub::Phase::Over { .. })
}

fn after_tiles(
    before: Option<Hand>,
    seat: Option<Seat>,
    event: &rummikub::Event,
) -> Result<Option<Hand>, String> {
    use rummikub::Event;
    let wrong = || format!("{event} cannot happen to {before:?}");
    let rack = match before {
        Some(Hand::Rack(rack)) => Some(rack),
        _ => None,
    };
    let own = |of: &Seat| seat == Some(*of);
    Ok(match event {
        Event::Dealt { racks, .. } => seat.and_then(|seat| racks[seat]).map(Hand::Rack),
        Event::Took { seat, tile, .. } if own(seat) => {
            let tile = tile.ok_or_else(wrong)?;
            rack.map(|rack| rack.with(tile).ok_or_else(wrong)).transpose()?.map(Hand::Rack)
        }
        Event::Threw { seat, tile } if own(seat) => {
            rack.map(|rack| rack.without(*tile).ok_or_else(wrong)).transpose()?.map(Hand::Rack)
        }
        Event::Declared { .. } | Event::RoundEnded { .. } | Event::MatchEnded { .. } => None,
        _ => before,
    })
}

fn after_cards(
    before: Option<Hand>,
    seat: Option<Seat>,
    event: &tichu::Event,
) -> Result<Option<Hand>, String> {
    use tichu::Event;
    let wrong = || format!("{event} cannot happen to {before:?}");
    let Some(seat) = seat else { return Ok(None) };
    let cards = match before {
        Some(Hand::Cards(hand, played)) => Some((hand, played)),
        _ => None,
    };
    let take = |hand: Cards, cards: Cards| {
        if cards.is_subset(hand) { Ok(hand.difference(cards)) } else { Err(wrong()) }
    };
    Ok(match event {
        Event::Dealt { cards: dealt, count: 8, .. } => {
            Some(Hand::Cards(dealt[seat].ok_or_else(wrong)?, Cards::EMPTY))
        }
        Event::Dealt { cards: dealt, .. } => {
            let more = dealt[seat].ok_or_else(wrong)?;
            cards.map(|(hand, played)| Hand::Cards(hand.union(more), played))
        }
        Event::Exchanged { given, received, .. } => match cards {
            Some((hand, played)) => {
                let given = Cards::from_iter(given[seat].ok_or_else(wrong)?.cards());
                let received = Cards::from_iter(received[seat].ok_or_else(wrong)?.cards());
                Some(Hand::Cards(take(hand, given)?.union(received), played))
            }
            None => None,
        },
        Event::Played { seat: by, cards: all, .. } => match cards {
            Some((hand, played)) => {
                if !all.intersection(played).is_empty() {
                    return Err(format!("{all} were played before"));
                }
                let hand = if *by == seat { take(hand, *all)? } else { hand };
                Some(Hand::Cards(hand, played.union(*all)))
            }
            None => None,
        },
        Event::RoundEnded { .. } | Event::MatchEnded { .. } => None,
        _ => before,
    })
}

/// Whether every hidden field of an event is hidden from this viewer.
fn hides_what_is_not_for(seat: Option<Seat>, event: &Event) -> Result<(), String> {
    let own = |of: &Seat| seat == Some(*of);
    let shown = match event {
        Event::Room(_) => false,
        Event::Rummikub(event) => match event {
            rummikub::Event::Dealt { racks, .. } => {
                racks.iter().any(|(of, rack)| rack.is_some() && !own(&of))
            }
            rummikub::Event::Took { seat, from: rummikub::Source::Pool, tile } => {
                tile.is_some() && !own(seat)
            }
            rummikub::Event::Refused { seat, faults, .. } => faults.is_some() && !own(seat),
            _ => false,
        },
        Event::Tichu(event) => match event {
            tichu::Event::Dealt { cards, .. } => cards.iter().any(|(of, cards)| cards.is_some() && !own(&of)),
            tichu::Event::Answered { seat, grand } => grand.is_some() && !own(seat),
            tichu::Event::Submitted { seat, exchange } => exchange.is_some() && !own(seat),
            tichu::Event::Exchanged { given, received, .. } => {
                let both = given.iter().chain(received.iter());
                both.into_iter().any(|(of, cards)| cards.is_some() && !own(&of))
            }
            _ => false,
        },
    };
    if shown { Err(format!("{event:?} shows seat {seat:?} what it may not know")) } else { Ok(()) }
}

/// Whether the counts of a view agree with each other and with the deck, and it is a view of `seat`.
///
/// # Errors
/// When they do not.
pub(crate) fn adds_up(seat: Option<Seat>, view: &View) -> Result<(), String> {
    let (of, held, counted) = match view {
        View::Rummikub(view) => {
            let racks: usize = view.counts.values().map(|&count| usize::from(count)).sum();
            let seen = racks + usize::from(view.pool) + view.discards.len();
            let all = 52 * usize::from(view.variant.copies) + 2;
            if !between(view) && seen != all {
                return Err(format!("{seen} of {all} tiles are somewhere"));
            }
            let counted = view.seat.map(|seat| usize::from(view.counts[seat]));
            (view.seat, view.rack.map(Tiles::len), counted)
        }
        View::Tichu(view) => {
            let counted = view.seat.map(|seat| usize::from(view.counts[seat]));
            (view.seat, view.hand.map(Cards::len), counted)
        }
    };
    match of == seat && held == counted {
        true => Ok(()),
        false => Err(format!("seat {seat:?} is shown the view of {of:?} with {held:?} of {counted:?}")),
    }
}

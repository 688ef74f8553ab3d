//! Which cards to give away: rubbish to the opponents, help to the partner (T4).

use std::cmp::Reverse;

use parlour_engine::Seat;
use parlour_engine::tichu::{Action, Exchange, View};
use parlour_rules::tichu::{Call, Card, Cards};

use super::{partner, shape, strength};

/// The hand from which this bot wants to go out first itself, and gives its partner less.
const KEEPS: u32 = 6;

/// The three cards to give.
pub(super) fn choose(view: &View, seat: Seat, hand: Cards) -> Action {
    let partner_leads = view.calls[partner(seat)].is_some();
    let keeps = view.calls[seat].is_some() || (!partner_leads && strength::of(hand) >= KEEPS);
    let gift = help(hand, keeps, view.calls[partner(seat)] == Some(Call::Grand));
    let mut rest = hand;
    rest.remove(gift);
    let left = rubbish(rest);
    rest.remove(left);
    Action::Exchange(Exchange { left, partner: gift, right: rubbish(rest) })
}

/// A card that helps the partner: the best single one of a weak hand, a middling one of a strong hand.
fn help(hand: Cards, keeps: bool, all: bool) -> Card {
    let worth = |card: Card| match card {
        Card::DRAGON | Card::PHOENIX => 15,
        _ => card.rank().map_or(0, |rank| rank.get()),
    };
    let most = if all {
        15
    } else if keeps {
        11
    } else {
        14
    };
    hand.iter()
        .filter(|&card| worth(card) <= most && card != Card::MAH_JONG && card != Card::DOG)
        .max_by_key(|&card| (!in_bomb(hand, card), Reverse(plays_without(hand, card)), worth(card)))
        .unwrap_or_else(|| rubbish(hand))
}

/// A low card that is missed least; the Mah Jong, which wishes, and what wins tricks are kept.
fn rubbish(hand: Cards) -> Card {
    let kept =
        |card: Card| [Card::DRAGON, Card::PHOENIX, Card::MAH_JONG].contains(&card) || in_bomb(hand, card);
    hand.iter()
        .min_by_key(|&card| (kept(card), plays_without(hand, card), card.rank(), card))
        .expect("a hand of twelve cards or more is not empty (T2)")
}

fn plays_without(hand: Cards, card: Card) -> usize {
    let mut rest = hand;
    rest.remove(card);
    shape::plays_needed(rest)
}

fn in_bomb(hand: Cards, card: Card) -> bool {
    card.rank().is_some_and(|rank| hand.intersection(Cards::of_rank(rank)).len() == 4)
}

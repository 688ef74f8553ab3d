//! What a set of cards is as a combination: one reading, none, or two when the Phoenix is ambiguous (T6, T8, T9).
//!
//! Invariants: readings come highest first. There are two only for two pairs with the Phoenix, and for a straight
//! whose other cards have no gap and room at both ends; both readings are of one kind and length, so the highest
//! beats whatever any of them beats.

use arrayvec::ArrayVec;

use super::lanes::Lanes;
use super::{Card, Cards, Combination, Fault, Rank, SingleValue};

/// What cards are, and the rank that the Phoenix among them stands for; a Phoenix alone stands for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The combination.
    pub combination: Combination,
    /// The rank that the Phoenix stands for.
    pub phoenix: Option<Rank>,
}

/// The readings of one set of cards, highest first.
pub type Readings = ArrayVec<Reading, 2>;

/// All readings of `cards`. `on` is what lies: it gives the Phoenix alone its value (T9), and nothing else.
pub fn readings(cards: Cards, on: Option<&Combination>) -> Readings {
    let mut readings = Readings::new();
    let mut add = |combination, phoenix| readings.push(Reading { combination, phoenix });
    if cards.len() <= 1 {
        if let Some(card) = cards.iter().next() {
            add(alone(card, on), None);
        }
        return readings;
    }
    let lanes = Lanes::of(cards);
    let has_phoenix = cards.contains(Card::PHOENIX);
    let naturals = lanes.len();
    let size = naturals + u8::from(has_phoenix);
    // Dog and Dragon, which are in no lane, are alone or nothing (T10).
    if cards.len() != usize::from(size) {
        return readings;
    }
    let ranks = lanes.ranks();
    let (bottom, top) = (ranks.lowest(), ranks.highest());
    let span = top - bottom + 1;
    if size >= 5 && ranks.len() == naturals {
        // No rank twice: a straight, if it has no gap that the Phoenix does not fill.
        let straight = |top| Combination::Straight { top: Rank::of(top), length: size };
        match (has_phoenix, span - naturals) {
            (false, 0) if lanes.is_of_one_suit() => {
                add(Combination::StraightBomb { top: Rank::of(top), length: size }, None);
            }
            (false, 0) => add(straight(top), None),
            (true, 1) => add(straight(top), Rank::new(ranks.first_gap_over(bottom))),
            (true, 0) => {
                if top < Rank::ACE.get() {
                    add(straight(top + 1), Rank::new(top + 1));
                }
                if bottom > Rank::TWO.get() {
                    add(straight(top), Rank::new(bottom - 1));
                }
            }
            _ => {}
        }
        return readings;
    }
    // The Mah Jong, whose rank is no natural's, is in straights only (T6).
    let Some(low) = Rank::new(bottom) else { return readings };
    let high = Rank::of(top);
    match (ranks.len(), size) {
        (1, 2) => add(Combination::Pair { rank: low }, has_phoenix.then_some(low)),
        (1, 3) => add(Combination::Triple { rank: low }, has_phoenix.then_some(low)),
        (1, 4) if !has_phoenix => add(Combination::FourBomb { rank: low }, None),
        (2, 5) => {
            let mut full_house =
                |triple, pair, phoenix| add(Combination::FullHouse { triple, pair }, phoenix);
            match (lanes.count(bottom), lanes.count(top), has_phoenix) {
                (2, 3, false) => full_house(high, low, None),
                (3, 2, false) => full_house(low, high, None),
                (1, 3, true) => full_house(high, low, Some(low)),
                (3, 1, true) => full_house(low, high, Some(high)),
                (2, 2, true) => {
                    full_house(high, low, Some(high));
                    full_house(low, high, Some(low));
                }
                _ => {}
            }
        }
        (pairs @ 2.., _) if span == pairs && size == 2 * pairs && lanes.at_least(3).is_empty() => {
            // No more than two of a rank, and as many cards as the pairs need: only what the Phoenix gives can lack.
            let lacks = ranks.without(lanes.at_least(2)).naturals().next();
            add(Combination::Stairs { top: high, pairs }, lacks);
        }
        _ => {}
    }
    readings
}

/// What one card is alone.
pub(super) fn alone(card: Card, on: Option<&Combination>) -> Combination {
    let value = match (card, card.rank()) {
        (Card::DOG, _) => return Combination::Dog,
        (Card::DRAGON, _) => SingleValue::DRAGON,
        (Card::PHOENIX, _) => match on {
            Some(&Combination::Single { value }) => SingleValue::phoenix_on(value),
            _ => SingleValue::PHOENIX_LED,
        },
        (_, Some(rank)) => SingleValue::of_rank(rank),
        (_, None) => SingleValue::MAH_JONG,
    };
    Combination::Single { value }
}

/// The reading in which the Phoenix stands for `stated`; unstated the highest one (T9). `on` as in [`readings`].
///
/// # Errors
/// [`Fault::NotACombination`] and [`Fault::PhoenixMisstated`].
pub fn read(cards: Cards, stated: Option<Rank>, on: Option<&Combination>) -> Result<Reading, Fault> {
    let readings = readings(cards, on);
    let highest = *readings.first().ok_or(Fault::NotACombination)?;
    match stated {
        None => Ok(highest),
        Some(_) => {
            readings.into_iter().find(|reading| reading.phoenix == stated).ok_or(Fault::PhoenixMisstated)
        }
    }
}

//! What a set of cards is as a combination: one reading, none, or two when the Phoenix is ambiguous (T6, T8, T9).
//!
//! The cards are looked at as lanes, one nibble a rank, so that a run is a row of bits four apart: shifted down to
//! its lowest rank it is a prefix of [`EVERY_LANE`]. The same holds for its naturals when they are of one suit.
//!
//! Invariants: readings come highest first. There are two only for two pairs with the Phoenix, and for a straight
//! whose other cards have no gap and room at both ends; both readings are of one kind and length, so the highest
//! beats whatever any of them beats.

use arrayvec::ArrayVec;

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

/// The lowest bit of each lane.
pub(super) const EVERY_LANE: u64 = 0x1111_1111_1111_1111;

/// All readings of `cards`. `on` is what lies: it gives the Phoenix alone its value (T9), and nothing else.
pub fn readings(cards: Cards, on: Option<&Combination>) -> Readings {
    let mut readings = Readings::new();
    let mut add = |combination, phoenix| readings.push(Reading { combination, phoenix });
    let has_phoenix = cards.contains(Card::PHOENIX);
    let lanes = cards.lanes();
    let natural = lanes.count_ones() as u8;
    let size = natural + has_phoenix as u8;
    // Dog and Dragon are in no lane: they are alone or nothing (T10).
    if cards.len() != size as usize || size == 1 {
        if let Some(combination) = single(cards, on) {
            add(combination, None);
        }
        return readings;
    }
    if natural == 0 {
        return readings;
    }

    // Bit 4r of `held` says that rank r is there.
    let held = (lanes | lanes >> 1 | lanes >> 2 | lanes >> 3) & EVERY_LANE;
    let ranks = held.count_ones() as u8;
    let bottom = (held.trailing_zeros() / 4) as u8;
    let top = (63 - held.leading_zeros()) as u8 / 4;
    let span = top - bottom + 1;
    let has_mah_jong = bottom == 1;
    let count = |rank: u8| (lanes >> (4 * rank) & 0b1111).count_ones();

    if ranks == natural && (size >= 5 || has_mah_jong) {
        if size < 5 {
            return readings;
        }
        let straight = |top| Combination::Straight { top: Rank::of(top), length: size };
        match (has_phoenix, span - ranks) {
            (false, 0) if !has_mah_jong && (lanes >> lanes.trailing_zeros()) & !EVERY_LANE == 0 => {
                add(Combination::StraightBomb { top: Rank::of(top), length: size }, None);
            }
            (false, 0) => add(straight(top), None),
            (true, 1) => {
                let gap = (EVERY_LANE & !held) >> (4 * bottom);
                add(straight(top), Rank::new(bottom + (gap.trailing_zeros() / 4) as u8));
            }
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
    if has_mah_jong {
        return readings;
    }

    let (low, high) = (Rank::of(bottom), Rank::of(top));
    match (ranks, size) {
        (1, 2) => add(Combination::Pair { rank: low }, has_phoenix.then_some(low)),
        (1, 3) => add(Combination::Triple { rank: low }, has_phoenix.then_some(low)),
        (1, 4) if !has_phoenix => add(Combination::FourBomb { rank: low }, None),
        (2, 5) => {
            let mut full_house =
                |triple, pair, phoenix| add(Combination::FullHouse { triple, pair }, phoenix);
            match (count(bottom), count(top), has_phoenix) {
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
        _ if span == ranks && ranks >= 2 && size == 2 * ranks => {
            // As many cards as pairs need: then all are pairs, or one rank lacks what the Phoenix gives.
            let mut short = None;
            for rank in bottom..=top {
                match count(rank) {
                    2 => {}
                    1 if has_phoenix && short.is_none() => short = Rank::new(rank),
                    _ => return readings,
                }
            }
            add(Combination::Stairs { top: high, pairs: ranks }, short);
        }
        _ => {}
    }
    readings
}

/// What one card is alone; none if there is not exactly one.
fn single(cards: Cards, on: Option<&Combination>) -> Option<Combination> {
    let mut cards = cards.iter();
    let (Some(card), None) = (cards.next(), cards.next()) else { return None };
    let value = match (card, card.rank()) {
        (Card::DOG, _) => return Some(Combination::Dog),
        (Card::DRAGON, _) => SingleValue::DRAGON,
        (Card::PHOENIX, _) => match on {
            Some(&Combination::Single { value }) => SingleValue::phoenix_on(value),
            _ => SingleValue::PHOENIX_LED,
        },
        (_, Some(rank)) => SingleValue::of_rank(rank),
        (_, None) => SingleValue::MAH_JONG,
    };
    Some(Combination::Single { value })
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

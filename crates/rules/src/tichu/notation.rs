//! What can be wrong with a text, and the short notation without suits.
//!
//! Invariant: no error repeats its input, so a hostile input cannot make a message long.

use thiserror::Error;

use super::{Card, Cards, Combination, Rank, Suit, readings};

/// Why a text is no rank, card, set of cards or combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// Not a rank. It is what a wish for a special is, too (T18).
    #[error("a rank is 2 to 9, T, J, Q, K or A")]
    Rank,
    /// Not a card.
    #[error("a card is a rank and a suit j, s, p or t, or one of 1, D, P, R")]
    Card,
    /// A card that comes twice.
    #[error("the card {0} twice")]
    CardTwice(Card),
    /// A fifth card of one rank.
    #[error("more than four cards of rank {0}")]
    FiveOfARank(Rank),
    /// Not a combination.
    #[error("not a combination")]
    Combination,
    /// Not the value of a single.
    #[error("the value of a single is 1, a rank, one of these and .5, or R")]
    SingleValue,
}

/// Reads cards by rank: a letter each, `0` or `T` a ten, `1 D P R` the specials. A suit may follow its rank; spaces may
/// stand anywhere.
/// `-` or nothing is the empty set.
///
/// The suits that are left open are chosen so that a straight is no bomb.
///
/// ```
/// use parlour_rules::tichu::{Combination, cards_without_suits, readings};
///
/// let cards = cards_without_suits("KKK00").unwrap();
/// assert_eq!(readings(cards, None)[0].combination, "full house K over T".parse().unwrap());
/// ```
pub fn cards_without_suits(text: &str) -> Result<Cards, ParseError> {
    let mut cards = Cards::EMPTY;
    // How many cards of each rank are left open.
    let mut open = [0u8; 15];
    let mut letters = text.bytes().filter(|letter| !letter.is_ascii_whitespace()).peekable();
    if text.trim() == "-" {
        return Ok(cards);
    }
    while let Some(letter) = letters.next() {
        let card = match letter {
            b'D' => Card::DOG,
            b'1' => Card::MAH_JONG,
            b'P' => Card::PHOENIX,
            b'R' => Card::DRAGON,
            _ => {
                let letter = if letter == b'0' { b'T' } else { letter };
                let rank = Rank::from_letter(letter).ok_or(ParseError::Card)?;
                let Some(suit) = letters.peek().and_then(|&suit| Suit::from_letter(suit)) else {
                    let count = &mut open[usize::from(rank.get())];
                    *count += 1;
                    if *count > 4 {
                        return Err(ParseError::FiveOfARank(rank));
                    }
                    continue;
                };
                letters.next();
                Card::new(rank, suit)
            }
        };
        cards.try_insert(card)?;
    }
    let mut last = None;
    for rank in Rank::all() {
        for _ in 0..open[usize::from(rank.get())] {
            last = Some(free(cards, rank).ok_or(ParseError::FiveOfARank(rank))?);
            cards.extend(last);
        }
    }
    // Stated suits may still meet the chosen ones: one chosen card in another suit is enough.
    if let (Some(card), Some(reading)) = (last, readings(cards, None).first())
        && let (Combination::StraightBomb { .. }, Some(rank)) = (reading.combination, card.rank())
    {
        let other = free(cards, rank).expect("a straight holds one card of a rank");
        cards.remove(card);
        cards.insert(other);
    }
    Ok(cards)
}

/// A card of this rank that is not in `cards`; neighbouring ranks look at different suits first.
fn free(cards: Cards, rank: Rank) -> Option<Card> {
    let suit = |step: u8| Suit::ALL[usize::from(rank.get() + step) % 4];
    (0..4).map(|step| Card::new(rank, suit(step))).find(|&card| !cards.contains(card))
}

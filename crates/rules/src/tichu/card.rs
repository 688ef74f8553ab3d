//! One card: a rank and a suit, or one of the four specials.
//!
//! Invariants: a [`Rank`] is from 2 to 14; a [`Card`] is one of 56, whose index, order and notation follow from
//! each other. The order is that of a sorted hand: `D 1`, then `2j 2s 2p 2t` up to the aces, then `P R`.

use std::fmt::{self, Write};
use std::str::FromStr;

use arrayvec::ArrayString;
use serde::{Serialize, Serializer};
use serde_with::DeserializeFromStr;

use super::ParseError;

/// The suit of a natural card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// `j`
    Jade,
    /// `s`
    Sword,
    /// `p`
    Pagoda,
    /// `t`
    Star,
}

impl Suit {
    /// The four suits in their order.
    pub const ALL: [Suit; 4] = [Suit::Jade, Suit::Sword, Suit::Pagoda, Suit::Star];

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        match self {
            Suit::Jade => 'j',
            Suit::Sword => 's',
            Suit::Pagoda => 'p',
            Suit::Star => 't',
        }
    }

    /// The suit of this letter.
    pub(super) fn from_letter(letter: u8) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.letter() == char::from(letter))
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

/// The rank of a natural card, from 2 to 14. As text and in JSON one letter: `2` to `9`, `T J Q K A`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, DeserializeFromStr)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(
    feature = "types",
    ts(type = r#""2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A""#)
)]
pub struct Rank(u8);

impl Rank {
    /// The lowest rank, 2.
    pub const TWO: Rank = Rank(2);
    /// The highest rank, 14; it is never a 1 (T6).
    pub const ACE: Rank = Rank(14);

    const LETTERS: &[u8; 13] = b"23456789TJQKA";

    /// The rank of this number, if it is from 2 to 14.
    pub const fn new(number: u8) -> Option<Rank> {
        match number {
            2..=14 => Some(Rank(number)),
            _ => None,
        }
    }

    /// The rank of a number that is known to be from 2 to 14.
    pub(super) const fn of(number: u8) -> Rank {
        debug_assert!(number >= Rank::TWO.0 && number <= Rank::ACE.0);
        Rank(number)
    }

    /// From 2 to 14.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        Rank::LETTERS[self.0 as usize - 2] as char
    }

    /// The rank of this letter.
    pub(super) fn from_letter(letter: u8) -> Option<Rank> {
        let place = Rank::LETTERS.iter().position(|&known| known == letter)?;
        Some(Rank(place as u8 + 2))
    }

    /// The thirteen ranks, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator + Clone {
        (0..13).map(|below| Rank(below + 2))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

/// As its notation, so that a failed test shows `Pair { rank: T }`.
impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rank {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Rank, ParseError> {
        match text.as_bytes() {
            &[letter] => Rank::from_letter(letter).ok_or(ParseError::Rank),
            _ => Err(ParseError::Rank),
        }
    }
}

/// One of the 56 cards (T1). As text and in JSON a rank and a suit, `Tj`, or `1` Mah Jong, `D` Dog, `P` Phoenix,
/// `R` Dragon.
///
/// ```
/// use parlour_rules::tichu::{Card, Rank, Suit};
///
/// let card: Card = "At".parse().unwrap();
/// assert_eq!(card, Card::new(Rank::ACE, Suit::Star));
/// assert!(Card::MAH_JONG < card && card < Card::PHOENIX);
/// assert!("0j".parse::<Card>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, DeserializeFromStr)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct Card(u8);

impl Card {
    /// The Dog: gives the lead to the partner (T13).
    pub const DOG: Card = Card(0);
    /// The Mah Jong: the one that leads first, and wishes (T5, T18).
    pub const MAH_JONG: Card = Card(1);
    /// The Phoenix: stands for any rank in a combination (T9).
    pub const PHOENIX: Card = Card(54);
    /// The Dragon: the highest single (T10).
    pub const DRAGON: Card = Card(55);

    /// The number of cards.
    pub const COUNT: usize = 56;

    /// The natural card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(4 * rank.0 - 6 + suit as u8)
    }

    /// The card of this index, if it is from 0 to 55.
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Card::COUNT { Some(Card(index as u8)) } else { None }
    }

    /// From 0 to 55, in the order of a sorted hand.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it has a rank and a suit: it is none of the four specials.
    pub const fn is_natural(self) -> bool {
        self.0 > Card::MAH_JONG.0 && self.0 < Card::PHOENIX.0
    }

    /// Its rank; a special has none.
    pub const fn rank(self) -> Option<Rank> {
        if self.is_natural() { Some(Rank((self.0 + 6) / 4)) } else { None }
    }

    /// Its suit; a special has none.
    pub const fn suit(self) -> Option<Suit> {
        if self.is_natural() { Some(Suit::ALL[((self.0 + 6) % 4) as usize]) } else { None }
    }

    /// Its notation.
    fn text(self) -> ArrayString<2> {
        let mut text = ArrayString::new();
        match (self, self.rank(), self.suit()) {
            (_, Some(rank), Some(suit)) => {
                text.push(rank.letter());
                text.push(suit.letter());
            }
            (Card::DOG, ..) => text.push('D'),
            (Card::MAH_JONG, ..) => text.push('1'),
            (Card::PHOENIX, ..) => text.push('P'),
            _ => text.push('R'),
        }
        text
    }

    /// What it counts in a trick: 5, 10, 25 for the Dragon, -25 for the Phoenix (T1).
    pub const fn points(self) -> i16 {
        match (self, self.rank()) {
            (Card::DRAGON, _) => 25,
            (Card::PHOENIX, _) => -25,
            (_, Some(Rank(5))) => 5,
            (_, Some(Rank(10 | 13))) => 10,
            _ => 0,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// Without a formatter, since cards are most of what a server writes.
impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

/// As its notation, so that a failed test shows `[Tj, P]`.
impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = ParseError;

    /// Takes the one spelling that `Display` writes.
    fn from_str(text: &str) -> Result<Card, ParseError> {
        match text.as_bytes() {
            b"D" => Ok(Card::DOG),
            b"1" => Ok(Card::MAH_JONG),
            b"P" => Ok(Card::PHOENIX),
            b"R" => Ok(Card::DRAGON),
            &[rank, suit] => match (Rank::from_letter(rank), Suit::from_letter(suit)) {
                (Some(rank), Some(suit)) => Ok(Card::new(rank, suit)),
                _ => Err(ParseError::Card),
            },
            _ => Err(ParseError::Card),
        }
    }
}

//! A set of cards: a hand, a play, a trick, what is left.
//!
//! Invariant: one bit a card, none beyond the 56. It is a value of 8 bytes, and every operation is a few
//! instructions.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::{Card, ParseError, Rank, Suit};

/// A set of cards. As text `5j 5s P`, sorted, `-` when empty; in JSON an array.
///
/// ```
/// use parlour_rules::tichu::{Card, Cards};
///
/// let mut hand: Cards = "P 5s 5j".parse().unwrap();
/// assert_eq!(hand.to_string(), "5j 5s P");
/// assert!(hand.remove(Card::PHOENIX));
/// assert_eq!(hand.points(), 10);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "Card[]"))]
pub struct Cards(u64);

impl Cards {
    /// No cards.
    pub const EMPTY: Cards = Cards(0);

    /// All 56 cards (T1).
    pub const DECK: Cards = Cards((1 << Card::COUNT) - 1);

    /// The 52 cards with rank and suit.
    pub const NATURALS: Cards = Cards(((1 << 52) - 1) << 2);

    /// The naturals of one rank.
    pub const fn of_rank(rank: Rank) -> Cards {
        Cards(0b1111 << Card::new(rank, Suit::Jade).index())
    }

    /// The naturals of the ranks over this one, which is from 1 for the Mah Jong to 15 for the Dragon.
    pub(super) const fn over(rank: u8) -> Cards {
        Cards(Cards::NATURALS.0 & u64::MAX << (4 * rank - 2))
    }

    /// The bits, one an index.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The cards of these bits.
    pub(super) const fn from_bits(bits: u64) -> Cards {
        debug_assert!(bits & !Cards::DECK.0 == 0);
        Cards(bits)
    }

    /// Adds a card; false if it was there.
    pub const fn insert(&mut self, card: Card) -> bool {
        let before = self.0;
        self.0 |= 1 << card.index();
        self.0 != before
    }

    /// Adds a card; one that was there is an error.
    pub(super) fn try_insert(&mut self, card: Card) -> Result<(), ParseError> {
        if self.insert(card) { Ok(()) } else { Err(ParseError::CardTwice(card)) }
    }

    /// Takes a card out; false if it was not there.
    pub const fn remove(&mut self, card: Card) -> bool {
        let before = self.0;
        self.0 &= !(1 << card.index());
        self.0 != before
    }

    /// Whether the card is there.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// How many cards, from 0 to 56.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards of either.
    pub const fn union(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }

    /// The cards of both.
    pub const fn intersection(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }

    /// The cards of this set that are not in the other.
    pub const fn difference(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }

    /// Whether the other holds all cards of this set.
    pub const fn is_subset(self, other: Cards) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether a natural card of this rank is there; the Phoenix is none (T19).
    pub const fn has_rank(self, rank: Rank) -> bool {
        self.0 & Cards::of_rank(rank).0 != 0
    }

    /// What the cards count, from -25 to 125 (T1).
    pub const fn points(self) -> i16 {
        const FIVES: Cards = Cards::of_rank(Rank::of(5));
        const TENS: Cards = Cards::of_rank(Rank::of(10)).union(Cards::of_rank(Rank::of(13)));
        5 * self.intersection(FIVES).len() as i16
            + 10 * self.intersection(TENS).len() as i16
            + 25 * self.contains(Card::DRAGON) as i16
            - 25 * self.contains(Card::PHOENIX) as i16
    }

    /// The cards, sorted.
    pub const fn iter(self) -> Iter {
        Iter(self)
    }
}

/// The cards of a [`Cards`], sorted.
#[derive(Clone, Debug)]
pub struct Iter(Cards);

impl Iterator for Iter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = Card::from_index(self.0.0.trailing_zeros() as usize)?;
        self.0.remove(card);
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::EMPTY, |set, card| set.union(card.into()))
    }
}

impl Extend<Card> for Cards {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        *self = self.union(cards.into_iter().collect());
    }
}

impl From<Card> for Cards {
    fn from(card: Card) -> Cards {
        Cards(1 << card.index())
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (place, card) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            card.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl FromStr for Cards {
    type Err = ParseError;

    /// Cards in any order, separated by white space, none twice; `-` or nothing is the empty set.
    fn from_str(text: &str) -> Result<Cards, ParseError> {
        let text = text.trim();
        let mut cards = Cards::EMPTY;
        for word in (if text == "-" { "" } else { text }).split_whitespace() {
            cards.try_insert(word.parse()?)?;
        }
        Ok(cards)
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        struct CardsVisitor;

        impl<'de> Visitor<'de> for CardsVisitor {
            type Value = Cards;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of cards")
            }

            /// Ends at the first card that comes twice, so a long list costs nothing.
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Cards, A::Error> {
                let mut cards = Cards::EMPTY;
                while let Some(card) = seq.next_element()? {
                    cards.try_insert(card).map_err(A::Error::custom)?;
                }
                Ok(cards)
            }
        }

        deserializer.deserialize_seq(CardsVisitor)
    }
}

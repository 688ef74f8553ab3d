//! What lies on the table: the kinds of combinations, and which beats which (T6 to T10).
//!
//! Invariant: a run (straight, stairs, straight bomb) fits between its lowest rank and the ace. Text, JSON and
//! [`read`](super::read) give no other; code that builds a variant by hand must see to it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_with::{DeserializeFromStr, SerializeDisplay};

use super::{ParseError, Rank};

/// How high a single is, in half steps: the Mah Jong is 1, a natural its rank, the Phoenix half a step over what it
/// lies on, the Dragon above all (T9, T10). As text and in JSON `1`, `9`, `9.5`, `R`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, SerializeDisplay, DeserializeFromStr)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct SingleValue(u8);

impl SingleValue {
    /// The Mah Jong.
    pub const MAH_JONG: SingleValue = SingleValue(2);
    /// The Phoenix when it is led, 1.5.
    pub const PHOENIX_LED: SingleValue = SingleValue(3);
    /// The Dragon.
    pub const DRAGON: SingleValue = SingleValue(30);

    /// A natural card.
    pub const fn of_rank(rank: Rank) -> SingleValue {
        SingleValue(2 * rank.get())
    }

    /// The Phoenix on a single; on the Dragon it is worth no more than on an ace, so that it does not beat it (T9).
    pub(super) const fn phoenix_on(single: SingleValue) -> SingleValue {
        let single = if single.0 < SingleValue::DRAGON.0 { single } else { SingleValue::of_rank(Rank::ACE) };
        SingleValue(single.0 | 1)
    }

    /// Twice the value, from 2 for the Mah Jong to 30 for the Dragon; odd for the Phoenix.
    pub const fn half_steps(self) -> u8 {
        self.0
    }

    /// Whether it is the Phoenix's value.
    pub const fn is_phoenix(self) -> bool {
        self.0 % 2 == 1
    }
}

impl fmt::Display for SingleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Rank::new(self.0 / 2) {
            _ if *self == SingleValue::DRAGON => f.write_str("R")?,
            Some(rank) => rank.fmt(f)?,
            None => f.write_str("1")?,
        }
        f.write_str(if self.is_phoenix() { ".5" } else { "" })
    }
}

/// As its notation.
impl fmt::Debug for SingleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for SingleValue {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<SingleValue, ParseError> {
        let (under, half) = match text.strip_suffix(".5") {
            Some(under) => (under, 1),
            None => (text, 0),
        };
        let value = match (under, half) {
            ("R", 0) => SingleValue::DRAGON,
            ("1", _) => SingleValue::MAH_JONG,
            _ => SingleValue::of_rank(under.parse().map_err(|_| ParseError::SingleValue)?),
        };
        Ok(SingleValue(value.0 + half))
    }
}

/// What cards are when they are played together (T6, T8, T10). As text `single 9`, `full house A over 9`,
/// `straight T to A`, `bomb 9`, `bomb 5 to 9`; in JSON `{"kind":"straight","top":"A","length":5}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", remote = "Self")]
pub enum Combination {
    /// The Dog, which only leads and gives the lead away (T10, T13).
    Dog,
    /// One card.
    Single {
        /// How high it is.
        value: SingleValue,
    },
    /// Two of a rank.
    Pair {
        /// The rank.
        rank: Rank,
    },
    /// Three of a rank.
    Triple {
        /// The rank.
        rank: Rank,
    },
    /// Three of a rank and two of another.
    FullHouse {
        /// The rank of the three, which alone is compared (T7).
        triple: Rank,
        /// The rank of the two.
        pair: Rank,
    },
    /// Five or more consecutive ranks; the Mah Jong may be its 1.
    Straight {
        /// The highest rank.
        top: Rank,
        /// How many cards, from 5 to 14.
        length: u8,
    },
    /// Two or more consecutive pairs.
    Stairs {
        /// The highest rank.
        top: Rank,
        /// How many pairs, from 2; a hand of 14 cards holds at most 7.
        pairs: u8,
    },
    /// Four of a rank, all natural (T8).
    FourBomb {
        /// The rank.
        rank: Rank,
    },
    /// Five or more consecutive ranks in one suit, all natural (T8).
    StraightBomb {
        /// The highest rank.
        top: Rank,
        /// How many cards, from 5 to 13.
        length: u8,
    },
}

/// The kind on which nothing is played (T13).
const DOG: u8 = 0;
/// The first of the kinds that are bombs.
const FOUR_BOMB: u8 = 7;
/// The last kind.
const STRAIGHT_BOMB: u8 = 8;

impl Combination {
    /// The place among the kinds; the bombs stand last.
    const fn kind(&self) -> u8 {
        match self {
            Combination::Dog => DOG,
            Combination::Single { .. } => 1,
            Combination::Pair { .. } => 2,
            Combination::Triple { .. } => 3,
            Combination::FullHouse { .. } => 4,
            Combination::Straight { .. } => 5,
            Combination::Stairs { .. } => 6,
            Combination::FourBomb { .. } => FOUR_BOMB,
            Combination::StraightBomb { .. } => STRAIGHT_BOMB,
        }
    }

    /// How long a run is; zero for all that is none.
    const fn length(&self) -> u8 {
        match *self {
            Combination::Straight { length, .. } | Combination::StraightBomb { length, .. } => length,
            Combination::Stairs { pairs, .. } => pairs,
            _ => 0,
        }
    }

    /// How high it is among those of its kind and length: its rank, for a single twice its value (T7).
    pub(super) const fn height(&self) -> u8 {
        match *self {
            Combination::Dog => 0,
            Combination::Single { value } => value.half_steps(),
            Combination::Pair { rank } | Combination::Triple { rank } | Combination::FourBomb { rank } => {
                rank.get()
            }
            Combination::FullHouse { triple, .. } => triple.get(),
            Combination::Straight { top, .. }
            | Combination::Stairs { top, .. }
            | Combination::StraightBomb { top, .. } => top.get(),
        }
    }

    /// Whether it may be played on `other` (T7 to T10). Nothing beats the Dog, on which nothing is played.
    ///
    /// ```
    /// use parlour_rules::tichu::Combination;
    ///
    /// let low: Combination = "straight 2 to 6".parse().unwrap();
    /// let high: Combination = "straight 5 to 9".parse().unwrap();
    /// let bomb: Combination = "bomb 2".parse().unwrap();
    /// assert!(high.beats(&low) && !low.beats(&high) && bomb.beats(&high));
    /// ```
    #[inline]
    pub const fn beats(&self, other: &Combination) -> bool {
        let (kind, other_kind) = (self.kind(), other.kind());
        if kind != other_kind {
            // A straight bomb has more cards than a four, so the later of the two bombs is the higher (T8).
            return kind >= FOUR_BOMB && kind > other_kind && other_kind != DOG;
        }
        let (length, other_length) = (self.length(), other.length());
        if length == other_length {
            self.height() > other.height()
        } else {
            kind == STRAIGHT_BOMB && length > other_length
        }
    }

    /// Whether the two could beat each other were they but high enough: the same kind and length (T7), or both
    /// bombs.
    pub const fn is_like(&self, other: &Combination) -> bool {
        self.is_bomb() && other.is_bomb() || self.kind() == other.kind() && self.length() == other.length()
    }

    /// Whether it is a bomb (T8).
    #[inline]
    pub const fn is_bomb(&self) -> bool {
        self.kind() >= FOUR_BOMB
    }

    /// How many cards it has.
    pub const fn cards(&self) -> usize {
        match *self {
            Combination::Dog | Combination::Single { .. } => 1,
            Combination::Pair { .. } => 2,
            Combination::Triple { .. } => 3,
            Combination::FourBomb { .. } => 4,
            Combination::FullHouse { .. } => 5,
            Combination::Straight { length, .. } | Combination::StraightBomb { length, .. } => {
                length as usize
            }
            Combination::Stairs { pairs, .. } => 2 * pairs as usize,
        }
    }

    /// Whether such cards exist: the invariant of this file.
    fn exists(&self) -> bool {
        let fits = |top: Rank, length: u8, shortest: u8, lowest: u8| {
            length >= shortest && length <= top.get() && top.get() - length + 1 >= lowest
        };
        match *self {
            Combination::FullHouse { triple, pair } => triple != pair,
            Combination::Straight { top, length } => fits(top, length, 5, 1),
            Combination::StraightBomb { top, length } => fits(top, length, 5, 2),
            Combination::Stairs { top, pairs } => fits(top, pairs, 2, 2),
            _ => true,
        }
    }
}

impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut run = |kind, top: Rank, length| match Rank::new(top.get() + 1 - length) {
            Some(bottom) => write!(f, "{kind} {bottom} to {top}"),
            None => write!(f, "{kind} 1 to {top}"),
        };
        match *self {
            Combination::Dog => f.write_str("dog"),
            Combination::Single { value } => write!(f, "single {value}"),
            Combination::Pair { rank } => write!(f, "pair {rank}"),
            Combination::Triple { rank } => write!(f, "triple {rank}"),
            Combination::FullHouse { triple, pair } => write!(f, "full house {triple} over {pair}"),
            Combination::Straight { top, length } => run("straight", top, length),
            Combination::Stairs { top, pairs } => run("stairs", top, pairs),
            Combination::FourBomb { rank } => write!(f, "bomb {rank}"),
            Combination::StraightBomb { top, length } => run("bomb", top, length),
        }
    }
}

impl FromStr for Combination {
    type Err = ParseError;

    /// Takes the one spelling that `Display` writes.
    fn from_str(text: &str) -> Result<Combination, ParseError> {
        let run = |bottom: &str, top: &str| {
            let top: Rank = top.parse()?;
            let bottom = if bottom == "1" { 1 } else { bottom.parse::<Rank>()?.get() };
            let length = (top.get() + 1).checked_sub(bottom).ok_or(ParseError::Combination)?;
            Ok((top, length))
        };
        let mut words = [""; 6];
        let mut count = 0;
        for word in text.split(' ') {
            *words.get_mut(count).ok_or(ParseError::Combination)? = word;
            count += 1;
        }
        let combination = match words[..count] {
            ["dog"] => Combination::Dog,
            ["single", value] => Combination::Single { value: value.parse()? },
            ["pair", rank] => Combination::Pair { rank: rank.parse()? },
            ["triple", rank] => Combination::Triple { rank: rank.parse()? },
            ["full", "house", triple, "over", pair] => {
                Combination::FullHouse { triple: triple.parse()?, pair: pair.parse()? }
            }
            ["straight", bottom, "to", top] => {
                let (top, length) = run(bottom, top)?;
                Combination::Straight { top, length }
            }
            ["stairs", bottom, "to", top] => {
                let (top, pairs) = run(bottom, top)?;
                Combination::Stairs { top, pairs }
            }
            ["bomb", rank] => Combination::FourBomb { rank: rank.parse()? },
            ["bomb", bottom, "to", top] => {
                let (top, length) = run(bottom, top)?;
                Combination::StraightBomb { top, length }
            }
            _ => return Err(ParseError::Combination),
        };
        if combination.exists() { Ok(combination) } else { Err(ParseError::Combination) }
    }
}

impl Serialize for Combination {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Combination::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Combination {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Combination, D::Error> {
        let combination = Combination::deserialize(deserializer)?;
        if combination.exists() {
            Ok(combination)
        } else {
            Err(serde::de::Error::custom(ParseError::Combination))
        }
    }
}

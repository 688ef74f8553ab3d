//! Why a line is no question.
//!
//! Invariant: `Display` and JSON are the same word, which is stable.

use parlour_rules::{rummikub, tichu};
use serde::Serialize;
use thiserror::Error;

/// Why a line cannot be judged: it is no question of its kind. What the rules refuse is no fault of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LineFault {
    /// The line is not UTF-8.
    #[error("not_text")]
    NotText,
    /// The line is longer than [`Question::MOST_BYTES`](crate::Question::MOST_BYTES).
    #[error("line_too_long")]
    LineTooLong,
    /// There is an end of line in it. No line of a stream has one, but JSON can.
    #[error("several_lines")]
    SeveralLines,
    /// The line has not the two words, or the three parts between `|`, of its kind.
    #[error("wrong_fields")]
    WrongFields,
    /// A word is no tile.
    #[error("bad_tile")]
    BadTile,
    /// More than twice one tile, which no rack can hold (R1).
    #[error("too_many_copies")]
    TooManyCopies,
    /// A meld of more tiles than anybody can lay.
    #[error("too_many_tiles")]
    TooManyTiles,
    /// A hand of Rummikub that holds neither 14 nor 15 tiles (R8), or of Tichu that holds none or more than 14 cards.
    #[error("wrong_count")]
    WrongCount,
    /// A letter is no card.
    #[error("bad_card")]
    BadCard,
    /// A card comes twice in one hand or play.
    #[error("card_twice")]
    CardTwice,
    /// More than four cards of a rank in one hand or play.
    #[error("five_of_a_rank")]
    FiveOfARank,
    /// The play has no cards.
    #[error("no_cards")]
    NoCards,
    /// What is said to lie is no combination.
    #[error("previous_not_a_combination")]
    PreviousNotACombination,
    /// The wish is no rank from 2 to the ace (T18).
    #[error("bad_wish")]
    BadWish,
}

impl From<rummikub::ParseError> for LineFault {
    fn from(error: rummikub::ParseError) -> LineFault {
        use rummikub::ParseError;
        match error {
            ParseError::TooManyCopies(_) => LineFault::TooManyCopies,
            ParseError::TooManyTiles => LineFault::TooManyTiles,
            // The others are of texts that no line holds.
            ParseError::Tile | ParseError::TooManyMelds | ParseError::Fault => LineFault::BadTile,
        }
    }
}

impl From<tichu::ParseError> for LineFault {
    fn from(error: tichu::ParseError) -> LineFault {
        use tichu::ParseError;
        match error {
            ParseError::CardTwice(_) => LineFault::CardTwice,
            ParseError::FiveOfARank(_) => LineFault::FiveOfARank,
            ParseError::Rank => LineFault::BadWish,
            // The others are of texts that no line holds.
            ParseError::Card | ParseError::Combination | ParseError::SingleValue => LineFault::BadCard,
        }
    }
}

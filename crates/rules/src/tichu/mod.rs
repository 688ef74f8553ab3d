//! Tichu: cards, combinations, bombs, the wish, scoring (T1, T6 to T10, T18 to T24).

mod alike;
mod card;
mod cards;
mod combination;
mod family;
mod fault;
mod lanes;
mod notation;
mod play;
mod plays;
mod reading;
#[cfg(feature = "types")]
mod schema;
mod score;
mod singles;
mod wish;

pub use card::{Card, Rank, Suit};
pub use cards::{Cards, Iter};
pub use combination::{Combination, SingleValue};
pub use family::Family;
pub use fault::Fault;
pub use notation::{ParseError, cards_without_suits};
pub use play::{Play, Turn, bombs, judge_bomb};
pub use reading::{Reading, Readings, read, readings};
pub use score::{Call, Finish, Score, score};
pub use wish::WishOptions;

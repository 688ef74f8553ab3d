//! Whatever text is taken for a value is that value: written anew and read again, it is the same.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use parlour_engine::{Seat, Seed, rummikub as r, tichu as t};
use parlour_rules::rummikub::{Layout, Tile, Tiles};
use parlour_rules::tichu::{Card, Cards, Combination, Rank, SingleValue};

/// Reads the input, as text, in every notation of both games.
///
/// # Panics
/// When a text that is taken is not the text of its value.
pub fn notation(input: &[u8]) {
    let text = &*String::from_utf8_lossy(input);
    same::<Seat>(text);
    same::<Seed>(text);
    same::<Tile>(text);
    same::<Tiles>(text);
    same::<Layout>(text);
    same::<r::Action>(text);
    same::<r::Event>(text);
    same::<r::Variant>(text);
    same::<r::Position>(text);
    same::<Rank>(text);
    same::<Card>(text);
    same::<Cards>(text);
    same::<SingleValue>(text);
    same::<Combination>(text);
    same::<t::Action>(text);
    same::<t::Event>(text);
    same::<t::Variant>(text);
    same::<t::Position>(text);
}

fn same<T: FromStr + Display + Debug + PartialEq>(text: &str) {
    let Ok(value) = text.parse::<T>() else { return };
    let written = value.to_string();
    match written.parse::<T>() {
        Ok(again) => assert_eq!(again, value, "{written:?} from {text:?}"),
        Err(_) => panic!("{written:?} is not read, and was written for {text:?}"),
    }
}

//! Lines of Tichu: a play on what lies, and all plays of a hand.
//!
//! What lies and what is held are read each by itself: that no card is in both is not asked.

use parlour_rules::tichu::{Cards, Combination, Rank, Turn, WishOptions, cards_without_suits, read};

use crate::{Answer, LineFault, Plays};

/// The most cards of a hand (T2).
const MOST_CARDS: usize = 14;

/// Judges `PREVIOUS PLAY` (T6 to T10).
pub(crate) fn play(line: &str) -> Result<Answer, LineFault> {
    let mut words = line.split_ascii_whitespace();
    let (Some(previous), Some(play), None) = (words.next(), words.next(), words.next()) else {
        return Err(LineFault::WrongFields);
    };
    let on = lying(previous)?;
    let cards = cards_without_suits(play)?;
    if cards.is_empty() {
        return Err(LineFault::NoCards);
    }
    Ok(Turn::new(cards, on).judge_play(cards, None).into())
}

/// Lists what may be played of `HAND | TRICK | WISH` (T11, T19, T20), with the default options of the wish.
pub(crate) fn plays(line: &str) -> Result<Answer, LineFault> {
    let mut parts = line.split('|');
    let (Some(hand), Some(trick), Some(wish), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(LineFault::WrongFields);
    };
    let hand = cards_without_suits(hand)?;
    if !(1..=MOST_CARDS).contains(&hand.len()) {
        return Err(LineFault::WrongCount);
    }
    let turn = Turn::new(hand, lying(trick)?).under_wish(wished(wish)?, WishOptions::default());
    Ok(Answer::Plays(Plays(turn)))
}

/// What lies: none for `-`. A Phoenix alone lies as it was led, and beside others it takes its highest reading (T9).
fn lying(text: &str) -> Result<Option<Combination>, LineFault> {
    let cards: Cards = cards_without_suits(text)?;
    if cards.is_empty() {
        return if text.trim() == "-" { Ok(None) } else { Err(LineFault::WrongFields) };
    }
    let reading = read(cards, None, None).map_err(|_| LineFault::PreviousNotACombination)?;
    Ok(Some(reading.combination))
}

/// The wish: none for `-`; `0` is the ten, too.
fn wished(text: &str) -> Result<Option<Rank>, LineFault> {
    match text.trim() {
        "-" => Ok(None),
        "0" => Ok(Some("T".parse()?)),
        rank => Ok(Some(rank.parse()?)),
    }
}

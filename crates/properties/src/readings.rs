//! What cards are, and what a hand may play, agree with each other (T6 to T10, T19).

use parlour_rules::tichu::{Card, Cards, Rank, Turn, WishOptions, read, readings as all_readings};

use crate::Bytes;

/// Makes a hand, what lies, and a wish of the input, and lets the referee speak of them in every way it can.
///
/// # Panics
/// When two answers do not agree.
pub fn readings(input: &[u8]) {
    let mut bytes = Bytes(input);
    let lies = cards(&mut bytes, 14);
    let hand = cards(&mut bytes, 14).difference(lies);
    let on = read(lies, None, None).ok().map(|reading| reading.combination);
    let wish = Rank::new(bytes.next());
    let options = WishOptions { wish_bomb: bytes.below(2) == 0, wish_lead: bytes.below(2) == 0 };
    let turn = Turn::new(hand, on).under_wish(wish, options);

    for cards in [lies, hand] {
        check_readings(cards, &turn);
    }
    let plays = turn.legal_plays();
    assert_eq!(turn.count_legal_plays(), plays.len(), "{turn:?}");
    for (number, play) in plays.iter().enumerate() {
        assert_eq!(turn.judge_play(play.cards, play.phoenix), Ok(*play), "{turn:?}");
        let counted = turn.nth_legal_play(number).expect("there are so many");
        assert!(plays.contains(&counted), "{counted:?} is numbered and not listed: {turn:?}");
        assert!(!plays[..number].contains(play), "{play:?} comes twice: {turn:?}");
        assert!(on.is_none_or(|on| play.combination.beats(&on) && !on.beats(&play.combination)), "{play:?}");
    }
    assert_eq!(turn.nth_legal_play(plays.len()), None, "{turn:?}");
    let passes = turn.judge_pass().is_ok();
    assert!(passes || !plays.is_empty() || hand.is_empty(), "nothing can be done: {turn:?}");
    if let Some(play) = turn.on_timeout() {
        assert!(plays.contains(&play), "the clock plays {play:?}: {turn:?}");
    } else {
        assert!(passes || hand.is_empty(), "the clock passes: {turn:?}");
    }
}

/// The readings of these cards are of all of them, highest first, and each can be stated.
fn check_readings(cards: Cards, turn: &Turn) {
    let readings = all_readings(cards, turn.on.as_ref());
    for reading in &readings {
        assert_eq!(reading.combination.cards(), cards.len(), "{cards}");
        assert_eq!(reading.phoenix.is_some(), cards.contains(Card::PHOENIX) && cards.len() > 1, "{cards}");
        let stated = read(cards, reading.phoenix, turn.on.as_ref());
        assert_eq!(stated.as_ref(), Ok(reading), "{cards}");
        assert_eq!(reading.combination.to_string().parse(), Ok(reading.combination), "{cards}");
    }
    if let [high, low] = readings[..] {
        assert!(high.combination.beats(&low.combination), "{cards}");
    }
    assert_eq!(read(cards, None, turn.on.as_ref()).ok(), readings.first().copied(), "{cards}");
}

/// Up to `most` cards: single ones, and rows or groups, so that combinations are common.
fn cards(bytes: &mut Bytes<'_>, most: usize) -> Cards {
    let mut cards = Cards::EMPTY;
    let parts = bytes.below(most + 1);
    for _ in 0..parts {
        let card = bytes.below(Card::COUNT);
        let (size, step) = match bytes.below(4) {
            0 => (5, 4),
            1 => (2 + bytes.below(3), 1),
            _ => (1, 1),
        };
        let more = (0..size).filter_map(|place| Card::from_index(card + place * step));
        let more: Cards = more.collect();
        if cards.union(more).len() <= most {
            cards = cards.union(more);
        }
    }
    cards
}

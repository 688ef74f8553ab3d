//! Text and JSON, both ways, and what is refused.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use parlour_rules::tichu::{
    Call, Card, Cards, Combination, Fault, ParseError, Rank, SingleValue, Suit, WishOptions,
    cards_without_suits, readings,
};
use rand::RngExt;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::beats::all_combinations;
use crate::sample::seeded;

/// A value and its text stand for each other, and if `json` is its text in quotes so do value and JSON.
fn round_trip<T>(value: T, text: &str)
where
    T: Copy + Debug + Display + PartialEq + FromStr<Err = ParseError> + Serialize + DeserializeOwned,
{
    assert_eq!(value.to_string(), text);
    assert_eq!(text.parse(), Ok(value));
    let json = serde_json::to_string(&value).expect("it has a JSON");
    assert_eq!(serde_json::from_str::<T>(&json).expect("its own JSON"), value, "{json}");
}

fn refused<T: FromStr<Err = ParseError> + Debug + PartialEq>(text: &str, error: ParseError) {
    assert_eq!(text.parse::<T>(), Err(error), "{text:?}");
}

/// T1.
#[test]
fn cards_have_one_spelling() {
    let mut texts = vec!["D".to_owned(), "1".to_owned()];
    for rank in "23456789TJQKA".chars() {
        texts.extend("jspt".chars().map(|suit| format!("{rank}{suit}")));
    }
    texts.extend(["P".to_owned(), "R".to_owned()]);
    assert_eq!(texts.len(), Card::COUNT);
    for (index, text) in texts.iter().enumerate() {
        let card = Card::from_index(index).expect("an index of the deck");
        round_trip(card, text);
        assert_eq!(card.index(), index);
        match (card.rank(), card.suit()) {
            (Some(rank), Some(suit)) => assert_eq!(Card::new(rank, suit), card),
            (None, None) => assert!([Card::DOG, Card::MAH_JONG, Card::PHOENIX, Card::DRAGON].contains(&card)),
            half => panic!("{card} is half natural: {half:?}"),
        }
    }
    assert!(Card::from_index(Card::COUNT).is_none());
    for text in ["", "j", "T", "0j", "10j", "tj", "TJ", "Tx", "1j", "Pj", " Tj", "Tj ", "p", "Тj", "é"] {
        refused::<Card>(text, ParseError::Card);
    }
}

/// T18: a wish for a special is no rank.
#[test]
fn ranks_are_those_of_natural_cards() {
    for (rank, letter) in Rank::all().zip("23456789TJQKA".chars()) {
        round_trip(rank, &letter.to_string());
        assert_eq!(Rank::new(rank.get()), Some(rank));
    }
    for text in ["1", "P", "R", "D", "0", "10", "14", "", "t", "a", "TT"] {
        refused::<Rank>(text, ParseError::Rank);
        assert!(serde_json::from_value::<Rank>(text.into()).is_err(), "{text}");
    }
    assert!([0, 1, 15, 255].into_iter().all(|number| Rank::new(number).is_none()));
}

#[test]
fn sets_of_cards_are_sorted_and_have_no_card_twice() {
    let check = |text: &str, sorted: &str| {
        let cards: Cards = text.parse().expect("cards");
        round_trip(cards, sorted);
    };
    check("", "-");
    check(" - ", "-");
    check("P  5s\t5j", "5j 5s P");
    check("R At Aj 2t D 1", "D 1 2t Aj At R");
    refused::<Cards>("5j 5j", ParseError::CardTwice(Card::new(Rank::new(5).expect("a rank"), Suit::Jade)));
    refused::<Cards>("5j5s", ParseError::Card);
    refused::<Cards>("- 5s", ParseError::Card);

    let mut rng = seeded(2);
    for _ in 0..1_000 {
        let cards: Cards = Cards::DECK.iter().filter(|_| rng.random_bool(0.3)).collect();
        round_trip(cards, &cards.to_string());
    }
    round_trip(Cards::DECK, &Cards::DECK.to_string());
    let json = |json: &str| serde_json::from_str::<Cards>(json).map_err(drop);
    assert_eq!(json(r#"["P","5j"]"#), Ok("5j P".parse().expect("cards")));
    assert_eq!(json("[]"), Ok(Cards::EMPTY));
    assert_eq!(json(r#"["5j","5j"]"#), Err(()));
    assert_eq!(json(r#"["5x"]"#), Err(()));
    assert_eq!(json(r#""5j""#), Err(()));
    // A list of 57 cards has one twice; it is refused there, however long it goes on.
    let mut long: Vec<Card> = Cards::DECK.iter().collect();
    long.extend(Cards::DECK.iter().cycle().take(100_000));
    assert_eq!(json(&serde_json::to_string(&long).expect("a list")), Err(()));
}

#[test]
fn sets_of_cards_are_sets() {
    let mut rng = seeded(3);
    for _ in 0..1_000 {
        let mut draw = || Cards::DECK.iter().filter(|_| rng.random_bool(0.5)).collect::<Cards>();
        let (a, b) = (draw(), draw());
        for card in Cards::DECK {
            let (in_a, in_b) = (a.contains(card), b.contains(card));
            assert_eq!(a.union(b).contains(card), in_a || in_b);
            assert_eq!(a.intersection(b).contains(card), in_a && in_b);
            assert_eq!(a.difference(b).contains(card), in_a && !in_b);
            let mut with = a;
            assert_eq!(with.insert(card), !in_a);
            assert!(with.contains(card) && a.is_subset(with));
            assert!(with.remove(card) && !with.remove(card) && !with.contains(card));
        }
        assert_eq!(a.is_subset(b), a.iter().all(|card| b.contains(card)));
        assert_eq!(a.len(), a.iter().count());
        assert_eq!(a.iter().len(), a.len());
        assert!(a.iter().is_sorted());
        for rank in Rank::all() {
            assert_eq!(a.has_rank(rank), a.iter().any(|card| card.rank() == Some(rank)));
            assert!(Cards::of_rank(rank).iter().all(|card| card.rank() == Some(rank)));
            assert_eq!(Cards::of_rank(rank).len(), 4);
        }
    }
    assert!(Cards::EMPTY.is_empty() && !Cards::DECK.is_empty());
}

#[test]
fn combinations_have_one_spelling() {
    let all = all_combinations();
    // Singles 27 naturals, Mah Jong and their halves less the Dragon's; 13 of each of pair, triple and four; 13 over
    // 12; straights 1 + ... + 10 ends; stairs 1 + ... + 12; runs in a suit 1 + ... + 9.
    assert_eq!(all.len(), 1 + 29 + 39 + 156 + 55 + 78 + 45);
    for combination in all {
        round_trip(combination, &combination.to_string());
    }
    for text in [
        "",
        "single",
        "single D",
        "pair 1",
        "pair P",
        "Pair 9",
        "pair  9",
        "pair 9 ",
        "full house 9 over 9",
        "full house 9 over 1",
        "straight 2 to 5",
        "straight A to T",
        "straight 9 to 9",
        "straight 1 to 4",
        "stairs 9 to 9",
        "stairs 1 to 3",
        "bomb 2 to 5",
        "bomb 1 to 6",
        "bomb 1",
        "bomb 2 to 6 to 7",
        "a b c d e f g h i j k l m n o p",
    ] {
        assert!(text.parse::<Combination>().is_err(), "{text}");
    }
    for text in ["", "R.5", "D", "P", "0", "9.0", "9.25", ".5", "1.5.5", "15"] {
        refused::<SingleValue>(text, ParseError::SingleValue);
    }
}

#[test]
fn combinations_in_json() {
    let check = |text: &str, json: &str| {
        let combination: Combination = text.parse().expect("a combination");
        assert_eq!(serde_json::to_string(&combination).expect("it has a JSON"), json);
    };
    check("dog", r#"{"kind":"dog"}"#);
    check("single 9.5", r#"{"kind":"single","value":"9.5"}"#);
    check("pair T", r#"{"kind":"pair","rank":"T"}"#);
    check("full house A over 9", r#"{"kind":"full_house","triple":"A","pair":"9"}"#);
    check("straight T to A", r#"{"kind":"straight","top":"A","length":5}"#);
    check("stairs 2 to 4", r#"{"kind":"stairs","top":"4","pairs":3}"#);
    check("bomb 9", r#"{"kind":"four_bomb","rank":"9"}"#);
    check("bomb 5 to 9", r#"{"kind":"straight_bomb","top":"9","length":5}"#);
    for json in [
        r#"{"kind":"straight","top":"A","length":4}"#,
        r#"{"kind":"straight","top":"A","length":255}"#,
        r#"{"kind":"straight","top":"5","length":6}"#,
        r#"{"kind":"straight_bomb","top":"5","length":5}"#,
        r#"{"kind":"stairs","top":"2","pairs":2}"#,
        r#"{"kind":"stairs","top":"A","pairs":0}"#,
        r#"{"kind":"full_house","triple":"A","pair":"A"}"#,
        r#"{"kind":"pair","rank":"1"}"#,
        r#"{"kind":"dragon"}"#,
    ] {
        assert!(serde_json::from_str::<Combination>(json).is_err(), "{json}");
    }
}

#[test]
fn faults_calls_and_options_in_json() {
    for fault in Fault::ALL {
        assert_eq!(fault.to_string(), fault.code());
        assert_eq!(serde_json::to_string(&fault).expect("it has a JSON"), format!("\"{}\"", fault.code()));
        let json = format!("\"{fault}\"");
        assert_eq!(serde_json::from_str::<Fault>(&json).expect("its own JSON"), fault);
    }
    assert_eq!(serde_json::to_string(&[Call::Tichu, Call::Grand]).expect("a list"), r#"["tichu","grand"]"#);
    let defaults = r#"{"wish_bomb":true,"wish_lead":false}"#;
    assert_eq!(serde_json::to_string(&WishOptions::default()).expect("it has a JSON"), defaults);
}

#[test]
fn ranks_alone_are_cards() {
    let check = |text: &str, expected: Result<&str, ParseError>| {
        let cards = cards_without_suits(text).map(|cards| cards.to_string());
        assert_eq!(cards.as_deref().map_err(|&error| error), expected, "{text}");
    };
    check("-", Ok("-"));
    check("", Ok("-"));
    check("1DPR", Ok("D 1 P R"));
    check("TjTs", Ok("Tj Ts"));
    check("0j T s", Ok("Tj Ts"));
    check("5555", Ok("5j 5s 5p 5t"));
    check("55j5s5p", Ok("5j 5s 5p 5t"));
    let five = Rank::new(5).expect("a rank");
    check("55555", Err(ParseError::FiveOfARank(five)));
    check("5j5j", Err(ParseError::CardTwice(Card::new(five, Suit::Jade))));
    check("PP", Err(ParseError::CardTwice(Card::PHOENIX)));
    check("5x", Err(ParseError::Card));
    check("j", Err(ParseError::Card));
}

/// T8: ranks alone are an ordinary straight, whatever suits some of them state; only all suits stated make a bomb.
#[test]
fn open_suits_make_no_bomb() {
    for top in 6..=14u8 {
        for length in 5..top {
            let ranks: Vec<Rank> = (top - length + 1..=top).filter_map(Rank::new).collect();
            for suit in "jspt".chars() {
                for open in 0..=ranks.len() {
                    let text: String = ranks
                        .iter()
                        .enumerate()
                        .map(
                            |(place, rank)| {
                                if place == open { rank.to_string() } else { format!("{rank}{suit}") }
                            },
                        )
                        .collect();
                    let cards = cards_without_suits(&text).expect("cards");
                    let all_stated = open == ranks.len();
                    assert_eq!(readings(cards, None)[0].combination.is_bomb(), all_stated, "{text}");
                }
            }
            let text: String = ranks.iter().map(Rank::to_string).collect();
            let cards = cards_without_suits(&text).expect("cards");
            assert!(!readings(cards, None)[0].combination.is_bomb(), "{text}");
        }
    }
}

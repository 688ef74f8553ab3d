//! What cards are (T6, T8, T9, T10).

use std::collections::BTreeMap;

use parlour_rules::tichu::{Card, Cards, Combination, Fault, Rank, read, readings};
use rand::RngExt;
use rand::seq::{IndexedRandom, IteratorRandom};

use crate::naive;
use crate::sample::{cards, each_set, on, rank, seeded};

/// The texts of all readings, highest first, each with what the Phoenix stands for.
fn read_all(text: &str) -> Vec<String> {
    readings(cards(text), None)
        .into_iter()
        .map(|reading| match reading.phoenix {
            Some(rank) => format!("{} as {rank}", reading.combination),
            None => reading.combination.to_string(),
        })
        .collect()
}

#[test]
fn cards_are_what_the_rules_call_them() {
    let check = |text: &str, expected: &[&str]| assert_eq!(read_all(text), expected, "{text}");
    // T6: the kinds.
    check("9", &["single 9"]);
    check("1", &["single 1"]);
    check("R", &["single R"]);
    check("D", &["dog"]);
    check("99", &["pair 9"]);
    check("999", &["triple 9"]);
    check("99944", &["full house 9 over 4"]);
    check("44999", &["full house 9 over 4"]);
    check("23456", &["straight 2 to 6"]);
    check("12345", &["straight 1 to 5"]);
    check("TJQKA", &["straight T to A"]);
    check("123456789TJQKA", &["straight 1 to A"]);
    check("23456789TJQKA", &["straight 2 to A"]);
    check("5566", &["stairs 5 to 6"]);
    check("8899TTJJQQKKAA", &["stairs 8 to A"]);
    // T6: what is nothing.
    check("", &[]);
    check("A2345", &[]);
    check("QKA23", &[]);
    check("444555", &[]);
    check("1234", &[]);
    check("23567", &[]);
    check("223355", &[]);
    check("2233445", &[]);
    check("22334", &[]);
    check("234455", &[]);
    check("79", &[]);
    check("99994", &[]);
    check("9994", &[]);
    // T8: bombs, and what is none.
    check("JJJJ", &["bomb J"]);
    check("5j6j7j8j9j", &["bomb 5 to 9"]);
    check("2t3t4t5t6t7t8t9tTtJtQtKtAt", &["bomb 2 to A"]);
    check("5j6j7j8j9s", &["straight 5 to 9"]);
    check("5j6j7j8jP", &["straight 5 to 9 as 9", "straight 4 to 8 as 4"]);
    check("12j3j4j5j", &["straight 1 to 5"]);
    check("2j3j4j5j", &[]);
    check("5j6j7j9jTj", &[]);
    check("JJJP", &[]);
    check("3333P", &[]);
    check("99994P", &[]);
    // T9: the Phoenix.
    check("P", &["single 1.5"]);
    check("9P", &["pair 9 as 9"]);
    check("99P", &["triple 9 as 9"]);
    check("9994P", &["full house 9 over 4 as 4"]);
    check("4999P", &["full house 9 over 4 as 4"]);
    check("9444P", &["full house 4 over 9 as 9"]);
    check("AAP99", &["full house A over 9 as A", "full house 9 over A as 9"]);
    check("5P66", &["stairs 5 to 6 as 5"]);
    check("556P", &["stairs 5 to 6 as 6"]);
    check("55P677", &["stairs 5 to 7 as 6"]);
    check("JQKAP", &["straight T to A as T"]);
    check("TJQKP", &["straight T to A as A", "straight 9 to K as 9"]);
    check("P2345", &["straight 2 to 6 as 6"]);
    check("P1234", &["straight 1 to 5 as 5"]);
    check("1345P", &["straight 1 to 5 as 2"]);
    check("2346P", &["straight 2 to 6 as 5"]);
    check("123456789TJQKP", &["straight 1 to A as A"]);
    check("23456789TJQKP", &["straight 2 to A as A"]);
    check("P1", &[]);
    check("5551P", &[]);
    check("1P22", &[]);
    check("23456789TJQKAP", &[]);
    check("123456789TJQKAP", &[]);
    check("2357P", &[]);
    check("2367P", &[]);
    check("234P", &[]);
    check("45P", &[]);
    check("4466P", &["full house 6 over 4 as 6", "full house 4 over 6 as 4"]);
    check("44667P", &[]);
    check("556677P", &[]);
    check("5567P", &[]);
    check("DP", &[]);
    check("RP", &[]);
    // T10: Dog and Dragon are alone.
    check("RK", &[]);
    check("D1", &[]);
    check("DR", &[]);
    check("D23456", &[]);
    check("2345R", &[]);
}

/// T9.
#[test]
fn a_stated_phoenix_is_taken_at_its_word() {
    let check = |text: &str, stated: Option<&str>, expected: Result<&str, Fault>| {
        let read = read(cards(text), stated.map(rank), None);
        let read = read.map(|reading| reading.combination.to_string());
        assert_eq!(read.as_deref().map_err(|&fault| fault), expected, "{text} {stated:?}");
    };
    check("TJQKP", None, Ok("straight T to A"));
    check("TJQKP", Some("9"), Ok("straight 9 to K"));
    check("TJQKP", Some("A"), Ok("straight T to A"));
    check("TJQKP", Some("J"), Err(Fault::PhoenixMisstated));
    check("AAP99", None, Ok("full house A over 9"));
    check("AAP99", Some("9"), Ok("full house 9 over A"));
    check("77P", Some("7"), Ok("triple 7"));
    check("77P", Some("8"), Err(Fault::PhoenixMisstated));
    check("77", Some("7"), Err(Fault::PhoenixMisstated));
    check("P", Some("7"), Err(Fault::PhoenixMisstated));
    check("78P", Some("7"), Err(Fault::NotACombination));
    check("", None, Err(Fault::NotACombination));
}

/// T9: half a step over the top single, the ace at most; 1.5 when it is led or no single lies.
#[test]
fn a_phoenix_alone_is_as_high_as_what_it_lies_on() {
    let check = |lying: &str, expected: &str| {
        let readings = readings(Card::PHOENIX.into(), on(lying).as_ref());
        assert_eq!(readings.as_slice(), naive::readings(Card::PHOENIX.into(), on(lying).as_ref()));
        assert_eq!(readings[0].combination.to_string(), expected, "on {lying}");
    };
    check("-", "single 1.5");
    check("single 1", "single 1.5");
    check("single 2", "single 2.5");
    check("single T", "single T.5");
    check("single A", "single A.5");
    check("single R", "single A.5");
    check("pair 9", "single 1.5");
}

/// T6, T8, T9, T10: all C(56,5) = 3,819,816 sets of five cards among them.
#[test]
fn all_sets_of_up_to_five_cards_are_read_as_the_naive_way_does() {
    for size in 0..=5 {
        each_set(size, &mut |cards| {
            assert_eq!(readings(cards, None).as_slice(), naive::readings(cards, None), "{cards}");
        });
    }
}

/// T6, T8, T9: a combination of each kind and length, its cards then changed or not.
#[test]
fn larger_sets_are_read_as_the_naive_way_does() {
    let mut rng = seeded(1);
    let mut by_kind: BTreeMap<String, Vec<&Vec<u8>>> = BTreeMap::new();
    for (ranks, combination) in naive::ORDINARY.iter().filter(|(ranks, _)| (5..=14).contains(&ranks.len())) {
        by_kind.entry(format!("{} {}", kind(combination), ranks.len())).or_default().push(ranks);
    }
    by_kind.values_mut().for_each(|patterns| patterns.sort());
    // Full houses, straights of 5 to 14 cards, stairs of 3 to 7 pairs.
    assert_eq!(by_kind.len(), 1 + 10 + 5);
    let mut found = BTreeMap::<String, usize>::new();
    for patterns in by_kind.values() {
        for _ in 0..4_000 {
            let ranks = patterns.choose(&mut rng).expect("a kind has a pattern");
            let cards = dress(ranks, &mut rng);
            let expected = naive::readings(cards, None);
            assert_eq!(readings(cards, None).as_slice(), expected, "{cards}");
            for reading in expected {
                assert_eq!(reading.combination.cards(), cards.len(), "{cards}");
                *found.entry(kind(&reading.combination)).or_default() += 1;
            }
        }
    }
    for kind in ["full", "straight", "stairs", "bomb"] {
        assert!(found[kind] > 500, "{found:?}");
    }
}

/// The first word of a combination's text.
fn kind(combination: &Combination) -> String {
    combination.to_string().split(' ').next().expect("a text has a word").to_owned()
}

/// Cards of these ranks in any suits, half of them in one suit as far as there are cards, half with the Phoenix for
/// one of them, and half with a card more, less or changed.
fn dress(ranks: &[u8], rng: &mut rand::rngs::StdRng) -> Cards {
    let one_suit = rng.random_bool(0.5).then(|| rng.random_range(0..4));
    let mut cards = Cards::EMPTY;
    for &number in ranks {
        let Some(rank) = Rank::new(number) else {
            cards.insert(Card::MAH_JONG);
            continue;
        };
        let free = Cards::of_rank(rank).difference(cards);
        let card = match one_suit {
            Some(suit) => free.iter().min_by_key(|card| (card.index() + 8 - suit) % 4),
            None => free.iter().choose(rng),
        };
        cards.extend(card);
    }
    let any =
        |cards: Cards, rng: &mut _| cards.iter().choose(rng).expect("not all cards are there, nor none");
    if rng.random_bool(0.5) {
        cards.remove(any(cards, rng));
        cards.insert(Card::PHOENIX);
    }
    match rng.random_range(0..6) {
        0 => _ = cards.insert(any(Cards::DECK.difference(cards), rng)),
        1 => _ = cards.remove(any(cards, rng)),
        2 => {
            cards.remove(any(cards, rng));
            cards.insert(any(Cards::DECK.difference(cards), rng));
        }
        _ => {}
    }
    cards
}

/// T9: of all that a Phoenix can complete, only two pairs, and a straight without a gap and with room at both ends,
/// can be read in two ways; and the two are of one kind and length.
#[test]
fn only_two_things_are_ambiguous() {
    let mut completions: BTreeMap<Vec<u8>, Vec<Combination>> = BTreeMap::new();
    for (ranks, &combination) in naive::ORDINARY.iter() {
        let mut numbers = ranks.clone();
        numbers.dedup();
        for phoenix in numbers.into_iter().filter(|&rank| rank >= 2) {
            let mut others = ranks.clone();
            others.remove(others.iter().position(|&rank| rank == phoenix).expect("one of them"));
            completions.entry(others).or_default().push(combination);
        }
    }
    let mut ambiguous = [0, 0];
    for (others, combinations) in completions {
        let (first, last) = (others[0], others[others.len() - 1]);
        let two_pairs = matches!(others[..], [a, b, c, d] if a == b && c == d && b != c);
        let gapless = others.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        let open_straight = others.len() >= 4 && gapless && first > 2 && last < 14;
        let expected = if two_pairs || open_straight { 2 } else { 1 };
        assert_eq!(combinations.len(), expected, "{others:?} and the Phoenix");
        ambiguous[0] += usize::from(two_pairs);
        ambiguous[1] += usize::from(open_straight);
        assert!(combinations.iter().all(|c| c.is_like(&combinations[0])), "{others:?} and the Phoenix");

        let cards: Option<Cards> = dressed_plainly(&others);
        if let Some(cards) = cards {
            assert_eq!(readings(cards, None).len(), expected, "{cards}");
        }
    }
    // 13 over 2 pairs of ranks; rows of 4 to 11 of the ranks 3 to K.
    assert_eq!(ambiguous, [78, (4..=11).map(|length| 12 - length).sum()]);
}

/// Cards of these ranks and the Phoenix.
fn dressed_plainly(ranks: &[u8]) -> Option<Cards> {
    let mut cards = Cards::from(Card::PHOENIX);
    for &number in ranks {
        match Rank::new(number) {
            Some(rank) => cards.extend(Cards::of_rank(rank).difference(cards).iter().next()),
            None => cards.extend([Card::MAH_JONG]),
        }
    }
    (cards.len() == ranks.len() + 1).then_some(cards)
}

//! How many combinations the deck holds, counted by reading every set of cards.

use std::collections::BTreeMap;

use parlour_rules::tichu::{Card, Cards, Combination, Play, bombs, readings};

use crate::sample::{each_set, on};

/// How many readings of each kind there are among all sets of this size: without the Phoenix, and with it.
fn count(size: usize) -> BTreeMap<&'static str, [usize; 2]> {
    let mut counts = BTreeMap::new();
    each_set(size, &mut |cards| {
        for reading in readings(cards, None) {
            let kind = match reading.combination {
                Combination::Dog => "dog",
                Combination::Single { .. } => "single",
                Combination::Pair { .. } => "pair",
                Combination::Triple { .. } => "triple",
                Combination::FullHouse { .. } => "full house",
                Combination::Straight { .. } => "straight",
                Combination::Stairs { .. } => "stairs",
                Combination::FourBomb { .. } => "four",
                Combination::StraightBomb { .. } => "run",
            };
            counts.entry(kind).or_insert([0; 2])[usize::from(cards.contains(Card::PHOENIX))] += 1;
        }
    });
    counts
}

/// T6, T8, T9. A set that can be read in two ways counts twice.
#[test]
fn counts_of_the_deck() {
    assert_eq!(count(1), BTreeMap::from([("dog", [1, 0]), ("single", [54, 1])]));
    // 13 ranks, two of four suits; one card and the Phoenix.
    assert_eq!(count(2), BTreeMap::from([("pair", [13 * 6, 52])]));
    // Three of four suits; a pair and the Phoenix.
    assert_eq!(count(3), BTreeMap::from([("triple", [13 * 4, 78])]));
    // 12 neighbours of 36 natural pairs of pairs; with the Phoenix either pair is one card.
    assert_eq!(count(4), BTreeMap::from([("stairs", [12 * 36, 12 * 2 * 4 * 6]), ("four", [13, 0])]));
    let five = BTreeMap::from([
        // A triple and a pair of another rank; with the Phoenix three and one, or two and two in either role.
        ("full house", [3_744, 13 * 4 * 12 * 4 + 13 * 6 * 12 * 6]),
        // Nine runs of naturals, less those of one suit, and one that begins with the Mah Jong. With the Phoenix any
        // of its ranks but the 1 is missing.
        ("straight", [9 * (4usize.pow(5) - 4) + 4usize.pow(4), 9 * 5 * 4usize.pow(4) + 4 * 4usize.pow(3)]),
        ("run", [9 * 4, 0]),
    ]);
    assert_eq!(count(5), five);
}

/// T8: 13 fours, and in each suit 9 + 8 + ... + 1 runs of 5 to 13 cards.
#[test]
fn bombs_of_the_deck() {
    let all = bombs(Cards::DECK, &on("single R").expect("a single"));
    let (fours, runs): (Vec<&Play>, Vec<&Play>) = all.iter().partition(|bomb| bomb.cards.len() == 4);
    assert_eq!((fours.len(), runs.len()), (13, 180));
    for bomb in all {
        assert!(bomb.combination.is_bomb());
        assert_eq!(readings(bomb.cards, None)[0].combination, bomb.combination);
    }
}

/// T1.
#[test]
fn points_of_the_deck() {
    assert_eq!(Cards::DECK.points(), 100);
    assert_eq!(Cards::DECK.iter().map(Card::points).sum::<i16>(), 100);
    let check = |text: &str, points| {
        assert_eq!(text.parse::<Cards>().expect("cards").points(), points, "{text}");
    };
    check("-", 0);
    check("5j 5s", 10);
    check("Tj Kt", 20);
    check("R", 25);
    check("P", -25);
    check("D 1 2j 3j 4j 6j 7j 8j 9j Jj Qj Aj", 0);
}

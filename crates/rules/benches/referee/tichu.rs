//! The rows of Tichu: reading, beating, and every legal play.

use parlour_rules::tichu::{Card, Cards, Combination, Play, Turn, readings};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::stopwatch::Table;

#[path = "../../tests/tichu/naive.rs"]
#[allow(dead_code)]
mod naive;

/// A hand of 14 cards, all of them as likely; with the Phoenix or without it, if that is said.
fn hand(random: &mut StdRng, phoenix: Option<bool>) -> Cards {
    let mut deck: Vec<Card> = Cards::DECK.iter().collect();
    loop {
        let (cards, _) = deck.partial_shuffle(random, 14);
        let hand: Cards = cards.iter().copied().collect();
        if phoenix.is_none_or(|phoenix| hand.contains(Card::PHOENIX) == phoenix) {
            return hand;
        }
    }
}

/// A play of a hand, all its plays as likely.
fn play(random: &mut StdRng) -> Play {
    let turn = Turn::new(hand(random, None), None);
    let number = random.random_range(0..turn.count_legal_plays());
    turn.nth_legal_play(number).expect("there are as many plays as are counted")
}

/// What a hand can play, put in order.
fn listed(turn: &Turn) -> Vec<(Cards, Option<u8>)> {
    let mut plays = Vec::new();
    turn.each_legal_play(|play| plays.push((play.cards, play.phoenix.map(|rank| rank.get()))));
    plays.sort_unstable();
    plays
}

fn naively_listed(turn: &Turn) -> Vec<(Cards, Option<u8>)> {
    let (plays, _) = naive::legal(turn);
    let mut plays: Vec<_> =
        plays.into_iter().map(|(cards, reading)| (cards, reading.phoenix.map(|rank| rank.get()))).collect();
    plays.sort_unstable();
    plays
}

/// How many plays there are, and all their cards together, so that none can be left out of the timing.
fn visited(turn: &Turn) -> (usize, Cards) {
    let (mut count, mut all) = (0, Cards::EMPTY);
    turn.each_legal_play(|play| {
        count += 1;
        all = all.union(play.cards);
    });
    (count, all)
}

fn naively_visited(turn: &Turn) -> (usize, Cards) {
    let (plays, _) = naive::legal(turn);
    (plays.len(), plays.iter().fold(Cards::EMPTY, |all, (cards, _)| all.union(*cards)))
}

/// All rows of Tichu.
pub(crate) fn rows(table: &mut Table) {
    let mut random = StdRng::seed_from_u64(56);
    let plays: Vec<Play> = (0..4_096).map(|_| play(&mut random)).collect();
    let sets: Vec<Cards> = plays.iter().map(|play| play.cards).collect();
    table.row(
        "Tichu: read a play",
        "25 ns",
        &sets,
        sets.len(),
        |&cards| readings(cards, None),
        |&cards| naive::readings(cards, None).into_iter().collect(),
    );
    let pairs: Vec<[Combination; 2]> = (0..4_096)
        .map(|_| [0, 0].map(|_: u8| plays[random.random_range(0..plays.len())].combination))
        .collect();
    table.row(
        "Tichu: does it beat",
        "2 ns",
        &pairs,
        pairs.len(),
        |[a, b]| a.beats(b),
        |[a, b]| naive::beats(a, b),
    );

    let leads = |random: &mut StdRng, phoenix| -> Vec<Turn> {
        (0..256).map(|_| Turn::new(hand(random, Some(phoenix)), None)).collect()
    };
    let follows: Vec<Turn> = (0..256)
        .map(|_| {
            loop {
                let lying = play(&mut random).combination;
                if lying != Combination::Dog {
                    return Turn::new(hand(&mut random, None), Some(lying));
                }
            }
        })
        .collect();
    let with_phoenix = leads(&mut random, true);
    for (what, wanted, turns) in [
        ("lead with the Phoenix", "5 us", with_phoenix),
        ("lead without the Phoenix", "", leads(&mut random, false)),
        ("follow", "1 us", follows),
    ] {
        let few = 4;
        for turn in &turns[..few] {
            assert_eq!(listed(turn), naively_listed(turn), "{turn:?}");
        }
        table.row(&format!("Tichu: every {what}"), wanted, &turns, few, visited, naively_visited);
        table.row(&format!("Tichu: count every {what}"), "", &turns, few, Turn::count_legal_plays, |turn| {
            naive::legal(turn).0.len()
        });
    }
}

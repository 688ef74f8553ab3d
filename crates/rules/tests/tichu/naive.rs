//! The rules once more, in the plainest way: every combination as a list of ranks, every set of cards looked up in
//! that list with every rank in the Phoenix's place, every subset of a hand tried.

use std::collections::HashMap;
use std::sync::LazyLock;

use parlour_rules::tichu::{Card, Cards, Combination, Rank, Reading, SingleValue, Turn};

/// Sorted ranks, the Mah Jong a 1, and what they are if they are no bomb (T6).
pub(crate) static ORDINARY: LazyLock<HashMap<Vec<u8>, Combination>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    for a in Rank::all() {
        known.insert(vec![a.get(); 2], Combination::Pair { rank: a });
        known.insert(vec![a.get(); 3], Combination::Triple { rank: a });
        for b in Rank::all().filter(|&b| b != a) {
            let mut ranks = vec![a.get(), a.get(), a.get(), b.get(), b.get()];
            ranks.sort();
            known.insert(ranks, Combination::FullHouse { triple: a, pair: b });
        }
        for bottom in 1..a.get() {
            let run: Vec<u8> = (bottom..=a.get()).collect();
            if bottom > 1 {
                let pairs = run.iter().flat_map(|&rank| [rank, rank]).collect();
                known.insert(pairs, Combination::Stairs { top: a, pairs: run.len() as u8 });
            }
            if run.len() >= 5 {
                let length = run.len() as u8;
                known.insert(run, Combination::Straight { top: a, length });
            }
        }
    }
    known
});

/// All readings of `cards`, highest first (T6, T8, T9).
pub(crate) fn readings(cards: Cards, on: Option<&Combination>) -> Vec<Reading> {
    let all: Vec<Card> = cards.iter().collect();
    if let [card] = all[..] {
        return vec![Reading { combination: single(card, on), phoenix: None }];
    }
    if all.is_empty() || all.iter().any(|&card| card == Card::DOG || card == Card::DRAGON) {
        return vec![];
    }
    let mut ranks = Vec::new();
    for &card in &all {
        match card.rank() {
            Some(rank) => ranks.push(rank.get()),
            None if card == Card::MAH_JONG => ranks.push(1),
            None => {}
        }
    }
    if !cards.contains(Card::PHOENIX) {
        ranks.sort();
        let one_suit = all[0].suit().is_some() && all.iter().all(|card| card.suit() == all[0].suit());
        let found = match ORDINARY.get(&ranks) {
            Some(&Combination::Straight { top, length }) if one_suit => {
                Some(Combination::StraightBomb { top, length })
            }
            None if ranks.len() == 4 && ranks.iter().all(|&rank| rank == ranks[0]) => {
                Rank::new(ranks[0]).map(|rank| Combination::FourBomb { rank })
            }
            found => found.copied(),
        };
        return found.map(|combination| Reading { combination, phoenix: None }).into_iter().collect();
    }
    let mut readings: Vec<Reading> = Rank::all()
        .filter_map(|stands_for| {
            let mut ranks = ranks.clone();
            ranks.push(stands_for.get());
            ranks.sort();
            let &combination = ORDINARY.get(&ranks)?;
            Some(Reading { combination, phoenix: Some(stands_for) })
        })
        .collect();
    readings.sort_by_key(|reading| std::cmp::Reverse(height(&reading.combination)));
    readings
}

fn single(card: Card, on: Option<&Combination>) -> Combination {
    let value = match (card.to_string().as_str(), on) {
        ("D", _) => return Combination::Dog,
        ("P", Some(Combination::Single { value })) if *value == SingleValue::DRAGON => "A.5".parse(),
        ("P", Some(Combination::Single { value })) => {
            format!("{}.5", value.to_string().trim_end_matches(".5")).parse()
        }
        ("P", _) => "1.5".parse(),
        (text, _) => text[..1].parse(),
    };
    Combination::Single { value: value.expect("a single has a value") }
}

/// The rank that decides among combinations of one kind and length (T7).
fn height(combination: &Combination) -> u8 {
    match *combination {
        Combination::Dog => 0,
        Combination::Single { value } => value.half_steps(),
        Combination::FullHouse { triple: rank, .. }
        | Combination::Pair { rank }
        | Combination::Triple { rank }
        | Combination::FourBomb { rank } => rank.get(),
        Combination::Straight { top, .. }
        | Combination::Stairs { top, .. }
        | Combination::StraightBomb { top, .. } => top.get(),
    }
}

/// T7, T8, T10 and T13 in as many words.
pub(crate) fn beats(a: &Combination, b: &Combination) -> bool {
    let bomb = |combination: &Combination| {
        matches!(combination, Combination::FourBomb { .. } | Combination::StraightBomb { .. })
    };
    if *a == Combination::Dog || *b == Combination::Dog {
        return false;
    }
    match (bomb(a), bomb(b)) {
        (true, false) => true,
        (false, true) => false,
        (true, true) => a.cards() > b.cards() || a.cards() == b.cards() && height(a) > height(b),
        (false, false) => {
            let same_kind = std::mem::discriminant(a) == std::mem::discriminant(b);
            same_kind && a.cards() == b.cards() && height(a) > height(b)
        }
    }
}

/// Every subset of the hand but the empty one.
pub(crate) fn subsets(hand: Cards) -> impl Iterator<Item = Cards> {
    let all: Vec<Card> = hand.iter().collect();
    (1u32..1 << all.len()).map(move |mask| {
        all.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1).map(|(_, &card)| card).collect()
    })
}

/// What a seat may do: the cards and the Phoenix's rank of each legal play, and whether it may pass (T11, T19, T20).
pub(crate) fn legal(turn: &Turn) -> (Vec<(Cards, Reading)>, bool) {
    let mut plays = Vec::new();
    for cards in subsets(turn.hand) {
        for reading in readings(cards, turn.on.as_ref()) {
            if turn.on.is_none_or(|on| beats(&reading.combination, &on)) {
                plays.push((cards, reading));
            }
        }
    }
    let fulfils = |cards: Cards| cards.iter().any(|card| card.rank().is_some() && card.rank() == turn.wish);
    let bound = plays.iter().any(|&(cards, _)| fulfils(cards));
    if bound {
        plays.retain(|&(cards, Reading { combination, .. })| {
            let excused = match (turn.on, combination) {
                (Some(_), combination) => turn.options.wish_bomb && combination.is_bomb(),
                (None, combination) => {
                    turn.options.wish_lead && (combination.is_bomb() || combination == Combination::Dog)
                }
            };
            fulfils(cards) || excused
        });
    }
    (plays, turn.on.is_some() && !bound)
}

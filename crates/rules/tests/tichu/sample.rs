//! Cards for tests: short texts, seeded hands, and all sets of a size.

use parlour_rules::tichu::{Card, Cards, Combination, Rank, Turn, cards_without_suits};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// The same choices on every run.
pub(crate) fn seeded(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// Cards of a short text, `KKKP9j`.
pub(crate) fn cards(text: &str) -> Cards {
    cards_without_suits(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A combination of its text; `-` is none.
pub(crate) fn on(text: &str) -> Option<Combination> {
    (text != "-").then(|| text.parse().unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// A rank of its letter.
pub(crate) fn rank(text: &str) -> Rank {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A hand in which combinations are likely: from a few neighbouring ranks, sometimes of few suits, often with
/// specials.
pub(crate) fn hand(rng: &mut StdRng, size: usize) -> Cards {
    let ranks = rng.random_range(size.div_ceil(4).max(4)..=13);
    let low = rng.random_range(2..=15 - ranks as u8);
    let window = low..low + ranks as u8;
    let mut deck: Vec<Card> = Cards::NATURALS
        .iter()
        .filter(|card| card.rank().is_some_and(|rank| window.contains(&rank.get())))
        .collect();
    let one_suit = rng.random_bool(0.3);
    let suit = deck.choose(rng).and_then(|card| card.suit());
    deck.shuffle(rng);
    if one_suit {
        deck.sort_by_key(|card| card.suit() != suit);
    }
    let mut hand = Cards::EMPTY;
    for (special, chance) in
        [(Card::PHOENIX, 0.6), (Card::MAH_JONG, 0.3), (Card::DRAGON, 0.2), (Card::DOG, 0.2)]
    {
        if hand.len() < size && rng.random_bool(chance) {
            hand.insert(special);
        }
    }
    let naturals = size - hand.len();
    hand.extend(deck.into_iter().take(naturals));
    hand
}

/// What may lie before a seat: nothing, or a play of some other hand; never the Dog.
pub(crate) fn lying(rng: &mut StdRng) -> Option<Combination> {
    if rng.random_bool(0.2) {
        return None;
    }
    let size = rng.random_range(8..=14);
    let plays = Turn::new(hand(rng, size), None).legal_plays();
    let kind = std::mem::discriminant(&plays.choose(rng).expect("a hand can lead").combination);
    let alike: Vec<_> =
        plays.iter().filter(|play| std::mem::discriminant(&play.combination) == kind).collect();
    let play = alike.choose(rng).expect("one was chosen");
    Some(play.combination).filter(|&combination| combination != Combination::Dog)
}

/// Calls `found` with every set of `size` cards of the deck.
pub(crate) fn each_set(size: usize, found: &mut impl FnMut(Cards)) {
    fn go(set: Cards, from: usize, left: usize, found: &mut impl FnMut(Cards)) {
        if left == 0 {
            return found(set);
        }
        for index in from..=Card::COUNT - left {
            let card = Card::from_index(index).expect("an index of the deck");
            go(set.union(card.into()), index + 1, left - 1, found);
        }
    }
    go(Cards::EMPTY, 0, size, found);
}

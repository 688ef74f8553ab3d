//! The committed test vectors, by which the browser's judges are held to the referee's verdicts.
//!
//! `PARLOUR_WRITE_TYPES=1 cargo test -p parlour-protocol --test vectors` writes them anew. The samples depend on
//! nothing but their number, so the files change only when a verdict does.

mod generated;

use std::collections::BTreeSet;
use std::fmt::Debug;

use generated::check;
use parlour_rules::rummikub::{Colour, Meld, MeldFault, Number, Tile, meld};
use parlour_rules::tichu::{Card, Cards, Combination, Rank, readings};
use serde::Serialize;
use serde_json::{Value, json};

/// A small source of chance whose numbers are the same on every machine and for ever: SplitMix64.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// A JSON array with a line for each value, so that a difference is a line.
fn lines(values: &[Value]) -> String {
    let lines: Vec<String> = values.iter().map(|value| format!("  {value}")).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value).expect("a value is JSON") {
        Value::String(word) => word,
        other => panic!("{other} is no word"),
    }
}

fn read<T: std::str::FromStr<Err: Debug>>(words: &str) -> Vec<T> {
    words.split_whitespace().map(|word| word.parse().expect("a word of the notation")).collect()
}

/// The cases of the rule page for one meld (R3 to R7).
const MELDS: [&str; 48] = [
    "R5 B5 K5",
    "K5 R5 O5",
    "R5 B5",
    "",
    "R5 R5 B5",
    "R5 O5 B5 R5",
    "R5 R5 J",
    "R5 O5 B5 K5",
    "R5 O5 B5 K5 J",
    "J R5 B5",
    "R5 J B5",
    "R5 O5 B5 J",
    "R5 J J",
    "J J J",
    "R5 J J R8",
    "R5 B6 K7",
    "R5 B5 K6",
    "R5 R6 B6",
    "R1 R2 R3",
    "K11 K12 K13",
    "R12 R13 R1",
    "R13 R1 R2",
    "R13 J R2",
    "R3 R2 R1",
    "R6 R8 R7",
    "R5 R6 R8",
    "R6 J R7",
    "R5 J R8",
    "R12 J R13",
    "R5 R5 R6",
    "J R6 R7",
    "R6 R7 J",
    "R6 J R8",
    "J R12 R13",
    "R11 R12 J",
    "R1 R2 J",
    "J R2 R3",
    "R12 R13 J",
    "J R1 R2",
    "R10 R11 R12 R13 J",
    "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13",
    "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 J",
    "J R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13",
    "J R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13",
    "R1 R2 R3 R4 R5 R6 J R8 R9 R10 R11 R12 R13",
    "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 J",
    "R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R1",
    "K8 R2 B13",
];

/// A set or a run as it might be laid, most of the time with something changed.
fn sample_meld(chance: &mut Chance) -> Vec<Tile> {
    let faces: Vec<Tile> = Tile::faces().collect();
    let numbers: Vec<Number> = Number::all().collect();
    let mut tiles: Vec<Tile> = if chance.below(3) == 0 {
        let (number, first) = (chance.pick(&numbers), chance.below(4));
        let colour = |step| Colour::ALL[(first + step) % 4];
        (0..2 + chance.below(3)).map(|step| Tile::new(colour(step), number)).collect()
    } else {
        let (colour, first, length) = (chance.pick(&Colour::ALL), chance.below(13), 2 + chance.below(5));
        let number = |step| numbers[(first + step) % 13];
        (0..length).map(|step| Tile::new(colour, number(step))).collect()
    };
    for _ in 0..chance.below(3) {
        let (place, other) = (chance.below(tiles.len()), chance.below(tiles.len()));
        match chance.below(7) {
            0 | 1 => tiles[place] = Tile::JOKER,
            2 => tiles.insert(place, Tile::JOKER),
            3 => tiles.push(Tile::JOKER),
            4 => tiles.swap(place, other),
            5 => tiles[place] = tiles[other],
            _ => tiles[place] = chance.pick(&faces),
        }
    }
    tiles
}

fn meld_vector(tiles: &[Tile]) -> Value {
    match meld::judge(tiles) {
        Ok(Meld { kind, joker }) => json!({ "tiles": tiles, "verdict": kind, "joker": joker }),
        Err(fault) => json!({ "tiles": tiles, "verdict": fault }),
    }
}

#[test]
fn melds() {
    let mut chance = Chance(1);
    let rows = MELDS.iter().map(|row| read(row));
    let samples = (0..400).map(|_| sample_meld(&mut chance));
    let mut seen = BTreeSet::new();
    let vectors: Vec<Value> = rows
        .chain(samples)
        .filter(|tiles| seen.insert(tiles.clone()))
        .map(|tiles| meld_vector(&tiles))
        .collect();
    let verdicts: BTreeSet<String> = vectors.iter().map(|vector| word(&vector["verdict"])).collect();
    let every: BTreeSet<String> =
        MeldFault::ALL.iter().map(word).chain(["set", "run"].map(str::to_owned)).collect();
    assert_eq!(verdicts, every, "every verdict has an example");
    check("../../web-client/src/rummikub/melds.vectors.json", &lines(&vectors));
}

/// The cases of the rule page for combinations (T6, T8 to T10).
const CARDS: [&str; 46] = [
    "9j",
    "1",
    "P",
    "R",
    "D",
    "9j 9s",
    "9j 8s",
    "9j 9s 9p",
    "9j 9s 9p 5j 5s",
    "9j 9s 5p 5j 5s",
    "3j 3s 4p 4t",
    "3j 3s 4p 4t 5j 5s",
    "2j 2s 3p 3t 5j 5s",
    "4j 4s 4p 5t 5j 5s",
    "2j 2s 2p 3p 4p 5p",
    "1 2j 3s 4p 5t",
    "1 2j 3j 4j",
    "Aj 2s 3p 4t 5j",
    "1 2j 3s 4p 5t 6j 7s 8p 9t Tj Js Qp Kt Aj",
    "9j 9s 9p 9t",
    "5j 6j 7j 8j 9j",
    "1 2j 3j 4j 5j",
    "5j 6j 7j 8j P",
    "5j P",
    "5j 5s P",
    "Jj Js Jp P",
    "3j 3s 3p 3t P",
    "1 P",
    "5j 5s 5p 1 P",
    "1 P 2j 2s",
    "2j 3s 4p 5t 6j 7s 8p 9t Tj Js Qp Kt Aj P",
    "Js Qp Kt Aj P",
    "Tj Js Qp Kt P",
    "P 2j 3s 4p 5t",
    "P 1 2j 3s 4p",
    "2j 3s P 5p 6t",
    "2j 3s P 6p 7t",
    "Aj As P 9j 9s",
    "Aj As Ap P 9s",
    "3j P 4p 4t",
    "3j 3s 4p 4t 5j P",
    "3j 3s P 5p 5t",
    "D P",
    "R 9j",
    "R P",
    "9j 9s 9p 9t P 8j",
];

/// Groups, runs and stairs as they might be raised, most of the time with something changed.
fn sample_cards(chance: &mut Chance) -> Cards {
    let ranks: Vec<Rank> = Rank::all().collect();
    let deck: Vec<Card> = Cards::DECK.iter().collect();
    let (first, suit) = (chance.below(13), chance.below(4));
    let of = |rank: usize, suit: usize| Cards::of_rank(ranks[rank.min(12)]).iter().nth(suit % 4);
    let alike = |rank: usize, count: usize| (0..count).filter_map(move |step| of(rank, suit + step));
    let mut cards: Cards = match chance.below(5) {
        0 => alike(first, 1 + chance.below(4)).collect(),
        1 => alike(first, 2 + chance.below(2)).chain(alike(chance.below(13), 2 + chance.below(2))).collect(),
        2 => (0..2 + chance.below(3)).flat_map(|step| alike(first + step, 2)).collect(),
        3 => (0..4 + chance.below(6)).filter_map(|step| of(first + step, suit)).collect(),
        _ => (0..4 + chance.below(6)).filter_map(|step| of(first + step, chance.below(4))).collect(),
    };
    for _ in 0..chance.below(3) {
        match chance.below(6) {
            0..3 => cards.insert(Card::PHOENIX),
            3 => cards.insert(Card::MAH_JONG),
            4 => cards.insert(chance.pick(&deck)),
            _ => cards.remove(chance.pick(&cards.iter().collect::<Vec<_>>())),
        };
        if cards.is_empty() {
            cards.insert(Card::PHOENIX);
        }
    }
    cards
}

fn reading_vector(cards: Cards) -> Value {
    let readings = readings(cards, None).into_iter().map(|reading| {
        let mut value = json!(reading.combination);
        if let Some(rank) = reading.phoenix {
            value["phoenix"] = json!(rank);
        }
        value
    });
    json!({ "cards": cards, "readings": readings.collect::<Vec<_>>() })
}

#[test]
fn combinations() {
    let mut chance = Chance(2);
    let rows = CARDS.iter().map(|row| read(row).into_iter().collect::<Cards>());
    let samples = (0..400).map(|_| sample_cards(&mut chance));
    let mut seen = BTreeSet::new();
    let sets: Vec<Cards> = rows.chain(samples).filter(|cards| seen.insert(cards.to_string())).collect();
    let kinds: BTreeSet<String> = sets
        .iter()
        .flat_map(|&cards| readings(cards, None))
        .map(|reading| word(&json!(reading.combination)["kind"]))
        .collect();
    assert_eq!(kinds.len(), 9, "every kind has an example: {kinds:?}");
    assert!(sets.iter().any(|&cards| readings(cards, None).len() == 2), "an ambiguous Phoenix (T9)");
    let vectors: Vec<Value> = sets.into_iter().map(reading_vector).collect();
    check("../../web-client/src/tichu/readings.vectors.json", &lines(&vectors));
}

/// A single's value depends on what lies only for the Phoenix; the vectors are those of a lead (T9).
#[test]
fn a_vector_is_of_a_lead() {
    let phoenix = reading_vector(Card::PHOENIX.into());
    let lead = Combination::Single { value: "1.5".parse().expect("a value") };
    assert_eq!(phoenix["readings"], json!([lead]));
}

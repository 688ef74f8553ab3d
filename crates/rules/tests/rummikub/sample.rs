//! Tiles for tests: ranges in text, seeded racks, and the decks that they come from.

use parlour_rules::rummikub::{Colour, Number, ParseError, Tile, Tiles};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// The same tiles on every run.
pub(crate) fn seeded(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// Tiles as laid, in which `R1 .. R13` is every tile from the first to the last.
pub(crate) fn tiles(text: &str) -> Result<Vec<Tile>, ParseError> {
    let mut all: Vec<Tile> = Vec::new();
    let mut words = text.split_whitespace().filter(|&word| word != "-");
    while let Some(word) = words.next() {
        if word == ".." {
            let first = all.last().expect("a range has a beginning").index() + 1;
            let last = words.next().expect("a range has an end").parse::<Tile>()?.index();
            all.extend((first..=last).filter_map(Tile::from_index));
        } else {
            all.push(word.parse()?);
        }
    }
    Ok(all)
}

/// A multiset of such tiles.
pub(crate) fn rack(text: &str) -> Tiles {
    tiles(text).unwrap().into_iter().collect()
}

/// The tiles of these colours and the numbers from 1 to `highest`, in `copies`, with `jokers` jokers.
pub(crate) fn deck(colours: usize, highest: u8, copies: usize, jokers: usize) -> Vec<Tile> {
    let numbered = Colour::ALL[..colours].iter().flat_map(|&colour| {
        Number::all().filter(|number| number.get() <= highest).map(move |number| Tile::new(colour, number))
    });
    let numbered: Vec<Tile> = numbered.collect();
    let mut all = numbered.repeat(copies);
    all.extend([Tile::JOKER].repeat(jokers));
    all
}

/// So many tiles of a deck, at random.
pub(crate) fn draw(deck: &mut [Tile], count: usize, random: &mut StdRng) -> Vec<Tile> {
    deck.partial_shuffle(random, count).0.to_vec()
}

/// One of several, at random.
pub(crate) fn pick<T: Copy>(all: &[T], random: &mut StdRng) -> T {
    all[random.random_range(0..all.len())]
}

/// The lines of a data file that hold something.
pub(crate) fn lines(file: &str) -> impl Iterator<Item = &str> {
    file.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

//! The rows of Rummikub: complete racks, deadwood, the distance to a win, and throws.

use parlour_rules::rummikub::{Reach, Throw, Tile, Tiles, arrange, distance};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use crate::stopwatch::Table;

#[path = "../../tests/rummikub/naive.rs"]
#[allow(dead_code)]
mod naive;

/// A rack of this size from one copy of the tiles, with so many jokers.
fn rack(random: &mut StdRng, size: usize, jokers: usize) -> Tiles {
    let mut numbered: Vec<Tile> = Tile::faces().filter(|tile| !tile.is_joker()).collect();
    let (tiles, _) = numbered.partial_shuffle(random, size - jokers);
    tiles.iter().copied().chain([Tile::JOKER].repeat(jokers)).collect()
}

fn listed(rack: Tiles) -> Vec<Tile> {
    rack.iter().collect()
}

/// All rows of Rummikub.
pub(crate) fn rows(table: &mut Table) {
    let mut random = StdRng::seed_from_u64(54);
    for (jokers, complete) in [(0, "30 ns"), (1, ""), (2, "150 ns")] {
        let racks: Vec<Tiles> = (0..1_024).map(|_| rack(&mut random, 14, jokers)).collect();
        let with = ["without jokers", "with a joker", "with two jokers"][jokers];
        let few = 8;
        table.row(
            &format!("Rummikub: complete, {with}"),
            complete,
            &racks,
            few,
            |&rack| arrange::is_complete(rack),
            |&rack| naive::deadwood(&listed(rack)) == 0,
        );
        table.row(
            &format!("Rummikub: deadwood, {with}"),
            "1 us",
            &racks,
            few,
            |&rack| arrange::deadwood(rack),
            |&rack| naive::deadwood(&listed(rack)),
        );
        table.row(
            &format!("Rummikub: best layout, {with}"),
            "",
            &racks,
            few,
            |&rack| arrange::best_layout(rack).deadwood,
            |&rack| naive::deadwood(&listed(rack)),
        );
        let deck = Tiles::deck(1);
        table.row(
            &format!("Rummikub: distance, {with}"),
            "10 us",
            &racks[..128],
            8,
            |&rack| distance::distance(rack, deck),
            |&rack| one_exchange_on(rack, deck),
        );
        let fuller: Vec<Tiles> = (0..64).map(|_| rack(&mut random, 15, jokers)).collect();
        table.row(
            &format!("Rummikub: every throw, {with}"),
            "200 us",
            &fuller,
            1,
            |&rack| distance::throws(rack, deck).collect::<Vec<Throw>>(),
            |&rack| throws(rack, deck),
        );
    }
}

/// The distance as one more than the least after any exchange.
fn one_exchange_on(rack: Tiles, deck: Tiles) -> Option<u8> {
    if naive::deadwood(&listed(rack)) == 0 {
        return Some(0);
    }
    let drawn = (deck - rack).faces().filter_map(|tile| rack.with(tile));
    let after = drawn.filter_map(|more| nearest_throw(more, deck));
    after.min().map(|distance| distance + 1)
}

/// The least distance after any throw.
fn nearest_throw(more: Tiles, deck: Tiles) -> Option<u8> {
    more.faces().filter_map(|tile| distance::distance(more.without(tile)?, deck)).min()
}

/// Every throw, with the tiles that are found useful by trying every exchange after it.
fn throws(rack: Tiles, deck: Tiles) -> Vec<Throw> {
    let throw = |tile: Tile| {
        let held = rack.without(tile)?;
        let distance = distance::distance(held, deck)?;
        let outside = deck - held;
        let shortens =
            |&drawn: &Tile| held.with(drawn).and_then(|more| nearest_throw(more, deck)) < Some(distance);
        let shorten: Vec<Tile> = outside.faces().filter(shortens).collect();
        let useful: Tiles = outside.iter().filter(|tile| shorten.contains(tile)).collect();
        Some(Throw { tile, reach: Reach { distance, useful: useful - tile.into() } })
    };
    rack.faces().filter_map(throw).collect()
}

//! The distance to a win, useful tiles and throws.

use parlour_rules::rummikub::{Reach, Throw, Tile, Tiles, arrange, distance};

use crate::{naive, sample};

#[test]
fn known_racks() {
    let check = |rack: &str, distance: u8, useful: &str| {
        let reach = distance::reach(sample::rack(rack), Tiles::deck(1)).unwrap();
        assert_eq!((reach.distance, reach.useful.to_string()), (distance, useful.to_owned()), "{rack}");
    };
    check("R1 R2 R3 B1 B2 B3 B4 K7 R7 O7 K9 K10 K11 K12", 0, "-");
    // K11 makes the run whole, a joker does so from either end or the middle; O13 is to go.
    check("R1 R2 R3 B1 B2 B3 B4 K7 R7 O7 K9 K10 K12 O13", 1, "K11 J J");
}

/// Real racks of one copy and two, against what one exchange does to them: a tile is useful if and only if it brings
/// the rack nearer, no tile brings it nearer by more, and a throw is worth what the rest of the rack is.
#[test]
fn useful_tiles_are_those_that_shorten_the_distance() {
    let mut random = sample::seeded(3);
    for (copies, jokers) in [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)] {
        let mut tiles = sample::deck(4, 13, copies, 0);
        let deck = Tiles::deck(copies as u8);
        for _ in 0..4 {
            let mut rack: Tiles = sample::draw(&mut tiles, 14 - jokers, &mut random).into_iter().collect();
            rack = rack + [Tile::JOKER].repeat(jokers).into_iter().collect();
            check_exchanges(rack, deck);
        }
    }
}

/// The same with racks of narrow decks, which are near to a win and where melds fight for tiles.
#[test]
fn useful_tiles_of_narrow_decks() {
    let mut random = sample::seeded(5);
    for (racks, colours, highest, copies, jokers) in
        [(10, 4, 5, 1, 2), (10, 2, 10, 1, 2), (10, 3, 4, 2, 2), (10, 2, 6, 2, 2), (10, 4, 13, 1, 2)]
    {
        let mut deck = sample::deck(colours, highest, copies, jokers);
        for _ in 0..racks {
            let rack = sample::draw(&mut deck, 9, &mut random).into_iter().chain([Tile::JOKER; 2]);
            if let Ok(rack) = Tiles::try_from_iter(rack) {
                check_exchanges(rack, deck.iter().copied().collect());
            }
        }
    }
}

/// All throws together are what each of them is alone: racks of whole and of narrow decks, of one copy and two.
#[test]
fn throws_are_what_the_other_tiles_need() {
    let mut random = sample::seeded(11);
    let mut kept = [0, 0];
    for (racks, colours, highest, copies, jokers) in [
        (60, 4, 13, 1, 0),
        (60, 4, 13, 1, 2),
        (40, 4, 13, 2, 2),
        (60, 4, 5, 1, 2),
        (60, 2, 10, 1, 2),
        (40, 3, 4, 2, 2),
        (40, 2, 6, 2, 1),
    ] {
        let mut deck = sample::deck(colours, highest, copies, jokers);
        let all: Tiles = deck.iter().copied().collect();
        for place in 0..racks {
            let size = if place % 4 == 0 { 12 } else { 15 };
            let rack: Tiles = sample::draw(&mut deck, size, &mut random).into_iter().collect();
            let alone: Vec<_> = rack
                .faces()
                .filter_map(|tile| {
                    let reach = distance::reach(rack.without(tile).unwrap(), all)?;
                    Some(Throw { tile, reach: Reach { useful: reach.useful - tile.into(), ..reach } })
                })
                .collect();
            assert_eq!(distance::throws(rack, all).collect::<Vec<_>>(), alone, "{rack}");
            let least = alone.iter().map(|throw| throw.reach.distance).min();
            for throw in alone {
                kept[usize::from(Some(throw.reach.distance) == least)] += 1;
            }
        }
    }
    assert!(kept.iter().all(|&kept| kept > 100), "{kept:?}");
}

#[track_caller]
fn check_exchanges(rack: Tiles, deck: Tiles) {
    let Some(reach) = distance::reach(rack, deck) else { return };
    assert_eq!(distance::distance(rack, deck), Some(reach.distance), "{rack}");
    assert_eq!(reach.distance == 0, arrange::is_complete(rack), "{rack}");
    for tile in (deck - rack).faces() {
        let more = rack.with(tile).unwrap();
        let throws: Vec<_> = distance::throws(more, deck).collect();
        let nearest = throws.iter().map(|throw| throw.reach.distance).min().unwrap();
        let useful = reach.useful.count(tile);
        assert_eq!(nearest, reach.distance - u8::from(useful > 0), "{tile} for {rack}");
        assert!(useful == 0 || useful == (deck - rack).count(tile), "{tile} for {rack}");
        let best = distance::best_throw(more, deck).unwrap();
        assert!(best.reach.distance == nearest && throws.contains(&best), "{best:?} for {more}");
    }
}

/// The least number of exchanges, counted number by number, is the distance: racks of narrow decks of one copy and
/// two, where melds want the same tiles.
#[test]
fn narrow_decks_agree_with_the_naive_search() {
    let mut random = sample::seeded(2);
    for (racks, size, colours, highest, copies, jokers) in [
        (4, 14, 2, 10, 1, 2),
        (1, 9, 4, 4, 1, 2),
        (10, 14, 3, 7, 1, 0),
        (2, 9, 2, 4, 2, 2),
        (1, 12, 2, 6, 2, 1),
        (2, 10, 3, 3, 2, 1),
    ] {
        let mut deck = sample::deck(colours, highest, copies, jokers);
        for _ in 0..racks {
            agree(&sample::draw(&mut deck, size, &mut random), &deck, highest);
        }
    }
}

/// The same for racks of 14 from the whole deck.
#[test]
#[ignore = "minutes, all of them in the naive search"]
fn whole_decks_agree_with_the_naive_search() {
    let mut random = sample::seeded(1);
    for jokers in [0, 0, 1, 2] {
        let mut deck = sample::deck(4, 13, 1, jokers);
        agree(&sample::draw(&mut deck, 14, &mut random), &deck, 13);
    }
}

#[track_caller]
fn agree(rack: &[Tile], deck: &[Tile], highest: u8) {
    let overlap = naive::best_overlap(rack, deck, highest);
    let found = distance::distance(rack.iter().copied().collect(), deck.iter().copied().collect());
    assert_eq!(found.map(usize::from), overlap.map(|overlap| rack.len() - overlap), "{rack:?} of {deck:?}");
}

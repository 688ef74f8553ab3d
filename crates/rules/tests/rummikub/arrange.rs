//! Complete racks and the least deadwood (R15, R18).

use parlour_rules::rummikub::{Arrangement, Layout, Tile, Tiles, arrange, meld};
use rand::RngExt;

use crate::{naive, sample};

/// The layout is valid, and with the rest it is the rack.
#[track_caller]
fn check_arrangement(rack: Tiles) -> Arrangement {
    let best = arrange::best_layout(rack);
    let laid: Tiles = best.layout.tiles().iter().copied().collect();
    for tiles in best.layout.melds() {
        assert!(meld::judge(tiles).is_ok(), "{rack}: {:?}", best.layout);
    }
    assert_eq!(laid.checked_add(best.rest), Some(rack), "{:?}", best.layout);
    assert_eq!(best.rest.points(), best.deadwood);
    assert_eq!(arrange::deadwood(rack), best.deadwood);
    let complete = arrange::complete(rack);
    assert_eq!(complete.is_some(), best.deadwood == 0, "{rack}");
    assert_eq!(arrange::is_complete(rack), complete.is_some());
    if let Some(layout) = complete {
        let laid: Tiles = layout.tiles().iter().copied().collect();
        assert!(laid == rack && layout.melds().all(|tiles| meld::judge(tiles).is_ok()), "{layout:?}");
    }
    best
}

#[test]
fn known_racks() {
    let check = |rack: &str, deadwood: u32, layout: &str| {
        let best = check_arrangement(sample::rack(rack));
        assert_eq!((best.deadwood, best.layout), (deadwood, layout.parse::<Layout>().unwrap()), "{rack}");
    };
    check("", 0, "");
    check("J", 30, "");
    check("J J", 60, "");
    check("R5 J J", 65, "");
    check("R5 R6", 11, "");
    // A long run is laid as one meld.
    check("R1 .. R13", 0, "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13");
    // 1 does not follow 13 (R4).
    check("R12 R13 R1", 26, "");
    // A joker lies where it is valid: at the end, or before 13 (R5).
    check("R1 R2 J", 0, "R1 R2 J");
    check("R12 R13 J", 0, "J R12 R13");
    check("R12 J K12 B12", 0, "R12 B12 K12 J");
    // Two jokers need two melds (R5).
    check("R3 R4 R5 J J", 30, "R3 R4 R5 J");
    // A joker that is laid costs nothing, and may stand for a tile that is held (R5).
    check("R1 .. R13 J", 0, "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 / J R11 R12 R13");
    // A seven that fits both melds goes where it saves more.
    check("R7 O7 B7 R8 R9", 14, "R7 R8 R9");
}

/// The cases of the rule page: the rack that strands a greedy arranger, and one that fits with all 15.
#[test]
fn complete_racks_of_the_rule_page() {
    for rack in [
        "R1 O1 B1 K1 R2 O2 B2 K2 R3 O3 B3 K3 R4 R5",
        "R5 O5 B5 K5 R6 R7 R8 R9 K1 K2 K3 K4 B11 B12 B13",
        "R3 R4 J J B7 B8 B9 K7 R7 O7 K9 K10 K11 K12",
        "R1 .. R13 J",
        "R1 R1 R2 R2 R3 R3 O8 B8 K8 O8 B8 K8 J J",
    ] {
        assert_eq!(check_arrangement(sample::rack(rack)).deadwood, 0, "{rack}");
    }
    for rack in ["R1 .. R13 O4", "R1 R1 O4 O4 B7 B7 K9 K9 R12 R12 O13 O13 B2 B2", "R5 O5 B5 K5 J"] {
        assert!(check_arrangement(sample::rack(rack)).deadwood > 0, "{rack}");
    }
}

/// Racks of narrow decks, where melds fight for tiles, and of whole ones: the least deadwood is that of all ways
/// to take melds out of the rack.
#[test]
fn deadwood_agrees_with_brute_force() {
    let mut random = sample::seeded(18);
    let mut complete = 0;
    for (racks, colours, highest, copies, jokers, most) in [
        (60, 4, 4, 1, 2, 15),
        (60, 2, 8, 1, 2, 15),
        (60, 3, 5, 1, 0, 15),
        (60, 4, 13, 1, 2, 15),
        (60, 2, 5, 2, 2, 15),
        (60, 3, 3, 2, 2, 15),
        (40, 4, 13, 2, 2, 15),
        (600, 3, 6, 2, 2, 10),
    ] {
        let mut deck = sample::deck(colours, highest, copies, jokers);
        for _ in 0..racks {
            let size = random.random_range(3..=most.min(deck.len()));
            let tiles = sample::draw(&mut deck, size, &mut random);
            let best = check_arrangement(tiles.iter().copied().collect());
            assert_eq!(best.deadwood, naive::deadwood(&tiles), "{tiles:?}");
            complete += usize::from(best.deadwood == 0);
        }
    }
    assert!(complete > 50, "only {complete} complete racks in the sample");
}

/// Valid melds thrown together are complete, whatever else they could be.
#[test]
fn melds_dealt_together_are_complete() {
    let mut random = sample::seeded(15);
    let faces: Vec<Tile> = Tile::faces().collect();
    for _ in 0..3_000 {
        let mut rack = Tiles::EMPTY;
        let mut jokers = 0;
        while rack.len() < 12 {
            let size = random.random_range(3..=15 - rack.len());
            let first = random.random_range(0..52);
            let step = if size <= 4 && random.random_bool(0.5) { 13 } else { 1 };
            let mut tiles: Vec<Tile> = (0..size).map(|place| faces[(first + place * step) % 52]).collect();
            if jokers < 2 && random.random_bool(0.3) {
                tiles[random.random_range(0..size)] = Tile::JOKER;
            }
            if meld::judge(&tiles).is_ok()
                && Tiles::try_from_iter(rack.iter().chain(tiles.iter().copied())).is_ok()
            {
                jokers += usize::from(tiles.contains(&Tile::JOKER));
                rack = tiles.into_iter().chain(rack).collect();
            }
        }
        assert_eq!(check_arrangement(rack).deadwood, 0, "{rack}");
    }
}

//! One meld as laid (R3 to R7).

use parlour_rules::rummikub::{Meld, MeldKind, Tile, Tiles, meld};
use rand::RngExt;

use crate::{naive, sample};

/// The verdict as the data files write it: the kind and what the joker may stand for, or the fault.
fn verdict(tiles: &[Tile]) -> String {
    match meld::judge(tiles) {
        Ok(Meld { kind, joker }) if joker.is_empty() => kind.to_string(),
        Ok(Meld { kind, joker }) => format!("{kind} {joker}"),
        Err(fault) => fault.to_string(),
    }
}

/// Every meld of the rule page's cases and more of their kind (R3 to R6).
#[test]
fn melds_of_the_rule_page() {
    let mut rows = 0;
    for line in sample::lines(include_str!("../data/rummikub-melds.txt")) {
        let (laid, expected) = line.split_once(':').unwrap();
        assert_eq!(verdict(&sample::tiles(laid).unwrap()), expected.trim(), "{line}");
        rows += 1;
    }
    assert!(rows > 80, "only {rows} rows");
}

/// The groups that were handed in with the rules.
#[test]
fn groups() {
    let mut rows = 0;
    for line in sample::lines(include_str!("../data/rummikub-groups.txt")) {
        let (laid, expected) = line.split_once(':').unwrap();
        let valid = meld::judge(&sample::tiles(laid).unwrap()).is_ok();
        assert_eq!(if valid { "valid" } else { "invalid" }, expected.trim(), "{line}");
        rows += 1;
    }
    assert_eq!(rows, 21);
}

/// The referee says what the naive one says, and reads the joker like it.
#[track_caller]
fn agree(tiles: &[Tile]) {
    let readings = naive::readings(tiles);
    match meld::judge(tiles) {
        Ok(Meld { kind, joker }) => {
            assert!(readings.iter().all(|&(other, _)| other == kind), "{tiles:?} is ambiguous (R7)");
            let stands_for: Tiles = readings.iter().filter_map(|&(_, joker)| joker).collect();
            assert!(!readings.is_empty(), "{tiles:?} is no {kind}");
            assert_eq!(joker, stands_for, "{tiles:?}");
        }
        Err(fault) => assert!(readings.is_empty(), "{tiles:?}: {fault}, but it is {readings:?}"),
    }
}

/// Every sequence of three tiles, and of four from three colours and both ends of the numbers (R3 to R7).
#[test]
fn all_short_sequences_agree_with_the_naive_referee() {
    let faces: Vec<Tile> = Tile::faces().collect();
    let few: Vec<Tile> = sample::tiles("R1 R2 R3 R4 R11 R12 R13 O1 O2 O3 B2 K2 J").unwrap();
    for &a in &faces {
        for &b in &faces {
            for &c in &faces {
                if ![a, b, c].iter().any(|tile| tile.is_joker()) {
                    agree(&[a, b, c]);
                }
            }
            agree(&[a, b, Tile::JOKER]);
        }
    }
    for &a in &few {
        for &b in &few {
            for &c in &few {
                agree(&[a, b, c]);
                for &d in &few {
                    agree(&[a, b, c, d]);
                }
            }
        }
    }
}

/// Longer sequences: melds with a tile changed, moved, added or made a joker.
#[test]
fn sampled_long_sequences_agree_with_the_naive_referee() {
    let mut random = sample::seeded(4);
    let faces: Vec<Tile> = Tile::faces().collect();
    let mut valid = 0;
    for _ in 0..20_000 {
        let colour = random.random_range(0..4) * 13;
        let first = random.random_range(0..13);
        let length = random.random_range(3..=14);
        let mut tiles: Vec<Tile> =
            (first..first + length).filter_map(|place| Tile::from_index(colour + place % 13)).collect();
        if random.random_bool(0.7) {
            let place = random.random_range(0..tiles.len());
            tiles[place] = Tile::JOKER;
        }
        if random.random_bool(0.3) {
            let place = random.random_range(0..tiles.len());
            tiles[place] = sample::pick(&faces, &mut random);
        }
        if random.random_bool(0.1) {
            let (a, b) = (random.random_range(0..tiles.len()), random.random_range(0..tiles.len()));
            tiles.swap(a, b);
        }
        valid += usize::from(meld::judge(&tiles).is_ok());
        agree(&tiles);
    }
    assert!((2_000..18_000).contains(&valid), "{valid} valid melds make a lopsided sample");
}

/// Without a joker there are 65 sets and 264 runs, each counted in sorted order (R3, R4).
#[test]
fn catalogue_counts() {
    let faces: Vec<Tile> = Tile::faces().filter(|tile| !tile.is_joker()).collect();
    let is = |tiles: &[Tile], kind| usize::from(meld::judge(tiles).is_ok_and(|meld| meld.kind == kind));
    let (mut sets, mut runs) = (0, 0);
    for a in 0..faces.len() {
        runs += (a..faces.len()).map(|end| is(&faces[a..=end], MeldKind::Run)).sum::<usize>();
        for b in a + 1..faces.len() {
            for c in b + 1..faces.len() {
                let three = [faces[a], faces[b], faces[c]];
                sets += is(&three, MeldKind::Set);
                let fourth = faces[c + 1..].iter().map(|&d| [three[0], three[1], three[2], d]);
                sets += fourth.map(|four| is(&four, MeldKind::Set)).sum::<usize>();
            }
        }
    }
    assert_eq!((sets, runs), (65, 264));
}

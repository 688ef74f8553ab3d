//! What the referee says to a declaration agrees with what it says to its parts (R3 to R6, R14, R15).

use parlour_rules::rummikub::{Fault, Layout, Tile, Tiles, arrange, declaration, meld};

use crate::Bytes;

/// Makes a rack, a throw and a layout of the input and has the declaration judged.
///
/// # Panics
/// When the judgement of the whole does not agree with that of the parts, or two ways to arrange a rack do not.
pub fn declarations(input: &[u8]) {
    let mut bytes = Bytes(input);
    let thrown = (bytes.below(8) > 0).then(|| tile(&mut bytes));
    let layout = layout(&mut bytes);
    let laid = Tiles::try_from_iter(layout.tiles().iter().copied());
    let mut rack: Tiles = laid.unwrap_or_default();
    // Mostly the rack is what is laid and thrown, with a few tiles more.
    if let Some(thrown) = thrown.filter(|_| bytes.below(8) > 0) {
        let _ = rack.insert(thrown);
    }
    while !bytes.is_empty() && rack.len() < arrange::MAX_TILES {
        let _ = rack.insert(tile(&mut bytes));
    }

    let judged = declaration::judge(rack, thrown, &layout);
    let melds_are_valid = layout.melds().all(|meld| meld::judge(meld).is_ok());
    let divides = laid.ok().zip(thrown).and_then(|(laid, thrown)| laid.with(thrown)) == Some(rack);
    assert_eq!(judged.is_ok(), melds_are_valid && divides, "{rack} throws {thrown:?} and lays {layout}");
    match judged {
        Ok(melds) => {
            assert_eq!(melds.len(), layout.melds().count(), "{layout}");
            if let Ok(laid) = laid
                && laid.len() <= arrange::MAX_TILES
            {
                assert!(arrange::is_complete(laid), "{layout} is a layout of its tiles");
            }
        }
        Err(faults) => {
            assert!(!faults.is_empty(), "{layout} is refused without a fault");
            let meld_is_faulty = faults.iter().any(|fault| matches!(fault, Fault::Meld { .. }));
            assert_eq!(meld_is_faulty, !melds_are_valid, "{layout}: {faults:?}");
        }
    }
    if rack.len() <= arrange::MAX_TILES {
        check_arrangement(rack);
    }
}

/// The best layout of a rack is valid, uses its tiles once, and leaves what it says.
fn check_arrangement(rack: Tiles) {
    let best = arrange::best_layout(rack);
    let laid: Tiles = best.layout.tiles().iter().copied().collect();
    assert_eq!(laid.checked_add(best.rest), Some(rack), "{}", best.layout);
    assert!(best.layout.melds().all(|meld| meld::judge(meld).is_ok()), "{}", best.layout);
    assert_eq!(best.rest.points(), best.deadwood);
    assert_eq!(arrange::deadwood(rack), best.deadwood);
    assert_eq!(arrange::is_complete(rack), best.rest.is_empty(), "{rack}");
    assert_eq!(arrange::complete(rack).is_some(), best.rest.is_empty(), "{rack}");
}

fn tile(bytes: &mut Bytes<'_>) -> Tile {
    Tile::from_index(bytes.below(Tile::JOKER.index() + 1)).expect("a joker is the last face")
}

/// Up to five melds, most of them runs or sets, maybe with a joker.
fn layout(bytes: &mut Bytes<'_>) -> Layout {
    let mut layout = Layout::new();
    for _ in 0..bytes.below(6) {
        let first = tile(bytes).index();
        let size = 2 + bytes.below(4);
        let step = [1, 13, 13, 1, 0, 5][bytes.below(6)];
        let mut meld: Vec<Tile> =
            (0..size).filter_map(|place| Tile::from_index(first + place * step)).collect();
        if bytes.below(4) == 0 && !meld.is_empty() {
            let place = bytes.below(meld.len());
            meld[place] = Tile::JOKER;
        }
        if layout.push(&meld).is_err() {
            break;
        }
    }
    layout
}

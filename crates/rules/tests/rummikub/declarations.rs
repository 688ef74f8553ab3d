//! Declarations (R14 to R17).

use parlour_rules::rummikub::{Fault, Layout, MeldFault, Tiles, declaration};

use crate::sample;

/// A layout in which `K9 .. K12` is every tile from the first to the last.
fn layout(text: &str) -> Layout {
    let melds = text.split('/').map(|meld| sample::tiles(meld).unwrap());
    Layout::from_melds(melds.take(if text.trim().is_empty() { 0 } else { usize::MAX })).unwrap()
}

/// Every declaration of the rule page's cases and more of their kind: all faults, in the order of their codes.
#[test]
fn declarations_of_the_rule_page() {
    let mut rack = Tiles::EMPTY;
    let mut rows = 0;
    for line in sample::lines(include_str!("../data/rummikub-declarations.txt")) {
        if let Some(tiles) = line.strip_prefix("rack ") {
            rack = sample::rack(tiles);
            assert_eq!(rack.len(), 15, "{line}");
            continue;
        }
        let [throw, melds, expected] = line.splitn(3, ':').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let throw = sample::tiles(throw).unwrap().first().copied();
        let layout = layout(melds);
        let verdict = match declaration::judge(rack, throw, &layout) {
            Ok(valid) => {
                assert_eq!(valid.len(), layout.melds().len(), "{line}");
                "win".to_owned()
            }
            Err(faults) => faults.iter().map(Fault::to_string).collect::<Vec<_>>().join(", "),
        };
        assert_eq!(verdict, expected.trim(), "{line}");
        rows += 1;
    }
    assert!(rows > 30, "only {rows} rows");
}

/// Of each meld its own number is named, from 1, up to the last that a layout can hold.
#[test]
fn the_place_of_a_fault_is_the_number_of_its_meld() {
    let empty: [&[_]; Layout::MAX_MELDS] = [&[]; Layout::MAX_MELDS];
    let layout = Layout::from_melds(empty).unwrap();
    let faults = declaration::judge(Tiles::EMPTY, None, &layout).unwrap_err();
    let named: Vec<Fault> = (1..=15).map(|meld| Fault::Meld { code: MeldFault::TooShort, meld }).collect();
    assert_eq!(faults[..15], named);
}

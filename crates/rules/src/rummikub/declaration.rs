//! The referee of a declaration: one layout and one discard against a rack (R14 to R17).
//!
//! Invariants: the layout is judged as laid, no better one is searched for; every fault is named, in the order of
//! the fault codes; the answer depends on nothing but the arguments.

use super::{DivisionFault, Fault, Layout, Meld, Tile, Tiles, meld};

/// Judges a declaration of the seat with this rack of 15: its valid melds, or every fault that it has.
///
/// ```
/// use parlour_rules::rummikub::{Layout, Tiles, declaration};
///
/// let rack: Tiles = "R3 R4 J J B7 B8 B9 K7 R7 O7 K9 K10 K11 K12 O13".parse().unwrap();
/// let throw = "O13".parse().ok();
///
/// let layout: Layout = "R3 R4 J / B7 B8 B9 / K7 R7 O7 J / K9 K10 K11 K12".parse().unwrap();
/// assert_eq!(declaration::judge(rack, throw, &layout).unwrap().len(), 4);
///
/// let layout: Layout = "R3 R4 J J / B7 B8 B9 / K7 R7 O7 / K9 K10 K11 K12".parse().unwrap();
/// let faults = declaration::judge(rack, throw, &layout).unwrap_err();
/// assert_eq!(faults[0].to_string(), "too_many_jokers in meld 1");
/// ```
pub fn judge(rack: Tiles, throw: Option<Tile>, layout: &Layout) -> Result<Vec<Meld>, Vec<Fault>> {
    let mut melds = Vec::new();
    let mut faults = Vec::new();
    for (number, tiles) in (1..).zip(layout.melds()) {
        match meld::judge(tiles) {
            Ok(valid) => melds.push(valid),
            Err(code) => faults.push(Fault::Meld { code, meld: number }),
        }
    }
    faults.extend(divide(rack, throw, layout).into_iter().map(Fault::from));
    if faults.is_empty() { Ok(melds) } else { Err(faults) }
}

/// Every reason why discard and layout do not divide the rack between them.
fn divide(rack: Tiles, throw: Option<Tile>, layout: &Layout) -> Vec<DivisionFault> {
    let laid = |tile: Tile| layout.tiles().iter().filter(|&&other| other == tile).count();
    let held = |tile: Tile| usize::from(rack.count(tile));
    let faces = |fits: &dyn Fn(Tile) -> bool| Tile::faces().filter(|&tile| fits(tile)).collect::<Vec<Tile>>();

    let mut faults = Vec::new();
    match throw {
        None => faults.push(DivisionFault::DiscardRequired),
        Some(tile) if !rack.contains(tile) => faults.push(DivisionFault::DiscardNotInRack { tile }),
        Some(_) => {}
    }
    let foreign = faces(&|tile| held(tile) == 0 && laid(tile) > 0);
    faults.extend(foreign.into_iter().map(|tile| DivisionFault::TileNotInRack { tile }));
    let twice = faces(&|tile| held(tile) > 0 && laid(tile) > held(tile));
    faults.extend(twice.into_iter().map(|tile| DivisionFault::TileUsedTwice { tile }));
    if let Some(tile) = throw.filter(|&tile| held(tile) > 0 && laid(tile) >= held(tile)) {
        faults.push(DivisionFault::DiscardInMeld { tile });
    }

    let mut tiles = rack;
    for &tile in layout.tiles().iter().chain(&throw) {
        // A tile that is not there any more was named above.
        let _named = tiles.remove(tile);
    }
    if !tiles.is_empty() {
        faults.push(DivisionFault::TilesLeftOver { tiles });
    }
    faults
}

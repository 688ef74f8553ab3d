//! The best melds of a rack: whether it is complete, and the least deadwood it can have (R15, R18).
//!
//! Invariants: exact for every rack of up to 15 tiles, of one copy or two, with up to two jokers. The search goes
//! by the lowest tile left, which is either the lowest of a meld or deadwood, so no layout is met twice.

use arrayvec::ArrayVec;

use super::catalogue::{self, JOKER};
use super::{Layout, Tile, Tiles, meld};

/// The most tiles that can be arranged: a rack in the middle of its turn (R8).
pub const MAX_TILES: usize = 15;

/// The most melds of such a rack.
const MAX_MELDS: usize = MAX_TILES / 3;

/// Melds of a rack with the least deadwood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// The melds, all valid.
    pub layout: Layout,
    /// The tiles in no meld.
    pub rest: Tiles,
    /// What they cost: their face values, 30 for a joker (R18).
    pub deadwood: u32,
}

/// Whether all tiles fit into melds.
///
/// # Panics
/// With more than 15 tiles, as every function of this module.
pub fn is_complete(tiles: Tiles) -> bool {
    pack(tiles, 0).is_some()
}

/// Melds that take all tiles, if there are such.
///
/// ```
/// use parlour_rules::rummikub::{Tiles, arrange};
///
/// // A set of four threes would strand the R4 and the R5.
/// let rack: Tiles = "R1 O1 B1 K1 R2 O2 B2 K2 R3 O3 B3 K3 R4 R5".parse().unwrap();
/// assert_eq!(arrange::complete(rack).unwrap().tiles().len(), 14);
/// ```
pub fn complete(tiles: Tiles) -> Option<Layout> {
    Some(pack(tiles, 0)?.layout())
}

/// The least deadwood that any layout of these tiles leaves.
pub fn deadwood(tiles: Tiles) -> u32 {
    least(tiles).deadwood
}

/// Melds with the least deadwood.
pub fn best_layout(tiles: Tiles) -> Arrangement {
    let packing = least(tiles);
    let laid: Tiles = packing.melds.iter().flat_map(|&meld| Tiles::from_mask(meld)).collect();
    Arrangement { layout: packing.layout(), rest: tiles - laid, deadwood: packing.deadwood }
}

/// Melds of the catalogue and what they leave.
#[derive(Clone)]
struct Packing {
    melds: ArrayVec<u64, MAX_MELDS>,
    deadwood: u32,
}

impl Packing {
    /// The melds as laid, runs joined where one continues the other.
    fn layout(&self) -> Layout {
        let mut melds: ArrayVec<ArrayVec<Tile, MAX_TILES>, MAX_MELDS> = ArrayVec::new();
        for &mask in &self.melds {
            let mut tiles: ArrayVec<Tile, MAX_TILES> = catalogue::lay(mask).into_iter().collect();
            while let Some((place, longer)) = melds.iter().enumerate().find_map(|(place, other)| {
                let longer = joined(other, &tiles).or_else(|| joined(&tiles, other))?;
                Some((place, longer))
            }) {
                melds.remove(place);
                tiles = longer;
            }
            melds.push(tiles);
        }
        Layout::from_melds(melds).expect("a rack fits into a layout")
    }
}

/// One meld behind the other, if that is a meld.
fn joined(first: &[Tile], second: &[Tile]) -> Option<ArrayVec<Tile, MAX_TILES>> {
    let all: ArrayVec<Tile, MAX_TILES> = first.iter().chain(second).copied().collect();
    meld::judge(&all).is_ok().then_some(all)
}

/// The packing with the least deadwood.
fn least(tiles: Tiles) -> Packing {
    pack(tiles, u32::MAX - 1).expect("the packing without melds is one")
}

/// The packing with the least deadwood, if that is no more than `limit`.
fn pack(tiles: Tiles, limit: u32) -> Option<Packing> {
    assert!(tiles.len() <= MAX_TILES, "a rack holds at most 15 tiles");
    let mut search = Search { melds: ArrayVec::new(), best: None, below: limit + 1 };
    search.visit(tiles, 0);
    search.best
}

/// A search for a packing that leaves less than `below`.
struct Search {
    /// The melds taken so far.
    melds: ArrayVec<u64, MAX_MELDS>,
    best: Option<Packing>,
    below: u32,
}

impl Search {
    /// Tries every packing of `rest`, given what was left already.
    fn visit(&mut self, rest: Tiles, deadwood: u32) {
        if deadwood >= self.below {
            return;
        }
        let lowest = rest.once().trailing_zeros() as usize;
        if rest.once() & !JOKER == 0 {
            let deadwood = deadwood + rest.points();
            if deadwood < self.below {
                self.below = deadwood;
                self.best = Some(Packing { melds: self.melds.clone(), deadwood });
            }
            return;
        }
        for &meld in catalogue::with_lowest(lowest) {
            if meld & !rest.once() == 0 {
                self.melds.push(meld);
                self.visit(rest.without_each(meld), deadwood);
                self.melds.pop();
            }
        }
        // A second tile of this face is left as well: with it in a meld, this one was in that meld above.
        let tile = Tile::from_index(lowest).expect("a mask of faces");
        let copies = rest.count(tile);
        self.visit(rest.only(!(1 << lowest)), deadwood + u32::from(copies) * tile.points());
    }
}

//! The best melds of a rack: whether it is complete, and the least deadwood it can have (R15, R18).
//!
//! Invariants: exact for every rack of up to 15 tiles, of one copy or two, with up to two jokers. A complete rack is
//! looked for by its lowest tile, which is the lowest of a meld, or there is none. The least deadwood is looked for
//! among the melds that the rack can make at all, taken in the order of the catalogue, so no layout is met twice.

use std::fmt;

use arrayvec::ArrayVec;

use super::catalogue::{self, JOKER};
use super::{Layout, Tile, Tiles, meld};

/// The most tiles that can be arranged: a rack in the middle of its turn (R8).
pub const MAX_TILES: usize = 15;

/// The most melds of such a rack.
const MAX_MELDS: usize = MAX_TILES / 3;

/// Melds of the catalogue, taken from one rack.
type Melds = ArrayVec<u64, MAX_MELDS>;

/// Melds of a rack with the least deadwood. As text the melds and then the rest.
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
    complete_melds(tiles).is_some()
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
    complete_melds(tiles).map(|melds| layout(&melds))
}

/// The least deadwood that any layout of these tiles leaves.
pub fn deadwood(tiles: Tiles) -> u32 {
    tiles.points() - Search::best(tiles).0
}

/// Melds with the least deadwood.
///
/// ```
/// use parlour_rules::rummikub::{Tiles, arrange};
///
/// let best = arrange::best_layout("R7 O7 B7 R8 R9 K1".parse::<Tiles>().unwrap());
/// assert_eq!(best.to_string(), "R7 R8 R9 / O7 B7 K1");
/// assert_eq!(best.deadwood, 15);
/// ```
pub fn best_layout(tiles: Tiles) -> Arrangement {
    let (_, melds) = Search::best(tiles);
    let rest = melds.iter().fold(tiles, |rest, &meld| rest.without_each(meld));
    Arrangement { layout: layout(&melds), rest, deadwood: rest.points() }
}

/// The melds, then the rest: `R7 R8 R9 / O7 B7 K1`; without melds the rest alone, without a rest the melds alone.
impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.layout.fmt(f)?;
        if self.rest.is_empty() {
            return Ok(());
        }
        f.write_str(if self.layout.is_empty() { "" } else { " / " })?;
        self.rest.fmt(f)
    }
}

/// The melds as laid, runs joined where one continues the other.
fn layout(melds: &Melds) -> Layout {
    let mut joint: ArrayVec<ArrayVec<Tile, MAX_TILES>, MAX_MELDS> = ArrayVec::new();
    for &mask in melds {
        let mut tiles: ArrayVec<Tile, MAX_TILES> = catalogue::lay(mask).into_iter().collect();
        while let Some((place, longer)) = joint.iter().enumerate().find_map(|(place, other)| {
            let longer = joined(other, &tiles).or_else(|| joined(&tiles, other))?;
            Some((place, longer))
        }) {
            joint.remove(place);
            tiles = longer;
        }
        joint.push(tiles);
    }
    Layout::from_melds(joint).expect("a rack fits into a layout")
}

/// One meld behind the other, if that is a meld.
fn joined(first: &[Tile], second: &[Tile]) -> Option<ArrayVec<Tile, MAX_TILES>> {
    let all: ArrayVec<Tile, MAX_TILES> = first.iter().chain(second).copied().collect();
    meld::judge(&all).is_ok().then_some(all)
}

/// Melds that take all tiles, if there are such.
fn complete_melds(tiles: Tiles) -> Option<Melds> {
    assert_size(tiles);
    // What no meld takes without a joker has to lie with one, beside which there are four tiles at most.
    let loose = tiles.once() & !JOKER & !catalogue::covered(tiles.once());
    if loose != 0 && loose.count_ones() > 4 * u32::from(tiles.count(Tile::JOKER)) {
        return None;
    }
    let mut melds = Melds::new();
    cover(tiles, &mut melds).then_some(melds)
}

/// Takes melds for all of the tiles, if there are such; else `melds` is as before.
fn cover(rest: Tiles, melds: &mut Melds) -> bool {
    if rest.once() & !JOKER == 0 {
        return rest.is_empty();
    }
    let lowest = rest.once().trailing_zeros() as usize;
    catalogue::with_lowest(lowest, rest.once() & JOKER != 0).iter().any(|&meld| {
        if meld & !rest.once() != 0 {
            return false;
        }
        melds.push(meld);
        let covered = cover(rest.without_each(meld), melds);
        if !covered {
            melds.pop();
        }
        covered
    })
}

/// A meld that the rack can make.
struct Candidate {
    meld: u64,
    /// What it saves: the points of its tiles.
    points: u32,
    /// The points of all tiles that this meld and those behind it can take without a joker.
    plain: u32,
    /// The most points that this meld or one behind it takes with a joker.
    most_with_joker: u32,
}

/// The melds that a rack can make, and the best of them together.
struct Search {
    candidates: ArrayVec<Candidate, { catalogue::COUNT }>,
    /// The melds taken so far.
    melds: Melds,
    /// The most points that melds take, and these melds.
    best: u32,
    best_melds: Melds,
}

impl Search {
    /// The most points that melds of these tiles take, and these melds.
    fn best(tiles: Tiles) -> (u32, Melds) {
        assert_size(tiles);
        let mut search =
            Search { candidates: ArrayVec::new(), melds: Melds::new(), best: 0, best_melds: Melds::new() };
        search.list(tiles);
        search.visit(0, tiles, 0);
        (search.best, search.best_melds)
    }

    /// Lists the melds that the rack can make.
    fn list(&mut self, tiles: Tiles) {
        let jokers = tiles.once() & JOKER != 0;
        let mut faces = tiles.once() & !JOKER;
        while faces != 0 {
            for &meld in catalogue::with_lowest(faces.trailing_zeros() as usize, jokers) {
                if meld & !tiles.once() == 0 {
                    let points = points(meld);
                    self.candidates.push(Candidate { meld, points, plain: 0, most_with_joker: 0 });
                }
            }
            faces &= faces - 1;
        }
        let (mut taken, mut plain, mut most_with_joker) = (0, 0, 0);
        for candidate in self.candidates.iter_mut().rev() {
            if candidate.meld & JOKER == 0 {
                let more = candidate.meld & !taken;
                plain += points(more) + points(more & tiles.twice());
                taken |= more;
            } else {
                most_with_joker = candidate.points.max(most_with_joker);
            }
            (candidate.plain, candidate.most_with_joker) = (plain, most_with_joker);
        }
    }

    /// Tries all melds from a place on, given what the melds before have taken.
    fn visit(&mut self, from: usize, rest: Tiles, points: u32) {
        if points > self.best {
            self.best = points;
            self.best_melds.clone_from(&self.melds);
        }
        let jokers = u32::from(rest.count(Tile::JOKER));
        for place in from..self.candidates.len() {
            let Candidate { meld, points: more, plain, most_with_joker } = self.candidates[place];
            if points + plain + jokers * most_with_joker <= self.best {
                return;
            }
            if meld & !rest.once() == 0 {
                self.melds.push(meld);
                self.visit(place, rest.without_each(meld), points + more);
                self.melds.pop();
            }
        }
    }
}

/// The points of one tile of each of these faces.
fn points(mut faces: u64) -> u32 {
    /// By index.
    static POINTS: [u8; Tile::FACES] = {
        let mut points = [0; Tile::FACES];
        let mut index = 0;
        while let Some(tile) = Tile::from_index(index) {
            points[index] = tile.points() as u8;
            index += 1;
        }
        points
    };
    let mut sum = 0;
    while faces != 0 {
        sum += u32::from(POINTS[faces.trailing_zeros() as usize]);
        faces &= faces - 1;
    }
    sum
}

fn assert_size(tiles: Tiles) {
    assert!(tiles.len() <= MAX_TILES, "a rack holds at most 15 tiles");
}

//! How far a rack is from a win: the least number of tiles to exchange, and which tiles bring it nearer.
//!
//! Invariants: exact, for one copy of the tiles and for two, jokers included, because it tries the melds of a
//! complete rack themselves: with the catalogue's melds of three to five tiles, 14 tiles are three or four melds.
//! They are tried from the least number of missing tiles upwards, so the first that fit are the nearest.

use arrayvec::ArrayVec;

use super::catalogue;
use super::{Tile, Tiles};

/// What a rack needs to be complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The least number of tiles to exchange, from 0 to the number of tiles.
    pub distance: u8,
    /// The tiles outside the rack, with all their copies, each of which brings it one exchange nearer.
    pub useful: Tiles,
}

/// What a rack of 15 becomes by throwing a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The tile thrown.
    pub tile: Tile,
    /// What the other 14 need. The tile thrown is not among the useful ones unless another copy is about.
    pub reach: Reach,
}

/// The least number of tiles that a rack must exchange, each for any tile of the deck, to be complete.
///
/// `deck` is all that may end up in the rack, the rack itself included: [`Tiles::deck`], less what is known to be
/// out of reach. None if no complete rack of that size can be made of it.
///
/// ```
/// use parlour_rules::rummikub::{Tiles, distance};
///
/// let rack: Tiles = "R1 R2 R3 B1 B2 B3 B4 K7 R7 O7 K9 K10 K12 O13".parse().unwrap();
/// assert_eq!(distance::distance(rack, Tiles::deck(1)), Some(1));
/// ```
pub fn distance(rack: Tiles, deck: Tiles) -> Option<u8> {
    Some(reach(rack, deck)?.distance)
}

/// The distance of a rack and the tiles that shorten it; the deck is that of [`distance()`].
pub fn reach(rack: Tiles, deck: Tiles) -> Option<Reach> {
    let near = Nearest::of(rack, deck);
    (0..=rack.len() as u32).find_map(|budget| {
        let mut search = Search { near: &near, missing: 0, found: false };
        search.visit(0, rack, deck, rack.len() as u32, budget, 0);
        let useful = (deck - rack).only(search.missing);
        search.found.then_some(Reach { distance: budget as u8, useful })
    })
}

/// Every tile that a rack of 15 can throw, sorted, with what the other 14 need.
///
/// Nothing is said of a throw after which the deck cannot complete the rack.
pub fn throws(rack: Tiles, deck: Tiles) -> impl Iterator<Item = Throw> {
    rack.faces().filter_map(move |tile| {
        let mut reach = reach(rack.without(tile)?, deck)?;
        reach.useful = reach.useful - Tiles::from(tile);
        Some(Throw { tile, reach })
    })
}

/// The throw after which the rack is nearest to a win; of several the one with the most useful tiles, and of these
/// the tile that would cost the most as deadwood, but a joker last.
pub fn best_throw(rack: Tiles, deck: Tiles) -> Option<Throw> {
    throws(rack, deck).min_by_key(|Throw { tile, reach }| {
        let cost = if tile.is_joker() { 0 } else { tile.points() };
        (reach.distance, std::cmp::Reverse(reach.useful.len()), std::cmp::Reverse(cost))
    })
}

/// The melds that the deck can make, by the number of tiles that the rack lacks.
struct Nearest {
    melds: ArrayVec<u64, { catalogue::COUNT }>,
    /// How many melds lack at most so many tiles.
    ends: [usize; catalogue::LONGEST + 1],
}

impl Nearest {
    fn of(rack: Tiles, deck: Tiles) -> Nearest {
        let mut near = Nearest { melds: ArrayVec::new(), ends: [0; catalogue::LONGEST + 1] };
        for lacking in 0..=catalogue::LONGEST {
            let fits = |meld: &u64| {
                meld & !deck.once() == 0 && (meld & !rack.once()).count_ones() as usize == lacking
            };
            near.melds.extend(catalogue::all().iter().copied().filter(fits));
            near.ends[lacking] = near.melds.len();
        }
        near
    }
}

/// A search for all complete racks within a number of exchanges.
struct Search<'a> {
    near: &'a Nearest,
    /// The faces that any of those found lacks.
    missing: u64,
    found: bool,
}

impl Search<'_> {
    /// Tries all melds from the place `from` on for the `need` tiles still to lay.
    ///
    /// `rack` and `deck` are what the melds laid so far have left of them, `missing` what these lacked.
    /// The melds come in the order of what they lack, so each of those to come lacks as much as this one at least.
    fn visit(&mut self, from: usize, rack: Tiles, deck: Tiles, need: u32, budget: u32, missing: u64) {
        if need == 0 {
            self.found = true;
            self.missing |= missing;
            return;
        }
        let melds_to_come = need.div_ceil(catalogue::LONGEST as u32);
        let most = (budget / melds_to_come).min(catalogue::LONGEST as u32) as usize;
        for place in from..self.near.ends[most] {
            let meld = self.near.melds[place];
            let size = meld.count_ones();
            let lacks = meld & !rack.once();
            let fits = meld & !deck.once() == 0
                && lacks.count_ones() <= budget
                && (need == size || need >= size + 3);
            if fits {
                let rack = rack.without_each(meld & rack.once());
                let deck = deck.without_each(meld);
                self.visit(place, rack, deck, need - size, budget - lacks.count_ones(), missing | lacks);
            }
        }
    }
}

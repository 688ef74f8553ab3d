//! How far a rack is from a win: the least number of tiles to exchange, and which tiles bring it nearer.
//!
//! Invariants: exact, for one copy of the tiles and for two, jokers included, because it tries the melds of a
//! complete rack themselves: cut as in the catalogue into three to five tiles, 14 tiles are three or four melds.
//! They are tried from the least number of lacking tiles upwards, and all last melds at once.
//!
//! A rack of 15 is looked at once for all its throws: a throw keeps the least distance exactly if a nearest complete rack
//! leaves its tile free, and then it needs what these racks lack. Only a tile that all of them use is asked about
//! alone.
//!
//! Jokers are not tried out. Every meld is laid of numbered tiles; at the end a joker covers a lacking tile, at most
//! one a meld. That can always be arranged when two melds want a tile that only one of them gets: the joker may
//! lie in either. So it is enough to count what lacks, and in how many melds ([`Tally`]).

use arrayvec::ArrayVec;

use super::closing::{Counts, FIVES, FOURS, Shape, THREES};
use super::laid::{Lacks, Laid, MAX_MELDS, Tally, bits, useful_beside_two_jokers};
use super::{Tile, Tiles, catalogue};

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
/// # Panics
/// When the rack holds more than 15 tiles.
///
/// ```
/// use parlour_rules::rummikub::{Tiles, distance};
///
/// let rack: Tiles = "R1 R2 R3 B1 B2 B3 B4 K7 R7 O7 K9 K10 K12 O13".parse().unwrap();
/// assert_eq!(distance::distance(rack, Tiles::deck(1)), Some(1));
/// ```
pub fn distance(rack: Tiles, deck: Tiles) -> Option<u8> {
    Some(nearest(rack, deck, Aim::Distance, 0)?.distance)
}

/// The distance of a rack and the tiles that shorten it; the deck and the panics are those of [`distance()`].
pub fn reach(rack: Tiles, deck: Tiles) -> Option<Reach> {
    nearest(rack, deck, Aim::Useful, 0)
}

/// Every tile that a rack of 15 can throw, sorted, with what the other 14 need.
///
/// Nothing is said of a throw after which the deck cannot complete the rack.
pub fn throws(rack: Tiles, deck: Tiles) -> impl Iterator<Item = Throw> {
    let free = free_throws(rack, deck);
    rack.faces().filter_map(move |tile| {
        let held = rack.without(tile)?;
        let mut reach = match &free {
            Some(free) => free.reach(tile).or_else(|| nearest(held, deck, Aim::Useful, free.least(tile))),
            None => reach(held, deck),
        }?;
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

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// The distance alone: the first complete rack will do.
    Distance,
    /// All tiles that shorten it: every nearest complete rack counts.
    Useful,
    /// The same for each tile of the rack without which as many tiles are complete.
    Throws,
}

/// The least distance at which there are complete racks, and what they lack if that is the aim. It is known to be no
/// less than `least`.
fn nearest(rack: Tiles, deck: Tiles, aim: Aim, least: u8) -> Option<Reach> {
    let mut search = Search::new(rack, deck, aim);
    let distance = search.nearest(rack.len() as u32, least)?;
    let useful = if distance == 0 { Tiles::EMPTY } else { (deck - rack).only(search.useful) };
    Some(Reach { distance, useful })
}

/// What is known of throws that lose nothing.
struct FreeThrows {
    distance: u8,
    /// The faces thrown, and of each what is useful after it.
    faces: u64,
    useful: [u64; Tile::FACES],
    outside: Tiles,
}

/// The throws that lose nothing, with what they need.
///
/// None where a joker may have nothing to cover: there it covers a tile that is thrown, too, and so more throws lose
/// nothing. That is so without any distance, and where two jokers do not find two melds to lie in.
fn free_throws(rack: Tiles, deck: Tiles) -> Option<FreeThrows> {
    let size = rack.len().checked_sub(1)?;
    let mut search = Search::new(rack, deck, Aim::Throws);
    let distance = search.nearest(size as u32, 0).filter(|&distance| distance > 0 && !search.idle_joker)?;
    Some(FreeThrows { distance, faces: search.free, useful: search.useful_after, outside: deck - rack })
}

impl FreeThrows {
    /// The least distance that a throw which is not among these can leave: a tile is lost, but for a joker, which may
    /// have had as many to cover as there were.
    fn least(&self, thrown: Tile) -> u8 {
        self.distance + u8::from(!thrown.is_joker())
    }

    fn reach(&self, thrown: Tile) -> Option<Reach> {
        let useful = self.outside.only(self.useful[thrown.index()]);
        (self.faces >> thrown.index() & 1 == 1).then_some(Reach { distance: self.distance, useful })
    }
}

/// A meld that the deck can make with at most one joker, beside nothing else.
#[derive(Clone, Copy)]
struct Candidate {
    meld: u64,
    size: u8,
    /// How many of its tiles the rack lacks.
    lacking: u8,
    /// How many of these cannot be drawn.
    gone: u8,
}

/// The fewest tiles of a meld.
const SHORTEST: usize = 3;

/// A search for all complete racks at a distance, when there are none nearer.
struct Search {
    aim: Aim,
    deck: Tiles,
    /// Jokers in the rack, which cover lacking tiles for nothing.
    jokers: u32,
    /// Jokers that may be in the rack at the end.
    all_jokers: u32,
    /// The melds without a joker, by the number of tiles that the rack lacks.
    candidates: ArrayVec<Candidate, PLAIN_MELDS>,
    /// How many of them lack at most so many tiles.
    ends: [usize; catalogue::LONGEST + 1],
    /// What melds to come lack at least: by what each of them lacks at least, and how many tiles they are together.
    least: [[u32; MOST_NEED + 1]; catalogue::LONGEST + 1],
    /// The melds laid.
    melds: ArrayVec<u64, MAX_MELDS>,
    rack: Tiles,
    distance: u32,
    found: bool,
    /// The faces that shorten the distance.
    useful: u64,
    /// The faces of the rack that some nearest complete rack leaves free.
    free: u64,
    /// Whether two jokers do not find two melds in some nearest complete rack.
    idle_joker: bool,
    /// By the index of such a face, the faces that shorten the distance after it is thrown.
    useful_after: [u64; Tile::FACES],
}

/// The most tiles of a rack.
const MOST_NEED: usize = SHORTEST * MAX_MELDS;

/// More than any melds lack: there are none of so many tiles together.
const NO_MELDS: u32 = 100;

/// See `Search::least`; `alone` is the least that one meld lacks, by its size.
fn least_together(alone: [u32; catalogue::LONGEST + 1]) -> [[u32; MOST_NEED + 1]; catalogue::LONGEST + 1] {
    let mut least = [[NO_MELDS; MOST_NEED + 1]; catalogue::LONGEST + 1];
    for (each, least) in least.iter_mut().enumerate() {
        least[0] = 0;
        for need in SHORTEST..=MOST_NEED {
            let with = |size: usize| alone[size].max(each as u32) + least[need - size];
            least[need] = (SHORTEST..=need.min(catalogue::LONGEST)).map(with).min().unwrap_or(NO_MELDS);
        }
    }
    least
}

/// 65 sets and 120 runs without a joker.
const PLAIN_MELDS: usize = 65 + 120;

impl Search {
    fn new(rack: Tiles, deck: Tiles, aim: Aim) -> Search {
        let mut all: ArrayVec<Candidate, PLAIN_MELDS> = ArrayVec::new();
        let mut ends = [0; catalogue::LONGEST + 1];
        let mut alone = [NO_MELDS; catalogue::LONGEST + 1];
        for face in 0..Tile::JOKER.index() {
            for &meld in catalogue::with_lowest(face, false) {
                let gone =
                    if meld & !deck.once() == 0 { 0 } else { (meld & !deck.once()).count_ones() as u8 };
                let [size, lacking] = [meld, meld & !rack.once()].map(|tiles| tiles.count_ones() as u8);
                if gone <= 1 {
                    all.push(Candidate { meld, size, lacking, gone });
                    ends[usize::from(lacking)] += 1;
                    let least = &mut alone[usize::from(size)];
                    *least = (*least).min(lacking.into());
                }
            }
        }
        // Sorted by counting: the places of each number are filled from their end.
        for lacking in 1..ends.len() {
            ends[lacking] += ends[lacking - 1];
        }
        let mut places = ends;
        let mut candidates = all.clone();
        for &candidate in &all {
            let place = &mut places[usize::from(candidate.lacking)];
            *place -= 1;
            candidates[*place] = candidate;
        }
        Search {
            aim,
            deck,
            jokers: rack.count(Tile::JOKER).into(),
            all_jokers: deck.count(Tile::JOKER).into(),
            candidates,
            ends,
            least: least_together(alone),
            melds: ArrayVec::new(),
            rack,
            distance: 0,
            found: false,
            useful: 0,
            free: 0,
            idle_joker: false,
            useful_after: [0; Tile::FACES],
        }
    }

    /// The least number of tiles that complete racks of this size lack, if there are such racks.
    fn nearest(&mut self, size: u32, least: u8) -> Option<u8> {
        assert!(size as usize <= MOST_NEED, "a rack holds at most 15 tiles");
        if size == 0 {
            return Some(0);
        }
        let nothing = Laid::nothing(self.rack, self.deck);
        let distance = (u32::from(least)..=size).find(|&distance| {
            self.distance = distance;
            self.visit(0, size, &nothing);
            self.found
        })?;
        Some(distance as u8)
    }

    /// Tries all melds from the place `from` on for the `need` tiles that are still to be laid.
    ///
    /// The melds come in the order of what they lack, so each of those behind lacks as much as this one at least.
    fn visit(&mut self, from: usize, need: u32, laid: &Laid) {
        match need {
            3 => return self.close(&THREES, laid),
            4 => return self.close(&FOURS, laid),
            5 => return self.close(&FIVES, laid),
            _ => {}
        }
        let may_lack = self.distance + self.jokers - laid.tally.tiles;
        let to_come = need.div_ceil(catalogue::LONGEST as u32);
        let most = (may_lack / to_come).min(catalogue::LONGEST as u32);
        for place in from..self.ends[most as usize] {
            let Candidate { meld, size, lacking, gone } = self.candidates[place];
            let [size, alone, mut gone] = [size, lacking, gone].map(u32::from);
            let Some(left) = need.checked_sub(size) else { continue };
            let behind = self.least[alone as usize][left as usize];
            if alone + behind > may_lack {
                continue;
            }
            let mut lacking = alone;
            if meld & laid.used != 0 {
                lacking = (meld & !laid.rack.once()).count_ones();
                gone = (meld & !laid.deck.once()).count_ones();
            }
            if lacking + behind > may_lack || laid.gone + gone > self.all_jokers {
                continue;
            }
            self.melds.push(meld);
            self.visit(place, left, &laid.with(meld, lacking, gone));
            self.melds.pop();
            if self.found && self.aim == Aim::Distance {
                return;
            }
        }
    }

    /// Tries all melds of one size as the last one.
    fn close<const SIZE: usize>(&mut self, shapes: &[Shape<SIZE>], laid: &Laid) {
        let (rack, deck) = (laid.rack.once(), laid.deck.once());
        let spare_jokers = self.all_jokers - laid.gone;
        // A rack with so many jokers used is near enough when it lacks no more than this.
        let distance = self.distance;
        let near_with = |jokers: u32, lacking: Counts| {
            let most = (distance + jokers).checked_sub(laid.tally.tiles);
            most.map_or(0, |most| lacking.at_most(most))
        };
        for shape in shapes {
            let lacking = shape.count(!rack);
            // Where two jokers find two melds to lie in.
            let two_melds = || match laid.tally {
                Tally { shared: true, .. } | Tally { melds: 2.., .. } => u64::MAX,
                Tally { melds: 1, .. } => lacking.some(),
                Tally { .. } => shape.touches(laid.used & !rack),
            };
            let mut starts = shape.starts() & near_with(self.jokers, lacking);
            if starts == 0 {
                continue;
            }
            if self.jokers == 2 {
                starts &= near_with(1, lacking) | two_melds();
            }
            starts &= shape.count(!deck).at_most(spare_jokers) & shape.count(!self.deck.once()).at_most(1);
            if starts == 0 {
                continue;
            }
            self.found = true;
            match self.aim {
                Aim::Distance => return,
                Aim::Useful => self.gather(shape, starts, two_melds(), laid),
                Aim::Throws => self.gather_throws(shape, starts, two_melds(), laid),
            }
        }
    }

    /// Notes what shortens the distance of the racks that end with one of these melds.
    fn gather<const SIZE: usize>(&mut self, shape: &Shape<SIZE>, starts: u64, two_melds: u64, laid: &Laid) {
        if self.jokers == 2 {
            for start in bits(starts) {
                let last = shape.tiles(start);
                if (laid.drawable | laid.lack(last).drawable) & !self.useful != 0 {
                    self.useful |= useful_beside_two_jokers(&self.lacks(last));
                }
            }
            return;
        }
        self.useful |= self.useful_to(shape, starts, two_melds, laid);
    }

    /// The same for each tile that is left free by some of these racks.
    fn gather_throws<const SIZE: usize>(
        &mut self,
        shape: &Shape<SIZE>,
        starts: u64,
        two_melds: u64,
        laid: &Laid,
    ) {
        if self.jokers == 2 {
            self.idle_joker |= starts & !two_melds != 0;
            return bits(starts)
                .for_each(|start| self.gather_throws_beside_two_jokers(shape.tiles(start), laid));
        }
        let most = self.useful_to(shape, starts, two_melds, laid);
        for bit in bits(laid.rack.once() & !catalogue::JOKER) {
            let known = self.useful_after[bit.trailing_zeros() as usize];
            if self.free & bit != 0 && most & !known == 0 {
                continue;
            }
            let kept = if laid.rack.twice() & bit != 0 { starts } else { starts & !shape.touches(bit) };
            if kept != 0 {
                self.free |= bit;
                let useful = self.useful_to(shape, kept, two_melds, laid);
                self.useful_after[bit.trailing_zeros() as usize] |= useful;
            }
        }
    }

    /// The same for one rack that ends with this meld.
    fn gather_throws_beside_two_jokers(&mut self, last: u64, laid: &Laid) {
        let free = laid.rack.without_each(last & laid.rack.once()).once() & !catalogue::JOKER;
        let drawable = laid.drawable | laid.lack(last).drawable;
        let known = |bit: u64| drawable & !self.useful_after[bit.trailing_zeros() as usize] == 0;
        if free & !self.free == 0 && bits(free).all(known) {
            return;
        }
        let useful = useful_beside_two_jokers(&self.lacks(last));
        self.free |= free;
        for bit in bits(free) {
            self.useful_after[bit.trailing_zeros() as usize] |= useful;
        }
    }

    /// What shortens the distance of racks with one joker at most: each drawn tile is one tile less to draw, and the
    /// joker covers another.
    fn useful_to<const SIZE: usize>(
        &self,
        shape: &Shape<SIZE>,
        starts: u64,
        two_melds: u64,
        laid: &Laid,
    ) -> u64 {
        let drawn = laid.drawable | laid.lack(shape.tiles(starts)).drawable;
        // One more joker covers one more tile, if there is a meld for it.
        let joker = self.jokers == 0 || starts & two_melds != 0;
        if joker { drawn | catalogue::JOKER } else { drawn }
    }

    /// What the melds laid and this last one lack.
    fn lacks(&self, last: u64) -> Lacks {
        let mut laid = Laid::nothing(self.rack, self.deck);
        let melds = self.melds.iter().copied().chain([last]);
        melds
            .map(|meld| {
                let lack = laid.lack(meld);
                laid = laid.with(meld, 0, 0);
                lack
            })
            .collect()
    }
}

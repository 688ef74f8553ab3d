//! Every meld that an arrangement needs, as a mask of faces.
//!
//! Invariants: a mask has one bit for each tile, the joker's among them, so it says which tiles a meld takes and
//! not how they lie. Runs have three to five tiles: a longer one is cut into such runs, its joker, if it has one,
//! falling into one of the parts. Each mask stands once, in the group of its lowest tile, the longest first.

use arrayvec::ArrayVec;

use super::{Colour, Number, Tile};

/// The most tiles of a meld in the catalogue.
pub(super) const LONGEST: usize = 5;

/// The joker's bit.
pub(super) const JOKER: u64 = 1 << Tile::JOKER.index();

/// 52 sets of three and 13 of four, 120 runs, and each of them with a joker in the place of one tile: two
/// tiles and a joker 78 + 92 times, three 52 + 124 times, four 148 times.
pub(super) const COUNT: usize = 52 + 13 + 120 + 78 + 92 + 52 + 124 + 148;

/// The melds, and where the group of each lowest face starts.
struct Catalogue {
    melds: [u64; COUNT],
    starts: [u16; Tile::FACES],
}

static CATALOGUE: Catalogue = Catalogue::build();

/// All melds.
pub(super) fn all() -> &'static [u64; COUNT] {
    &CATALOGUE.melds
}

/// The melds whose lowest tile this is, without the jokers: a joker is no meld's lowest tile.
pub(super) fn with_lowest(face: usize) -> &'static [u64] {
    let [start, end] = [CATALOGUE.starts[face], CATALOGUE.starts[face + 1]];
    &CATALOGUE.melds[usize::from(start)..usize::from(end)]
}

impl Catalogue {
    const fn build() -> Catalogue {
        let mut catalogue = Catalogue { melds: [0; COUNT], starts: [0; Tile::FACES] };
        let mut count = 0;
        let mut face = 0;
        while face < Tile::JOKER.index() {
            catalogue.starts[face] = count as u16;
            let mut size = LONGEST;
            while size >= 3 {
                count = catalogue.add_sets(count, face, size);
                count = catalogue.add_runs(count, face, size);
                size -= 1;
            }
            face += 1;
        }
        catalogue.starts[face] = count as u16;
        assert!(count == COUNT);
        catalogue
    }

    /// Adds the sets of this size, with and without a joker, whose lowest tile is `face`.
    const fn add_sets(&mut self, mut count: usize, face: usize, size: usize) -> usize {
        let column = 1 | 1 << 13 | 1 << 26 | 1 << 39;
        let mut colours = 1;
        while colours < 16u64 {
            let spread = (colours & 1) | (colours & 2) << 12 | (colours & 4) << 24 | (colours & 8) << 36;
            let tiles = (spread & column) << (face % 13);
            let real = tiles.count_ones() as usize;
            if tiles.trailing_zeros() as usize == face {
                if real == size && real >= 3 {
                    self.melds[count] = tiles;
                    count += 1;
                }
                if real + 1 == size && real < 4 {
                    self.melds[count] = tiles | JOKER;
                    count += 1;
                }
            }
            colours += 1;
        }
        count
    }

    /// Adds the runs of this size, with and without a joker, whose lowest tile is `face`.
    ///
    /// A joker at an end is counted once: behind the last tile if there is room, else before the first.
    const fn add_runs(&mut self, mut count: usize, face: usize, size: usize) -> usize {
        let number = face % 13 + 1;
        if number + size - 1 <= 13 {
            let run = ((1 << size) - 1) << face;
            self.melds[count] = run;
            count += 1;
            let mut place = 1;
            while place < size - 1 {
                self.melds[count] = run & !(1 << (face + place)) | JOKER;
                count += 1;
                place += 1;
            }
        }
        if number + size - 2 <= 13 {
            self.melds[count] = ((1 << (size - 1)) - 1) << face | JOKER;
            count += 1;
        }
        count
    }
}

/// The tiles of a catalogue's meld in an order in which it is valid.
pub(super) fn lay(meld: u64) -> ArrayVec<Tile, LONGEST> {
    let mut tiles = ArrayVec::new();
    let mut real = meld & !JOKER;
    while real != 0 {
        tiles.push(Tile::from_index(real.trailing_zeros() as usize).expect("a mask of faces"));
        real &= real - 1;
    }
    if meld & JOKER != 0 {
        tiles.insert(joker_place(&tiles), Tile::JOKER);
    }
    tiles
}

/// Where the joker goes among these sorted tiles of a set or a run.
fn joker_place(tiles: &[Tile]) -> usize {
    let consecutive = |pair: &[Tile]| pair[1].index() - pair[0].index() == 1;
    let is_run = tiles[0].colour() == tiles[1].colour();
    match tiles.windows(2).position(|pair| !consecutive(pair)) {
        Some(hole) if is_run => hole + 1,
        None if is_run && tiles.last().and_then(|tile| tile.number()) == Some(Number::MAX) => 0,
        _ => tiles.len(),
    }
}

const _: () = assert!(Tile::JOKER.index() == Colour::ALL.len() * 13);

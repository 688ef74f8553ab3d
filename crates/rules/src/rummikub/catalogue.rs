//! Every meld that an arrangement needs, as a mask of faces.
//!
//! Invariants: a mask has one bit for each tile, the joker's among them, so it says which tiles a meld takes and
//! not how they lie. Runs have three to five tiles: a longer one is cut into such runs, its joker, if it has one,
//! falling into one of the parts. Each mask stands once, in the group of its lowest tile: first those without a joker,
//! then those with one, the longest first.

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
    /// Where those with a joker start in each group.
    with_joker: [u16; Tile::FACES],
}

static CATALOGUE: Catalogue = Catalogue::build();

/// The melds whose lowest tile this is, without the jokers: a joker is no meld's lowest tile. Those with a joker are
/// left out unless they are asked for.
pub(super) fn with_lowest(face: usize, with_joker: bool) -> &'static [u64] {
    let end = if with_joker { CATALOGUE.starts[face + 1] } else { CATALOGUE.with_joker[face] };
    &CATALOGUE.melds[usize::from(CATALOGUE.starts[face])..usize::from(end)]
}

/// The tiles of a mask of which a meld without a joker can be made.
pub(super) fn covered(tiles: u64) -> u64 {
    /// The numbers of every colour at which a run of three may start.
    const STARTS: u64 = COLOURS * ((1 << 11) - 1);
    const COLOURS: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
    const NUMBERS: u64 = (1 << 13) - 1;
    let starts = tiles & tiles >> 1 & tiles >> 2 & STARTS;
    let [red, orange, blue, black] = [0, 13, 26, 39].map(|colour| tiles >> colour & NUMBERS);
    let three_colours = red & orange & (blue | black) | blue & black & (red | orange);
    starts | starts << 1 | starts << 2 | tiles & (three_colours * COLOURS)
}

impl Catalogue {
    const fn build() -> Catalogue {
        let mut catalogue =
            Catalogue { melds: [0; COUNT], starts: [0; Tile::FACES], with_joker: [0; Tile::FACES] };
        let mut count = 0;
        let mut face = 0;
        while face < Tile::JOKER.index() {
            catalogue.starts[face] = count as u16;
            let mut size = LONGEST;
            while size >= 3 {
                count = catalogue.add_set(count, face, size, 0);
                count = catalogue.add_run(count, face, size);
                size -= 1;
            }
            catalogue.with_joker[face] = count as u16;
            let mut size = LONGEST;
            while size >= 3 {
                count = catalogue.add_set(count, face, size, JOKER);
                count = catalogue.add_runs_with_joker(count, face, size);
                size -= 1;
            }
            face += 1;
        }
        catalogue.starts[face] = count as u16;
        assert!(count == COUNT);
        catalogue
    }

    /// Adds the sets of this size, with a joker or without, whose lowest tile is `face`.
    const fn add_set(&mut self, mut count: usize, face: usize, size: usize, joker: u64) -> usize {
        let mut colours = 1;
        while colours < 16u64 {
            let spread = (colours & 1) | (colours & 2) << 12 | (colours & 4) << 24 | (colours & 8) << 36;
            let meld = spread << (face % 13) | joker;
            let fits = meld.count_ones() as usize == size && size <= 4;
            if meld.trailing_zeros() as usize == face && fits {
                self.melds[count] = meld;
                count += 1;
            }
            colours += 1;
        }
        count
    }

    /// Adds the run of this size whose lowest tile is `face`, if it fits under 13.
    const fn add_run(&mut self, count: usize, face: usize, size: usize) -> usize {
        if face % 13 + size > 13 {
            return count;
        }
        self.melds[count] = ((1 << size) - 1) << face;
        count + 1
    }

    /// Adds the runs of this size with a joker whose lowest tile is `face`.
    ///
    /// A joker at an end is counted once: behind the last tile if there is room, else before the first.
    const fn add_runs_with_joker(&mut self, mut count: usize, face: usize, size: usize) -> usize {
        let mut place = 1;
        while place < size - 1 && face % 13 + size <= 13 {
            let run = ((1 << size) - 1) << face;
            self.melds[count] = run & !(1 << (face + place)) | JOKER;
            count += 1;
            place += 1;
        }
        if face % 13 + size - 1 <= 13 {
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

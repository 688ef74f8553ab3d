//! How many racks of 14 tiles without jokers, of one copy, are complete: 3,152,280 of the C(52,14) (R3, R4, R15).
//!
//! There are too many racks to ask the referee about each. A second way, which reads a rack number by number and knows
//! no melds of tiles, says of all of them at once how many are complete; it is the referee's equal on every rack that
//! it accepts, and on those around them.

use std::collections::HashMap;

use parlour_rules::rummikub::{Tile, Tiles, arrange};
use rand::RngExt;

use crate::sample;

/// How long the run of each colour is at some number: 0 for none, 1, 2, and 3 for three or more. Two bits a colour.
type Runs = usize;

/// All that the runs of the tiles read so far can be: a bit for each of the 256 [`Runs`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Possible([u64; 4]);

impl Possible {
    fn add(&mut self, runs: Runs) {
        self.0[runs / 64] |= 1 << (runs % 64);
    }

    fn contains(&self, runs: Runs) -> bool {
        self.0[runs / 64] >> (runs % 64) & 1 == 1
    }

    fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// After the tiles of one more number, of the colours whose bits are set: three or four of them may be a set, the
    /// others go on with runs or begin them, and where none goes on the run must have ended.
    fn after(&self, colours: usize) -> Possible {
        let mut next = Possible::default();
        for runs in (0..256).filter(|&runs| self.contains(runs)) {
            for set in (0..16usize).filter(|set| set & !colours == 0 && ![1, 2].contains(&set.count_ones())) {
                let in_run = |colour: usize| (colours & !set) >> colour & 1 == 1;
                let longer =
                    (0..4).try_fold(0, |all, colour| match (runs >> (2 * colour) & 3, in_run(colour)) {
                        (length, true) => Some(all | (length + 1).min(3) << (2 * colour)),
                        (0 | 3, false) => Some(all),
                        _ => None,
                    });
                longer.into_iter().for_each(|runs| next.add(runs));
            }
        }
        next
    }

    /// Whether all runs can be over.
    fn is_done(&self) -> bool {
        let over = |runs: Runs| (0..4).all(|colour| [0, 3].contains(&(runs >> (2 * colour) & 3)));
        (0..256).any(|runs| self.contains(runs) && over(runs))
    }
}

/// Every [`Possible`] that some tiles lead to, by number, with what follows it.
struct Reader {
    known: HashMap<Possible, usize>,
    states: Vec<Possible>,
    next: Vec<[Option<usize>; 16]>,
    /// How many ways to go on from a state with so many numbers and so many tiles left end complete.
    ways: HashMap<(usize, usize, usize), u64>,
}

impl Reader {
    fn new() -> Reader {
        let mut start = Possible::default();
        start.add(0);
        let mut reader = Reader {
            known: HashMap::from([(start, 0)]),
            states: vec![start],
            next: Vec::new(),
            ways: HashMap::new(),
        };
        while let Some(state) = reader.states.get(reader.next.len()).copied() {
            let next = std::array::from_fn(|colours| {
                let after = state.after(colours);
                (!after.is_empty()).then(|| reader.number_of(after))
            });
            reader.next.push(next);
        }
        reader
    }

    fn number_of(&mut self, state: Possible) -> usize {
        let states = &mut self.states;
        *self.known.entry(state).or_insert_with(|| {
            states.push(state);
            states.len() - 1
        })
    }

    fn ways(&mut self, state: usize, numbers: usize, tiles: usize) -> u64 {
        if numbers == 0 {
            return u64::from(tiles == 0 && self.states[state].is_done());
        }
        if let Some(&ways) = self.ways.get(&(state, numbers, tiles)) {
            return ways;
        }
        let ways = (0..16usize)
            .filter(|colours| colours.count_ones() as usize <= tiles)
            .filter_map(|colours| Some((self.next[state][colours]?, tiles - colours.count_ones() as usize)))
            .collect::<Vec<_>>();
        let ways = ways.into_iter().map(|(next, tiles)| self.ways(next, numbers - 1, tiles)).sum();
        self.ways.insert((state, numbers, tiles), ways);
        ways
    }

    /// Whether the numbered tiles of one copy are complete.
    fn accepts(&self, rack: Tiles) -> bool {
        let mut state = 0;
        for number in 0..13 {
            let held = |colour: usize| {
                rack.contains(Tile::from_index(13 * colour + number).expect("a numbered tile"))
            };
            let colours = (0..4).map(|colour| usize::from(held(colour)) << colour).sum::<usize>();
            match self.next[state][colours] {
                Some(next) => state = next,
                None => return false,
            }
        }
        self.states[state].is_done()
    }

    /// Calls `found` with every complete rack.
    fn each(
        &mut self,
        state: usize,
        number: usize,
        tiles: usize,
        rack: Tiles,
        found: &mut impl FnMut(Tiles),
    ) {
        if self.ways(state, 13 - number, tiles) == 0 {
            return;
        }
        if number == 13 {
            return found(rack);
        }
        for colours in (0..16usize).filter(|colours| colours.count_ones() as usize <= tiles) {
            let Some(next) = self.next[state][colours] else { continue };
            let more = (0..4).filter(|colour| colours >> colour & 1 == 1);
            let more: Tiles = more.filter_map(|colour| Tile::from_index(13 * colour + number)).collect();
            self.each(next, number + 1, tiles - more.len(), rack + more, found);
        }
    }
}

/// R15: the count, and the referee's agreement with all of them.
#[test]
fn complete_racks_of_fourteen_tiles() {
    let mut reader = Reader::new();
    assert_eq!(reader.ways(0, 13, 14), 3_152_280);
    let mut count = 0;
    reader.each(0, 0, 14, Tiles::EMPTY, &mut |rack| {
        assert!(arrange::is_complete(rack), "{rack}");
        count += 1;
    });
    assert_eq!(count, 3_152_280);
}

/// R15: racks that are one exchange from a complete one, and racks at random of any size.
#[test]
fn racks_that_are_not_complete() {
    let mut reader = Reader::new();
    let mut random = sample::seeded(14);
    let mut verdicts = [0, 0];
    let mut agree = |reader: &Reader, rack: Tiles| {
        let complete = reader.accepts(rack);
        assert_eq!(arrange::is_complete(rack), complete, "{rack}");
        verdicts[usize::from(complete)] += 1;
    };
    let mut near = Vec::new();
    let mut place = 0;
    reader.each(0, 0, 14, Tiles::EMPTY, &mut |rack| {
        if place % 100 == 0 {
            near.push(rack);
        }
        place += 1;
    });
    for rack in near {
        let outside: Vec<Tile> = (Tiles::deck(1) - rack).iter().filter(|tile| !tile.is_joker()).collect();
        for thrown in rack {
            let drawn = sample::pick(&outside, &mut random);
            agree(&reader, rack.without(thrown).unwrap().with(drawn).unwrap());
        }
    }
    for (colours, highest) in [(4, 13), (4, 5), (2, 10), (3, 6)] {
        let mut deck = sample::deck(colours, highest, 1, 0);
        for _ in 0..100_000 {
            let size = random.random_range(0..=15.min(deck.len()));
            agree(&reader, sample::draw(&mut deck, size, &mut random).into_iter().collect());
        }
    }
    assert!(verdicts.iter().all(|&count| count > 10_000), "{verdicts:?}");
}

//! The rules once more, so plainly that they can be read beside the rule page, and slowly.

use std::collections::HashMap;

use parlour_rules::rummikub::{Colour, MeldKind, Number, Tile};

/// Every number of every colour.
fn numbered() -> impl Iterator<Item = Tile> {
    Tile::faces().filter(|tile| !tile.is_joker())
}

/// The kinds that tiles without a joker are, as laid (R3, R4).
fn plain_kinds(tiles: &[Tile]) -> Vec<MeldKind> {
    let mut kinds = Vec::new();
    let differ = |a: usize, b: usize| a == b || tiles[a].colour() != tiles[b].colour();
    let places = 0..tiles.len();
    if (3..=4).contains(&tiles.len())
        && tiles.iter().all(|tile| tile.number() == tiles[0].number())
        && places.clone().all(|a| places.clone().all(|b| differ(a, b)))
    {
        kinds.push(MeldKind::Set);
    }
    let follows = |pair: &[Tile]| {
        pair[0].colour() == pair[1].colour()
            && pair[0].number().map(|number| number.get() + 1) == pair[1].number().map(Number::get)
    };
    if (3..=13).contains(&tiles.len()) && tiles.windows(2).all(follows) {
        kinds.push(MeldKind::Run);
    }
    kinds
}

/// Each kind that the tiles are as laid, with the tile that the joker stands for, if there is one (R5): every tile
/// is tried for it.
pub(crate) fn readings(tiles: &[Tile]) -> Vec<(MeldKind, Option<Tile>)> {
    let jokers: Vec<usize> = (0..tiles.len()).filter(|&place| tiles[place].is_joker()).collect();
    match jokers[..] {
        [] => plain_kinds(tiles).into_iter().map(|kind| (kind, None)).collect(),
        [place] => numbered()
            .flat_map(|stands_for| {
                let mut real = tiles.to_vec();
                real[place] = stands_for;
                plain_kinds(&real).into_iter().map(move |kind| (kind, Some(stands_for)))
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Whether the tiles can be laid as one meld in some order.
fn is_meld(tiles: &[Tile]) -> bool {
    let real: Vec<Tile> = tiles.iter().copied().filter(|tile| !tile.is_joker()).collect();
    if tiles.len() < 3 || tiles.len() > real.len() + 1 {
        return false;
    }
    let fits = |wanted: &[Tile]| {
        real.iter().all(|tile| wanted.contains(tile))
            && real.iter().enumerate().all(|(place, tile)| !real[..place].contains(tile))
    };
    let set = |number| Colour::ALL.map(|colour| Tile::new(colour, number));
    let run = |colour, first: Number| -> Option<Vec<Tile>> {
        let numbers = (first.get()..).take(tiles.len());
        numbers.map(|number| Some(Tile::new(colour, Number::new(number)?))).collect()
    };
    (tiles.len() <= 4 && Number::all().any(|number| fits(&set(number))))
        || Colour::ALL
            .iter()
            .any(|&colour| Number::all().filter_map(|first| run(colour, first)).any(|wanted| fits(&wanted)))
}

/// The least deadwood of up to 15 tiles: the best of all ways to take melds out of them (R18).
pub(crate) fn deadwood(tiles: &[Tile]) -> u32 {
    let part = |mask: usize| -> Vec<Tile> {
        (0..tiles.len()).filter(|&place| mask >> place & 1 == 1).map(|place| tiles[place]).collect()
    };
    let melds: Vec<usize> = (1..1 << tiles.len()).filter(|&mask| is_meld(&part(mask))).collect();
    let mut by_lowest: HashMap<u32, Vec<usize>> = HashMap::new();
    for meld in melds {
        by_lowest.entry(meld.trailing_zeros()).or_default().push(meld);
    }
    let mut least = vec![0; 1 << tiles.len()];
    for mask in 1usize..1 << tiles.len() {
        let lowest = mask.trailing_zeros();
        let left = tiles[lowest as usize].points() + least[mask & (mask - 1)];
        let laid = by_lowest.get(&lowest).into_iter().flatten();
        let laid = laid.filter(|&&meld| meld & !mask == 0).map(|&meld| least[mask & !meld]);
        least[mask] = laid.min().map_or(left, |best: u32| best.min(left));
    }
    least[(1 << tiles.len()) - 1]
}

/// The most tiles of a rack that a complete rack of the same size shares with it, if there is a complete one.
///
/// It goes from number to number. At each one it chooses a set or none for each group of tiles of that number,
/// and which runs go on, begin or end; it knows nothing of a catalogue of melds.
pub(crate) fn best_overlap(rack: &[Tile], deck: &[Tile], highest: u8) -> Option<usize> {
    let count = |tiles: &[Tile], tile: Tile| tiles.iter().filter(|&&other| other == tile).count();
    let jokers = (count(rack, Tile::JOKER), count(deck, Tile::JOKER));

    let mut states: HashMap<Column, usize> = HashMap::from([(Column::default(), 0)]);
    for number in Number::all().filter(|number| number.get() <= highest) {
        let column = Colour::ALL.map(|colour| {
            let tile = Tile::new(colour, number);
            (count(rack, tile), count(deck, tile))
        });
        // What the sets of this number take, the runs of each colour then divide.
        let mut next: HashMap<Column, usize> = HashMap::new();
        for (state, overlap) in states {
            for (used, size, set_jokers) in set_choices() {
                if (0..4).any(|colour| used[colour] > column[colour].1) {
                    continue;
                }
                let state =
                    Column { size: state.size + size, jokers: state.jokers + set_jokers, ..state.clone() };
                extend(&state, 0, used, &column, overlap, rack.len(), jokers.1, &mut next);
            }
        }
        states = next;
    }
    let done = states.into_iter().filter(|(state, _)| {
        state.size == rack.len() && state.runs.iter().flatten().all(|run| run.tiles == 3)
    });
    done.map(|(state, overlap)| overlap + state.jokers.min(jokers.0)).max()
}

/// What is behind the current number: the open runs of each colour, tiles laid, jokers laid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Column {
    runs: [Vec<Run>; 4],
    size: usize,
    jokers: usize,
}

/// A run that may go on, with three for three tiles or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Run {
    tiles: u8,
    joker: bool,
}

/// Every choice of at most two sets of one number: tiles used of each colour, size, jokers.
fn set_choices() -> Vec<([usize; 4], usize, usize)> {
    let mut sets = vec![([0; 4], 0, 0)];
    for colours in 1..16usize {
        let used = [0, 1, 2, 3].map(|colour| colours >> colour & 1);
        let real: usize = used.iter().sum();
        for joker in 0..=1 {
            if (3..=4).contains(&(real + joker)) && real >= 2 {
                sets.push((used, real + joker, joker));
            }
        }
    }
    let mut choices = Vec::new();
    for (place, first) in sets.iter().enumerate() {
        for second in &sets[place..] {
            let used = [0, 1, 2, 3].map(|colour| first.0[colour] + second.0[colour]);
            choices.push((used, first.1 + second.1, first.2 + second.2));
        }
    }
    choices
}

/// Lets the runs of the colours from `colour` on go over this number in every way.
#[allow(clippy::too_many_arguments)]
fn extend(
    state: &Column,
    colour: usize,
    used: [usize; 4],
    column: &[(usize, usize); 4],
    overlap: usize,
    size: usize,
    jokers: usize,
    next: &mut HashMap<Column, usize>,
) {
    if state.size > size || state.jokers > jokers {
        return;
    }
    if colour == 4 {
        let best = next.entry(state.clone()).or_insert(0);
        *best = overlap.max(*best);
        return;
    }
    let (held, exist) = column[colour];
    let free = exist - used[colour];
    for (runs, real, jokers_laid) in run_choices(&state.runs[colour], free) {
        let mut state = state.clone();
        state.size += real + jokers_laid;
        state.jokers += jokers_laid;
        state.runs[colour] = runs;
        let overlap = overlap + held.min(used[colour] + real);
        extend(&state, colour + 1, used, column, overlap, size, jokers, next);
    }
}

/// Every way to lay tiles of the next number on runs of one colour, or to begin runs with them: the runs after it,
/// the real tiles and the jokers that it takes.
fn run_choices(open: &[Run], free: usize) -> Vec<(Vec<Run>, usize, usize)> {
    let mut ways: Vec<(Vec<Run>, usize, usize)> = vec![(Vec::new(), 0, 0)];
    // At most two runs begin with a tile of this number and two with a joker.
    let begins = [None, None, None, None];
    for run in open.iter().copied().map(Some).chain(begins) {
        let mut more = Vec::new();
        for (runs, real, jokers) in ways {
            let ends = run.is_none_or(|run| run.tiles == 3);
            if ends {
                more.push((runs.clone(), real, jokers));
            }
            let before = run.unwrap_or(Run { tiles: 0, joker: false });
            let longer = |joker| Run { tiles: (before.tiles + 1).min(3), joker: before.joker || joker };
            let with = |joker| {
                let mut runs = runs.clone();
                runs.push(longer(joker));
                runs.sort_unstable();
                runs
            };
            if real < free {
                more.push((with(false), real + 1, jokers));
            }
            if !before.joker && jokers < 2 {
                more.push((with(true), real, jokers + 1));
            }
        }
        more.sort_unstable();
        more.dedup();
        ways = more;
    }
    ways
}

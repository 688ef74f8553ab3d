//! A Rummikub player that counts the exchanges to a win, takes what shortens the way, and throws what does not.

use parlour_engine::rummikub::{Action, Phase, Source, View};
use parlour_rules::rummikub::{Throw, Tile, Tiles, arrange, distance};

/// What the bot does; none when it is not its turn.
pub fn decide(view: &View) -> Option<Action> {
    let (seat, rack) = (view.seat?, view.rack?);
    match view.phase {
        Phase::Take { turn } if turn == seat => Some(Action::Take { from: source(view, rack) }),
        Phase::Throw { turn, from_discards, .. } if turn == seat => {
            Some(declaration(view, rack).unwrap_or(Action::Throw { tile: throw(view, rack, from_discards) }))
        }
        _ => None,
    }
}

/// The discards when their last tile wins or brings the rack nearer to a win, else the pool.
fn source(view: &View, rack: Tiles) -> Source {
    let offered = view.discards.last().map(|thrown| thrown.tile);
    let takes = Action::Take { from: Source::Discards };
    match offered {
        Some(tile) if view.check(&takes).is_ok() && shortens(view, rack, tile) => Source::Discards,
        _ => Source::Pool,
    }
}

/// Whether the rack is nearer to a win after `tile` is taken and another tile is thrown.
fn shortens(view: &View, rack: Tiles, tile: Tile) -> bool {
    let deck = reachable(view, rack);
    let now = distance::distance(rack, deck);
    let after = rack
        .with(tile)
        .and_then(|held| best(distance::throws(held, deck), |throw| throw.tile != tile))
        .map(|throw| throw.reach.distance);
    match (after, now) {
        (Some(after), Some(now)) => after < now,
        (after, None) => after.is_some(),
        (None, Some(_)) => false,
    }
}

/// A declaration that wins, if the rack of 15 holds one.
fn declaration(view: &View, rack: Tiles) -> Option<Action> {
    rack.faces()
        .filter_map(|tile| {
            let layout = arrange::complete(rack.without(tile)?)?;
            Some(Action::Declare { throw: tile, layout })
        })
        .find(|action| view.check(action).is_ok())
}

/// The tile whose loss leaves the rack nearest to a win; never a joker when another tile may go.
fn throw(view: &View, rack: Tiles, from_discards: Option<Tile>) -> Tile {
    let may = |tile: Tile| Some(tile) != from_discards;
    best(distance::throws(rack, reachable(view, rack)), |throw| may(throw.tile) && !throw.tile.is_joker())
        .map(|throw| throw.tile)
        .or_else(|| rack.faces().find(|&tile| may(tile) && !tile.is_joker()))
        .or_else(|| rack.faces().find(|&tile| may(tile)))
        .expect("a rack of 15 holds more than one face (R1)")
}

/// The nearest throw among those allowed; of several the one with more useful tiles, then the dearer tile.
fn best(throws: impl Iterator<Item = Throw>, allowed: impl Fn(&Throw) -> bool) -> Option<Throw> {
    throws.filter(|throw| allowed(throw)).min_by_key(|Throw { tile, reach }| {
        (reach.distance, std::cmp::Reverse(reach.useful.len()), std::cmp::Reverse(tile.points()))
    })
}

/// All tiles that may still come into the rack: the deck without the discards that lie under the last one, as long as
/// they do not become a new pool (R12).
fn reachable(view: &View, rack: Tiles) -> Tiles {
    let deck = Tiles::deck(view.variant.copies);
    if view.reshuffles > 0 {
        return deck;
    }
    let buried = view.discards.iter().rev().skip(1).map(|thrown| thrown.tile);
    let left = deck - buried.collect();
    if left.contains_all(rack) { left } else { deck }
}

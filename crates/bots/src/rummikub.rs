//! A Rummikub player that counts the exchanges to a win, takes what shortens the way, and throws what does not.

use parlour_engine::rummikub::{Action, Phase, Source, View, nearest};
use parlour_rules::rummikub::{Tile, Tiles, arrange, distance};

/// What the bot does; none when it is not its turn.
pub fn decide(view: &View) -> Option<Action> {
    let (seat, rack) = (view.seat?, view.rack?);
    match view.phase {
        Phase::Take { turn } if turn == seat => Some(Action::Take { from: source(view, rack) }),
        Phase::Throw { turn, from_discards, .. } if turn == seat => Some(
            declaration(view, rack)
                .unwrap_or_else(|| Action::Throw { tile: view.best_throw(from_discards, rack) }),
        ),
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
    let deck = view.reachable(rack);
    let now = distance::distance(rack, deck);
    let after = rack
        .with(tile)
        .and_then(|held| nearest(distance::throws(held, deck), |throw| throw.tile != tile))
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

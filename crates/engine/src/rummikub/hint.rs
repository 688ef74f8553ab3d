//! What the referee advises a seat: its best layout and its best throw.
//!
//! Invariant: advice follows from the seat's view alone, so it tells nothing that the seat may not know.

use parlour_rules::rummikub::{Layout, Throw, Tile, Tiles, arrange, distance};
use serde::{Deserialize, Serialize};

use super::{Phase, View};

/// Advice for a seat while a round is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(rename = "RummikubHint"))]
#[cfg_attr(feature = "types", schemars(rename = "RummikubHint"))]
pub struct Hint {
    /// The tile that the seat does best to throw; only while it has to throw. It wins when `distance` is 0: the layout
    /// can be declared as it is (R14, R15).
    pub throw: Option<Tile>,
    /// Melds of the rack, without that tile, that leave the least deadwood (R18).
    pub layout: Layout,
    /// The tiles in no meld.
    #[cfg_attr(feature = "types", ts(type = "Tile[]"))]
    pub rest: Tiles,
    /// What they cost.
    pub deadwood: u32,
    /// How many tiles the rack, without that tile, must exchange to be complete, from 0 to 14; none when the tiles that
    /// are still about cannot complete it.
    pub distance: Option<u8>,
    /// The tiles each of which shortens the distance by one.
    #[cfg_attr(feature = "types", ts(type = "Tile[]"))]
    pub useful: Tiles,
}

impl View {
    /// What the referee advises the viewer; none for a spectator and between rounds.
    pub fn hint(&self) -> Option<Hint> {
        let (seat, rack) = (self.seat?, self.rack?);
        let throw = match self.phase {
            Phase::Between | Phase::Over { .. } => return None,
            Phase::Throw { turn, from_discards, .. } if turn == seat => {
                Some(self.best_throw(from_discards, rack))
            }
            Phase::Throw { .. } | Phase::Take { .. } => None,
        };
        let kept = throw.map_or(rack, |tile| rack.without(tile).expect("the best throw is in the rack"));
        let reach = distance::reach(kept, self.reachable(rack));
        let arrange::Arrangement { layout, rest, deadwood } = arrange::best_layout(kept);
        Some(Hint {
            throw,
            layout,
            rest,
            deadwood,
            distance: reach.map(|reach| reach.distance),
            useful: reach.map_or(Tiles::EMPTY, |reach| reach.useful.faces().collect()),
        })
    }

    /// The tile of a rack of 15 whose loss leaves it nearest to a win, with the most useful tiles; never a joker when
    /// another tile may go, nor the tile that was just taken from the discards (R10).
    pub fn best_throw(&self, from_discards: Option<Tile>, rack: Tiles) -> Tile {
        let may = |tile: Tile| Some(tile) != from_discards;
        nearest(distance::throws(rack, self.reachable(rack)), |throw| {
            may(throw.tile) && !throw.tile.is_joker()
        })
        .map(|throw| throw.tile)
        .or_else(|| rack.faces().find(|&tile| may(tile) && !tile.is_joker()))
        .or_else(|| rack.faces().find(|&tile| may(tile)))
        .expect("a rack of 15 holds more than one face (R1)")
    }

    /// All tiles that may still come into the rack: the deck without the discards that lie under the last one, as long
    /// as they do not become a new pool (R12).
    pub fn reachable(&self, rack: Tiles) -> Tiles {
        let deck = Tiles::deck(self.variant.copies);
        if self.reshuffles > 0 {
            return deck;
        }
        let buried = self.discards.iter().rev().skip(1).map(|thrown| thrown.tile);
        let left = deck - buried.collect();
        if left.contains_all(rack) { left } else { deck }
    }
}

/// The nearest throw among those allowed; of several the one with more useful tiles, then the dearer tile.
pub fn nearest(throws: impl Iterator<Item = Throw>, allowed: impl Fn(&Throw) -> bool) -> Option<Throw> {
    throws.filter(|throw| allowed(throw)).min_by_key(|Throw { tile, reach }| {
        (reach.distance, std::cmp::Reverse(reach.useful.len()), std::cmp::Reverse(tile.points()))
    })
}

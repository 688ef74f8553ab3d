//! A view of Rummikub follows from the events that its viewer is shown.
//!
//! Invariants: a view that has followed all events of a match equals [`crate::Game::view`]; events that do not fit the view
//! leave it in some state, and never panic.

use parlour_rules::rummikub::{Tile, Tiles};

use super::legal::MOST_REFUSED;
use super::{Event, Phase, RoundResult, Source, Thrown, View};
use crate::Seat;

/// Tiles in a rack between turns (R2).
const RACK: u8 = 14;

impl View {
    /// Takes in one event, as this viewer is shown it.
    pub fn follow(&mut self, event: &Event) {
        match event {
            Event::Dealt { round, starter, racks, pool } => {
                self.clear();
                self.round = *round;
                self.phase = Phase::Take { turn: *starter };
                self.rack = self.seat.and_then(|seat| racks.get(seat).copied().flatten());
                self.counts = self.counts.map(|_, _| RACK);
                self.pool = *pool;
            }
            Event::Took { seat, from, tile } => self.take(*seat, *from, *tile),
            Event::Threw { seat, tile } => self.throw(*seat, *tile),
            Event::Reshuffled { pool } => {
                self.discards.drain(..self.discards.len().saturating_sub(1));
                self.pool = *pool;
                self.reshuffles = self.reshuffles.saturating_sub(1);
            }
            Event::Refused { left, points, .. } => {
                if let Phase::Throw { refused, .. } = &mut self.phase {
                    *refused = MOST_REFUSED.saturating_sub(*left);
                }
                let earned = |seat| points.get(seat).copied().unwrap_or(0);
                self.totals = self.totals.map(|seat, total| total.saturating_add(earned(seat)));
            }
            Event::RoundEnded { result } => self.end_round(result),
            Event::MatchEnded { winners, totals } => {
                self.phase = Phase::Over { winners: winners.clone() };
                self.totals = totals.clone();
            }
            // What they bring about is told by the events after them.
            Event::TimedOut { .. } | Event::Declared { .. } => {}
        }
    }

    /// R8 and R9.
    fn take(&mut self, seat: Seat, from: Source, tile: Option<Tile>) {
        match from {
            Source::Pool => self.pool = self.pool.saturating_sub(1),
            Source::Discards => drop(self.discards.pop()),
        }
        if let Some(count) = self.counts.get(seat) {
            self.counts[seat] = count.saturating_add(1);
        }
        if self.seat == Some(seat) {
            self.taken = tile;
            self.rack = self.rack.map(|rack| tile.and_then(|tile| rack.with(tile)).unwrap_or(rack));
        }
        let from_discards = tile.filter(|_| from == Source::Discards);
        self.phase = Phase::Throw { turn: seat, from_discards, refused: 0 };
    }

    /// R8.
    fn throw(&mut self, seat: Seat, tile: Tile) {
        self.discards.push(Thrown { seat, tile });
        if let Some(count) = self.counts.get(seat) {
            self.counts[seat] = count.saturating_sub(1);
        }
        if self.seat == Some(seat) {
            self.taken = None;
            self.rack = self.rack.map(|rack| rack.without(tile).unwrap_or(rack));
        }
        self.phase = Phase::Take { turn: seat.after(1, self.counts.len()) };
    }

    /// Penalties of the round are in the totals already (R16), so the winner's points for its win are what comes (R18).
    fn end_round(&mut self, result: &RoundResult) {
        self.clear();
        if let (Some(winner), Some(layout), Some(throw)) = (result.winner, &result.layout, result.throw)
            && let Some(total) = self.totals.get(winner).copied()
        {
            let others = result.racks.iter().filter(|(seat, _)| *seat != winner);
            let scored = self.variant.scoring.points(layout, throw, others.map(|(_, &rack)| rack));
            self.totals[winner] = total.saturating_add_unsigned(scored);
        }
        self.results.push(result.clone());
    }

    /// Nothing of a round is left.
    fn clear(&mut self) {
        self.phase = Phase::Between;
        self.rack = self.rack.map(|_| Tiles::EMPTY);
        self.taken = None;
        self.counts = self.counts.map(|_, _| 0);
        self.pool = 0;
        self.reshuffles = self.variant.reshuffles;
        self.discards.clear();
    }
}

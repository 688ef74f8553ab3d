//! One round's tiles and turns: who holds what, whose turn it is, what lies open (R2, R8 to R13).
//!
//! Invariants, kept by every method and checked by [`Round::check`] for a position from outside: racks, pool and
//! discards hold each tile of the game once; a rack holds 14 tiles, the one whose seat has taken holds 15; a seat
//! that must take finds a tile in the pool.

use std::collections::VecDeque;

use parlour_rules::rummikub::{Tile, Tiles};

use super::legal::MOST_REFUSED;
use super::{Phase, Source, Thrown, Variant, WrongDeclaration};
use crate::deck::shuffle;
use crate::{BySeat, PositionFault, Seat, Seed};

/// Tiles in a rack between turns (R2).
const RACK: usize = 14;

/// A round that is being played, with all its secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The racks.
    pub racks: BySeat<Tiles>,
    /// The pool; the first tile is taken next.
    pub pool: VecDeque<Tile>,
    /// The discards since the last reshuffle, in the order thrown.
    pub discards: Vec<Thrown>,
    /// How often the discards became a new pool (R12).
    pub reshuffled: u8,
    /// Turns that are over, less than [`Round::MOST_TURNS`].
    pub turns: u16,
    /// The seat on turn.
    pub turn: Seat,
    /// How far its turn is.
    pub stage: Stage,
    /// Points that the seats got for refused declarations of others in this round (R16).
    pub penalties: BySeat<i32>,
    /// The seed from which the round was dealt and its discards are shuffled.
    pub seed: Seed,
}

/// How far a turn is (R8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The seat must take a tile.
    Take,
    /// The seat must throw a tile, or declare.
    Throw {
        /// The tile that it took.
        taken: Tile,
        /// Where from.
        from: Source,
        /// Declarations refused in this turn, at most 3 (R16).
        refused: u8,
    },
}

impl Round {
    /// A round that nobody has won after so many turns is drawn: R12 bounds only the tiles taken from the pool.
    pub const MOST_TURNS: u16 = 400;

    /// Deals the sorted deck, shuffled by the seed's stream 0: 14 tiles to each seat in turn, the rest is the pool.
    ///
    /// The starter is `starter`, or drawn from the same stream (R2).
    pub(super) fn deal(variant: &Variant, seed: Seed, starter: Option<Seat>) -> Round {
        let seats = usize::from(variant.seats);
        let mut stream = seed.stream(0);
        let mut deck: VecDeque<Tile> = Tiles::deck(variant.copies).iter().collect();
        shuffle(deck.make_contiguous(), &mut stream);
        let racks = BySeat::new(seats, |_| deck.drain(..RACK).collect());
        let turn = starter.unwrap_or_else(|| {
            let drawn = stream.below(u32::from(variant.seats));
            Seat::new(drawn as usize).expect("a number below the seats of the table")
        });
        Round {
            racks,
            pool: deck,
            discards: Vec::new(),
            reshuffled: 0,
            turns: 0,
            turn,
            stage: Stage::Take,
            penalties: BySeat::new(seats, |_| 0),
            seed,
        }
    }

    /// The public side of where the round stands.
    pub(super) fn phase(&self) -> Phase {
        let turn = self.turn;
        match self.stage {
            Stage::Take => Phase::Take { turn },
            Stage::Throw { taken, from, refused } => {
                Phase::Throw { turn, from_discards: (from == Source::Discards).then_some(taken), refused }
            }
        }
    }

    /// The last discard.
    pub(super) fn last(&self) -> Option<Tile> {
        self.discards.last().map(|thrown| thrown.tile)
    }

    /// The seat on turn takes a tile, which [`super::legal`] allows.
    pub(super) fn take(&mut self, from: Source) -> Tile {
        let taken = match from {
            Source::Pool => self.pool.pop_front(),
            Source::Discards => self.discards.pop().map(|thrown| thrown.tile),
        };
        let taken = taken.expect("a source that may be taken from holds a tile");
        assert!(self.racks[self.turn].insert(taken), "no tile exists more often than the rack can hold");
        self.stage = Stage::Throw { taken, from, refused: 0 };
        taken
    }

    /// The seat on turn throws a tile of its rack.
    pub(super) fn throw(&mut self, tile: Tile) {
        assert!(self.racks[self.turn].remove(tile), "a tile that may be thrown is in the rack");
        self.discards.push(Thrown { seat: self.turn, tile });
        self.turns += 1;
    }

    /// The next seat's turn begins.
    pub(super) fn pass_turn(&mut self) {
        self.turn = self.turn.after(1, self.racks.len());
        self.stage = Stage::Take;
    }

    /// Shuffles all discards but the last into a new pool (R12). There are some: between turns at least twelve tiles
    /// lie outside the racks (R1, R2), and the pool is empty.
    pub(super) fn reshuffle(&mut self) {
        let last = self.discards.pop().expect("a pool is renewed after a throw");
        self.pool = self.discards.drain(..).map(|thrown| thrown.tile).collect();
        self.discards.push(last);
        self.reshuffled += 1;
        shuffle(self.pool.make_contiguous(), &mut self.seed.stream(u32::from(self.reshuffled)));
    }

    /// What the clock throws for the seat on turn (R20): the tile that it took, or, as that one may not be thrown
    /// after it came from the discards (R10), its highest tile that is neither a twin of that one nor a joker. Of
    /// several it is the last in the order of colours.
    pub(super) fn clock_throw(&self) -> Tile {
        match self.stage {
            Stage::Throw { taken, from: Source::Discards, .. } => {
                let others = self.racks[self.turn].faces().filter(|&tile| tile != taken && !tile.is_joker());
                others
                    .max_by_key(|tile| tile.number())
                    .expect("a rack holds more than one face and the jokers")
            }
            Stage::Throw { taken, from: Source::Pool, .. } => taken,
            Stage::Take => unreachable!("the clock takes before it throws"),
        }
    }

    /// Whether such a round can be, under options that make sense.
    pub(super) fn check(&self, variant: &Variant) -> Result<(), PositionFault> {
        let seats = usize::from(variant.seats);
        let at_table = |seat: Seat| seat.index() < seats;
        let fault = |part, must| Err(PositionFault::Part { part, must });
        if self.racks.len() != seats {
            return fault("rack", "be there for each seat");
        }
        if self.penalties.len() != seats
            || self.penalties.values().any(|&points| !(0..=1_000_000).contains(&points))
        {
            return fault("penalties", "be a number from 0 to 1,000,000 for each seat");
        }
        if variant.wrong_declaration == WrongDeclaration::Free
            && self.penalties.values().any(|&points| points != 0)
        {
            return fault("penalties", "be 0 unless the variant has them");
        }
        if !at_table(self.turn) {
            return fault("turn", "name a seat of the table");
        }
        let in_turn = |seat| usize::from(self.stage != Stage::Take && seat == self.turn);
        if self.racks.iter().any(|(seat, rack)| rack.len() != RACK + in_turn(seat)) {
            return fault("rack", "hold 14 tiles, and 15 of the seat that must throw");
        }
        if self.tiles() != Some(Tiles::deck(variant.copies)) {
            return fault("pool", "hold, with racks and discards, each tile of the game exactly once");
        }
        if self.stage == Stage::Take && self.pool.is_empty() {
            return fault("pool", "hold a tile when a seat must take one");
        }
        if self.discards.iter().any(|thrown| !at_table(thrown.seat)) {
            return fault("discards", "name seats of the table");
        }
        let before = self.turn.after(seats - 1, seats);
        let untouched = !matches!(self.stage, Stage::Throw { from: Source::Discards, .. });
        if untouched && self.discards.last().is_some_and(|thrown| thrown.seat != before) {
            return fault("discards", "end with the tile of the seat before the one on turn");
        }
        if self.reshuffled > variant.reshuffles {
            return fault("reshuffled", "be no more than the variant's reshuffles");
        }
        if self.turns >= Round::MOST_TURNS {
            return fault("turns", "be less than 400");
        }
        match self.stage {
            Stage::Throw { taken, .. } if !self.racks[self.turn].contains(taken) => {
                fault("turn", "name a tile of the rack as the one taken")
            }
            Stage::Throw { taken, from: Source::Discards, .. }
                if taken.is_joker() || !variant.take_discard =>
            {
                fault("turn", "not take from the discards what may not be taken")
            }
            Stage::Throw { refused, .. } if refused > MOST_REFUSED => fault("refused", "be no more than 3"),
            Stage::Take | Stage::Throw { .. } => Ok(()),
        }
    }

    /// All tiles of the round; none if there are more of a face than any game has.
    fn tiles(&self) -> Option<Tiles> {
        let discards = self.discards.iter().map(|thrown| thrown.tile);
        let racks = self.racks.values().flat_map(|rack| rack.iter());
        Tiles::try_from_iter(racks.chain(self.pool.iter().copied()).chain(discards)).ok()
    }
}

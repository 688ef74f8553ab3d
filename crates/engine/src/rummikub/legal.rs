//! What a seat may do, decided from what the seat knows: the match and a viewer use the same function.
//!
//! Invariant: nothing here looks at another rack or at the pool, so legality leaks nothing.

use parlour_rules::rummikub::{Tile, Tiles, arrange};

use super::{Action, Illegal, Phase, Source, View};
use crate::Seat;
use crate::pick::Pick;

/// Declarations that may be refused in one turn (R16).
pub(super) const MOST_REFUSED: u8 = 3;

/// What a seat must know of where the round stands: a [`Phase`] without what is only for the end.
#[derive(Clone, Copy)]
pub(super) enum At {
    /// No round is being played, or the match is over.
    NoRound,
    /// A seat must take a tile.
    Take {
        /// The seat on turn.
        turn: Seat,
    },
    /// A seat must throw a tile, or declare.
    Throw {
        /// The seat on turn.
        turn: Seat,
        /// The tile that it took from the discards.
        from_discards: Option<Tile>,
        /// Declarations refused in this turn.
        refused: u8,
    },
}

impl Phase {
    pub(super) fn at(&self) -> At {
        match *self {
            Phase::Between | Phase::Over { .. } => At::NoRound,
            Phase::Take { turn } => At::Take { turn },
            Phase::Throw { turn, from_discards, refused } => At::Throw { turn, from_discards, refused },
        }
    }
}

/// The part of a seat's view that decides what it may do.
pub(super) struct Desk {
    /// The seat.
    pub(super) seat: Seat,
    /// Where the round stands.
    pub(super) at: At,
    /// The seat's rack.
    pub(super) rack: Tiles,
    /// The last discard.
    pub(super) last: Option<Tile>,
    /// Whether discards may be taken at all (R9).
    pub(super) take_discard: bool,
}

impl Desk {
    /// Whether the seat may do this now. A declaration that may be made may still be refused by the referee (R16).
    pub(super) fn check(&self, action: &Action) -> Result<(), Illegal> {
        match (self.at, action) {
            (At::NoRound, _) => Err(Illegal::RoundOver),
            (At::Take { turn } | At::Throw { turn, .. }, _) if turn != self.seat => Err(Illegal::NotYourTurn),
            (At::Take { .. }, Action::Take { from: Source::Pool }) => Ok(()),
            (At::Take { .. }, Action::Take { from: Source::Discards }) => self.check_discard(),
            (At::Take { .. }, Action::Throw { .. } | Action::Declare { .. }) => Err(Illegal::MustDraw),
            (At::Throw { .. }, Action::Take { .. }) => Err(Illegal::AlreadyDrew),
            (At::Throw { .. }, Action::Throw { tile }) if !self.rack.contains(*tile) => {
                Err(Illegal::DiscardNotInRack)
            }
            (At::Throw { refused: MOST_REFUSED.., .. }, Action::Declare { .. }) => {
                Err(Illegal::DeclarationsUsedUp)
            }
            (
                At::Throw { from_discards, .. },
                Action::Throw { tile: throw } | Action::Declare { throw, .. },
            ) => {
                if from_discards == Some(*throw) {
                    return Err(Illegal::SameTile);
                }
                Ok(())
            }
        }
    }

    /// Whether the last discard may be taken (R9, R11).
    fn check_discard(&self) -> Result<(), Illegal> {
        match self.last {
            Some(tile) if self.take_discard && tile.is_joker() => Err(Illegal::JokerDiscarded),
            Some(_) if self.take_discard => Ok(()),
            _ => Err(Illegal::NoDiscard),
        }
    }

    /// See [`View::legal_actions`].
    pub(super) fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.each(|candidate| actions.push(candidate.into_action(self.rack)));
        actions
    }

    /// One of [`Desk::actions`], each as likely as any other.
    pub(super) fn pick(&self, draw: impl FnMut() -> u64) -> Option<Action> {
        let mut pick = Pick::new(draw);
        self.each(|candidate| pick.offer(1, candidate));
        pick.kept().map(|(candidate, _)| candidate.into_action(self.rack))
    }

    /// Calls `found` with all that the seat may do.
    fn each(&self, mut found: impl FnMut(Candidate)) {
        match self.at {
            At::Take { turn } if turn == self.seat => {
                found(Candidate::Take(Source::Pool));
                if self.check_discard().is_ok() {
                    found(Candidate::Take(Source::Discards));
                }
            }
            At::Throw { turn, from_discards, refused } if turn == self.seat => {
                let throws = self.rack.faces().filter(|&tile| Some(tile) != from_discards);
                throws.clone().for_each(|tile| found(Candidate::Throw(tile)));
                if refused < MOST_REFUSED {
                    let wins =
                        throws.filter(|&throw| self.rack.without(throw).is_some_and(arrange::is_complete));
                    wins.for_each(|throw| found(Candidate::Win(throw)));
                }
            }
            At::NoRound | At::Take { .. } | At::Throw { .. } => {}
        }
    }
}

/// What a seat may do; of a declaration only the tile thrown.
enum Candidate {
    Take(Source),
    Throw(Tile),
    Win(Tile),
}

impl Candidate {
    /// As an action of a seat with this rack.
    fn into_action(self, rack: Tiles) -> Action {
        match self {
            Candidate::Take(from) => Action::Take { from },
            Candidate::Throw(tile) => Action::Throw { tile },
            Candidate::Win(throw) => {
                let laid = rack.without(throw).and_then(arrange::complete);
                Action::Declare { throw, layout: laid.expect("a rack is complete without a winning throw") }
            }
        }
    }
}

impl View {
    /// What the viewer may do now; nothing for a spectator or out of turn.
    ///
    /// Of the declarations, of which there are too many to list, it holds one that wins for each tile whose throw
    /// lets the seat win. Any other valid layout wins as well, and an invalid one is judged and refused (R16).
    pub fn legal_actions(&self) -> Vec<Action> {
        self.desk().map_or_else(Vec::new, |desk| desk.actions())
    }

    /// Why the viewer may not do this now, if it may not: the answer that the match would give.
    pub fn check(&self, action: &Action) -> Result<(), Illegal> {
        self.desk().ok_or(Illegal::NotYourTurn)?.check(action)
    }

    fn desk(&self) -> Option<Desk> {
        Some(Desk {
            seat: self.seat?,
            at: self.phase.at(),
            rack: self.rack?,
            last: self.discards.last().map(|thrown| thrown.tile),
            take_discard: self.variant.take_discard,
        })
    }
}

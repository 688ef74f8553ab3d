//! What a seat may do, decided from what the seat knows: the match and a viewer use the same function.
//!
//! Invariant: nothing here looks at another rack or at the pool, so legality leaks nothing.

use parlour_rules::rummikub::{Tile, Tiles, arrange};

use super::{Action, Illegal, Phase, Source, View};
use crate::Seat;

/// Declarations that may be refused in one turn (R16).
pub(super) const MOST_REFUSED: u8 = 3;

/// The part of a seat's view that decides what it may do.
pub(super) struct Desk<'a> {
    /// The seat.
    pub(super) seat: Seat,
    /// Where the round stands.
    pub(super) phase: &'a Phase,
    /// The seat's rack.
    pub(super) rack: Tiles,
    /// The last discard.
    pub(super) last: Option<Tile>,
    /// Whether discards may be taken at all (R9).
    pub(super) take_discard: bool,
}

impl Desk<'_> {
    /// Whether the seat may do this now. A declaration that may be made may still be refused by the referee (R16).
    pub(super) fn check(&self, action: &Action) -> Result<(), Illegal> {
        match (self.phase, action) {
            (Phase::Between | Phase::Over { .. }, _) => Err(Illegal::RoundOver),
            (Phase::Take { turn } | Phase::Throw { turn, .. }, _) if *turn != self.seat => {
                Err(Illegal::NotYourTurn)
            }
            (Phase::Take { .. }, Action::Take { from: Source::Pool }) => Ok(()),
            (Phase::Take { .. }, Action::Take { from: Source::Discards }) => self.check_discard(),
            (Phase::Take { .. }, Action::Throw { .. } | Action::Declare { .. }) => Err(Illegal::MustDraw),
            (Phase::Throw { .. }, Action::Take { .. }) => Err(Illegal::AlreadyDrew),
            (Phase::Throw { .. }, Action::Throw { tile }) if !self.rack.contains(*tile) => {
                Err(Illegal::DiscardNotInRack)
            }
            (Phase::Throw { refused: MOST_REFUSED.., .. }, Action::Declare { .. }) => {
                Err(Illegal::DeclarationsUsedUp)
            }
            (
                Phase::Throw { from_discards, .. },
                Action::Throw { tile: throw } | Action::Declare { throw, .. },
            ) => {
                if *from_discards == Some(*throw) {
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
        let takes = [Source::Pool, Source::Discards].map(|from| Action::Take { from });
        let throws = self.rack.faces().map(|tile| Action::Throw { tile });
        let mut actions: Vec<Action> =
            takes.into_iter().chain(throws).filter(|action| self.check(action).is_ok()).collect();
        if let Phase::Throw { turn, .. } = self.phase
            && *turn == self.seat
        {
            actions.extend(self.wins().filter(|action| self.check(action).is_ok()));
        }
        actions
    }

    /// A declaration that the referee accepts for each tile after whose throw there is one.
    fn wins(&self) -> impl Iterator<Item = Action> {
        self.rack.faces().filter_map(|throw| {
            let layout = arrange::complete(self.rack.without(throw)?)?;
            Some(Action::Declare { throw, layout })
        })
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

    fn desk(&self) -> Option<Desk<'_>> {
        Some(Desk {
            seat: self.seat?,
            phase: &self.phase,
            rack: self.rack?,
            last: self.discards.last().map(|thrown| thrown.tile),
            take_discard: self.variant.take_discard,
        })
    }
}

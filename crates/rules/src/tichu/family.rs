//! Plays of a hand that need not be told apart to be counted, or to find the one with a number.
//!
//! Invariants: a family has at least one play, and no play is in two families of a hand; either every play of it holds
//! the Mah Jong or none; bombs and the Dog are in families of their own.

use std::ops::ControlFlow;

use super::alike::Alike;
use super::singles::Singles;
use super::{Play, Rank};

/// Some of the plays of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One card alone, any of these.
    Singles(Singles),
    /// Plays that differ in suits alone.
    Alike(Alike),
}

impl From<Singles> for Family {
    fn from(singles: Singles) -> Family {
        Family(Kind::Singles(singles))
    }
}

impl From<Alike> for Family {
    fn from(alike: Alike) -> Family {
        Family(Kind::Alike(alike))
    }
}

impl Family {
    /// How many plays there are, at least one.
    #[allow(clippy::len_without_is_empty)]
    #[inline]
    pub fn len(&self) -> usize {
        match &self.0 {
            Kind::Singles(singles) => singles.len(),
            Kind::Alike(alike) => alike.len(),
        }
    }

    /// The play of this number, which is less than [`Family::len`].
    ///
    /// # Panics
    /// If there is no such play.
    #[inline]
    pub fn nth(&self, number: usize) -> Play {
        match &self.0 {
            Kind::Singles(singles) => singles.nth(number),
            Kind::Alike(alike) => alike.nth(number),
        }
    }

    /// Calls `found` with every play, until it breaks.
    pub fn each_play<B>(&self, found: impl FnMut(Play) -> ControlFlow<B>) -> ControlFlow<B> {
        match &self.0 {
            Kind::Singles(singles) => singles.each_play(found),
            Kind::Alike(alike) => alike.each_play(found),
        }
    }

    /// The plays of it with a natural card of this rank (T19).
    #[inline]
    pub fn with_rank(self, rank: Rank) -> Option<Family> {
        match &self.0 {
            Kind::Singles(singles) => singles.with_rank(rank).map(Family::from),
            Kind::Alike(alike) => alike.has_rank(rank).then_some(self),
        }
    }

    /// Whether every play has the Mah Jong; if not, none has (T18).
    #[inline]
    pub fn has_mah_jong(&self) -> bool {
        match &self.0 {
            Kind::Singles(singles) => singles.has_mah_jong(),
            Kind::Alike(alike) => alike.has_mah_jong(),
        }
    }
}

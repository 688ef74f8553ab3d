//! A trick on the table: who played what, who passed, who owns it (T11, T12).

use parlour_rules::tichu::{Cards, Combination};
use serde::{Deserialize, Serialize};

use crate::Seat;

/// A trick: its steps from the lead on. It is public.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Trick {
    /// The plays and passes in order; the first is the lead.
    pub steps: Vec<Step>,
}

/// One step of a trick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Step {
    /// A combination was played.
    Play {
        /// Who played it.
        seat: Seat,
        /// The cards.
        #[cfg_attr(feature = "types", ts(type = "Card[]"))]
        cards: Cards,
        /// What they are.
        combination: Combination,
    },
    /// A seat passed.
    Pass {
        /// Who passed.
        seat: Seat,
    },
}

impl Step {
    /// Who played or passed.
    pub fn seat(&self) -> Seat {
        match self {
            Step::Play { seat, .. } | Step::Pass { seat } => *seat,
        }
    }
}

impl Trick {
    /// The play that lies on top with its owner; none before the lead.
    pub fn top(&self) -> Option<(Seat, &Combination)> {
        self.steps.iter().rev().find_map(|step| match step {
            Step::Play { seat, combination, .. } => Some((*seat, combination)),
            Step::Pass { .. } => None,
        })
    }

    /// All cards of the trick.
    pub fn cards(&self) -> Cards {
        self.steps.iter().fold(Cards::EMPTY, |all, step| match step {
            Step::Play { cards, .. } => all.union(*cards),
            Step::Pass { .. } => all,
        })
    }

    /// Passes in a row since the top play (T12).
    pub fn passes(&self) -> usize {
        self.steps.iter().rev().take_while(|step| matches!(step, Step::Pass { .. })).count()
    }
}

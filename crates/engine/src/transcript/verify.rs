//! Checks that every round of a transcript was dealt as its seats and server had committed to.
//!
//! Invariant: a round passes only if all that was committed to was opened, and the cards that the transcript tells are
//! those that follow from it, reshuffles included.

use thiserror::Error;

use super::replay::{Replay, replay};
use crate::LineFault;
use crate::fair::{Shuffle, Unfair};

/// A round of a transcript, and whether it was dealt fairly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The round, from 1.
    pub round: u16,
    /// Every attempt to shuffle for it, the last of which was dealt.
    pub attempts: Vec<Shuffle>,
    /// What is wrong with it.
    pub verdict: Result<(), Fault>,
}

/// What is wrong with a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// What was agreed before the deal was not kept.
    #[error(transparent)]
    Unfair(#[from] Unfair),
    /// The cards or tiles are others than those that follow from the shuffle.
    #[error("line {line}: what happened does not follow from the shuffle")]
    Different {
        /// The line of the input whose outcome differs.
        line: usize,
    },
    /// The transcript does not tell what happened.
    #[error("line {line}: the transcript does not say what happened")]
    Untold {
        /// The line of the input.
        line: usize,
    },
}

/// Recomputes every deal and reshuffle of a transcript, round by round.
///
/// # Errors
/// The first line that cannot be read or played.
pub fn verify(text: &str) -> Result<Vec<Verified>, LineFault> {
    let replay = replay(text)?;
    let mut rounds = Vec::new();
    let first = replay.deals.first().map_or(replay.steps.len(), |deal| deal.step);
    if replay.steps[..first].iter().any(|step| !step.is_refused()) {
        let verdict = Err(Unfair::Uncommitted.into());
        rounds.push(Verified { round: replay.begins_in, attempts: Vec::new(), verdict });
    }
    for (index, deal) in replay.deals.iter().enumerate() {
        let end = replay.deals.get(index + 1).map_or(replay.steps.len(), |next| next.step);
        let room = replay.room.as_deref().unwrap_or_default();
        let agreed = Shuffle::check_all(&deal.attempts, room, deal.round, replay.seats);
        let verdict = agreed.map_err(Fault::from).and_then(|()| told(&replay, deal.step..end));
        rounds.push(Verified { round: deal.round, attempts: deal.attempts.clone(), verdict });
    }
    Ok(rounds)
}

/// Whether the transcript tells of each of these steps what happened.
fn told(replay: &Replay, steps: std::ops::Range<usize>) -> Result<(), Fault> {
    for step in &replay.steps[steps] {
        let line = step.line;
        if step.differs() {
            return Err(Fault::Different { line });
        }
        if step.written != step.happened {
            return Err(Fault::Untold { line });
        }
    }
    Ok(())
}

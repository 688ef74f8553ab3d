//! How far the agreement on a shuffle is: the server's secret, the hashes of the seats, their nonces.
//!
//! Invariants: the secret is fixed before any hash is taken, and all hashes before any nonce; a seat that withheld its
//! nonce takes no part in a later attempt for the same deal. It holds the secret, so it goes to nobody: a
//! viewer's [`ShuffleState`] can be sent.

use parlour_engine::fair::{Digest, MOST_ATTEMPTS, Nonce, Secret, Share, Shuffle};
use parlour_engine::{BySeat, Seat, Seats};
use parlour_protocol::{Expects, RoomEvent, ShuffleStage, ShuffleState};
use serde::{Deserialize, Serialize};

/// How long a seat may take for its nonce, or for its hash in a later attempt, in milliseconds.
pub(crate) const REVEAL_MS: u64 = 5_000;

/// A shuffle on its way. Only the journal gets it as it is, in a checkpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Agreement {
    round: u16,
    /// The attempts that failed, as many as are behind this one.
    failed: Vec<Shuffle>,
    secret: Secret,
    phase: Phase,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    /// Hashes are taken.
    Open(BySeat<Option<Digest>>),
    /// The list is closed: a share is withheld until its nonce comes.
    Closed(BySeat<Share>),
    /// The round was dealt from it.
    Dealt(BySeat<Share>),
}

/// Why a shuffle does not take something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Untaken {
    /// It is about another shuffle, or comes too late or too early.
    Stale,
    /// The nonce does not fit the hash.
    Wrong,
}

impl Agreement {
    /// The first attempt for round `round`.
    pub(crate) fn new(round: u16, secret: Secret, seats: usize) -> Agreement {
        Agreement { round, failed: Vec::new(), secret, phase: Phase::Open(BySeat::new(seats, |_| None)) }
    }

    pub(crate) fn attempt(&self) -> u8 {
        self.failed.len() as u8 + 1
    }

    pub(crate) fn commitment(&self) -> Digest {
        self.secret.commitment()
    }

    /// Whether nothing keeps a deal from being begun: hashes are taken, and nobody waits for those of a later attempt.
    pub(crate) fn is_idle(&self) -> bool {
        self.failed.is_empty() && matches!(self.phase, Phase::Open(_))
    }

    /// Whether its secret decides about cards, or did.
    pub(crate) fn is_used(&self) -> bool {
        !matches!(self.phase, Phase::Open(_))
    }

    /// The seats that are awaited before the deal, and what of them; none when nothing keeps it from being begun, or it
    /// was dealt.
    pub(crate) fn asks(&self) -> Option<(Seats, Expects)> {
        match &self.phase {
            Phase::Open(hashes) => {
                let before = self.failed.last()?;
                let asked = before.shares.iter().filter(|(_, share)| share.nonce().is_some());
                let awaited = asked.filter(|&(seat, _)| hashes[seat].is_none());
                Some((awaited.map(|(seat, _)| seat).collect(), Expects::Hash))
            }
            Phase::Closed(shares) => Some((withheld(shares), Expects::Nonce)),
            Phase::Dealt(_) => None,
        }
    }

    /// Takes the hash of a seat; answers whether it is a new one.
    pub(crate) fn pledge(&mut self, seat: Seat, commitment: Digest, hash: Digest) -> Result<bool, Untaken> {
        let excluded = self.failed.iter().any(|shuffle| shuffle.withheld().any(|other| other == seat));
        if commitment != self.commitment() || excluded {
            return Err(Untaken::Stale);
        }
        match &mut self.phase {
            Phase::Open(hashes) => Ok(hashes[seat].replace(hash) != Some(hash)),
            Phase::Closed(_) | Phase::Dealt(_) => Err(Untaken::Stale),
        }
    }

    /// Somebody else is on the seat now.
    pub(crate) fn forget(&mut self, seat: Seat) {
        if let Phase::Open(hashes) = &mut self.phase {
            hashes[seat] = None;
        }
    }

    /// Closes the list over the seats of `present`; answers it.
    pub(crate) fn close(&mut self, present: Seats) -> BySeat<Option<Digest>> {
        let Phase::Open(hashes) = &self.phase else { panic!("a list is closed once") };
        let list = hashes.map(|seat, hash| hash.filter(|_| present.contains(seat)));
        let share = |hash: Option<Digest>| hash.map_or(Share::Absent, |hash| Share::Withheld { hash });
        self.phase = Phase::Closed(list.map(|_, &hash| share(hash)));
        list
    }

    /// Takes the nonce of a seat; `room` is the room's id.
    pub(crate) fn contribute(
        &mut self,
        room: &str,
        seat: Seat,
        commitment: Digest,
        nonce: Nonce,
    ) -> Result<(), Untaken> {
        let (round, current) = (self.round, self.commitment());
        let Phase::Closed(shares) = &mut self.phase else { return Err(Untaken::Stale) };
        match shares[seat] {
            Share::Withheld { hash } if commitment == current => {
                if nonce.hash(room, round, seat) != hash {
                    return Err(Untaken::Wrong);
                }
                shares[seat] = Share::Given { hash, nonce };
                Ok(())
            }
            Share::Withheld { .. } | Share::Absent | Share::Given { .. } => Err(Untaken::Stale),
        }
    }

    /// Whether the list is closed and no nonce is awaited, or none that is worth another attempt.
    pub(crate) fn is_ready(&self, in_time: bool) -> bool {
        match &self.phase {
            Phase::Closed(shares) => {
                withheld(shares).is_empty() || (!in_time && self.attempt() == MOST_ATTEMPTS)
            }
            Phase::Open(_) | Phase::Dealt(_) => false,
        }
    }

    /// Notes that the round is dealt from it; answers all attempts for it, this one last.
    pub(crate) fn deal(&mut self) -> Vec<Shuffle> {
        let Phase::Closed(shares) = &self.phase else { panic!("a list is closed before the deal") };
        self.phase = Phase::Dealt(shares.clone());
        let mut attempts = self.failed.clone();
        attempts.push(self.shuffle());
        attempts
    }

    /// Gives the attempt up and begins the next with a fresh secret; answers the one that failed.
    pub(crate) fn fail(&mut self, secret: Secret) -> Shuffle {
        let failed = self.shuffle();
        self.failed.push(failed.clone());
        self.secret = secret;
        self.phase = Phase::Open(failed.shares.map(|_, _| None));
        failed
    }

    /// This attempt with all that was agreed upon in it so far, its secret too.
    pub(crate) fn shuffle(&self) -> Shuffle {
        let shares = match &self.phase {
            Phase::Open(hashes) => hashes.map(|_, _| Share::Absent),
            Phase::Closed(shares) | Phase::Dealt(shares) => shares.clone(),
        };
        let (round, attempt, commitment) = (self.round, self.attempt(), self.commitment());
        Shuffle { round, attempt, commitment, shares, secret: self.secret }
    }

    /// What tells everybody of it when it begins.
    pub(crate) fn committed(&self) -> RoomEvent {
        let (round, attempt, commitment) = (self.round, self.attempt(), self.commitment());
        RoomEvent::Committed { round, attempt, commitment }
    }

    /// What everybody may know of it.
    pub(crate) fn state(&self) -> ShuffleState {
        let stage = match &self.phase {
            Phase::Open(hashes) => ShuffleStage::Open { hashes: hashes.clone() },
            Phase::Closed(shares) => ShuffleStage::Closed { hashes: shares.map(|_, share| share.hash()) },
            Phase::Dealt(shares) => ShuffleStage::Dealt { shares: shares.clone() },
        };
        let (round, attempt, commitment) = (self.round, self.attempt(), self.commitment());
        ShuffleState { round, attempt, commitment, stage }
    }
}

fn withheld(shares: &BySeat<Share>) -> Seats {
    shares.iter().filter(|(_, share)| matches!(share, Share::Withheld { .. })).map(|(seat, _)| seat).collect()
}

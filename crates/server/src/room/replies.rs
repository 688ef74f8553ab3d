//! The answers that a room keeps, so that a repeated command is answered and not done again.
//!
//! Invariants: a command is done at most once, whatever is repeated and however late: an id whose answer is no longer
//! kept is refused. What was done is kept across a restart, because the journal holds it; what was refused is
//! kept in memory only.

use std::collections::{BTreeMap, VecDeque};

use parlour_protocol::{Envelope, Outcome, PlayerId, encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What is known about a command.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Known {
    /// It is a new one.
    New,
    /// It was answered with this.
    Answered(Outcome),
    /// Its id was used for another command.
    Reused,
    /// Its id is older than what is kept.
    Expired,
}

/// The kept answers of all players.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Replies {
    players: BTreeMap<PlayerId, Kept>,
    /// Those who left, the earliest first.
    left: VecDeque<PlayerId>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Kept {
    /// Sorted by the ids of the commands.
    answers: VecDeque<Answer>,
    /// Every id below was used, or came too late.
    expired_below: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Answer {
    id: u64,
    print: u64,
    outcome: Packed,
}

/// An outcome in little memory: almost all of them say that a command was done, and in which step.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Outcome", into = "Outcome")]
enum Packed {
    Done(u64),
    Other(Box<Outcome>),
}

impl From<Outcome> for Packed {
    fn from(outcome: Outcome) -> Packed {
        match outcome {
            Outcome::Ok { seq: Some(seq), room: None, invite: None, now: None } => Packed::Done(seq),
            outcome => Packed::Other(Box::new(outcome)),
        }
    }
}

impl From<Packed> for Outcome {
    fn from(packed: Packed) -> Outcome {
        match packed {
            Packed::Done(seq) => Outcome::Ok { seq: Some(seq), room: None, invite: None, now: None },
            Packed::Other(outcome) => *outcome,
        }
    }
}

/// Tells one command from another, also after a restart.
fn print(envelope: &Envelope) -> u64 {
    let hash: [u8; 32] = Sha256::digest(encode(envelope)).into();
    u64::from_be_bytes(*hash.first_chunk().expect("32 bytes are more than 8"))
}

impl Replies {
    /// Answers that are kept for each player.
    const MOST: usize = 64;
    /// Players who left and whose answers are still kept.
    const MOST_LEFT: usize = 64;

    /// What is known about a command.
    pub(crate) fn look_up(&self, player: PlayerId, envelope: &Envelope) -> Known {
        let Some(kept) = self.players.get(&player) else {
            return Known::New;
        };
        let known = kept.answers.binary_search_by_key(&envelope.id, |answer| answer.id);
        match known.ok().map(|place| &kept.answers[place]) {
            Some(answer) if answer.print == print(envelope) => Known::Answered(answer.outcome.clone().into()),
            Some(_) => Known::Reused,
            None if envelope.id < kept.expired_below => Known::Expired,
            None => Known::New,
        }
    }

    /// Keeps the answer to a new command.
    pub(crate) fn keep(&mut self, player: PlayerId, envelope: &Envelope, outcome: Outcome) {
        let kept = self.players.entry(player).or_default();
        if kept.answers.len() == Self::MOST {
            // Not the oldest: one with the highest id there is would refuse all that come after it.
            let lowest = kept.answers.front().map_or(envelope.id, |answer| answer.id.min(envelope.id));
            kept.expired_below = lowest + 1;
            if lowest == envelope.id {
                return;
            }
            kept.answers.pop_front();
        }
        let place = kept.answers.partition_point(|answer| answer.id < envelope.id);
        let answer = Answer { id: envelope.id, print: print(envelope), outcome: outcome.into() };
        kept.answers.insert(place, answer);
    }

    /// Takes note that a player is in.
    pub(crate) fn joined(&mut self, player: PlayerId) {
        self.left.retain(|&other| other != player);
    }

    /// Takes note that a player left: its answers are kept until many others have left.
    pub(crate) fn left(&mut self, player: PlayerId) {
        self.left.push_back(player);
        if self.left.len() > Self::MOST_LEFT {
            let forgotten = self.left.pop_front().expect("there are more than one");
            self.players.remove(&forgotten);
        }
    }

    /// The answers to what was done, which are the ones that a journal keeps.
    pub(crate) fn done(&self) -> Replies {
        let mut done = self.clone();
        for kept in done.players.values_mut() {
            kept.answers.retain(|answer| match &answer.outcome {
                Packed::Done(_) => true,
                Packed::Other(outcome) => matches!(**outcome, Outcome::Ok { .. }),
            });
        }
        done
    }

    /// About how many bytes they take.
    pub(crate) fn weight(&self) -> usize {
        let of = |kept: &Kept| size_of::<(PlayerId, Kept)>() + kept.answers.capacity() * size_of::<Answer>();
        self.players.values().map(of).sum()
    }

    /// The highest id that a player used; 0 before the first.
    pub(crate) fn last_id(&self, player: PlayerId) -> u64 {
        let kept = self.players.get(&player);
        kept.and_then(|kept| kept.answers.back()).map_or(0, |answer| answer.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_protocol::Command;

    fn ping(id: u64) -> Envelope {
        Envelope { id, command: Command::Ping }
    }

    #[test]
    fn answers_are_kept_by_id_and_content() {
        let mut replies = Replies::default();
        let player = PlayerId::from_bits(1);
        let check = |replies: &Replies, envelope: &Envelope, expected| {
            assert_eq!(replies.look_up(player, envelope), expected, "{envelope:?}");
        };
        check(&replies, &ping(1), Known::New);
        replies.keep(player, &ping(5), Outcome::DONE);
        check(&replies, &ping(5), Known::Answered(Outcome::DONE));
        check(&replies, &ping(3), Known::New);
        let other = Envelope { id: 5, command: Command::Lobby { watch: true } };
        check(&replies, &other, Known::Reused);
        assert_eq!(replies.look_up(PlayerId::from_bits(2), &other), Known::New);
        (6..=69).for_each(|id| replies.keep(player, &ping(id), Outcome::DONE));
        check(&replies, &ping(5), Known::Expired);
        check(&replies, &other, Known::Expired);
        check(&replies, &ping(3), Known::Expired);
        check(&replies, &ping(6), Known::Answered(Outcome::DONE));
        check(&replies, &ping(70), Known::New);
        assert_eq!(replies.last_id(player), 69);
    }

    /// A client that used the highest id of all may still go on below it.
    #[test]
    fn the_highest_id_is_no_dead_end() {
        let mut replies = Replies::default();
        let player = PlayerId::from_bits(1);
        const LAST: u64 = (1 << 53) - 1;
        replies.keep(player, &ping(LAST), Outcome::DONE);
        for id in 1..=200 {
            assert_eq!(replies.look_up(player, &ping(id)), Known::New, "{id}");
            replies.keep(player, &ping(id), Outcome::DONE);
        }
        assert_eq!(replies.look_up(player, &ping(LAST)), Known::Answered(Outcome::DONE));
        assert_eq!(replies.look_up(player, &ping(137)), Known::Expired);
        assert_eq!(replies.look_up(player, &ping(138)), Known::Answered(Outcome::DONE));
    }

    #[test]
    fn those_who_left_are_forgotten_one_by_one() {
        let mut replies = Replies::default();
        for number in 1..=66 {
            let player = PlayerId::from_bits(number);
            replies.keep(player, &ping(7), Outcome::DONE);
            replies.left(player);
        }
        assert_eq!(replies.last_id(PlayerId::from_bits(2)), 0);
        assert_eq!(replies.last_id(PlayerId::from_bits(3)), 7);
        replies.joined(PlayerId::from_bits(3));
        assert_eq!(replies.left.len(), 63);
    }
}

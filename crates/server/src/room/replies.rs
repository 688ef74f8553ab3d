//! The answers that a room keeps, so that a repeated command is answered and not done again.
//!
//! Invariants: a command is done at most once, whatever is repeated and however late: an id whose answer is no longer
//! kept is refused. What was done is kept across a restart, because the journal holds it; what was refused is
//! kept in memory only.

use std::collections::VecDeque;
use std::io::{self, Write};

use litemap::LiteMap;
use parlour_protocol::{Envelope, Invite, Outcome, PlayerId, RoomId};
use serde::{Deserialize, Serialize, Serializer};

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

/// The kept answers of all players of a room.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Replies {
    players: LiteMap<PlayerId, Answers>,
    /// Those who left, the earliest first.
    left: VecDeque<PlayerId>,
}

/// The kept answers of a player. What is written to a checkpoint of them are the answers to what was done, which are the ones
/// that a journal keeps.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Answers {
    /// Sorted by the ids of the commands.
    #[serde(serialize_with = "only_done")]
    answers: VecDeque<Answer>,
    /// Every id below was used, or came too late.
    expired_below: u64,
}

/// In a checkpoint, of which most are answers, an array of three numbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "(u64, u64, Packed)")]
struct Answer {
    id: u64,
    print: u64,
    outcome: Packed,
}

impl From<(u64, u64, Packed)> for Answer {
    fn from((id, print, outcome): (u64, u64, Packed)) -> Answer {
        Answer { id, print, outcome }
    }
}

fn only_done<S: Serializer>(answers: &VecDeque<Answer>, serializer: S) -> Result<S::Ok, S::Error> {
    let done = answers.iter().filter(|answer| answer.outcome.is_done());
    serializer.collect_seq(done.map(|Answer { id, print, outcome }| (id, print, outcome)))
}

/// An outcome in little memory: almost all of them say that a command was done, and in which step.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
enum Packed {
    Done(u64),
    Entered(Box<Entered>),
    Other(Box<Outcome>),
}

/// The answer to who came into a room or opened it.
#[derive(Clone, Copy, Debug)]
struct Entered {
    seq: Option<u64>,
    room: RoomId,
    invite: Option<Invite>,
}

/// An outcome in a checkpoint.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant, reason = "it is made to be written, or to be taken apart at once")]
enum Written {
    Done(u64),
    Other(Outcome),
}

impl From<Packed> for Written {
    fn from(packed: Packed) -> Written {
        match packed {
            Packed::Done(seq) => Written::Done(seq),
            other => Written::Other(other.into()),
        }
    }
}

impl From<Written> for Packed {
    fn from(written: Written) -> Packed {
        match written {
            Written::Done(seq) => Packed::Done(seq),
            Written::Other(outcome) => outcome.into(),
        }
    }
}

impl Packed {
    /// Whether it says that the command was done.
    fn is_done(&self) -> bool {
        match self {
            Packed::Done(_) | Packed::Entered(_) => true,
            Packed::Other(outcome) => matches!(**outcome, Outcome::Ok { .. }),
        }
    }
}

impl From<Outcome> for Packed {
    fn from(outcome: Outcome) -> Packed {
        match outcome {
            Outcome::Ok { seq: Some(seq), room: None, invite: None, now: None } => Packed::Done(seq),
            Outcome::Ok { seq, room: Some(room), invite, now: None } => {
                Packed::Entered(Box::new(Entered { seq, room, invite }))
            }
            outcome => Packed::Other(Box::new(outcome)),
        }
    }
}

impl From<Packed> for Outcome {
    fn from(packed: Packed) -> Outcome {
        match packed {
            Packed::Done(seq) => Outcome::Ok { seq: Some(seq), room: None, invite: None, now: None },
            Packed::Entered(entered) => {
                let Entered { seq, room, invite } = *entered;
                Outcome::Ok { seq, room: Some(room), invite, now: None }
            }
            Packed::Other(outcome) => *outcome,
        }
    }
}

/// Tells one command from another, also after a restart. Who makes two commands alike has its own one answered wrongly.
fn print(envelope: &Envelope) -> u64 {
    let mut print = Fnv::default();
    serde_json::to_writer(&mut print, envelope).expect("messages have string keys and finite numbers only");
    print.0
}

/// The hash FNV-1a of what is written to it: the same in every build, and quick for the few bytes of a command.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        self.0 = bytes.iter().fold(self.0, add);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Answers {
    /// How many are kept.
    const MOST: usize = 64;

    /// What is known about a command.
    pub(crate) fn look_up(&self, envelope: &Envelope) -> Known {
        let known = self.answers.binary_search_by_key(&envelope.id, |answer| answer.id);
        match known.ok().map(|place| &self.answers[place]) {
            Some(answer) if answer.print == print(envelope) => Known::Answered(answer.outcome.clone().into()),
            Some(_) => Known::Reused,
            None if envelope.id < self.expired_below => Known::Expired,
            None => Known::New,
        }
    }

    /// Keeps the answer to a new command.
    pub(crate) fn keep(&mut self, envelope: &Envelope, outcome: Outcome) {
        if self.answers.len() == Self::MOST {
            // Not the oldest: one with the highest id there is would refuse all that come after it.
            let lowest = self.answers.front().map_or(envelope.id, |answer| answer.id.min(envelope.id));
            self.expired_below = lowest + 1;
            if lowest == envelope.id {
                return;
            }
            self.answers.pop_front();
        }
        if self.answers.len() == self.answers.capacity() {
            // Twice as many would mostly stay empty: who waits for a match has asked for two things.
            let more = (self.answers.len() / 2).max(2);
            self.answers.reserve_exact(more.min(Self::MOST - self.answers.len()));
        }
        let place = self.answers.partition_point(|answer| answer.id < envelope.id);
        let answer = Answer { id: envelope.id, print: print(envelope), outcome: outcome.into() };
        self.answers.insert(place, answer);
    }

    /// The highest id that was used; 0 before the first.
    fn last_id(&self) -> u64 {
        self.answers.back().map_or(0, |answer| answer.id)
    }

    /// About how many bytes they take; it is asked after each step.
    fn weight(&self) -> usize {
        self.answers.capacity() * size_of::<Answer>()
    }
}

impl Replies {
    /// Players who left and whose answers are still kept.
    const MOST_LEFT: usize = 64;

    /// What is known about a command.
    pub(crate) fn look_up(&self, player: PlayerId, envelope: &Envelope) -> Known {
        self.players.get(&player).map_or(Known::New, |answers| answers.look_up(envelope))
    }

    /// Keeps the answer to a new command.
    pub(crate) fn keep(&mut self, player: PlayerId, envelope: &Envelope, outcome: Outcome) {
        self.players.entry(player).or_default().keep(envelope, outcome);
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

    /// About how many bytes they take.
    pub(crate) fn weight(&self) -> usize {
        let of = |answers: &Answers| size_of::<(PlayerId, Answers)>() + answers.weight();
        self.players.iter().map(|(_, answers)| of(answers)).sum()
    }

    /// The highest id that a player used; 0 before the first.
    pub(crate) fn last_id(&self, player: PlayerId) -> u64 {
        self.players.get(&player).map_or(0, Answers::last_id)
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

    /// Checkpoints hold prints, so a build that makes others would answer repeated commands with `id_reused`: whoever changes
    /// them makes a new format of checkpoints.
    #[test]
    fn prints_are_the_same_in_every_build() {
        let mut known = Fnv::default();
        known.write_all(b"foobar").expect("it takes all");
        assert_eq!(known.0, 0x8594_4171_f739_67e8, "a test vector of FNV-1a");
        assert_eq!(print(&ping(7)), 12_452_414_494_638_983_859);
        assert_ne!(print(&ping(7)), print(&ping(8)));
    }

    /// What was refused may be done after a restart.
    #[test]
    fn a_checkpoint_holds_the_answers_to_what_was_done() {
        let mut replies = Replies::default();
        let player = PlayerId::from_bits(1);
        let room = Some(parlour_protocol::RoomId::from_bits(1));
        let outcomes = [
            Outcome::Ok { seq: Some(4), room: None, invite: None, now: None },
            Outcome::Error(parlour_protocol::ErrorReply::new(parlour_protocol::ErrorCode::NotSeated)),
            Outcome::Ok { seq: Some(9), room, invite: None, now: None },
        ];
        for (id, outcome) in (1..).zip(&outcomes) {
            replies.keep(player, &ping(id), outcome.clone());
        }
        let text = serde_json::to_string(&replies).expect("it can be written");
        let read: Replies = serde_json::from_str(&text).expect("it can be read");
        assert_eq!(read.look_up(player, &ping(1)), Known::Answered(outcomes[0].clone()));
        assert_eq!(read.look_up(player, &ping(2)), Known::New);
        assert_eq!(read.look_up(player, &ping(3)), Known::Answered(outcomes[2].clone()));
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

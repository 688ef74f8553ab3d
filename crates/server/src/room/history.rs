//! The frames of a room, in truth: what a viewer missed is made from them when it comes back.
//!
//! Invariants: the numbers are contiguous and end with the newest; the oldest steps go first, by weight, so a room's memory is
//! bounded whatever is said in it.
//!
//! Steps are kept in the notation of their games, and read again when somebody comes back: a move takes a hundred bytes, a
//! tenth of what its event does. The transcript of the match has the same lines.

use std::collections::VecDeque;
use std::fmt::Write;

use parlour_engine::{self as engine, Seats};
use parlour_protocol::{Expects, Prompt, RoomEvent, encode};

use super::state::Table;

/// All that one entry caused: one frame for every viewer.
#[derive(Clone, Debug)]
pub struct Step {
    /// The number of the frame.
    pub seq: u64,
    pub(crate) happened: Vec<Happened>,
    /// Whether the match is another than before. It can be without an event: a bomb window closes, and the Dragon's
    /// trick is to be given away.
    pub(crate) changes_match: bool,
    /// Whether the match is another one, which the events do not explain: the frame brings it to everybody, and who missed
    /// it gets a snapshot.
    pub(crate) replaces: bool,
    /// What the room waits for since then, when that changed or the match did.
    pub(crate) prompt: Option<Prompt>,
}

impl Step {
    /// The seats to which its events show more than to spectators.
    pub(crate) fn insiders(&self) -> Seats {
        let of = |happened: &Happened| match happened {
            Happened::Room(_) => Seats::NONE,
            Happened::Game(event) => event.insiders(),
        };
        self.happened.iter().map(of).fold(Seats::NONE, Seats::with)
    }
}

/// What happened, with all its secrets.
#[derive(Clone, Debug)]
pub(crate) enum Happened {
    Room(RoomEvent),
    Game(engine::Event),
}

impl Happened {
    /// Writes the event as one line.
    fn pack(&self, into: &mut String) {
        let of = match self {
            Happened::Room(_) => ROOM,
            Happened::Game(engine::Event::Rummikub(_)) => engine::GameKind::Rummikub.name(),
            Happened::Game(engine::Event::Tichu(_)) => engine::GameKind::Tichu.name(),
        };
        into.push_str(of);
        into.push(' ');
        match self {
            Happened::Room(event) => into.push_str(&encode(event)),
            Happened::Game(event) => write!(into, "{event}").expect("a text takes all"),
        }
        into.push('\n');
    }

    /// Reads a line.
    fn unpack(line: &str) -> Option<Happened> {
        let (of, event) = line.split_once(' ')?;
        match of {
            ROOM => serde_json::from_str(event).ok().map(Happened::Room),
            game => engine::Event::read(game.parse().ok()?, event).map(Happened::Game),
        }
    }
}

/// The word before an event of the room itself.
const ROOM: &str = "room";

/// What happened in a step: a line each, after the word that says of what it is.
#[derive(Clone, Debug)]
pub(crate) struct Lines(String);

impl Lines {
    /// The lines of a step.
    pub(crate) fn of(happened: &[Happened]) -> Lines {
        let mut lines = String::with_capacity(128);
        happened.iter().for_each(|happened| happened.pack(&mut lines));
        Lines(lines)
    }

    /// The events of the match in its notation.
    pub(crate) fn of_match(&self) -> impl Iterator<Item = &str> {
        let lines = self.0.lines().filter_map(|line| line.split_once(' '));
        lines.filter(|&(of, _)| of != ROOM).map(|(_, event)| event)
    }
}

/// What is kept of a step beside its lines: what it changed, and what was asked then.
type Head = (bool, bool, Option<(u64, Seats, Expects, Option<u64>)>);

/// The newest steps of a room.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// The number of the newest step, kept or not.
    newest: u64,
    /// How many bytes of the text each step has.
    lengths: VecDeque<u32>,
    /// The steps one behind the other: a line for the head of each, and its lines.
    text: VecDeque<u8>,
}

impl History {
    /// How much text is kept, in bytes, unless a single step has more: some fifty moves, which is longer than most are away
    /// who lost their connection. Who missed more gets a snapshot, which is smaller than so many frames, and what is
    /// sent at once never fills the queue of a connection.
    const MOST_TEXT: usize = 6 * 1024;

    /// The same as long as there is no match: a snapshot is shorter then, and most rooms that nobody looks at are such.
    const MOST_BARE: usize = 512;

    /// By how much the places for text and steps grow at least: those of a room that has just begun stay small.
    const GROWTH: (usize, usize) = (256, 4);

    /// A history of which nothing is kept up to the step `seq`.
    pub(crate) fn behind(seq: u64) -> History {
        History { newest: seq, ..History::default() }
    }

    /// About how many bytes it holds.
    pub(crate) fn weight(&self) -> usize {
        self.text.capacity() + self.lengths.capacity() * size_of::<u32>()
    }

    /// How much text is kept with this on the table.
    pub(crate) fn most(table: &Table) -> usize {
        match table {
            Table::Bare => Self::MOST_BARE,
            Table::Running { .. } | Table::Over { .. } => Self::MOST_TEXT,
        }
    }

    /// Adds the newest step, of which these are the lines; `most` text is kept.
    pub(crate) fn push(&mut self, step: &Step, lines: &Lines, most: usize) {
        let Step { seq, happened: _, changes_match, replaces, prompt } = step;
        let asked = prompt.as_ref().map(|asked| (asked.number, asked.seats, asked.expects, asked.deadline));
        let head: Head = (*changes_match, *replaces, asked);
        let head = encode(&head);
        let length = head.len() + 1 + lines.0.len();
        while !self.lengths.is_empty() && self.text.len() + length > most {
            self.forget_oldest();
            // One that was longer than all may be leaves no place behind.
            self.text.shrink_to(most);
        }
        let (bytes, places) = Self::GROWTH;
        if self.text.len() + length > self.text.capacity() {
            // Twice as much would mostly stay empty.
            let room = most.saturating_sub(self.text.len());
            self.text.reserve_exact(length.max(bytes.max(self.text.len() / 4).min(room)));
        }
        if self.lengths.len() == self.lengths.capacity() {
            self.lengths.reserve_exact(places.max(self.lengths.len() / 4));
        }
        self.text.extend(head.as_bytes());
        self.text.push_back(b'\n');
        self.text.extend(lines.0.as_bytes());
        self.lengths.push_back(u32::try_from(length).expect("a step is made of one command"));
        self.newest = *seq;
    }

    fn forget_oldest(&mut self) {
        let length = self.lengths.pop_front().map_or(0, |length| length as usize);
        self.text.drain(..length);
    }

    /// The steps behind number `seq`; none when some of them are gone, or `seq` was never reached.
    pub(crate) fn since(&self, seq: u64) -> Option<Vec<Step>> {
        let missed = usize::try_from(self.newest.checked_sub(seq)?).ok()?;
        let gone = self.lengths.len().checked_sub(missed)?;
        let begin: usize = self.lengths.range(..gone).map(|&length| length as usize).sum();
        let text: Vec<u8> = self.text.range(begin..).copied().collect();
        let mut text = std::str::from_utf8(&text).expect("it was put together of texts");
        let steps = (seq + 1..).zip(self.lengths.range(gone..)).map(|(seq, &length)| {
            let (step, rest) = text.split_at(length as usize);
            text = rest;
            read(seq, step)
        });
        Some(steps.collect())
    }
}

/// Reads a step.
fn read(seq: u64, text: &str) -> Step {
    let (head, lines) = text.split_once('\n').expect("a head is a line");
    let (changes_match, replaces, asked): Head =
        serde_json::from_str(head).expect("what was written here can be read");
    let prompt = asked.map(|(number, seats, expects, deadline)| Prompt {
        number,
        seats,
        expects,
        deadline,
        legal: None,
    });
    let happened =
        lines.lines().map(|line| Happened::unpack(line).expect("what was written here can be read"));
    Step { seq, happened: happened.collect(), changes_match, replaces, prompt }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_protocol::{Channel, ChatLine, PlayerId};

    fn step(seq: u64, text: &str) -> Step {
        let player = PlayerId::from_bits(1);
        let (name, channel) = ("Ada".to_owned(), Channel::Table);
        let line = ChatLine { player, name, channel, text: text.to_owned(), at: 0 };
        let happened = vec![Happened::Room(RoomEvent::Chat(line))];
        Step { seq, happened, changes_match: false, replaces: false, prompt: None }
    }

    fn push(history: &mut History, step: &Step) {
        history.push(step, &Lines::of(&step.happened), History::MOST_TEXT);
    }

    fn since(history: &History, seq: u64) -> Option<Vec<u64>> {
        Some(history.since(seq)?.iter().map(|step| step.seq).collect())
    }

    #[test]
    fn what_was_missed_is_whole_or_nothing() {
        assert_eq!(since(&History::behind(4), 3), None, "nothing is kept");
        assert_eq!(since(&History::behind(4), 4), Some(vec![]));
        let mut history = History::behind(4);
        (5..=8).for_each(|seq| push(&mut history, &step(seq, "a")));
        assert_eq!(since(&history, 3), None, "frame 4 is gone");
        assert_eq!(since(&history, 4), Some(vec![5, 6, 7, 8]));
        assert_eq!(since(&history, 7), Some(vec![8]));
        assert_eq!(since(&history, 8), Some(vec![]));
        assert_eq!(since(&history, 9), None, "never sent");
        assert_eq!(since(&history, u64::MAX), None);
    }

    #[test]
    fn memory_is_bounded_whatever_is_said() {
        let mut history = History::default();
        let most = History::MOST_TEXT + (History::MOST_TEXT / 100 + History::GROWTH.1) * size_of::<u32>();
        for (last, text) in [(1000, "a".to_owned()), (2000, "x".repeat(1200)), (3000, "a".repeat(70))] {
            for seq in last - 999..=last {
                push(&mut history, &step(seq, &text));
                assert!(history.weight() <= most, "{} bytes", history.weight());
                assert_eq!(history.text.len(), history.lengths.iter().sum::<u32>() as usize);
            }
            assert!(history.lengths.len() > 3);
            let all = history.since(last - history.lengths.len() as u64).expect("they are kept");
            assert!(all.iter().all(|step| format!("{step:?}").contains(&text)));
        }
        push(&mut history, &step(3001, &"x".repeat(10_000)));
        assert_eq!(since(&history, 3000), Some(vec![3001]), "the newest is kept whatever it weighs");
        push(&mut history, &step(3002, "a"));
        assert_eq!(since(&history, 3001), Some(vec![3002]));
        assert!(history.weight() <= most, "what was long leaves no place behind");
        let mut bare = History::default();
        for seq in 1..=100 {
            let step = step(seq, "a");
            bare.push(&step, &Lines::of(&step.happened), History::MOST_BARE);
            assert!(bare.weight() <= 2 * History::MOST_BARE, "without a match less is kept");
        }
        assert_eq!(since(&bare, 97), Some(vec![98, 99, 100]));
    }

    #[test]
    fn a_step_is_kept_with_all_that_it_says() {
        let expects = [Expects::Ready, Expects::BombWindow, Expects::Action(engine::Expect::Take)];
        let prompts = expects.into_iter().zip([None, Some(7), Some(u64::MAX)]);
        let prompts = prompts.map(|(expects, deadline)| Prompt {
            number: 3,
            seats: Seats::NONE,
            expects,
            deadline,
            legal: None,
        });
        let mut history = History::default();
        let prompts: Vec<_> = prompts.map(Some).chain([None]).collect();
        let steps: Vec<Step> = (1..)
            .zip(&prompts)
            .map(|(seq, prompt)| Step {
                prompt: prompt.clone(),
                changes_match: seq % 2 == 0,
                replaces: seq > 2,
                ..step(seq, "a\nb")
            })
            .collect();
        steps.iter().for_each(|step| push(&mut history, step));
        assert_eq!(format!("{:?}", history.since(0).expect("all are kept")), format!("{steps:?}"));
    }
}

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
use parlour_protocol::{Prompt, RoomEvent, encode};

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
pub(crate) struct Lines(Box<str>);

impl Lines {
    /// The lines of a step.
    pub(crate) fn of(happened: &[Happened]) -> Lines {
        let mut lines = String::with_capacity(128);
        happened.iter().for_each(|happened| happened.pack(&mut lines));
        Lines(lines.into())
    }

    /// The events of the match in its notation.
    pub(crate) fn of_match(&self) -> impl Iterator<Item = &str> {
        let lines = self.0.lines().filter_map(|line| line.split_once(' '));
        lines.filter(|&(of, _)| of != ROOM).map(|(_, event)| event)
    }

    fn read(&self) -> Vec<Happened> {
        let read = |line| Happened::unpack(line).expect("what was written here can be read");
        self.0.lines().map(read).collect()
    }
}

/// A step in little memory.
#[derive(Clone, Debug)]
struct Kept {
    changes_match: bool,
    replaces: bool,
    prompt: Option<Prompt>,
    happened: Lines,
}

impl Kept {
    fn new(step: &Step, happened: Lines) -> Kept {
        let Step { seq: _, happened: _, changes_match, replaces, prompt } = step;
        Kept { changes_match: *changes_match, replaces: *replaces, prompt: prompt.clone(), happened }
    }

    fn step(&self, seq: u64) -> Step {
        let Kept { changes_match, replaces, prompt, happened } = self;
        Step {
            seq,
            happened: happened.read(),
            changes_match: *changes_match,
            replaces: *replaces,
            prompt: prompt.clone(),
        }
    }

    /// About how many bytes it holds.
    fn weight(&self) -> usize {
        size_of::<Kept>() + self.happened.0.len()
    }
}

/// For how many more steps there is room when there is none left.
const GROWTH: usize = 8;

/// The newest steps of a room.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// The number of the newest step, kept or not.
    newest: u64,
    steps: VecDeque<Kept>,
    weight: usize,
}

impl History {
    /// The weight of the steps that are kept, in bytes, unless a single one is heavier: some fifty moves, which is longer than
    /// most are away who lost their connection. Who missed more gets a snapshot, which is smaller than so many frames,
    /// and what is sent at once never fills the queue of a connection.
    const MOST_WEIGHT: usize = 8 * 1024;

    /// A history of which nothing is kept up to the step `seq`.
    pub(crate) fn behind(seq: u64) -> History {
        History { newest: seq, ..History::default() }
    }

    /// About how many bytes it holds.
    pub(crate) fn weight(&self) -> usize {
        self.weight
    }

    /// Adds the newest step, of which these are the lines.
    pub(crate) fn push(&mut self, step: &Step, lines: Lines) {
        let kept = Kept::new(step, lines);
        self.newest = step.seq;
        self.weight += kept.weight();
        if self.steps.len() == self.steps.capacity() {
            // Their weight bounds their number, so room for twice as many would mostly stay empty.
            self.steps.reserve_exact(GROWTH);
        }
        self.steps.push_back(kept);
        while self.weight > Self::MOST_WEIGHT && self.steps.len() > 1 {
            let oldest = self.steps.pop_front().expect("there are two");
            self.weight -= oldest.weight();
        }
    }

    /// The steps behind number `seq`; none when some of them are gone, or `seq` was never reached.
    pub(crate) fn since(&self, seq: u64) -> Option<Vec<Step>> {
        let missed = usize::try_from(self.newest.checked_sub(seq)?).ok()?;
        let kept = self.steps.len().checked_sub(missed)?;
        Some((seq + 1..).zip(self.steps.range(kept..)).map(|(seq, kept)| kept.step(seq)).collect())
    }
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
        history.push(step, Lines::of(&step.happened));
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
    fn memory_is_bounded_by_weight() {
        let mut history = History::default();
        for (last, text) in [(1000, "a".to_owned()), (2000, "x".repeat(1200))] {
            (last - 999..=last).for_each(|seq| push(&mut history, &step(seq, &text)));
            assert!(history.weight <= History::MOST_WEIGHT && history.steps.len() > 3);
            assert_eq!(history.weight, history.steps.iter().map(Kept::weight).sum::<usize>());
        }
        push(&mut history, &step(2001, &"x".repeat(10_000)));
        assert_eq!(since(&history, 2000), Some(vec![2001]), "the newest is kept whatever it weighs");
    }
}

//! The frames of a room, in truth: what a viewer missed is made from them when it comes back.
//!
//! Invariants: the numbers are contiguous and end with the newest; the oldest steps go first, by count and by weight, so
//! a room's memory is bounded whatever is said in it.

use std::collections::VecDeque;
use std::sync::Arc;

use parlour_engine as engine;
use parlour_protocol::{Prompt, RoomEvent};

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

/// What happened, with all its secrets.
#[derive(Clone, Debug)]
pub(crate) enum Happened {
    Room(RoomEvent),
    Game(engine::Event),
}

impl Step {
    /// About how many bytes the step holds.
    fn weight(&self) -> usize {
        let of = |happened: &Happened| match happened {
            Happened::Room(RoomEvent::Chat(line)) => 200 + line.text.len(),
            Happened::Room(
                RoomEvent::ListClosed { .. } | RoomEvent::Shuffled { .. } | RoomEvent::Revealed { .. },
            ) => 600,
            Happened::Room(_) => 200,
            Happened::Game(_) => 400,
        };
        100 + self.happened.iter().map(of).sum::<usize>()
    }
}

/// The newest steps of a room.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// The number of the newest step, kept or not.
    newest: u64,
    steps: VecDeque<Arc<Step>>,
    weight: usize,
}

impl History {
    /// Steps that are kept at most. Who missed more gets a snapshot, which is smaller than so many frames, and what is
    /// sent at once never fills the queue of a connection.
    const MOST_STEPS: usize = 128;
    /// Their weight at most.
    const MOST_WEIGHT: usize = 128 * 1024;

    /// A history of which nothing is kept up to the step `seq`.
    pub(crate) fn behind(seq: u64) -> History {
        History { newest: seq, ..History::default() }
    }

    /// About how many bytes it holds.
    pub(crate) fn weight(&self) -> usize {
        self.weight
    }

    /// Adds the newest step.
    pub(crate) fn push(&mut self, step: Arc<Step>) {
        self.newest = step.seq;
        self.weight += step.weight();
        self.steps.push_back(step);
        while self.steps.len() > Self::MOST_STEPS || self.weight > Self::MOST_WEIGHT {
            let oldest = self.steps.pop_front().expect("the newest step is lighter than the limit");
            self.weight -= oldest.weight();
        }
    }

    /// The steps behind number `seq`; none when some of them are gone, or `seq` was never reached.
    pub(crate) fn since(&self, seq: u64) -> Option<impl DoubleEndedIterator<Item = &Arc<Step>> + Clone> {
        let missed = usize::try_from(self.newest.checked_sub(seq)?).ok()?;
        let kept = self.steps.len().checked_sub(missed)?;
        Some(self.steps.range(kept..))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_protocol::{Channel, ChatLine, PlayerId};

    fn step(seq: u64, text: &str) -> Arc<Step> {
        let player = PlayerId::from_bits(1);
        let (name, channel) = ("Ada".to_owned(), Channel::Table);
        let line = ChatLine { player, name, channel, text: text.to_owned(), at: 0 };
        let happened = vec![Happened::Room(RoomEvent::Chat(line))];
        Arc::new(Step { seq, happened, changes_match: false, replaces: false, prompt: None })
    }

    fn since(history: &History, seq: u64) -> Option<Vec<u64>> {
        Some(history.since(seq)?.map(|step| step.seq).collect())
    }

    #[test]
    fn what_was_missed_is_whole_or_nothing() {
        assert_eq!(since(&History::behind(4), 3), None, "nothing is kept");
        assert_eq!(since(&History::behind(4), 4), Some(vec![]));
        let mut history = History::behind(4);
        (5..=8).for_each(|seq| history.push(step(seq, "a")));
        assert_eq!(since(&history, 3), None, "frame 4 is gone");
        assert_eq!(since(&history, 4), Some(vec![5, 6, 7, 8]));
        assert_eq!(since(&history, 7), Some(vec![8]));
        assert_eq!(since(&history, 8), Some(vec![]));
        assert_eq!(since(&history, 9), None, "never sent");
        assert_eq!(since(&history, u64::MAX), None);
    }

    #[test]
    fn memory_is_bounded_by_count_and_by_weight() {
        let mut history = History::default();
        (1..=1000).for_each(|seq| history.push(step(seq, "a")));
        assert_eq!(history.steps.len(), History::MOST_STEPS);
        (1001..=2000).for_each(|seq| history.push(step(seq, &"x".repeat(1200))));
        assert!(history.steps.len() < 100 && history.weight <= History::MOST_WEIGHT);
        assert_eq!(since(&history, 1999), Some(vec![2000]));
    }
}

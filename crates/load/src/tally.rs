//! What happened in a run, second by second: the one place that all clients write to.
//!
//! Invariant: a latency is counted from the moment in which the move was due, not from when it could be sent, so that a
//! client that is held up does not hide what the server made it wait for (coordinated omission).

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use hdrhistogram::Histogram;
use tokio::time::Instant;

/// Something that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// A frame, an answer or another push arrived.
    Frame,
    /// A command was sent.
    Command,
    /// A match was played to its end.
    Match,
    /// A connection broke, or was broken on purpose.
    Lost,
    /// A client came back and resumed.
    Resumed,
    /// A client that causes trouble was answered, or sent away, as it should be.
    Trouble,
}

/// The numbers of one second.
#[derive(Clone, Debug)]
pub(crate) struct Second {
    /// Microseconds from when a move was due to its acknowledgement.
    pub(crate) moves: Histogram<u64>,
    pub(crate) counts: [u64; 6],
    /// Clients that are connected at the end of the second.
    pub(crate) connected: i64,
    /// Refusals by code.
    pub(crate) errors: BTreeMap<String, u64>,
}

impl Second {
    fn new(connected: i64) -> Second {
        let moves = Histogram::new_with_bounds(1, LONGEST_US, 2).expect("the bounds are in order");
        Second { moves, counts: [0; 6], connected, errors: BTreeMap::new() }
    }

    /// How often something happened.
    pub(crate) fn count(&self, what: Count) -> u64 {
        self.counts[what as usize]
    }
}

/// A latency beyond this counts as this.
const LONGEST_US: u64 = 120_000_000;

/// What all clients write to.
#[derive(Debug)]
pub(crate) struct Tally {
    start: Instant,
    seconds: Mutex<Vec<Second>>,
    violations: Mutex<Vec<String>>,
}

impl Tally {
    pub(crate) fn new(start: Instant) -> Tally {
        Tally { start, seconds: Mutex::new(vec![Second::new(0)]), violations: Mutex::default() }
    }

    /// Calls `change` with the running second.
    fn now(&self, change: impl FnOnce(&mut Second)) {
        let number = self.start.elapsed().as_secs() as usize;
        let mut seconds = lock(&self.seconds);
        while seconds.len() <= number {
            let connected = seconds.last().map_or(0, |last| last.connected);
            seconds.push(Second::new(connected));
        }
        change(&mut seconds[number]);
    }

    pub(crate) fn add(&self, what: Count) {
        self.now(|second| second.counts[what as usize] += 1);
    }

    /// A move was acknowledged that was due at `due`.
    pub(crate) fn moved(&self, due: Instant) {
        let late = u64::try_from(due.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.now(|second| second.moves.saturating_record(late.clamp(1, LONGEST_US)));
    }

    /// A client connected (1) or is gone (-1).
    pub(crate) fn connected(&self, change: i64) {
        self.now(|second| second.connected += change);
    }

    pub(crate) fn refused(&self, code: &str) {
        self.now(|second| *second.errors.entry(code.to_owned()).or_default() += 1);
    }

    /// A promise was broken; `story` says which, and what went before.
    pub(crate) fn violation(&self, story: String) {
        lock(&self.violations).push(story);
    }

    /// The broken promises so far.
    pub(crate) fn violations(&self) -> Vec<String> {
        lock(&self.violations).clone()
    }

    /// How many promises were broken so far.
    pub(crate) fn broken(&self) -> usize {
        lock(&self.violations).len()
    }

    /// Since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// All seconds so far, the running one last.
    pub(crate) fn seconds(&self) -> Vec<Second> {
        self.now(|_| {});
        lock(&self.seconds).clone()
    }

    /// How often something happened so far.
    pub(crate) fn total(&self, what: Count) -> u64 {
        lock(&self.seconds).iter().map(|second| second.count(what)).sum()
    }

    /// Commands that were refused so far.
    pub(crate) fn refusals(&self) -> u64 {
        lock(&self.seconds).iter().flat_map(|second| second.errors.values()).sum()
    }

    /// The second before the running one, whole.
    pub(crate) fn last(&self) -> Option<Second> {
        self.now(|_| {});
        let seconds = lock(&self.seconds);
        seconds.len().checked_sub(2).map(|index| seconds[index].clone())
    }
}

/// No code panics while it holds one of these.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

//! Times two ways to do the same and prints a row for them.
//!
//! Invariants: time is what the thread spends on a processor, and a figure is that of
//! the fastest of many short passes, which take turns; so other work on the machine spoils it little. What a pass answers
//! is compared between the two ways.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// The rows that are wanted.
pub(crate) struct Table {
    only: Option<String>,
}

/// How long each of the two ways is timed.
const SPENT: Duration = Duration::from_secs(2);

impl Table {
    /// Prints the head of the table. An argument keeps the rows that contain it: `cargo bench -- rummikub`.
    pub(crate) fn new() -> Table {
        println!("| what | a second | the other way | ratio | wanted |");
        println!("|---|--:|--:|--:|--:|");
        Table { only: std::env::args().skip(1).find(|argument| !argument.starts_with('-')) }
    }

    /// Whether a row is wanted.
    pub(crate) fn wants(&self, what: &str) -> bool {
        self.only.as_ref().is_none_or(|only| what.contains(only))
    }

    /// Times a row. A pass of either way does `units` of what is counted and answers what came of it.
    pub(crate) fn row<A: PartialEq + Debug>(
        &self,
        what: &str,
        wanted: &str,
        units: u64,
        mut here: impl FnMut() -> A,
        mut other: impl FnMut() -> A,
    ) {
        assert_eq!(here(), other(), "{what}: both ways come to the same");
        let (mut fast, mut slow) = (Duration::MAX, Duration::MAX);
        let start = Instant::now();
        while start.elapsed() < 2 * SPENT {
            fast = fast.min(pass(&mut here));
            slow = slow.min(pass(&mut other));
        }
        let rate = |pass: Duration| units as f64 / pass.as_secs_f64();
        let (fast, slow) = (rate(fast), rate(slow));
        println!("| {what} | {} | {} | {:.1} | {wanted} |", number(fast), number(slow), fast / slow);
    }
}

fn pass<A>(run: &mut impl FnMut() -> A) -> Duration {
    let start = on_cpu();
    std::hint::black_box(run());
    on_cpu() - start
}

/// How long this thread has been on a processor.
fn on_cpu() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a thread has not run for a negative time")
}

/// A number in groups of three digits.
fn number(value: f64) -> String {
    let digits = format!("{value:.0}");
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

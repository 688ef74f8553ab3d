//! Times two ways to the same answers and prints a row for them.
//!
//! Invariant: time is what the thread spends on a processor, so that other work on the machine spoils it little; a figure
//! is the mean time of an answer over all inputs, in the fastest of several passes, in which the two ways take turns.

use std::fmt::Debug;
use std::hint::black_box;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The rows printed so far, and those that are wanted.
pub(crate) struct Table {
    only: Option<String>,
}

/// How long a row is timed for each of the two ways.
const SPENT: Duration = Duration::from_millis(400);
/// The fewest passes of the fast way.
const PASSES: u32 = 5;

impl Table {
    /// Prints the head of the table.
    pub(crate) fn new(only: Option<String>) -> Table {
        println!("| what | here | naive | ratio | wanted |");
        println!("|---|--:|--:|--:|--:|");
        Table { only }
    }

    /// Times a row: `here` answers every input, `naive` the first `few` of them, and these answers must agree.
    pub(crate) fn row<I, A: PartialEq + Debug>(
        &mut self,
        what: &str,
        wanted: &str,
        inputs: &[I],
        few: usize,
        here: impl Fn(&I) -> A,
        naive: impl Fn(&I) -> A,
    ) {
        if self.only.as_ref().is_some_and(|only| !what.contains(only)) {
            return;
        }
        let few = &inputs[..few.min(inputs.len())];
        for (place, input) in few.iter().enumerate() {
            assert_eq!(here(input), naive(input), "{what}, input {place}");
        }
        let (mut fast, mut slow) = (f64::INFINITY, f64::INFINITY);
        let (mut spent_fast, mut spent_slow) = (Duration::ZERO, Duration::ZERO);
        let mut passes = 0;
        while passes < PASSES || spent_fast < SPENT {
            let took = pass(inputs, &here);
            spent_fast += took;
            fast = fast.min(took.as_nanos() as f64 / inputs.len() as f64);
            passes += 1;
            if spent_slow < SPENT {
                let took = pass(few, &naive);
                spent_slow += took;
                slow = slow.min(took.as_nanos() as f64 / few.len() as f64);
            }
        }
        println!("| {what} | {} | {} | {:.0} | {wanted} |", time(fast), time(slow), slow / fast);
    }
}

/// Answers every input once.
fn pass<I, A>(inputs: &[I], answer: &impl Fn(&I) -> A) -> Duration {
    let start = on_cpu();
    for input in inputs {
        black_box(answer(black_box(input)));
    }
    on_cpu() - start
}

/// How long this thread has been on a processor.
fn on_cpu() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a thread has not run for a negative time")
}

/// A time with a unit that fits it.
fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        ..10.0 => format!("{nanoseconds:.1} ns"),
        ..1e3 => format!("{nanoseconds:.0} ns"),
        ..1e4 => format!("{:.2} us", nanoseconds / 1e3),
        ..1e6 => format!("{:.1} us", nanoseconds / 1e3),
        ..1e9 => format!("{:.1} ms", nanoseconds / 1e6),
        _ => format!("{:.1} s", nanoseconds / 1e9),
    }
}

//! How fast the referee is, beside the naive implementation of its tests: `cargo bench -p parlour-rules`.
//!
//! Invariants: every answer that is timed is compared with the naive one first, on the same inputs; both are timed in
//! the same run, so the ratio says something on a loaded machine, too; the inputs are the same in every run.

#![allow(clippy::print_stdout)]

mod rummikub;
mod stopwatch;
mod tichu;

fn main() {
    // An argument keeps the rows that contain it: `cargo bench -p parlour-rules -- deadwood`.
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let mut table = stopwatch::Table::new(only);
    tichu::rows(&mut table);
    rummikub::rows(&mut table);
}

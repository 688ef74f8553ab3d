//! The referee asked by lines: every line of the collections, hand-made ones, hands at random, streams, and what
//! the documents show.

mod docs;
mod hands;
mod json;
mod lines;
mod streams;

/// The lines of a data file that are no remarks.
fn cases(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

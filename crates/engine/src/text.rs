//! Reading the one-line notations of actions and events, word by word.
//!
//! Invariant: an error says what was expected and never repeats its input, so a hostile text cannot make a message
//! long.

use std::str::FromStr;

use thiserror::Error;

/// A text that is not in the notation; it names what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {0}")]
pub struct NotationFault(pub(crate) &'static str);

/// The words of a line that are still to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    /// All words of a text.
    pub(crate) fn new(text: &'a str) -> Words<'a> {
        Words(text.trim())
    }

    /// Takes the next word.
    pub(crate) fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.0 = self.0[word.len()..].trim_start();
        Some(word)
    }

    /// The next word, without taking it.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.0.split_whitespace().next()
    }

    /// Takes the next word, which is this one.
    pub(crate) fn literal(&mut self, word: &'static str) -> Result<(), NotationFault> {
        if self.next() == Some(word) { Ok(()) } else { Err(NotationFault(word)) }
    }

    /// Takes the next word as a value; `what` names it in an error.
    pub(crate) fn value<T: FromStr>(&mut self, what: &'static str) -> Result<T, NotationFault> {
        self.next().and_then(|word| word.parse().ok()).ok_or(NotationFault(what))
    }

    /// Takes words as values for as long as they are such.
    pub(crate) fn values<T: FromStr>(&mut self) -> Vec<T> {
        let mut values = Vec::new();
        while let Some(value) = self.peek().and_then(|word| word.parse().ok()) {
            values.push(value);
            self.next();
        }
        values
    }

    /// All that is left.
    pub(crate) fn rest(self) -> &'a str {
        self.0
    }

    /// All that is left as a value; `what` names it in an error.
    pub(crate) fn rest_as<T: FromStr>(self, what: &'static str) -> Result<T, NotationFault> {
        self.0.parse().map_err(|_| NotationFault(what))
    }

    /// Makes sure that nothing is left.
    pub(crate) fn end(self) -> Result<(), NotationFault> {
        if self.0.is_empty() { Ok(()) } else { Err(NotationFault("the end of the line")) }
    }
}

/// Reads a value that is hidden from a viewer as `?`.
pub(crate) fn unless_hidden<T: FromStr>(text: &str, what: &'static str) -> Result<Option<T>, NotationFault> {
    match text.trim() {
        "?" => Ok(None),
        text => text.parse().map(Some).map_err(|_| NotationFault(what)),
    }
}

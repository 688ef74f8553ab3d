//! Reading and writing the notations of both games: lines word by word, and texts line by line.
//!
//! Invariant: an error says what was expected and never repeats its input, so a hostile text cannot make a message
//! long.

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::{BySeat, LineFault};

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

/// The values of all seats, with `/` between two.
pub(crate) fn by_seat<T>(
    text: &str,
    read: impl FnMut(&str) -> Result<T, NotationFault>,
) -> Result<BySeat<T>, NotationFault> {
    let values: Vec<T> = text.split('/').map(read).collect::<Result<_, _>>()?;
    BySeat::from_values(values).ok_or(NotationFault("a value for each seat"))
}

/// Puts a part of a text into its place, where none may be yet.
pub(crate) fn put<T>(place: &mut Option<T>, value: T) -> Result<(), NotationFault> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(NotationFault("each part of a position once")),
    }
}

/// What is read line by line, and made when all lines are read.
pub(crate) trait Lines: Default {
    /// What the lines say.
    type Whole;
    /// Reads a line, which may be blank.
    fn read(&mut self, words: Words<'_>) -> Result<(), NotationFault>;
    /// What all lines say.
    fn finish(self) -> Result<Self::Whole, NotationFault>;

    /// Reads a text. What lacks at its end is a fault of its last line.
    fn whole(text: &str) -> Result<Self::Whole, LineFault> {
        let mut draft = Self::default();
        let mut last = 1;
        let of_line = |line| move |fault: NotationFault| LineFault { line, reason: fault.to_string() };
        for (line, words) in (1..).zip(text.lines()) {
            last = line;
            draft.read(Words::new(words)).map_err(of_line(line))?;
        }
        draft.finish().map_err(of_line(last))
    }
}

/// Values with a separator between two.
pub(crate) struct Joined<'a, T>(pub(crate) &'a str, pub(crate) T);

impl<T: Iterator<Item: Display> + Clone> Display for Joined<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, value) in self.1.clone().enumerate() {
            let separator = if place == 0 { "" } else { self.0 };
            write!(f, "{separator}{value}")?;
        }
        Ok(())
    }
}

/// A value, or `?` for a viewer who may not know it.
pub(crate) struct OrHidden<T>(pub(crate) Option<T>);

impl<T: Display> Display for OrHidden<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("?"),
        }
    }
}

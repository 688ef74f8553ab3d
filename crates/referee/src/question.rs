//! What can be asked of the referee.
//!
//! Invariant: the name of a question is its name on the command line and in the address of the HTTP interface.

use crate::{Answer, LineFault, rummikub, tichu};

/// A kind of question; each takes lines of its own form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// `PREVIOUS PLAY`, two words: may the cards be played on what lies? `-` as the first word is a lead (T6 to T10).
    Tichu,
    /// `HAND | TRICK | WISH`: all that the hand may play; `-` for no trick and for no wish (T11, T19, T20).
    TichuPlays,
    /// A meld, tiles as laid: is it a set or a run? (R3 to R7)
    Rummikub,
    /// 14 or 15 tiles: are they complete, or what is the least deadwood? (R15, R18)
    RummikubHand,
}

impl Question {
    /// Every question.
    pub const ALL: [Question; 4] =
        [Question::Tichu, Question::TichuPlays, Question::Rummikub, Question::RummikubHand];

    /// The most bytes of a line that is read, its end not counted.
    pub const MOST_BYTES: usize = 1_024;

    /// Its name: `tichu`, `tichu-plays`, `rummikub` or `rummikub-hand`.
    pub const fn name(self) -> &'static str {
        match self {
            Question::Tichu => "tichu",
            Question::TichuPlays => "tichu-plays",
            Question::Rummikub => "rummikub",
            Question::RummikubHand => "rummikub-hand",
        }
    }

    /// The question of this name.
    pub fn named(name: &str) -> Option<Question> {
        Question::ALL.into_iter().find(|question| question.name() == name)
    }

    /// The answer to one line, without its end.
    ///
    /// ```
    /// use parlour_referee::Question;
    ///
    /// assert_eq!(Question::Rummikub.ask("R5 J R7").to_string(), "valid run");
    /// assert_eq!(Question::Tichu.ask("77 6P").to_string(), "illegal does_not_beat");
    /// assert_eq!(Question::Tichu.ask("77").to_string(), "error wrong_fields");
    /// ```
    pub fn ask(self, line: &str) -> Answer {
        if line.len() > Question::MOST_BYTES {
            return LineFault::LineTooLong.into();
        }
        if line.contains('\n') {
            return LineFault::SeveralLines.into();
        }
        let answered = match self {
            Question::Tichu => tichu::play(line),
            Question::TichuPlays => tichu::plays(line),
            Question::Rummikub => rummikub::meld(line),
            Question::RummikubHand => rummikub::hand(line),
        };
        answered.unwrap_or_else(Answer::from)
    }
}

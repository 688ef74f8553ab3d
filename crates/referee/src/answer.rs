//! What the referee says to one line.
//!
//! Invariants: an answer is one line of text; the text and the JSON hold the same words and codes; nothing is allocated
//! to make or to show one.

use std::fmt;

use parlour_rules::rummikub::{Layout, Meld, MeldFault, MeldKind, Throw, Tile, Tiles};
use parlour_rules::tichu::{Cards, Combination, Fault, Play, Rank, Turn};
use serde::{Serialize, Serializer};

use crate::LineFault;

/// The answer to a line. As text `valid run` or `deadwood 12 : R1 R2 R3 / K9 K11`, in JSON
/// `{"answer":"valid","kind":"run"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// The tiles are a meld.
    Valid {
        /// Set or run.
        kind: MeldKind,
        /// What its joker may stand for; empty without one.
        joker: Tiles,
    },
    /// The tiles are no meld.
    Invalid {
        /// The first fault.
        code: MeldFault,
    },
    /// The cards may be played.
    Legal,
    /// The cards may not be played.
    Illegal {
        /// Why not.
        code: Fault,
    },
    /// All tiles of the hand fit into melds.
    Complete {
        /// The melds.
        layout: Layout,
        /// What to throw; only for 15 tiles.
        #[serde(rename = "throw", skip_serializing_if = "Option::is_none")]
        advice: Option<Advice>,
    },
    /// Some tiles of the hand fit into no meld.
    Deadwood {
        /// What they cost: the face values, 30 for a joker. No layout leaves less.
        points: u32,
        /// The melds.
        layout: Layout,
        /// The tiles in none.
        rest: Tiles,
        /// What to throw; only for 15 tiles.
        #[serde(rename = "throw", skip_serializing_if = "Option::is_none")]
        advice: Option<Advice>,
    },
    /// All that a hand may play.
    Plays(Plays),
    /// The line is no question.
    Error {
        /// Why not.
        code: LineFault,
    },
}

/// The best tile to throw, and what the other 14 need then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// The tile.
    pub tile: Tile,
    /// The tiles to exchange until a win, at least; 0 is a win.
    pub distance: u8,
    /// The tiles that bring it nearer.
    pub useful: Tiles,
}

/// Every legal play of a turn, found anew each time they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plays(pub Turn);

impl Answer {
    /// Whether the line was no question.
    pub fn is_error(&self) -> bool {
        matches!(self, Answer::Error { .. })
    }
}

impl From<LineFault> for Answer {
    fn from(code: LineFault) -> Answer {
        Answer::Error { code }
    }
}

impl From<Result<Meld, MeldFault>> for Answer {
    fn from(judged: Result<Meld, MeldFault>) -> Answer {
        match judged {
            Ok(Meld { kind, joker }) => Answer::Valid { kind, joker },
            Err(code) => Answer::Invalid { code },
        }
    }
}

impl From<Result<Play, Fault>> for Answer {
    fn from(judged: Result<Play, Fault>) -> Answer {
        match judged {
            Ok(_) => Answer::Legal,
            Err(code) => Answer::Illegal { code },
        }
    }
}

impl From<Throw> for Advice {
    fn from(Throw { tile, reach }: Throw) -> Advice {
        Advice { tile, distance: reach.distance, useful: reach.useful }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let throw = |f: &mut fmt::Formatter<'_>, advice: &Option<Advice>| match advice {
            Some(Advice { tile, .. }) => write!(f, " : throw {tile}"),
            None => Ok(()),
        };
        match self {
            Answer::Valid { kind: MeldKind::Set, .. } => f.write_str("valid set"),
            Answer::Valid { kind: MeldKind::Run, .. } => f.write_str("valid run"),
            Answer::Invalid { code } => write!(f, "invalid {code}"),
            Answer::Legal => f.write_str("legal"),
            Answer::Illegal { code } => write!(f, "illegal {code}"),
            Answer::Complete { layout, advice } => {
                write!(f, "complete : {layout}")?;
                throw(f, advice)
            }
            Answer::Deadwood { points, layout, rest, advice } => {
                write!(f, "deadwood {points} : ")?;
                if !layout.is_empty() {
                    write!(f, "{layout} / ")?;
                }
                write!(f, "{rest}")?;
                throw(f, advice)
            }
            Answer::Plays(plays) => plays.fmt(f),
            Answer::Error { code } => write!(f, "error {code}"),
        }
    }
}

impl Plays {
    /// How many plays there are.
    pub fn count(&self) -> usize {
        let mut count = 0;
        self.0.each_legal_play(|_| count += 1);
        count
    }

    /// Whether the seat may pass instead (T11, T19).
    pub fn may_pass(&self) -> bool {
        self.0.judge_pass().is_ok()
    }
}

/// `plays 2 : 5j / 6s P as 6 : pass`: how many; the plays, `-` for none; and whether the seat may pass. `as` says what
/// must be stated of the Phoenix (T9).
impl fmt::Display for Plays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count();
        write!(f, "plays {count} : ")?;
        let mut written = f.write_str(if count == 0 { "-" } else { "" });
        let mut between = "";
        self.0.each_legal_play(|play| {
            written = written.and_then(|()| write!(f, "{between}{}", play.cards));
            if let Some(rank) = play.stated() {
                written = written.and_then(|()| write!(f, " as {rank}"));
            }
            between = " / ";
        });
        written?;
        f.write_str(if self.may_pass() { " : pass" } else { "" })
    }
}

/// `{"plays":[{"cards":..,"combination":..,"phoenix":..}],"pass":true}`.
impl Serialize for Plays {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct One {
            cards: Cards,
            combination: Combination,
            #[serde(skip_serializing_if = "Option::is_none")]
            phoenix: Option<Rank>,
        }
        #[derive(Serialize)]
        struct All {
            plays: Vec<One>,
            pass: bool,
        }
        let mut plays = Vec::new();
        self.0.each_legal_play(|Play { cards, combination, phoenix }| {
            plays.push(One { cards, combination, phoenix });
        });
        All { plays, pass: self.may_pass() }.serialize(serializer)
    }
}

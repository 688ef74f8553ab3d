//! A case of the counts: where a match stands, and in how many ways it goes on.
//!
//! A file is like the head of a transcript, with a line for each depth behind it; `#` begins a comment:
//!
//! ```text
//! # What the position is about.
//! game tichu
//! variant bomb_window_ms=0
//! position
//!   round 1
//!   ..
//! 1 8
//! 2 48
//! ```

use parlour_engine::perft::perft;
use parlour_engine::{Game, GameKind, rummikub, tichu};

/// A case as its file states it.
pub(crate) struct Case {
    kind: GameKind,
    variant: String,
    position: String,
    /// Depths with their counts.
    pub(crate) counts: Vec<(u32, u64)>,
}

impl Case {
    /// Reads a case, or answers what is wrong with the first bad line.
    pub(crate) fn read(text: &str) -> Result<Case, String> {
        let (mut kind, mut variant, mut position, mut counts) = (None, "", String::new(), Vec::new());
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "" => position += &format!("{}\n", line.trim()),
                "game" => kind = Some(rest.parse()?),
                "variant" => variant = rest,
                "position" => {}
                depth => {
                    let numbers = depth.parse().ok().zip(rest.parse().ok());
                    counts.push(numbers.ok_or_else(|| format!("not a depth and its count: {line}"))?);
                }
            }
        }
        let kind = kind.ok_or("no line says which game it is")?;
        Ok(Case { kind, variant: variant.to_owned(), position, counts })
    }

    /// Counts the sequences of this depth.
    pub(crate) fn count(&self, depth: u32) -> Result<u64, String> {
        match self.kind {
            GameKind::Rummikub => Ok(perft(&self.start::<rummikub::Match>()?, depth)),
            GameKind::Tichu => Ok(perft(&self.start::<tichu::Match>()?, depth)),
        }
    }

    fn start<G: Game>(&self) -> Result<G, String> {
        let variant = self.variant.parse::<G::Variant>().map_err(|fault| fault.to_string())?;
        let position = self.position.parse::<G::Position>().map_err(|fault| fault.to_string())?;
        G::from_position(variant, position).map_err(|fault| fault.to_string())
    }
}

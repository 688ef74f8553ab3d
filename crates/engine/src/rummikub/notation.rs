//! Actions and events as one line of text, both ways.
//!
//! ```text
//! take pool                       dealt round 1 starter 0 pool 26 : R1 R2 .. / K1 K2 ..
//! take discards                   timed_out 0
//! throw R5                        took 0 pool R5
//! declare O13 : R1 R2 R3 / ..     threw 0 R5
//!                                 reshuffled 11
//!                                 refused 0 left 2 points 0 1 : gap in meld 2, tiles_left_over B11
//!                                 declared 0 O13 : R1 R2 R3 / ..
//!                                 round_ended 1 won 0 O13 points 1 0 : R1 R2 R3 / .. : - / K1 K2 ..
//!                                 round_ended 1 drawn points 0 0 : R1 R2 .. / K1 K2 ..
//!                                 match_ended winners 0 totals 3 2
//! ```
//!
//! Invariant: what is written is read back as the same value. What a viewer may not know is `?`.

use std::fmt;
use std::str::FromStr;

use parlour_rules::rummikub::Fault;

use super::{Action, Event, RoundResult, Source};
use crate::BySeat;
use crate::text::{Joined, NotationFault, OrHidden, Words, by_seat, unless_hidden};

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::Pool => "pool",
            Source::Discards => "discards",
        })
    }
}

impl FromStr for Source {
    type Err = NotationFault;

    fn from_str(text: &str) -> Result<Source, NotationFault> {
        match text {
            "pool" => Ok(Source::Pool),
            "discards" => Ok(Source::Discards),
            _ => Err(NotationFault("pool or discards")),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Take { from } => write!(f, "take {from}"),
            Action::Throw { tile } => write!(f, "throw {tile}"),
            Action::Declare { throw, layout } => write!(f, "declare {throw} : {layout}"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationFault;

    fn from_str(text: &str) -> Result<Action, NotationFault> {
        let mut words = Words::new(text);
        let action = match words.next() {
            Some("take") => Action::Take { from: words.value("pool or discards")? },
            Some("throw") => Action::Throw { tile: words.value("a tile")? },
            Some("declare") => {
                let throw = words.value("a tile")?;
                words.literal(":")?;
                return Ok(Action::Declare { throw, layout: words.rest_as("a layout")? });
            }
            _ => return Err(NotationFault("take, throw or declare")),
        };
        words.end()?;
        Ok(action)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Dealt { round, starter, racks, pool } => {
                let racks = Joined(" / ", racks.values().map(|rack| OrHidden(*rack)));
                write!(f, "dealt round {round} starter {starter} pool {pool} : {racks}")
            }
            Event::TimedOut { seat } => write!(f, "timed_out {seat}"),
            Event::Took { seat, from, tile } => write!(f, "took {seat} {from} {}", OrHidden(*tile)),
            Event::Threw { seat, tile } => write!(f, "threw {seat} {tile}"),
            Event::Reshuffled { pool } => write!(f, "reshuffled {pool}"),
            Event::Refused { seat, faults, left, points } => {
                let points = Joined(" ", points.values());
                let faults = OrHidden(faults.as_ref().map(|faults| Joined(", ", faults.iter())));
                write!(f, "refused {seat} left {left} points {points} : {faults}")
            }
            Event::Declared { seat, throw, layout } => write!(f, "declared {seat} {throw} : {layout}"),
            Event::RoundEnded { result } => write!(f, "round_ended {result}"),
            Event::MatchEnded { winners, totals } => {
                let (winners, totals) = (Joined(" ", winners.iter()), Joined(" ", totals.values()));
                write!(f, "match_ended winners {winners} totals {totals}")
            }
        }
    }
}

impl fmt::Display for RoundResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = Joined(" ", self.points.values());
        let racks = Joined(" / ", self.racks.values());
        let round = self.round;
        match (self.winner, self.throw, &self.layout) {
            (Some(winner), Some(throw), Some(layout)) => {
                write!(f, "{round} won {winner} {throw} points {points} : {layout} : {racks}")
            }
            _ => write!(f, "{round} drawn points {points} : {racks}"),
        }
    }
}

impl FromStr for Event {
    type Err = NotationFault;

    fn from_str(text: &str) -> Result<Event, NotationFault> {
        let mut words = Words::new(text);
        let event = match words.next() {
            Some("dealt") => {
                words.literal("round")?;
                let round = words.value("a round's number")?;
                words.literal("starter")?;
                let starter = words.value("a seat")?;
                words.literal("pool")?;
                let pool = words.value("a number of tiles")?;
                words.literal(":")?;
                let racks = by_seat(words.rest(), |rack| unless_hidden(rack, "a rack"))?;
                return Ok(Event::Dealt { round, starter, racks, pool });
            }
            Some("timed_out") => Event::TimedOut { seat: words.value("a seat")? },
            Some("took") => {
                let (seat, from) = (words.value("a seat")?, words.value("pool or discards")?);
                let tile = unless_hidden(words.next().unwrap_or_default(), "a tile")?;
                Event::Took { seat, from, tile }
            }
            Some("threw") => Event::Threw { seat: words.value("a seat")?, tile: words.value("a tile")? },
            Some("reshuffled") => Event::Reshuffled { pool: words.value("a number of tiles")? },
            Some("refused") => {
                let seat = words.value("a seat")?;
                words.literal("left")?;
                let left = words.value("a number of declarations")?;
                let points = points(&mut words)?;
                words.literal(":")?;
                let faults = match words.rest() {
                    "?" => None,
                    faults => Some(faults.split(", ").map(fault).collect::<Result<_, _>>()?),
                };
                return Ok(Event::Refused { seat, faults, left, points });
            }
            Some("declared") => {
                let (seat, throw) = (words.value("a seat")?, words.value("a tile")?);
                words.literal(":")?;
                return Ok(Event::Declared { seat, throw, layout: words.rest_as("a layout")? });
            }
            Some("round_ended") => {
                return Ok(Event::RoundEnded { result: words.rest_as("a round's result")? });
            }
            Some("match_ended") => {
                words.literal("winners")?;
                let winners = words.values();
                words.literal("totals")?;
                Event::MatchEnded { winners, totals: numbers(&mut words)? }
            }
            _ => return Err(NotationFault("an event's name")),
        };
        words.end()?;
        Ok(event)
    }
}

impl FromStr for RoundResult {
    type Err = NotationFault;

    fn from_str(text: &str) -> Result<RoundResult, NotationFault> {
        let mut words = Words::new(text);
        let round = words.value("a round's number")?;
        let (winner, throw) = match words.next() {
            Some("won") => (Some(words.value("a seat")?), Some(words.value("a tile")?)),
            Some("drawn") => (None, None),
            _ => return Err(NotationFault("won or drawn")),
        };
        let points = points(&mut words)?;
        words.literal(":")?;
        let (layout, racks) = match winner {
            Some(_) => {
                let (layout, racks) =
                    words.rest().split_once(':').ok_or(NotationFault("a layout, then the racks"))?;
                (Some(layout.parse().map_err(|_| NotationFault("a layout"))?), racks)
            }
            None => (None, words.rest()),
        };
        let racks = by_seat(racks, |rack| rack.parse().map_err(|_| NotationFault("a rack")))?;
        Ok(RoundResult { round, winner, layout, throw, racks, points })
    }
}

/// `points` and a number for each seat.
fn points(words: &mut Words<'_>) -> Result<BySeat<i32>, NotationFault> {
    words.literal("points")?;
    numbers(words)
}

/// A number for each seat.
pub(super) fn numbers(words: &mut Words<'_>) -> Result<BySeat<i32>, NotationFault> {
    BySeat::from_values(words.values()).ok_or(NotationFault("a number for each seat"))
}

fn fault(text: &str) -> Result<Fault, NotationFault> {
    text.trim().parse().map_err(|_| NotationFault("a fault of a declaration"))
}

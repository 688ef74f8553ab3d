//! Where a match of Rummikub stands, and its text: one line for each part.
//!
//! ```text
//! round 2                         the round that is played, or was played last; 1 when left out
//! starter 1                       the seat that began it; 0 when left out
//! totals 1 0                      points of the rounds that are over; zeros when left out and there are racks
//! rack 0 R1 R2 R3 ..              one line for each seat, in order
//! rack 1 K1 K2 K3 ..
//! pool B5 J ..                    the tile that is taken next comes first
//! discards 0:R9 1:K4              in the order thrown, each with its seat; none when left out
//! reshuffled 1                    reshuffles of this round; 0 when left out
//! turns 12                        turns of this round that are over; 0 when left out
//! penalties 0 1                   points for refused declarations in this round; zeros when left out
//! seed 00..                       the round's seed, for reshuffles to come; zeros when left out
//! turn 1 take                     or: turn 1 throw R5 discards refused 2, the tile taken and where from
//! ```
//!
//! A position between rounds has no line after `totals`, and one before the first deal says `round 0`.
//! Blank lines are skipped. Invariant: the text of a position is read back as that position.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use parlour_rules::rummikub::{Tile, Tiles};

use super::notation::numbers;
use super::{Round, Source, Stage, Thrown, Variant};
use crate::text::{Lines, NotationFault, Words, put};
use crate::{BySeat, LineFault, PositionFault, Seat, Seed};

/// Where a match stands, with all its secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The number of the round that is played or was played last; 0 before the first deal.
    pub round: u16,
    /// The seat that began that round (R2); none before the first deal.
    pub starter: Option<Seat>,
    /// Points of the rounds that are over, each from 0 to 1,000,000.
    pub totals: BySeat<i32>,
    /// The round that is played; none between rounds.
    pub playing: Option<Round>,
}

impl Position {
    /// The position before the first deal.
    pub(super) fn start(seats: usize) -> Position {
        Position { round: 0, starter: None, totals: BySeat::new(seats, |_| 0), playing: None }
    }

    /// Whether a match can stand so, under options that make sense.
    pub(super) fn check(&self, variant: &Variant) -> Result<(), PositionFault> {
        let seats = usize::from(variant.seats);
        let fault = |part, must| Err(PositionFault::Part { part, must });
        if self.totals.len() != seats || self.totals.values().any(|total| !(0..=1_000_000).contains(total)) {
            return fault("totals", "be a number from 0 to 1,000,000 for each seat");
        }
        if self.starter.is_some() != (self.round > 0)
            || self.starter.is_some_and(|seat| seat.index() >= seats)
        {
            return fault("starter", "name a seat of the table, unless no round was dealt");
        }
        match &self.playing {
            Some(_) if self.round == 0 => fault("round", "be 1 or more while a round is played"),
            Some(round) => round.check(variant),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}", self.round)?;
        if let Some(starter) = self.starter {
            write!(f, "\nstarter {starter}")?;
        }
        f.write_str("\ntotals")?;
        self.totals.values().try_for_each(|total| write!(f, " {total}"))?;
        match &self.playing {
            Some(round) => write!(f, "\n{round}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, rack) in self.racks.iter() {
            writeln!(f, "rack {seat} {rack}")?;
        }
        f.write_str("pool")?;
        self.pool.iter().try_for_each(|tile| write!(f, " {tile}"))?;
        f.write_str("\ndiscards")?;
        self.discards.iter().try_for_each(|Thrown { seat, tile }| write!(f, " {seat}:{tile}"))?;
        write!(f, "\nreshuffled {}\nturns {}\npenalties", self.reshuffled, self.turns)?;
        self.penalties.values().try_for_each(|points| write!(f, " {points}"))?;
        write!(f, "\nseed {}\nturn {} {}", self.seed, self.turn, self.stage)
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Take => f.write_str("take"),
            Stage::Throw { taken, from, refused } => write!(f, "throw {taken} {from} refused {refused}"),
        }
    }
}

impl FromStr for Position {
    type Err = LineFault;

    fn from_str(text: &str) -> Result<Position, LineFault> {
        Draft::whole(text)
    }
}

/// The parts of a position that were read so far.
#[derive(Default)]
struct Draft {
    round: Option<u16>,
    starter: Option<Seat>,
    totals: Option<BySeat<i32>>,
    racks: Vec<Tiles>,
    pool: Option<VecDeque<Tile>>,
    discards: Option<Vec<Thrown>>,
    reshuffled: Option<u8>,
    turns: Option<u16>,
    penalties: Option<BySeat<i32>>,
    seed: Option<Seed>,
    turn: Option<(Seat, Stage)>,
}

impl Lines for Draft {
    type Whole = Position;

    fn read(&mut self, mut words: Words<'_>) -> Result<(), NotationFault> {
        let Some(part) = words.next() else { return Ok(()) };
        match part {
            "round" => put(&mut self.round, words.value("a round's number")?)?,
            "starter" => put(&mut self.starter, words.value("a seat")?)?,
            "totals" => put(&mut self.totals, numbers(&mut words)?)?,
            "rack" => {
                let seat: Seat = words.value("a seat")?;
                if seat.index() != self.racks.len() {
                    return Err(NotationFault("the racks in the order of seats"));
                }
                self.racks.push(words.rest_as("tiles, none more than twice")?);
                return Ok(());
            }
            "pool" => put(&mut self.pool, words.values().into())?,
            "discards" => put(&mut self.discards, thrown(&mut words)?)?,
            "reshuffled" => put(&mut self.reshuffled, words.value("a number of reshuffles")?)?,
            "turns" => put(&mut self.turns, words.value("a number of turns")?)?,
            "penalties" => put(&mut self.penalties, numbers(&mut words)?)?,
            "seed" => put(&mut self.seed, words.value("a seed of 64 hexadecimal digits")?)?,
            "turn" => put(&mut self.turn, (words.value("a seat")?, stage(&mut words)?))?,
            _ => return Err(NotationFault("a part of a position, such as rack, pool or turn")),
        }
        words.end()
    }

    fn finish(self) -> Result<Position, NotationFault> {
        let round = self.round.unwrap_or(1);
        let first = (round > 0).then(|| Seat::all(1).next().expect("there is a first seat"));
        let starter = self.starter.or(first);
        let Some((turn, stage)) = self.turn else {
            let parts = !self.racks.is_empty()
                || self.pool.is_some()
                || self.discards.is_some()
                || self.reshuffled.is_some()
                || self.turns.is_some()
                || self.penalties.is_some()
                || self.seed.is_some();
            return match self.totals {
                _ if parts => Err(NotationFault("a line: turn")),
                Some(totals) => Ok(Position { round, starter, totals, playing: None }),
                None => Err(NotationFault("a line: totals")),
            };
        };
        let zeros = BySeat::new(self.racks.len(), |_| 0);
        let playing = Round {
            racks: BySeat::new(self.racks.len(), |seat| self.racks[seat.index()]),
            pool: self.pool.unwrap_or_default(),
            discards: self.discards.unwrap_or_default(),
            reshuffled: self.reshuffled.unwrap_or(0),
            turns: self.turns.unwrap_or(0),
            turn,
            stage,
            penalties: self.penalties.unwrap_or_else(|| zeros.clone()),
            seed: self.seed.unwrap_or(Seed::new([0; 32])),
        };
        Ok(Position { round, starter, totals: self.totals.unwrap_or(zeros), playing: Some(playing) })
    }
}

/// Discards such as `0:R9 1:K4`.
fn thrown(words: &mut Words<'_>) -> Result<Vec<Thrown>, NotationFault> {
    let mut discards = Vec::new();
    while let Some(word) = words.next() {
        let read = word
            .split_once(':')
            .and_then(|(seat, tile)| Some(Thrown { seat: seat.parse().ok()?, tile: tile.parse().ok()? }));
        discards.push(read.ok_or(NotationFault("a discard such as 0:R9"))?);
    }
    Ok(discards)
}

/// How far a turn is: `take`, or `throw R5 pool refused 0`, whose last two words may be left out.
fn stage(words: &mut Words<'_>) -> Result<Stage, NotationFault> {
    match words.next() {
        Some("take") => Ok(Stage::Take),
        Some("throw") => {
            let taken = words.value("the tile taken")?;
            let from: Source = words.value("pool or discards")?;
            let refused = if words.peek().is_some() {
                words.literal("refused")?;
                words.value("a number of declarations")?
            } else {
                0
            };
            Ok(Stage::Throw { taken, from, refused })
        }
        _ => Err(NotationFault("take or throw")),
    }
}

//! The text of a position: one line for each part.
//!
//! ```text
//! round 2                         the round that is played, or was played last; 1 when left out
//! totals 120 80                   points of the teams; zeros when left out
//! hand 0 2j 3j ..                 one line a seat; empty when left out
//! next 0 5j 6j ..                 while grand tichu is asked for: the cards that the seat gets next
//! answer 0 grand                  an answer that was given, grand or decline
//! chosen 1 2j At 3s left 15       a choice for the exchange, and how often the seat may still choose
//! given 0 2j At 3s                what a seat gave; four lines or none
//! call 1 tichu                    a call, tichu or grand
//! out 2 1                         who is out, in order
//! wish 8                          the open wish
//! won 0 5j 5s ..                  cards won; none when left out
//! last 2 : 0 5j / 1 pass / ..     the last trick and who got it
//! trick 0 5j / 1 pass / 2 P       the trick on the table
//! turn 3                          or one of: grand, exchange, window, gift, over 0, over drawn
//! ```
//!
//! The last line says how the round stands; without it none is played. The cards of one `hand`, `next` or `won` may be
//! `rest`: all that no other line names. A step of a trick is a pass or the cards played, with `as 9` where the
//! Phoenix is to be read other than highest.
//!
//! Invariant: the text of a position is read back as that position.

use std::fmt::{self, Display};
use std::str::FromStr;

use parlour_rules::tichu::{Call, Cards, Combination, Rank, read, readings};

use super::notation::{Winner, by_team, call_of, cards, rank_after, word_of, write_rank};
use super::{Answering, CHOICES, Choosing, Exchange, Playing, Position, SEATS, Stage, Step, Table, Trick};
use crate::text::{Joined, Lines, NotationFault, Words, put};
use crate::{BySeat, LineFault, Seat};

impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}\ntotals {} {}", self.round, self.totals[0], self.totals[1])?;
        match &self.stage {
            Stage::Between => Ok(()),
            Stage::Grand(answering) => answering.fmt(f),
            Stage::Exchange(choosing) => choosing.fmt(f),
            Stage::Play(playing) => playing.fmt(f),
            Stage::Over { winner } => write!(f, "\nover {}", Winner(*winner)),
        }
    }
}

/// Writes a line for each seat that has a value.
fn lines<T: Display>(
    f: &mut fmt::Formatter<'_>,
    part: &str,
    values: impl Iterator<Item = (Seat, Option<T>)>,
) -> fmt::Result {
    for (seat, value) in values {
        if let Some(value) = value {
            write!(f, "\n{part} {seat} {value}")?;
        }
    }
    Ok(())
}

fn piles(f: &mut fmt::Formatter<'_>, part: &str, piles: &BySeat<Cards>) -> fmt::Result {
    lines(f, part, piles.iter().map(|(seat, cards)| (seat, Some(cards))))
}

fn calls(f: &mut fmt::Formatter<'_>, calls: &BySeat<Option<Call>>) -> fmt::Result {
    lines(f, "call", calls.iter().map(|(seat, call)| (seat, call.map(word_of))))
}

impl Display for Answering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        piles(f, "hand", &self.hands)?;
        piles(f, "next", &self.next)?;
        let word = |grand| if grand { "grand" } else { "decline" };
        lines(f, "answer", self.answers.iter().map(|(seat, answer)| (seat, answer.map(word))))?;
        f.write_str("\ngrand")
    }
}

impl Display for Choosing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        piles(f, "hand", &self.hands)?;
        calls(f, &self.calls)?;
        for (seat, chosen) in self.chosen.iter() {
            if let Some(chosen) = chosen {
                write!(f, "\nchosen {seat} {chosen} left {}", self.left[seat])?;
            }
        }
        f.write_str("\nexchange")
    }
}

impl Display for Playing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        piles(f, "hand", &self.hands)?;
        if let Some(given) = &self.given {
            lines(f, "given", given.iter().map(|(seat, exchange)| (seat, Some(exchange))))?;
        }
        calls(f, &self.calls)?;
        if !self.out.is_empty() {
            write!(f, "\nout {}", Joined(" ", self.out.iter()))?;
        }
        write_rank(f, "\nwish ", self.wish)?;
        piles(f, "won", &self.won)?;
        if let Some((seat, trick)) = &self.last_trick {
            write!(f, "\nlast {seat} : {trick}")?;
        }
        let trick = self.table.trick();
        if !trick.steps.is_empty() {
            write!(f, "\ntrick {trick}")?;
        }
        match self.table {
            Table::Turn { turn, .. } => write!(f, "\nturn {turn}"),
            Table::Window { .. } => f.write_str("\nwindow"),
            Table::Gift { .. } => f.write_str("\ngift"),
        }
    }
}

/// `0 5j / 1 pass / 2 7j P`: the steps in order.
impl Display for Trick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut on: Option<Combination> = None;
        for (place, step) in self.steps.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { " / " })?;
            match step {
                Step::Pass { seat } => write!(f, "{seat} pass")?,
                Step::Play { seat, cards, combination } => {
                    write!(f, "{seat} {cards}")?;
                    let readings = readings(*cards, on.as_ref());
                    let other = readings.iter().skip(1).find(|reading| reading.combination == *combination);
                    write_rank(f, " as ", other.and_then(|reading| reading.phoenix))?;
                    on = Some(*combination);
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Trick {
    type Err = NotationFault;

    fn from_str(text: &str) -> Result<Trick, NotationFault> {
        let mut on: Option<Combination> = None;
        let mut step = |text: &str| {
            let mut words = Words::new(text);
            let seat = words.value("a seat")?;
            if words.peek() == Some("pass") {
                words.literal("pass")?;
                words.end()?;
                return Ok(Step::Pass { seat });
            }
            let (cards, stated) = (cards(&mut words)?, rank_after(&mut words, "as")?);
            words.end()?;
            let reading = read(cards, stated, on.as_ref()).map_err(|_| NotationFault("a combination"))?;
            on = Some(reading.combination);
            Ok(Step::Play { seat, cards, combination: reading.combination })
        };
        let steps = text.split('/').map(&mut step).collect::<Result<_, _>>()?;
        Ok(Trick { steps })
    }
}

impl FromStr for Position {
    type Err = LineFault;

    fn from_str(text: &str) -> Result<Position, LineFault> {
        Draft::whole(text)
    }
}

/// The cards of a place, as far as they are known while lines are read.
#[derive(Clone, Copy)]
enum Pile {
    Cards(Cards),
    /// All that no line names.
    Rest,
}

impl FromStr for Pile {
    type Err = NotationFault;

    fn from_str(text: &str) -> Result<Pile, NotationFault> {
        match text {
            "rest" => Ok(Pile::Rest),
            text => text.parse().map(Pile::Cards).map_err(|_| NotationFault("cards, none twice, or rest")),
        }
    }
}

/// The parts of a position that were read so far.
#[derive(Default)]
struct Draft {
    round: Option<u16>,
    totals: Option<[i32; 2]>,
    hands: Parts<Pile>,
    next: Parts<Pile>,
    won: Parts<Pile>,
    answers: Parts<bool>,
    chosen: Parts<(Exchange, u8)>,
    given: Parts<Exchange>,
    calls: Parts<Call>,
    out: Option<Vec<Seat>>,
    wish: Option<Rank>,
    last_trick: Option<(Seat, Trick)>,
    trick: Option<Trick>,
    end: Option<End>,
}

/// The last line.
enum End {
    Grand,
    Exchange,
    Turn(Seat),
    Window,
    Gift,
    Over(Option<u8>),
}

/// A part that has a line for each seat.
type Parts<T> = [Option<T>; SEATS];

/// Puts all that is left of a line into the place of the seat that comes first.
fn put_of_seat<T>(
    parts: &mut Parts<T>,
    mut words: Words<'_>,
    read: impl FnOnce(Words<'_>) -> Result<T, NotationFault>,
) -> Result<(), NotationFault> {
    let seat: Seat = words.value("a seat")?;
    put(&mut parts[seat.index()], read(words)?)
}

impl Lines for Draft {
    type Whole = Position;

    fn read(&mut self, mut words: Words<'_>) -> Result<(), NotationFault> {
        let whole = words;
        let Some(part) = words.next() else { return Ok(()) };
        if self.end.is_some() {
            return Err(NotationFault("no line after the one that says how the round stands"));
        }
        match part {
            "hand" => return put_of_seat(&mut self.hands, words, |words| words.rest().parse()),
            "next" => return put_of_seat(&mut self.next, words, |words| words.rest().parse()),
            "won" => return put_of_seat(&mut self.won, words, |words| words.rest().parse()),
            "given" => return put_of_seat(&mut self.given, words, |words| words.rest().parse()),
            "call" => return put_of_seat(&mut self.calls, words, |words| call_of(words.rest())),
            "chosen" => return put_of_seat(&mut self.chosen, words, chosen),
            "answer" => {
                return put_of_seat(&mut self.answers, words, |words| match words.rest() {
                    "grand" => Ok(true),
                    "decline" => Ok(false),
                    _ => Err(NotationFault("grand or decline")),
                });
            }
            "last" => {
                let seat = words.value("a seat")?;
                words.literal(":")?;
                return put(&mut self.last_trick, (seat, words.rest().parse()?));
            }
            "trick" => return put(&mut self.trick, words.rest().parse()?),
            "round" => put(&mut self.round, words.value("a round's number")?)?,
            "totals" => {
                words = whole;
                let totals = by_team(&mut words, "totals")?;
                put(&mut self.totals, totals)?;
            }
            "out" => put(&mut self.out, words.values())?,
            "wish" => put(&mut self.wish, words.value("a rank")?)?,
            "grand" => self.end = Some(End::Grand),
            "exchange" => self.end = Some(End::Exchange),
            "turn" => self.end = Some(End::Turn(words.value("a seat")?)),
            "window" => self.end = Some(End::Window),
            "gift" => self.end = Some(End::Gift),
            "over" => {
                let Winner(winner) = words.value("a team or drawn")?;
                self.end = Some(End::Over(winner));
            }
            _ => return Err(NotationFault("a part of a position, such as hand, trick or turn")),
        }
        words.end()
    }

    fn finish(mut self) -> Result<Position, NotationFault> {
        self.fill_rest()?;
        let (round, totals) = (self.round.unwrap_or(1), self.totals.unwrap_or_default());
        let stage = match self.end.take() {
            None => Stage::Between,
            Some(End::Over(winner)) => Stage::Over { winner },
            Some(End::Grand) => Stage::Grand(Answering {
                hands: piles_of(self.hands),
                next: piles_of(self.next),
                answers: parts_of(self.answers),
            }),
            Some(End::Exchange) => Stage::Exchange(Choosing {
                hands: piles_of(self.hands),
                calls: parts_of(self.calls),
                left: BySeat::new(SEATS, |seat| self.chosen[seat.index()].map_or(CHOICES, |(_, left)| left)),
                chosen: BySeat::new(SEATS, |seat| self.chosen[seat.index()].map(|(chosen, _)| chosen)),
            }),
            Some(End::Turn(turn)) => Stage::Play(self.playing(|trick| Table::Turn { turn, trick })?),
            Some(End::Window) => Stage::Play(self.playing(|trick| Table::Window { trick })?),
            Some(End::Gift) => Stage::Play(self.playing(|trick| Table::Gift { trick })?),
        };
        Ok(Position { round, totals, stage })
    }
}

impl Draft {
    /// Puts the cards that no line names where a line says `rest`.
    fn fill_rest(&mut self) -> Result<(), NotationFault> {
        let table = self.trick.as_ref().map_or(Cards::EMPTY, Trick::cards);
        let piles = || self.hands.iter().chain(&self.next).chain(&self.won).flatten();
        let named = piles().fold(table, |named, pile| match pile {
            Pile::Cards(cards) => named.union(*cards),
            Pile::Rest => named,
        });
        if piles().filter(|pile| matches!(pile, Pile::Rest)).count() > 1 {
            return Err(NotationFault("rest in one place"));
        }
        for pile in self.hands.iter_mut().chain(&mut self.next).chain(&mut self.won).flatten() {
            if matches!(pile, Pile::Rest) {
                *pile = Pile::Cards(Cards::DECK.difference(named));
            }
        }
        Ok(())
    }

    fn playing(self, table: impl FnOnce(Trick) -> Table) -> Result<Playing, NotationFault> {
        let given: Vec<Exchange> = self.given.into_iter().flatten().collect();
        let given = match given.len() {
            0 => None,
            SEATS => BySeat::from_values(given),
            _ => return Err(NotationFault("what each seat gave, or no such line")),
        };
        Ok(Playing {
            hands: piles_of(self.hands),
            given,
            calls: parts_of(self.calls),
            out: self.out.unwrap_or_default(),
            wish: self.wish,
            won: piles_of(self.won),
            last_trick: self.last_trick,
            table: table(self.trick.unwrap_or_default()),
        })
    }
}

/// `2j At 3s left 15`; a choice without `left` is the seat's first.
fn chosen(words: Words<'_>) -> Result<(Exchange, u8), NotationFault> {
    match words.rest().split_once(" left ") {
        Some((cards, left)) => {
            Ok((cards.parse()?, left.parse().map_err(|_| NotationFault("a number of choices"))?))
        }
        None => Ok((words.rest().parse()?, CHOICES - 1)),
    }
}

fn parts_of<T>(parts: Parts<T>) -> BySeat<Option<T>> {
    BySeat::from_values(parts).expect("there is a part for each seat of a Tichu table")
}

fn piles_of(piles: Parts<Pile>) -> BySeat<Cards> {
    parts_of(piles).map(|_, pile| match pile {
        Some(Pile::Cards(cards)) => *cards,
        Some(Pile::Rest) | None => Cards::EMPTY,
    })
}

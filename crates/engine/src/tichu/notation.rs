//! Actions and events as one line of text, both ways.
//!
//! ```text
//! grand                          dealt round 1 count 8 : 2j 3j .. / ? / ? / ?
//! decline                        answered 0 decline
//! tichu                          grand_revealed 1 3                      or: grand_revealed -
//! exchange 2j At 3s              called 1
//! play 5j 6j 7s 8t P as 9        submitted 0 2j At 3s                    or: submitted 0 ?
//! play 1 wish 8                  exchanged leader 2 : 2j At 3s / ? / ? / ? : 5j 6j 7j / ? / ? / ?
//! pass                           timed_out 3
//! gift 1                         played 0 5j 6j 7s 8t P : straight 5 to 9
//!                                played 2 1 : single 1 : wish 8
//!                                wish_fulfilled 8
//!                                passed 1
//!                                went_out 1 place 2
//!                                dog_gave 0 to 2
//!                                window_opened
//!                                trick_taken 1 points 25
//!                                dragon_given 0 to 1 points 35
//!                                round_ended 1 out 0 2 3 calls tichu - - grand cards 60 40 points 160 -160 : - / 2j .. / - / -
//!                                match_ended 0 totals 1050 980           or: match_ended drawn totals 500 500
//! ```
//!
//! The three cards of an exchange go to the left, to the partner, to the right; those got come from there in the same order.
//!
//! Invariant: what is written is read back as the same value. What a viewer may not know is `?`.

use std::fmt::{self, Display};
use std::str::FromStr;

use parlour_rules::tichu::{Call, Card, Cards, Rank};

use super::{Action, Event, Exchange, RoundResult, SEATS};
use crate::text::{self, Joined, NotationFault, OrHidden, Words, unless_hidden};
use crate::{BySeat, Seat};

impl Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Joined(" ", self.cards().iter()).fmt(f)
    }
}

impl FromStr for Exchange {
    type Err = NotationFault;

    fn from_str(text: &str) -> Result<Exchange, NotationFault> {
        let mut words = Words::new(text);
        let mut card = || words.value("a card for each other seat");
        let exchange = Exchange { left: card()?, partner: card()?, right: card()? };
        words.end()?;
        Ok(exchange)
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Grand => f.write_str("grand"),
            Action::Decline => f.write_str("decline"),
            Action::Tichu => f.write_str("tichu"),
            Action::Exchange(exchange) => write!(f, "exchange {exchange}"),
            Action::Play { cards, phoenix, wish } => {
                write!(f, "play {cards}")?;
                write_rank(f, " as ", *phoenix)?;
                write_rank(f, " wish ", *wish)
            }
            Action::Pass => f.write_str("pass"),
            Action::Gift { to } => write!(f, "gift {to}"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationFault;

    fn from_str(text: &str) -> Result<Action, NotationFault> {
        let mut words = Words::new(text);
        let action = match words.next() {
            Some("grand") => Action::Grand,
            Some("decline") => Action::Decline,
            Some("tichu") => Action::Tichu,
            Some("exchange") => {
                return Ok(Action::Exchange(words.rest_as("three cards")?));
            }
            Some("play") => Action::Play {
                cards: cards(&mut words)?,
                phoenix: rank_after(&mut words, "as")?,
                wish: rank_after(&mut words, "wish")?,
            },
            Some("pass") => Action::Pass,
            Some("gift") => Action::Gift { to: words.value("a seat")? },
            _ => return Err(NotationFault("grand, decline, tichu, exchange, play, pass or gift")),
        };
        words.end()?;
        Ok(action)
    }
}

impl Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Dealt { round, cards, count } => {
                let cards = Joined(" / ", cards.values().map(|cards| OrHidden(*cards)));
                write!(f, "dealt round {round} count {count} : {cards}")
            }
            Event::Answered { seat, grand } => {
                let answer = OrHidden(grand.map(|grand| if grand { "grand" } else { "decline" }));
                write!(f, "answered {seat} {answer}")
            }
            Event::GrandRevealed { callers } if callers.is_empty() => f.write_str("grand_revealed -"),
            Event::GrandRevealed { callers } => {
                let callers: Vec<Seat> = callers.iter().collect();
                write!(f, "grand_revealed {}", Joined(" ", callers.iter()))
            }
            Event::Called { seat } => write!(f, "called {seat}"),
            Event::Submitted { seat, exchange } => write!(f, "submitted {seat} {}", OrHidden(*exchange)),
            Event::Exchanged { given, received, leader } => {
                let given = Joined(" / ", given.values().map(|cards| OrHidden(*cards)));
                let received = Joined(" / ", received.values().map(|cards| OrHidden(*cards)));
                write!(f, "exchanged leader {leader} : {given} : {received}")
            }
            Event::TimedOut { seat } => write!(f, "timed_out {seat}"),
            Event::Played { seat, cards, combination, wish } => {
                write!(f, "played {seat} {cards} : {combination}")?;
                write_rank(f, " : wish ", *wish)
            }
            Event::WishFulfilled { rank } => write!(f, "wish_fulfilled {rank}"),
            Event::Passed { seat } => write!(f, "passed {seat}"),
            Event::WentOut { seat, place } => write!(f, "went_out {seat} place {place}"),
            Event::DogGave { from, to } => write!(f, "dog_gave {from} to {to}"),
            Event::WindowOpened => f.write_str("window_opened"),
            Event::TrickTaken { seat, points } => write!(f, "trick_taken {seat} points {points}"),
            Event::DragonGiven { from, to, points } => {
                write!(f, "dragon_given {from} to {to} points {points}")
            }
            Event::RoundEnded { result } => write!(f, "round_ended {result}"),
            Event::MatchEnded { winner, totals } => {
                write!(f, "match_ended {} totals {}", Winner(*winner), Joined(" ", totals.iter()))
            }
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
                words.literal("count")?;
                let count = words.value("a number of cards")?;
                words.literal(":")?;
                let cards = by_seat(words.rest(), |cards| unless_hidden(cards, "cards"))?;
                return Ok(Event::Dealt { round, cards, count });
            }
            Some("answered") => {
                let seat = words.value("a seat")?;
                let grand = match words.next() {
                    Some("grand") => Some(true),
                    Some("decline") => Some(false),
                    Some("?") => None,
                    _ => return Err(NotationFault("grand, decline or ?")),
                };
                Event::Answered { seat, grand }
            }
            Some("grand_revealed") if words.peek() == Some("-") => {
                words.literal("-")?;
                Event::GrandRevealed { callers: [].into_iter().collect() }
            }
            Some("grand_revealed") => {
                Event::GrandRevealed { callers: words.values::<Seat>().into_iter().collect() }
            }
            Some("called") => Event::Called { seat: words.value("a seat")? },
            Some("submitted") => {
                let seat = words.value("a seat")?;
                return Ok(Event::Submitted { seat, exchange: unless_hidden(words.rest(), "three cards")? });
            }
            Some("exchanged") => {
                words.literal("leader")?;
                let leader = words.value("a seat")?;
                words.literal(":")?;
                let (given, received) = split(words.rest())?;
                let cards = |text: &str| unless_hidden(text, "three cards");
                return Ok(Event::Exchanged {
                    given: by_seat(given, cards)?,
                    received: by_seat(received, cards)?,
                    leader,
                });
            }
            Some("timed_out") => Event::TimedOut { seat: words.value("a seat")? },
            Some("played") => {
                let (seat, cards) = (words.value("a seat")?, cards(&mut words)?);
                words.literal(":")?;
                let (combination, wish) = words.rest().split_once(" : ").unwrap_or((words.rest(), ""));
                let combination = combination.parse().map_err(|_| NotationFault("a combination"))?;
                let mut words = Words::new(wish);
                let wish = rank_after(&mut words, "wish")?;
                words.end()?;
                return Ok(Event::Played { seat, cards, combination, wish });
            }
            Some("wish_fulfilled") => Event::WishFulfilled { rank: words.value("a rank")? },
            Some("passed") => Event::Passed { seat: words.value("a seat")? },
            Some("went_out") => {
                let seat = words.value("a seat")?;
                words.literal("place")?;
                Event::WentOut { seat, place: words.value("a place from 1 to 3")? }
            }
            Some("dog_gave") => {
                let from = words.value("a seat")?;
                words.literal("to")?;
                Event::DogGave { from, to: words.value("a seat")? }
            }
            Some("window_opened") => Event::WindowOpened,
            Some("trick_taken") => {
                let seat = words.value("a seat")?;
                words.literal("points")?;
                Event::TrickTaken { seat, points: words.value("card points")? }
            }
            Some("dragon_given") => {
                let from = words.value("a seat")?;
                words.literal("to")?;
                let to = words.value("a seat")?;
                words.literal("points")?;
                Event::DragonGiven { from, to, points: words.value("card points")? }
            }
            Some("round_ended") => {
                return Ok(Event::RoundEnded { result: words.rest_as("a round's result")? });
            }
            Some("match_ended") => {
                let Winner(winner) = words.value("a team or drawn")?;
                Event::MatchEnded { winner, totals: by_team(&mut words, "totals")? }
            }
            _ => return Err(NotationFault("an event's name")),
        };
        words.end()?;
        Ok(event)
    }
}

impl Display for RoundResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RoundResult { round, out, calls, cards, points, hands, double_victory: _ } = self;
        write!(f, "{round} out {} calls", Joined(" ", out.iter()))?;
        calls.values().try_for_each(|call| write!(f, " {}", call.map_or("-", word_of)))?;
        let (cards, points) = (Joined(" ", cards.iter()), Joined(" ", points.iter()));
        write!(f, " cards {cards} points {points} : {}", Joined(" / ", hands.values()))
    }
}

impl FromStr for RoundResult {
    type Err = NotationFault;

    fn from_str(text: &str) -> Result<RoundResult, NotationFault> {
        let mut words = Words::new(text);
        let round = words.value("a round's number")?;
        words.literal("out")?;
        let out: Vec<Seat> = words.values();
        words.literal("calls")?;
        let mut call = || match words.next() {
            Some("-") => Ok(None),
            Some(word) => call_of(word).map(Some),
            None => Err(NotationFault("a call of each seat")),
        };
        let calls = [call()?, call()?, call()?, call()?];
        let calls = BySeat::from_values(calls).ok_or(NotationFault("a call of each seat"))?;
        let (cards, points) = (by_team(&mut words, "cards")?, by_team(&mut words, "points")?);
        words.literal(":")?;
        let hands = by_seat(words.rest(), |hand| hand.parse().map_err(|_| NotationFault("cards")))?;
        Ok(RoundResult { round, double_victory: out.len() == 2, out, calls, cards, points, hands })
    }
}

/// The winning team, or `drawn`.
pub(super) struct Winner(pub(super) Option<u8>);

impl Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(team) => team.fmt(f),
            None => f.write_str("drawn"),
        }
    }
}

impl FromStr for Winner {
    type Err = NotationFault;

    fn from_str(text: &str) -> Result<Winner, NotationFault> {
        match text {
            "0" => Ok(Winner(Some(0))),
            "1" => Ok(Winner(Some(1))),
            "drawn" => Ok(Winner(None)),
            _ => Err(NotationFault("team 0 or 1, or drawn")),
        }
    }
}

/// The word for a call.
pub(super) fn word_of(call: Call) -> &'static str {
    match call {
        Call::Tichu => "tichu",
        Call::Grand => "grand",
    }
}

/// The call of this word.
pub(super) fn call_of(word: &str) -> Result<Call, NotationFault> {
    match word {
        "tichu" => Ok(Call::Tichu),
        "grand" => Ok(Call::Grand),
        _ => Err(NotationFault("tichu or grand")),
    }
}

/// Takes the cards that come next, at least one and none twice.
pub(super) fn cards(words: &mut Words<'_>) -> Result<Cards, NotationFault> {
    let list: Vec<Card> = words.values();
    let cards: Cards = list.iter().copied().collect();
    if cards.is_empty() || cards.len() < list.len() {
        return Err(NotationFault("cards, none twice"));
    }
    Ok(cards)
}

/// Takes a rank if this word comes before it.
pub(super) fn rank_after(words: &mut Words<'_>, word: &'static str) -> Result<Option<Rank>, NotationFault> {
    if words.peek() != Some(word) {
        return Ok(None);
    }
    words.literal(word)?;
    words.value("a rank").map(Some)
}

/// Writes a rank, if there is one, after some text.
pub(super) fn write_rank(f: &mut fmt::Formatter<'_>, before: &str, rank: Option<Rank>) -> fmt::Result {
    rank.map_or(Ok(()), |rank| write!(f, "{before}{rank}"))
}

/// Takes a number for each team, after this word.
pub(super) fn by_team(words: &mut Words<'_>, word: &'static str) -> Result<[i32; 2], NotationFault> {
    words.literal(word)?;
    Ok([words.value("points of a team")?, words.value("points of a team")?])
}

/// The two parts of a text with `:` between them.
fn split(text: &str) -> Result<(&str, &str), NotationFault> {
    text.split_once(':').ok_or(NotationFault("two parts with : between them"))
}

/// The values of four seats, with `/` between two.
fn by_seat<T>(
    text: &str,
    read: impl FnMut(&str) -> Result<T, NotationFault>,
) -> Result<BySeat<T>, NotationFault> {
    let values = text::by_seat(text, read).ok().filter(|values| values.len() == SEATS);
    values.ok_or(NotationFault("a value for each of four seats"))
}

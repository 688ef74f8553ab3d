//! Judges what one client is shown of its room: replies, numbers, prompts and cards.
//!
//! Invariants: a judge knows only what its client knows; what it has taken in is kept as a short transcript that is
//! printed beside a violation. Gaps in the numbers of a room are found by [`parlour_client::Client`].

use std::collections::VecDeque;
use std::sync::Arc;

use parlour_engine::{Seat, View, rummikub, tichu};
use parlour_protocol::{Command, Envelope, Event, Outcome, Push, Reply, ServerMessage, encode};
use parlour_rules::tichu::Cards;
use thiserror::Error;

use crate::witness::Witness;

/// A broken promise of the server.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Violation {
    /// An answer to nothing that was asked, or a second one.
    #[error("an answer to {0:?}, which was not asked or is answered already")]
    StrayReply(Option<u64>),
    /// A command was acknowledged before the frame that shows it.
    #[error("command {id} is said to be in frame {seq}, but the last frame is {last}")]
    NotShown {
        /// The command.
        id: u64,
        /// The frame that shows it.
        seq: u64,
        /// The last frame that arrived.
        last: u64,
    },
    /// An action was acknowledged and its frame tells of nothing that this seat did.
    #[error("frame {seq} acknowledges an action of seat {seat} and shows none")]
    NotInFrame {
        /// The frame.
        seq: u64,
        /// The seat.
        seat: Seat,
    },
    /// Another client of the room was told of other moves in the same frame.
    #[error(
        "frame {seq} tells of moves of {}, and another client was told of moves of {}",
        list(told),
        list(others)
    )]
    Disagrees {
        /// The frame.
        seq: u64,
        /// Who did something in it.
        told: Vec<Seat>,
        /// The same, as it was told to another.
        others: Vec<Seat>,
    },
    /// The number of the prompt went back.
    #[error("prompt {got} after prompt {last}")]
    PromptBack {
        /// The highest before.
        last: u64,
        /// The one that came.
        got: u64,
    },
    /// The cards or tiles do not add up.
    #[error("{0}")]
    Cards(String),
    /// The server refused what the referee calls legal, or could not read it.
    #[error("the legal command {id} was refused with {code}")]
    Refused {
        /// The command.
        id: u64,
        /// The code.
        code: String,
    },
    /// A frame is missing, or a message cannot be read.
    #[error("{0}")]
    Broken(String),
}

/// Seats in words.
fn list(seats: &[Seat]) -> String {
    match seats {
        [] => "nobody".to_owned(),
        seats => seats.iter().map(|seat| format!("seat {seat}")).collect::<Vec<_>>().join(", "),
    }
}

/// How many lines of its transcript a judge keeps, and of how many bytes that came at most.
const KEPT: usize = 40;
const KEPT_BYTES: usize = 16 * 1024;

/// A line of a judge's transcript; it is put into words only when it is wanted. All lines of all clients lie in memory that
/// nobody looks at, so they are small.
#[derive(Debug)]
enum Line {
    Sent(Box<Envelope>),
    Heard(Arc<str>),
    Lost,
}

impl Line {
    fn text(&self) -> String {
        match self {
            Line::Sent(envelope) => format!("> {}", encode(envelope)),
            Line::Heard(text) => format!("< {text}"),
            Line::Lost => "! the connection is lost".to_owned(),
        }
    }

    /// The bytes of what came.
    fn bytes(&self) -> usize {
        match self {
            Line::Heard(text) => text.len(),
            Line::Sent(_) | Line::Lost => 0,
        }
    }
}

/// The newest lines of what went either way.
#[derive(Debug, Default)]
struct Transcript {
    lines: VecDeque<Line>,
    /// The sum over the lines.
    bytes: usize,
}

impl Transcript {
    fn push(&mut self, line: Line) {
        self.bytes += line.bytes();
        self.lines.push_back(line);
        while self.lines.len() > KEPT || (self.bytes > KEPT_BYTES && self.lines.len() > 1) {
            let oldest = self.lines.pop_front().expect("there is more than one");
            self.bytes -= oldest.bytes();
        }
    }
}

/// The judge of one client.
#[derive(Debug, Default)]
pub struct Judge {
    seat: Option<Seat>,
    /// Commands that are not answered, and whether the frame that shows them comes before the answer.
    open: Vec<(u64, bool)>,
    /// The number of the last frame.
    seq: u64,
    /// The frames since the last snapshot, newest last, in which this seat did something.
    acted: VecDeque<u64>,
    prompt: u64,
    /// Cards that were played in the running round of Tichu.
    played: Cards,
    transcript: Transcript,
    /// What everybody of the room was told.
    witness: Arc<Witness>,
}

impl Judge {
    /// A judge of a client that knows nothing yet. Those of one room share the witness.
    pub(crate) fn beside(witness: Arc<Witness>) -> Judge {
        Judge { witness, ..Judge::default() }
    }

    /// A command goes out, for the first time or again.
    pub fn sends(&mut self, id: u64, command: &Command) {
        // Who joins gets a snapshot after the answer, and who leaves gets no frame any more.
        let shown = command.room().is_some() && !matches!(command, Command::Leave { .. });
        self.open.retain(|&(open, _)| open != id);
        self.open.push((id, shown));
        self.transcript.push(Line::Sent(Box::new(Envelope { id, command: command.clone() })));
    }

    /// The connection broke: what was asked will be asked again, or is no longer wanted.
    pub fn loses_connection(&mut self) {
        self.open.clear();
        self.transcript.push(Line::Lost);
    }

    /// The last lines that went either way, oldest first.
    pub fn transcript(&self) -> impl Iterator<Item = String> {
        self.transcript.lines.iter().map(Line::text)
    }

    /// A message came: what it says, and the text that said it.
    ///
    /// # Errors
    /// When it breaks a promise.
    pub fn hears(&mut self, text: Arc<str>, message: &ServerMessage) -> Result<(), Violation> {
        self.transcript.push(Line::Heard(text));
        match message {
            ServerMessage::Reply(reply) => self.reply(reply),
            ServerMessage::Push(push) => self.push(push),
        }
    }

    fn reply(&mut self, reply: &Reply) -> Result<(), Violation> {
        let asked = self.open.iter().position(|&(id, _)| reply.re == Some(id));
        let (id, shown) = self.open.swap_remove(asked.ok_or(Violation::StrayReply(reply.re))?);
        match reply.outcome {
            Outcome::Ok { seq: Some(seq), .. } if shown && seq > self.seq => {
                Err(Violation::NotShown { id, seq, last: self.seq })
            }
            _ => Ok(()),
        }
    }

    /// An action of this seat was acknowledged with the frame `seq`.
    ///
    /// # Errors
    /// When that frame came and shows nothing that the seat did.
    pub fn acknowledged(&self, seq: u64) -> Result<(), Violation> {
        match self.seat {
            // A frame that a snapshot contains is not seen by itself.
            Some(seat) if self.acted.front().is_some_and(|&first| first <= seq) => {
                self.acted.contains(&seq).then_some(()).ok_or(Violation::NotInFrame { seq, seat })
            }
            _ => Ok(()),
        }
    }

    fn push(&mut self, push: &Push) -> Result<(), Violation> {
        match push {
            Push::Snapshot { seq, state, .. } => {
                (self.seat, self.seq) = (state.you.seat, *seq);
                self.acted.clear();
                self.played = Cards::EMPTY;
                self.prompts(state.prompt.number)?;
                state.view.as_ref().map_or(Ok(()), adds_up)
            }
            Push::Events { seq, events, prompt, view, .. } => {
                self.seq = *seq;
                let actors = events.iter().filter_map(actor);
                self.witness.hears(*seq, actors.clone()).map_err(|others| Violation::Disagrees {
                    seq: *seq,
                    told: actors.clone().collect(),
                    others,
                })?;
                if self.seat.is_some_and(|seat| events.iter().any(|event| actor(event) == Some(seat))) {
                    self.acted.push_back(*seq);
                    if self.acted.len() > KEPT {
                        self.acted.pop_front();
                    }
                }
                events.iter().try_for_each(|event| self.once(event))?;
                prompt.as_ref().map_or(Ok(()), |prompt| self.prompts(prompt.number))?;
                let Some(view) = view else { return Ok(()) };
                adds_up(view)?;
                match view {
                    View::Tichu(tichu::View { hand: Some(hand), .. })
                        if !hand.intersection(self.played).is_empty() =>
                    {
                        Err(Violation::Cards(format!("the hand {hand} holds cards that were played")))
                    }
                    _ => Ok(()),
                }
            }
            Push::Gone { .. } | Push::Lobby(_) | Push::Notice(_) => Ok(()),
        }
    }

    fn prompts(&mut self, number: u64) -> Result<(), Violation> {
        let last = std::mem::replace(&mut self.prompt, number);
        if number < last { Err(Violation::PromptBack { last, got: number }) } else { Ok(()) }
    }

    /// Each card is played once in a round.
    fn once(&mut self, event: &Event) -> Result<(), Violation> {
        match event {
            Event::Tichu(tichu::Event::Dealt { count: 8, .. }) => self.played = Cards::EMPTY,
            Event::Tichu(tichu::Event::Played { cards, .. }) => {
                if !cards.intersection(self.played).is_empty() {
                    return Err(Violation::Cards(format!("{cards} holds a card that was played before")));
                }
                self.played = self.played.union(*cards);
            }
            _ => {}
        }
        Ok(())
    }
}

/// The seat that did what the event tells.
fn actor(event: &Event) -> Option<Seat> {
    match event {
        Event::Room(_) => None,
        Event::Rummikub(event) => match *event {
            rummikub::Event::Took { seat, .. }
            | rummikub::Event::Threw { seat, .. }
            | rummikub::Event::Refused { seat, .. }
            | rummikub::Event::Declared { seat, .. } => Some(seat),
            _ => None,
        },
        Event::Tichu(event) => match *event {
            tichu::Event::Answered { seat, .. }
            | tichu::Event::Called { seat }
            | tichu::Event::Submitted { seat, .. }
            | tichu::Event::Played { seat, .. }
            | tichu::Event::Passed { seat }
            | tichu::Event::DragonGiven { from: seat, .. } => Some(seat),
            _ => None,
        },
    }
}

/// Whether the counts of a view agree with each other and with the deck.
fn adds_up(view: &View) -> Result<(), Violation> {
    let wrong = |what: String| Err(Violation::Cards(what));
    match view {
        View::Rummikub(view) => {
            let counted = |seat: Seat| view.counts.get(seat).copied().map(usize::from);
            if let (Some(seat), Some(rack)) = (view.seat, view.rack)
                && counted(seat) != Some(rack.len())
            {
                return wrong(format!("the rack {rack} is counted as {:?}", counted(seat)));
            }
            let racks: usize = view.counts.values().map(|&count| usize::from(count)).sum();
            let seen = racks + usize::from(view.pool) + view.discards.len();
            let all = 52 * usize::from(view.variant.copies) + 2;
            match view.phase {
                rummikub::Phase::Take { .. } | rummikub::Phase::Throw { .. } if seen != all => {
                    wrong(format!("{seen} of {all} tiles are somewhere"))
                }
                _ => Ok(()),
            }
        }
        View::Tichu(view) => {
            let counted = |seat: Seat| view.counts.get(seat).copied().map(usize::from);
            match (view.seat, view.hand) {
                (Some(seat), Some(hand)) if counted(seat) != Some(hand.len()) => {
                    wrong(format!("the hand {hand} is counted as {:?}", counted(seat)))
                }
                _ => Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_protocol::decode_server;

    const ACT: &str = r#"{"id":7,"type":"act","room":"3K7Q0ZTM","action":{"game":"tichu","kind":"pass"}}"#;

    /// A judge of seat 0 that has seen a snapshot with frame 4 and prompt 3.
    fn seated() -> Judge {
        Judge { seat: Seat::new(0), seq: 4, prompt: 3, ..Judge::default() }
    }

    fn hears(judge: &mut Judge, text: &str) -> Result<(), Violation> {
        let message = decode_server(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        judge.hears(text.into(), &message)
    }

    fn sends(judge: &mut Judge, id: u64) {
        let envelope = parlour_protocol::decode(ACT).expect("the command is one");
        judge.sends(id, &envelope.command);
    }

    #[test]
    fn every_command_has_one_answer() {
        let mut judge = seated();
        let answer = r#"{"re":7,"type":"ok"}"#;
        assert_eq!(hears(&mut judge, answer), Err(Violation::StrayReply(Some(7))));
        sends(&mut judge, 7);
        assert_eq!(hears(&mut judge, answer), Ok(()));
        assert_eq!(hears(&mut judge, answer), Err(Violation::StrayReply(Some(7))));
        sends(&mut judge, 8);
        judge.loses_connection();
        assert_eq!(hears(&mut judge, r#"{"re":8,"type":"ok"}"#), Err(Violation::StrayReply(Some(8))));
    }

    #[test]
    fn nothing_is_acknowledged_before_it_is_shown() {
        let mut judge = seated();
        sends(&mut judge, 7);
        let early = hears(&mut judge, r#"{"re":7,"type":"ok","seq":5}"#);
        assert_eq!(early, Err(Violation::NotShown { id: 7, seq: 5, last: 4 }));
    }

    #[test]
    fn an_acknowledged_action_is_in_its_frame() {
        let pass = |seq: u64, seat: u8| {
            format!(
                r#"{{"type":"events","room":"3K7Q0ZTM","seq":{seq},"events":[{{"of":"tichu","kind":"passed","seat":{seat}}}]}}"#
            )
        };
        let mut judge = seated();
        hears(&mut judge, &pass(5, 0)).expect("the frame is right");
        hears(&mut judge, &pass(6, 1)).expect("the frame is right");
        assert_eq!(judge.acknowledged(5), Ok(()));
        let seat = Seat::new(0).expect("the seat is one");
        assert_eq!(judge.acknowledged(6), Err(Violation::NotInFrame { seq: 6, seat }));
        assert_eq!(judge.acknowledged(4), Ok(()), "a snapshot contains it");
    }

    /// A client that follows the events would not notice by itself that a move of another seat is missing.
    #[test]
    fn frames_of_one_room_tell_of_the_same_moves() {
        let frame =
            |events: &str| format!(r#"{{"type":"events","room":"3K7Q0ZTM","seq":5,"events":[{events}]}}"#);
        let pass = |seat: u8| frame(&format!(r#"{{"of":"tichu","kind":"passed","seat":{seat}}}"#));
        let witness = Arc::default();
        let mut judges = [0; 4].map(|_| Judge::beside(Arc::clone(&witness)));
        let told = [pass(1), pass(1), pass(2), frame("")];
        let judged = std::array::from_fn::<_, 4, _>(|client| hears(&mut judges[client], &told[client]));
        let disagrees = |told: &[usize]| {
            let seats = |of: &[usize]| of.iter().map(|&seat| Seat::new(seat).expect("a seat")).collect();
            Err(Violation::Disagrees { seq: 5, told: seats(told), others: seats(&[1]) })
        };
        assert_eq!(judged, [Ok(()), Ok(()), disagrees(&[2]), disagrees(&[])]);
        let said = judged[3].as_ref().map_err(Violation::to_string);
        let words = "frame 5 tells of moves of nobody, and another client was told of moves of seat 1";
        assert_eq!(said, Err(words.to_owned()));
    }

    #[test]
    fn prompts_do_not_go_back() {
        let prompt = |seq: u64, number: u64| {
            format!(
                r#"{{"type":"events","room":"3K7Q0ZTM","seq":{seq},"events":[],"prompt":{{"number":{number},"seats":[],"expects":"ready"}}}}"#
            )
        };
        let mut judge = seated();
        assert_eq!(hears(&mut judge, &prompt(5, 3)), Ok(()));
        assert_eq!(hears(&mut judge, &prompt(6, 2)), Err(Violation::PromptBack { last: 3, got: 2 }));
    }

    #[test]
    fn a_card_is_played_once_in_a_round() {
        let event = |kind: &str| {
            let event = match kind {
                "dealt" => {
                    r#"{"of":"tichu","kind":"dealt","round":2,"cards":[null,null,null,null],"count":8}"#
                }
                _ => {
                    r#"{"of":"tichu","kind":"played","seat":1,"cards":["5s"],"combination":{"kind":"single","value":"5"}}"#
                }
            };
            serde_json::from_str::<Event>(event)
        };
        let mut judge = seated();
        let mut once = |kind| judge.once(&event(kind).unwrap_or_else(|fault| panic!("{kind}: {fault}")));
        assert_eq!(once("played"), Ok(()));
        assert!(matches!(once("played"), Err(Violation::Cards(_))));
        assert_eq!(once("dealt"), Ok(()));
        assert_eq!(once("played"), Ok(()));
    }

    #[test]
    fn tiles_and_cards_add_up() {
        let mut view = match parlour_engine::Match::new(parlour_engine::Variant::default_of(
            parlour_engine::GameKind::Rummikub,
        )) {
            Ok(mut game) => {
                let seed = parlour_engine::Seed::new([7; 32]);
                game.apply(parlour_engine::Input::Deal(seed)).expect("a match begins with a deal");
                game.view(parlour_engine::Viewer::Seat(Seat::new(0).expect("the seat is one")))
            }
            Err(fault) => panic!("{fault}"),
        };
        assert_eq!(adds_up(&view), Ok(()));
        let View::Rummikub(inner) = &mut view else { panic!("it is Rummikub") };
        inner.pool -= 1;
        assert!(matches!(adds_up(&view), Err(Violation::Cards(_))));
    }

    #[test]
    fn the_transcript_is_short_and_ends_with_the_newest() {
        let mut judge = seated();
        (1..=100).for_each(|id| sends(&mut judge, id));
        assert_eq!(judge.transcript().count(), KEPT);
        assert!(judge.transcript().last().is_some_and(|line| line.starts_with(r#"> {"id":100,"#)));
        let long: Arc<str> = format!(r#"{{"type":"notice","text":"{}"}}"#, "x".repeat(KEPT_BYTES / 2)).into();
        let notice = r#"{"type":"notice","kind":"taken_over"}"#;
        let notice = decode_server(notice).expect("a notice is a message");
        (0..3).for_each(|_| judge.hears(Arc::clone(&long), &notice).expect("a notice breaks no promise"));
        assert_eq!(judge.transcript().collect::<Vec<_>>(), [format!("< {long}")]);
    }
}

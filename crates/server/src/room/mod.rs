//! Rooms: a table with seats, spectators, chat and a match, as a pure state machine with a task around it.
//!
//! [`Room`] is pure: [`Room::decide`] says what an input would do, the journal writes that down, [`Room::commit`] does
//! it. Time and chance come in as arguments. [`RoomHandle`] is how sockets and lobby reach the task of a room;
//! [`Keeper`] opens rooms and adopts those that the journal holds.
//!
//! Invariants:
//! - an entry of the journal, a step of the room and a frame for every viewer are one thing with one number;
//! - an input that is refused, repeated, late or not journaled changes nothing and takes no number;
//! - every command gets exactly one reply, and a repeated one the same again;
//! - a room is a function of its journal: folded again it has the same frames, replies and prompts;
//! - what a viewer is sent depends on nothing that it may not know, its number and time included.

mod actor;
mod alarm;
mod brain;
mod draft;
mod entry;
mod frame;
mod handle;
mod history;
mod keeper;
mod play;
mod replies;
mod seating;
mod state;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use bytes::Bytes;
use parlour_engine::transcript::Recorder;
use parlour_engine::{BySeat, Seat, Seats, Seed, View, Viewer};
use parlour_protocol::{
    Code, Command, Envelope, ErrorClass, ErrorCode, ErrorReply, Expects, Outcome, Player, PlayerId, Prompt,
    Reply, RoomId,
};

use crate::clock::Millis;

pub use alarm::Alarm;
pub use brain::{Brain, Brains};
pub use entry::{Corrupt, Guest, Input, Key, Opening, Settings};
pub use frame::Eyes;
pub use handle::{RoomGone, RoomHandle, RoomNews, RoomStatus};
pub use history::Step;
pub use keeper::{AdoptError, Keeper};
pub(crate) use replies::{Known, Replies};

use draft::{Draft, Played, Rejection};
use entry::{Accepted, Entry};
use history::History;
use state::{Chair, State, Table};

/// A room.
pub struct Room {
    /// The number of the last step.
    seq: u64,
    state: State,
    history: History,
    replies: Replies,
    /// For each member the step since which it sees the match as it does now.
    sees_since: BTreeMap<PlayerId, u64>,
    transcript: Transcript,
}

/// The transcripts of a room's matches.
#[derive(Default)]
struct Transcript {
    running: Option<Recorder>,
    over: Option<String>,
}

/// What an input would do. It is done by [`Room::commit`], once the journal holds [`Decision::record`].
#[must_use = "a decision does nothing until it is committed"]
pub struct Decision {
    input: Input,
    change: Option<Change>,
    outcome: Option<Outcome>,
    /// Whether the outcome is kept for a repetition of the command.
    keep: bool,
}

/// What an accepted input changes.
struct Change {
    entry: Entry,
    state: State,
    step: Arc<Step>,
    played: Vec<Played>,
    gone: Vec<PlayerId>,
    resighted: Vec<PlayerId>,
}

/// What a committed decision means for the connections, in this order.
#[derive(Debug, Default)]
pub struct Effects {
    /// The step to show to every member.
    pub step: Option<Arc<Step>>,
    /// Members who get a snapshot instead of the step's frame, because they see the match with other eyes now.
    pub resighted: Vec<PlayerId>,
    /// Those who are no members any more.
    pub gone: Vec<PlayerId>,
    /// The answer to the command.
    pub reply: Option<Reply>,
}

impl Room {
    /// A new room, and the first entry of its journal.
    pub fn open(opening: Opening) -> (Room, Bytes) {
        let record = Entry::Opening(opening.clone()).encode();
        let Opening { at, ref variant, ref host, .. } = opening;
        let prompt =
            Prompt { number: 1, seats: Seats::NONE, expects: Expects::Ready, deadline: None, legal: None };
        let host = Player { id: host.player, name: host.name.clone(), connected: false, since: at };
        let state = State {
            at,
            host: host.id,
            chairs: BySeat::new(variant.seats(), |_| Chair::Free),
            table: Table::Bare,
            matches: 0,
            chat: VecDeque::new(),
            prompt: prompt.clone(),
            asked_at: at,
            closed: false,
            members: vec![host],
            opening: Arc::new(opening),
        };
        let mut history = History::default();
        history.push(Arc::new(Step {
            seq: 1,
            happened: Vec::new(),
            changes_match: false,
            prompt: Some(prompt),
        }));
        let sees_since = BTreeMap::from([(state.host, 1)]);
        let room = Room {
            seq: 1,
            state,
            history,
            replies: Replies::default(),
            sees_since,
            transcript: Transcript::default(),
        };
        (room, record)
    }

    /// The room whose journal this is.
    pub fn rebuild<'a>(records: impl IntoIterator<Item = &'a Bytes>) -> Result<Room, Corrupt> {
        let mut records = records.into_iter().enumerate();
        let (_, first) = records.next().ok_or(Corrupt::Empty)?;
        let mut room = match Entry::decode(first) {
            Some(Entry::Opening(opening)) => Room::open(opening).0,
            Some(Entry::Accepted(_)) => return Err(Corrupt::Impossible(0)),
            None => return Err(Corrupt::Unreadable(0)),
        };
        for (number, record) in records {
            let Accepted { at, seed, input } = match Entry::decode(record) {
                Some(Entry::Accepted(accepted)) => accepted,
                Some(Entry::Opening(_)) => return Err(Corrupt::Impossible(number)),
                None => return Err(Corrupt::Unreadable(number)),
            };
            let decision = room.decide(input, at, &mut || seed.unwrap_or(Seed::new([0; 32])));
            if decision.record().as_ref() != Some(record) {
                return Err(Corrupt::Impossible(number));
            }
            let _ = room.commit(decision);
        }
        Ok(room)
    }

    /// What `input` would do at `now`. A time before the last entry's counts as that; `draw` gives a fresh seed for a deal.
    pub fn decide(&self, input: Input, now: Millis, draw: &mut dyn FnMut() -> Seed) -> Decision {
        if let Some((player, envelope)) = input.command() {
            let known = match self.replies.look_up(player, envelope) {
                Known::New => None,
                Known::Answered(outcome) => Some(outcome),
                Known::Reused => Some(self.refusal(Rejection::Code(ErrorCode::IdReused))),
                Known::Expired => Some(self.refusal(Rejection::Code(ErrorCode::IdExpired))),
            };
            if known.is_some() {
                return Decision { input, change: None, outcome: known, keep: false };
            }
        }
        let mut draft = Draft::new(&self.state, now, draw);
        match draft.take(&input) {
            Ok(()) => self.accept(input, draft),
            Err(rejection) => self.refuse(input, rejection),
        }
    }

    /// Does what was decided. The decision must be about this room as it is now.
    pub fn commit(&mut self, decision: Decision) -> Effects {
        let Decision { input, change, outcome, keep } = decision;
        let mut effects = Effects::default();
        if let Some(Change { state, step, played, gone, resighted, .. }) = change {
            debug_assert_eq!(step.seq, self.seq + 1, "one decision is committed at a time");
            self.seq = step.seq;
            self.state = state;
            self.history.push(Arc::clone(&step));
            for player in &gone {
                self.replies.left(*player);
                self.sees_since.remove(player);
            }
            for player in &resighted {
                self.replies.joined(*player);
                self.sees_since.insert(*player, self.seq);
            }
            self.transcript.record(&self.state, played);
            effects = Effects { step: Some(step), resighted, gone, reply: None };
        }
        if let (Some((player, envelope)), Some(outcome)) = (input.command(), outcome) {
            if keep {
                self.replies.keep(player, envelope, outcome.clone());
            }
            effects.reply = Some(Reply { re: Some(envelope.id), outcome });
        }
        effects
    }

    fn accept(&self, input: Input, draft: Draft<'_>) -> Decision {
        let Draft { state, happened, played, gone, seed, .. } = draft;
        let changes_match = !played.is_empty();
        let nothing =
            happened.is_empty() && !changes_match && state.prompt == self.state.prompt && !state.closed;
        let change = (!nothing).then(|| {
            let prompt = (changes_match || state.prompt != self.state.prompt).then(|| state.prompt.clone());
            let resighted = state.members.iter().map(|member| member.id);
            let resighted = resighted.filter(|&player| self.viewer(player) != Some(state.viewer(player)));
            Change {
                resighted: resighted.collect(),
                entry: Entry::Accepted(Accepted { at: state.at, seed, input: input.clone() }),
                step: Arc::new(Step { seq: self.seq + 1, happened, changes_match, prompt }),
                state,
                played,
                gone,
            }
        });
        let seq = change.as_ref().map(|change| change.step.seq);
        let (outcome, keep) = match &input {
            Input::Join { .. } => {
                let room = Some(self.state.opening.room);
                (Some(Outcome::Ok { seq, room, invite: None, now: None }), true)
            }
            Input::Command { envelope, .. } => {
                // What only reads is read afresh when it is repeated.
                let reads = matches!(envelope.command, Command::Snapshot { .. });
                let seq = if reads { Some(self.seq) } else { seq };
                (Some(Outcome::Ok { seq, room: None, invite: None, now: None }), !reads)
            }
            _ => (None, false),
        };
        Decision { input, change, outcome, keep }
    }

    /// A refusal is kept for members only, and only if it will be the same again.
    fn refuse(&self, input: Input, rejection: Rejection) -> Decision {
        let (outcome, keep) = match input.command() {
            None => (None, false),
            Some((player, _)) => {
                let outcome = self.refusal(rejection);
                let retry = matches!(&outcome, Outcome::Error(error) if error.retry);
                (Some(outcome), self.state.member(player).is_some() && !retry)
            }
        };
        Decision { input, change: None, outcome, keep }
    }

    fn refusal(&self, rejection: Rejection) -> Outcome {
        Outcome::Error(match rejection {
            Rejection::Code(code) => ErrorReply::new(code),
            Rejection::Stale | Rejection::Overtaken => ErrorReply {
                prompt: Some(self.state.prompt.clone()),
                ..ErrorReply::new(ErrorCode::StalePrompt)
            },
            Rejection::Illegal(illegal) => match illegal {
                parlour_engine::Illegal::OtherGame => ErrorReply::new(ErrorCode::OtherGame),
                parlour_engine::Illegal::Rummikub(code) => illegal_reply(Code::Rummikub(code), &illegal),
                parlour_engine::Illegal::Tichu(code) => illegal_reply(Code::Tichu(code), &illegal),
            },
        })
    }

    /// The room's id.
    pub fn id(&self) -> RoomId {
        self.state.opening.room
    }

    /// How the room began.
    pub fn opening(&self) -> &Opening {
        &self.state.opening
    }

    /// The number of the last step.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The time of the last step.
    pub fn at(&self) -> Millis {
        self.state.at
    }

    /// Whether the room was closed: it takes no more inputs.
    pub fn is_closed(&self) -> bool {
        self.state.closed
    }

    /// The room as the lobby knows it.
    pub fn status(&self) -> RoomStatus {
        self.state.status()
    }

    /// Whether a member's connection is there; none when the player is no member.
    pub fn presence(&self, player: PlayerId) -> Option<bool> {
        self.state.member(player).map(|member| member.connected)
    }

    /// The members, the earliest first.
    pub fn members(&self) -> impl Iterator<Item = &Player> {
        self.state.members.iter()
    }

    /// As whom a member sees the match; none when the player is no member.
    pub fn viewer(&self, player: PlayerId) -> Option<Viewer> {
        self.state.member(player).map(|_| self.state.viewer(player))
    }

    /// The highest id that a player used here; 0 before the first.
    pub fn last_id(&self, player: PlayerId) -> u64 {
        self.replies.last_id(player)
    }

    /// All alarms that are set, with the times at which [`Input::Alarm`] is accepted.
    pub fn alarms(&self) -> impl Iterator<Item = (Millis, Alarm)> {
        self.state.alarms()
    }

    /// The seats whose bots are asked to decide on the newest prompt, and when their decisions are due. A bot that does
    /// not act out of turn is not asked again for the same prompt.
    pub fn bots(&self) -> (Millis, impl Iterator<Item = Seat>) {
        (self.state.bots_decide_at(), self.state.bots_asked())
    }

    /// The newest prompt.
    pub fn prompt(&self) -> &Prompt {
        &self.state.prompt
    }

    /// The match as the player of a seat may know it; none when no match runs.
    pub fn running_view(&self, seat: Seat) -> Option<View> {
        match &self.state.table {
            Table::Running { game, .. } => Some(game.view(Viewer::Seat(seat))),
            Table::Bare | Table::Over { .. } => None,
        }
    }

    /// Any action that the rules allow a seat now; for bots that cannot decide.
    pub fn any_action(&self, seat: Seat) -> Option<parlour_engine::Action> {
        match &self.state.table {
            Table::Running { game, .. } => game.legal_actions(seat).into_iter().next(),
            Table::Bare | Table::Over { .. } => None,
        }
    }

    /// The transcript of the last match that is over. It holds every secret of that match.
    pub fn transcript(&self) -> Option<&str> {
        self.transcript.over.as_deref()
    }
}

fn illegal_reply(code: Code, message: &dyn ToString) -> ErrorReply {
    let message = message.to_string();
    ErrorReply { class: ErrorClass::Rules, code, message, retry: false, retry_ms: None, prompt: None }
}

impl Transcript {
    /// Adds what the match took; `state` is how it stands then.
    fn record(&mut self, state: &State, played: Vec<Played>) {
        for played in played {
            match (played, &mut self.running) {
                (Played::Began, running) => {
                    let variant = &state.opening.variant;
                    *running = Some(Recorder::new(variant.game(), variant, None));
                }
                (Played::Moved(input, events), Some(recorder)) => {
                    recorder.record(&input, &Ok::<_, parlour_engine::Illegal>(events));
                }
                (Played::Moved(..), None) => {}
            }
        }
        if !state.table.is_running()
            && let Some(recorder) = self.running.take()
        {
            self.over = Some(recorder.into_text());
        }
    }
}

impl Input {
    /// The command in it, and whose it is.
    fn command(&self) -> Option<(PlayerId, &Envelope)> {
        match self {
            Input::Join { guest, envelope, .. } => Some((guest.player, envelope)),
            Input::Command { player, envelope } => Some((*player, envelope)),
            Input::Presence { .. }
            | Input::Rename { .. }
            | Input::Alarm(_)
            | Input::Bot { .. }
            | Input::Adopted => None,
        }
    }
}

impl Decision {
    /// What the journal must hold before the decision is committed; none when it changes nothing.
    pub fn record(&self) -> Option<Bytes> {
        self.change.as_ref().map(|change| change.entry.encode())
    }

    /// Whether a bot's decision was refused.
    pub fn is_void(&self) -> bool {
        self.change.is_none()
    }
}

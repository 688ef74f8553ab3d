//! Deciding and committing: what an input would do, and doing it once it is written down.
//!
//! Invariants: [`Room::decide`] changes nothing; what is committed is what was decided. Every command gets one answer,
//! and a repeated one the same again without being done again.

use std::sync::Arc;

use bytes::Bytes;
use parlour_engine::Illegal;
use parlour_engine::fair::Secret;
use parlour_protocol::{Code, Envelope, ErrorClass, ErrorCode, ErrorReply, Outcome, PlayerId, Reply};

use super::Room;
use super::draft::{Draft, Played, Rejection};
use super::entry::{Accepted, Entry, Input};
use super::handle::RoomStatus;
use super::history::{History, Lines, Step};
use super::replies::Known;
use super::state::State;
use super::transcript::Transcript;
use crate::clock::Millis;

/// What an input would do. It is done by [`Room::commit`], once the journal holds [`Decision::record`].
#[must_use = "a decision does nothing until it is committed"]
pub struct Decision {
    input: Input,
    change: Option<Change>,
    pub(super) outcome: Option<Outcome>,
    /// Whether the outcome is kept for a repetition of the command.
    keep: bool,
}

/// What an accepted input changes.
pub(super) struct Change {
    /// The entry for the journal.
    record: Bytes,
    state: State,
    step: Arc<Step>,
    /// The lines of the step.
    lines: Lines,
    played: Vec<Played>,
    /// Whether the lobby may have to know another status of the room then.
    restated: bool,
    gone: Vec<PlayerId>,
    resighted: Vec<PlayerId>,
}

/// What a committed decision means for the connections, in this order.
#[derive(Debug, Default)]
pub struct Effects {
    /// The step to show to every member.
    pub step: Option<Arc<Step>>,
    /// Whether [`Room::status`] may be another one since.
    pub restated: bool,
    /// Members who get a snapshot instead of the step's frame, because they see the match with other eyes now.
    pub resighted: Vec<PlayerId>,
    /// Those who are no members any more.
    pub gone: Vec<PlayerId>,
    /// The answer to the command.
    pub reply: Option<Reply>,
}

impl Room {
    /// What `input` would do at `now`. A time before the last entry's counts as that; `draw` gives a fresh
    /// secret for a deal.
    pub fn decide(&self, input: Input, now: Millis, draw: &mut dyn FnMut() -> Secret) -> Decision {
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
            if envelope.command.only_reads() {
                let read = self.read(player, &envelope.command);
                let outcome = read.unwrap_or_else(|code| Outcome::Error(ErrorReply::new(code)));
                return Decision { input, change: None, outcome: Some(outcome), keep: false };
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
        if let Some(Change { state, step, lines, played, restated, gone, resighted, .. }) = change {
            debug_assert_eq!(step.seq, self.seq + 1, "one decision is committed at a time");
            self.seq = step.seq;
            self.state = state;
            for player in &gone {
                self.replies.left(*player);
                self.sees_since.remove(player);
            }
            for player in &resighted {
                self.replies.joined(*player);
                self.sees_since.insert(*player, self.seq);
            }
            if step.replaces {
                self.sees_since.iter_mut().for_each(|(_, since)| *since = step.seq);
            }
            self.transcript.add(&self.state, &played, &lines);
            self.history.push(&step, &lines, History::most(&self.state.table));
            effects = Effects { step: Some(step), restated, resighted, gone, reply: None };
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
        let Draft { state, happened, played, gone, secret, replaced: replaces, .. } = draft;
        let changes_match = !played.is_empty();
        let nothing =
            happened.is_empty() && !changes_match && state.prompt == self.state.prompt && !state.closed;
        let nothing = nothing && state.resumed_at == self.state.resumed_at;
        // A command that finds done what it asks for is written down all the same: repeated after a restart, when that may
        // be undone again, it must not be done.
        let nothing = nothing && input.command().is_none();
        let change = (!nothing).then(|| {
            let prompt = (changes_match || state.prompt != self.state.prompt).then(|| state.prompt.clone());
            let resighted = state.members.iter().map(|member| member.id);
            let resighted = resighted.filter(|&player| self.viewer(player) != Some(state.viewer(player)));
            Change {
                resighted: resighted.collect(),
                record: Entry::Accepted(Accepted { at: state.at, secret, input: &input }).encode(),
                lines: Lines::of(&happened),
                step: Arc::new(Step { seq: self.seq + 1, happened, changes_match, replaces, prompt }),
                restated: !state.is_listed_as(&self.state),
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
            Input::Command { .. } => (Some(Outcome::Ok { seq, room: None, invite: None, now: None }), true),
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
            Rejection::TooFast { ms } => ErrorReply {
                retry_ms: Some(u32::try_from(ms).unwrap_or(u32::MAX)),
                ..ErrorReply::new(ErrorCode::RateLimited)
            },
            Rejection::Stale | Rejection::Overtaken => ErrorReply {
                prompt: Some(self.state.prompt.clone()),
                ..ErrorReply::new(ErrorCode::StalePrompt)
            },
            Rejection::Illegal(illegal) => match illegal {
                Illegal::OtherGame => ErrorReply::new(ErrorCode::OtherGame),
                Illegal::Rummikub(code) => illegal_reply(Code::Rummikub(code), &illegal),
                Illegal::Tichu(code) => illegal_reply(Code::Tichu(code), &illegal),
            },
        })
    }
}

fn illegal_reply(code: Code, message: &dyn ToString) -> ErrorReply {
    let message = message.to_string();
    ErrorReply { class: ErrorClass::Rules, code, message, retry: false, retry_ms: None, prompt: None }
}

impl Input {
    /// The command in it, and whose it is.
    pub(super) fn command(&self) -> Option<(PlayerId, &Envelope)> {
        match self {
            Input::Join { guest, envelope, .. } => Some((guest.player, envelope)),
            Input::Command { player, envelope } => Some((*player, envelope)),
            Input::Presence { .. }
            | Input::Rename { .. }
            | Input::Close
            | Input::Alarm(_)
            | Input::Bot { .. }
            | Input::Adopted { .. } => None,
        }
    }
}

impl Change {
    /// The entry for the journal.
    pub(super) fn record(&self) -> Bytes {
        self.record.clone()
    }

    /// Whether no match runs then.
    pub(super) fn ends_match(&self) -> bool {
        self.state.closed || !self.state.table.is_running()
    }

    /// Adds what the match took.
    pub(super) fn record_in(&self, transcript: &mut Transcript) {
        transcript.add(&self.state, &self.played, &self.lines);
    }

    /// Whether the lobby may have to know another status of the room then.
    pub(super) fn restates(&self) -> bool {
        self.restated
    }

    /// Whether the same people are in then, and see the match with the same eyes, and the lobby need not know.
    fn is_among_members(&self) -> bool {
        !self.restated && self.gone.is_empty() && self.resighted.is_empty()
    }

    /// The room as the lobby knows it then.
    pub(super) fn status(&self) -> RoomStatus {
        self.state.status()
    }
}

impl Decision {
    /// What is changed, if anything is.
    pub(super) fn change(&self) -> Option<&Change> {
        self.change.as_ref()
    }

    /// What the journal must hold before the decision is committed; none when it changes nothing.
    pub fn record(&self) -> Option<Bytes> {
        self.change.as_ref().map(Change::record)
    }

    /// Whether it concerns only those who are in, so that nothing but frames and an answer follows from it.
    pub(super) fn is_among_members(&self) -> bool {
        self.change.as_ref().is_none_or(Change::is_among_members)
    }

    /// The input, as it was before it was decided on.
    pub(super) fn into_input(self) -> Input {
        self.input
    }

    /// Whether a bot's decision was refused.
    pub fn is_void(&self) -> bool {
        self.change.is_none()
    }
}

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
mod ahead;
mod alarm;
mod bank;
mod brain;
mod card;
mod checkpoint;
mod dealing;
mod decision;
mod draft;
mod entry;
mod frame;
mod handle;
mod history;
mod keeper;
mod mailbox;
mod play;
mod read;
mod record;
mod replies;
mod resident;
mod scribe;
mod seating;
mod shuffle;
mod state;
mod talk;
#[cfg(test)]
mod tests;
mod transcript;
mod vote;
mod watching;

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use litemap::LiteMap;
use parlour_engine::fair::Secret;
use parlour_engine::{BySeat, Seat, Seats, View, Viewer};
use parlour_protocol::{Expects, Player, PlayerId, Prompt, RoomId};

use crate::clock::Millis;

pub use alarm::Alarm;
pub use brain::{Bots, Brain, Brains};
pub use decision::{Decision, Effects};
pub use entry::{Corrupt, Guest, Input, Key, Opening, Settings};
pub use frame::Eyes;
pub use handle::{RoomGone, RoomHandle, RoomNews, RoomStatus};
pub use history::Step;
pub use keeper::{AdoptError, Adopted, Keeper};
use replies::Replies;
pub(crate) use replies::{Answers, Known};

use entry::{Accepted, Entry, Opened};
use history::{Happened, History, Lines};
use shuffle::Agreement;
use state::{Chair, State, Table};
use transcript::Transcript;

/// A room.
#[derive(Clone)]
pub struct Room {
    /// The number of the last step.
    seq: u64,
    state: State,
    history: History,
    replies: Replies,
    /// For each member the step since which it sees the match as it does now.
    sees_since: LiteMap<PlayerId, u64>,
    transcript: Transcript,
}

impl Room {
    /// A new room, whose first deal comes from `secret`, and the first entry of its journal. Nobody agrees on the deals of
    /// a practice room: it may have them as it likes.
    pub fn open(opening: Opening, secret: Secret) -> (Room, Bytes) {
        let record = Entry::<Input>::Opening(Opened { secret, opening: opening.clone() }).encode();
        let Opening { at, ref variant, ref host, .. } = opening;
        let prompt =
            Prompt { number: 1, seats: Seats::NONE, expects: Expects::Ready, deadline: None, legal: None };
        let host = Player { id: host.player, name: host.name.clone(), connected: false, since: at };
        let agreement = || Arc::new(Agreement::new(1, secret, variant.seats()));
        let shuffle = opening.practice.is_none().then(agreement);
        let committed = shuffle.as_deref().map(Agreement::committed);
        let state = State {
            at,
            host: host.id,
            chairs: BySeat::new(variant.seats(), |_| Chair::Free),
            table: Table::Bare,
            matches: 0,
            chat: Arc::default(),
            emotes: VecDeque::new(),
            prompt: prompt.clone(),
            shuffle,
            asked_at: at,
            resumed_at: at,
            vote: None,
            patient_since: 0,
            closed: false,
            members: Arc::new(vec![host]),
            opening: Arc::new(opening),
        };
        let happened: Vec<_> = committed.map(Happened::Room).into_iter().collect();
        let lines = Lines::of(&happened);
        let mut history = History::default();
        let prompt = Some(prompt);
        let step = Step { seq: 1, happened, changes_match: false, replaces: false, prompt };
        history.push(&step, &lines, History::most(&state.table));
        let sees_since = LiteMap::from_iter([(state.host, 1)]);
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
        let mut records = records.into_iter();
        let first = records.next().ok_or(Corrupt::Empty)?;
        match Entry::decode(first) {
            Some(Entry::Opening(Opened { secret, opening })) => Room::open(opening, secret).0.fold(records),
            Some(Entry::Accepted(_)) => Err(Corrupt::Impossible(1)),
            None => Err(Corrupt::Unreadable(1)),
        }
    }

    /// The room of a checkpoint that was made after entry `seq`, and of the entries behind it; none if the checkpoint is
    /// not to be read here.
    pub fn resume_from<'a>(
        seq: u64,
        checkpoint: &[u8],
        records: impl IntoIterator<Item = &'a Bytes>,
    ) -> Option<Result<Room, Corrupt>> {
        Some(Room::from_checkpoint(seq, checkpoint)?.fold(records))
    }

    fn fold<'a>(self, records: impl IntoIterator<Item = &'a Bytes>) -> Result<Room, Corrupt> {
        let mut room = self;
        for (number, record) in (room.seq + 1..).zip(records) {
            let Accepted { at, secret, input } = match Entry::decode(record) {
                Some(Entry::Accepted(accepted)) => accepted,
                Some(Entry::Opening(_)) => return Err(Corrupt::Impossible(number)),
                None => return Err(Corrupt::Unreadable(number)),
            };
            let decision = room.decide(input, at, &mut || secret.unwrap_or(Secret::new([0; 32])));
            if decision.record().as_ref() != Some(record) {
                return Err(Corrupt::Impossible(number));
            }
            let _ = room.commit(decision);
            // The journal has the transcript of what is over.
            if room.transcript.is_over() {
                room.transcript = Transcript::default();
            }
        }
        Ok(room)
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

    /// About how many bytes it holds: itself, the frames and answers that it keeps for those who come back, and what of the
    /// transcript is not written down yet.
    pub(crate) fn weight(&self) -> usize {
        size_of::<Room>() + self.history.weight() + self.replies.weight() + self.transcript.weight()
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
        self.pick_action(seat, || 0)
    }

    /// One of the actions that the rules allow a seat now, each as likely as any other; `draw` gives uniform numbers of 64
    /// bits.
    pub fn pick_action(&self, seat: Seat, draw: impl FnMut() -> u64) -> Option<parlour_engine::Action> {
        match &self.state.table {
            Table::Running { game, .. } => game.pick_action(seat, draw),
            Table::Bare | Table::Over { .. } => None,
        }
    }
}

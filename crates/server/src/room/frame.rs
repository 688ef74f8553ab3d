//! What a viewer is sent: frames made from steps, and snapshots made from the state.
//!
//! Invariants: a frame depends on its step, on who looks, and on what that viewer may know of the match, and on nothing
//! else; two viewers with the same [`Eyes`] on a step get the same frame, so that what all may see is encoded once for the
//! table. Frames that were missed equal those that were sent, but that only the newest of them bring legal actions and a
//! view.

use parlour_engine::Viewer;
use parlour_protocol::{Event, PlayerId, Prompt, Push, encode};

use super::Room;
use super::history::{Happened, Step};
use crate::connection::{Frame, Wants};

/// All that a frame depends on beside its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Eyes {
    viewer: Viewer,
    wants: Wants,
}

impl Eyes {
    /// What of them matters for the frame of a step, which is the same with these and those: who asked for nothing that the
    /// step changes, and may know no more of it than all do, looks as a spectator does.
    pub fn on(self, step: &Step) -> Eyes {
        let legal = self.wants.legal && step.prompt.is_some();
        let views = step.replaces || (self.wants.views && step.changes_match);
        let knows_more = self.viewer.seat().is_some_and(|seat| step.insiders().contains(seat));
        let viewer = if legal || views || knows_more { self.viewer } else { Viewer::Spectator };
        Eyes { viewer, wants: Wants { legal, views } }
    }

    /// Whether they want no more than what happened.
    #[cfg(test)]
    pub(super) fn asks_nothing(self) -> bool {
        self.wants == Wants::default()
    }
}

/// The frames of a step: each is encoded once for all who see the same.
pub(super) struct Frames<'a> {
    room: &'a Room,
    step: &'a Step,
    made: Vec<(Eyes, Frame)>,
}

impl<'a> Frames<'a> {
    /// Those of the newest step of a room.
    pub(super) fn of(room: &'a Room, step: &'a Step) -> Frames<'a> {
        Frames { room, step, made: Vec::new() }
    }

    /// The frame for a member who wants so much.
    pub(super) fn for_member(&mut self, player: PlayerId, wants: Wants) -> Frame {
        let eyes = self.room.eyes(player, wants).on(self.step);
        if let Some((_, frame)) = self.made.iter().find(|(other, _)| *other == eyes) {
            return frame.clone();
        }
        let frame = Frame::from(encode(&self.room.frame(self.step, eyes)));
        self.made.push((eyes, frame.clone()));
        frame
    }
}

impl Room {
    /// With what eyes a player looks; somebody who is no member sees what spectators see.
    pub fn eyes(&self, player: PlayerId, wants: Wants) -> Eyes {
        let viewer = self.viewer(player).unwrap_or(Viewer::Spectator);
        // Who has no seat has no actions, so that all spectators share a frame.
        let legal = wants.legal && self.state.seat_of(player).is_some();
        Eyes { viewer, wants: Wants { legal, ..wants } }
    }

    /// The frame of the newest step.
    pub fn frame(&self, step: &Step, eyes: Eyes) -> Push {
        self.frame_with(step, eyes, eyes.wants)
    }

    /// What a member missed since the frame `seq`, or a snapshot when that is not to be had.
    pub fn resume(&self, player: PlayerId, seq: Option<u64>, wants: Wants) -> Vec<Push> {
        let sees_since = self.sees_since.get(&player).copied().unwrap_or(self.seq);
        let missed = seq.filter(|&seq| seq >= sees_since).and_then(|seq| self.history.since(seq));
        let Some(missed) = missed else {
            return vec![self.snapshot(player, wants)];
        };
        let newest =
            |is: fn(&Step) -> bool| missed.iter().rev().find(|step| is(step)).map_or(0, |step| step.seq);
        let (prompt, changed) = (newest(|step| step.prompt.is_some()), newest(|step| step.changes_match));
        let eyes = self.eyes(player, wants);
        missed
            .iter()
            .map(|step| {
                let legal = eyes.wants.legal && step.seq == prompt;
                let views = eyes.wants.views && step.seq == changed;
                self.frame_with(step, eyes, Wants { legal, views })
            })
            .collect()
    }

    /// All that a member may know.
    pub fn snapshot(&self, player: PlayerId, wants: Wants) -> Push {
        let room = self.state.opening.room;
        Push::Snapshot { room, seq: self.seq, state: self.state.seen_by(player, wants.legal) }
    }

    fn frame_with(&self, step: &Step, eyes: Eyes, wants: Wants) -> Push {
        let events = step.happened.iter().map(|happened| match happened {
            Happened::Room(event) => Event::Room(event.clone()),
            Happened::Game(event) => event.seen_by(eyes.viewer).into(),
        });
        let legal = if wants.legal { self.state.prompt_for(eyes.viewer, true).legal } else { None };
        let game = self.state.table.game().filter(|_| step.replaces || (wants.views && step.changes_match));
        Push::Events {
            room: self.state.opening.room,
            seq: step.seq,
            events: events.collect(),
            prompt: step.prompt.clone().map(|prompt| Prompt { legal, ..prompt }),
            view: game.map(|game| game.view(eyes.viewer)),
        }
    }
}

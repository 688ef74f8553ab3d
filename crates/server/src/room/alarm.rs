//! The times at which something happens in a room by itself.
//!
//! Invariant: alarms follow from the room's state alone. An alarm that is late, early or overtaken changes nothing,
//! so whoever keeps the time need not cancel any.

use parlour_engine::{Expect, Seat};
use parlour_protocol::{Expects, Player};
use serde::{Deserialize, Serialize};

use super::state::{Chair, State};
use crate::clock::Millis;

/// Why time matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "alarm", rename_all = "snake_case")]
pub enum Alarm {
    /// The prompt's deadline: a turn's clock, a bomb window, or the pause between two rounds.
    Deadline {
        /// The number of the prompt.
        prompt: u64,
    },
    /// A player holds up a table without a clock and has been absent for too long.
    Absent {
        /// The player's seat.
        seat: Seat,
    },
    /// The vote about a player who is away closes.
    Vote,
    /// The host has been absent for too long, and somebody else is there.
    Host,
    /// Nobody has been there for so long that the room closes.
    Idle,
}

impl State {
    /// All alarms that are set, with their times.
    pub(crate) fn alarms(&self) -> impl Iterator<Item = (Millis, Alarm)> {
        let prompt = self.prompt.number;
        let deadline = self.prompt.deadline.map(|at| (at, Alarm::Deadline { prompt }));
        deadline
            .into_iter()
            .chain(self.absent_alarms())
            .chain(self.vote_alarm())
            .chain(self.host_alarm())
            .chain(self.idle_alarm())
    }

    /// There is one vote at a time; when the table chose to wait, it is asked again after as long a time.
    fn absent_alarms(&self) -> impl Iterator<Item = (Millis, Alarm)> {
        let waits = self.settings().absent_ms;
        let held_up = self.held_up().filter(|_| self.vote.is_none());
        held_up.map(move |(seat, since)| (since.max(self.patient_since) + waits, Alarm::Absent { seat }))
    }

    fn vote_alarm(&self) -> Option<(Millis, Alarm)> {
        self.vote.as_ref().map(|vote| (vote.closes, Alarm::Vote))
    }

    /// The seats that a table without a clock waits for while their players are away, and since when they are.
    pub(crate) fn held_up(&self) -> impl Iterator<Item = (Seat, Millis)> {
        let clockless = self.prompt.deadline.is_none() && matches!(self.prompt.expects, Expects::Action(_));
        let awaited = self.prompt.seats.iter().filter(move |_| clockless);
        awaited.filter_map(|seat| match self.chairs[seat] {
            Chair::Player { id, bot_plays: false, .. } => {
                let member = self.member(id).filter(|member| !member.connected)?;
                Some((seat, self.away_since(member)))
            }
            Chair::Player { .. } | Chair::Bot | Chair::Free => None,
        })
    }

    fn host_alarm(&self) -> Option<(Millis, Alarm)> {
        let host = self.member(self.host).filter(|host| !host.connected)?;
        self.anybody_connected().then_some((self.away_since(host) + self.settings().absent_ms, Alarm::Host))
    }

    /// Since when a member is away, as far as the room was served meanwhile.
    fn away_since(&self, member: &Player) -> Millis {
        member.since.max(self.resumed_at)
    }

    fn idle_alarm(&self) -> Option<(Millis, Alarm)> {
        let since = self.members.iter().map(|member| self.away_since(member)).max()?;
        (!self.anybody_connected()).then_some((since + self.settings().idle_ms, Alarm::Idle))
    }

    /// When the bots decide that were not asked yet for the prompt. It depends on public facts only: the prompt,
    /// and whether people are there.
    pub(crate) fn bots_decide_at(&self) -> Millis {
        let think = if self.anybody_connected() { self.settings().think_ms } else { 0 };
        let window = self.prompt.deadline.filter(|_| self.prompt.expects == Expects::BombWindow);
        let longest = window.map_or(Millis::MAX, |end| end.saturating_sub(self.asked_at) / 2);
        self.asked_at + think.min(longest)
    }

    /// The seats whose bots are asked for a decision on the prompt: those that must act, and the others as well while
    /// something lies on the table that could be bombed (T15).
    pub(crate) fn bots_asked(&self) -> impl Iterator<Item = Seat> {
        let bombable = matches!(self.prompt.expects, Expects::BombWindow | Expects::Action(Expect::Follow));
        let playing = matches!(self.prompt.expects, Expects::BombWindow | Expects::Action(_));
        self.chairs.iter().filter_map(move |(seat, chair)| {
            let asked = playing && (bombable || self.prompt.seats.contains(seat));
            (asked && chair.is_played_by_bot()).then_some(seat)
        })
    }
}

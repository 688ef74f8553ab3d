//! Where a room stands: members, seats, match, chat, and what it waits for.
//!
//! Invariants: a player has at most one seat; the host is a member; a seat of a running match is never free. The state
//! holds every secret of the match, so it cannot be serialised: a viewer's [`RoomState`] can be sent.

use std::collections::VecDeque;
use std::sync::Arc;

use parlour_engine::{BySeat, Match, Seat, Seats, Viewer, Waits};
use parlour_protocol::{
    ChatLine, Expects, Occupant, Player, PlayerId, Prompt, RoomState, RoomSummary, SeatState, Shown, Stage,
    Vote, You,
};

use serde::{Deserialize, Serialize};

use super::bank::Banks;
use super::entry::{Opening, Settings};
use super::handle::RoomStatus;
use super::shuffle::Agreement;
use crate::clock::Millis;

/// All that a room is, but for its history and the answers it keeps.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) opening: Arc<Opening>,
    /// The time of the last entry.
    pub(crate) at: Millis,
    pub(crate) host: PlayerId,
    /// Who is in, seated or not, the earliest first.
    pub(crate) members: Arc<Vec<Player>>,
    pub(crate) chairs: BySeat<Chair>,
    pub(crate) table: Table,
    /// Matches begun so far.
    pub(crate) matches: u32,
    /// The newest is the last.
    pub(crate) chat: Arc<VecDeque<Arc<ChatLine>>>,
    /// Who showed quick phrases lately, and when, the newest last.
    pub(crate) emotes: VecDeque<(PlayerId, Millis)>,
    /// What the room waits for, without anybody's legal actions.
    pub(crate) prompt: Prompt,
    /// The shuffle of the round that is being played, or of the next; none in a practice room. Copies share it until one of
    /// them moves it on.
    pub(crate) shuffle: Option<Arc<Agreement>>,
    /// When the prompt got its number.
    pub(crate) asked_at: Millis,
    /// When the room was last taken over after an outage: nobody was missed while it was not served.
    pub(crate) resumed_at: Millis,
    /// The vote about a player who is away.
    pub(crate) vote: Option<Vote>,
    /// When the table last chose to wait for somebody who is away.
    pub(crate) patient_since: Millis,
    pub(crate) closed: bool,
}

/// What is on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Chair {
    /// Nobody.
    Free,
    /// A bot, with nobody to return.
    Bot,
    /// A player.
    Player {
        id: PlayerId,
        ready: bool,
        /// Whether a bot plays until the player returns (R20).
        bot_plays: bool,
        /// Turns in a row that ran out of time (R20).
        timeouts: u8,
    },
}

/// What is on the table. Copies share the match until one of them plays on.
#[derive(Clone, Debug)]
pub(crate) enum Table {
    /// No match.
    Bare,
    /// A match, in a round or between two.
    Running {
        game: Arc<Match>,
        /// Who has had a seat in this match, and so may know its hand: nobody sits down on a second one.
        held: Vec<(PlayerId, Seat)>,
        /// In a practice room: the match before each action of its player in this round, the newest last.
        earlier: VecDeque<Arc<Match>>,
        /// Which hands spectators may see.
        shown: Vec<Shown>,
        /// For how long clocks still wait for players without a connection.
        banks: Banks,
    },
    /// A match that is over.
    Over {
        game: Arc<Match>,
        /// The seats whose players finished the match on them; who sits down later sees what spectators see.
        finishers: Seats,
    },
}

impl Chair {
    /// A player who has just sat down.
    pub(crate) fn taken_by(id: PlayerId) -> Chair {
        Chair::Player { id, ready: false, bot_plays: false, timeouts: 0 }
    }

    pub(crate) fn player(self) -> Option<PlayerId> {
        match self {
            Chair::Player { id, .. } => Some(id),
            Chair::Free | Chair::Bot => None,
        }
    }

    pub(crate) fn is_played_by_bot(self) -> bool {
        matches!(self, Chair::Bot | Chair::Player { bot_plays: true, .. })
    }

    pub(crate) fn is_ready(self) -> bool {
        matches!(self, Chair::Bot | Chair::Player { ready: true, .. })
    }
}

impl Table {
    pub(crate) fn game(&self) -> Option<&Match> {
        match self {
            Table::Bare => None,
            Table::Running { game, .. } | Table::Over { game, .. } => Some(game),
        }
    }

    pub(crate) fn is_running(&self) -> bool {
        matches!(self, Table::Running { .. })
    }
}

impl State {
    pub(crate) fn settings(&self) -> &Settings {
        &self.opening.settings
    }

    pub(crate) fn stage(&self) -> Stage {
        match &self.table {
            Table::Bare => Stage::Waiting,
            Table::Running { game, .. } if game.waits() == Waits::Deal => Stage::Between,
            Table::Running { .. } => Stage::Playing,
            Table::Over { .. } => Stage::Over,
        }
    }

    pub(crate) fn member(&self, player: PlayerId) -> Option<&Player> {
        self.members.iter().find(|member| member.id == player)
    }

    pub(crate) fn is_connected(&self, player: PlayerId) -> bool {
        self.member(player).is_some_and(|member| member.connected)
    }

    pub(crate) fn anybody_connected(&self) -> bool {
        self.members.iter().any(|member| member.connected)
    }

    pub(crate) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.chairs.iter().find(|(_, chair)| chair.player() == Some(player)).map(|(seat, _)| seat)
    }

    /// The chair of a seat, if the table has it.
    pub(crate) fn chair(&self, seat: Seat) -> Option<Chair> {
        self.chairs.get(seat).copied()
    }

    pub(crate) fn spectators(&self) -> impl Iterator<Item = &Player> {
        self.members.iter().filter(|member| self.seat_of(member.id).is_none())
    }

    /// As whom a player sees the match.
    pub(crate) fn viewer(&self, player: PlayerId) -> Viewer {
        match (self.seat_of(player), &self.table) {
            (Some(seat), Table::Over { finishers, .. }) if !finishers.contains(seat) => Viewer::Spectator,
            (Some(seat), _) => Viewer::Seat(seat),
            (None, Table::Running { shown, .. }) => {
                let shown = shown.iter().find(|shown| shown.player == player);
                shown.map_or(Viewer::Spectator, |shown| Viewer::Seat(shown.seat))
            }
            (None, Table::Bare | Table::Over { .. }) => Viewer::Spectator,
        }
    }

    /// Which hands spectators may see.
    pub(crate) fn shown(&self) -> &[Shown] {
        match &self.table {
            Table::Running { shown, .. } => shown,
            Table::Bare | Table::Over { .. } => &[],
        }
    }

    /// The seats whose players the table waits for before it begins: between two rounds only those who are there.
    pub(crate) fn unready(&self) -> Seats {
        self.starters().filter(|&(_, ready)| !ready).map(|(seat, _)| seat).collect()
    }

    /// Whether a match or round begins by itself: every seat is taken, and all who are asked are ready.
    pub(crate) fn all_ready(&self) -> bool {
        let idle = self.stage() != Stage::Playing && self.is_deal_open();
        let asked = idle && self.starters().next().is_some();
        asked && self.chairs.values().all(|&chair| chair != Chair::Free) && self.unready().is_empty()
    }

    /// Whether nothing keeps the next deal from being begun.
    pub(crate) fn is_deal_open(&self) -> bool {
        self.shuffle.as_deref().is_none_or(Agreement::is_idle)
    }

    /// The seats that are asked whether they are ready, and whether they are.
    fn starters(&self) -> impl Iterator<Item = (Seat, bool)> {
        let between = self.stage() == Stage::Between;
        self.chairs.iter().filter_map(move |(seat, &chair)| match chair {
            Chair::Player { id, ready, bot_plays, .. } => {
                let asked = !between || (!bot_plays && self.is_connected(id));
                asked.then_some((seat, ready))
            }
            Chair::Free | Chair::Bot => None,
        })
    }

    /// What the room waits for now.
    pub(crate) fn expected(&self) -> (Seats, Expects) {
        match self.table.game().map(Match::waits) {
            Some(Waits::Seats(seats, expect)) => (seats, Expects::Action(expect)),
            Some(Waits::BombWindow { .. }) => (Seats::NONE, Expects::BombWindow),
            Some(Waits::Deal | Waits::Nothing) | None => self
                .shuffle
                .as_deref()
                .and_then(Agreement::asks)
                .unwrap_or_else(|| (self.unready(), Expects::Ready)),
        }
    }

    /// Who sits on a seat, as all see it.
    pub(crate) fn occupant(&self, seat: Seat) -> Option<Occupant> {
        match self.chairs[seat] {
            Chair::Free => None,
            Chair::Bot => Some(Occupant::Bot { name: format!("Bot {}", seat.index() + 1) }),
            Chair::Player { id, bot_plays, .. } => {
                let player = self.member(id).expect("who sits is a member").clone();
                Some(Occupant::Player { player, bot_plays })
            }
        }
    }

    /// The prompt as `viewer` gets it.
    pub(crate) fn prompt_for(&self, viewer: Viewer, legal: bool) -> Prompt {
        let legal = match (viewer, &self.table) {
            (Viewer::Seat(seat), Table::Running { game, .. }) if legal => Some(game.legal_actions(seat)),
            _ => None,
        };
        Prompt { legal, ..self.prompt.clone() }
    }

    /// All that a member may know.
    pub(crate) fn seen_by(&self, player: PlayerId, legal: bool) -> RoomState {
        let viewer = self.viewer(player);
        let seat = self.seat_of(player);
        RoomState {
            title: self.opening.title.clone(),
            public: self.opening.public,
            invite: self.opening.invite,
            host: self.host,
            variant: self.opening.variant.clone(),
            hints: self.opening.hints,
            practice: self.opening.practice.is_some(),
            bank_ms: self.settings().away_bank_ms,
            seats: self
                .chairs
                .iter()
                .map(|(seat, chair)| SeatState {
                    occupant: self.occupant(seat),
                    ready: chair.is_ready(),
                    bank_ms: self.bank(seat),
                })
                .collect(),
            spectators: self.spectators().cloned().collect(),
            stage: self.stage(),
            match_number: self.matches,
            chat: self.chat.iter().map(|line| ChatLine::clone(line)).collect(),
            vote: self.vote.clone(),
            shown: self.shown().to_vec(),
            you: You { player, seat },
            prompt: self.prompt_for(viewer, legal && seat.is_some()),
            shuffle: self.shuffle.as_deref().map(Agreement::state),
            view: self.table.game().map(|game| game.view(viewer)),
        }
    }

    /// Whether the same players are in the same places at the same stage as in another state of the room: then both have the
    /// same [`State::status`], which is not made to be compared.
    pub(crate) fn is_listed_as(&self, other: &State) -> bool {
        let ids = |member: &Player| member.id;
        let place = |chair: &Chair| (*chair == Chair::Free, chair.player());
        self.stage() == other.stage()
            && self.members.iter().map(ids).eq(other.members.iter().map(ids))
            && self.chairs.values().map(place).eq(other.chairs.values().map(place))
    }

    /// The room as the lobby knows it.
    pub(crate) fn status(&self) -> RoomStatus {
        RoomStatus {
            summary: RoomSummary {
                room: self.opening.room,
                title: self.opening.title.clone(),
                game: self.opening.variant.game(),
                taken: self.chairs.values().filter(|&&chair| chair != Chair::Free).count() as u8,
                seats: self.chairs.len() as u8,
                spectators: self.spectators().count() as u32,
                stage: self.stage(),
            },
            public: self.opening.public,
            invite: self.opening.invite,
            members: self.members.iter().map(|member| member.id).collect(),
        }
    }
}

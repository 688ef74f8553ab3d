//! Who is in a room and who sits where: join, leave, sit, stand, bots, host, presence.
//!
//! Invariants: a player has one seat at most; in a running match no seat is ever free, because a bot takes the place of
//! whoever leaves; nobody sees a second hand in a match by changing seats; the host is a member.

use std::sync::Arc;

use parlour_engine::Seat;
use parlour_protocol::{ErrorCode, Player, PlayerId, RoomEvent, Stage};

use super::draft::{Draft, Rejection, Taken};
use super::entry::{Guest, Key};
use super::state::{Chair, Table};
use crate::text;

impl Draft<'_> {
    pub(super) fn join(&mut self, guest: &Guest, key: Key) -> Taken {
        if self.state.member(guest.player).is_some() {
            if !self.state.is_connected(guest.player) {
                self.presence(guest.player, true)?;
            }
            return Ok(());
        }
        match key {
            Key::Id if !self.state.opening.public => return Err(ErrorCode::NoSuchRoom.into()),
            Key::Invite(invite) if invite != self.state.opening.invite => {
                return Err(ErrorCode::BadInvite.into());
            }
            Key::Id | Key::Invite(_) => {}
        }
        self.make_room()?;
        let name = self.name_for(guest);
        let player = Player { id: guest.player, name, connected: true, since: self.state.at };
        let members = Arc::make_mut(&mut self.state.members);
        // Twice as many would mostly stay empty.
        members.reserve_exact(1);
        members.push(player.clone());
        self.tell(RoomEvent::Joined { player });
        Ok(())
    }

    /// Finds a place for one more spectator: one who has been away the longest gives it up.
    fn make_room(&mut self) -> Taken {
        if self.state.spectators().count() < self.state.settings().spectators {
            return Ok(());
        }
        let host = self.state.host;
        let away = self.state.spectators().filter(|member| !member.connected && member.id != host);
        let longest = away.min_by_key(|member| member.since).map(|member| member.id);
        self.depart(longest.ok_or(ErrorCode::RoomFull)?);
        Ok(())
    }

    fn name_for(&self, guest: &Guest) -> String {
        let others = self.state.members.iter().filter(|member| member.id != guest.player);
        text::unlike(&guest.name, others.map(|member| member.name.as_str()))
    }

    pub(super) fn rename(&mut self, guest: &Guest) -> Taken {
        let name = self.name_for(guest);
        let member =
            Arc::make_mut(&mut self.state.members).iter_mut().find(|member| member.id == guest.player);
        let member = member.ok_or(ErrorCode::NotInRoom)?;
        if member.name != name {
            member.name.clone_from(&name);
            self.tell(RoomEvent::Renamed { player: guest.player, name });
        }
        Ok(())
    }

    /// A returning player takes its seat back from the bot; one who goes is not ready for a match any more. To come back is
    /// no turn: a connection that is lost and found again and again does not keep the seat from being handed to a bot (R20).
    pub(super) fn presence(&mut self, player: PlayerId, connected: bool) -> Taken {
        let at = self.state.at;
        let member = Arc::make_mut(&mut self.state.members).iter_mut().find(|member| member.id == player);
        let member = member.filter(|member| member.connected != connected).ok_or(Rejection::Overtaken)?;
        (member.connected, member.since) = (connected, at);
        self.tell(RoomEvent::Presence { player, connected, since: at });
        if let Some(seat) = self.state.seat_of(player) {
            if connected {
                if self.state.chairs[seat].is_played_by_bot() {
                    self.substitute(seat, false);
                }
            } else if matches!(self.state.stage(), Stage::Waiting | Stage::Over) {
                self.set_ready(seat, false);
            }
        }
        Ok(())
    }

    pub(super) fn sit(&mut self, player: PlayerId, seat: Seat) -> Taken {
        let chair = self.state.chair(seat).ok_or(ErrorCode::NoSuchSeat)?;
        let before = self.state.seat_of(player);
        if before == Some(seat) {
            return Ok(());
        }
        let others = self.state.chairs.values().any(|chair| chair.player().is_some_and(|id| id != player));
        if others && self.state.opening.practice.is_some() {
            return Err(ErrorCode::PracticeRoom.into());
        }
        if let Table::Running { held, .. } = &mut self.state.table {
            let knows_another = held.iter().any(|&(holder, other)| holder == player && other != seat);
            match chair {
                _ if knows_another => return Err(ErrorCode::MatchRunning.into()),
                Chair::Bot => held.push((player, seat)),
                Chair::Player { .. } | Chair::Free => return Err(ErrorCode::SeatTaken.into()),
            }
        } else if chair != Chair::Free {
            return Err(ErrorCode::SeatTaken.into());
        } else if let Some(before) = before {
            self.vacate(before);
        }
        self.seat(seat, Chair::taken_by(player));
        Ok(())
    }

    pub(super) fn stand(&mut self, player: PlayerId) -> Taken {
        let seat = self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        if self.state.table.is_running() {
            return Err(ErrorCode::MatchRunning.into());
        }
        self.vacate(seat);
        Ok(())
    }

    pub(super) fn put_bot(&mut self, host: PlayerId, seat: Seat) -> Taken {
        self.check_host(host)?;
        match self.state.chair(seat).ok_or(ErrorCode::NoSuchSeat)? {
            _ if self.state.table.is_running() => Err(ErrorCode::MatchRunning.into()),
            Chair::Bot | Chair::Player { .. } => Err(ErrorCode::SeatTaken.into()),
            Chair::Free => {
                self.seat(seat, Chair::Bot);
                Ok(())
            }
        }
    }

    pub(super) fn remove(&mut self, host: PlayerId, seat: Seat) -> Taken {
        self.check_host(host)?;
        match self.state.chair(seat).ok_or(ErrorCode::NoSuchSeat)? {
            Chair::Free => return Err(ErrorCode::SeatEmpty.into()),
            Chair::Bot if self.state.table.is_running() => return Err(ErrorCode::MatchRunning.into()),
            Chair::Bot => self.vacate(seat),
            Chair::Player { id, .. } => self.depart(id),
        }
        Ok(())
    }

    /// A member goes for good.
    pub(super) fn depart(&mut self, player: PlayerId) {
        let seat = self.state.seat_of(player);
        Arc::make_mut(&mut self.state.members).retain(|member| member.id != player);
        self.gone.push(player);
        self.hide(|shown| shown.player == player);
        self.tell(RoomEvent::Left { player });
        match seat {
            Some(seat) if self.state.table.is_running() => self.seat(seat, Chair::Bot),
            Some(seat) => self.vacate(seat),
            None => {}
        }
        if self.state.members.is_empty() {
            self.state.closed = true;
        } else if self.state.host == player {
            self.hand_over();
        }
    }

    /// Another member becomes the host: somebody who is there, rather one with a seat than one without, and among
    /// equals who came first.
    pub(super) fn hand_over(&mut self) {
        let state = &self.state;
        let others = state.members.iter().filter(|member| member.id != state.host);
        let rank = |member: &&Player| (!member.connected, state.seat_of(member.id).is_none());
        if let Some(player) = others.min_by_key(rank).map(|member| member.id) {
            self.state.host = player;
            self.tell(RoomEvent::Host { player });
        }
    }

    pub(super) fn check_host(&self, player: PlayerId) -> Result<(), ErrorCode> {
        if self.state.host == player { Ok(()) } else { Err(ErrorCode::NotHost) }
    }

    /// Another chair stands here: what its player showed is not shown any more.
    fn seat(&mut self, seat: Seat, chair: Chair) {
        self.hide(|shown| shown.seat == seat || Some(shown.player) == chair.player());
        self.state.chairs[seat] = chair;
        self.forget_hash(seat);
        let occupant = self.state.occupant(seat).expect("somebody was put there");
        self.tell(RoomEvent::Sat { seat, occupant });
    }

    fn vacate(&mut self, seat: Seat) {
        self.state.chairs[seat] = Chair::Free;
        self.forget_hash(seat);
        if let Table::Over { finishers, .. } = &mut self.state.table {
            finishers.remove(seat);
        }
        self.tell(RoomEvent::Stood { seat });
    }

    /// Takes note whether a seat is ready.
    pub(super) fn set_ready(&mut self, seat: Seat, is: bool) {
        if let Chair::Player { ready, .. } = &mut self.state.chairs[seat]
            && *ready != is
        {
            *ready = is;
            self.tell(RoomEvent::Ready { seat, ready: is });
        }
    }

    /// Lets a bot play for the player of a seat, or the player again.
    pub(super) fn substitute(&mut self, seat: Seat, bot: bool) {
        if let Chair::Player { bot_plays, timeouts, .. } = &mut self.state.chairs[seat] {
            *timeouts = 0;
            if *bot_plays != bot {
                *bot_plays = bot;
                self.tell(RoomEvent::Substituted { seat, bot });
            }
        }
    }
}

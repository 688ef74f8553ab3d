//! Racks and hands that players show to spectators.
//!
//! Invariants: a hand is shown by its player's leave alone, in the running match alone, and no longer than both are
//! there as they were; who was shown one may in this match sit down nowhere else, as if it had sat there.

use parlour_engine::Seat;
use parlour_protocol::{ErrorCode, PlayerId, RoomEvent, Shown};

use super::draft::{Draft, Taken};
use super::state::{Chair, Table};

impl Draft<'_> {
    /// A spectator asks; nothing but the player's answer changes what it sees.
    pub(super) fn ask_hand(&mut self, player: PlayerId, seat: Seat) -> Taken {
        if self.state.seat_of(player).is_some() {
            return Err(ErrorCode::NotWatching.into());
        }
        if !self.state.table.is_running() {
            return Err(ErrorCode::NoMatch.into());
        }
        match self.state.chair(seat).ok_or(ErrorCode::NoSuchSeat)? {
            Chair::Player { .. } => self.tell(RoomEvent::HandAsked { player, seat }),
            Chair::Bot | Chair::Free => return Err(ErrorCode::SeatEmpty.into()),
        }
        Ok(())
    }

    pub(super) fn show_hand(&mut self, player: PlayerId, watcher: PlayerId, show: bool) -> Taken {
        let seat = self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        let watches = self.state.member(watcher).is_some() && self.state.seat_of(watcher).is_none();
        let Table::Running { held, shown, .. } = &mut self.state.table else {
            return Err(ErrorCode::NoMatch.into());
        };
        let is_shown = shown.iter().any(|shown| shown.player == watcher && shown.seat == seat);
        if !show || is_shown {
            self.hide(|shown| shown.player == watcher && shown.seat == seat && !show);
            return Ok(());
        }
        let knows_another = held.iter().any(|&(holder, other)| holder == watcher && other != seat);
        if !watches || knows_another {
            return Err(ErrorCode::NotWatching.into());
        }
        held.push((watcher, seat));
        shown.push(Shown { seat, player: watcher });
        self.tell(RoomEvent::HandShown { player: watcher, seat, shown: true });
        Ok(())
    }

    /// What these are shown they see no longer.
    pub(super) fn hide(&mut self, these: impl Fn(&Shown) -> bool) {
        let Table::Running { shown, .. } = &mut self.state.table else {
            return;
        };
        let hidden: Vec<Shown> = shown.extract_if(.., |shown| these(shown)).collect();
        for Shown { seat, player } in hidden {
            self.tell(RoomEvent::HandShown { player, seat, shown: false });
        }
    }
}

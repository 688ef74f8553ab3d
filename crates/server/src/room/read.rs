//! Commands that change nothing: they are answered from the room as it is, and not written down.
//!
//! Invariant: an answer depends on nothing that the player who asks may not know.

use parlour_engine::{Match, Viewer, Waits};
use parlour_protocol::{Command, ErrorCode, Outcome, PlayerId};

use super::Room;
use super::record::Recorded;
use super::state::Table;

impl Room {
    /// The answer to a command that only reads.
    pub(super) fn read(&self, player: PlayerId, command: &Command) -> Result<Outcome, ErrorCode> {
        if self.state.member(player).is_none() {
            return Err(ErrorCode::NotInRoom);
        }
        match command {
            Command::Snapshot { .. } => {
                Ok(Outcome::Ok { seq: Some(self.seq), room: None, invite: None, now: None })
            }
            Command::Hint { .. } => self.hint(player),
            _ => Err(ErrorCode::BadField),
        }
    }

    /// What the referee advises a player, from the view of its seat alone.
    fn hint(&self, player: PlayerId) -> Result<Outcome, ErrorCode> {
        if !self.state.opening.hints {
            return Err(ErrorCode::HintsOff);
        }
        let seat = self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        let game: &Match = self.state.table.game().ok_or(ErrorCode::NoMatch)?;
        let hint = game.view(Viewer::Seat(seat)).hint().ok_or(ErrorCode::NoHint)?;
        Ok(Outcome::Hint { hint })
    }

    /// The match of which a player asks for the record, without a number the newest; what is not said here is in the
    /// journal.
    pub(super) fn recorded(&self, player: PlayerId, number: Option<u32>) -> Result<Recorded, ErrorCode> {
        let viewer = self.viewer(player).ok_or(ErrorCode::NotInRoom)?;
        let newest = self.state.matches;
        let number = number.unwrap_or(newest);
        if !(1..=newest).contains(&number) || self.state.opening.practice.is_some() {
            return Err(ErrorCode::NoMatch);
        }
        let running = match &self.state.table {
            Table::Running { game, .. } if number == newest => Some(game),
            Table::Running { .. } | Table::Over { .. } | Table::Bare => None,
        };
        let hidden = running.filter(|game| game.waits() != Waits::Deal).map(|game| (game.round(), viewer));
        let unwritten = running.and_then(|_| self.transcript.unwritten()).map(|part| part.text);
        Ok(Recorded {
            game: self.state.opening.variant.game(),
            number,
            unwritten: unwritten.unwrap_or_default(),
            hidden,
        })
    }
}

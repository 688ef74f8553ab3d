//! Commands that change nothing: they are answered from the room as it is, and not written down.
//!
//! Invariant: an answer depends on nothing that the player who asks may not know.

use parlour_engine::{Match, Viewer};
use parlour_protocol::{Command, ErrorCode, Outcome, PlayerId};

use super::Room;

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

    /// The number of the match over of which a player asks for the record, without a number the last; the transcript is in
    /// the journal.
    pub(super) fn recorded(&self, player: PlayerId, number: Option<u32>) -> Result<u32, ErrorCode> {
        if self.state.member(player).is_none() {
            return Err(ErrorCode::NotInRoom);
        }
        let last = self.state.matches - u32::from(self.state.table.is_running());
        let number = number.unwrap_or(last);
        if (1..=last).contains(&number) { Ok(number) } else { Err(ErrorCode::NoMatch) }
    }
}

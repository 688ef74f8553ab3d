//! What the table does about a player who is away: the others choose.
//!
//! Invariants: there is one vote at a time, and only about a seat that a table without a clock waits for while its player
//! is away; it ends with that. Who is there with a seat has a voice. When nobody has one, a bot plays.

use parlour_engine::Seat;
use parlour_protocol::{Cast, Choice, ErrorCode, PlayerId, RoomEvent, Vote};

use super::draft::{Draft, Taken};
use super::state::{Chair, State};
use crate::clock::Millis;

/// How long a vote is open.
const OPEN_MS: Millis = 30_000;

impl Draft<'_> {
    /// Asks the others about a seat whose player has been away for too long.
    pub(super) fn open_vote(&mut self, seat: Seat) {
        if self.state.voters(seat).next().is_none() {
            return self.substitute(seat, true);
        }
        let closes = self.state.at + OPEN_MS;
        self.state.vote = Some(Vote { seat, closes, cast: Vec::new() });
        self.tell(RoomEvent::VoteOpened { seat, closes });
    }

    pub(super) fn vote(&mut self, player: PlayerId, choice: Choice) -> Taken {
        let seat = self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        let vote = self.state.vote.as_mut().filter(|vote| vote.seat != seat).ok_or(ErrorCode::NoVote)?;
        let cast = Cast { seat, choice };
        if vote.cast.contains(&cast) {
            return Ok(());
        }
        vote.cast.retain(|earlier| earlier.seat != seat);
        vote.cast.push(cast);
        self.tell(RoomEvent::Voted { seat, choice });
        Ok(())
    }

    /// Ends a vote that has become needless, or in which all have spoken.
    pub(super) fn settle_vote(&mut self) {
        let Some(vote) = &self.state.vote else {
            return;
        };
        let (seat, cast) = (vote.seat, &vote.cast);
        if !self.state.held_up().any(|(held_up, _)| held_up == seat) {
            self.state.vote = None;
            self.tell(RoomEvent::VoteClosed { seat, choice: None });
        } else if self.state.voters(seat).all(|voter| cast.iter().any(|cast| cast.seat == voter)) {
            self.close_vote();
        }
    }

    /// Does what most of those want who are there.
    pub(super) fn close_vote(&mut self) {
        let Some(Vote { seat, cast, .. }) = self.state.vote.take() else {
            return;
        };
        let voices = |choice| {
            let for_it = cast.iter().filter(|cast| cast.choice == choice);
            for_it.filter(|cast| self.state.voters(seat).any(|voter| voter == cast.seat)).count()
        };
        let choice = match [Choice::Bot, Choice::Wait, Choice::End].map(voices) {
            [bot, wait, end] if wait > bot && wait > end => Choice::Wait,
            [bot, wait, end] if end > bot && end > wait => Choice::End,
            _ => Choice::Bot,
        };
        self.tell(RoomEvent::VoteClosed { seat, choice: Some(choice) });
        match choice {
            Choice::Bot => self.substitute(seat, true),
            Choice::Wait => self.state.patient_since = self.state.at,
            Choice::End => self.abandon(),
        }
    }
}

impl State {
    /// The seats that have a voice about another one.
    fn voters(&self, about: Seat) -> impl Iterator<Item = Seat> {
        self.chairs.iter().filter_map(move |(seat, &chair)| match chair {
            Chair::Player { id, .. } if seat != about && self.is_connected(id) => Some(seat),
            Chair::Player { .. } | Chair::Bot | Chair::Free => None,
        })
    }
}

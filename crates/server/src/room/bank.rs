//! Banks: for how long the clock of a seat waits in a match while its player has no connection.
//!
//! When a seat that is asked alone is without its player's connection, its deadline is put off by all that is left in its
//! bank; when the player is back, or the question is another one, what was not used is taken off again and the bank shrinks
//! by what was. So a deadline always says when time runs out if nothing else happens.
//!
//! Only the questions of a turn take part. A bomb window never does: it is no seat's own, and whatever moved its end could tell
//! who may bomb. Neither does what several seats answer at once, grand tichu, the exchange, `ready` and the shuffle: who has
//! answered already would get time from who is away, and how much would hang on the order of the answers. What does take part
//! depends on the question, on whose turn it is and on connections, which all can see, and never on cards.
//!
//! Invariants: a bank only shrinks until the next match, whoever sits on the seat; the clock of a seat whose player is there
//! is not touched; however often a player comes and goes, a deadline is put off by no more than the time away, and no
//! more than was in the bank.

use parlour_engine::{BySeat, Expect, Seat};
use parlour_protocol::{Expects, RoomEvent};
use serde::{Deserialize, Serialize};

use super::draft::Draft;
use super::state::{Chair, State, Table};
use crate::clock::Millis;

/// The banks of all seats in a match, and the one that is being drawn on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Banks {
    /// What is left, without what is being drawn now.
    left: BySeat<Millis>,
    drawing: Option<Drawing>,
}

/// A seat whose clock waits, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Drawing {
    seat: Seat,
    since: Millis,
}

impl Banks {
    /// Full banks for `seats` seats.
    pub(super) fn new(seats: usize, full: Millis) -> Banks {
        Banks { left: BySeat::new(seats, |_| full), drawing: None }
    }

    /// What is left for a seat, without what it is drawing now.
    pub(super) fn left(&self, seat: Seat) -> Millis {
        self.left[seat]
    }

    /// Time that nobody was served counts for nobody.
    pub(super) fn skip(&mut self, outage: Millis) {
        if let Some(drawing) = &mut self.drawing {
            drawing.since = drawing.since.saturating_add(outage);
        }
    }
}

impl State {
    /// The seat whose clock waits for its player: it is asked alone, by the question and not because the others have
    /// answered, and has something in its bank.
    fn draws(&self) -> Option<Seat> {
        let Table::Running { banks, .. } = &self.table else { return None };
        let turn = match self.prompt.expects {
            Expects::Action(expect) => match expect {
                Expect::Take | Expect::Throw | Expect::Lead | Expect::Follow | Expect::Gift => true,
                Expect::Grand | Expect::Exchange => false,
            },
            Expects::BombWindow | Expects::Ready | Expects::Hash | Expects::Nonce => false,
        };
        let seat = self.prompt.seats.iter().next().filter(|_| turn && self.prompt.deadline.is_some())?;
        let Chair::Player { id, bot_plays: false, .. } = self.chairs[seat] else { return None };
        (!self.is_connected(id) && banks.left(seat) > 0).then_some(seat)
    }

    /// What is left in the bank of a seat, without what it is drawing now; what a match begins with when none runs.
    pub(super) fn bank(&self, seat: Seat) -> Millis {
        match &self.table {
            Table::Running { banks, .. } => banks.left(seat),
            Table::Bare | Table::Over { .. } => self.settings().away_bank_ms,
        }
    }
}

impl Draft<'_> {
    /// Lets the clock wait for the seat that it has to wait for now, and for no other.
    pub(super) fn settle_banks(&mut self) {
        let draws = self.state.draws();
        let Table::Running { banks, .. } = &self.state.table else { return };
        if banks.drawing.map(|drawing| drawing.seat) == draws {
            return;
        }
        self.stop_drawing();
        let since = self.state.at;
        let Table::Running { banks, .. } = &mut self.state.table else { return };
        if let (Some(seat), Some(deadline)) = (draws, &mut self.state.prompt.deadline) {
            *deadline = deadline.saturating_add(banks.left(seat));
            banks.drawing = Some(Drawing { seat, since });
        }
    }

    /// Takes what was not used off the deadline again, and what was used out of the bank.
    pub(super) fn stop_drawing(&mut self) {
        let at = self.state.at;
        let Table::Running { banks, .. } = &mut self.state.table else { return };
        let Some(Drawing { seat, since }) = banks.drawing.take() else { return };
        let lent = banks.left[seat];
        let left = lent.saturating_sub(at.saturating_sub(since));
        banks.left[seat] = left;
        if let Some(deadline) = &mut self.state.prompt.deadline {
            *deadline = deadline.saturating_sub(left);
        }
        if left < lent {
            self.tell(RoomEvent::Bank { seat, left_ms: left });
        }
    }
}

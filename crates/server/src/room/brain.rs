//! Bots at a room's table: who is asked, what was decided, and when it is done.
//!
//! Invariants: a brain sees only the view of its seat; it is asked when a prompt appears and heard after a fixed delay,
//! so neither how long it thinks nor that it has nothing to do shows. A brain that fails to decide where its seat
//! must act does anything legal: a bot never stops a table.

use std::collections::BTreeMap;

use parlour_engine::{Action, Seat, Seats, Variant, View};

use super::Room;

/// What plays a seat.
pub trait Brain: Send {
    /// What to do now; none to wait, which only a seat that need not act may do. It is asked once for each prompt, and
    /// again after an action of its own that left the prompt as it was.
    fn decide(&mut self, view: &View) -> Option<Action>;
}

/// Where brains come from.
pub trait Brains: Send + Sync + 'static {
    /// A fresh brain for a seat.
    fn brain(&self, variant: &Variant, seat: Seat) -> Box<dyn Brain>;
}

/// The project's own bots, one for each seat; they keep no state.
pub struct Bots;

impl Brains for Bots {
    fn brain(&self, _: &Variant, _: Seat) -> Box<dyn Brain> {
        Box::new(Bots)
    }
}

impl Brain for Bots {
    fn decide(&mut self, view: &View) -> Option<Action> {
        parlour_bots::decide(view)
    }
}

/// The brains of one room.
#[derive(Default)]
pub(super) struct Minds {
    brains: BTreeMap<Seat, Box<dyn Brain>>,
    /// The prompt that they were asked about.
    prompt: u64,
    asked: Seats,
    decided: Vec<(Seat, Action)>,
}

impl Minds {
    /// Asks the bots that were not asked about the newest prompt.
    pub(super) fn think(&mut self, room: &Room, brains: &dyn Brains) {
        if self.prompt != room.prompt().number {
            (self.prompt, self.asked) = (room.prompt().number, Seats::NONE);
            self.decided.clear();
        }
        // A seat that a player took over, and gave back in time, is asked anew: what its bot wanted is void.
        let seats: Seats = room.bots().1.collect();
        self.asked = self.asked.without(self.asked.without(seats));
        self.decided.retain(|(seat, _)| seats.contains(*seat));
        for seat in seats.iter() {
            let Some(view) = room.running_view(seat).filter(|_| !self.asked.contains(seat)) else {
                continue;
            };
            self.asked.insert(seat);
            let brain =
                self.brains.entry(seat).or_insert_with(|| brains.brain(&room.opening().variant, seat));
            let must = room.prompt().seats.contains(seat);
            let action = brain.decide(&view).or_else(|| room.any_action(seat).filter(|_| must));
            self.decided.extend(action.map(|action| (seat, action)));
        }
    }

    /// Whether a decision waits to be done.
    pub(super) fn any_decided(&self) -> bool {
        !self.decided.is_empty()
    }

    /// Takes the next decision: a seat that need not act first, since the others would take its moment away.
    pub(super) fn next(&mut self, room: &Room) -> Option<(Seat, Action)> {
        let must = room.prompt().seats;
        let first = self.decided.iter().position(|(seat, _)| !must.contains(*seat)).unwrap_or(0);
        (first < self.decided.len()).then(|| self.decided.remove(first))
    }

    /// Asks a bot again, if the prompt is still the same: it has acted.
    pub(super) fn ask_again(&mut self, seat: Seat) {
        self.asked.remove(seat);
    }
}

//! A room as one client sees it, and what must hold for everything that it is shown of it.
//!
//! Invariants checked: frames are contiguous; a snapshot never goes back; the number of the prompt never goes back; what
//! is expected fits the view beside it; no clock runs out before its time; nobody loses a seat in a match; events hide
//! what is not for this seat, and lead to what the views show.

use parlour_engine::{Expect, Seat, Seats, View, rummikub, tichu};
use parlour_protocol::{Event, Expects, Prompt, RoomEvent, RoomState, SeatState, Stage};

use crate::hand::{self, Hand};

/// A room as one client sees it.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    /// The number of the last frame.
    pub(crate) seq: u64,
    /// The client's seat.
    pub(crate) seat: Option<Seat>,
    /// Whether it was the host in the last snapshot.
    pub(crate) hosts: bool,
    /// The seats as they were in the last snapshot.
    pub(crate) seats: Vec<SeatState>,
    /// Where the room stands.
    pub(crate) stage: Stage,
    /// What the room waits for.
    pub(crate) prompt: Prompt,
    /// The match.
    pub(crate) view: Option<View>,
    hand: Option<Hand>,
}

impl Sight {
    /// What a snapshot shows; `before` is what the client knew of the room.
    ///
    /// # Errors
    /// When it breaks a promise.
    pub(crate) fn snapshot(before: Option<&Sight>, seq: u64, state: RoomState) -> Result<Sight, String> {
        if let Some(before) = before.filter(|before| before.seq > seq) {
            return Err(format!("a snapshot with frame {seq} after frame {}", before.seq));
        }
        let plays = |stage| matches!(stage, Stage::Playing | Stage::Between);
        if let Some(before) = before.filter(|before| before.seat.is_some() && plays(before.stage))
            && plays(state.stage)
            && before.seat != state.you.seat
        {
            return Err(format!("the seat {:?} became {:?} in a match", before.seat, state.you.seat));
        }
        let hand = state.view.as_ref().and_then(Hand::of);
        let sight = Sight {
            seq,
            seat: state.you.seat,
            hosts: state.host == state.you.player,
            seats: state.seats,
            stage: state.stage,
            prompt: before.map_or(state.prompt.clone(), |before| before.prompt.clone()),
            view: state.view,
            hand,
        };
        sight.prompted(state.prompt)?.looks()
    }

    /// The room after the next frame, which comes at `now` in milliseconds of Unix time.
    ///
    /// # Errors
    /// When it breaks a promise.
    pub(crate) fn frame(
        mut self,
        now: u64,
        seq: u64,
        events: &[Event],
        prompt: Option<Prompt>,
        view: Option<View>,
    ) -> Result<Sight, String> {
        if seq != self.seq + 1 {
            return Err(format!("frame {seq} after frame {}", self.seq));
        }
        self.seq = seq;
        if events.iter().any(timed_out) && self.prompt.deadline.is_none_or(|deadline| now < deadline) {
            return Err(format!("at {now} the time of {:?} is over", self.prompt));
        }
        for event in events {
            self.hand = Hand::after(self.hand, self.seat, event)?;
            match event {
                Event::Room(RoomEvent::MatchStarted { .. }) => self.stage = Stage::Playing,
                Event::Rummikub(rummikub::Event::MatchEnded { .. })
                | Event::Tichu(tichu::Event::MatchEnded { .. }) => self.stage = Stage::Over,
                Event::Rummikub(rummikub::Event::RoundEnded { .. })
                | Event::Tichu(tichu::Event::RoundEnded { .. }) => self.stage = Stage::Between,
                Event::Rummikub(rummikub::Event::Dealt { .. }) | Event::Tichu(tichu::Event::Dealt { .. }) => {
                    self.stage = Stage::Playing;
                }
                _ => {}
            }
        }
        let asked = prompt.is_some();
        if let Some(prompt) = prompt {
            self = self.prompted(prompt)?;
        }
        match view {
            // What is expected comes with the view that it belongs to.
            Some(view) => {
                self.view = Some(view);
                if asked { self.looks() } else { self.adds_up() }
            }
            None => Ok(self),
        }
    }

    /// Whether the room waits for this seat.
    pub(crate) fn is_asked(&self) -> bool {
        self.seat.is_some_and(|seat| self.prompt.seats.contains(seat))
    }

    fn prompted(mut self, prompt: Prompt) -> Result<Sight, String> {
        let last = self.prompt.number;
        if prompt.number < last {
            return Err(format!("prompt {} after prompt {last}", prompt.number));
        }
        self.prompt = prompt;
        Ok(self)
    }

    /// Checks the view, and what is expected beside it.
    fn looks(self) -> Result<Sight, String> {
        let sight = self.adds_up()?;
        if let Some(view) = &sight.view
            && !fits(&sight.prompt, view)
        {
            return Err(format!("the prompt {:?} does not fit the view {view:?}", sight.prompt));
        }
        Ok(sight)
    }

    fn adds_up(self) -> Result<Sight, String> {
        // Who sits down after a match sees it as a spectator.
        let Some(view) = self.view.as_ref().filter(|_| self.stage == Stage::Playing) else { return Ok(self) };
        hand::adds_up(self.seat, view)?;
        if let Some(hand) = self.hand {
            hand.compare(view)?;
        }
        Ok(self)
    }
}

fn timed_out(event: &Event) -> bool {
    matches!(
        event,
        Event::Rummikub(rummikub::Event::TimedOut { .. }) | Event::Tichu(tichu::Event::TimedOut { .. })
    )
}

/// Whether what is expected is what the match of the view waits for.
fn fits(prompt: &Prompt, view: &View) -> bool {
    let one = |seat: Seat| Seats::from(seat) == prompt.seats;
    let is = |expect| prompt.expects == Expects::Action(expect);
    let ready = !matches!(prompt.expects, Expects::Action(_) | Expects::BombWindow);
    match view {
        View::Rummikub(view) => match &view.phase {
            rummikub::Phase::Between | rummikub::Phase::Over { .. } => ready,
            rummikub::Phase::Take { turn } => is(Expect::Take) && one(*turn),
            rummikub::Phase::Throw { turn, .. } => is(Expect::Throw) && one(*turn),
        },
        View::Tichu(view) => match &view.phase {
            tichu::Phase::Between | tichu::Phase::Over { .. } => ready,
            tichu::Phase::Grand { answered } => {
                is(Expect::Grand) && prompt.seats == Seats::all(Seat::MAX).without(*answered)
            }
            tichu::Phase::Exchange { submitted, .. } => {
                is(Expect::Exchange) && prompt.seats == Seats::all(Seat::MAX).without(*submitted)
            }
            tichu::Phase::Turn { turn, trick } => {
                let expect = if trick.steps.is_empty() { Expect::Lead } else { Expect::Follow };
                is(expect) && one(*turn)
            }
            tichu::Phase::BombWindow { .. } => prompt.expects == Expects::BombWindow,
            tichu::Phase::Gift { from, .. } => is(Expect::Gift) && one(*from),
        },
    }
}

//! Plays a seat: follows a room's frames and answers its prompts with what a player decides.
//!
//! Invariants: an action is asked for only on the newest view, which came with a frame or followed from its events, and
//! echoes the prompt beside it; a seat takes part in every shuffle, and a shuffle that was not fair ends the play.

use parlour_engine::{Action, Expect, Match, Seat, Variant, View, Viewer, rummikub, tichu};
use parlour_protocol::{
    Command, ErrorClass, Event, Expects, Prompt, Push, RoomEvent, RoomId, RoomState, SeatState,
};

use crate::{Client, Error, Fairness};

/// A room as its newest frame left it.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The room.
    pub room: RoomId,
    /// The options of its matches.
    pub variant: Variant,
    /// The seat that is played; none for a spectator.
    pub seat: Option<Seat>,
    /// The seats as they were in the last snapshot.
    pub seats: Vec<SeatState>,
    /// What the room waits for.
    pub prompt: Prompt,
    /// The match; none before the first. A client that asked for no views has what its events tell, which is all but the
    /// hands of others that it is shown by leave (T16, and spectators).
    pub view: Option<View>,
    /// Its part in the shuffles.
    pub fairness: Fairness,
}

impl Table {
    /// The room of a snapshot.
    pub fn new(room: RoomId, state: RoomState) -> Table {
        let fairness = Fairness::new(room, &state);
        Table {
            room,
            variant: state.variant,
            seat: state.you.seat,
            seats: state.seats,
            prompt: state.prompt,
            view: state.view,
            fairness,
        }
    }

    /// Waits for the room's next snapshot and makes a table of it; what else comes before is not looked at.
    pub async fn first(client: &mut Client, room: RoomId) -> Result<Table, Error> {
        loop {
            if let Push::Snapshot { room: of, state, .. } = client.next().await?
                && of == room
            {
                return Ok(Table::new(room, state));
            }
        }
    }

    /// Whether this seat has something to do: the room waits for it, or it has not taken part in the shuffle.
    pub fn is_asked(&self) -> bool {
        self.fairness.answer().is_some() || self.seat.is_some_and(|seat| self.prompt.seats.contains(seat))
    }

    /// Takes in a push; answers whether it was about this room.
    ///
    /// # Errors
    /// When it shows that a shuffle was not fair. The push is taken in all the same.
    pub fn update(&mut self, push: Push) -> Result<bool, Error> {
        match push {
            Push::Events { room, prompt, view: None, events, .. } if room == self.room => {
                self.step(&events, prompt.as_ref())?;
                Ok(true)
            }
            Push::Events { room, prompt, view, events, .. } if room == self.room => {
                self.prompt = prompt.unwrap_or_else(|| self.prompt.clone());
                self.view = view;
                self.shuffle(&events)?;
                Ok(true)
            }
            Push::Snapshot { room, state, .. } if room == self.room => {
                self.fairness.refresh(&state);
                (self.seat, self.seats) = (state.you.seat, state.seats);
                (self.prompt, self.view) = (state.prompt, state.view);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Takes in a frame of this room without its view, or as if it had none.
    ///
    /// # Errors
    /// When it shows that a shuffle was not fair. The frame is taken in all the same.
    pub fn step(&mut self, events: &[Event], prompt: Option<&Prompt>) -> Result<(), Error> {
        if let Some(prompt) = prompt {
            self.prompt.clone_from(prompt);
        }
        self.follow(events);
        self.shuffle(events)
    }

    fn shuffle(&mut self, events: &[Event]) -> Result<(), Error> {
        self.fairness.update(events).map_err(|unfair| Error::Unfair { room: self.room, unfair })
    }

    /// Lets the view follow from the events of a frame that brings none.
    fn follow(&mut self, events: &[Event]) {
        for event in events {
            match (event, &mut self.view) {
                (Event::Room(RoomEvent::MatchStarted { .. }), view) => {
                    let viewer = self.seat.map_or(Viewer::Spectator, Viewer::Seat);
                    // Options that make no sense make no match either; the server would have to answer for them.
                    *view = Match::new(self.variant.clone()).ok().map(|new| new.view(viewer));
                }
                (Event::Rummikub(event), Some(View::Rummikub(view))) => view.follow(event),
                (Event::Tichu(event), Some(View::Tichu(view))) => view.follow(event),
                (Event::Room(_) | Event::Rummikub(_) | Event::Tichu(_), _) => {}
            }
        }
        if let (Expects::Action(Expect::Gift), Some(View::Tichu(view))) =
            (self.prompt.expects, &mut self.view)
        {
            view.close_window();
        }
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        match &self.view {
            Some(View::Rummikub(view)) => matches!(view.phase, rummikub::Phase::Over { .. }),
            Some(View::Tichu(view)) => matches!(view.phase, tichu::Phase::Over { .. }),
            None => false,
        }
    }

    /// What this seat does now: takes part in the shuffle, says that it is ready, or acts as `decide` says.
    pub fn answer(&self, decide: &mut impl FnMut(&View) -> Option<Action>) -> Option<Command> {
        let seat = self.seat?;
        if let Some(command) = self.fairness.answer() {
            return Some(command);
        }
        match self.prompt.expects {
            Expects::Ready => {
                let asked = self.prompt.seats.contains(seat);
                return asked.then_some(Command::Ready { room: self.room, ready: true });
            }
            Expects::Hash | Expects::Nonce => return None,
            Expects::BombWindow | Expects::Action(_) => {}
        }
        let action = decide(self.view.as_ref()?)?;
        Some(Command::Act { room: self.room, prompt: Some(self.prompt.number), action })
    }

    /// Plays until the match is over. The client has sat down.
    ///
    /// # Errors
    /// When the connection breaks, a shuffle was not fair, or the rules refuse what `decide` says. An answer that came
    /// too late is no error: the next frame is decided anew.
    pub async fn play(
        &mut self,
        client: &mut Client,
        mut decide: impl FnMut(&View) -> Option<Action>,
    ) -> Result<(), Error> {
        while !self.is_over() {
            if let Some(command) = self.answer(&mut decide) {
                match client.ask(command).await {
                    Ok(_) => {}
                    Err(Error::Refused(error)) if error.class == ErrorClass::State => {}
                    Err(error) => return Err(error),
                }
            }
            while !self.update(client.next().await?)? {}
            // All that came before the answer is looked at first: it holds what this seat itself has just done.
            while let Some(push) = client.kept() {
                self.update(push)?;
            }
        }
        Ok(())
    }
}

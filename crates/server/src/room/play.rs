//! The match on a room's table: ready, begin, act, time out, end.
//!
//! Invariants: a match begins only when every seat is taken; an action of a seat that must act echoes the prompt that it
//! answers; three turns in a row that run out of time hand the seat to a bot (R20).

use std::collections::VecDeque;
use std::sync::Arc;

use parlour_engine::{
    self as engine, Action, Illegal, Input as GameInput, Match, Seat, Seed, Waits, rummikub, tichu,
};
use parlour_protocol::{ErrorCode, Expects, PlayerId, RoomEvent, Stage};

use super::bank::Banks;
use super::draft::{Draft, Played, Rejection, Taken};
use super::history::Happened;
use super::state::{Chair, Table};

/// Turns in a row that may run out of time before a bot takes the seat (R20).
const TIMEOUTS: u8 = 3;

/// Actions that a player of a practice room can take back at most.
const TAKEN_BACK: usize = 64;

impl Draft<'_> {
    /// In a round it is the sign of a player for whom a bot plays that it is back.
    pub(super) fn ready(&mut self, player: PlayerId, ready: bool) -> Taken {
        let seat = self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        if ready && self.state.table.is_running() {
            self.substitute(seat, false);
        }
        if self.state.stage() != Stage::Playing && self.state.is_deal_open() {
            self.set_ready(seat, ready);
        }
        Ok(())
    }

    /// The host need not say that it is ready itself.
    pub(super) fn start(&mut self, host: PlayerId) -> Taken {
        self.check_host(host)?;
        if self.state.table.is_running() {
            return Err(ErrorCode::MatchRunning.into());
        }
        let begins =
            self.state.chairs.values().all(|&chair| chair.is_ready() || chair.player() == Some(host));
        if !begins {
            return Err(ErrorCode::NotReady.into());
        }
        self.begin();
        Ok(())
    }

    /// Begins a match, or its next round: it is dealt when those who take part in the shuffle have given their nonces.
    pub(super) fn begin(&mut self) {
        if !self.state.table.is_running() {
            let game = self.new_match();
            let players = self.state.chairs.iter();
            let held = players.filter_map(|(seat, chair)| Some((chair.player()?, seat))).collect();
            let (game, earlier, shown) = (Arc::new(game), VecDeque::new(), Vec::new());
            let banks = Banks::new(self.state.chairs.len(), self.state.settings().away_bank_ms);
            self.state.table = Table::Running { game, held, earlier, shown, banks };
            self.state.matches += 1;
            self.played.push(Played::Began);
            self.tell(RoomEvent::MatchStarted { number: self.state.matches });
        }
        for chair in self.state.chairs.values_mut() {
            if let Chair::Player { ready, .. } = chair {
                *ready = false;
            }
        }
        if self.state.table.game().map(Match::waits) != Some(Waits::Deal) {
            self.replaced = true;
        } else if self.state.shuffle.is_some() {
            self.close_list();
        } else {
            let seed = self.practice_seed();
            self.play(GameInput::Deal(seed)).expect("a match that waits for a deal takes any seed");
        }
        if let Table::Running { earlier, .. } = &mut self.state.table {
            earlier.clear();
        }
    }

    /// The seed of a practice room's next deal: its own, or a drawn one. Nobody agrees on it, so nobody can verify it.
    fn practice_seed(&mut self) -> Seed {
        let own = self.state.opening.practice.as_ref().and_then(|practice| practice.seed);
        match own {
            Some(seed) => seed.of_round(u32::from(self.state.table.game().map_or(0, Match::round)) + 1),
            None => Seed::new(self.draw().bytes()),
        }
    }

    /// A match before its first deal, or as the practice room has it.
    fn new_match(&self) -> Match {
        let opening = &self.state.opening;
        let position = opening.practice.as_ref().and_then(|practice| practice.position.as_deref());
        match position {
            Some(position) => {
                Match::from_position(opening.variant.clone(), position).expect("the position was checked")
            }
            None => Match::new(opening.variant.clone()).expect("the variant was checked"),
        }
    }

    /// Returns to the match before the player's last action in this round.
    pub(super) fn take_back(&mut self, player: PlayerId) -> Taken {
        if self.state.opening.practice.is_none() {
            return Err(ErrorCode::NotPractice.into());
        }
        let seat = self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        let Table::Running { game, earlier, .. } = &mut self.state.table else {
            return Err(ErrorCode::NoMatch.into());
        };
        *game = earlier.pop_back().ok_or(ErrorCode::NothingToTakeBack)?;
        for chair in self.state.chairs.values_mut() {
            if let Chair::Player { ready, .. } = chair {
                *ready = false;
            }
        }
        self.replaced = true;
        self.played.push(Played::TakenBack);
        self.tell(RoomEvent::TakenBack { seat });
        Ok(())
    }

    pub(super) fn act(&mut self, player: PlayerId, prompt: Option<u64>, action: &Action) -> Taken {
        let Table::Running { .. } = self.state.table else {
            return Err(ErrorCode::NoMatch.into());
        };
        let seat = self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        let newest = &self.state.prompt;
        let answers = matches!(newest.expects, Expects::Action(_)) && newest.seats.contains(seat);
        match prompt {
            _ if !self.is_of_this_game(action) => return Err(ErrorCode::OtherGame.into()),
            Some(number) if number != newest.number => return Err(Rejection::Stale),
            None if answers && !is_call(action) => return Err(ErrorCode::PromptRequired.into()),
            Some(_) | None => {}
        }
        self.substitute(seat, false);
        let before = match &self.state.table {
            Table::Running { game, .. } if self.state.opening.practice.is_some() => Some(Arc::clone(game)),
            Table::Running { .. } | Table::Bare | Table::Over { .. } => None,
        };
        self.play(GameInput::Act(seat, action.clone())).map_err(Rejection::Illegal)?;
        if let (Table::Running { earlier, .. }, Some(before)) = (&mut self.state.table, before) {
            earlier.push_back(before);
            if earlier.len() > TAKEN_BACK {
                earlier.pop_front();
            }
        }
        Ok(())
    }

    pub(super) fn bot_acts(&mut self, seat: Seat, prompt: u64, action: &Action) -> Taken {
        let current = prompt == self.state.prompt.number && self.state.table.is_running();
        let plays = self.state.chair(seat).is_some_and(Chair::is_played_by_bot);
        if !(current && plays) {
            return Err(Rejection::Overtaken);
        }
        self.play(GameInput::Act(seat, action.clone())).map_err(Rejection::Illegal)
    }

    /// The clock ran out: the rules' default is done, and who let it run out three times in a row is played by a bot.
    pub(super) fn time_out(&mut self) {
        self.play(GameInput::Timeout).expect("a match that must act or has its window open can time out");
    }

    fn is_of_this_game(&self, action: &Action) -> bool {
        let game = match action {
            Action::Rummikub(_) => engine::GameKind::Rummikub,
            Action::Tichu(_) => engine::GameKind::Tichu,
        };
        self.state.opening.variant.game() == game
    }

    /// Gives the match an input, and tells what it caused.
    pub(super) fn play(&mut self, input: GameInput<Action>) -> Result<(), Illegal> {
        let Table::Running { game, .. } = &mut self.state.table else {
            panic!("only a running match is played");
        };
        let game = Arc::make_mut(game);
        let events = game.apply(input.clone())?;
        let (waits, next) = (game.waits(), game.round() + 1);
        self.played.push(Played::Moved(input, events.len()));
        let late: Vec<Seat> = events.iter().filter_map(timed_out).collect();
        self.happened.extend(events.into_iter().map(Happened::Game));
        late.into_iter().for_each(|seat| self.count_timeout(seat));
        match waits {
            Waits::Deal => self.end_round(next),
            Waits::Nothing => {
                self.end();
                self.end_round(1);
            }
            Waits::Seats(..) | Waits::BombWindow { .. } => {}
        }
        Ok(())
    }

    /// Ends the match without a winner: all keep their seats, and the room waits for the next match.
    pub(super) fn abandon(&mut self) {
        self.state.table = Table::Bare;
        self.replaced = true;
        self.tell(RoomEvent::MatchAbandoned);
        self.end_round(1);
        for seat in Seat::all(self.state.chairs.len()) {
            self.substitute(seat, false);
            self.set_ready(seat, false);
        }
    }

    fn count_timeout(&mut self, seat: Seat) {
        if let Chair::Player { timeouts, .. } = &mut self.state.chairs[seat] {
            *timeouts = timeouts.saturating_add(1);
            if *timeouts == TIMEOUTS {
                self.substitute(seat, true);
            }
        }
    }

    /// The match stays on the table until the next begins; a bot plays for nobody between two matches.
    fn end(&mut self) {
        let players = self.state.chairs.iter();
        let finishers = players.filter(|(_, chair)| chair.player().is_some()).map(|(seat, _)| seat).collect();
        if let Table::Running { game, .. } = std::mem::replace(&mut self.state.table, Table::Bare) {
            self.state.table = Table::Over { game, finishers };
        }
        for seat in finishers.iter() {
            self.substitute(seat, false);
        }
    }
}

/// Whether an action may be taken beside what is asked: it leaves the question as it is.
fn is_call(action: &Action) -> bool {
    matches!(action, Action::Tichu(tichu::Action::Tichu))
}

/// The seat whose clock ran out, if that is what happened.
fn timed_out(event: &engine::Event) -> Option<Seat> {
    match event {
        engine::Event::Rummikub(rummikub::Event::TimedOut { seat })
        | engine::Event::Tichu(tichu::Event::TimedOut { seat }) => Some(*seat),
        engine::Event::Rummikub(_) | engine::Event::Tichu(_) => None,
    }
}

//! One input on its way into a room: a copy of the state that changes, and what happens on the way.
//!
//! Invariants: the room itself is untouched until the change is written down and committed, so an input that is refused,
//! or cannot be journaled, changes nothing. The prompt is made from the state that comes out, never from events. Its
//! number grows when something else is expected, and stays while several seats answer the same question.

use parlour_engine::fair::{Secret, Shuffle};
use parlour_engine::{self as engine, Action, Expect, Illegal, Input as GameInput, Match, Waits};
use parlour_protocol::{Command, ErrorCode, Expects, PlayerId, Prompt, RoomEvent, Stage};

use super::alarm::Alarm;
use super::entry::Input;
use super::history::Happened;
use super::shuffle::REVEAL_MS;
use super::state::{Chair, State, Table};
use crate::clock::Millis;

/// A turn of Rummikub is two questions under one clock (R20).
const TURN: (Expects, Expects) = (Expects::Action(Expect::Take), Expects::Action(Expect::Throw));

/// Why an input changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// The room rejects it.
    Code(ErrorCode),
    /// It comes too soon after others of its kind.
    TooFast {
        /// How long to wait, in milliseconds.
        ms: Millis,
    },
    /// It answers a prompt that is no longer the newest.
    Stale,
    /// The rules refuse it.
    Illegal(Illegal),
    /// It is no command, and its time has passed.
    Overtaken,
}

impl From<ErrorCode> for Rejection {
    fn from(code: ErrorCode) -> Rejection {
        Rejection::Code(code)
    }
}

pub(crate) type Taken = Result<(), Rejection>;

/// What the match on the table took, for its transcript.
#[derive(Clone, Debug)]
pub(crate) enum Played {
    /// A new match began.
    Began,
    /// The match of a practice room stands as it did before.
    TakenBack,
    /// An attempt to shuffle for the deal that follows.
    Shuffled(Box<Shuffle>),
    /// The match took an input, and so many of its events happened.
    Moved(GameInput<Action>, usize),
}

/// A change that is not committed yet.
pub(crate) struct Draft<'a> {
    pub(super) state: State,
    pub(super) happened: Vec<Happened>,
    pub(super) played: Vec<Played>,
    /// Members who are none any more.
    pub(super) gone: Vec<PlayerId>,
    /// The secret that was drawn.
    pub(super) secret: Option<Secret>,
    draw: &'a mut dyn FnMut() -> Secret,
    /// Whether the match is another one, which no events explain.
    pub(super) replaced: bool,
}

impl<'a> Draft<'a> {
    pub(super) fn new(state: &State, now: Millis, draw: &'a mut dyn FnMut() -> Secret) -> Draft<'a> {
        let state = State { at: now.max(state.at), ..state.clone() };
        Draft {
            state,
            happened: Vec::new(),
            played: Vec::new(),
            gone: Vec::new(),
            secret: None,
            replaced: false,
            draw,
        }
    }

    /// Takes an input and settles what follows from it.
    pub(super) fn take(&mut self, input: &Input) -> Taken {
        match input {
            Input::Join { guest, key, .. } => self.join(guest, *key)?,
            Input::Command { player, envelope } => self.command(*player, &envelope.command)?,
            Input::Presence { player, connected } => self.presence(*player, *connected)?,
            Input::Rename { guest } => self.rename(guest)?,
            Input::Close => self.state.closed = true,
            Input::Alarm(alarm) => self.alarm(*alarm)?,
            Input::Bot { seat, prompt, action } => self.bot_acts(*seat, *prompt, action)?,
            Input::Adopted { seen } => self.adopted(*seen),
        }
        self.settle();
        Ok(())
    }

    fn command(&mut self, player: PlayerId, command: &Command) -> Taken {
        if self.state.member(player).is_none() {
            return Err(ErrorCode::NotInRoom.into());
        }
        match command {
            Command::Leave { .. } => self.depart(player),
            Command::Sit { seat, .. } => self.sit(player, *seat)?,
            Command::Stand { .. } => self.stand(player)?,
            Command::Ready { ready, .. } => self.ready(player, *ready)?,
            Command::Pledge { commitment, hash, .. } => self.pledge(player, *commitment, *hash)?,
            Command::Contribute { commitment, nonce, .. } => self.contribute(player, *commitment, *nonce)?,
            Command::Bot { seat, .. } => self.put_bot(player, *seat)?,
            Command::Remove { seat, .. } => self.remove(player, *seat)?,
            Command::Start { .. } => self.start(player)?,
            Command::Act { prompt, action, .. } => self.act(player, *prompt, action)?,
            Command::TakeBack { .. } => self.take_back(player)?,
            Command::Vote { choice, .. } => self.vote(player, *choice)?,
            Command::AskHand { seat, .. } => self.ask_hand(player, *seat)?,
            Command::ShowHand { player: watcher, show, .. } => self.show_hand(player, *watcher, *show)?,
            Command::Emote { emote, .. } => self.emote(player, *emote)?,
            Command::Chat { text, .. } => self.chat(player, text)?,
            Command::Hello(_)
            | Command::Rename { .. }
            | Command::Lobby { .. }
            | Command::Create(_)
            | Command::Hint { .. }
            | Command::Record { .. }
            | Command::Snapshot { .. }
            | Command::Join { .. }
            | Command::Ping => return Err(ErrorCode::BadField.into()),
        }
        Ok(())
    }

    fn alarm(&mut self, alarm: Alarm) -> Taken {
        let due = self.state.alarms().any(|(at, set)| set == alarm && at <= self.state.at);
        match alarm {
            _ if !due => return Err(Rejection::Overtaken),
            Alarm::Deadline { .. } => match self.state.prompt.expects {
                Expects::Ready => self.begin(),
                Expects::Hash => self.close_list(),
                Expects::Nonce => self.nonces_are_due(),
                Expects::BombWindow | Expects::Action(_) => self.time_out(),
            },
            Alarm::Absent { seat } => self.open_vote(seat),
            Alarm::Vote => self.close_vote(),
            Alarm::Host => self.hand_over(),
            Alarm::Idle => self.state.closed = true,
        }
        Ok(())
    }

    /// Nobody is here yet. Clocks go on from where they were seen last.
    fn adopted(&mut self, seen: Option<Millis>) {
        let connected: Vec<PlayerId> =
            self.state.members.iter().filter(|member| member.connected).map(|member| member.id).collect();
        for player in connected {
            self.presence(player, false).expect("the member was connected");
        }
        if let Some(seen) = seen {
            let outage = self.state.at.saturating_sub(seen);
            let prompt = &mut self.state.prompt;
            prompt.deadline = prompt.deadline.map(|deadline| deadline.saturating_add(outage));
            self.state.asked_at = self.state.asked_at.saturating_add(outage);
            if let Table::Running { banks, .. } = &mut self.state.table {
                banks.skip(outage);
            }
            self.state.resumed_at = self.state.at;
        }
    }

    /// Draws the secret of a deal. An input ends a round or an attempt once at most, or deals once in a practice room, so
    /// one secret a journal entry is enough.
    pub(super) fn draw(&mut self) -> Secret {
        let secret = (self.draw)();
        let earlier = self.secret.replace(secret);
        debug_assert!(earlier.is_none(), "an input draws once at most");
        secret
    }

    pub(super) fn tell(&mut self, event: RoomEvent) {
        self.happened.push(Happened::Room(event));
    }

    /// Begins what everybody is ready for, says what is expected now, and ends a vote that is decided: that may end the
    /// match, and then something else is expected. Whether the clock waits is seen last.
    fn settle(&mut self) {
        if self.state.closed {
            return self.reveal_rest();
        }
        if self.state.all_ready() {
            self.begin();
        }
        self.ask();
        self.settle_vote();
        if self.state.stage() == Stage::Waiting {
            self.ask();
        }
        self.settle_banks();
    }

    /// Says what is expected now.
    fn ask(&mut self) {
        let (seats, expects) = self.state.expected();
        let asked_anew = expects != self.state.prompt.expects || self.happened.iter().any(moves_on);
        if asked_anew {
            self.stop_drawing();
            let before = &self.state.prompt;
            let same_turn = (before.expects, expects) == TURN && before.seats == seats;
            let deadline = if same_turn { before.deadline } else { self.deadline(expects) };
            let number = before.number + 1;
            self.state.prompt = Prompt { number, seats, expects, deadline, legal: None };
            self.state.asked_at = self.state.at;
        } else {
            self.state.prompt.seats = seats;
        }
    }

    /// When time runs out for a question that is asked now.
    fn deadline(&self, expects: Expects) -> Option<Millis> {
        let state = &self.state;
        let wait = match expects {
            Expects::Action(_) => match state.opening.variant.turn_seconds() {
                0 => return None,
                seconds => u64::from(seconds) * 1000,
            },
            Expects::BombWindow if state.anybody_plays() => match state.table.game().map(Match::waits) {
                Some(Waits::BombWindow { ms }) => u64::from(ms),
                _ => 0,
            },
            Expects::BombWindow => 0,
            Expects::Hash | Expects::Nonce => REVEAL_MS,
            Expects::Ready if state.stage() != Stage::Between => return None,
            Expects::Ready if state.anybody_connected() => state.settings().next_round_ms,
            Expects::Ready => 0,
        };
        Some(state.at + wait)
    }
}

impl State {
    /// Whether a player plays on any seat.
    fn anybody_plays(&self) -> bool {
        self.chairs.values().any(|chair| matches!(chair, Chair::Player { bot_plays: false, .. }))
    }
}

/// Whether the table is another one after this, so that an answer to what was asked before comes too late. A call, an
/// answer beside others, and a refused declaration leave the question as it is.
fn moves_on(happened: &Happened) -> bool {
    use engine::{Event, rummikub, tichu};
    match happened {
        Happened::Room(RoomEvent::MatchStarted { .. } | RoomEvent::TakenBack { .. }) => true,
        Happened::Room(_) => false,
        Happened::Game(Event::Rummikub(event)) => !matches!(event, rummikub::Event::Refused { .. }),
        Happened::Game(Event::Tichu(event)) => !matches!(
            event,
            tichu::Event::Called { .. } | tichu::Event::Answered { .. } | tichu::Event::Submitted { .. }
        ),
    }
}

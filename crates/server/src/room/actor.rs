//! The task of a room: it moves data between mailbox, clock, bots, journal, connections and [`Room`].
//!
//! Invariants: nothing is shown before the journal has it; what cannot be journaled changes nothing and is rejected, or
//! tried again if nobody asked for it. Frames come before the reply to the command that caused them. When something
//! is due, one thing of it is done before each message, so neither waits for the other. Commands that came together are
//! written down together (`ahead.rs`). A panic ends this room only.

use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt;
use litemap::LiteMap;
use parlour_protocol::{
    Command, Envelope, ErrorCode, ErrorReply, GoneReason, Outcome, PlayerId, Push, Reply, RoomId, encode,
};
use tracing::{Instrument, Span, debug, debug_span, error, info, warn};

use super::ahead::Ahead;
use super::brain::Minds;
use super::entry::{Guest, Key};
use super::frame::Frames;
use super::handle::{Desk, Message, RoomNews, RoomStatus};
use super::history::Step;
use super::keeper::House;
use super::record::{Recorded, page};
use super::scribe::{Note, Scribe};
use super::{Alarm, Decision, Effects, Input, Room};
use crate::clock::Millis;
use crate::connection::{CloseCode, Connection, Frame};
use crate::journal::{AppendError, Epoch, Page, Release};
use crate::metrics::{Asked, Change, Moment, Resumed, Share, Until};

/// How long a room waits before it tries the journal again by itself.
const RETRY_MS: u64 = 500;

/// How long a room stays in memory in which nobody is and nothing happens.
const REST_MS: u64 = 60_000;

pub(super) struct Actor {
    house: Arc<House>,
    desk: Desk,
    room: Room,
    epoch: Epoch,
    scribe: Scribe,
    connections: LiteMap<PlayerId, Connection>,
    minds: Minds,
    /// The commands that are being done, in order, and who waits for their answers.
    pending: VecDeque<Pending>,
    /// A message that was taken out of the mailbox and could not be done with those before it.
    next: Option<Box<Message>>,
    /// The journal is not tried before this without a command; 0 while it works.
    pause_until: Millis,
    /// When the last message came.
    heard_at: Millis,
    /// The room among those in memory, and what it holds.
    _stay: Share,
    weight: Share,
}

/// A command, and who waits for its answer.
pub(super) struct Pending {
    id: u64,
    asked: Asked,
    /// When it was read.
    read: Option<Moment>,
    connection: Connection,
}

impl Pending {
    fn new(envelope: &Envelope, read: Option<Moment>, connection: Connection) -> Pending {
        Pending { id: envelope.id, asked: Asked::from(&envelope.command), read, connection }
    }

    pub(super) fn answer(&self, reply: &Reply) {
        self.connection.answer(self.asked, self.read, reply);
    }

    fn refuse(&self, code: ErrorCode) {
        self.answer(&Reply { re: Some(self.id), outcome: Outcome::Error(ErrorReply::new(code)) });
    }
}

/// Why a room's task ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// The room was closed.
    Closed,
    /// Nobody is there, and nothing happens before the time, if there is one.
    Rests(Option<Millis>),
    /// No handle is left.
    Abandoned,
    /// The journal says that somebody else owns the room.
    Fenced,
}

/// Why an input was not committed.
enum Failure {
    Unavailable,
    Ending(Ending),
}

impl From<Ending> for Failure {
    fn from(ending: Ending) -> Failure {
        Failure::Ending(ending)
    }
}

impl Actor {
    /// A room whose newest checkpoint was made after entry `checkpoint`.
    pub(super) fn new(
        house: Arc<House>,
        desk: Desk,
        room: Room,
        epoch: Epoch,
        checkpoint: u64,
    ) -> Box<Actor> {
        // Boxed, since a task keeps a second place for what it is given by value.
        Box::new(Actor {
            heard_at: house.clock.now(),
            _stay: house.metrics.rooms_in_memory.share().of(1),
            weight: house.metrics.room_memory.share().of(room.weight()),
            house,
            desk,
            room,
            epoch,
            scribe: Scribe::new(checkpoint),
            connections: LiteMap::new(),
            minds: Minds::default(),
            pending: VecDeque::new(),
            next: None,
            pause_until: 0,
        })
    }

    /// Runs until the room ends, and says goodbye; or until it rests: then its desk comes back, with the time when it
    /// wakes by itself. The room was served until `seen`, see [`Input::Adopted`]; `message` is what woke it.
    pub(super) async fn live(
        mut self: Box<Self>,
        seen: Option<Millis>,
        message: Option<Box<Message>>,
    ) -> Option<(Desk, Epoch, Option<Millis>)> {
        let status = self.room.status();
        self.tell_status(status);
        let ending = AssertUnwindSafe(self.run(seen, message)).catch_unwind().await;
        let ending = ending.map(|ended| ended.unwrap_or_else(|ending| ending));
        let room = self.room.id();
        let change = match &ending {
            Ok(Ending::Closed) => Change::Closed,
            Ok(Ending::Rests(_)) => Change::Rested,
            Ok(Ending::Abandoned) => Change::Released,
            Ok(Ending::Fenced) => Change::Fenced,
            Err(_) => Change::Failed,
        };
        self.house.metrics.room_changes.of(change).count();
        if let Ok(Ending::Rests(wakes_at)) = ending {
            debug!(%room, "room rests");
            return Some((self.desk, self.epoch, wakes_at));
        }
        info!(%room, ?ending, "room ends");
        let release = match &ending {
            Ok(Ending::Closed) => Some(Release::Closed),
            Ok(Ending::Abandoned | Ending::Rests(_)) => Some(Release::Open),
            Ok(Ending::Fenced) => None,
            Err(_) => {
                error!(%room, seq = self.room.seq(), "a panic ended the room");
                Some(Release::Failed)
            }
        };
        if let Some(how) = release
            && self.house.journal.release(room, self.epoch, how).await.is_err()
        {
            warn!(%room, "the journal could not be told that the room was given up");
        }
        match ending {
            Ok(Ending::Closed) => {
                Box::pin(self.say_goodbye(None)).await;
                let _ = self.house.news.send(RoomNews::Ended(room));
            }
            Err(_) => {
                // Who asks meanwhile is told the reason, too.
                let _ = self.house.news.send(RoomNews::Failed(room));
                Box::pin(self.say_goodbye(Some(GoneReason::Failed))).await;
            }
            Ok(Ending::Fenced) => {
                self.connections.values().for_each(|connection| connection.close(CloseCode::Moved));
                let _ = self.house.news.send(RoomNews::Ended(room));
            }
            Ok(Ending::Abandoned | Ending::Rests(_)) => {
                let _ = self.house.news.send(RoomNews::Ended(room));
            }
        }
        None
    }

    /// What a room does is boxed, since a room that waits would have a place for all of it.
    async fn run(&mut self, seen: Option<Millis>, message: Option<Box<Message>>) -> Result<Ending, Ending> {
        Box::pin(self.try_later(Input::Adopted { seen })).await?;
        if let Some(message) = message {
            Box::pin(self.receive(message)).await?;
        }
        while !self.room.is_closed() {
            self.minds.think(&self.room, &*self.house.brains);
            let due = self.next_due();
            let clock = self.house.clock;
            let alarm = async move {
                match due {
                    Some(at) if at <= clock.now() => {}
                    Some(at) => tokio::time::sleep_until(clock.when(at)).await,
                    None => std::future::pending().await,
                }
            };
            let Actor { next, desk, .. } = self;
            let message = async {
                match next.take() {
                    Some(message) => Some(message),
                    None => desk.inbox.next().await,
                }
            };
            tokio::select! {
                biased;
                message = message => {
                    let message = message.ok_or(Ending::Abandoned)?;
                    self.heard_at = clock.now();
                    if due.is_some_and(|at| at <= clock.now()) {
                        Box::pin(self.on_time()).await?;
                    }
                    Box::pin(self.receive(message)).await?;
                }
                () = alarm => {
                    Box::pin(self.on_time()).await?;
                    // A table of bots alone is always due; the other rooms of this thread have their turn, too. Those whose
                    // messages lie here together would each wait for a round of all rooms, so they are done in one turn.
                    tokio::task::yield_now().await;
                }
            }
        }
        Ok(Ending::Closed)
    }

    /// When the room must do something by itself.
    fn next_due(&self) -> Option<Millis> {
        let alarm = self.room.alarms().map(|(at, _)| at).min();
        let bots = self.minds.any_decided().then(|| self.room.bots().0);
        let presence = self.untold_presence().map(|_| 0);
        let rest = self.rests_at();
        let due = [alarm, bots, presence, rest].into_iter().flatten().min()?;
        Some(due.max(self.pause_until))
    }

    /// When the room is put aside: some time after everybody has gone, if nothing happens in it but that it closes one day.
    fn rests_at(&self) -> Option<Millis> {
        let idle = self.connections.is_empty()
            && self.room.members().all(|member| !member.connected)
            && self.room.alarms().all(|(_, alarm)| alarm == Alarm::Idle)
            && !self.minds.any_decided();
        idle.then(|| self.heard_at.max(self.room.at()) + REST_MS)
    }

    /// Puts the room aside, if the journal takes note of it.
    async fn rest(&mut self) -> Result<(), Ending> {
        let wakes_at = self.room.alarms().map(|(at, _)| at).min();
        let page = self.scribe.resting(&self.room, wakes_at);
        match self.house.journal.append(self.room.id(), self.epoch, self.room.seq(), page).await {
            Ok(()) => Err(Ending::Rests(wakes_at)),
            Err(AppendError::Fenced) => Err(Ending::Fenced),
            Err(AppendError::Unavailable) => {
                self.pause_until = self.house.clock.now() + RETRY_MS;
                Ok(())
            }
        }
    }

    /// A member whose connection came or went without the room knowing.
    fn untold_presence(&self) -> Option<(PlayerId, bool)> {
        let is_here = |player| self.connections.contains_key(&player);
        let members = self.room.members().map(|member| (member.id, member.connected));
        members
            .map(|(player, told)| (player, told, is_here(player)))
            .find_map(|(player, told, is)| (told != is).then_some((player, is)))
    }

    /// Does one thing whose time has come: who is here, then what a bot decided, then alarms in order.
    async fn on_time(&mut self) -> Result<(), Ending> {
        let now = self.house.clock.now();
        if let Some((player, connected)) = self.untold_presence() {
            return self.try_later(Input::Presence { player, connected }).await;
        }
        let alarm = self.room.alarms().min_by_key(|(at, _)| *at).filter(|(at, _)| *at <= now);
        let bots_at = self.room.bots().0;
        let bots_first = bots_at <= now && alarm.is_none_or(|(at, _)| bots_at <= at);
        if bots_first && self.minds.any_decided() {
            return self.bot_acts().await;
        }
        match alarm {
            Some((_, alarm)) => self.try_later(Input::Alarm(alarm)).await,
            None if self.rests_at().is_some_and(|at| at <= now) => self.rest().await,
            None => Ok(()),
        }
    }

    async fn bot_acts(&mut self) -> Result<(), Ending> {
        let Some((seat, action)) = self.minds.next(&self.room) else {
            return Ok(());
        };
        let prompt = self.room.prompt().number;
        let seq = self.room.seq();
        self.try_later(Input::Bot { seat, prompt, action }).await?;
        let refused = self.room.seq() == seq && self.pause_until == 0;
        if refused && self.room.prompt().seats.contains(seat) {
            warn!(room = %self.room.id(), %seat, "a bot decided what the rules refuse");
            if let Some(action) = self.room.any_action(seat) {
                self.try_later(Input::Bot { seat, prompt, action }).await?;
            }
        }
        if !refused {
            self.minds.ask_again(seat);
        }
        Ok(())
    }

    /// Takes an input that nobody asked for; when the journal is unavailable, its cause is still there later.
    async fn try_later(&mut self, input: Input) -> Result<(), Ending> {
        match self.commit(input).await {
            Ok(_) | Err(Failure::Unavailable) => Ok(()),
            Err(Failure::Ending(ending)) => Err(ending),
        }
    }

    /// Decides, journals, commits and shows.
    async fn commit(&mut self, input: Input) -> Result<Effects, Failure> {
        // Boxed, since it waits here for the journal, and a room's task has its place for it all the time.
        let decision = Box::new(self.decide(&self.room, input));
        let page = self.scribe.page(&self.room, &decision);
        self.finish(decision, page).await
    }

    fn decide(&self, room: &Room, input: Input) -> Decision {
        room.decide(input, self.house.clock.now(), &mut || (self.house.draw)())
    }

    /// Writes a page behind what is written already.
    async fn write(&mut self, page: Page) -> Result<(), Failure> {
        let (room, seq) = (self.room.id(), self.room.seq());
        match self.house.journal.append(room, self.epoch, seq, page).await {
            Ok(()) => self.pause_until = 0,
            Err(AppendError::Fenced) => return Err(Ending::Fenced.into()),
            Err(AppendError::Unavailable) => {
                // Once for each outage: everybody tries again, many times a second.
                if self.pause_until == 0 {
                    warn!(%room, seq, "the journal is unavailable");
                }
                self.pause_until = self.house.clock.now() + RETRY_MS;
                return Err(Failure::Unavailable);
            }
        }
        for read in self.pending.iter().filter_map(|pending| pending.read) {
            self.house.metrics.command_seconds.of(Until::Journaled).took(read.elapsed());
        }
        Ok(())
    }

    /// Journals, commits and shows what was decided; `page` is what must be written before.
    async fn finish(&mut self, decision: Box<Decision>, page: Option<Page>) -> Result<Effects, Failure> {
        let note = page.as_ref().map(Note::of);
        if let Some(page) = page {
            self.write(page).await?;
        }
        let effects = self.room.commit(*decision);
        self.weight.set(self.room.weight());
        if let Some(note) = note {
            self.scribe.wrote(&mut self.room, note);
        }
        if let Some(step) = &effects.step {
            self.show(step, &effects);
        }
        Ok(effects)
    }

    /// Sends a step to all who are here: encoded once for all who see the same.
    fn show(&mut self, step: &Step, effects: &Effects) {
        let mut frames = Frames::of(&self.room, step);
        for player in &effects.gone {
            if let Some(connection) = self.connections.remove(player) {
                connection.send(gone_frame(self.room.id(), None));
            }
        }
        for (&player, connection) in &self.connections {
            if effects.resighted.contains(&player) {
                connection.say(&self.room.snapshot(player, connection.wants()));
                continue;
            }
            let frame = frames.for_member(player, connection.wants());
            match self.pending.front() {
                // The reply follows, and goes out with it.
                Some(pending) if pending.connection == *connection => connection.hold(frame),
                _ => connection.send(frame),
            }
        }
        if effects.restated {
            let status = self.room.status();
            if *self.desk.status.newest() != status {
                self.tell_status(status);
            }
        }
    }

    fn tell_status(&self, status: RoomStatus) {
        let status = Arc::new(status);
        self.desk.status.replace(Arc::clone(&status));
        let _ = self.house.news.send(RoomNews::Changed(status));
    }

    async fn receive(&mut self, message: Box<Message>) -> Result<(), Ending> {
        match *message {
            Message::Command { player, connection, read, span, envelope } => {
                self.pending.push_back(Pending::new(&envelope, read, connection.clone()));
                let span = self.span(&span, player);
                self.command(player, connection, envelope).instrument(span).await
            }
            Message::Join { guest, key, connection, read, span, envelope } => {
                self.pending.push_back(Pending::new(&envelope, read, connection.clone()));
                let span = self.span(&span, guest.player);
                self.join(guest, key, connection, envelope).instrument(span).await
            }
            Message::Attach { guest, connection, resume } => self.attach(guest, connection, resume).await,
            Message::Detach { player, connection } => {
                if self.connections.get(&player) == Some(&connection) {
                    self.connections.remove(&player);
                }
                self.tell_presence(player).await
            }
            Message::Rename { guest } => self.try_later(Input::Rename { guest }).await,
            Message::Close => self.try_later(Input::Close).await,
            Message::LastId { player, answer } => {
                let _ = answer.send(self.room.last_id(player));
                Ok(())
            }
        }
    }

    async fn command(
        &mut self,
        player: PlayerId,
        connection: Connection,
        envelope: Envelope,
    ) -> Result<(), Ending> {
        if let Command::Record { number, from, .. } = envelope.command {
            let read = match self.room.recorded(player, number) {
                Ok(recorded) => record(&self.house, self.room.id(), &recorded, from).await,
                Err(code) => Err(code),
            };
            let outcome = read.unwrap_or_else(|code| Outcome::Error(ErrorReply::new(code)));
            let pending = self.pending.pop_front().expect("a command is being done");
            pending.answer(&Reply { re: Some(envelope.id), outcome });
            return Ok(());
        }
        if matches!(envelope.command, Command::Snapshot { .. }) && self.room.presence(player).is_some() {
            connection.say(&self.room.snapshot(player, connection.wants()));
        }
        let decision = Box::new(self.decide(&self.room, Input::Command { player, envelope }));
        let page = self.scribe.page(&self.room, &decision);
        if page.is_some()
            && Ahead::takes(&decision, page.as_ref())
            && let Some(message) = self.next_command()
        {
            return self.go_ahead(decision, message).await;
        }
        let done = self.finish(decision, page).await;
        self.answer(done)
    }

    /// The next message if it is there already, and a command that changes the room; another one is the next to be done.
    fn next_command(&mut self) -> Option<Box<Message>> {
        let message = self.desk.inbox.try_next()?;
        match &*message {
            Message::Command { envelope, .. }
                if !matches!(envelope.command, Command::Record { .. } | Command::Snapshot { .. }) =>
            {
                return Some(message);
            }
            _ => self.next = Some(message),
        }
        None
    }

    /// Does a command that was decided on, and those behind it.
    async fn go_ahead(&mut self, first: Box<Decision>, message: Box<Message>) -> Result<(), Ending> {
        let mut ahead = Box::new(Ahead::of(&self.room));
        ahead.take(*first, &self.connections);
        let mut next = Some(message);
        while let Some(message) = next {
            let (player, connection, read, span, envelope) = match *message {
                Message::Command { player, connection, read, span, envelope }
                    if !ahead.is_complete(self.house.clock.now()) =>
                {
                    (player, connection, read, span, envelope)
                }
                later => {
                    self.next = Some(Box::new(later));
                    break;
                }
            };
            self.pending.push_back(Pending::new(&envelope, read, connection.clone()));
            let input = Input::Command { player, envelope };
            let decision = self.span(&span, player).in_scope(|| self.decide(ahead.room(), input));
            let page = self.scribe.page(ahead.room(), &decision);
            if !Ahead::takes(&decision, page.as_ref()) {
                if let Input::Command { player, envelope } = decision.into_input() {
                    self.pending.pop_back();
                    self.next = Some(Box::new(Message::Command { player, connection, read, span, envelope }));
                }
                break;
            }
            ahead.take(decision, &self.connections);
            next = self.next_command();
        }
        match self.write(ahead.page()).await {
            Ok(()) => {
                self.room = ahead.arrive(&self.connections, self.pending.drain(..));
                self.weight.set(self.room.weight());
                Ok(())
            }
            Err(Failure::Unavailable) => {
                self.pending.drain(..).for_each(|pending| pending.refuse(ErrorCode::Unavailable));
                Ok(())
            }
            Err(Failure::Ending(ending)) => Err(ending),
        }
    }

    /// The span in which a command is done.
    fn span(&self, parent: &Span, player: PlayerId) -> Span {
        debug_span!(parent: parent, "room", room = %self.room.id(), %player)
    }

    async fn join(
        &mut self,
        guest: Guest,
        key: Key,
        connection: Connection,
        envelope: Envelope,
    ) -> Result<(), Ending> {
        let player = guest.player;
        let done = self.commit(Input::Join { guest, key, envelope }).await;
        self.answer(done)?;
        if self.room.presence(player).is_some() {
            connection.say(&self.room.snapshot(player, connection.wants()));
            self.connect(player, connection);
        }
        Ok(())
    }

    /// Takes a player's connection, unless it was closed meanwhile: then a newer one may be here already.
    fn connect(&mut self, player: PlayerId, connection: Connection) {
        if !connection.is_closed() {
            self.connections.insert(player, connection);
        }
    }

    /// Answers the pending command.
    fn answer(&mut self, done: Result<Effects, Failure>) -> Result<(), Ending> {
        let pending = self.pending.pop_front().expect("a command is being done");
        match done {
            Ok(effects) => {
                pending.answer(&effects.reply.expect("every command has an answer"));
                Ok(())
            }
            Err(Failure::Unavailable) => {
                pending.refuse(ErrorCode::Unavailable);
                Ok(())
            }
            Err(Failure::Ending(ending)) => Err(ending),
        }
    }

    /// What the player missed comes before what happens because it is back.
    async fn attach(
        &mut self,
        guest: Guest,
        connection: Connection,
        resume: Option<u64>,
    ) -> Result<(), Ending> {
        let player = guest.player;
        if self.room.presence(player).is_none() {
            connection.send(gone_frame(self.room.id(), None));
            return Ok(());
        }
        let mut missed = self.room.resume(player, resume, connection.wants());
        if missed.len() > connection.free() / 2 {
            missed = self.room.resume(player, None, connection.wants());
        }
        let with = match missed[..] {
            [Push::Snapshot { .. }] => Resumed::Snapshot,
            _ => Resumed::Frames,
        };
        self.house.metrics.resumes.of(with).count();
        missed.iter().for_each(|push| connection.say(push));
        self.connect(player, connection);
        self.tell_presence(player).await?;
        self.try_later(Input::Rename { guest }).await
    }

    async fn tell_presence(&mut self, player: PlayerId) -> Result<(), Ending> {
        let connected = self.connections.contains_key(&player);
        self.try_later(Input::Presence { player, connected }).await
    }

    /// The room is no more: all who are here, and all who still wait for an answer, are told.
    async fn say_goodbye(&mut self, reason: Option<GoneReason>) {
        let gone = gone_frame(self.room.id(), reason);
        self.pending.drain(..).for_each(|pending| pending.refuse(Desk::code(reason)));
        if let Some(message) = self.next.take() {
            self.desk.turn_away(*message, reason);
        }
        self.connections.values().for_each(|connection| connection.send(gone.clone()));
        self.desk.say_goodbye(reason).await;
    }
}

impl Desk {
    /// Answers all who wait, when the room is no more.
    pub(super) async fn say_goodbye(&mut self, reason: Option<GoneReason>) {
        self.inbox.close();
        while let Some(message) = self.inbox.next().await {
            self.turn_away(*message, reason);
        }
    }

    /// What a command to a room is answered that is no more.
    fn code(reason: Option<GoneReason>) -> ErrorCode {
        match reason {
            Some(GoneReason::Failed) => ErrorCode::RoomFailed,
            None => ErrorCode::NoSuchRoom,
        }
    }

    /// Answers a message to a room that is no more.
    pub(super) fn turn_away(&self, message: Message, reason: Option<GoneReason>) {
        let code = Desk::code(reason);
        match message {
            Message::Command { connection, read, envelope, .. }
            | Message::Join { connection, read, envelope, .. } => {
                Pending::new(&envelope, read, connection).refuse(code);
            }
            Message::Attach { connection, .. } => connection.send(gone_frame(self.room, reason)),
            Message::Detach { .. } | Message::Rename { .. } | Message::Close | Message::LastId { .. } => {}
        }
    }

    /// Answers a message to a room that cannot be read now.
    pub(super) fn put_off(&self, message: Message) {
        match message {
            Message::Command { connection, read, envelope, .. }
            | Message::Join { connection, read, envelope, .. } => {
                Pending::new(&envelope, read, connection).refuse(ErrorCode::Unavailable);
            }
            // It comes back later, and the room with it.
            Message::Attach { connection, .. } => connection.close(CloseCode::Fault),
            Message::Detach { .. } | Message::Rename { .. } | Message::Close | Message::LastId { .. } => {}
        }
    }
}

/// A page of a match, from its transcript in the journal and what the room has not written yet.
async fn record(house: &House, room: RoomId, wanted: &Recorded, from: u32) -> Result<Outcome, ErrorCode> {
    let written = house.journal.transcript(room, wanted.number).await.map_err(|_| ErrorCode::Unavailable)?;
    let mut transcript = written.map(|written| written.text.to_vec()).unwrap_or_default();
    transcript.extend_from_slice(&wanted.unwritten);
    let text = std::str::from_utf8(&transcript).map_err(|_| ErrorCode::NoMatch)?;
    Ok(Outcome::Record(page(wanted, text, from)))
}

fn gone_frame(room: RoomId, reason: Option<GoneReason>) -> Frame {
    Frame::from(encode(&Push::Gone { room, reason }))
}

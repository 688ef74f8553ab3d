//! What one connection asks of the server: hello first, then commands to the lobby or to rooms.
//!
//! Invariants: every text gets exactly one answer, from here or from the room that it was given to; before a welcome
//! nothing else is done; a newer connection of the same player takes over, and the older is told.

use std::sync::Arc;
use std::time::Duration;

use parlour_engine::{Match, Variant, Waits};
use parlour_protocol::{
    Command, Create, Envelope, ErrorCode, ErrorReply, GoneReason, Hello, Invite, Limits, Notice, Outcome,
    Push, Reply, RoomId, VERSION, Welcome, decode,
};
use tokio::time::Instant;
use tracing::{Instrument, debug_span};

use crate::allowance::Flow;
use crate::bucket::{Bucket, Rate};
use crate::connection::{CloseCode, Connection, Wants};
use crate::door::{Address, Deed};
use crate::journal::Unavailable;
use crate::metrics::{Asked, Share};
use crate::players::Player;
use crate::room::{Key, Known, Opening, RoomHandle};
use crate::server::Shared;
use crate::text;

/// The longest name of a client, in characters.
const CLIENT_CHARS: usize = 64;

/// The most rooms that a hello may resume.
const RESUMED: usize = 8;

/// Messages over the limit that are borne at once, and a second over time, before the socket is closed.
const PATIENCE: Rate = Rate::new(200, 1.0);

/// One connection's talk with the server.
pub(crate) struct Session {
    shared: Arc<Shared>,
    connection: Connection,
    player: Option<Arc<Player>>,
    address: Address,
    flow: Flow,
    patience: Bucket,
    /// It counts among the connections of players once hello was answered.
    standing: Share,
}

/// What came of a command that the lobby takes: an answer, or the room that will answer.
type Answered = Result<Option<Outcome>, ErrorReply>;

impl Session {
    /// A session before its hello.
    pub(crate) fn new(shared: Arc<Shared>, connection: Connection, address: Address) -> Session {
        let (limits, now) = (&shared.config.limits, Instant::now());
        Session {
            flow: Flow::new(limits, now),
            patience: Bucket::full(PATIENCE, now),
            standing: shared.standing.players.share(),
            address,
            shared,
            connection,
            player: None,
        }
    }

    /// Takes one text frame. What a closed connection still asks is not done: a newer one of the player may be there.
    pub(crate) async fn take(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        if self.connection.is_closed() {
            return;
        }
        let limited = self.count(text.len());
        let decoded = decode(text);
        let (re, asked) = match &decoded {
            Ok(envelope) => (Some(envelope.id), Asked::from(&envelope.command)),
            Err(malformed) => (malformed.id, Asked::Unreadable),
        };
        let answered = match (limited, decoded) {
            (Err(wait), _) => Err(self.limit(wait)),
            (Ok(()), Err(malformed)) => {
                Err(ErrorReply { message: malformed.message, ..ErrorReply::new(malformed.code) })
            }
            (Ok(()), Ok(envelope)) => {
                let span = debug_span!("command", ?asked, id = envelope.id);
                self.command(envelope).instrument(span).await
            }
        };
        let outcome = match answered {
            Ok(None) => return,
            Ok(Some(outcome)) => outcome,
            Err(error) => Outcome::Error(error),
        };
        self.answer(asked, re, outcome);
    }

    /// Takes one frame that is no text and needs no answer from here: a ping or a pong.
    pub(crate) fn take_control(&mut self, bytes: usize) {
        if let Err(wait) = self.count(bytes) {
            self.limit(wait);
        }
    }

    /// Counts a message against the limits of the connection and of the player.
    fn count(&mut self, bytes: usize) -> Result<(), Duration> {
        let (limits, now) = (&self.shared.config.limits, Instant::now());
        self.flow.take(limits, bytes, now)?;
        match &self.player {
            Some(player) => player.allow(limits, |allowance| allowance.message(limits, bytes, now)),
            None => Ok(()),
        }
    }

    /// The connection is gone: the rooms are told.
    pub(crate) async fn end(&mut self) {
        self.standing.set(0);
        self.shared.lobby.watch(&self.connection, false);
        let Some(player) = self.player.take() else { return };
        self.shared.players.saw(&player, self.shared.clock.now()).await;
        let rooms = {
            let mut known = player.known();
            if known.connection.as_ref() == Some(&self.connection) {
                known.connection = None;
            }
            known.tried.clone()
        };
        for room in self.shared.lobby.rooms_of(player.id, rooms) {
            // A room that is gone has nobody to tell.
            let _ = room.detach(player.id, &self.connection).await;
        }
    }

    fn answer(&self, asked: Asked, re: Option<u64>, outcome: Outcome) {
        self.connection.answer(asked, self.connection.heard(), &Reply { re, outcome });
    }

    fn limit(&mut self, wait: Duration) -> ErrorReply {
        if self.patience.take(PATIENCE, Instant::now()).is_err() {
            self.connection.close(CloseCode::Flood);
        }
        let retry_ms = u32::try_from(wait.as_millis()).unwrap_or(u32::MAX).max(1);
        ErrorReply { retry_ms: Some(retry_ms), ..ErrorReply::new(ErrorCode::RateLimited) }
    }

    async fn command(&mut self, envelope: Envelope) -> Answered {
        let Some(player) = self.player.clone() else {
            return match envelope.command {
                Command::Hello(hello) => Box::pin(self.hello(envelope.id, hello)).await,
                _ => reject(ErrorCode::HelloFirst),
            };
        };
        player.used(envelope.id);
        let limits = &self.shared.config.limits;
        let allowed =
            player.allow(limits, |allowance| allowance.command(limits, &envelope.command, Instant::now()));
        if let Err(wait) = allowed {
            return Err(self.limit(wait));
        }
        match &envelope.command {
            Command::Hello(_) => reject(ErrorCode::HelloTwice),
            Command::Ping => {
                done(Outcome::Ok { seq: None, room: None, invite: None, now: Some(self.shared.clock.now()) })
            }
            Command::Rename { name } => Box::pin(self.rename(&player, name)).await,
            Command::Lobby { watch } => {
                self.shared.lobby.watch(&self.connection, *watch);
                done(Outcome::DONE)
            }
            Command::Create(_) => Box::pin(self.create(&player, envelope)).await,
            Command::Join { room, invite } => {
                let (room, invite) = (*room, *invite);
                Box::pin(self.join(&player, envelope, room, invite)).await
            }
            command => {
                let id = command.room();
                let Some(room) = id.and_then(|id| self.shared.lobby.room(id)) else {
                    return reject(self.missing(id));
                };
                let given = room.command(player.id, &self.connection, envelope).await;
                given.map_or_else(|_| reject(self.missing(id)), |()| Ok(None))
            }
        }
    }

    async fn hello(&mut self, id: u64, hello: Hello) -> Answered {
        if hello.protocol.min > VERSION || hello.protocol.max < VERSION {
            let outcome = Outcome::Error(ErrorReply::new(ErrorCode::ProtocolMismatch));
            self.answer(Asked::Hello, Some(id), outcome);
            self.connection.close(CloseCode::ProtocolMismatch);
            return Ok(None);
        }
        if hello.client.chars().count() > CLIENT_CHARS || hello.resume.len() > RESUMED {
            return reject(ErrorCode::BadField);
        }
        let name = match hello.name.as_deref().map(text::name) {
            Some(None) => return reject(ErrorCode::BadName),
            Some(name) => name,
            None => None,
        };
        let (player, token) = match &hello.token {
            Some(token) => match self.shared.players.find(token).await {
                Ok(Some(player)) => (player, None),
                Ok(None) => return reject(ErrorCode::UnknownToken),
                Err(Unavailable) => return reject(ErrorCode::Unavailable),
            },
            None => {
                let name = name.clone().unwrap_or_else(|| "Guest".to_owned());
                match self.shared.players.make(name, self.shared.clock.now()).await {
                    Ok((player, token)) => (player, Some(token)),
                    Err(Unavailable) => return reject(ErrorCode::Unavailable),
                }
            }
        };
        if self.shared.guard.bans.contain(self.address) {
            // The ban came while this socket was being opened.
            self.connection.close(CloseCode::Banned);
            return reject(ErrorCode::Unavailable);
        }
        let renamed = {
            let mut known = player.known();
            let renamed = name.filter(|name| *name != known.name);
            renamed.map(|name| known.name = name).is_some()
        };
        // Who is turned away takes nothing over.
        if renamed && self.shared.players.keep(&player).await.is_err() {
            return reject(ErrorCode::Unavailable);
        }
        let (tried, earlier) = {
            let mut known = player.known();
            hello.resume.iter().for_each(|resume| known.tries(resume.room));
            known.tried.retain(|&room| self.shared.lobby.room(room).is_some());
            known.address = Some(self.address);
            (known.tried.clone(), known.connection.replace(self.connection.clone()))
        };
        if let Some(earlier) = earlier {
            earlier.say(&Push::Notice(Notice::TakenOver));
            earlier.close(CloseCode::TakenOver);
        }
        let rooms = self.shared.lobby.rooms_of(player.id, tried);
        for room in &rooms {
            player.used(room.last_id(player.id).await.unwrap_or(0));
        }
        self.connection.greet(Wants::from(&hello));
        let welcome = Welcome {
            protocol: VERSION,
            server: concat!("parlour ", env!("CARGO_PKG_VERSION")).to_owned(),
            player: player.id,
            name: player.known().name.clone(),
            token,
            last_id: player.last_id(),
            rooms: rooms.iter().map(RoomHandle::id).collect(),
            now: self.shared.clock.now(),
            limits: limits(&self.shared),
        };
        self.answer(Asked::Hello, Some(id), Outcome::Welcome(welcome));
        for resume in hello.resume {
            self.resume(&player, resume.room, Some(resume.seq)).await;
        }
        if renamed {
            self.tell_rooms(&player, rooms).await;
        }
        self.player = Some(player);
        self.standing.set(1);
        Ok(None)
    }

    /// Goes on in a room after the frame `seq`, or with a snapshot, or says that the room is gone.
    async fn resume(&self, player: &Player, id: RoomId, seq: Option<u64>) {
        let attached = match self.shared.lobby.room(id) {
            Some(room) => room.attach(player.guest(), &self.connection, seq).await.is_ok(),
            None => false,
        };
        if !attached {
            let reason = self.shared.lobby.has_failed(id).then_some(GoneReason::Failed);
            self.connection.say(&Push::Gone { room: id, reason });
        }
    }

    async fn rename(&self, player: &Player, name: &str) -> Answered {
        let Some(name) = text::name(name) else { return reject(ErrorCode::BadName) };
        let tried = {
            let mut known = player.known();
            known.name = name;
            known.tried.clone()
        };
        if self.shared.players.keep(player).await.is_err() {
            return reject(ErrorCode::Unavailable);
        }
        self.tell_rooms(player, self.shared.lobby.rooms_of(player.id, tried)).await;
        done(Outcome::DONE)
    }

    async fn tell_rooms(&self, player: &Player, rooms: Vec<RoomHandle>) {
        for room in rooms {
            // A room that is gone needs no names.
            let _ = room.rename(player.guest()).await;
        }
    }

    async fn create(&self, player: &Player, envelope: Envelope) -> Answered {
        let Command::Create(wanted) = &envelope.command else {
            return reject(ErrorCode::BadField);
        };
        let may_enter = self.may_enter(player, None).await;
        let opening = {
            let mut known = player.known();
            let name = known.name.clone();
            let openings = known.openings();
            match openings.answers.look_up(&envelope) {
                Known::Answered(outcome) => Err(outcome),
                Known::Reused => return reject(ErrorCode::IdReused),
                Known::Expired => return reject(ErrorCode::IdExpired),
                Known::New if !may_enter => return reject(ErrorCode::TooManyRooms),
                Known::New if openings.opening.is_some() => return reject(ErrorCode::Unavailable),
                Known::New => {
                    openings.opened.retain(|&room| self.shared.lobby.room(room).is_some());
                    let opening = self.opening(player, &name, openings.opened.len(), wanted)?;
                    let opening = Opening { command: Some(envelope.clone()), ..opening };
                    openings.opening = Some(envelope.id);
                    Ok(opening)
                }
            }
        };
        let opening = match opening {
            Ok(opening) => opening,
            Err(outcome) => return self.bring_in(player, envelope.id, outcome).await,
        };
        let (room, invite) = (opening.room, opening.invite);
        // It is in the lobby before the player is known to be in: a hello in between forgets rooms that are not.
        let opened = self.shared.keeper.open(opening).await.map(|room| self.shared.lobby.add(room)).is_ok();
        let outcome = Outcome::Ok { seq: None, room: Some(room), invite: Some(invite), now: None };
        {
            let mut known = player.known();
            let openings = known.openings();
            openings.opening = None;
            if opened {
                openings.opened.push(room);
                openings.answers.keep(&envelope, outcome.clone());
                known.tries(room);
            }
        }
        match opened {
            true => self.bring_in(player, envelope.id, outcome).await,
            false => reject(ErrorCode::Unavailable),
        }
    }

    /// Answers a `create`, the first time or again on another connection, and lets what happens in the room follow.
    async fn bring_in(&self, player: &Player, id: u64, outcome: Outcome) -> Answered {
        let opened = if let Outcome::Ok { room, .. } = &outcome { *room } else { None };
        self.answer(Asked::Create, Some(id), outcome);
        if let Some(room) = opened {
            self.resume(player, room, None).await;
        }
        Ok(None)
    }

    /// Whether the player may be in this room, or a new one, beside the others in which it is.
    async fn may_enter(&self, player: &Player, room: Option<RoomId>) -> bool {
        let most = self.shared.config.limits.rooms_joined_per_player;
        let tried = player.known().tried.clone();
        if room.is_some_and(|room| tried.contains(&room)) || tried.len() < most {
            return true;
        }
        for &id in &tried {
            let Some(tried) = self.shared.lobby.room(id) else {
                player.known().tried.retain(|&room| room != id);
                continue;
            };
            // Behind this answer the room has taken all that this connection asked of it before.
            let _ = tried.last_id(player.id).await;
            if !tried.status().members.contains(&player.id) {
                player.known().tried.retain(|&room| room != id);
            }
        }
        player.known().tried.len() < most
    }

    /// How the room begins that the player wants to open.
    fn opening(
        &self,
        player: &Player,
        name: &str,
        opened: usize,
        wanted: &Create,
    ) -> Result<Opening, ErrorReply> {
        let limits = &self.shared.config.limits;
        let Create { variant, public, title, hints, practice } = wanted;
        if self.shared.is_stopping() {
            return Err(ErrorReply::new(ErrorCode::ShuttingDown));
        }
        if opened >= limits.rooms_per_player || self.shared.lobby.len() >= limits.rooms {
            return Err(ErrorReply::new(ErrorCode::TooManyRooms));
        }
        if let Err(fault) = variant.check() {
            return Err(ErrorReply { message: fault.to_string(), ..ErrorReply::new(ErrorCode::BadVariant) });
        }
        if *public && practice.is_some() {
            let message = "a practice room is private".to_owned();
            return Err(ErrorReply { message, ..ErrorReply::new(ErrorCode::BadField) });
        }
        if let Some(position) = practice.as_ref().and_then(|practice| practice.position.as_deref()) {
            check_position(variant, position)
                .map_err(|message| ErrorReply { message, ..ErrorReply::new(ErrorCode::BadPosition) })?;
        }
        let title = match title.as_deref().map(text::title) {
            Some(None) => return Err(ErrorReply::new(ErrorCode::BadName)),
            Some(Some(title)) => title,
            None => name.to_owned(),
        };
        Ok(Opening {
            room: RoomId::from_bits(self.shared.chance.bits()),
            invite: Invite::from_bits(self.shared.chance.bits()),
            title,
            public: *public,
            variant: variant.clone(),
            hints: hints.unwrap_or(!public),
            practice: practice.clone(),
            host: crate::room::Guest { player: player.id, name: name.to_owned() },
            command: None,
            settings: self.shared.config.room_settings(),
            at: self.shared.clock.now(),
        })
    }

    /// Why a room is not to be found.
    fn missing(&self, room: Option<RoomId>) -> ErrorCode {
        match room {
            Some(id) if self.shared.lobby.has_failed(id) => ErrorCode::RoomFailed,
            _ => ErrorCode::NoSuchRoom,
        }
    }

    async fn join(
        &mut self,
        player: &Player,
        envelope: Envelope,
        room: Option<RoomId>,
        invite: Option<Invite>,
    ) -> Answered {
        // Who has guessed too often is not told whether this guess is right.
        if invite.is_some()
            && let Err(wait) = self.shared.guard.allow(self.address, Deed::Guess)
        {
            return Err(self.limit(wait));
        }
        let lobby = &self.shared.lobby;
        let (found, key) = match (room, invite) {
            (named, Some(invite)) => {
                let invited = lobby.invited(invite).filter(|found| named.is_none_or(|id| id == found.id()));
                (invited, Key::Invite(invite))
            }
            (Some(id), None) => (lobby.room(id), Key::Id),
            (None, None) => return reject(ErrorCode::BadField),
        };
        let Some(found) = found else {
            return reject(if invite.is_some() { ErrorCode::BadInvite } else { self.missing(room) });
        };
        if !self.may_enter(player, Some(found.id())).await {
            return reject(ErrorCode::TooManyRooms);
        }
        if invite.is_some() {
            self.shared.guard.forgive(self.address, Deed::Guess);
        }
        player.known().tries(found.id());
        let given = found.join(player.guest(), key, &self.connection, envelope).await;
        given.map_or_else(|_| reject(ErrorCode::NoSuchRoom), |()| Ok(None))
    }
}

/// Whether a match can begin in a position, or why it cannot.
fn check_position(variant: &Variant, position: &str) -> Result<(), String> {
    let game = Match::from_position(variant.clone(), position).map_err(|fault| fault.to_string())?;
    match game.waits() {
        Waits::Nothing => Err("the match is over in this position".to_owned()),
        Waits::Deal | Waits::Seats(..) | Waits::BombWindow { .. } => Ok(()),
    }
}

fn done(outcome: Outcome) -> Answered {
    Ok(Some(outcome))
}

fn reject(code: ErrorCode) -> Answered {
    Err(ErrorReply::new(code))
}

fn limits(shared: &Shared) -> Limits {
    let limits = &shared.config.limits;
    Limits {
        frame_bytes: parlour_protocol::FRAME_BYTES as u32,
        chat_chars: parlour_protocol::CHAT_CHARS as u32,
        name_chars: parlour_protocol::NAME_CHARS as u32,
        ping_seconds: limits.ping_seconds,
        silence_seconds: limits.silence_seconds,
        absent_seconds: shared.config.rooms.absent_seconds,
    }
}

#[cfg(test)]
mod tests;

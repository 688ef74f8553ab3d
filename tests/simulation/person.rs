//! A person with a client that remembers everything: what it asked, what was answered, what it was shown.
//!
//! Invariants checked: every command gets one answer on its connection; a repeated one gets the same answer; what was
//! acknowledged was shown before; a legal action that answers the newest prompt is not refused; after coming back it goes
//! on behind the last frame that arrived; every shuffle is fair (`pledge.rs`).

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures::{FutureExt, SinkExt, StreamExt};
use parlour_chance::Chance;
use parlour_engine::{Action, GameKind, Seat, View};
use parlour_protocol::{
    Code, Command, Create, Envelope, ErrorClass, ErrorCode, Expects, GoneReason, Hello, Notice, Outcome,
    Push, Reply, Resume, RoomId, ServerMessage, Stage, Token, VERSION, Versions, decode_server, encode,
};
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use crate::chronicle::{Chronicle, Shown};
use crate::mischief::Mischief;
use crate::plan::Plan;
use crate::pledge::Pledger;
use crate::sight::Sight;
use crate::wire::End;

/// How long a client waits for an answer before it takes the connection for dead.
const PATIENCE: Duration = Duration::from_secs(12);

/// Answers that a client remembers to ask again for.
const REMEMBERED: usize = 16;

/// Where clients connect to.
pub(crate) trait Net {
    /// A new wire to the server; none while nobody listens.
    fn connect(&self) -> Option<End>;
    /// Milliseconds of Unix time.
    fn now(&self) -> u64;
    /// Whether things still go wrong.
    fn is_trouble(&self) -> bool;
}

/// A person and its client.
pub(crate) struct Person {
    pub(crate) number: usize,
    /// Whether it never leaves a room for good.
    pub(crate) hosts: bool,
    pub(crate) chance: Chance,
    token: Option<Token>,
    pub(crate) last_id: u64,
    /// The rooms that it is in.
    pub(crate) rooms: BTreeMap<RoomId, Sight>,
    /// Commands that were sent and not answered.
    pub(crate) unanswered: BTreeMap<u64, Command>,
    /// The newest commands that were done, with their answers.
    pub(crate) answered: BTreeMap<u64, (Command, Outcome)>,
    /// Actions that are legal for sure, by their ids.
    honest: BTreeSet<u64>,
    pub(crate) link: Option<Link>,
    /// An older connection that nobody reads.
    pub(crate) shadow: Option<Link>,
    /// What it was shown.
    pub(crate) shown: Vec<Shown>,
    /// Its part in the shuffles.
    pub(crate) pledger: Pledger,
    /// The prompts that it has answered, and when it answers the newest.
    thought: BTreeMap<RoomId, (u64, Instant)>,
    looked_at: BTreeMap<RoomId, Instant>,
    pub(crate) back_at: Instant,
    acts_at: Instant,
    pub(crate) stalls_until: Instant,
    /// Whether things went wrong when it last looked.
    trouble: bool,
}

/// A connection.
pub(crate) struct Link {
    pub(crate) socket: WebSocketStream<End>,
    greeted: bool,
    /// What was asked and is not answered, in order.
    open: Vec<Asked>,
    /// Answers to what was no command.
    pub(crate) garbled: u32,
}

/// A command on its way.
struct Asked {
    id: u64,
    /// The room that answers it; none for what the lobby answers.
    room: Option<RoomId>,
    at: Instant,
}

type Judged = Result<(), String>;

impl Link {
    fn asks(&mut self, id: u64, command: &Command) {
        self.open.push(Asked { id, room: command.room(), at: Instant::now() });
    }

    /// An answer came. A room answers what it is asked over one connection in order, so none is left out; what comes too
    /// fast does not reach the room, and is answered at once.
    fn is_answered(&mut self, id: u64, outcome: &Outcome) -> Judged {
        let limited = matches!(outcome, Outcome::Error(error) if error.class == ErrorClass::Limit);
        let place = self.open.iter().position(|asked| asked.id == id);
        let place =
            place.ok_or_else(|| format!("an answer to {id}, which is not asked or answered already"))?;
        let room = self.open.remove(place).room.filter(|_| !limited);
        match self.open[..place].iter().find(|asked| room.is_some() && asked.room == room) {
            Some(earlier) => Err(format!("{id} was answered, and {} before it was not", earlier.id)),
            None => Ok(()),
        }
    }
}

impl Person {
    /// Somebody new.
    pub(crate) fn new(number: usize, hosts: bool, mut chance: Chance) -> Person {
        let now = Instant::now();
        Person {
            pledger: Pledger::new(&mut chance),
            number,
            hosts,
            chance,
            token: None,
            last_id: 0,
            rooms: BTreeMap::new(),
            unanswered: BTreeMap::new(),
            answered: BTreeMap::new(),
            honest: BTreeSet::new(),
            link: None,
            shadow: None,
            shown: Vec::new(),
            thought: BTreeMap::new(),
            looked_at: BTreeMap::new(),
            back_at: now,
            acts_at: now,
            stalls_until: now,
            trouble: true,
        }
    }

    /// Whether it is connected and waits for nothing.
    fn is_quiet(&self) -> bool {
        let link = self.link.as_ref().filter(|link| link.greeted);
        link.is_some_and(|link| link.open.is_empty() && link.garbled == 0) && self.unanswered.is_empty()
    }

    /// The server is dead: hears what is still under way, and loses the connection.
    pub(crate) fn bury(&mut self, chronicle: &RefCell<Chronicle>, now: u64) -> Judged {
        self.shadow = None;
        while let Some(link) = &mut self.link {
            match link.socket.next().now_or_never().flatten() {
                Some(Ok(Message::Text(text))) => self.hear(&text, chronicle, now)?,
                Some(Ok(Message::Close(_)) | Err(_)) | None => self.link = None,
                Some(Ok(_)) => {}
            }
        }
        Ok(())
    }

    /// The server lives again.
    pub(crate) fn wake(&mut self) {
        let now = Instant::now();
        self.back_at = now + self.moment(2_000);
        (self.acts_at, self.stalls_until) = (now, now);
        self.thought.clear();
        self.looked_at.clear();
    }

    /// Lives as long as the server does.
    ///
    /// # Errors
    /// When the server breaks a promise.
    pub(crate) async fn live(
        &mut self,
        plan: &Plan,
        net: &impl Net,
        chronicle: &RefCell<Chronicle>,
    ) -> Judged {
        loop {
            if self.trouble && !net.is_trouble() {
                // Old wires may still be cut, and lose what nobody would miss for long.
                self.trouble = false;
                (self.shadow, self.stalls_until) = (None, Instant::now());
                self.lose();
            }
            chronicle.borrow_mut().quiet.insert(self.number, self.is_quiet());
            let stalled = Instant::now() < self.stalls_until;
            let Some(link) = &mut self.link else {
                sleep_until(self.back_at).await;
                self.connect(net, chronicle);
                continue;
            };
            let message = tokio::select! {
                biased;
                () = sleep_until(self.acts_at) => None,
                message = link.socket.next(), if !stalled => Some(message),
            };
            match message {
                None => {
                    self.acts_at = Instant::now() + Duration::from_millis(20) + self.moment(400);
                    self.act(plan, net, chronicle)?;
                }
                Some(Some(Ok(Message::Text(text)))) => self.hear(&text, chronicle, net.now())?,
                Some(None | Some(Ok(Message::Close(_)) | Err(_))) => self.lose(),
                Some(Some(Ok(_))) => {}
            }
        }
    }

    /// A moment of so many milliseconds at most.
    pub(crate) fn moment(&mut self, most: usize) -> Duration {
        Duration::from_millis(self.chance.below(most + 1) as u64)
    }

    /// The connection is gone.
    pub(crate) fn lose(&mut self) {
        self.link = None;
        self.back_at = Instant::now() + self.moment(1_500);
    }

    pub(crate) fn connect(&mut self, net: &impl Net, chronicle: &RefCell<Chronicle>) {
        let Some(end) = net.connect() else {
            self.back_at = Instant::now() + self.moment(1_000);
            return;
        };
        // Its buffer is cleared for each read.
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024);
        let socket = WebSocketStream::from_raw_socket(end, Role::Client, Some(config)).now_or_never();
        let socket = socket.expect("a stream becomes a socket at once");
        self.link = Some(Link { socket, greeted: false, open: Vec::new(), garbled: 0 });
        let resume = self.rooms.iter().map(|(&room, sight)| Resume { room, seq: sight.seq });
        let hello = Hello {
            protocol: Versions { min: VERSION, max: VERSION },
            client: "simulation".to_owned(),
            name: self.token.is_none().then(|| format!("P{}", self.number)),
            token: self.token.clone(),
            resume: resume.collect(),
            legal: false,
            views: true,
        };
        self.last_id += 1;
        self.transmit(self.last_id, &Command::Hello(hello), net, chronicle);
    }

    /// Asks for something new; answers its id.
    pub(crate) fn ask(&mut self, command: Command, net: &impl Net, chronicle: &RefCell<Chronicle>) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.unanswered.insert(id, command.clone());
        self.transmit(id, &command, net, chronicle);
        if net.is_trouble() && self.chance.chance(1, 12) {
            self.transmit(id, &command, net, chronicle);
        }
        id
    }

    /// Sends a command, for the first time or again.
    pub(crate) fn transmit(
        &mut self,
        id: u64,
        command: &Command,
        net: &impl Net,
        chronicle: &RefCell<Chronicle>,
    ) {
        let Some(link) = &mut self.link else { return };
        link.asks(id, command);
        let text = encode(&Envelope { id, command: command.clone() });
        chronicle.borrow_mut().note(net.now(), self.number, &format!("> {text}"));
        self.write(text);
    }

    /// Sends any text. What the wire does not take any more is noticed when it is read.
    pub(crate) fn write(&mut self, text: String) {
        if let Some(link) = &mut self.link {
            let _ = link.socket.send(Message::text(text)).now_or_never();
        }
    }

    /// Does one thing: work, or mischief.
    fn act(&mut self, plan: &Plan, net: &impl Net, chronicle: &RefCell<Chronicle>) -> Judged {
        let now = Instant::now();
        let Some(link) = &self.link else { return Ok(()) };
        if let Some(asked) = link.open.iter().find(|asked| now - asked.at > PATIENCE) {
            if !self.trouble {
                return Err(format!("no answer to {} for {PATIENCE:?}", asked.id));
            }
            self.lose();
            return Ok(());
        }
        if !link.greeted {
            return Ok(());
        }
        if net.is_trouble() && self.chance.chance(1, 7) {
            let mischief = Mischief::draw(&mut self.chance);
            self.play(mischief, net, chronicle);
            return Ok(());
        }
        for place in 0..plan.rooms.len() {
            if let Some(command) = self.work(place, plan, net, chronicle) {
                self.ask(command, net, chronicle);
                return Ok(());
            }
        }
        if self.unanswered.is_empty() && self.chance.chance(1, 40) {
            self.ask(Command::Ping, net, chronicle);
        }
        Ok(())
    }

    /// What there is to do about a room of the plan; answers itself what is answered at once.
    fn work(
        &mut self,
        place: usize,
        plan: &Plan,
        net: &impl Net,
        chronicle: &RefCell<Chronicle>,
    ) -> Option<Command> {
        let table = &plan.rooms[place];
        if !table.invites(self.number) {
            return None;
        }
        let is_open = chronicle.borrow().open.get(&place).copied();
        let Some((room, invite)) = is_open else {
            let asked = |command: &Command| match command {
                Command::Create(create) => create.variant == table.variant,
                _ => false,
            };
            let opens = table.host == self.number && !self.unanswered.values().any(asked);
            let public = self.chance.chance(1, 2);
            return opens.then(|| Command::Create(Create { public, ..Create::of(table.variant.clone()) }));
        };
        if chronicle.borrow().gone.contains(&room) {
            return None;
        }
        let Some(sight) = self.rooms.get(&room) else {
            let joins = self.unanswered.values().any(|command| matches!(command, Command::Join { .. }));
            return (!joins).then_some(Command::Join { room: Some(room), invite: Some(invite) });
        };
        if self.unanswered.values().any(|command| command.room() == Some(room)) {
            return None;
        }
        let seat = table.seat(self.number);
        if let Some(command) = self.pledger.says(room) {
            return Some(command);
        }
        match sight.stage {
            Stage::Over => None,
            Stage::Waiting => self.sit_down(room, place, plan),
            // Who left and came back may have its seat again.
            _ if sight.seat.is_none() && seat.is_some() => {
                self.every(room, 5_000).then(|| Command::Sit { room, seat: seat.expect("it has one") })
            }
            _ => self.answer_prompt(room, net, chronicle),
        }
    }

    /// Whether something in a room was not done for so many milliseconds, and is done now.
    fn every(&mut self, room: RoomId, pause_ms: u64) -> bool {
        let now = Instant::now();
        let due = self.looked_at.get(&room).is_none_or(|&at| at + Duration::from_millis(pause_ms) <= now);
        if due {
            self.looked_at.insert(room, now);
        }
        due
    }

    fn sit_down(&mut self, room: RoomId, place: usize, plan: &Plan) -> Option<Command> {
        // The seats are known from snapshots only.
        if self.chance.chance(1, 2) && self.every(room, 500) {
            return Some(Command::Snapshot { room });
        }
        let (table, sight) = (&plan.rooms[place], self.rooms.get(&room)?);
        let wanted = table.seat(self.number);
        let strays = sight.seat.is_some() && sight.seat != wanted;
        let is_free = |seat: Seat| sight.seats.get(seat.index()).is_some_and(|seat| seat.occupant.is_none());
        if sight.seat != wanted {
            let free = wanted.filter(|&seat| is_free(seat));
            return match free {
                Some(seat) => Some(Command::Sit { room, seat }),
                None => strays.then_some(Command::Stand { room }),
            };
        }
        let bots = table.seats.iter().enumerate().filter(|(_, sits)| sits.is_none());
        let mut missing = bots.filter_map(|(seat, _)| Seat::new(seat)).filter(|&seat| is_free(seat));
        if sight.hosts
            && let Some(seat) = missing.next()
        {
            return Some(Command::Bot { room, seat });
        }
        let ready = sight.seat.is_some_and(|seat| sight.seats[seat.index()].ready);
        let full = sight.seats.iter().all(|seat| seat.occupant.is_some());
        (sight.seat.is_some() && full && !ready).then_some(Command::Ready { room, ready: true })
    }

    /// Thinks for a while, and answers as the project's bots do, or with anything legal.
    fn answer_prompt(
        &mut self,
        room: RoomId,
        net: &impl Net,
        chronicle: &RefCell<Chronicle>,
    ) -> Option<Command> {
        let now = Instant::now();
        let sight = self.rooms.get(&room)?;
        let (prompt, asked) = (sight.prompt.number, sight.is_asked());
        let looks = asked || (sight.prompt.expects == Expects::BombWindow && sight.seat.is_some());
        let (thought, answers_at) = self.thought.get(&room).copied().unwrap_or((0, now));
        if thought != prompt {
            let at = now + self.moment(900);
            self.thought.insert(room, (prompt, at));
            return None;
        }
        if !looks || answers_at > now {
            return None;
        }
        self.thought.insert(room, (prompt, now + Duration::from_secs(3_600)));
        let sight = self.rooms.get(&room)?;
        if sight.prompt.expects == Expects::Ready {
            return Some(Command::Ready { room, ready: true });
        }
        let acts = matches!(sight.prompt.expects, Expects::Action(_) | Expects::BombWindow);
        let view = sight.view.as_ref().filter(|_| acts)?;
        let any = asked && self.chance.chance(1, 10);
        let decided = if any { None } else { parlour_bots::decide(view) };
        let action = decided.or_else(|| self.any_action(room).filter(|_| asked))?;
        let id = self.ask(Command::Act { room, prompt: Some(prompt), action }, net, chronicle);
        self.honest.insert(id);
        None
    }

    /// Any action that the rules allow.
    fn any_action(&mut self, room: RoomId) -> Option<Action> {
        let legal: Vec<Action> = match self.rooms.get(&room)?.view.as_ref()? {
            View::Rummikub(view) => view.legal_actions().into_iter().map(Action::Rummikub).collect(),
            View::Tichu(view) => view.legal_actions().into_iter().map(Action::Tichu).collect(),
        };
        (!legal.is_empty()).then(|| self.chance.pick(&legal).clone())
    }

    /// A text came.
    fn hear(&mut self, text: &str, chronicle: &RefCell<Chronicle>, now: u64) -> Judged {
        chronicle.borrow_mut().note(now, self.number, &format!("< {text}"));
        let chronicle = &mut chronicle.borrow_mut();
        match decode_server(text)? {
            ServerMessage::Reply(reply) => self.answered(reply, chronicle),
            ServerMessage::Push(push) => self.pushed(push, chronicle, now),
        }
    }

    fn answered(&mut self, reply: Reply, chronicle: &mut Chronicle) -> Judged {
        let link = self.link.as_mut().expect("it is heard over a connection");
        let Reply { re: Some(id), outcome } = reply else {
            link.garbled = link.garbled.checked_sub(1).ok_or("an answer to nothing")?;
            return Ok(());
        };
        link.is_answered(id, &outcome)?;
        if let Outcome::Welcome(welcome) = outcome {
            link.greeted = true;
            self.token = welcome.token.or(self.token.take());
            self.last_id = self.last_id.max(welcome.last_id);
            self.ask_again();
            return Ok(());
        }
        if !link.greeted {
            // The journal cannot be read or written just now.
            return match outcome {
                Outcome::Error(error) if error.code == Code::Rejected(ErrorCode::Unavailable) => {
                    self.lose();
                    Ok(())
                }
                outcome => Err(format!("hello was answered with {outcome:?}")),
            };
        }
        let first = self.unanswered.remove(&id);
        let Some(command) = first.or_else(|| self.answered.get(&id).map(|(command, _)| command.clone()))
        else {
            return Ok(());
        };
        self.judge(id, &command, outcome, chronicle)
    }

    /// Looks at the answer to a command of this person.
    fn judge(&mut self, id: u64, command: &Command, outcome: Outcome, chronicle: &mut Chronicle) -> Judged {
        let reads = command.only_reads() || *command == Command::Ping;
        let known = self.answered.get(&id).map(|(_, outcome)| outcome.clone());
        let code = match &outcome {
            Outcome::Error(error) => Some(error.code),
            _ => None,
        };
        let room = match command {
            Command::Join { room, .. } => *room,
            command => command.room(),
        };
        let missing = [ErrorCode::NoSuchRoom, ErrorCode::BadInvite, ErrorCode::RoomFailed];
        if missing.iter().any(|&missing| code == Some(Code::Rejected(missing))) {
            return room.map_or(Ok(()), |room| self.lost(room, chronicle));
        }
        if matches!(command, Command::Act { .. })
            && let Some(room) = room
        {
            self.thought.remove(&room);
        }
        if let Some(known) = known.filter(|known| *known != outcome && !reads) {
            if !matches!(&outcome, Outcome::Error(error) if error.retry) {
                return Err(format!("command {id} was answered with {known:?}, and now with {outcome:?}"));
            }
            return Ok(());
        }
        match &outcome {
            Outcome::Ok { seq, room, invite, .. } => {
                if let Command::Create(create) = command
                    && let (Some(room), Some(invite)) = (*room, *invite)
                {
                    let place = usize::from(create.variant.game() == GameKind::Tichu);
                    let of = *chronicle.open.entry(place).or_insert((room, invite));
                    if of != (room, invite) {
                        return Err(format!("room {place} was opened twice: {of:?} and {room}"));
                    }
                }
                let room = command.room().or(*room);
                if let (Some(seq), Some(room)) = (*seq, room) {
                    let leaves = matches!(command, Command::Leave { .. } | Command::Join { .. });
                    match self.rooms.get(&room) {
                        Some(sight) if !leaves && sight.seq < seq => {
                            return Err(format!("command {id} is in frame {seq}, which did not come yet"));
                        }
                        // What only reads names the frame that it has read.
                        _ if reads => {}
                        _ => chronicle.acknowledged(room, self.number, id, seq)?,
                    }
                }
                if !reads {
                    self.answered.insert(id, (command.clone(), outcome));
                    while self.answered.len() > REMEMBERED {
                        self.answered.pop_first();
                    }
                }
            }
            Outcome::Error(error) => {
                let honest = self.honest.contains(&id);
                if honest && error.class == ErrorClass::Rules {
                    return Err(format!("the legal command {id} was refused: {error:?}"));
                }
            }
            Outcome::Hint { .. } | Outcome::Record(_) | Outcome::Welcome(_) => {}
        }
        Ok(())
    }

    /// What was not answered before the connection broke is asked again, in any order.
    fn ask_again(&mut self) {
        let mut ids: Vec<u64> = self.unanswered.keys().copied().collect();
        self.chance.shuffle(&mut ids);
        for id in ids {
            let command = self.unanswered[&id].clone();
            if let Some(link) = &mut self.link {
                link.asks(id, &command);
            }
            self.write(encode(&Envelope { id, command }));
        }
    }

    fn pushed(&mut self, push: Push, chronicle: &mut Chronicle, now: u64) -> Judged {
        match push {
            Push::Events { room, seq, events, prompt, view, .. } => {
                let Some(sight) = self.rooms.remove(&room) else {
                    return Err(format!("frame {seq} of {room}, where {} is not", self.number));
                };
                let shown = Shown { room, seq, seat: sight.seat, events };
                chronicle.shown(&shown, &prompt)?;
                let sight = sight.frame(now, seq, &shown.events, prompt, view)?;
                self.pledger.frame(room, &shown.events)?;
                self.rooms.insert(room, sight);
                self.shown.push(shown);
            }
            Push::Snapshot { room, seq, state } => {
                chronicle.is_committed(room, seq)?;
                self.pledger.snapshot(room, &state);
                let sight = Sight::snapshot(self.rooms.get(&room), seq, state)?;
                if sight.stage == Stage::Over {
                    chronicle.over.insert(room);
                }
                self.rooms.insert(room, sight);
            }
            Push::Gone { room, reason: Some(GoneReason::Failed) } => return self.lost(room, chronicle),
            // It left, or the room failed before the server began anew.
            Push::Gone { room, reason: None } => {
                self.rooms.remove(&room);
                self.pledger.forget(room);
            }
            Push::Lobby(_) | Push::Notice(Notice::Restart { .. } | Notice::Message { .. }) => {}
            Push::Notice(Notice::TakenOver) => self.lose(),
        }
        Ok(())
    }

    /// A room is no more.
    fn lost(&mut self, room: RoomId, chronicle: &mut Chronicle) -> Judged {
        self.rooms.remove(&room);
        self.pledger.forget(room);
        chronicle.lost(room)
    }
}

//! A room without its task: inputs go in one by one, time and chance are the test's.
//!
//! Invariant: whatever is committed is in `records`, so every simulated room can be folded again.

use std::collections::BTreeMap;

use bytes::Bytes;
use parlour_engine::fair::{Digest, Nonce, Secret};
use parlour_engine::{Seat, Seed, Variant, Viewer};
use parlour_protocol::{
    Code, Command, Envelope, ErrorCode, Invite, Outcome, PlayerId, Push, Reply, RoomId, encode,
};

use crate::clock::Millis;
use crate::connection::Wants;
use crate::journal::Page;
use crate::room::scribe::{Note, Scribe};
use crate::room::shuffle::Agreement;
use crate::room::{Effects, Guest, Input, Key, Opening, Room, Settings, Step};

/// When simulated rooms open.
pub(super) const START: Millis = 1_000_000;

/// Everything that a client can want to be told.
pub(super) const ALL: Wants = Wants { legal: true, views: true };

/// A player by number; 1 is the host.
pub(super) fn player(number: u64) -> PlayerId {
    PlayerId::from_bits(number)
}

pub(super) fn guest(number: u64) -> Guest {
    Guest { player: player(number), name: format!("P{number}") }
}

pub(super) fn invite() -> Invite {
    Invite::from_bits(7)
}

pub(super) fn opening(variant: Variant) -> Opening {
    Opening {
        room: RoomId::from_bits(1),
        invite: invite(),
        title: "Test".to_owned(),
        public: true,
        variant,
        hints: true,
        practice: None,
        host: guest(1),
        command: None,
        settings: Settings { spectators: 3, ..Settings::default() },
        at: START,
    }
}

/// The secret number `n`.
pub(super) fn secret(n: u64) -> Secret {
    Secret::new(Seed::new([5; 32]).of_round(n as u32).bytes())
}

/// A room and all that comes from outside.
pub(super) struct Sim {
    pub(super) room: Room,
    pub(super) now: Millis,
    pub(super) records: Vec<Bytes>,
    /// What else was written.
    pub(super) checkpoints: BTreeMap<u64, Bytes>,
    transcripts: BTreeMap<u32, (Vec<u8>, bool)>,
    scribe: Scribe,
    /// The number of the secret that was drawn last.
    pub(super) secrets: u64,
    /// What each player of `watched` was sent, as if it were always there and wanted everything, and when.
    pub(super) sent: BTreeMap<u64, Vec<(Millis, Push)>>,
    pub(super) watched: Vec<u64>,
    ids: BTreeMap<u64, u64>,
}

impl Sim {
    pub(super) fn new(opening: Opening) -> Sim {
        Sim::from_secret(opening, 1)
    }

    /// A room whose secrets are those from number `first` on.
    pub(super) fn from_secret(opening: Opening, first: u64) -> Sim {
        let now = opening.at;
        let (room, record) = Room::open(opening, secret(first));
        Sim {
            room,
            now,
            records: vec![record],
            checkpoints: BTreeMap::new(),
            transcripts: BTreeMap::new(),
            scribe: Scribe::new(0),
            secrets: first,
            sent: BTreeMap::new(),
            watched: vec![],
            ids: BTreeMap::new(),
        }
    }

    /// A room whose host is connected.
    pub(super) fn of(variant: Variant) -> Sim {
        Sim::dealing(variant, 1)
    }

    /// The same, with the secrets from number `first` on.
    pub(super) fn dealing(variant: Variant, first: u64) -> Sim {
        let mut sim = Sim::from_secret(opening(variant), first);
        sim.input(Input::Presence { player: player(1), connected: true });
        sim
    }

    pub(super) fn input(&mut self, input: Input) -> Effects {
        let Sim { room, secrets, .. } = self;
        let decision = room.decide(input, self.now, &mut || {
            *secrets += 1;
            secret(*secrets)
        });
        let page = self.scribe.page(&self.room, &decision);
        let before = self.room.seq();
        let effects = self.room.commit(decision);
        if let Some(page) = page {
            self.scribe.wrote(&mut self.room, Note::of(&page));
            self.write(before, page);
        }
        let steps = u64::from(effects.step.is_some());
        assert_eq!(self.room.seq(), before + steps, "a step is one number");
        assert_eq!(self.records.len() as u64, self.room.seq(), "an entry is one number");
        if let Some(step) = &effects.step {
            self.show(step, &effects.resighted);
        }
        effects
    }

    fn write(&mut self, prev: u64, page: Page) {
        self.records.extend(page.entries);
        self.checkpoints.extend(page.checkpoint.map(|checkpoint| (prev, checkpoint)));
        for part in page.transcript {
            let (text, over) = self.transcripts.entry(part.number).or_default();
            assert_eq!((part.at, *over), (text.len() as u64, false), "parts follow each other");
            text.extend_from_slice(&part.text);
            *over = part.over;
        }
    }

    /// The transcript of a match that is over.
    pub(super) fn transcript(&self, number: u32) -> Option<String> {
        let (text, over) = self.transcripts.get(&number)?;
        over.then(|| String::from_utf8(text.clone()).expect("a transcript is a text"))
    }

    /// Sends a step as the task of a room does.
    fn show(&mut self, step: &Step, resighted: &[PlayerId]) {
        for &who in &self.watched {
            let id = player(who);
            let push = match self.room.presence(id) {
                None => continue,
                Some(_) if resighted.contains(&id) => self.room.snapshot(id, ALL),
                Some(_) => self.room.frame(step, self.room.eyes(id, ALL).on(step)),
            };
            self.sent.entry(who).or_default().push((self.now, push));
        }
    }

    /// What a player was sent, as text with times.
    pub(super) fn log(&self, who: u64) -> Vec<String> {
        let sent = self.sent.get(&who).into_iter().flatten();
        sent.map(|(at, push)| format!("{at} {}", encode(push))).collect()
    }

    /// The id of the next command of a player.
    pub(super) fn next_id(&mut self, who: u64) -> u64 {
        let id = self.ids.entry(who).or_insert(0);
        *id += 1;
        *id
    }

    pub(super) fn send(&mut self, who: u64, id: u64, command: Command) -> Effects {
        let input = command_input(who, id, command);
        self.input(input)
    }

    pub(super) fn join(&mut self, who: u64, key: Key) -> Effects {
        let id = self.next_id(who);
        self.input(join_input(who, id, key))
    }

    /// Lets time pass, and all happen that is due on the way; bots do whatever is legal.
    pub(super) fn pass(&mut self, wait: Millis) {
        let end = self.now + wait;
        while self.tick(end) {}
        self.now = end;
    }

    /// Lets the next thing happen that is due until `end`; says whether there was one.
    pub(super) fn tick(&mut self, end: Millis) -> bool {
        let alarm = self.room.alarms().map(|(at, alarm)| (at, 1, Input::Alarm(alarm)));
        let bots = self.bot_move().map(|(at, input)| (at, 0, input));
        let due = alarm.chain(bots).min_by_key(|&(at, rank, _)| (at, rank)).filter(|&(at, ..)| at <= end);
        let Some((at, _, input)) = due.filter(|_| !self.room.is_closed()) else { return false };
        self.now = self.now.max(at);
        assert!(self.input(input).step.is_some(), "what is due happens");
        true
    }

    /// What a bot that must act does next, and when.
    fn bot_move(&self) -> Option<(Millis, Input)> {
        let prompt = self.room.prompt();
        let (at, mut seats) = self.room.bots();
        let seat = seats.find(|&seat| prompt.seats.contains(seat))?;
        let action = self.any_action(seat);
        Some((at, Input::Bot { seat, prompt: prompt.number, action }))
    }

    /// The round and commitment of the shuffle that is agreed upon; some that nobody made in a practice room.
    fn agreed(&self) -> (u16, Digest) {
        let nothing = || (1, secret(0).commitment());
        self.room
            .state
            .shuffle
            .as_deref()
            .map(Agreement::state)
            .map_or_else(nothing, |shuffle| (shuffle.round, shuffle.commitment))
    }

    /// The nonce of a player for the shuffle that is agreed upon.
    fn nonce(&self, who: u64) -> Nonce {
        let mut bytes = self.agreed().1.bytes();
        bytes[0] = who as u8;
        Nonce::new(bytes)
    }

    /// What a player sends to take part in the shuffle that is agreed upon.
    pub(super) fn pledge(&self, who: u64) -> Command {
        let (round, commitment) = self.agreed();
        let room = self.room.id();
        let seat =
            self.room.viewer(player(who)).and_then(Viewer::seat).unwrap_or(Seat::new(0).expect("a seat"));
        let hash = self.nonce(who).hash(&room.to_string(), round, seat);
        Command::Pledge { room, commitment, hash }
    }

    /// The nonce behind it.
    pub(super) fn contribute(&self, who: u64) -> Command {
        let (_, commitment) = self.agreed();
        Command::Contribute { room: self.room.id(), commitment, nonce: self.nonce(who) }
    }

    /// Something that a seat which must act may do.
    pub(super) fn any_action(&self, seat: Seat) -> parlour_engine::Action {
        self.room.any_action(seat).expect("a seat that must act has a legal action")
    }
}

pub(super) fn command_input(who: u64, id: u64, command: Command) -> Input {
    Input::Command { player: player(who), envelope: Envelope { id, command } }
}

pub(super) fn join_input(who: u64, id: u64, key: Key) -> Input {
    let (room, invite) = match key {
        Key::Id => (Some(RoomId::from_bits(1)), None),
        Key::Invite(invite) => (None, Some(invite)),
    };
    let envelope = Envelope { id, command: Command::Join { room, invite } };
    Input::Join { guest: guest(who), key, envelope }
}

/// `ok`, or the code of the refusal.
pub(super) fn verdict(reply: &Reply) -> String {
    match &reply.outcome {
        Outcome::Ok { .. } | Outcome::Welcome(_) => "ok".to_owned(),
        Outcome::Hint { .. } => "hint".to_owned(),
        Outcome::Record(_) => "record".to_owned(),
        Outcome::Error(error) => {
            if error.code == Code::Rejected(ErrorCode::StalePrompt) {
                assert!(error.prompt.is_some(), "a stale prompt comes with the newest");
            }
            encode(&error.code).trim_matches('"').to_owned()
        }
    }
}

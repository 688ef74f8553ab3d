//! Random sessions of rooms: what holds whatever people do.

use parlour_engine::{Length, Seat, Variant, rummikub, tichu};
use parlour_protocol::{
    Choice, Command, Emote, Event, Expects, Outcome, Practice, Prompt, Push, RoomEvent, RoomId, encode,
};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::sim::{ALL, START, Sim, command_input, guest, invite, join_input, opening, player};
use crate::connection::Wants;
use crate::room::state::{Chair, Table};
use crate::room::{Input, Key, Known, Opening, Room, Settings};

/// Players who take part; more than there are seats.
const PLAYERS: u64 = 7;

/// A room, and the commands that were done in it.
struct Session {
    sim: Sim,
    chance: StdRng,
    done: Vec<(Input, Outcome)>,
}

impl Session {
    fn new(number: u64) -> Session {
        let mut chance = StdRng::seed_from_u64(number);
        let turn_seconds = *[0, 10, 60].choose(&mut chance).expect("one of three");
        let variant = if number.is_multiple_of(2) {
            Variant::Rummikub(rummikub::Variant {
                turn_seconds,
                reshuffles: 0,
                length: Length::Rounds(2),
                ..rummikub::Variant::default()
            })
        } else {
            Variant::Tichu(tichu::Variant { turn_seconds, ..tichu::Variant::default() })
        };
        let settings = Settings { spectators: 4, idle_ms: 600_000, ..Settings::default() };
        let practice = (number % 6 >= 4).then(Practice::default);
        let mut sim = Sim::from_secret(Opening { settings, practice, ..opening(variant) }, number * 1000);
        sim.watched = (1..=PLAYERS).collect();
        sim.input(Input::Presence { player: player(1), connected: true });
        for who in 2..=4 {
            sim.join(who, Key::Id);
        }
        Session { sim, chance, done: Vec::new() }
    }

    /// One thing happens, and if it was a command, it happens again.
    fn step(&mut self) {
        let who = self.chance.random_range(1..=PLAYERS);
        let input = match self.chance.random_range(0..100) {
            0..8 => {
                let key = if self.chance.random_bool(0.8) { Key::Invite(invite()) } else { Key::Id };
                join_input(who, self.sim.next_id(who), key)
            }
            8..16 => Input::Presence { player: player(who), connected: self.chance.random_bool(0.8) },
            16..18 => Input::Rename { guest: guest(self.chance.random_range(1..=PLAYERS)) },
            18..26 => return self.sim.pass(self.chance.random_range(0..20_000)),
            26..60 => return self.answer_prompt(),
            _ => {
                let command = self.command();
                command_input(who, self.sim.next_id(who), command)
            }
        };
        self.twice(input);
    }

    /// What the room waits for is done.
    fn answer_prompt(&mut self) {
        let room = RoomId::from_bits(1);
        let state = &self.sim.room.state;
        let number_of = |id| (1..=PLAYERS).find(|&who| player(who) == id);
        let free = state.chairs.iter().find(|&(_, &chair)| chair == Chair::Free).map(|(seat, _)| seat);
        if let (Some(seat), Some(host)) = (free, number_of(state.host)) {
            let id = self.sim.next_id(host);
            return self.twice(command_input(host, id, Command::Bot { room, seat }));
        }
        for seat in self.sim.room.prompt().seats.iter() {
            let state = &self.sim.room.state;
            let Some(who) = state.chairs[seat].player().and_then(number_of) else { continue };
            let actions = match &state.table {
                Table::Running { game, .. } => game.legal_actions(seat),
                Table::Bare | Table::Over { .. } => Vec::new(),
            };
            let command = match actions.choose(&mut self.chance) {
                Some(action) => {
                    let prompt = Some(self.sim.room.prompt().number);
                    Command::Act { room, prompt, action: action.clone() }
                }
                None => self.before_the_deal(who),
            };
            let id = self.sim.next_id(who);
            self.twice(command_input(who, id, command));
        }
    }

    /// A step towards the deal. Some players take part in shuffles, and not all of them see it through.
    fn before_the_deal(&mut self, who: u64) -> Command {
        let stubborn = self.chance.random_bool(0.1);
        let is_open = self.sim.room.state.shuffle.as_ref().is_some_and(|agreement| !agreement.is_used());
        match self.sim.room.prompt().expects {
            Expects::Hash if !stubborn => self.sim.pledge(who),
            Expects::Nonce if !stubborn => self.sim.contribute(who),
            Expects::Ready if is_open && self.chance.random_bool(0.5) => self.sim.pledge(who),
            _ => Command::Ready { room: RoomId::from_bits(1), ready: true },
        }
    }

    /// Any command to the room, sensible or not.
    fn command(&mut self) -> Command {
        let room = RoomId::from_bits(1);
        let chance = &mut self.chance;
        let seat = Seat::new(chance.random_range(0..4)).expect("a seat");
        match chance.random_range(0..54) {
            48..50 => {
                let choice = *[Choice::Bot, Choice::Wait, Choice::End].choose(chance).expect("one of three");
                Command::Vote { room, choice }
            }
            50 => Command::AskHand { room, seat },
            51..54 => {
                let player = player(chance.random_range(1..=PLAYERS));
                Command::ShowHand { room, player, show: chance.random_bool(0.7) }
            }
            40..44 => Command::TakeBack { room },
            44..46 => Command::Emote { room, emote: Emote::Wow },
            46 => Command::Record { room, number: None, from: chance.random_range(0..9) },
            47 => Command::Hint { room },
            0 if chance.random_bool(0.2) => Command::Leave { room },
            1..7 => Command::Sit { room, seat },
            7 => Command::Stand { room },
            8..20 => Command::Ready { room, ready: chance.random_bool(0.9) },
            20..24 => Command::Bot { room, seat },
            0 | 24 => Command::Remove { room, seat },
            25..30 => Command::Start { room },
            30..34 => Command::Chat { room, text: "hello".repeat(chance.random_range(0..70)) },
            34 => Command::Snapshot { room },
            35 if chance.random_bool(0.5) => self.sim.pledge(chance.random_range(1..=PLAYERS)),
            35 => self.sim.contribute(chance.random_range(1..=PLAYERS)),
            _ => {
                let newest = self.sim.room.prompt().number;
                let prompt = *[None, Some(newest), Some(newest - 1)].choose(chance).expect("one of three");
                let texts = ["take pool", "throw R1", "take discards", "declare R1 : R2 R3 R4"];
                let action = match chance.random_range(0..6) {
                    0 => parlour_engine::Action::Tichu(tichu::Action::Pass),
                    1 => parlour_engine::Action::Tichu(tichu::Action::Tichu),
                    number => {
                        let text = texts[number - 2];
                        parlour_engine::Action::Rummikub(text.parse().expect("an action"))
                    }
                };
                Command::Act { room, prompt, action }
            }
        }
    }

    /// A command that is repeated gets the same answer and does nothing.
    fn twice(&mut self, input: Input) {
        let first = self.sim.input(input.clone());
        let Some(reply) = first.reply else { return };
        let (seq, now) = (self.sim.room.seq(), self.sim.now);
        self.sim.now += 1;
        let again = self.sim.input(input.clone());
        self.sim.now = now;
        let later = matches!(&reply.outcome, Outcome::Error(error) if error.retry);
        assert!(later || again.reply.as_ref() == Some(&reply), "{input:?}");
        assert!(again.step.is_none() && self.sim.room.seq() == seq);
        if first.step.is_some() {
            self.done.push((input, reply.outcome));
        }
    }
}

/// Plays sessions, and looks at the room now and then and at its end.
fn check(sessions: u64, mut look: impl FnMut(&mut Session)) {
    let mut steps = 0;
    for number in 0..sessions {
        let mut session = Session::new(number);
        for step in 0..200 {
            if session.sim.room.is_closed() {
                break;
            }
            session.step();
            if step % 20 == 19 {
                look(&mut session);
            }
        }
        look(&mut session);
        steps += session.sim.room.seq();
    }
    assert!(steps > sessions * 50, "something happens in a session: {steps} steps in {sessions}");
}

/// The numbers of what a viewer is sent are contiguous from a snapshot on.
#[test]
fn numbers_are_contiguous() {
    check(60, |session| {
        for sent in session.sim.sent.values() {
            let mut before = None;
            for (_, push) in sent {
                match push {
                    Push::Snapshot { seq, .. } => before = Some(*seq),
                    Push::Events { seq, .. } => {
                        let expected = before.replace(*seq).map_or(*seq, |before| before + 1);
                        assert_eq!(*seq, expected);
                    }
                    other => panic!("a room does not send {other:?}"),
                }
            }
        }
    });
}

/// What a client knows after some frames.
#[derive(Debug, PartialEq)]
struct Learnt {
    events: Vec<Event>,
    prompt: Option<Prompt>,
    view: Option<parlour_engine::View>,
}

fn learn<'a>(pushes: impl Iterator<Item = &'a Push>) -> Learnt {
    let mut learnt = Learnt { events: Vec::new(), prompt: None, view: None };
    for push in pushes {
        let Push::Events { events, prompt, view, .. } = push else { panic!("frames only: {push:?}") };
        learnt.events.extend(events.iter().cloned());
        learnt.prompt = prompt.clone().or(learnt.prompt);
        learnt.view = view.clone().or(learnt.view);
    }
    learnt
}

/// Whether a push tells all that one must know of the match, so that nobody is sent it again.
fn begins_anew(push: &Push) -> bool {
    match push {
        Push::Events { events, .. } => {
            events.iter().any(|event| matches!(event, Event::Room(RoomEvent::TakenBack { .. })))
        }
        push => matches!(push, Push::Snapshot { .. }),
    }
}

/// Whether a push begins the first match of a room, before which less is kept.
fn begins_the_first_match(push: &Push) -> bool {
    let Push::Events { events, .. } = push else { return false };
    events.iter().any(|event| matches!(event, Event::Room(RoomEvent::MatchStarted { number: 1, .. })))
}

/// Who comes back at any point learns what those who stayed have learnt, by frames or, where too few are kept, by a snapshot; the frames are the same but for the legal
/// actions and views of frames that are no longer the newest.
#[test]
fn to_resume_is_to_have_stayed() {
    let mut resumed_at = 0;
    check(60, |session| {
        let room = &session.sim.room;
        for (&who, sent) in &session.sim.sent {
            let id = player(who);
            if room.presence(id).is_none() {
                continue;
            }
            let start = sent.iter().rposition(|(_, push)| begins_anew(push));
            let Some(start) = start else { continue };
            let bare = matches!(room.state.table, Table::Bare);
            let stayed: Vec<&Push> = sent[start..].iter().map(|(_, push)| push).collect();
            for missed in 1..stayed.len().min(40) {
                let seen = room.seq() - missed as u64;
                let resumed = room.resume(id, Some(seen), ALL);
                let stayed = &stayed[stayed.len() - missed..];
                if room.history.since(seen).is_none() {
                    assert!(
                        stayed.iter().any(|push| begins_the_first_match(push)) || bare,
                        "{missed} frames are kept"
                    );
                    assert_eq!(resumed, [room.snapshot(id, ALL)]);
                    continue;
                }
                assert_eq!(learn(resumed.iter()), learn(stayed.iter().copied()), "player {who} after {seen}");
                let plain = room.resume(id, Some(seen), Wants::default());
                let plainly = |push: &Push| match push.clone() {
                    Push::Events { room, seq, events, prompt, .. } => {
                        let prompt = prompt.map(|prompt| Prompt { legal: None, ..prompt });
                        encode(&Push::Events { room, seq, events, prompt, view: None })
                    }
                    other => encode(&other),
                };
                let bytes: Vec<String> = plain.iter().map(encode).collect();
                assert_eq!(bytes, stayed.iter().map(|push| plainly(push)).collect::<Vec<_>>());
                resumed_at += 1;
            }
            let snapshot = [room.snapshot(id, ALL)];
            for unknown in [None, Some(0), Some(room.seq() + 1)] {
                assert_eq!(room.resume(id, unknown, ALL), snapshot);
            }
        }
    });
    assert!(resumed_at > 10_000, "enough points to come back: {resumed_at}");
}

/// A frame is encoded once for all who see the same, and nobody gets one that was made for somebody who sees something else.
#[test]
fn eyes_are_equal_when_frames_are() {
    let (mut shared, mut apart) = (0, 0);
    check(60, |session| {
        let room = &session.sim.room;
        let newest = room.seq();
        let steps = (0..newest).find_map(|seq| room.history.since(seq)).unwrap_or_default();
        for step in &steps {
            let frames = (1..=PLAYERS).flat_map(|who| [ALL, Wants::default()].map(|wants| (who, wants)));
            let frames = frames.map(|(who, wants)| {
                let eyes = room.eyes(player(who), wants);
                let frame = encode(&room.frame(step, eyes));
                assert_eq!(
                    encode(&room.frame(step, eyes.on(step))),
                    frame,
                    "player {who}, step {}",
                    step.seq
                );
                (eyes.on(step), frame)
            });
            let frames: Vec<_> = frames.collect();
            for (place, (eyes, frame)) in frames.iter().enumerate() {
                for (other_eyes, other) in &frames[..place] {
                    if eyes == other_eyes {
                        assert_eq!(frame, other);
                        shared += 1;
                    } else if eyes.asks_nothing() && other_eyes.asks_nothing() {
                        assert_ne!(frame, other, "one encoding is enough for {eyes:?} and {other_eyes:?}");
                        apart += 1;
                    }
                }
            }
        }
    });
    assert!(shared > 10_000 && apart > 1000, "enough of both: {shared}, {apart}");
}

/// A room folded from its journal is the room: numbers, prompts, alarms, snapshots, frames and answers.
#[test]
fn a_room_is_a_function_of_its_journal() {
    check(60, |session| {
        let room = &session.sim.room;
        let folded = Room::rebuild(&session.sim.records).expect("the journal is its own");
        assert_eq!((folded.seq(), folded.at(), folded.prompt()), (room.seq(), room.at(), room.prompt()));
        assert!(folded.alarms().eq(room.alarms()));
        assert_eq!(folded.status(), room.status());
        for who in 1..=PLAYERS {
            let id = player(who);
            if room.presence(id).is_none() {
                continue;
            }
            assert_eq!(encode(&folded.snapshot(id, ALL)), encode(&room.snapshot(id, ALL)));
            for seq in 0..=room.seq() {
                let pushes = |room: &Room| room.resume(id, Some(seq), ALL);
                assert_eq!(pushes(&folded), pushes(room), "player {who} after {seq}");
            }
        }
        for (input, outcome) in session.done.iter().rev().take(60) {
            let decision = folded.decide(input.clone(), START, &mut || panic!("nothing is dealt"));
            let (player, envelope) = input.command().expect("a command");
            // Answers to refused commands push older ones out of memory, which the journal does not know.
            if matches!(room.replies.look_up(player, envelope), Known::Answered(_)) {
                assert!(decision.is_void());
                assert_eq!(decision.outcome.as_ref(), Some(outcome), "{input:?}");
            }
        }
    });
}

/// A room from a checkpoint and the entries behind it is the room, but for the frames from before.
#[test]
fn a_checkpoint_stands_for_all_entries_before_it() {
    let mut taken = 0;
    check(60, |session| {
        let Sim { room, checkpoints, records, .. } = &session.sim;
        for (place, (&before, checkpoint)) in checkpoints.iter().rev().enumerate() {
            let behind = &records[usize::try_from(before).expect("it was kept")..];
            let folded = Room::resume_from(before, checkpoint, behind);
            let folded = folded.expect("it can be read").expect("the entries follow from it");
            assert_eq!((folded.seq(), folded.at(), folded.prompt()), (room.seq(), room.at(), room.prompt()));
            assert!(folded.alarms().eq(room.alarms()));
            assert_eq!(folded.status(), room.status());
            if place == 0 {
                assert_eq!(folded.transcript.unwritten(), room.transcript.unwritten());
            }
            for who in 1..=PLAYERS {
                let id = player(who);
                if room.presence(id).is_none() {
                    continue;
                }
                let snapshot = |room: &Room| encode(&room.snapshot(id, ALL));
                assert_eq!(snapshot(&folded), snapshot(room));
                for seq in before..=room.seq() {
                    assert_eq!(folded.resume(id, Some(seq), ALL), room.resume(id, Some(seq), ALL));
                }
            }
            for (input, outcome) in session.done.iter().rev().take(60) {
                let (player, envelope) = input.command().expect("a command");
                if matches!(room.replies.look_up(player, envelope), Known::Answered(_)) {
                    let decision = folded.decide(input.clone(), START, &mut || panic!("nothing is dealt"));
                    assert_eq!(decision.outcome.as_ref(), Some(outcome), "{input:?}");
                }
            }
            assert!(Room::resume_from(before + 1, checkpoint, behind).is_none(), "it is of another entry");
            taken += 1;
        }
    });
    assert!(taken > 100, "enough checkpoints: {taken}");
}

/// A journal that was damaged or mixed up makes no room and no panic.
#[test]
fn a_damaged_journal_is_refused() {
    let mut session = Session::new(3);
    (0..120).for_each(|_| session.step());
    let records = session.sim.records;
    assert!(Room::rebuild([]).is_err() && Room::rebuild(&records[1..]).is_err());
    for place in 1..records.len() - 1 {
        let mut missing = records.clone();
        missing.remove(place);
        let mut broken = records.clone();
        broken[place] = broken[place].slice(1..);
        assert!(Room::rebuild(&broken).is_err(), "entry {place} is broken");
        if let Ok(room) = Room::rebuild(&missing) {
            // An entry on which nothing else depends, such as a line of chat.
            assert_eq!(room.seq(), records.len() as u64 - 1);
        }
    }
}

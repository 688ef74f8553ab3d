//! Every command, and every code that a room can give.

use std::collections::BTreeSet;

use parlour_engine::{GameKind, Variant};
use parlour_protocol::{Code, Command, Envelope, ErrorCode, RoomId, encode};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::script::{check, play};
use super::sim::{Sim, command_input, join_input, opening, player, verdict};
use crate::room::{Guest, Input, Key, Room};

fn rummikub() -> Variant {
    Variant::default_of(GameKind::Rummikub)
}

/// The host on seat 0 and player 2 on seat 1, not ready.
const SEATED: &str = "
    2 join => ok | joined 2
    1 sit 0 => ok | sat 0 player 1
    2 sit 1 => ok | sat 1 player 2";

/// The same in the first round of a match.
const PLAYING: &str = "
    2 join => ok
    1 sit 0 => ok
    2 sit 1 => ok
    1 ready => ok | ready 0
    2 ready => ok | ready 1, match 1, dealt ..";

/// What is refused, and after what.
const REFUSALS: [(&str, &str); 16] = [
    (
        "",
        "2 leave => not_in_room
         2 sit 0 => not_in_room
         2 snapshot => not_in_room
         2 say hello => not_in_room
         1 ping => bad_field
         2 join wrong => bad_invite
         1 say => bad_chat
         1 say a\u{202e}b => bad_chat
         1 say a\u{7}b => bad_chat
         1 sit 2 => no_such_seat
         1 bot 3 => no_such_seat
         1 remove 2 => no_such_seat
         1 remove 0 => seat_empty
         1 stand => not_seated
         1 ready => not_seated
         1 start => not_ready
         1 act take pool => no_match",
    ),
    ("2 join => ok\n 3 join => ok", "4 join => room_full"),
    (
        SEATED,
        "1 sit 1 => seat_taken
         1 bot 1 => seat_taken
         2 bot 0 => not_host
         2 remove 0 => not_host
         2 start => not_host
         1 start => not_ready
         1 act take pool => no_match
         1 act - take pool => no_match",
    ),
    ("1 bot 0 => ok", "1 sit 0 => seat_taken\n 1 bot 0 => seat_taken"),
    ("1 sit 0 => ok", "1 start => not_ready"),
    (
        PLAYING,
        "1 stand => match_running
         1 sit 1 => match_running
         1 start => match_running
         1 bot 0 => match_running
         turn act pass => other_game
         turn act - pass => other_game
         turn act #1 take pool => stale_prompt
         turn act #99 take pool => stale_prompt
         turn act - take pool => prompt_required
         turn act throw R1 => must_draw
         turn act take discards => no_discard",
    ),
    (PLAYING, "3 join => ok\n 3 sit 1 => seat_taken\n 3 act take pool => not_seated"),
    // A bot holds the seat in a running match, so it is not sent away; who knew a hand gets no second one.
    (PLAYING, "2 leave => ok | left 2, sat 1 bot\n 1 remove 1 => match_running"),
    (
        "2 join => ok
         3 join => ok
         1 sit 0 => ok
         2 sit 1 => ok
         1 ready => ok
         2 ready => ok
         1 leave => ok | left 1, sat 0 bot, host 2
         2 leave => ok | left 2, sat 1 bot, host 3
         2 join => ok",
        "2 sit 0 => match_running\n 2 sit 1 => ok | sat 1 player 2",
    ),
    // A double click: the first answers the prompt, the second comes too late.
    (PLAYING, "turn act #2 take pool => ok | took ..\n turn act #2 take pool => stale_prompt"),
    (PLAYING, "turn act take pool => ok\n turn act take pool => already_drew"),
    (SEATED, "1 stand => ok\n 1 stand => not_seated"),
    (SEATED, "2 leave => ok\n 2 leave => not_in_room"),
    (SEATED, "1 remove 1 => ok | left 2, stood 1\n 2 sit 1 => not_in_room"),
    (PLAYING, "1 ready not => ok |\n 1 act #1 take pool => stale_prompt"),
    (SEATED, "1 sit 0 => ok |\n 1 ready not => ok |\n 2 join => ok |"),
];

#[test]
fn refusals() {
    for (before, refused) in REFUSALS {
        let mut sim = check(rummikub(), before);
        play(&mut sim, refused);
    }
}

#[test]
fn only_the_invite_opens_a_private_room() {
    let mut sim = Sim::new(crate::room::Opening { public: false, ..opening(rummikub()) });
    play(
        &mut sim,
        "2 join => no_such_room
         2 join wrong => bad_invite
         2 join invited => ok | joined 2
         2 join => ok |
         2 leave => ok | left 2
         2 join => no_such_room",
    );
}

#[test]
fn an_id_is_one_command() {
    let mut sim = Sim::of(rummikub());
    let room = RoomId::from_bits(1);
    let say = |text: &str| Command::Chat { room, text: text.to_owned() };
    let verdict_of =
        |sim: &mut Sim, id, command| verdict(&sim.send(1, id, command).reply.expect("a command is answered"));
    assert_eq!(verdict_of(&mut sim, 5, say("a")), "ok");
    let seq = sim.room.seq();
    assert_eq!(verdict_of(&mut sim, 5, say("a")), "ok");
    assert_eq!(verdict_of(&mut sim, 5, say("b")), "id_reused");
    assert_eq!(verdict_of(&mut sim, 5, Command::Stand { room }), "id_reused");
    assert_eq!(sim.room.seq(), seq, "said once");
    assert_eq!(sim.room.last_id(player(1)), 5);
    for id in 6..=69 {
        assert_eq!(verdict_of(&mut sim, id, Command::Stand { room }), "not_seated");
    }
    assert_eq!(verdict_of(&mut sim, 5, say("a")), "id_expired");
    assert_eq!(verdict_of(&mut sim, 4, say("a")), "id_expired");
    assert_eq!(sim.room.last_id(player(1)), 69);
    assert_eq!(sim.room.last_id(player(2)), 0);
}

/// A refusal is answered again as it was, even when the command could be done by now.
#[test]
fn a_refusal_is_kept() {
    let mut sim = Sim::of(rummikub());
    let room = RoomId::from_bits(1);
    let stand = || Command::Stand { room };
    assert_eq!(verdict(&sim.send(1, 900, stand()).reply.expect("answered")), "not_seated");
    play(&mut sim, "1 sit 0 => ok");
    let again = sim.send(1, 900, stand()).reply.expect("answered");
    assert_eq!(verdict(&again), "not_seated");
}

/// What may succeed later is not kept, so that the same id can be tried again.
#[test]
fn a_limit_is_not_kept() {
    let mut sim = check(rummikub(), "2 join => ok\n 3 join => ok");
    let join = |sim: &mut Sim| verdict(&sim.input(join_input(4, 1, Key::Id)).reply.expect("answered"));
    assert_eq!(join(&mut sim), "room_full");
    play(&mut sim, "2 leave => ok");
    assert_eq!(join(&mut sim), "ok");
}

#[test]
fn answers_say_where_their_effect_is_shown() {
    let mut sim = Sim::of(rummikub());
    let room = RoomId::from_bits(1);
    let answer = |sim: &mut Sim, id, command| {
        let effects = sim.send(1, id, command);
        encode(&effects.reply.expect("answered"))
    };
    let sit = Command::Sit { room, seat: "0".parse().expect("a seat") };
    assert_eq!(answer(&mut sim, 1, sit.clone()), r#"{"re":1,"type":"ok","seq":3}"#);
    assert_eq!(answer(&mut sim, 1, sit.clone()), r#"{"re":1,"type":"ok","seq":3}"#, "the same again");
    assert_eq!(answer(&mut sim, 2, sit), r#"{"re":2,"type":"ok","seq":4}"#, "an empty frame");
    assert_eq!(answer(&mut sim, 3, Command::Snapshot { room }), r#"{"re":3,"type":"ok","seq":4}"#);
    let joined = sim.input(join_input(2, 1, Key::Id)).reply.expect("answered");
    assert_eq!(encode(&joined), r#"{"re":1,"type":"ok","seq":5,"room":"00000001"}"#);
}

/// What was answered with `ok` though it was done before is not done after a restart, when it is done no more.
#[test]
fn what_was_done_already_is_not_done_after_a_restart() {
    let mut sim = check(rummikub(), "1 sit 0 => ok\n 1 ready => ok");
    let ready = command_input(1, 9, Command::Ready { room: RoomId::from_bits(1), ready: true });
    let answer = sim.input(ready.clone()).reply.expect("answered");
    play(&mut sim, "1 ready not => ok");
    let mut folded = Room::rebuild(&sim.records).expect("the journal is its own");
    let decision = folded.decide(ready, sim.now, &mut || panic!("nothing is dealt"));
    assert!(decision.is_void());
    assert_eq!(folded.commit(decision).reply, Some(answer));
}

/// The codes that a room gives all stand in the tests of this file.
#[test]
fn every_code_of_a_room_is_tested() {
    let source = include_str!("commands.rs");
    let of_a_room = [
        ErrorCode::IdReused,
        ErrorCode::IdExpired,
        ErrorCode::BadField,
        ErrorCode::BadChat,
        ErrorCode::NoSuchRoom,
        ErrorCode::BadInvite,
        ErrorCode::NotInRoom,
        ErrorCode::RoomFull,
        ErrorCode::NoSuchSeat,
        ErrorCode::SeatTaken,
        ErrorCode::SeatEmpty,
        ErrorCode::NotSeated,
        ErrorCode::NotHost,
        ErrorCode::MatchRunning,
        ErrorCode::NoMatch,
        ErrorCode::NotReady,
        ErrorCode::OtherGame,
        ErrorCode::StalePrompt,
        ErrorCode::PromptRequired,
    ];
    let words: BTreeSet<&str> =
        source.split(|letter: char| !letter.is_alphabetic() && letter != '_').collect();
    for code in of_a_room {
        let name = encode(&Code::Rejected(code));
        assert!(words.contains(name.trim_matches('"')), "{name} is not tested");
    }
}

/// Chat is trimmed, bounded, and its last fifty lines are in a snapshot.
#[test]
fn chat() {
    let mut sim = check(
        rummikub(),
        "2 join => ok
         2 say   <b>hello</b>   => ok | chat P2: <b>hello</b>
         2 named Ada | renamed 2 Ada
         2 say again => ok | chat Ada: again",
    );
    let room = RoomId::from_bits(1);
    let long = Command::Chat { room, text: "ü".repeat(300) };
    assert_eq!(verdict(&sim.send(2, 100, long).reply.expect("answered")), "ok");
    let longer = Command::Chat { room, text: "ü".repeat(301) };
    assert_eq!(verdict(&sim.send(2, 101, longer).reply.expect("answered")), "bad_chat");
    for number in 0..60 {
        play(&mut sim, &format!("1 say line {number} => ok"));
    }
    let lines: Vec<&str> = sim.room.state.chat.iter().map(|line| line.text.as_str()).collect();
    assert_eq!((lines.len(), lines[0], lines[49]), (50, "line 10", "line 59"));
}

/// Names are unlike each other in a room, also after a change of names.
#[test]
fn names() {
    let sim = check(
        rummikub(),
        "2 join => ok
         3 join => ok
         2 named p1 | renamed 2 p1 2
         3 named P1 | renamed 3 P1 3
         2 named p1 |
         1 named Olena | renamed 1 Olena
         3 named P1 | renamed 3 P1",
    );
    let names: Vec<&str> = sim.room.members().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["Olena", "p1 2", "P1"]);
}

/// Whoever comes in, goes, and takes another name: no two names in a room can be taken for each other, and none for a bot's.
#[test]
fn names_stay_unlike_each_other() {
    const PARTS: [&str; 18] = [
        "A", "\u{410}", "a", "\u{430}", "\u{ff21}", "l", "I", "1", "O", "0", "\u{43e}", "m", "rn",
        "\u{200d}", "\u{ad}", " ", "2", "e\u{301}",
    ];
    let mut numbered = 0;
    for seed in 0..40 {
        let mut chance = StdRng::seed_from_u64(seed);
        let mut sim = check(rummikub(), "2 join => ok\n 2 sit 0 => ok\n 3 join => ok\n 3 sit 1 => ok");
        for _ in 0..60 {
            let who = chance.random_range(1..=5);
            let count = if chance.random_bool(0.1) { 24 } else { chance.random_range(1..=2) };
            let text: String = (0..count).map(|_| *PARTS.choose(&mut chance).expect("a part")).collect();
            let Some(name) = crate::text::name(&text) else { continue };
            let guest = Guest { player: player(who), name };
            match sim.room.presence(player(who)) {
                Some(_) if chance.random_bool(0.2) && who > 1 => {
                    play(&mut sim, &format!("{who} leave => ok"))
                }
                Some(_) => drop(sim.input(Input::Rename { guest })),
                None => {
                    let id = sim.next_id(who);
                    let envelope =
                        Envelope { id, command: Command::Join { room: Some(sim.room.id()), invite: None } };
                    sim.input(Input::Join { guest, key: Key::Id, envelope });
                }
            }
            let names: Vec<&str> = sim.room.members().map(|member| member.name.as_str()).collect();
            for (place, name) in names.iter().enumerate() {
                let others = names.iter().enumerate().filter(|&(other, _)| other != place);
                let free = crate::text::unlike(name, others.map(|(_, other)| *other));
                assert_eq!(free, **name, "among {names:?}, seed {seed}");
                assert_eq!(crate::text::name(name).as_deref(), Some(*name), "it is a name itself");
                numbered += usize::from(name.ends_with(" 2"));
            }
        }
    }
    assert!(numbered > 100, "names were alike: {numbered}");
}

//! Matches in a room: clocks, prompts, bots in a player's place, rounds, rematch, transcripts.

use parlour_engine::{Length, Seat, Variant, Viewer, rummikub, tichu, transcript};
use parlour_protocol::{Expects, Stage};

use super::script::{FOUR, READY, check, happened_since, on_turn, play, prompt};
use super::sim::{Sim, player};
use crate::room::{Input, Room};

fn rummikub(turn_seconds: u16) -> Variant {
    let length = Length::Rounds(1);
    Variant::Rummikub(rummikub::Variant { turn_seconds, length, ..rummikub::Variant::default() })
}

fn tichu(turn_seconds: u16) -> Variant {
    Variant::Tichu(tichu::Variant { turn_seconds, ..tichu::Variant::default() })
}

/// Two players in their first round; player 2 on seat 1 begins.
const PLAYING: &str = "
    2 join => ok
    1 sit 0 => ok
    2 sit 1 => ok
    1 ready => ok
    2 ready => ok";

/// Passes the time until something happens, bots included, and says what.
fn next(sim: &mut Sim) -> Vec<String> {
    let seq = sim.room.seq();
    while sim.room.seq() == seq {
        sim.pass(100);
    }
    happened_since(sim, seq)
}

/// R20: one clock for taking and throwing, which nothing but the turn's end starts afresh.
#[test]
fn a_turn_has_one_clock() {
    let mut sim = check(rummikub(60), PLAYING);
    assert_eq!(prompt(&sim), "#2 take 1 60000");
    play(
        &mut sim,
        "wait 10000 |
         turn act throw R1 => must_draw
         1 act take pool => not_your_turn
         2 lost
         2 back
         2 say hello => ok",
    );
    assert_eq!(prompt(&sim), "#2 take 1 50000");
    play(&mut sim, "turn act take pool => ok");
    assert_eq!(prompt(&sim), "#3 throw 1 50000");
    play(&mut sim, "wait 49999 |");
    assert_eq!(prompt(&sim), "#3 throw 1 1");
    play(&mut sim, "wait 1 | timed_out 1, threw 1 ..");
    assert_eq!(prompt(&sim), "#4 take 0 60000");
    play(&mut sim, "turn act any => ok\n turn act any => ok");
    assert_eq!(prompt(&sim), "#6 take 1 60000");
}

/// R16: a refused declaration leaves the prompt and the clock as they are.
#[test]
fn a_refused_declaration_asks_the_same() {
    let mut sim = check(rummikub(60), PLAYING);
    play(&mut sim, "turn act take pool => ok\n wait 5000 |");
    let view = sim.room.running_view(Seat::new(1).expect("a seat")).expect("a match runs");
    let parlour_engine::View::Rummikub(view) = view else { panic!("rummikub is played") };
    let rack = view.rack.expect("it is the seat's own");
    let throw = rack.iter().next().expect("a rack of 15");
    assert_eq!(prompt(&sim), "#3 throw 1 55000");
    play(&mut sim, &format!("2 act declare {throw} : R1 R2 => ok | refused 1 left 2 points 0 0 : ?"));
    assert_eq!(prompt(&sim), "#3 throw 1 55000");
}

/// R20: three turns in a row that run out of time hand the seat to a bot, until its player acts, says that it is back,
/// or comes back.
#[test]
fn three_timeouts_hand_the_seat_to_a_bot() {
    let back = [
        "2 ready => ok | substituted 1 player",
        "2 act any => ok | substituted 1 player, took ..",
        "2 lost\n 2 back | presence 2 here, substituted 1 player",
    ];
    for back in back {
        let mut sim = check(rummikub(60), PLAYING);
        for turn in 1..=3 {
            let end = if turn == 3 { ", substituted 1 bot" } else { "" };
            play(&mut sim, &format!("wait 60000 | timed_out 1, took .., threw ..{end}"));
            play(&mut sim, "1 act any => ok\n 1 act any => ok");
        }
        assert_eq!(on_turn(&sim), 2);
        play(&mut sim, back);
        let Viewer::Seat(seat) = sim.room.viewer(player(2)).expect("a member") else {
            panic!("the seat was kept")
        };
        assert!(!sim.room.state.chairs[seat].is_played_by_bot());
    }
}

/// The count begins afresh with an action.
#[test]
fn an_action_forgives_timeouts() {
    let mut sim = check(rummikub(60), PLAYING);
    let other = "1 act any => ok\n 1 act any => ok";
    for _ in 0..2 {
        play(&mut sim, &format!("wait 60000 |timed_out 1, took .., threw ..\n {other}"));
    }
    play(&mut sim, &format!("2 act any => ok\n 2 act any => ok\n {other}"));
    for _ in 0..2 {
        play(&mut sim, &format!("wait 60000 |timed_out 1, took .., threw ..\n {other}"));
    }
}

/// R20: who only comes back has not taken a turn.
#[test]
fn a_new_connection_forgives_no_timeouts() {
    let mut sim = check(rummikub(60), PLAYING);
    for turn in 1..=3 {
        let end = if turn == 3 { ", substituted 1 bot" } else { "" };
        play(&mut sim, "2 lost\n 2 back");
        play(&mut sim, &format!("wait 60000 | timed_out 1, took .., threw ..{end}"));
        play(&mut sim, "1 act any => ok\n 1 act any => ok");
    }
}

/// A bot that plays for an absent player does so after its fixed delay.
#[test]
fn a_substitute_plays() {
    let mut sim = check(rummikub(0), PLAYING);
    play(&mut sim, "2 lost\n wait 119999 |\n wait 1 | vote about 1");
    play(
        &mut sim,
        "1 votes bot => ok | voted 0 bot, vote about 1 closed: bot, substituted 1 bot\n wait 0 | took ..",
    );
    play(&mut sim, "wait 699 |\n wait 1 | threw ..");
    play(&mut sim, "2 back | presence 2 here, substituted 1 player");
}

/// Without a clock only an absent player is waited for in vain, and only while it must act.
#[test]
fn without_a_clock_the_table_waits_for_who_is_there() {
    let mut sim = check(rummikub(0), PLAYING);
    assert_eq!(prompt(&sim), "#2 take 1 -");
    play(&mut sim, "1 lost\n wait 1000000 | host 2\n 2 act any => ok\n 2 act any => ok");
    play(&mut sim, "wait 0 | vote about 0\n 2 votes bot => ok\n wait 699 |\n wait 1 | took ..");
}

#[test]
fn the_next_round_begins_when_all_are_ready_or_after_a_while() {
    let to_the_end = |sim: &mut Sim| {
        for _ in 0..1000 {
            if sim.room.status().summary.stage == Stage::Between {
                return;
            }
            play(sim, "turn act any => ok");
        }
        panic!("the round ends within 1,000 actions");
    };
    let two_rounds = Variant::Rummikub(rummikub::Variant {
        length: Length::Rounds(2),
        reshuffles: 0,
        turn_seconds: 0,
        ..rummikub::Variant::default()
    });
    let endings = [
        "wait 14999 |\n wait 1 | dealt round 2 ..",
        "1 ready => ok | ready 0\n 2 ready => ok | ready 1, dealt round 2 ..",
        "1 ready => ok | ready 0\n 2 lost | presence 2 away, dealt round 2 ..",
        "1 ready => ok\n 1 ready not => ok | unready 0\n 2 ready => ok | ready 1\n 2 leave => ok | left 2, sat 1 bot",
    ];
    for ending in endings {
        let mut sim = check(two_rounds.clone(), PLAYING);
        to_the_end(&mut sim);
        assert_eq!(sim.room.prompt().expects, Expects::Ready);
        assert_eq!(sim.room.prompt().seats.len(), 2);
        assert!(prompt(&sim).ends_with("ready 01 15000"), "{}", prompt(&sim));
        play(&mut sim, ending);
    }
}

/// The seats of a match are those of the next, and a late comer sees no hand of the match that is over.
#[test]
fn a_rematch_has_the_same_seats() {
    let quick = Variant::Rummikub(rummikub::Variant {
        length: Length::Rounds(1),
        reshuffles: 0,
        turn_seconds: 1,
        ..rummikub::Variant::default()
    });
    let mut sim = check(quick, PLAYING);
    while sim.room.status().summary.stage != Stage::Over {
        next(&mut sim);
    }
    assert_eq!(sim.room.prompt().deadline, None);
    play(&mut sim, "1 act take pool => no_match\n 1 act #1 take pool => no_match");
    let seat = |number| Viewer::Seat(Seat::new(number).expect("a seat"));
    assert_eq!(sim.room.viewer(player(2)), Some(seat(1)));
    play(&mut sim, "3 join => ok\n 2 stand => ok | stood 1\n 3 sit 1 => ok | sat 1 player 3");
    assert_eq!(sim.room.viewer(player(2)), Some(Viewer::Spectator));
    assert_eq!(sim.room.viewer(player(3)), Some(Viewer::Spectator), "not the hand of player 2");
    play(&mut sim, "1 ready => ok | ready 0\n 3 ready => ok | ready 1, match 2, dealt round 1 ..");
    assert_eq!(sim.room.viewer(player(3)), Some(seat(1)));
    assert_eq!(sim.room.viewer(player(1)), Some(seat(0)));
}

/// Answers that are given side by side do not make each other late; a call leaves the question as it is.
#[test]
fn in_tichu_many_answer_one_prompt() {
    let mut sim = check(tichu(60), &format!("{FOUR}{READY}"));
    assert_eq!(prompt(&sim), "#2 grand 0123 60000");
    play(
        &mut sim,
        "3 act #2 decline => ok | answered 2 ?
         3 act #2 decline => already_answered
         wait 1000 |
         1 act #2 grand => ok
         4 act - decline => prompt_required",
    );
    assert_eq!(prompt(&sim), "#2 grand 13 59000");
    play(
        &mut sim,
        "2 act #2 decline => ok\n 4 act #2 decline => ok | answered 3 ?, grand_revealed 0, dealt ..",
    );
    assert_eq!(prompt(&sim), "#3 exchange 0123 60000");
    play(
        &mut sim,
        "2 act - tichu => ok | called 1
         1 act - tichu => already_called
         3 act any => ok | submitted 2 ?
         3 act - tichu => ok | called 2",
    );
    assert_eq!(prompt(&sim), "#3 exchange 013 60000");
    play(&mut sim, "wait 60000 | timed_out 0, .., timed_out 1, .., timed_out 3, .., exchanged ..");
    assert_eq!(sim.room.prompt().number, 4);
    assert_eq!(sim.room.prompt().expects, Expects::Action(parlour_engine::Expect::Lead));
}

/// T17: the window opens for all whatever they hold, and closes after the variant's delay; at once without people.
#[test]
fn a_bomb_window_is_a_fixed_delay() {
    let watched = "1 leave => ok\n 2 leave => ok\n 3 leave => ok\n 5 join => ok\n 4 leave => ok";
    for (changes, delay) in [("", 2_000), (watched, 0)] {
        let mut sim = check(tichu(10), &format!("{FOUR}{READY}"));
        play(&mut sim, changes);
        let mut windows = 0;
        while windows < 5 {
            if sim.room.prompt().expects == Expects::BombWindow {
                windows += 1;
                let (number, opened) = (sim.room.prompt().number, sim.now);
                assert_eq!(prompt(&sim), format!("#{number} bomb_window  {delay}"));
                assert!(sim.tick(opened + delay), "the window closes");
                assert_eq!((sim.now, sim.room.prompt().number), (opened + delay, number + 1));
            } else if sim.room.prompt().seats.is_empty() || !changes.is_empty() {
                assert!(sim.tick(sim.now + 15_000), "bots play, and the next round begins");
            } else {
                play(&mut sim, "turn act any => ok");
            }
        }
    }
}

/// A table of bots needs no time, and its transcript shows no difference when it is played again.
#[test]
fn bots_alone_play_to_the_end_and_leave_a_transcript() {
    for variant in [rummikub(60), tichu(60)] {
        let mut sim = Sim::of(variant.clone());
        for seat in 0..variant.seats() {
            play(&mut sim, &format!("1 bot {seat} => ok"));
        }
        play(&mut sim, "1 start => ok\n 1 lost");
        assert_eq!(sim.transcript(1), None, "while it runs it is nobody's");
        let began = sim.now;
        sim.pass(0);
        assert_eq!((sim.now, sim.room.status().summary.stage), (began, Stage::Over));
        let text = sim.transcript(1).expect("the match is over");
        let replay = transcript::replay(&text).expect("a transcript is readable");
        assert!(replay.steps.len() > 20, "a whole match");
        assert_eq!(replay.differences().count(), 0);
    }
}

/// After a restart nobody is there, and who has to act has the time that was left when the server was seen last, and its
/// bank to come back.
#[test]
fn a_take_over_adds_the_outage_to_the_clock() {
    let mut sim = check(rummikub(60), PLAYING);
    play(&mut sim, "turn act take pool => ok\n wait 40000 |");
    assert_eq!(prompt(&sim), "#3 throw 1 20000");
    sim.room = Room::rebuild(&sim.records).expect("the journal is its own");
    let seen = sim.now;
    sim.now += 1_000_000;
    sim.input(Input::Adopted { seen: Some(seen) });
    assert_eq!(prompt(&sim), "#3 throw 1 80000");
    assert!(sim.room.members().all(|member| !member.connected));
    let seq = sim.room.seq();
    sim.pass(79_999);
    assert_eq!(sim.room.seq(), seq);
    sim.pass(1);
    assert_eq!(sim.room.seq(), seq + 1);
}

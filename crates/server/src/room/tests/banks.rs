//! Banks: for how long clocks wait for players without a connection, and that nothing makes them wait longer.

use parlour_engine::{Seat, Variant, rummikub, tichu};
use parlour_protocol::{PlayerId, Push, RoomState};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::script::{FOUR, READY, check, play, prompt};
use super::sim::{ALL, Sim, player};
use crate::clock::Millis;
use crate::room::{Input, Room};

/// The turn's clock, and what is in each bank, by default.
const CLOCK: Millis = 60_000;
const BANK: Millis = 60_000;

/// Three players at a table with a clock, on which player 2 is asked to take a tile; player 4 looks on.
fn table() -> Sim {
    let variant = rummikub::Variant { seats: 3, turn_seconds: 60, ..rummikub::Variant::default() };
    let mut sim = check(
        Variant::Rummikub(variant),
        "2 join => ok\n 3 join => ok\n 1 sit 0 => ok\n 2 sit 1 => ok\n 3 sit 2 => ok\n 4 join => ok
         2 ready => ok\n 3 ready => ok\n 1 start => ok",
    );
    turn_of_player_2(&mut sim);
    sim
}

fn turn_of_player_2(sim: &mut Sim) {
    while !prompt(sim).contains(" take 1 ") {
        play(sim, "turn act any => ok");
    }
}

/// The question of the prompt, and how long it still has.
fn asks(sim: &Sim) -> String {
    let prompt = prompt(sim);
    prompt.split_once(' ').expect("a number and the rest").1.to_owned()
}

fn state(room: &Room, who: PlayerId) -> RoomState {
    match room.snapshot(who, ALL) {
        Push::Snapshot { state, .. } => state,
        other => panic!("{other:?}"),
    }
}

fn bank(sim: &Sim, seat: usize) -> Millis {
    state(&sim.room, player(1)).seats[seat].bank_ms
}

#[test]
fn the_clock_waits_while_the_player_is_away() {
    let mut sim = table();
    play(&mut sim, "wait 10000 |");
    let number = sim.room.prompt().number;
    assert_eq!(asks(&sim), "take 1 50000");
    play(&mut sim, "2 lost | presence 2 away");
    assert_eq!(asks(&sim), "take 1 110000", "the time at which it runs out if nobody comes back");
    play(&mut sim, "wait 20000 |\n 1 say well => ok\n 3 lost\n 3 back");
    assert_eq!(
        (asks(&sim), bank(&sim, 1)),
        ("take 1 90000".to_owned(), BANK),
        "what others do is nothing to it"
    );
    play(&mut sim, "2 back | presence 2 here, bank 1 40000");
    assert_eq!((asks(&sim), bank(&sim, 1)), ("take 1 50000".to_owned(), 40_000), "as long as when it went");
    assert_eq!(sim.room.prompt().number, number, "it is the same question");
    play(&mut sim, "wait 49999 |\n wait 1 | timed_out 1, took 1 pool .., threw 1 ..");
}

#[test]
fn it_waits_no_longer_than_the_bank_and_runs_out_once() {
    let mut sim = table();
    play(&mut sim, "2 lost");
    let number = sim.room.prompt().number;
    let script =
        format!("wait {} |\n wait 1 | timed_out 1, took 1 pool .., threw 1 .., bank 1 0", CLOCK + BANK - 1);
    play(&mut sim, &script);
    assert!(sim.room.prompt().number > number);
    // The bank is empty for the rest of the match: the next turn has its clock and no more.
    turn_of_player_2(&mut sim);
    assert_eq!((asks(&sim), bank(&sim, 1)), ("take 1 60000".to_owned(), 0));
    play(&mut sim, "2 back | presence 2 here\n 2 lost | presence 2 away\n wait 59999 |");
    let before = sim.room.seq();
    play(&mut sim, "wait 1");
    assert_eq!(sim.room.seq(), before + 1, "one step, and no bank");
}

/// Whoever went before its turn draws from the moment at which it is asked.
#[test]
fn who_is_away_when_asked_draws_from_then_on() {
    let mut sim = table();
    play(&mut sim, "2 act any => ok\n 3 lost | presence 3 away\n wait 30000 |\n 2 act any => ok");
    assert_eq!(asks(&sim), "take 2 120000");
    play(&mut sim, "wait 1000 |\n 3 back | presence 3 here, bank 2 59000");
    assert_eq!(asks(&sim), "take 2 60000");
}

/// The two questions of a turn have one clock, and one stay away.
#[test]
fn a_turn_of_two_questions_has_one_clock() {
    let mut sim = table();
    play(
        &mut sim,
        "2 lost\n wait 5000 |\n 2 back | presence 2 here, bank 1 55000\n wait 7000 |\n 2 act any => ok",
    );
    assert_eq!(asks(&sim), "throw 1 53000");
    play(&mut sim, "2 lost\n wait 10000 |\n 2 back | presence 2 here, bank 1 45000");
    assert_eq!(asks(&sim), "throw 1 53000");
}

#[test]
fn the_clock_of_who_is_there_is_not_touched() {
    let mut sim = table();
    play(
        &mut sim,
        "wait 10000 |\n 1 lost\n 3 lost\n 4 lost\n 2 act throw R1 => must_draw\n wait 10000 |\n 3 back",
    );
    assert_eq!((asks(&sim), bank(&sim, 2)), ("take 1 40000".to_owned(), BANK));
    play(
        &mut sim,
        "2 say wait => ok | chat P2: wait\n wait 39999 |\n wait 1 | timed_out 1, took 1 pool .., threw 1 ..",
    );
}

#[test]
fn a_bank_belongs_to_its_seat_for_the_whole_match() {
    let mut sim = table();
    play(&mut sim, "2 lost\n wait 20000 |\n 2 back | presence 2 here, bank 1 40000\n 2 lost\n wait 1000 |");
    // For a bot no clock waits.
    play(&mut sim, "2 leave => ok | left 2, sat 1 bot, bank 1 39000\n 4 sit 1 => ok | sat 1 player 4");
    assert_eq!(bank(&sim, 1), 39_000);
    // Somebody else on the seat, and the same player after it, find what is left.
    play(&mut sim, "4 leave => ok\n 2 join => ok\n 2 sit 1 => ok");
    assert_eq!(bank(&sim, 1), 39_000);
}

/// The next match begins with full banks.
#[test]
fn a_match_begins_with_full_banks() {
    let variant = rummikub::Variant { seats: 2, turn_seconds: 60, ..rummikub::Variant::default() };
    let mut sim = check(
        Variant::Rummikub(variant),
        "1 sit 0 => ok\n 1 bot 1 => ok\n 1 ready => ok\n wait 1000\n 1 lost\n wait 100000000",
    );
    assert_eq!(
        state(&sim.room, player(1)).stage,
        parlour_protocol::Stage::Over,
        "a bot played it to its end"
    );
    assert_eq!(bank(&sim, 0), BANK);
    play(&mut sim, "1 back\n 1 ready => ok");
    assert_eq!(bank(&sim, 0), BANK);
}

/// However often a player comes and goes: the clock waits for the time away, and for no more than the bank.
#[test]
fn coming_and_going_gains_nothing() {
    for seed in 0..60 {
        let mut chance = StdRng::seed_from_u64(seed);
        let mut sim = table();
        let (asked, number) = (sim.now, sim.room.prompt().number);
        let (mut here, mut away) = (true, 0);
        while sim.room.prompt().number == number {
            let wait = chance.random_range(0..4_000);
            let due = sim.room.prompt().deadline.expect("a clock");
            let lent = if here { 0 } else { BANK - bank_used(away) };
            assert_eq!(due, asked + CLOCK + bank_used(away) + lent, "with seed {seed}");
            let before = sim.now;
            sim.pass(wait);
            away += if here { 0 } else { sim.now.min(due) - before };
            if sim.room.prompt().number == number {
                sim.input(Input::Presence { player: player(2), connected: !here });
                here = !here;
            }
        }
        assert!(away > 0, "with seed {seed}");
    }
}

/// What a time away takes from a full bank.
fn bank_used(away: Millis) -> Millis {
    away.min(BANK)
}

/// A room that comes back from its journal, or from a checkpoint, has the same clock; an outage is drawn from no bank.
#[test]
fn a_restart_keeps_clock_and_bank() {
    let mut sim = table();
    play(&mut sim, "2 lost\n wait 20000 |\n 2 back\n 2 lost\n wait 15000 |");
    let checkpoint = sim.room.checkpoint().expect("an open room has one");
    let seq = sim.room.seq();
    let folded = Room::rebuild(&sim.records).expect("the journal is its own");
    let resumed = Room::resume_from(seq, &checkpoint, []).expect("it is read").expect("nothing follows");
    for room in [folded, resumed] {
        assert_eq!(room.prompt(), sim.room.prompt());
        let (now, records) = (sim.now, sim.records.clone());
        let mut sim = table();
        (sim.room, sim.now, sim.records) = (room, now, records);
        assert_eq!(asks(&sim), "take 1 85000");
        let seen = sim.now;
        sim.now += 1_000_000;
        sim.input(Input::Adopted { seen: Some(seen) });
        assert_eq!(asks(&sim), "take 1 85000", "nobody was served meanwhile");
        play(&mut sim, "wait 5000 |\n 2 back | presence 2 here, bank 1 20000");
        assert_eq!(asks(&sim), "take 1 60000");
        // Who was there when the server died is away until it is back.
        let seen = sim.now;
        sim.now += 30_000;
        sim.input(Input::Adopted { seen: Some(seen) });
        assert_eq!(asks(&sim), "take 1 80000");
        play(&mut sim, "wait 3000 |\n 2 back | presence 2 here, bank 1 17000");
        assert_eq!(asks(&sim), "take 1 60000");
    }
}

/// What several answer at once waits for nobody, also when one alone has not answered yet (T2, T4).
#[test]
fn questions_to_several_and_bomb_windows_do_not_wait() {
    let variant = Variant::Tichu(tichu::Variant { turn_seconds: 60, ..tichu::Variant::default() });
    let mut sim = check(variant, &[FOUR, READY].concat());
    play(&mut sim, "wait 10000 |\n 4 lost");
    assert_eq!(asks(&sim), "grand 0123 50000");
    play(&mut sim, "1 act any => ok\n 2 act any => ok\n 3 act any => ok");
    assert_eq!(asks(&sim), "grand 3 50000");
    play(&mut sim, "wait 50000");
    assert_eq!(asks(&sim), "exchange 0123 60000");
    play(&mut sim, "1 act any => ok\n 2 act any => ok\n 3 act any => ok\n wait 60000");
    assert_eq!(bank(&sim, 3), BANK);
    // From the first lead on, turns wait and windows do not.
    let (mut windows, mut waits) = (0, 0);
    for _ in 0..60 {
        let newest = sim.room.prompt().clone();
        let deadline = newest.deadline.expect("a clock") - sim.now;
        match newest.expects {
            parlour_protocol::Expects::BombWindow => {
                assert_eq!(deadline, 2_000);
                windows += 1;
                play(&mut sim, "wait 2000");
            }
            _ if newest.seats.contains(Seat::new(3).expect("a seat")) => {
                assert_eq!(deadline, CLOCK + bank(&sim, 3));
                waits += 1;
                play(&mut sim, "wait 1000\n 4 back\n turn act any => ok\n 4 lost");
            }
            _ => play(&mut sim, "turn act any => ok"),
        }
        if sim.room.status().summary.stage != parlour_protocol::Stage::Playing {
            break;
        }
    }
    assert!(windows > 0 && waits > 0, "{windows} windows, {waits} turns");
}

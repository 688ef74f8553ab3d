//! Practice rooms: one player among bots, deals of one's own choice, actions taken back, positions.

use parlour_engine::{Seed, Variant, Viewer, rummikub};
use parlour_protocol::{Event, Practice, Push, RoomEvent, encode};

use super::script::{check, happened_since, on_turn, play, prompt};
use super::sim::{ALL, Sim, opening, player};
use crate::connection::Wants;
use crate::room::{Opening, Room};

fn variant() -> Variant {
    let length = parlour_engine::Length::Rounds(2);
    Variant::Rummikub(rummikub::Variant { turn_seconds: 0, length, ..rummikub::Variant::default() })
}

fn practice(practice: Practice) -> Sim {
    let mut sim = Sim::new(Opening { practice: Some(practice), ..opening(variant()) });
    play(&mut sim, "1 back\n 1 sit 0 => ok\n 1 bot 1 => ok\n 2 join => ok");
    sim
}

fn position(sim: &Sim) -> String {
    encode(&sim.room.state.table.game().expect("a match").standing())
}

#[test]
fn one_player_plays_among_bots() {
    let mut sim = practice(Practice::default());
    play(
        &mut sim,
        "2 sit 1 => practice_room\n 1 ready => ok\n 2 sit 1 => practice_room\n 1 stand => match_running",
    );
    let mut free = practice(Practice::default());
    play(&mut free, "1 stand => ok\n 2 sit 0 => ok\n 1 sit 0 => practice_room");
}

#[test]
fn only_a_practice_room_takes_back() {
    let four = "1 sit 0 => ok\n 1 bot 1 => ok\n 1 ready => ok\n turn act any => ok\n 1 takes => not_practice";
    check(variant(), &four.replace("turn act any => ok\n", ""));
    let mut sim = practice(Practice::default());
    play(
        &mut sim,
        "1 takes => no_match\n 2 takes => not_seated\n 1 ready => ok\n 1 takes => nothing_to_take_back",
    );
}

/// The same seed deals the same rounds, in every match of every room.
#[test]
fn a_seed_of_ones_own_deals_again() {
    let seed = Some(Seed::new([3; 32]));
    let deal = || {
        let mut sim = practice(Practice { seed, position: None });
        play(&mut sim, "1 ready => ok");
        assert_eq!(sim.secrets, 1, "nothing was drawn");
        position(&sim)
    };
    let other = practice(Practice { seed: Some(Seed::new([4; 32])), position: None });
    assert_eq!(deal(), deal());
    let mut other = other;
    play(&mut other, "1 ready => ok");
    assert_ne!(deal(), position(&other));
}

/// Waits for the player's turn to do something.
fn own_turn(sim: &mut Sim) {
    while sim.room.prompt().seats.iter().all(|seat| seat.index() != 0) {
        sim.pass(100);
    }
}

/// To take back is to return to the match before the own last action, bots' answers to it included, again and again; the
/// numbers go on, and the journal folds to the same.
#[test]
fn what_was_taken_back_never_happened() {
    let mut sim = practice(Practice { seed: Some(Seed::new([3; 32])), position: None });
    sim.watched = vec![1, 2];
    play(&mut sim, "1 ready => ok");
    let mut before = Vec::new();
    for _ in 0..4 {
        own_turn(&mut sim);
        before.push(position(&sim));
        play(&mut sim, "1 act any => ok");
    }
    own_turn(&mut sim);
    while let Some(position_before) = before.pop() {
        let (number, seq) = (sim.room.prompt().number, sim.room.seq());
        play(&mut sim, "1 takes => ok | taken_back 0");
        assert_eq!(position(&sim), position_before);
        assert_eq!((sim.room.prompt().number, sim.room.seq()), (number + 1, seq + 1), "{}", prompt(&sim));
    }
    play(&mut sim, "1 takes => nothing_to_take_back");
    let folded = Room::rebuild(&sim.records).expect("the journal is its own");
    assert_eq!(encode(&folded.snapshot(player(1), ALL)), encode(&sim.room.snapshot(player(1), ALL)));
    (0..40).for_each(|_| own_turn_or_ready(&mut sim));
    let replayed = Room::rebuild(&sim.records).expect("the journal is its own");
    assert_eq!(position(&sim), encode(&replayed.state.table.game().expect("a match").standing()));
}

fn own_turn_or_ready(sim: &mut Sim) {
    sim.pass(20_000);
    if sim.room.prompt().seats.iter().any(|seat| seat.index() == 0) {
        let word = if prompt(sim).contains("ready") { "ready" } else { "act any" };
        play(sim, &format!("1 {word} => ok"));
    }
}

/// The frame brings everybody the match as it is now, also those who did not ask for views; who missed it gets a snapshot.
#[test]
fn everybody_sees_the_match_that_came_back() {
    let mut sim = practice(Practice::default());
    play(&mut sim, "1 ready => ok");
    own_turn(&mut sim);
    play(&mut sim, "1 act any => ok");
    let seq = sim.room.seq();
    play(&mut sim, "1 takes => ok");
    let step = sim.room.history.since(seq).expect("kept").remove(0);
    for (who, viewer) in
        [(1, Viewer::Seat(parlour_engine::Seat::new(0).expect("a seat"))), (2, Viewer::Spectator)]
    {
        let frame = sim.room.frame(&step, sim.room.eyes(player(who), Wants::default()));
        let Push::Events { events, view, prompt, .. } = frame else { panic!("a frame") };
        assert!(matches!(events[..], [Event::Room(RoomEvent::TakenBack { .. })]) && prompt.is_some());
        assert_eq!(view, sim.room.state.table.game().map(|game| game.view(viewer)));
        for missed in [seq, seq - 1] {
            let resumed = sim.room.resume(player(who), Some(missed), Wants::default());
            assert!(matches!(resumed[..], [Push::Snapshot { .. }]), "player {who} after {missed}");
        }
        assert!(sim.room.resume(player(who), Some(seq + 1), Wants::default()).is_empty());
    }
}

/// A scripted first round: each match begins where the position says, and real bots play on from there.
#[test]
fn a_match_begins_in_a_position() {
    let text = "rack 0 R1 R2 R3 R7 O7 B1 B2 B3 B4 K7 K9 K10 K11 K12\n\
        rack 1 R4 R8 R9 R13 O1 O6 O8 O10 B6 B10 B11 B12 K5 K6\n\
        pool R5 R6 R10 R11 R12 O2 O3 O4 O5 O9 O11 O12 B5 B7 B8 B9 B13 K1 K2 K3 K4 K8 K13 J J O13\n\
        turn 0 take";
    let mut sim = practice(Practice { seed: Some(Seed::new([1; 32])), position: Some(text.to_owned()) });
    let seq = sim.room.seq();
    play(&mut sim, "1 ready => ok | ready 0, match 1");
    assert_eq!(on_turn(&sim), 1);
    let view = sim.room.running_view(parlour_engine::Seat::new(0).expect("a seat"));
    let Some(parlour_engine::View::Rummikub(view)) = view else { panic!("rummikub is played") };
    assert_eq!(view.rack, "R1 R2 R3 R7 O7 B1 B2 B3 B4 K7 K9 K10 K11 K12".parse().ok());
    assert!(matches!(sim.room.resume(player(2), Some(seq), ALL)[..], [Push::Snapshot { .. }]));
    play(&mut sim, "1 act take pool => ok\n 1 takes => ok\n 1 act take pool => ok\n 1 act throw R7 => ok");
    assert!(happened_since(&sim, sim.room.seq() - 1)[0].starts_with("threw 0"));
    let folded = Room::rebuild(&sim.records).expect("the journal is its own");
    assert_eq!(encode(&folded.snapshot(player(1), ALL)), encode(&sim.room.snapshot(player(1), ALL)));
}

//! Seats, host, presence and the ways to begin.

use parlour_engine::{GameKind, Variant};

use super::script::{check, play, prompt};

fn rummikub() -> Variant {
    Variant::default_of(GameKind::Rummikub)
}

fn scripts(scripts: &[&str]) {
    for script in scripts {
        check(rummikub(), script);
    }
}

#[test]
fn a_player_has_one_seat() {
    scripts(&[
        "1 sit 0 => ok | sat 0 player 1
         1 ready => ok | ready 0
         1 sit 1 => ok | stood 0, sat 1 player 1
         1 ready not => ok |
         1 stand => ok | stood 1",
        "1 bot 0 => ok | sat 0 bot
         1 remove 0 => ok | stood 0
         1 sit 0 => ok | sat 0 player 1",
    ]);
}

#[test]
fn a_match_begins_when_every_seat_is_taken_and_all_are_ready() {
    scripts(&[
        "1 sit 0 => ok
         1 ready => ok | ready 0
         1 bot 1 => ok | sat 1 bot, match 1, dealt ..",
        "1 bot 1 => ok
         1 sit 0 => ok
         1 ready => ok | ready 0, match 1, dealt ..",
        // Bots alone do not begin by themselves, but the host may let them.
        "1 bot 0 => ok
         1 bot 1 => ok | sat 1 bot
         1 start => ok | match 1, dealt ..",
        // The host need not be ready to start.
        "2 join => ok
         1 sit 0 => ok
         2 sit 1 => ok
         2 ready => ok
         1 start => ok | match 1, dealt ..",
        // Who goes is not ready any more.
        "2 join => ok
         1 sit 0 => ok
         2 sit 1 => ok
         2 ready => ok
         2 lost | presence 2 away, unready 1
         1 ready => ok | ready 0
         2 back | presence 2 here
         2 ready => ok | ready 1, match 1, dealt ..",
    ]);
}

#[test]
fn the_prompt_of_a_waiting_room_keeps_its_number() {
    let mut sim = check(rummikub(), "2 join => ok");
    assert_eq!(prompt(&sim), "#1 ready  -");
    play(&mut sim, "1 sit 0 => ok\n 2 sit 1 => ok");
    assert_eq!(prompt(&sim), "#1 ready 01 -");
    play(&mut sim, "1 ready => ok");
    assert_eq!(prompt(&sim), "#1 ready 1 -");
    play(&mut sim, "2 ready => ok");
    assert_eq!(prompt(&sim), "#2 take 1 60000");
}

#[test]
fn in_a_running_match_a_bot_takes_the_place_of_who_leaves() {
    scripts(&["2 join => ok
         3 join => ok
         1 sit 0 => ok
         2 sit 1 => ok
         2 ready => ok
         1 start => ok
         2 leave => ok | left 2, sat 1 bot
         3 sit 1 => ok | sat 1 player 3
         1 remove 1 => ok | left 3, sat 1 bot
         1 remove 0 => ok | left 1, sat 0 bot"]);
}

#[test]
fn the_host_hands_over() {
    scripts(&[
        // Rather somebody who is there and seated; the earliest among equals.
        "2 join => ok
         3 join => ok
         3 sit 0 => ok
         1 leave => ok | left 1, host 3
         3 lost | presence 3 away
         wait 119999 |
         wait 1 | host 2
         3 back | presence 3 here",
        "2 join => ok
         2 lost
         3 join => ok
         1 leave => ok | left 1, host 3",
        // As long as nobody else is there the host stays, and is handed over as soon as somebody is.
        "1 lost | presence 1 away
         wait 600000 |
         2 join => ok | joined 2
         wait 0 | host 2",
    ]);
}

#[test]
fn a_spectator_who_is_away_gives_place_to_a_new_one() {
    scripts(&[
        "2 join => ok
         3 join => ok
         2 lost
         wait 5 |
         3 lost
         4 join => ok | left 2, joined 4
         5 join => ok | left 3, joined 5
         6 join => room_full",
        // The host keeps its place.
        "1 lost\n 2 join => ok\n 3 join => ok\n 4 join => room_full",
        // A seat is no spectator's place.
        "1 sit 0 => ok\n 2 join => ok\n 3 join => ok\n 4 join => ok\n 5 join => room_full\n 4 sit 1 => ok\n 5 join => ok",
    ]);
}

#[test]
fn a_room_closes_with_its_last_member_or_when_nobody_came_for_long() {
    let sim = check(rummikub(), "1 leave => ok | left 1");
    assert!(sim.room.is_closed());
    let mut sim = check(rummikub(), "2 join => ok\n 1 lost\n wait 5 |\n 2 lost\n wait 3599999 |");
    assert!(!sim.room.is_closed());
    play(&mut sim, "wait 1 |");
    assert!(sim.room.is_closed());
}

//! Votes about players who are away: who has a voice, what comes of it, and when it is needless.

use parlour_engine::{GameKind, Variant, rummikub};
use parlour_protocol::Push;

use super::script::{check, play, prompt};
use super::sim::{Sim, player};
use crate::room::{Input, Room};

fn clockless(seats: u8) -> Variant {
    Variant::Rummikub(rummikub::Variant { seats, turn_seconds: 0, ..rummikub::Variant::default() })
}

/// Three players at a table without a clock that waits for player 2, who has been away for two minutes.
fn held_up() -> Sim {
    let mut sim = check(
        clockless(3),
        "2 join => ok\n 3 join => ok
         1 sit 0 => ok\n 2 sit 1 => ok\n 3 sit 2 => ok\n 4 join => ok
         2 ready => ok\n 3 ready => ok\n 1 start => ok",
    );
    while prompt(&sim) != format!("#{} take 1 -", sim.room.prompt().number) {
        play(&mut sim, "turn act any => ok");
    }
    play(&mut sim, "2 lost | presence 2 away\n wait 119999 |\n wait 1 | vote about 1");
    sim
}

#[test]
fn most_voices_decide() {
    for (voices, closed) in [
        ("1 votes bot => ok | voted 0 bot\n 3 votes bot => ok | voted 2 bot", "bot"),
        // A tie is a bot's.
        ("1 votes wait => ok | voted 0 wait\n 3 votes end => ok | voted 2 end", "bot"),
        // A choice can be changed, and said twice it is one.
        (
            "1 votes bot => ok | voted 0 bot\n 1 votes bot => ok |\n 1 votes wait => ok | voted 0 wait
             3 votes wait => ok | voted 2 wait",
            "wait",
        ),
    ] {
        let mut sim = held_up();
        let last = format!("{voices}, vote about 1 closed: {closed}");
        let last = if closed == "bot" { format!("{last}, substituted 1 bot") } else { last };
        play(&mut sim, &last);
        assert!(sim.room.state.vote.is_none());
    }
}

#[test]
fn who_waits_is_asked_again() {
    let mut sim = held_up();
    play(
        &mut sim,
        "1 votes wait => ok
         3 votes wait => ok | voted 2 wait, vote about 1 closed: wait
         wait 119999 |
         wait 1 | vote about 1
         2 back | presence 2 here, vote about 1 closed: nothing",
    );
}

#[test]
fn the_end_leaves_all_on_their_seats() {
    let mut sim = held_up();
    let number = sim.room.prompt().number;
    play(
        &mut sim,
        "1 votes end => ok
         3 votes end => ok | voted 2 end, vote about 1 closed: end, abandoned",
    );
    assert_eq!(prompt(&sim), format!("#{} ready 012 -", number + 1));
    assert!(sim.transcript(1).is_some(), "it is over, and its transcript with it");
    play(&mut sim, "2 back\n 1 ready => ok\n 2 ready => ok\n 3 ready => ok | ready 2, match 2, dealt ..");
}

/// The frame that ends the match is whole for those who were there, and a snapshot for who was not.
#[test]
fn who_missed_the_end_gets_a_snapshot() {
    let mut sim = held_up();
    let seen = sim.room.seq();
    play(&mut sim, "1 votes end => ok\n 3 votes end => ok");
    let missed = sim.room.resume(player(2), Some(seen), super::sim::ALL);
    match missed.as_slice() {
        [Push::Snapshot { state, .. }] => assert!(state.view.is_none() && state.vote.is_none()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_vote_closes_after_half_a_minute() {
    let mut sim = held_up();
    play(
        &mut sim,
        "3 votes wait => ok | voted 2 wait
         wait 29999 |
         wait 1 | vote about 1 closed: wait",
    );
    let mut sim = held_up();
    play(&mut sim, "wait 30000 | vote about 1 closed: bot, substituted 1 bot, took ..");
}

#[test]
fn only_those_who_are_there_with_a_seat_have_a_voice() {
    let mut sim = held_up();
    play(
        &mut sim,
        "4 votes end => not_seated
         2 votes wait => no_vote
         3 votes end => ok
         3 lost | presence 3 away
         1 votes wait => ok | voted 0 wait, vote about 1 closed: wait",
    );
    // When the last voice goes, a bot plays.
    let mut sim = held_up();
    play(&mut sim, "1 lost\n 3 lost | presence 3 away, vote about 1 closed: bot, substituted 1 bot");
    // A table of one among bots is not asked.
    check(
        clockless(2),
        "1 sit 0 => ok\n 1 bot 1 => ok\n 1 ready => ok\n 1 votes end => no_vote
         2 join => ok\n wait 5000 \n 1 lost\n wait 120000 | substituted 0 bot, took .., host 2",
    );
}

#[test]
fn a_vote_ends_when_nobody_waits_any_more() {
    for (what, events) in [
        ("2 back", "presence 2 here, vote about 1 closed: nothing"),
        ("2 leave => ok", "left 2, sat 1 bot, vote about 1 closed: nothing"),
        ("1 remove 1 => ok", "left 2, sat 1 bot, vote about 1 closed: nothing"),
    ] {
        play(&mut held_up(), &format!("{what} | {events}"));
    }
}

/// A room that comes back from the journal goes on with its vote, unless the server was away: then nobody is there.
#[test]
fn a_vote_is_written_down() {
    let mut sim = held_up();
    play(&mut sim, "1 votes end => ok");
    let folded = Room::rebuild(&sim.records).expect("the journal is its own");
    assert_eq!(folded.state.vote, sim.room.state.vote);
    let checkpoint = sim.room.checkpoint().expect("the room is open");
    let resumed =
        Room::resume_from(sim.room.seq(), &checkpoint, []).expect("it is its own").expect("there is no more");
    assert_eq!(resumed.state.vote, sim.room.state.vote);
    sim.room = folded;
    sim.input(Input::Adopted { seen: None });
    assert!(sim.room.state.vote.is_none());
}

/// A table with a clock does what the rules say (R20, T21).
#[test]
fn a_clock_needs_no_vote() {
    let mut sim = check(
        Variant::default_of(GameKind::Rummikub),
        "2 join => ok\n 1 sit 0 => ok\n 2 sit 1 => ok\n 1 ready => ok\n 2 ready => ok\n 2 lost",
    );
    let end = sim.now + 3_600_000;
    while sim.tick(end) {
        assert_eq!(sim.room.state.vote, None);
    }
}

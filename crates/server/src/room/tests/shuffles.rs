//! Agreeing on a shuffle: hashes, the closed list, nonces, further attempts, the secret at the end.

use parlour_engine::fair::{MOST_ATTEMPTS, Unfair};
use parlour_engine::transcript::{Fault, verify};
use parlour_engine::{GameKind, Length, Variant, rummikub, tichu};
use parlour_protocol::{Push, encode};

use super::script::{FOUR, READY, check, play, prompt};
use super::sim::{ALL, Sim, player};
use crate::room::shuffle::Agreement;
use crate::room::{Input, Room};

/// Four players on their seats, player 5 as a spectator, and then the script.
fn four(script: &str) -> Sim {
    check(Variant::default_of(GameKind::Tichu), &format!("{FOUR}\n5 join => ok\n{script}"))
}

/// Lets a room of bots and absent players play its match to the end; its transcript.
fn finished(mut sim: Sim) -> String {
    let all = ["1 lost", "2 lost", "3 lost", "4 lost", "5 lost"];
    let here = |sim: &Sim, who| sim.room.presence(player(who)) == Some(true);
    for (who, lost) in (1..).zip(all) {
        if here(&sim, who) {
            play(&mut sim, lost);
        }
    }
    for _ in 0..100_000 {
        if sim.transcript(1).is_some() || !sim.tick(sim.now + 1_000_000) {
            break;
        }
    }
    sim.transcript(1).expect("the match is over")
}

#[test]
fn who_takes_part_is_asked_for_its_nonce_and_then_cards_are_dealt() {
    let sim = four(
        "
        1 pledge => ok | * pledged 0
        1 pledge => ok | *
        3 pledge => ok | * pledged 2
        4 pledge => ok | * pledged 3
        5 pledge => not_seated
        3 contribute => stale_shuffle
        1 ready => ok
        2 ready => ok
        3 ready => ok
        4 ready => ok | ready 3, match 1 * list 023",
    );
    assert_eq!(prompt(&sim), "#2 nonce 023 5000");
    let mut sim = sim;
    play(
        &mut sim,
        "
        1 pledge => stale_shuffle
        2 contribute => stale_shuffle
        5 contribute => not_seated
        3 contribute wrong => bad_nonce
        3 contribute => ok | * contributed 2
        3 contribute => stale_shuffle
        4 ready => ok |
        1 contribute => ok * contributed 0",
    );
    assert_eq!(prompt(&sim), "#2 nonce 3 5000");
    play(
        &mut sim,
        "4 contribute => ok | dealt round 1 count 8 : ? / ? / ? / ? * contributed 3, shuffled 023",
    );
    assert_eq!(prompt(&sim), "#3 grand 0123 60000");
    play(&mut sim, "4 contribute => stale_shuffle\n 4 pledge => stale_shuffle");
    assert!(verify(&finished(sim)).expect("a transcript").iter().all(|round| round.verdict.is_ok()));
}

/// Bots contribute nothing, and neither does who need not or cannot.
#[test]
fn where_nobody_takes_part_the_deal_waits_for_nobody() {
    four(
        "4 pledge => ok\n 1 ready => ok\n 2 ready => ok\n 3 ready => ok\n 4 lost\n 4 back\n 4 lost
        1 bot 3 => seat_taken
        4 back
        4 stand => ok
        1 bot 3 => ok | sat 3 bot, match 1, dealt .. * list -, shuffled -",
    );
    let mut sim = check(
        Variant::default_of(GameKind::Rummikub),
        "
        1 sit 0 => ok
        1 pledge => ok
        1 bot 1 => ok
        1 start => ok | match 1 * list 0",
    );
    play(&mut sim, "1 contribute => ok | dealt .. * contributed 0, shuffled 0");
}

/// A hash is of its seat: whoever changes seats, or comes after another, sends a new one.
#[test]
fn another_seat_takes_another_hash() {
    four(&format!(
        "
        4 pledge => ok
        4 stand => ok
        4 sit 3 => ok
        3 pledge => ok
        2 pledge => ok
        2 lost{}
        3 contribute => ok | dealt .. * contributed 2, shuffled 2",
        "
        1 ready => ok
        3 ready => ok
        4 ready => ok
        2 ready => ok | ready 1, match 1 * list 2"
    ));
}

/// Five seconds, then everything is drawn afresh without who withheld its nonce; twice at most.
#[test]
fn who_withholds_its_nonce_is_left_out() {
    let mut sim = four(&format!(
        "
        1 pledge => ok
        2 pledge => ok
        3 pledge => ok
        4 pledge => ok{READY}
        1 contribute => ok
        2 contribute => ok
        3 contribute => ok
        wait 4999 | *
        wait 1 | * revealed 1.1, committed 1.2"
    ));
    assert_eq!(prompt(&sim), "#3 hash 012 5000");
    play(
        &mut sim,
        "
        4 contribute => stale_shuffle
        4 pledge => stale_shuffle
        1 pledge => ok * pledged 0
        2 pledge => ok * pledged 1
        2 contribute => stale_shuffle
        wait 5000 | * list 01",
    );
    assert_eq!(prompt(&sim), "#4 nonce 01 5000");
    play(&mut sim, "1 contribute => ok\n wait 5000 | * revealed 1.2, committed 1.3");
    assert_eq!(prompt(&sim), "#5 hash 0 5000");
    play(&mut sim, "3 pledge => ok\n 1 pledge => ok | * pledged 0, list 02");
    // The third is the last: it is dealt, and marked.
    play(&mut sim, "1 contribute => ok\n wait 5000 | dealt .. * shuffled 0");
    let text = finished(sim);
    let rounds = verify(&text).expect("a transcript");
    assert_eq!(rounds[0].verdict, Ok(()));
    let withheld: Vec<String> = rounds[0]
        .attempts
        .iter()
        .map(|shuffle| shuffle.withheld().map(|seat| seat.to_string()).collect())
        .collect();
    assert_eq!(withheld, ["3", "1", "2"]);
    assert_eq!(rounds[0].attempts.len(), usize::from(MOST_ATTEMPTS));
}

/// When nobody is left who gave a nonce, the next attempt waits for nobody.
#[test]
fn without_anybody_left_cards_are_dealt_at_once() {
    let mut sim = four(&format!(
        "2 pledge => ok{READY}\n wait 5000 | dealt .. * revealed 1.1, committed 1.2, list -, shuffled -"
    ));
    assert_eq!(prompt(&sim), "#3 grand 0123 60000");
    play(&mut sim, "1 snapshot => ok");
}

/// The secret comes out with the end of the round, and the next round is committed to in the same frame; who is not
/// ready in time takes part all the same.
#[test]
fn a_round_ends_with_its_secret() {
    let variant = Variant::Rummikub(rummikub::Variant {
        reshuffles: 0,
        length: Length::Rounds(2),
        ..rummikub::Variant::default()
    });
    let mut sim = check(
        variant,
        "
        1 sit 0 => ok
        2 join => ok
        2 sit 1 => ok
        1 pledge => ok
        1 ready => ok
        2 ready => ok
        1 contribute => ok | dealt .. * contributed 0, shuffled 0",
    );
    let mut seq = sim.room.seq();
    while sim.room.status().summary.stage == parlour_protocol::Stage::Playing {
        seq = sim.room.seq();
        assert!(sim.tick(sim.now + 1_000_000), "the clock plays on");
    }
    let Some(Push::Events { events, .. }) = sim.room.resume(player(2), Some(seq), ALL).pop() else {
        panic!("the last frame")
    };
    let kinds: Vec<String> = events.iter().map(|event| kind(&encode(event))).collect();
    let end = ["round_ended", "revealed", "committed"].map(str::to_owned);
    assert_eq!(kinds[kinds.len() - 3..], end);
    play(&mut sim, "1 back\n 2 back\n 2 pledge => ok * pledged 1\n wait 15000 | * list 1");
    play(&mut sim, "2 contribute => ok | dealt round 2 .. * contributed 1, shuffled 1");
    let text = finished(sim);
    let verdicts: Vec<_> =
        verify(&text).expect("a transcript").into_iter().map(|round| round.verdict).collect();
    assert!(verdicts.len() >= 2 && verdicts.iter().all(Result::is_ok), "{verdicts:?}");
    // Whoever forges the transcript is found.
    let lie = text.replacen("\ntook 1 pool", "\ntook 0 pool", 1);
    let found = verify(&lie).expect("a transcript").into_iter().find_map(|round| round.verdict.err());
    assert!(matches!(found, Some(Fault::Different { .. })));
    let lie = text.replacen("* secret 0", "* secret 1", 1).replacen("* secret a", "* secret b", 1);
    if lie != text {
        let found = verify(&lie).expect("a transcript").into_iter().find_map(|round| round.verdict.err());
        assert_eq!(found, Some(Fault::Unfair(Unfair::Commitment)));
    }
}

fn kind(event: &str) -> String {
    let start = event.find("\"kind\":\"").expect("an event has a kind") + 8;
    event[start..].split('"').next().expect("a word").to_owned()
}

/// A room that closes in the middle of a round shows the secret, too, and leaves its transcript.
#[test]
fn an_abandoned_round_is_revealed() {
    let mut sim = four(&format!("1 pledge => ok{READY}\n 1 contribute => ok"));
    play(&mut sim, "1 lost\n 2 lost\n 3 lost\n 4 lost");
    play(&mut sim, "5 leave => ok\n 2 leave => ok\n 3 leave => ok\n 4 leave => ok");
    assert_eq!(sim.transcript(1), None);
    play(&mut sim, "1 leave => ok | left 1, sat 0 bot * revealed 1.1");
    assert!(sim.room.is_closed());
    let rounds = verify(&sim.transcript(1).expect("the match is over")).expect("a transcript");
    assert_eq!(rounds.into_iter().map(|round| round.verdict).collect::<Vec<_>>(), [Ok(())]);
}

/// A match that the table votes to end shows the secret of its round to all, and the next one begins with another.
#[test]
fn a_round_that_was_voted_to_its_end_is_revealed() {
    let clockless = Variant::Tichu(tichu::Variant { turn_seconds: 0, ..tichu::Variant::default() });
    let mut sim =
        check(clockless, &format!("{FOUR}\n5 join => ok\n1 pledge => ok{READY}\n1 contribute => ok"));
    sim.watched = vec![2, 5];
    let agreed =
        |sim: &Sim| sim.room.state.shuffle.as_deref().map(Agreement::shuffle).expect("it is no practice");
    let before = agreed(&sim);
    play(
        &mut sim,
        "1 act any => ok\n 2 act any => ok\n 3 act any => ok
         4 lost\n wait 120000 | vote about 3
         1 votes end => ok\n 2 votes end => ok
         3 votes end => ok | voted 2 end, vote about 3 closed: end, abandoned * revealed 1.1, committed 1.1",
    );
    for who in sim.watched.clone() {
        let secret = encode(&before.secret);
        let told = sim.log(who).into_iter().filter(|frame| frame.contains(&secret)).count();
        assert_eq!(told, 1, "player {who} is told once, and not before");
    }
    let verdicts = |sim: &Sim, number| -> Vec<Result<(), Fault>> {
        let text = sim.transcript(number).expect("the match is over");
        verify(&text).expect("a transcript").into_iter().map(|round| round.verdict).collect()
    };
    assert_eq!(verdicts(&sim, 1), [Ok(())]);
    assert_ne!(agreed(&sim).commitment, before.commitment);
    play(
        &mut sim,
        "4 back\n 1 ready => ok\n 2 ready => ok\n 3 ready => ok\n 4 ready => ok | ready 3, match 2, dealt .. * list -, shuffled -",
    );
}

/// A take-over in the middle of an agreement goes on with the same secret, and the nonces have the time that was left.
#[test]
fn a_take_over_goes_on_with_the_agreement() {
    let mut sim = four(&format!("1 pledge => ok\n 2 pledge => ok{READY}\n 2 contribute => ok\n wait 3000 |"));
    let agreed = |sim: &Sim| sim.room.state.shuffle.as_deref().map(Agreement::shuffle);
    let before = agreed(&sim);
    sim.room = Room::rebuild(&sim.records).expect("the journal is its own");
    let seen = Some(sim.now);
    sim.now += 60_000;
    sim.input(Input::Adopted { seen });
    assert_eq!(agreed(&sim), before);
    assert_eq!(prompt(&sim), "#2 nonce 0 2000");
    play(&mut sim, "1 back\n 1 contribute => ok | dealt .. * contributed 0, shuffled 01");
}

/// Spectators see of a shuffle what seats see: every byte but for the view.
#[test]
fn everybody_sees_the_same_shuffle() {
    let mut sim = Sim::of(Variant::Tichu(tichu::Variant::default()));
    sim.watched = vec![2, 5];
    play(&mut sim, &format!("{FOUR}\n5 join => ok"));
    sim.sent.clear();
    play(&mut sim, &format!("1 pledge => ok\n 4 pledge => ok{READY}\n 1 contribute => ok\n wait 5000 |"));
    play(&mut sim, "1 pledge => ok");
    let of = |who: u64| -> Vec<String> {
        let sent = sim.sent[&who].iter().map(|(at, push)| match push {
            Push::Events { seq, events, prompt, .. } => {
                format!(
                    "{at} {seq} {} {}",
                    encode(events),
                    encode(&prompt.as_ref().map(|prompt| prompt.number))
                )
            }
            other => encode(other),
        });
        sent.collect()
    };
    assert!(of(5).len() > 8);
    assert_eq!(of(2), of(5));
}

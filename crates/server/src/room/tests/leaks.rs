//! What a viewer is sent depends on nothing that it may not know: two rooms that differ in hidden cards alone send it the
//! same bytes at the same times, with the same numbers.

use std::sync::Arc;

use parlour_engine::{Game, GameKind, Match, Variant, tichu};
use parlour_protocol::Stage;

use super::script::{FOUR, READY, check, play};
use super::sim::Sim;
use crate::room::state::Table;

/// A match of Tichu of four players, with player 5 as a spectator.
fn watched() -> String {
    format!("{FOUR}\n5 join => ok{READY}")
}

/// The logs of `viewers` after the same script in rooms that are dealt from different secrets.
fn check_secrets(variant: GameKind, secrets: [u64; 2], viewers: &[u64], script: &str) {
    let [one, other] = secrets.map(|first| {
        let mut sim = Sim::dealing(Variant::default_of(variant), first);
        sim.watched = viewers.to_vec();
        play(&mut sim, script);
        sim
    });
    assert!(one.sent.values().all(|sent| sent.len() > 3), "there is something to compare");
    for &viewer in viewers {
        assert_eq!(masked(&one, viewer), masked(&other, viewer), "player {viewer}");
    }
    let hidden = |sim: &Sim| format!("{:?}", sim.room.state.table.game());
    assert_ne!(hidden(&one), hidden(&other), "the hidden cards differ");
}

/// What a player was sent, but for the digits of commitments, hashes and nonces: these are of chance alone.
fn masked(sim: &Sim, viewer: u64) -> Vec<String> {
    let log = sim.log(viewer);
    log.iter().map(|text| text.split('"').map(mask).collect::<Vec<_>>().join("\"")).collect()
}

fn mask(word: &str) -> &str {
    let digits = word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    if digits { "64 digits" } else { word }
}

/// Before the first card is played nothing of a deal is public, answers and choices included (T2, T4).
#[test]
fn tichu_before_the_first_lead() {
    let script = "
        2 act #2 decline => ok
        4 act #2 grand => ok
        3 lost
        1 act #2 decline => ok
        wait 60000 | timed_out 2, answered 2 ?, grand_revealed 3, dealt round 1 count 6 : ? / ? / ? / ?
        2 act any => ok
        4 act any => ok
        2 act any => ok
        1 act - tichu => ok
        wait 59999 |";
    check_secrets(GameKind::Tichu, [10, 20], &[5], &format!("{}{script}", watched()));
}

/// Which tile comes from the pool is for its seat alone (R13), so before a tile is thrown all deals look the same. The
/// starter is public, so the secrets are two that draw the same one.
#[test]
fn rummikub_before_the_first_throw() {
    let script = "
        1 sit 0 => ok
        2 join => ok
        2 sit 1 => ok
        3 join => ok
        1 ready => ok
        2 ready => ok
        3 say hello => ok
        wait 100 |
        turn act take pool => ok
        turn act take pool => already_drew
        wait 59899 |";
    let starter = |first| {
        let mut sim = Sim::dealing(Variant::default_of(GameKind::Rummikub), first);
        play(&mut sim, "1 bot 0 => ok\n 1 bot 1 => ok\n 1 start => ok");
        sim.room.prompt().seats
    };
    let same = (1..100).find(|&first| starter(first) == starter(0)).expect("a coin falls on the same side");
    check_secrets(GameKind::Rummikub, [0, same], &[3], script);
}

/// A position of Tichu in which seat 0 has led a pair of fives and seats 1 and 2 have passed; seat 1 holds `hand`.
fn pair_of_fives(hand: &str) -> Match {
    let position = format!(
        "hand 0 6j 7s 9p Tt 2j
         hand 1 {hand}
         hand 2 3j 4s Qp Kt
         hand 3 rest
         won 2 5p 5t 2s 2p 2t 3s 3p 3t 4j 4p 4t 6s 6p 6t 7j 7p 7t Ts Tp Tj 1 D P R 9j 9s 9t
         trick 0 5j 5s / 1 pass / 2 pass
         turn 3"
    );
    let position = position.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let position = position.parse().expect("a position");
    Match::Tichu(
        tichu::Match::from_position(tichu::Variant::default(), position).expect("a match can stand so"),
    )
}

/// T15, T17: whether anybody holds a bomb shows in nothing until it is played: not in the window, not in prompts, not in
/// the times of bots.
#[test]
fn a_bomb_in_hand() {
    let hands = ["8j 8s 8p 8t", "8j 8s 8p Jj"];
    for bots in [false, true] {
        let logs = hands.map(|hand| {
            let mut sim = check(Variant::default_of(GameKind::Tichu), &watched());
            let Table::Running { game, .. } = &mut sim.room.state.table else { panic!("a match runs") };
            *game = Arc::new(pair_of_fives(hand));
            sim.watched = vec![1, 3, 5];
            if bots {
                play(&mut sim, "2 leave => ok");
            }
            play(&mut sim, "4 act pass => ok | passed 3, window_opened");
            play(&mut sim, "5 say hm => ok\n wait 1999 |\n wait 1 | trick_taken 0 ..\n wait 5000 |");
            assert_eq!(sim.room.status().summary.stage, Stage::Playing);
            (sim.log(1), sim.log(3), sim.log(5), sim.room.bots().0)
        });
        assert!(logs[0].0.len() > 2, "there is something to compare");
        assert_eq!(logs[0], logs[1], "bots: {bots}");
    }
}

//! Hints: who gets which, who gets none, and that they are what the referee says of the view alone.

use parlour_engine::{GameKind, Hint, Variant, rummikub, tichu};
use parlour_protocol::{Command, Outcome, RoomId, encode};

use super::script::{check, on_turn, play};
use super::sim::{Sim, opening};
use crate::room::Opening;

const TWO: &str = "
    2 join => ok
    3 join => ok
    1 sit 0 => ok
    2 sit 1 => ok";

/// What the referee advises a player.
fn hint(sim: &mut Sim, who: u64) -> Hint {
    let id = sim.next_id(who);
    let seq = sim.room.seq();
    let effects = sim.send(who, id, Command::Hint { room: RoomId::from_bits(1) });
    assert_eq!(sim.room.seq(), seq, "a hint changes nothing");
    match effects.reply.expect("every command is answered").outcome {
        Outcome::Hint { hint } => hint,
        other => panic!("no hint: {other:?}"),
    }
}

fn rummikub() -> Variant {
    Variant::Rummikub(rummikub::Variant { turn_seconds: 0, ..rummikub::Variant::default() })
}

#[test]
fn only_who_plays_is_advised() {
    let script = "
        1 hint => no_match
        9 hint => not_in_room
        1 ready => ok
        2 ready => ok
        3 hint => not_seated
        1 hint => hint
        2 hint => hint";
    check(rummikub(), &format!("{TWO}{script}"));
    let mut off = Sim::new(Opening { hints: false, ..opening(rummikub()) });
    play(&mut off, &format!("{TWO}\n 1 ready => ok\n 2 ready => ok\n 1 hint => hints_off"));
}

/// A repeated hint is read afresh: the rack is another by then.
#[test]
fn a_hint_is_never_kept() {
    let mut sim = check(rummikub(), &format!("{TWO}\n 1 ready => ok\n 2 ready => ok"));
    let (who, room) = (on_turn(&sim), RoomId::from_bits(1));
    let id = sim.next_id(who);
    let first = sim.send(who, id, Command::Hint { room }).reply.expect("an answer");
    play(&mut sim, "turn act take pool => ok");
    let again = sim.send(who, id, Command::Hint { room }).reply.expect("an answer");
    assert!(matches!(again.outcome, Outcome::Hint { .. }));
    assert_ne!(first, again);
}

/// R14, R15, R18: whoever throws what the hint says, and declares its layout when nothing is left, is never refused and
/// wins in the end.
#[test]
fn a_round_played_by_hints_is_won() {
    let mut sim = check(rummikub(), &format!("{TWO}\n 1 ready => ok\n 2 ready => ok"));
    for _ in 0..400 {
        let who = on_turn(&sim);
        play(&mut sim, &format!("{who} act take pool => ok"));
        let Hint::Rummikub(hint) = hint(&mut sim, who) else { panic!("rummikub is played") };
        let throw = hint.throw.expect("the seat must throw");
        assert_eq!(hint.rest.points(), hint.deadwood);
        if hint.distance == Some(0) {
            assert!(hint.rest.is_empty());
            play(&mut sim, &format!("{who} act declare {throw} : {} => ok", hint.layout));
            let ended = super::script::happened_since(&sim, sim.room.seq() - 1);
            assert!(ended.iter().any(|event| event.starts_with("round_ended")), "{ended:?}");
            return;
        }
        play(&mut sim, &format!("{who} act throw {throw} => ok"));
    }
    panic!("a round that is played by hints ends with a win");
}

/// T11, T15: every combination that is listed may be played, in any room that stands so.
#[test]
fn every_play_listed_is_legal() {
    let mut sim = Sim::of(Variant::Tichu(tichu::Variant { turn_seconds: 0, ..tichu::Variant::default() }));
    play(&mut sim, "1 sit 0 => ok\n 1 bot 1 => ok\n 1 bot 2 => ok\n 1 bot 3 => ok\n 1 ready => ok");
    play(&mut sim, "1 hint => no_hint");
    let (mut asked, mut listed) = (0, 0);
    while asked < 12 {
        if sim.room.prompt().seats.iter().any(|seat| seat.index() == 0) {
            if let Some(hint) = ask(&mut sim) {
                asked += 1;
                let legal = sim.room.state.table.game().expect("a match runs").legal_actions(seat());
                for playable in &hint.plays {
                    listed += 1;
                    let action =
                        tichu::Action::Play { cards: playable.cards, phoenix: playable.phoenix, wish: None };
                    assert!(legal.contains(&parlour_engine::Action::Tichu(action)), "{playable:?}");
                }
                let pass = parlour_engine::Action::Tichu(tichu::Action::Pass);
                assert_eq!(hint.pass, legal.contains(&pass));
                assert!(hint.plays.len() <= tichu::Hint::MOST && encode(&hint).len() < 16 * 1024);
            }
            play(&mut sim, "turn act any => ok");
        } else {
            sim.pass(100);
        }
    }
    assert!(listed > 12, "there was something to list");
}

fn seat() -> parlour_engine::Seat {
    parlour_engine::Seat::new(0).expect("a seat")
}

fn ask(sim: &mut Sim) -> Option<tichu::Hint> {
    match sim.room.running_view(seat())?.hint()? {
        Hint::Tichu(view) => {
            let Hint::Tichu(hint) = hint(sim, 1) else { panic!("tichu is played") };
            assert_eq!(hint, view, "the view's own advice");
            Some(hint)
        }
        Hint::Rummikub(_) => panic!("{:?} is played", GameKind::Tichu),
    }
}

//! Hands that are shown to spectators: by leave alone, for this match alone.

use parlour_engine::{GameKind, Variant, Viewer};

use super::script::{check, play};
use super::sim::{ALL, Sim, player};
use crate::room::Room;

/// Players 1 and 2 play, 3 and 4 watch.
fn watched() -> Sim {
    check(
        Variant::default_of(GameKind::Rummikub),
        "2 join => ok\n 3 join => ok\n 1 sit 0 => ok\n 2 sit 1 => ok\n 4 join => ok\n 1 ready => ok\n 2 ready => ok",
    )
}

fn sees(sim: &Sim, who: u64) -> Option<usize> {
    sim.room.viewer(player(who)).and_then(Viewer::seat).map(|seat| seat.index())
}

#[test]
fn a_hand_is_shown_by_leave_and_hidden_again() {
    let mut sim = watched();
    play(&mut sim, "3 asks 0 => ok | 3 asks 0");
    assert_eq!(sees(&sim, 3), None, "asking shows nothing");
    play(&mut sim, "1 shows 3 => ok | 0 shows 3\n 1 shows 3 => ok |");
    assert_eq!((sees(&sim, 3), sees(&sim, 4)), (Some(0), None));
    let own = sim.room.snapshot(player(1), ALL);
    let shown = sim.room.snapshot(player(3), ALL);
    let view = |push| match push {
        parlour_protocol::Push::Snapshot { state, .. } => (state.view, state.prompt.legal),
        other => panic!("{other:?}"),
    };
    let ((own, _), (shown, legal)) = (view(own), view(shown));
    assert_eq!(own, shown);
    assert_eq!(legal, None, "who watches has no actions");
    play(&mut sim, "2 hides 3 => ok |\n 1 hides 3 => ok | 0 hides 3");
    assert_eq!(sees(&sim, 3), None);
}

#[test]
fn who_knows_a_hand_sits_down_on_no_other() {
    let mut sim = watched();
    play(
        &mut sim,
        "1 shows 3 => ok
         2 shows 3 => not_watching
         2 leave => ok
         3 sit 1 => match_running
         4 sit 1 => ok
         1 shows 4 => not_watching
         1 leave => ok | left 1, 0 hides 3, sat 0 bot, host 4
         3 sit 0 => ok | sat 0 player 3",
    );
}

#[test]
fn leave_ends_with_those_who_gave_it_and_have_it() {
    let mut sim = watched();
    play(
        &mut sim,
        "1 shows 3 => ok
         1 shows 4 => ok
         3 leave => ok | 0 hides 3, left 3
         2 remove 0 => not_host
         1 leave => ok | left 1, 0 hides 4, sat 0 bot, host 2",
    );
    assert_eq!(sees(&sim, 4), None);
}

#[test]
fn nothing_is_shown_before_the_match_or_by_the_wrong_people() {
    check(
        Variant::default_of(GameKind::Rummikub),
        "2 join => ok\n 1 sit 0 => ok\n 2 asks 0 => no_match\n 1 shows 2 => no_match",
    );
    play(
        &mut watched(),
        "2 asks 0 => not_watching
         3 asks 3 => no_such_seat
         3 shows 4 => not_seated
         1 shows 2 => not_watching
         1 shows 9 => not_watching
         9 asks 0 => not_in_room",
    );
}

#[test]
fn what_is_shown_is_written_down() {
    let mut sim = watched();
    play(&mut sim, "1 shows 3 => ok");
    let folded = Room::rebuild(&sim.records).expect("the journal is its own");
    assert_eq!(folded.snapshot(player(3), ALL), sim.room.snapshot(player(3), ALL));
}

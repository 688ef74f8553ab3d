//! How fast whole matches are played by chance: `cargo bench -p parlour-engine`.
//!
//! Every seat that must act takes any of its legal actions, each as likely as the others; no transcript is kept, and a
//! bomb window is 0, as it is without people (T17). Beside it the same matches are played by lists: all legal
//! actions are listed, and all events are kept.
//!
//! Invariants: the matches are the same in every run. Both ways come to the same position, and in the first pass by lists
//! every action that was picked is looked for in its list.

#![allow(clippy::print_stdout, reason = "a bench prints its table")]

mod stopwatch;

use std::hint::black_box;

use parlour_chance::Chance;
use parlour_engine::{Game, Input, Length, Seed, Silent, Waits, rummikub, tichu};
use stopwatch::Table;

fn main() {
    let table = Table::new();
    let length = Length::Rounds(20);
    let variant = tichu::Variant { bomb_window_ms: 0, length, ..tichu::Variant::default() };
    row::<tichu::Match>(&table, "Tichu: rounds by chance", "100,000", &variant, is_deal);
    for (copies, seats) in [(1, 2), (1, 3), (2, 4)] {
        let variant =
            rummikub::Variant { copies, seats, length: Length::Rounds(1), ..rummikub::Variant::default() };
        let what = format!("Rummikub: turns by chance, {} tiles, {seats} seats", 52 * copies + 2);
        row::<rummikub::Match>(&table, &what, "1,000,000", &variant, ends_turn);
    }
}

/// Times matches of this variant, of which those inputs are counted for which `counts` says so.
fn row<G: Game>(
    table: &Table,
    what: &str,
    wanted: &str,
    variant: &G::Variant,
    counts: fn(&Input<G::Action>) -> bool,
) {
    if !table.wants(what) {
        return;
    }
    let mut inputs = Vec::new();
    let end = by_chance::<G>(variant, |input| inputs.push(input.clone()));
    assert_eq!(by_lists::<G>(variant, &inputs, true), end);
    let units = inputs.iter().filter(|input| counts(input)).count() as u64;
    table.row(
        what,
        wanted,
        units,
        || by_chance::<G>(variant, |_| {}),
        || by_lists::<G>(variant, &inputs, false),
    );
}

/// Matches of a pass.
const MATCHES: u64 = 10;

fn is_deal(input: &Input<tichu::Action>) -> bool {
    matches!(input, Input::Deal(_))
}

/// A turn ends with a throw, also with that of a declaration (R8, R14).
fn ends_turn(input: &Input<rummikub::Action>) -> bool {
    matches!(input, Input::Act(_, rummikub::Action::Throw { .. } | rummikub::Action::Declare { .. }))
}

/// Plays some matches by chance and answers where the last one ends. `note` is told every input.
fn by_chance<G: Game>(variant: &G::Variant, mut note: impl FnMut(&Input<G::Action>)) -> G::Position {
    let mut chance = Chance::new(1);
    let mut play = || {
        let mut game = G::new(variant.clone()).expect("the variant makes sense");
        loop {
            let input = match game.waits() {
                Waits::Nothing => return game,
                Waits::Deal => Input::Deal(Seed::new(chance.bytes())),
                Waits::BombWindow { .. } => Input::Timeout,
                Waits::Seats(seats, _) => {
                    let seat = seats.iter().next().expect("somebody must act");
                    let action = game.pick_action(seat, || chance.bits());
                    Input::Act(seat, action.expect("a seat that must act can"))
                }
            };
            note(&input);
            game.apply_to(input, &mut Silent).expect("what is legal is accepted");
        }
    };
    (1..MATCHES).for_each(|_| drop(play()));
    play().position()
}

/// Plays the same inputs again and answers where they end; before each action all legal ones are listed, and one
/// of them is drawn. With `check` the action that is played must be one of them.
fn by_lists<G: Game>(variant: &G::Variant, inputs: &[Input<G::Action>], check: bool) -> G::Position {
    let start = || G::new(variant.clone()).expect("the variant makes sense");
    let (mut chance, mut game) = (Chance::new(2), start());
    for input in inputs {
        if game.waits() == Waits::Nothing {
            game = start();
        }
        if let Input::Act(seat, action) = input {
            let legal = game.legal_actions(*seat);
            black_box(chance.pick(&legal));
            assert!(!check || is_listed(action, &legal), "{action} is not listed");
        }
        black_box(game.apply(input.clone()).expect("the same inputs are accepted again"));
    }
    game.position()
}

fn is_listed<A: PartialEq>(action: &A, legal: &[A]) -> bool {
    legal.contains(action)
}

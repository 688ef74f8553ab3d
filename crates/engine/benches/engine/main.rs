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
use parlour_engine::{Game, Input, Length, Seat, Seed, Silent, Waits, rummikub, tichu};
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
    let (inputs, end) = by_picks::<G>(variant);
    assert_eq!(by_lists::<G>(variant, &inputs, true), end);
    let units = inputs.iter().filter(|input| counts(input)).count() as u64;
    table.row(what, wanted, units, || by_chance::<G>(variant), || by_lists::<G>(variant, &inputs, false));
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

/// What comes next in a match.
enum Due<A> {
    /// This input, whatever anybody wants.
    Input(Input<A>),
    /// An action of this seat.
    Act(Seat),
}

/// Plays some matches by chance and answers where the last one ends; `take` does what is due.
fn matches<G: Game>(
    variant: &G::Variant,
    mut take: impl FnMut(&mut G, Due<G::Action>, &mut Chance),
) -> G::Position {
    let mut chance = Chance::new(1);
    let mut play = || {
        let mut game = G::new(variant.clone()).expect("the variant makes sense");
        loop {
            let due = match game.waits() {
                Waits::Nothing => return game,
                Waits::Deal => Due::Input(Input::Deal(Seed::new(chance.bytes()))),
                Waits::BombWindow { .. } => Due::Input(Input::Timeout),
                Waits::Seats(seats, _) => Due::Act(seats.iter().next().expect("somebody must act")),
            };
            take(&mut game, due, &mut chance);
        }
    };
    (1..MATCHES).for_each(|_| drop(play()));
    play().position()
}

/// The way that is timed: no action is written down.
fn by_chance<G: Game>(variant: &G::Variant) -> G::Position {
    matches(variant, |game: &mut G, due, chance| match due {
        Due::Input(input) => game.apply_to(input, &mut Silent).expect("what is due is accepted"),
        Due::Act(seat) => assert!(game.act_by_chance(seat, || chance.bits(), &mut Silent)),
    })
}

/// The inputs of the same matches, where each action is picked and then asked for, and where the last match ends.
fn by_picks<G: Game>(variant: &G::Variant) -> (Vec<Input<G::Action>>, G::Position) {
    let mut inputs = Vec::new();
    let end = matches(variant, |game: &mut G, due, chance| {
        let input = match due {
            Due::Input(input) => input,
            Due::Act(seat) => {
                let action = game.pick_action(seat, || chance.bits());
                Input::Act(seat, action.expect("a seat that must act can"))
            }
        };
        inputs.push(input.clone());
        game.apply_to(input, &mut Silent).expect("what is legal is accepted");
    });
    (inputs, end)
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

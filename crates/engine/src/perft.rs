//! Counts of action sequences, by which two implementations of the rules can be compared.
//!
//! Invariant: a count depends on rules, variant and position alone, so whoever plays by the same rules counts the same.

use crate::{Game, Input, Seat, Waits};

/// In how many ways a match can go on for exactly `depth` inputs, up to the next deal.
///
/// At each step these inputs are counted: every legal action of every seat, in turn or not, as
/// [`Game::legal_actions`] lists them, and, while nobody must act, that the bomb window closes (T17). A clock that runs
/// out and refused declarations are not counted. A round that ends sooner counts nothing.
///
/// # Panics
/// When a legal action is refused, which is a fault of the game.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut count = 0;
            each_input(game, |_| count += 1);
            count
        }
        _ => {
            let mut count = 0;
            each_input(game, |input| {
                let mut next = game.clone();
                if let Err(illegal) = next.apply_to(input.clone(), &mut crate::Silent) {
                    panic!("{input} is legal and was refused: {illegal}");
                }
                count += perft(&next, depth - 1);
            });
            count
        }
    }
}

fn each_input<G: Game>(game: &G, mut found: impl FnMut(Input<G::Action>)) {
    match game.waits() {
        Waits::Deal | Waits::Nothing => return,
        Waits::BombWindow { .. } => found(Input::Timeout),
        Waits::Seats(..) => {}
    }
    for seat in Seat::all(game.seats()) {
        game.legal_actions(seat).into_iter().for_each(|action| found(Input::Act(seat, action)));
    }
}

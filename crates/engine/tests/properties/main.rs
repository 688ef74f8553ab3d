//! Properties that every match of every game has, shown on thousands of random matches.
//!
//! The checks are written once, for any [`Playable`] game; a game says only how to make up positions and actions.
//! All chance comes from the number of the match, which a failure names.

mod checks;
mod playable;
mod random;
mod rummikub;
mod tichu;

use playable::Playable;
use random::Random;

/// Random matches of each game.
const MATCHES: u64 = 2_000;

/// Plays all matches of a game on two threads; a failure says which match it was.
fn play_all<G: Playable>() {
    std::thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || {
                for number in (half..MATCHES).step_by(2) {
                    let outcome = std::panic::catch_unwind(|| checks::play::<G>(&mut Random::new(number)));
                    assert!(outcome.is_ok(), "match {number} of {}", G::NAME);
                }
            });
        }
    });
}

#[test]
fn rummikub_matches() {
    play_all::<parlour_engine::rummikub::Match>();
}

#[test]
fn tichu_matches() {
    play_all::<parlour_engine::tichu::Match>();
}

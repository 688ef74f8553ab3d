//! Properties that every match of every game has, shown on thousands of random matches.
//!
//! The checks are written once, for any [`Playable`] game; a game says only how to make up positions and actions.
//! All chance comes from the number of the match, which a failure names.

mod checks;
mod playable;
mod rummikub;
mod tichu;

use std::collections::BTreeSet;

use parlour_chance::Chance;
use playable::Playable;

/// Random matches of each game.
const MATCHES: u64 = 2_000;

/// Plays all matches of a game on two threads; a failure says which match it was. Answers the names of the events
/// that happened, so that a test can tell whether the matches reached what they are to show.
fn play_all<G: Playable>() -> BTreeSet<String> {
    let play_half = |half| {
        let mut names = BTreeSet::new();
        for number in (half..MATCHES).step_by(2) {
            let outcome = std::panic::catch_unwind(|| checks::play::<G>(&mut Chance::new(number)));
            names.extend(outcome.unwrap_or_else(|_| panic!("match {number} of {}", G::NAME)));
        }
        names
    };
    std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| scope.spawn(move || play_half(half)));
        halves.into_iter().flat_map(|half| half.join().expect("the checks hold")).collect()
    })
}

#[test]
fn rummikub_matches() {
    let expected = [
        "dealt",
        "declared",
        "match_ended",
        "refused",
        "reshuffled",
        "round_ended",
        "threw",
        "timed_out",
        "took",
    ];
    assert_eq!(play_all::<parlour_engine::rummikub::Match>(), BTreeSet::from(expected.map(str::to_owned)));
}

#[test]
fn tichu_matches() {
    assert!(!play_all::<parlour_engine::tichu::Match>().is_empty());
}

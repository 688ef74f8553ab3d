//! What a round is worth (R18).

use parlour_rules::rummikub::{Layout, Scoring, Tile, Tiles, arrange};

use crate::sample;

const PLAIN: &str = "R1 R2 R3 / B1 B2 B3 B4 / K7 R7 O7 / K9 K10 K11 K12";
const JOKER: &str = "R1 R2 J / B1 B2 B3 B4 / K7 R7 O7 / K9 K10 K11 K12";

#[track_caller]
fn check(scoring: Scoring, layout: &str, throw: &str, others: &[&str], expected: u32) {
    let layout: Layout = layout.parse().unwrap();
    let throw: Tile = throw.parse().unwrap();
    let others = others.iter().map(|rack| sample::rack(rack));
    assert_eq!(scoring.points(&layout, throw, others), expected);
}

/// R18.
#[test]
fn a_round_is_one_point() {
    check(Scoring::Rounds, PLAIN, "O13", &["K1 J"], 1);
    check(Scoring::Rounds, JOKER, "J", &["K1 J", "R9"], 1);
}

/// R18: a joker laid costs a point, a joker thrown brings one, and the throw decides before the layout.
#[test]
fn remi() {
    check(Scoring::Remi, PLAIN, "O13", &["K1"], 2);
    check(Scoring::Remi, JOKER, "O13", &["K1"], 1);
    check(Scoring::Remi, PLAIN, "J", &["K1"], 3);
    check(Scoring::Remi, JOKER, "J", &["K1"], 3);
}

/// R18: the winner scores what the others hold outside melds under their best layouts, a joker 30.
#[test]
fn deadwood() {
    check(Scoring::Deadwood, PLAIN, "O13", &[], 0);
    check(Scoring::Deadwood, PLAIN, "O13", &["R10 O10 B10 K1 K2", "O1 O2 O3"], 3);
    check(Scoring::Deadwood, PLAIN, "O13", &["R10 J", "K13 B13"], 66);
    check(Scoring::Deadwood, PLAIN, "O13", &["R10 O10 J K2"], 2);
}

/// R18: the points of a multiset are face values, 30 a joker.
#[test]
fn points_of_tiles() {
    assert_eq!(Tiles::deck(1).points(), 4 * 91 + 60);
    assert_eq!(Tiles::deck(2).points(), 8 * 91 + 60);
    assert_eq!(arrange::deadwood(Tiles::EMPTY), 0);
}

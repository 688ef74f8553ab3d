//! Hands of Rummikub: the layout is checked, and the best throw against every other.

use parlour_referee::{Answer, Question};
use parlour_rules::rummikub::{Tile, Tiles, arrange, distance, meld};
use rand::seq::IndexedRandom;
use rand::{SeedableRng, rngs::StdRng};

/// The answer without its layout, after the layout was checked: valid melds of these tiles, and the rest costs what the
/// answer says.
pub(crate) fn checked(line: &str, answer: &str) -> String {
    let hand: Tiles = line.parse().expect("a hand");
    let parts: Vec<&str> = answer.split(" : ").collect();
    let mut groups: Vec<Vec<Tile>> = parts[1]
        .split(" / ")
        .map(|group| group.split(' ').map(|tile| tile.parse().expect("a tile")).collect())
        .collect();
    let laid = Tiles::try_from_iter(groups.iter().flatten().copied()).expect("tiles that exist");
    assert_eq!(laid, hand, "{line}: {answer}");
    match parts[0].strip_prefix("deadwood ") {
        None => assert_eq!(parts[0], "complete", "{line}: {answer}"),
        Some(points) => {
            let rest = groups.pop().expect("the rest stands behind the melds");
            let cost: u32 = rest.iter().map(|tile| tile.points()).sum();
            assert_eq!(cost.to_string(), points, "{line}: {answer}");
        }
    }
    for group in groups {
        assert!(meld::judge(&group).is_ok(), "{group:?} of {line}: {answer}");
    }
    [&parts[..1], &parts[2..]].concat().join(" : ")
}

/// Hands of 14 and 15 tiles, of one copy and of two, as lines.
fn sample(count: usize) -> Vec<String> {
    let mut rng = StdRng::seed_from_u64(11);
    (0..count)
        .map(|number| {
            let copies = 1 + (number % 2) as u8;
            let deck: Vec<Tile> = Tiles::deck(copies).iter().collect();
            let tiles: Vec<String> =
                deck.sample(&mut rng, 14 + number / 2 % 2).map(ToString::to_string).collect();
            tiles.join(" ")
        })
        .collect()
}

#[test]
fn random_hands_are_laid_out_with_the_least_deadwood() {
    let mut melds = 0;
    for line in sample(200) {
        let answer = Question::RummikubHand.ask(&line);
        let short = checked(&line, &answer.to_string());
        let least = arrange::deadwood(line.parse().expect("a hand"));
        let expected = if least == 0 { "complete".to_owned() } else { format!("deadwood {least}") };
        assert!(short == expected || short.starts_with(&format!("{expected} : throw ")), "{line}: {short}");
        assert_eq!(short.contains("throw"), line.split(' ').count() == 15, "{line}: {short}");
        melds += answer.to_string().matches('/').count();
    }
    assert!(melds > 100, "{melds} melds");
}

/// No throw leaves a hand nearer to a win, and none as near with more useful tiles.
#[test]
fn the_best_throw_is_no_worse_than_any_other() {
    let hands = sample(24).into_iter().filter(|line| line.split(' ').count() == 15);
    for line in hands {
        let hand: Tiles = line.parse().expect("a hand");
        let deck = Tiles::deck(if Tiles::deck(1).contains_all(hand) { 1 } else { 2 });
        let answer = Question::RummikubHand.ask(&line);
        let (Answer::Deadwood { advice, .. } | Answer::Complete { advice, .. }) = answer else {
            panic!("{line}: {answer}");
        };
        let best = advice.expect("15 tiles");
        assert!(hand.contains(best.tile), "{line}");
        for tile in hand.faces() {
            let left = hand.without(tile).expect("it is there");
            let reach = distance::reach(left, deck).expect("the deck completes every hand");
            assert!(best.distance <= reach.distance, "{tile} is nearer than {} of {line}", best.tile);
            let useful = (reach.useful - Tiles::from(tile)).len();
            assert!(best.distance < reach.distance || best.useful.len() >= useful, "{tile} of {line}");
        }
    }
}

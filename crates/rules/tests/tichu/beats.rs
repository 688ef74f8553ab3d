//! What beats what (T7 to T10).

use parlour_rules::tichu::{Combination, Fault, Turn, cards_without_suits};

use crate::naive;
use crate::sample::{cards, on};

/// A play on what lies, and the verdict; all cards played are held.
fn judge(lying: &str, play: &str) -> Result<(), Fault> {
    let play = cards_without_suits(play).unwrap_or_else(|_| play.parse().expect("cards"));
    Turn::new(play, on(lying)).judge_play(play, None).map(drop)
}

#[test]
fn the_rows_of_the_rule_page() {
    let check =
        |lying: &str, play: &str, expected| assert_eq!(judge(lying, play), expected, "{play} on {lying}");
    // T7: same kind, same length, strictly higher.
    check("single 6", "J", Ok(()));
    check("single 6", "6", Err(Fault::DoesNotBeat));
    check("single 6", "5", Err(Fault::DoesNotBeat));
    check("single 6", "77", Err(Fault::WrongKind));
    check("pair 9", "99", Err(Fault::DoesNotBeat));
    check("pair 9", "TT", Ok(()));
    check("pair 9", "TTT", Err(Fault::WrongKind));
    check("triple 9", "TTT", Ok(()));
    check("straight 2 to 6", "34567", Ok(()));
    check("straight 2 to 6", "234567", Err(Fault::WrongKind));
    check("straight 2 to 7", "34567", Err(Fault::WrongKind));
    check("straight 3 to 7", "23456", Err(Fault::DoesNotBeat));
    check("stairs 2 to 3", "3344", Ok(()));
    check("stairs 2 to 3", "334455", Err(Fault::WrongKind));
    check("full house Q over A", "KKK22", Ok(()));
    check("full house K over 2", "QQQAA", Err(Fault::DoesNotBeat));
    check("full house K over 2", "KKAAA", Ok(()));
    check("straight 2 to 9", "3344556677", Err(Fault::WrongKind));
    // T8: bombs.
    check("bomb 5", "6666", Ok(()));
    check("bomb 6", "5555", Err(Fault::DoesNotBeat));
    check("bomb A", "2j3j4j5j6j", Ok(()));
    check("bomb 2 to 6", "AAAA", Err(Fault::DoesNotBeat));
    check("bomb T to A", "2j3j4j5j6j7j", Ok(()));
    check("bomb 2 to 7", "TjJjQjKjAj", Err(Fault::DoesNotBeat));
    check("bomb 5 to 9", "5t6t7t8t9t", Err(Fault::DoesNotBeat));
    check("bomb 5 to 9", "6t7t8t9tTt", Ok(()));
    check("straight 5 to 9", "2j3j4j5j6j", Ok(()));
    check("stairs 2 to 8", "2222", Ok(()));
    check("single R", "2222", Ok(()));
    check("bomb 2", "A", Err(Fault::WrongKind));
    check("bomb 2", "JJJP", Err(Fault::NotACombination));
    // T9: the Phoenix alone.
    check("single 1.5", "2", Ok(()));
    check("single 1.5", "1", Err(Fault::DoesNotBeat));
    check("single 8.5", "8", Err(Fault::DoesNotBeat));
    check("single 8.5", "9", Ok(()));
    check("single 8", "P", Ok(()));
    check("single A", "P", Ok(()));
    check("single A.5", "R", Ok(()));
    check("single R", "P", Err(Fault::DoesNotBeat));
    check("single 1", "P", Ok(()));
    check("pair 8", "P", Err(Fault::WrongKind));
    // T10: Dragon and Dog.
    check("single A", "R", Ok(()));
    check("single 2", "1", Err(Fault::DoesNotBeat));
    check("single 1", "D", Err(Fault::DogOnlyAsLead));
    check("pair 2", "D", Err(Fault::DogOnlyAsLead));
    check("-", "D", Ok(()));
    check("-", "1", Ok(()));
    check("-", "KKKK", Ok(()));
}

/// T9: a Phoenix that can be read in two ways beats whenever one of them does, also unstated.
#[test]
fn an_unstated_phoenix_beats_if_any_reading_does() {
    let check = |lying: &str, stated: Option<&str>, expected: Result<&str, Fault>| {
        let hand = cards("TJQKP");
        let play =
            Turn::new(hand, on(lying)).judge_play(hand, stated.map(|rank| rank.parse().expect("a rank")));
        let play = play.map(|play| play.combination.to_string());
        assert_eq!(play.as_deref().map_err(|&fault| fault), expected, "{stated:?} on {lying}");
    };
    check("straight 8 to Q", None, Ok("straight T to A"));
    check("straight 8 to Q", Some("9"), Ok("straight 9 to K"));
    check("straight 9 to K", None, Ok("straight T to A"));
    check("straight 9 to K", Some("9"), Err(Fault::DoesNotBeat));
}

/// Every combination with every other: T7 to T10 in two wordings, and an order without cycles.
#[test]
fn all_pairs_of_combinations() {
    let all = all_combinations();
    let mut beaten = 0;
    for a in &all {
        assert!(!a.beats(a), "{a}");
        for b in &all {
            assert_eq!(a.beats(b), naive::beats(a, b), "{a} on {b}");
            assert!(!(a.beats(b) && b.beats(a)), "{a} and {b}");
            beaten += usize::from(a.beats(b));
            for c in all.iter().step_by(17).filter(|c| a.beats(b) && b.beats(c)) {
                assert!(a.beats(c), "{a} on {b} on {c}");
            }
        }
    }
    assert!(beaten > 10_000, "{beaten}");
}

/// Every combination that exists.
pub(crate) fn all_combinations() -> Vec<Combination> {
    let ranks: Vec<char> = "123456789TJQKA".chars().collect();
    let mut texts = vec!["dog".to_owned(), "single R".to_owned()];
    for (place, top) in ranks.iter().enumerate() {
        texts.extend([format!("single {top}"), format!("single {top}.5")]);
        for bottom in &ranks[..place] {
            texts.extend(["straight", "stairs", "bomb"].map(|kind| format!("{kind} {bottom} to {top}")));
        }
        texts.extend(["pair", "triple", "bomb"].map(|kind| format!("{kind} {top}")));
        texts.extend(ranks.iter().map(|pair| format!("full house {top} over {pair}")));
    }
    // Some of these texts name what does not exist: pairs of the 1, runs that are too short.
    texts.iter().filter_map(|text| text.parse().ok()).collect()
}

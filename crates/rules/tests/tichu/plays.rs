//! Legal if and only if accepted: the list of plays, the judge, and the naive way agree about every subset of a hand
//! (T6 to T11, T19, T20).

use std::collections::{BTreeSet, HashSet};

use parlour_rules::tichu::{Card, Fault, Play, Rank, Turn, WishOptions, bombs, judge_bomb};
use rand::RngExt;

use crate::naive;
use crate::sample::{cards, hand, lying, on, seeded};

/// A turn with anything that may matter.
fn turn(rng: &mut rand::rngs::StdRng, size: usize) -> Turn {
    let hand = hand(rng, size);
    let options = WishOptions { wish_bomb: rng.random_bool(0.5), wish_lead: rng.random_bool(0.5) };
    let wish = Rank::all().nth(rng.random_range(0..26));
    Turn::new(hand, lying(rng)).under_wish(wish, options)
}

#[test]
fn what_is_listed_is_what_the_naive_way_finds() {
    let mut rng = seeded(6);
    let mut plays = 0;
    for round in 0..5_000 {
        // Mostly small hands, whose subsets are few, and some as they are dealt.
        let turn = turn(&mut rng, if round % 100 == 0 { 14 } else { 1 + round % 11 });
        let listed = turn.legal_plays();
        let listed_set: HashSet<_> =
            listed.iter().map(|play| (play.cards, play.combination, play.phoenix)).collect();
        assert_eq!(listed_set.len(), listed.len(), "a play is listed twice: {turn:?}");
        assert_eq!(turn.count_legal_plays(), listed.len(), "{turn:?}");
        let numbered: HashSet<Play> =
            (0..listed.len()).filter_map(|number| turn.nth_legal_play(number)).collect();
        assert_eq!(numbered, listed.iter().copied().collect(), "every play has its number: {turn:?}");
        assert_eq!(turn.nth_legal_play(listed.len()), None, "{turn:?}");
        let (expected, may_pass) = naive::legal(&turn);
        let expected: HashSet<_> = expected
            .into_iter()
            .map(|(cards, reading)| (cards, reading.combination, reading.phoenix))
            .collect();
        assert_eq!(listed_set, expected, "{turn:?}");
        assert_eq!(turn.judge_pass().is_ok(), may_pass, "{turn:?}");
        // A seat that must act can: it leads or it passes or it has a play.
        assert!(may_pass || !listed.is_empty(), "{turn:?}");
        plays += listed.len();
    }
    assert!(plays > 20_000, "{plays}");
}

#[test]
fn what_is_listed_is_what_the_judge_accepts() {
    let mut rng = seeded(7);
    let mut plays = 0;
    for _ in 0..150 {
        let turn = turn(&mut rng, 14);
        let mut listed: BTreeSet<_> =
            turn.legal_plays().iter().map(|play| (play.cards, play.phoenix)).collect();
        plays += listed.len();
        for cards in naive::subsets(turn.hand) {
            let unstated = turn.judge_play(cards, None);
            if let Ok(play) = unstated {
                assert_eq!((play.cards, play.stated()), (cards, None));
                assert!(listed.contains(&(cards, play.phoenix)), "{play:?} {turn:?}");
            }
            let mut accepted = unstated.iter().filter(|play| play.phoenix.is_none()).count();
            for stated in Rank::all() {
                match turn.judge_play(cards, Some(stated)) {
                    Ok(play) => {
                        assert_eq!(play.phoenix, Some(stated));
                        assert!(unstated.is_ok(), "{play:?} {turn:?}");
                        accepted += 1;
                    }
                    Err(Fault::PhoenixMisstated) if !cards.contains(Card::PHOENIX) => {
                        break;
                    }
                    Err(_) => {}
                }
            }
            let of_these = listed.range((cards, None)..=(cards, Some(Rank::ACE))).count();
            assert_eq!(accepted, of_these, "{cards} {turn:?}");
        }
        listed.retain(|&(cards, phoenix)| turn.judge_play(cards, phoenix).is_err());
        assert!(listed.is_empty(), "listed but refused: {listed:?} {turn:?}");
    }
    assert!(plays > 5_000, "{plays}");
}

/// T15.
#[test]
fn bombs_out_of_turn_are_what_the_judge_accepts() {
    let mut rng = seeded(8);
    let mut thrown = 0;
    for round in 0..600 {
        let hand = hand(&mut rng, 4 + round % 8);
        let Some(lying) = lying(&mut rng) else { continue };
        let listed: HashSet<Play> = bombs(hand, &lying).into_iter().collect();
        let accepted: HashSet<Play> =
            naive::subsets(hand).filter_map(|cards| judge_bomb(hand, &lying, cards, None).ok()).collect();
        assert_eq!(listed, accepted, "{hand} on {lying}");
        thrown += listed.len();
    }
    assert!(thrown > 200, "{thrown}");
}

/// T9: what must be stated is the lower of two readings, and only it.
#[test]
fn a_play_tells_what_must_be_stated() {
    let check = |hand: &str, expected: &[(&str, Option<&str>)]| {
        let turn = Turn::new(cards(hand), None);
        let mut of_all: Vec<Play> = turn.legal_plays();
        of_all.retain(|play| play.cards == turn.hand);
        let stated: Vec<_> = of_all
            .iter()
            .map(|play| (play.combination.to_string(), play.stated().map(|rank| rank.to_string())))
            .collect();
        let mut stated: Vec<_> =
            stated.iter().map(|(text, stated)| (text.as_str(), stated.as_deref())).collect();
        stated.sort();
        assert_eq!(stated, expected, "{hand}");
        for play in of_all {
            assert_eq!(turn.judge_play(play.cards, play.stated()), Ok(play));
        }
    };
    check("P", &[("single 1.5", None)]);
    check("P9", &[("pair 9", None)]);
    check("TJQKP", &[("straight 9 to K", Some("9")), ("straight T to A", None)]);
    check("AAP99", &[("full house 9 over A", Some("9")), ("full house A over 9", None)]);
    check("JQKAP", &[("straight T to A", None)]);
}

/// A refusal names the first thing that is wrong: the cards, then what they are, then what lies, then the wish.
#[test]
fn what_a_refusal_says() {
    let check = |lying: &str, hand: &str, play: &str, expected: Fault| {
        let turn = Turn::new(cards(hand), on(lying)).under_wish("8".parse().ok(), WishOptions::default());
        assert_eq!(turn.judge_play(cards(play), None), Err(expected), "{play} on {lying}");
    };
    check("single 5", "8Q", "K", Fault::CardNotHeld);
    check("single 5", "8Q", "8Q", Fault::NotACombination);
    check("single 5", "8QQ", "QQ", Fault::WrongKind);
    check("single 5", "8Q4", "4", Fault::DoesNotBeat);
    check("single 5", "8QD", "D", Fault::DogOnlyAsLead);
    check("single 5", "8Q", "Q", Fault::WishMustBePlayed);
    check("-", "8Q", "Q", Fault::WishMustBePlayed);
    check("-", "8Q", "-", Fault::NotACombination);
}

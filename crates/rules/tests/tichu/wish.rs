//! The wish: who must play it, and what frees from it (T18 to T21).

use parlour_rules::tichu::{Card, Cards, Combination, Fault, Rank, Turn, WishOptions, bombs, judge_bomb};

use crate::sample::{cards, hand, lying, on, rank, seeded};

const LEGAL: Result<(), Fault> = Ok(());
const MUST: Result<(), Fault> = Err(Fault::WishMustBePlayed);

/// A wish, what lies, a hand, a play of it (`pass`), and the verdict under these options.
fn check_with(
    options: WishOptions,
    wish: &str,
    lying: &str,
    hand: &str,
    play: &str,
    expected: Result<(), Fault>,
) {
    let turn = Turn::new(cards(hand), on(lying)).under_wish(Some(rank(wish)), options);
    let judged = match play {
        "pass" => turn.judge_pass(),
        play => turn.judge_play(within(cards(hand), play), None).map(drop),
    };
    assert_eq!(judged, expected, "wish {wish}, {lying}, hand {hand}: {play}");
}

fn check(wish: &str, lying: &str, hand: &str, play: &str, expected: Result<(), Fault>) {
    check_with(WishOptions::default(), wish, lying, hand, play, expected);
}

/// The first cards of the hand that have the ranks of the text.
fn within(hand: Cards, text: &str) -> Cards {
    let mut left = hand;
    cards(text)
        .iter()
        .map(|wanted| {
            let mut same = left
                .iter()
                .filter(|&card| card == wanted || card.rank().is_some() && card.rank() == wanted.rank());
            let card = same.next().expect("the play is of the hand");
            left.remove(card);
            card
        })
        .collect()
}

#[test]
fn the_rows_of_the_rule_page() {
    check("8", "single 5", "8Q", "Q", MUST);
    check("8", "single 5", "8Q", "pass", MUST);
    check("8", "single 5", "8Q", "8", LEGAL);
    check("8", "single 9", "8Q", "Q", LEGAL);
    check("8", "single 9", "8Q", "pass", LEGAL);
    check("8", "single 9", "8888Q", "pass", MUST);
    check("8", "single 9", "8888Q", "Q", MUST);
    check("8", "single 9", "8888Q", "8888", LEGAL);
    check("8", "single 9", "8888Q", "8", Err(Fault::DoesNotBeat));
    check("8", "pair 5", "8PK", "pass", MUST);
    check("8", "pair 5", "8PK", "KP", MUST);
    check("8", "pair 5", "8PK", "8P", LEGAL);
    check("8", "single 5", "PK", "K", LEGAL);
    check("8", "single 5", "PK", "pass", LEGAL);
    check("8", "single 5", "8P", "P", MUST);
    check("8", "straight 2 to 6", "5678P", "pass", MUST);
    check("8", "straight 2 to 6", "5678P", "5678P", LEGAL);
    check("8", "bomb K", "5j6j7j8j9j", "pass", MUST);
    check("8", "bomb K", "5j6j7j8j9j", "5j6j7j8j9j", LEGAL);
    // T19: the wish binds a leader; the Mah Jong does not fulfil it, nor does the Phoenix.
    check("8", "-", "8Q", "Q", MUST);
    check("8", "-", "8Q", "8", LEGAL);
    check("8", "-", "8Q", "pass", Err(Fault::MustLead));
    check("8", "-", "1PQ", "1", LEGAL);
    check("8", "-", "PQ", "P", LEGAL);
    // T18: the play that makes the wish is judged before it: nothing is wished for then.
    let turn = Turn::new(cards("12345"), None);
    assert!(turn.judge_play(cards("12345"), None).is_ok());
    // Kinds that the wished rank completes.
    check("8", "triple 5", "88PK", "pass", MUST);
    check("8", "triple 5", "8PKK", "pass", LEGAL);
    check("8", "full house 5 over 2", "888KK", "pass", MUST);
    check("8", "full house 5 over 2", "88KKP", "pass", MUST);
    check("8", "full house 9 over 2", "88KKP", "pass", MUST);
    check("8", "full house 9 over 2", "888KP", "pass", LEGAL);
    check("8", "full house 9 over 2", "8KKKP", "pass", MUST);
    check("8", "full house 9 over 2", "8KKP", "pass", LEGAL);
    check("8", "full house A over 2", "88KKKP", "pass", LEGAL);
    check("8", "stairs 5 to 6", "77P8", "pass", MUST);
    check("8", "stairs 5 to 6", "7P8", "pass", LEGAL);
    check("8", "stairs 7 to 8", "7788", "pass", LEGAL);
    check("8", "straight 4 to 8", "56789", "pass", MUST);
    check("8", "straight 5 to 9", "56789", "pass", LEGAL);
    check("8", "straight 5 to 9", "5j6j7j8j9j", "pass", MUST);
    check("8", "bomb 2 to 6", "8888", "pass", LEGAL);
    check("8", "bomb 9", "8888", "pass", LEGAL);
    check("8", "bomb 4 to 8", "4t5t6t7t8t9t", "pass", MUST);
}

/// T20.
#[test]
fn bombs_and_the_dog_under_a_wish() {
    let strict = WishOptions { wish_bomb: false, wish_lead: false };
    let free = WishOptions { wish_bomb: true, wish_lead: true };
    check("8", "single 5", "8KKKK", "KKKK", LEGAL);
    check_with(strict, "8", "single 5", "8KKKK", "KKKK", MUST);
    check_with(strict, "8", "single 9", "8KKKK", "KKKK", LEGAL);
    check("8", "-", "8KKKK", "KKKK", MUST);
    check_with(free, "8", "-", "8KKKK", "KKKK", LEGAL);
    check_with(free, "8", "-", "8KKKK", "K", MUST);
    check("8", "-", "8D", "D", MUST);
    check_with(free, "8", "-", "8D", "D", LEGAL);
    check_with(free, "8", "single 5", "8D", "D", Err(Fault::DogOnlyAsLead));
    // Out of turn a wish does not count.
    let on = on("single 5").expect("a single");
    let hand = cards("8KKKK");
    assert_eq!(bombs(hand, &on).len(), 1);
    assert!(judge_bomb(hand, &on, within(hand, "KKKK"), None).is_ok());
    assert!(judge_bomb(cards("8888"), &on, cards("8888"), None).is_ok());
}

/// T15.
#[test]
fn out_of_turn_only_bombs_count() {
    let check = |lying: &str, hand: &str, play: &str, expected: Result<&str, Fault>| {
        let lying = on(lying).expect("something lies");
        let hand = cards(hand);
        let bomb = judge_bomb(hand, &lying, cards(play), None).map(|play| play.combination.to_string());
        assert_eq!(bomb.as_deref().map_err(|&fault| fault), expected, "{play} on {lying}");
        let listed = bombs(hand, &lying).iter().any(|bomb| bomb.cards == cards(play));
        assert_eq!(listed, expected.is_ok(), "{play} on {lying}");
    };
    check("single 5", "KKKKA", "KKKK", Ok("bomb K"));
    check("single R", "KKKKA", "KKKK", Ok("bomb K"));
    check("bomb A", "KKKKA", "KKKK", Err(Fault::DoesNotBeat));
    check("bomb A", "2j3j4j5j6j", "2j3j4j5j6j", Ok("bomb 2 to 6"));
    check("single 5", "KKKKA", "A", Err(Fault::NotABomb));
    check("single 5", "KKKP", "KKKP", Err(Fault::NotACombination));
    check("single 5", "KKKKA", "QQQQ", Err(Fault::CardNotHeld));
    // T13: nothing is thrown on the Dog.
    check("dog", "KKKKA", "KKKK", Err(Fault::DoesNotBeat));
}

/// T21, and the cheapest lead.
#[test]
fn what_a_clock_that_runs_out_plays() {
    let check = |wish: Option<&str>, lying: &str, hand: &str, expected: Option<&str>| {
        let turn = Turn::new(cards(hand), on(lying)).under_wish(wish.map(rank), WishOptions::default());
        let play = turn.on_timeout().map(|play| play.combination.to_string());
        assert_eq!(play.as_deref(), expected, "wish {wish:?}, {lying}, hand {hand}");
    };
    check(None, "single 5", "8Q", None);
    check(Some("8"), "single 9", "8Q", None);
    check(Some("8"), "single 5", "8Q", Some("single 8"));
    check(Some("8"), "single 9", "8888Q", Some("bomb 8"));
    check(Some("8"), "single 5", "8888Q", Some("single 8"));
    check(Some("8"), "pair 5", "88PK", Some("pair 8"));
    check(Some("8"), "pair 5", "8PK", Some("pair 8"));
    check(Some("8"), "single 5", "8KKKK", Some("single 8"));
    check(Some("8"), "straight 4 to 8", "56788889", Some("straight 5 to 9"));
    check(Some("8"), "-", "2388", Some("single 8"));
    check(None, "-", "D1P2R", Some("single 1"));
    check(None, "-", "DP2R", Some("single 2"));
    check(None, "-", "DPR", Some("dog"));
    check(None, "-", "PR", Some("single 1.5"));
    check(None, "-", "R", Some("single R"));
    check(None, "-", "AAAA", Some("single A"));
    check(None, "-", "", None);
}

/// T19: the obligation is found without a list of plays, and is the same as with one.
#[test]
fn the_obligation_is_that_of_the_list() {
    let mut rng = seeded(5);
    let mut times = [0, 0];
    for round in 0..30_000 {
        let hand = hand(&mut rng, 1 + round % 14);
        let plays_of = Turn::new(hand, lying(&mut rng));
        for wish in Rank::all() {
            let turn = plays_of.under_wish(Some(wish), WishOptions::default());
            let mut can = false;
            plays_of.each_legal_play(|play| can |= play.cards.has_rank(wish));
            assert_eq!(turn.must_play_wish(), can, "{turn:?}");
            times[usize::from(can)] += 1;
            if round % 10 == 0 {
                assert_clock_is_legal(&turn);
            }
        }
    }
    assert!(times.iter().all(|&times| times > 10_000), "{times:?}");
}

/// T21: what the clock does is legal, and fulfils a wish that must be fulfilled.
fn assert_clock_is_legal(turn: &Turn) {
    match turn.on_timeout() {
        Some(play) => {
            assert_eq!(turn.judge_play(play.cards, play.stated()), Ok(play), "{turn:?}");
            let wish = turn.wish.expect("a wish is open");
            assert!(!turn.must_play_wish() || play.cards.has_rank(wish), "{turn:?}");
            let led_for_want_of_another =
                turn.hand.iter().all(|card| !card.is_natural() && card != Card::MAH_JONG);
            assert!(play.combination != Combination::Dog || led_for_want_of_another, "{turn:?}");
        }
        None => assert_eq!(turn.judge_pass(), LEGAL, "{turn:?}"),
    }
}

//! What a round brings (T22 to T24).

use parlour_rules::tichu::{Call, Card, Cards, Finish, score};
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::sample::seeded;

/// Order out, then for each seat `won / hand / call`, then card points and points with calls.
#[test]
fn rounds_bring_what_the_rules_say() {
    let check = |out: &[usize], seats: [&str; 4], cards: [i32; 2], points: [i32; 2]| {
        let column =
            |place: usize| seats.map(|seat| seat.split('/').nth(place).expect("three columns").trim());
        let set = |text: &str| text.parse::<Cards>().expect("cards");
        let calls = column(2).map(|call| match call {
            "tichu" => Some(Call::Tichu),
            "grand" => Some(Call::Grand),
            _ => None,
        });
        let finish = Finish::of(out).expect("the round is over");
        let score = score(finish, column(0).map(set), column(1).map(set), calls);
        assert_eq!((score.cards, score.points()), (cards, points), "{out:?} {seats:?}");
    };
    // T23: own tricks; the last seat's tricks to the first out, its hand to the opponents.
    check(&[0, 1, 2], ["Kj/-/", "Tj/-/", "5j/-/", "Ks Ts/5s/"], [10 + 5 + 20 + 5, 10], [40, 10]);
    check(&[1, 0, 2], ["Kj/-/", "Tj/-/", "5j/-/", "Ks Ts/5s/"], [10 + 5 + 5, 10 + 20], [20, 30]);
    // The partner is last: its tricks go to the first out, its hand to the others.
    check(&[0, 1, 3], ["-/-/", "-/-/", "Kj/Ks/", "-/-/"], [10, 10], [10, 10]);
    // The last seat holds the Phoenix, or the Dragon.
    check(&[0, 1, 2], ["-/-/", "-/-/", "-/-/", "-/P/"], [-25, 0], [-25, 0]);
    check(&[0, 1, 2], ["-/-/", "-/-/", "-/-/", "-/R/"], [25, 0], [25, 0]);
    // The Dragon's trick, given to the later last seat, returns to the giver's team, whose partner was first.
    check(&[2, 1, 0], ["-/-/", "-/-/", "-/-/", "R Kj Ks/-/"], [45, 0], [45, 0]);
    // T24: double victory, nothing is counted.
    check(&[0, 2], ["P/-/", "R Kj/Ks/", "-/-/", "-/5j/"], [200, 0], [200, 0]);
    check(&[3, 1], ["R/5j/", "-/-/", "-/5s/", "-/-/"], [0, 200], [0, 200]);
    // The second of a double victory had called tichu.
    check(&[0, 2], ["-/-/", "-/-/", "-/-/tichu", "-/-/"], [200, 0], [100, 0]);
    // An opponent of a double victory had called grand tichu.
    check(&[0, 2], ["-/-/", "-/-/grand", "-/-/", "-/-/"], [200, 0], [200, -200]);
    // Calls that are made, and both partners' calls, of which one can be made.
    check(&[0, 1, 2], ["-/-/tichu", "-/-/", "-/-/", "-/-/"], [0, 0], [100, 0]);
    check(&[1, 0, 2], ["-/-/tichu", "-/-/grand", "-/-/", "-/-/"], [0, 0], [-100, 200]);
    check(&[0, 1, 2], ["-/-/grand", "-/-/", "-/-/tichu", "-/-/"], [0, 0], [100, 0]);
    check(&[0, 2], ["-/-/grand", "-/-/tichu", "-/-/", "-/-/grand"], [200, 0], [400, -300]);
}

/// T22.
#[test]
fn a_round_ends_with_one_seat_left_or_a_double_victory() {
    let check = |out: &[usize], expected| assert_eq!(Finish::of(out), expected, "{out:?}");
    check(&[], None);
    check(&[2], None);
    check(&[0, 1], None);
    check(&[2, 3], None);
    check(&[2, 0], Some(Finish::DoubleVictory { first: 2 }));
    check(&[1, 3], Some(Finish::DoubleVictory { first: 1 }));
    check(&[0, 1, 2], Some(Finish::OneLeft { first: 0, last: 3 }));
    check(&[3, 2, 1], Some(Finish::OneLeft { first: 3, last: 0 }));
}

/// T23: however the cards were won, they are 100 points.
#[test]
fn card_points_sum_to_a_hundred() {
    let mut rng = seeded(4);
    for _ in 0..2_000 {
        let mut seats = [0, 1, 2, 3];
        seats.shuffle(&mut rng);
        let [.., last] = seats;
        let mut won = [Cards::EMPTY; 4];
        let mut hands = [Cards::EMPTY; 4];
        for card in Cards::DECK {
            if rng.random_bool(0.1) {
                hands[last].insert(card);
            } else {
                won[rng.random_range(0..4)].insert(card);
            }
        }
        let finish = Finish::of(&seats[..3]).expect("three are out");
        let score = score(finish, won, hands, [None; 4]);
        assert_eq!(score.cards[0] + score.cards[1], 100);
        assert_eq!(score.calls, [0, 0]);
    }
    assert_eq!(i32::from(Card::DRAGON.points() + Card::PHOENIX.points()), 0);
}

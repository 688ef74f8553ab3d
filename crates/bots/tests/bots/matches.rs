//! Whole matches: bots against players who do anything legal, and bots among themselves.

use parlour_chance::Chance;
use parlour_engine::{
    Action, Input, Length, Match, Seat, Seats, Seed, Variant, View, Viewer, Waits, rummikub, tichu,
};

/// What a match came to.
pub(crate) struct Played {
    /// Points by seat in Rummikub, by team in Tichu.
    totals: Vec<i32>,
    /// Inputs that it took.
    inputs: usize,
}

/// Plays a match; bots have the seats `bots`, chance the others. `look` sees the match before each of the bots' decisions.
pub(crate) fn play(
    variant: &Variant,
    bots: Seats,
    chance: &mut Chance,
    mut look: impl FnMut(&Match, Seat, &Option<Action>),
) -> Played {
    let mut game = Match::new(variant.clone()).expect("the variant makes sense");
    for inputs in 0.. {
        let (acting, must) = match game.waits() {
            Waits::Nothing => return Played { totals: totals(&game), inputs },
            Waits::Deal => {
                game.apply(Input::Deal(Seed::new(chance.bytes()))).expect("the match waits for a deal");
                continue;
            }
            Waits::BombWindow { .. } => (Seats::all(game.seats()), false),
            Waits::Seats(seats, _) => (seats, true),
        };
        let choice = acting.iter().find_map(|seat| {
            let action = if bots.contains(seat) {
                let action = parlour_bots::decide(&game.view(Viewer::Seat(seat)));
                look(&game, seat, &action);
                action
            } else {
                let mut legal = game.legal_actions(seat);
                must.then(|| legal.swap_remove(chance.below(legal.len())))
            };
            assert!(action.is_some() || !must, "seat {seat} must act and a bot waits");
            Some((seat, action?))
        });
        let input = choice.map_or(Input::Timeout, |(seat, action)| Input::Act(seat, action));
        let shown = format!("{input:?}");
        game.apply(input).unwrap_or_else(|illegal| panic!("{shown}: {illegal}"));
    }
    unreachable!("a match ends");
}

fn totals(game: &Match) -> Vec<i32> {
    match game.view(Viewer::Spectator) {
        View::Rummikub(view) => view.totals.values().copied().collect(),
        View::Tichu(view) => view.totals.to_vec(),
    }
}

fn seats(numbers: &[usize]) -> Seats {
    numbers.iter().filter_map(|&number| Seat::new(number)).collect()
}

pub(crate) fn rummikub_for(seats: u8, rounds: u16) -> Variant {
    let length = Length::Rounds(rounds);
    Variant::Rummikub(rummikub::Variant { seats, length, ..rummikub::Variant::default() })
}

pub(crate) fn tichu_to(length: Length) -> Variant {
    Variant::Tichu(tichu::Variant { length, ..tichu::Variant::default() })
}

/// Of 60 rounds against two players who do anything legal, the bot wins nearly all; it sits on each seat in turn.
#[test]
fn rummikub_beats_chance() {
    let mut chance = Chance::new(1);
    let (mut own, mut others) = (0, 0);
    for number in 0..12 {
        let seat = number % 3;
        let played = play(&rummikub_for(3, 5), seats(&[seat]), &mut chance, |_, _, _| {});
        own += played.totals[seat];
        others += played.totals.iter().sum::<i32>() - played.totals[seat];
        assert!(played.inputs <= MOST_AGAINST_CHANCE, "{} inputs", played.inputs);
    }
    assert!(own >= 55 && others <= 5, "{own} rounds won, {others} lost");
}

/// Of 40 matches to 1,000 against two who do anything legal, two bots win nearly all; they sit on both sides.
#[test]
fn tichu_beats_chance() {
    let mut chance = Chance::new(2);
    let mut won = 0;
    for number in 0..40 {
        let team = number % 2;
        let played =
            play(&tichu_to(Length::Target(1_000)), seats(&[team, team + 2]), &mut chance, |_, _, _| {});
        won += usize::from(played.totals[team] > played.totals[1 - team]);
        assert!(played.inputs <= MOST_OF_TICHU, "{} inputs", played.inputs);
    }
    assert!(won >= 38, "{won} of 40 matches won");
}

/// The most inputs of a match: a round of Rummikub against chance is never drawn, so it is far from its 400 turns.
const MOST_AGAINST_CHANCE: usize = 1_500;
const MOST_OF_RUMMIKUB: usize = 1_500;
const MOST_OF_TICHU: usize = 3_000;

/// Bots among themselves come to an end, and no seat is favoured beyond luck.
#[test]
fn bots_among_themselves_come_to_an_end() {
    let mut chance = Chance::new(3);
    for number in 0..12 {
        let count = 2 + number % 2;
        let played = play(&rummikub_for(count as u8, 5), Seats::all(count), &mut chance, |_, _, _| {});
        assert!(played.inputs <= MOST_OF_RUMMIKUB, "{} inputs", played.inputs);
        assert!(played.totals.iter().sum::<i32>() >= 4, "rounds are won: {:?}", played.totals);
    }
    for _ in 0..20 {
        let played = play(&tichu_to(Length::Target(1_000)), Seats::all(4), &mut chance, |_, _, _| {});
        assert!(played.inputs <= MOST_OF_TICHU, "{} inputs", played.inputs);
        assert!(played.totals.iter().any(|&points| points >= 1_000), "{:?}", played.totals);
    }
}

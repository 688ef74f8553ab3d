//! A bot decides the same whatever the others hold and whatever lies in the pool.
//!
//! In the middle of matches, all that the seat may not know is mixed up; the seat's view must not change, and so its
//! decision does not.

use parlour_chance::Chance;
use parlour_engine::{
    Action, BySeat, Game, Length, Match, Seat, Seats, Variant, View, Viewer, rummikub, tichu,
};
use parlour_rules::rummikub::Tile;
use parlour_rules::tichu::{Card, Cards};

use crate::matches::{play, rummikub_for, tichu_to};

/// Plays `matches` among bots and mixes the hidden parts before every `nth` decision; at least `least` were different.
fn check(variant: &Variant, matches: usize, nth: usize, least: usize) {
    let (mut chance, mut mixing) = (Chance::new(4), Chance::new(5));
    let (mut decisions, mut different) = (0, 0);
    for _ in 0..matches {
        play(variant, Seats::all(variant.seats()), &mut chance, |game, seat, decided| {
            decisions += 1;
            if decisions % nth == 0 {
                different += usize::from(check_one(game, seat, decided, &mut mixing));
            }
        });
    }
    assert!(different >= least, "only {different} positions were mixed");
}

/// Answers whether the mixed position is another one at all.
fn check_one(game: &Match, seat: Seat, decided: &Option<Action>, mixing: &mut Chance) -> bool {
    let (view, different) = match game {
        Match::Rummikub(game) => {
            let position = game.position();
            let mixed = mix_rummikub(position.clone(), seat, mixing);
            let other = rummikub::Match::from_position(game.variant().clone(), mixed.clone());
            let view = other.expect("racks and pool are as large as before").view(Viewer::Seat(seat));
            // A position does not hold the rounds that are over; a view does.
            let results = game.view(Viewer::Seat(seat)).results;
            (View::Rummikub(rummikub::View { results, ..view }), mixed != position)
        }
        Match::Tichu(game) => {
            let position = game.position();
            let mixed = mix_tichu(position.clone(), seat, mixing);
            let other = tichu::Match::from_position(game.variant().clone(), mixed.clone());
            let view = other.expect("hands are as large as before").view(Viewer::Seat(seat));
            let results = game.view(Viewer::Seat(seat)).results;
            (View::Tichu(tichu::View { results, ..view }), mixed != position)
        }
    };
    assert_eq!(view, game.view(Viewer::Seat(seat)), "seat {seat} sees a difference");
    assert_eq!(parlour_bots::decide(&view), *decided, "seat {seat} decides otherwise");
    different
}

fn mix_rummikub(mut position: rummikub::Position, seat: Seat, mixing: &mut Chance) -> rummikub::Position {
    let round = position.playing.as_mut().expect("a bot decides in a round");
    let others: Vec<Seat> = Seat::all(round.racks.len()).filter(|&other| other != seat).collect();
    let mut hidden: Vec<Tile> = others.iter().flat_map(|&other| round.racks[other].iter()).collect();
    hidden.extend(round.pool.iter().copied());
    mixing.shuffle(&mut hidden);
    for other in others {
        let count = round.racks[other].len();
        round.racks[other] = hidden.drain(..count).collect();
    }
    round.pool = hidden.into();
    position
}

fn mix_tichu(mut position: tichu::Position, seat: Seat, mixing: &mut Chance) -> tichu::Position {
    match &mut position.stage {
        tichu::Stage::Grand(answering) => {
            let mut hidden = hidden(&answering.hands, seat);
            hidden.extend(answering.next.values().flat_map(|cards| cards.iter()));
            mixing.shuffle(&mut hidden);
            deal(&mut answering.hands, seat, &mut hidden);
            for next in answering.next.values_mut() {
                *next = hidden.drain(..next.len()).collect();
            }
            for (other, answer) in Seat::all(4).zip(answering.answers.values_mut()) {
                *answer = answer.map(|grand| if other == seat { grand } else { mixing.below(2) == 0 });
            }
        }
        tichu::Stage::Exchange(choosing) => {
            let mut hidden = hidden(&choosing.hands, seat);
            mixing.shuffle(&mut hidden);
            deal(&mut choosing.hands, seat, &mut hidden);
            for (other, chosen) in Seat::all(4).zip(choosing.chosen.values_mut()) {
                let mut cards = choosing.hands[other].iter();
                if let Some(chosen) = chosen.as_mut().filter(|_| other != seat) {
                    let mut card = || cards.next().expect("a hand of fourteen");
                    *chosen = tichu::Exchange { left: card(), partner: card(), right: card() };
                }
            }
        }
        tichu::Stage::Play(playing) => {
            let mut hidden = hidden(&playing.hands, seat);
            mixing.shuffle(&mut hidden);
            deal(&mut playing.hands, seat, &mut hidden);
        }
        tichu::Stage::Between | tichu::Stage::Over { .. } => panic!("a bot decides in a round"),
    }
    position
}

fn hidden(hands: &BySeat<Cards>, seat: Seat) -> Vec<Card> {
    hands.iter().filter(|(other, _)| *other != seat).flat_map(|(_, hand)| hand.iter()).collect()
}

fn deal(hands: &mut BySeat<Cards>, seat: Seat, cards: &mut Vec<Card>) {
    for (other, hand) in Seat::all(4).zip(hands.values_mut()) {
        if other != seat {
            *hand = cards.drain(..hand.len()).collect();
        }
    }
}

#[test]
fn rummikub_does_not_look_at_hidden_tiles() {
    check(&rummikub_for(3, 5), 12, 2, 300);
}

#[test]
fn tichu_does_not_look_at_hidden_cards() {
    check(&tichu_to(Length::Rounds(5)), 12, 4, 800);
}

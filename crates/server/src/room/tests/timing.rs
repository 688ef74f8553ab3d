//! Time tells nothing: where two tables of Tichu look the same, they wait equally long and say equally much, whatever is in
//! the hands that a viewer does not see (T14, T15, T17, T19, T21).
//!
//! A position of a random match gets a twin in which the other seats have exchanged cards. The same things happen in both
//! rooms, under the same clock; they are compared until they look different, and the frame in which they do comes at the
//! same time as well.

use std::sync::Arc;

use parlour_engine::{
    Action, Expect, Game, Input as GameInput, Match, Seat, Seed, Variant, Viewer, Waits, tichu,
};
use parlour_protocol::{Command, Expects, Prompt, RoomId};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::script::play;
use super::sim::{Sim, player};
use crate::room::Input;
use crate::room::state::Table;

/// Whom the hidden cards are hidden from: player 1 on seat 0, who looks on as well when it has nothing to do.
const WATCHER: u64 = 1;

/// What was compared, so that the test cannot be empty.
#[derive(Debug, Default)]
struct Compared {
    windows: usize,
    wishes: usize,
    forced: usize,
    timeouts: usize,
    bots: usize,
    away: usize,
}

/// A position in the middle of a random round.
fn position(chance: &mut StdRng) -> tichu::Position {
    let mut game = tichu::Match::new(tichu::Variant::default()).expect("the default options");
    let seed = Seed::new(chance.random());
    game.apply(GameInput::Deal(seed)).expect("the first deal");
    let mut inputs = chance.random_range(9..60_u32);
    while inputs > 0
        || !matches!(game.waits(), Waits::BombWindow { .. } | Waits::Seats(_, Expect::Lead | Expect::Follow))
    {
        let input = match game.waits() {
            Waits::Seats(seats, _) => {
                let seat = seats.iter().next().expect("somebody must act");
                let actions = game.legal_actions(seat);
                // Who plays its cards as soon as it can ends the round; so every other one passes.
                let pass =
                    actions.iter().find(|action| **action == tichu::Action::Pass && chance.random_bool(0.5));
                GameInput::Act(seat, pass.or_else(|| actions.choose(chance)).expect("an action").clone())
            }
            Waits::BombWindow { .. } => GameInput::Timeout,
            Waits::Deal | Waits::Nothing => GameInput::Deal(Seed::new(chance.random())),
        };
        game.apply(input).expect("an action that is legal");
        inputs = inputs.saturating_sub(1);
    }
    game.position()
}

/// The same position for seat 0, with the cards of the others exchanged among them; none if there is no such match.
fn twin(position: &tichu::Position, chance: &mut StdRng) -> Option<tichu::Position> {
    let text = position.to_string();
    let hand = |line: &str| line.strip_prefix("hand ").is_some_and(|rest| !rest.starts_with('0'));
    let mut cards: Vec<&str> =
        text.lines().filter(|line| hand(line)).flat_map(|line| line.split(' ').skip(2)).collect();
    cards.shuffle(chance);
    let mut lines = Vec::new();
    for line in text.lines() {
        let count = if hand(line) { line.split(' ').skip(2).count() } else { 0 };
        let start = if hand(line) { &line[.."hand 0".len()] } else { line };
        lines.push([start].into_iter().chain(cards.drain(..count)).collect::<Vec<_>>().join(" "));
    }
    let twin: tichu::Position = lines.join("\n").parse().ok()?;
    tichu::Match::from_position(tichu::Variant::default(), twin.clone()).ok()?;
    Some(twin)
}

/// A room in which seat 0 and a few of the others are people; the position lies on its table.
fn room(position: &tichu::Position, bots: [bool; 3]) -> Sim {
    let mut sim = Sim::of(Variant::Tichu(tichu::Variant::default()));
    sim.watched = vec![WATCHER, 5];
    play(&mut sim, "1 sit 0 => ok\n 5 join => ok");
    for (seat, bot) in (1..).zip(bots) {
        let player = seat + 1;
        match bot {
            true => play(&mut sim, &format!("1 bot {seat} => ok")),
            false => play(
                &mut sim,
                &format!("{player} join => ok\n {player} sit {seat} => ok\n {player} ready => ok"),
            ),
        }
    }
    play(&mut sim, "1 start => ok");
    let state = &mut sim.room.state;
    let Table::Running { game, .. } = &mut state.table else { panic!("a match runs") };
    let position = tichu::Match::from_position(tichu::Variant::default(), position.clone());
    *game = Arc::new(Match::Tichu(position.expect("a match can stand so")));
    let (seats, expects) = state.expected();
    let wait = if expects == Expects::BombWindow { 2_000 } else { 60_000 };
    let deadline = Some(state.at + wait);
    state.prompt = Prompt { number: state.prompt.number + 1, seats, expects, deadline, legal: None };
    state.asked_at = state.at;
    sim.sent.clear();
    sim
}

/// What both viewers were sent since, with times, but for the cards of seat 0 in the view.
fn told(sim: &Sim) -> [Vec<String>; 2] {
    [sim.log(WATCHER), sim.log(5)]
}

/// A player's connection is lost, or comes back; says whether that put a deadline off or drew it near.
fn come_or_go(sim: &mut Sim, who: u64) -> bool {
    let before = sim.room.prompt().deadline;
    let Some(here) = sim.room.presence(player(who)) else { return false };
    sim.input(Input::Presence { player: player(who), connected: !here });
    sim.room.prompt().deadline != before
}

/// Lets the next thing happen in a room: an action of seat 0 when it must act, else whatever is due.
fn step(sim: &mut Sim, action: Option<&Action>) {
    match action {
        Some(action) => {
            let prompt = Some(sim.room.prompt().number);
            let command = Command::Act { room: RoomId::from_bits(1), prompt, action: action.clone() };
            let id = sim.next_id(WATCHER);
            sim.send(WATCHER, id, command);
        }
        None => assert!(sim.tick(sim.now + 1_000_000), "something is due"),
    }
}

/// Plays both rooms on until they look different; answers whether they did at once.
fn compare(mut one: Sim, mut other: Sim, chance: &mut StdRng, compared: &mut Compared) {
    for _ in 0..40 {
        note(&one, &other, compared);
        let zero = Seat::new(0).expect("a seat");
        let mine = one.room.prompt().seats.contains(zero);
        let actions = match &one.room.state.table {
            Table::Running { game, .. } if mine => game.legal_actions(zero),
            Table::Running { .. } | Table::Bare | Table::Over { .. } => Vec::new(),
        };
        let action = actions.choose(chance).filter(|_| chance.random_bool(0.9)).cloned();
        if chance.random_bool(0.2) {
            let who = chance.random_range(1..=4);
            let (seen, twin) = (come_or_go(&mut one, who), come_or_go(&mut other, who));
            assert_eq!(seen, twin, "whose clock waits tells nothing");
            compared.away += usize::from(seen);
        }
        let before = [&one, &other].map(|sim| (sim.now, sim.room.seq()));
        assert_eq!(before[0], before[1]);
        let due = [&one, &other].map(|sim| (sim.room.alarms().collect::<Vec<_>>(), sim.room.bots().0));
        assert_eq!(due[0], due[1], "what is due is due at the same time");
        step(&mut one, action.as_ref());
        step(&mut other, action.as_ref());
        assert_eq!(
            (one.now, one.room.seq()),
            (other.now, other.room.seq()),
            "one frame each, at the same time"
        );
        let (first, second) = (told(&one), told(&other));
        let counts = [&first, &second].map(|told| told.each_ref().map(Vec::len));
        assert_eq!(counts[0], counts[1], "as many frames");
        if first != second || one.room.status().summary.stage != parlour_protocol::Stage::Playing {
            return;
        }
    }
}

/// Notes what the next step compares.
fn note(one: &Sim, other: &Sim, compared: &mut Compared) {
    let prompt = one.room.prompt();
    let Table::Running { game, .. } = &one.room.state.table else { return };
    let Table::Running { game: twin, .. } = &other.room.state.table else { return };
    let seat = prompt.seats.iter().next();
    compared.windows += usize::from(prompt.expects == Expects::BombWindow);
    if let Match::Tichu(game) = &**game {
        compared.wishes += usize::from(game.view(Viewer::Spectator).wish.is_some());
    }
    if let Some(seat) = seat.filter(|seat| seat.index() > 0) {
        let forced = |game: &Match| game.legal_actions(seat).len() == 1;
        compared.forced += usize::from(forced(game) != forced(twin));
        let bot = one.room.bots().1.any(|other| other == seat);
        compared.timeouts += usize::from(!bot);
        compared.bots += usize::from(bot);
    }
}

#[test]
fn time_and_number_of_frames_tell_nothing_of_hidden_cards() {
    let mut compared = Compared::default();
    for number in 0..400 {
        let mut chance = StdRng::seed_from_u64(number);
        let position = position(&mut chance);
        let Some(twin) = twin(&position, &mut chance) else { continue };
        let bots = [0, 1, 2].map(|_| chance.random_bool(0.5));
        let [one, other] = [&position, &twin].map(|position| room(position, bots));
        compare(one, other, &mut chance, &mut compared);
    }
    let Compared { windows, wishes, forced, timeouts, bots, away } = &compared;
    assert!([windows, wishes, forced, timeouts, bots, away].iter().all(|&&count| count > 20), "{compared:?}");
}

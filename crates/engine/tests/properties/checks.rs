//! One random match, and what must hold in it.

use std::collections::BTreeSet;

use parlour_chance::Chance;
use parlour_engine::transcript::{self, Recorder};
use parlour_engine::{Input, Seat, Seed, Silent, Viewer, Waits};

use crate::playable::Playable;

/// Plays a random match to its end and checks it on the way: what is cheap after each input, the rest now and then.
/// Answers the names of all events that happened.
pub(crate) fn play<G: Playable>(random: &mut Chance) -> BTreeSet<String> {
    let (variant, position) = G::random_start(random);
    assert_eq!(variant.to_string().parse(), Ok(variant.clone()), "a variant is read back from its text");
    let kind = G::NAME.parse().expect("a game's name");
    let (mut game, mut recorder) = match position {
        Some(position) => {
            let recorder = Recorder::from_position(kind, &variant, &position);
            (G::from_position(variant, position).expect("a position of the game"), recorder)
        }
        None => {
            let seed = random.chance(1, 2).then(|| Seed::new(random.bytes()));
            let recorder = Recorder::new(kind, &variant, seed);
            (G::new(variant).expect("a variant of the game"), recorder)
        }
    };
    // Some tables play, at some the clock does all, and at most of them it strikes now and then.
    let timeouts = *random.pick(&[0, 1, 1, 2, 10, 100]);
    let mut ledger = game.ledger();
    let viewer = *random.pick(&viewers(game.seats()).collect::<Vec<_>>());
    let mut followed = G::shown_by_events(game.view(viewer));
    let mut names = BTreeSet::new();
    for inputs in 0.. {
        assert!(inputs <= G::MOST_INPUTS, "the match does not end");
        if random.chance(1, 24) {
            check_legal(&game, random);
            check_texts(&game);
        }
        if random.chance(1, 24) {
            check_hidden(&game, random);
        }
        let Some(input) = next_input(&game, timeouts, random) else { break };
        let before = game.waits();
        let unheard = random.chance(1, 8).then(|| {
            let mut copy = game.clone();
            let outcome = copy.apply_to(input.clone(), &mut Silent);
            assert!(outcome.is_ok(), "{input} was refused while nobody listened: {outcome:?}");
            copy.position()
        });
        let outcome = game.apply(input.clone());
        if let Some(position) = unheard {
            assert_eq!(position, game.position(), "{input} does the same while nobody listens");
        }
        recorder.record(&input, &outcome);
        let events = outcome.unwrap_or_else(|illegal| panic!("{input} was refused: {illegal}"));
        // A bomb window over the Dragon closes without an event: what follows is a prompt (T14, T17).
        assert!(!events.is_empty() || game.waits() != before, "{input} did nothing");
        for event in &events {
            game.follow(&mut ledger, event);
            if random.chance(1, 50) {
                names.extend(event.to_string().split(' ').next().map(str::to_owned));
                check_event::<G>(event);
            }
        }
        assert_eq!(ledger, game.ledger(), "the events of {input} tell all that happened");
        let shown: Vec<G::Event> = events.iter().map(|event| G::seen_by(event, viewer)).collect();
        G::follow_in(&mut followed, &shown);
        assert_eq!(
            followed,
            G::shown_by_events(game.view(viewer)),
            "the events of {input} lead to what {viewer:?} sees"
        );
    }
    check_legal(&game, random);
    check_texts(&game);
    check_replay(recorder.text());
    names
}

/// An input that the match takes; none when it is over.
fn next_input<G: Playable>(game: &G, timeouts: usize, random: &mut Chance) -> Option<Input<G::Action>> {
    let acting: Vec<Seat> = match game.waits() {
        Waits::Deal => return Some(Input::Deal(Seed::new(random.bytes()))),
        Waits::Nothing => return None,
        Waits::BombWindow { .. } => Vec::new(),
        Waits::Seats(seats, _) => seats.iter().collect(),
    };
    // Now and then somebody acts who need not: a call, a bomb.
    let bystanders = || Seat::all(game.seats()).filter(|&seat| !game.legal_actions(seat).is_empty());
    let able: Vec<Seat> =
        if acting.is_empty() || random.chance(1, 8) { bystanders().collect() } else { acting };
    if able.is_empty() || random.chance(timeouts, 100) {
        return Some(Input::Timeout);
    }
    let seat = *random.pick(&able);
    let legal = game.legal_actions(seat);
    assert!(!legal.is_empty(), "seat {seat} must act and cannot");
    Some(Input::Act(seat, game.choose(&legal, random)))
}

/// Seats of the table must act, and each of them can.
fn check_waits<G: Playable>(game: &G) {
    if let Waits::Seats(seats, _) = game.waits() {
        assert!(!seats.is_empty(), "somebody must act");
        for seat in seats.iter() {
            assert!(seat.index() < game.seats(), "a seat of the table must act");
            assert!(!game.legal_actions(seat).is_empty(), "seat {seat} must act and cannot");
        }
    }
}

/// Legal if and only if accepted; and what is refused changes nothing.
fn check_legal<G: Playable>(game: &G, random: &mut Chance) {
    for seat in Seat::all(Seat::MAX) {
        let legal = game.legal_actions(seat);
        assert_eq!(legal, G::legal_in(&game.view(Viewer::Seat(seat))), "the view tells what is legal");
        let mut same = random.clone();
        let picked = game.pick_action(seat, || random.bits());
        assert_eq!(picked.is_none(), legal.is_empty(), "an action is picked where one is legal");
        assert!(picked.iter().all(|action| legal.contains(action)), "what is picked is legal: {picked:?}");
        check_by_chance(game, seat, picked, || same.bits());
        for action in &legal {
            let outcome = game.clone().apply(Input::Act(seat, action.clone()));
            assert!(outcome.is_ok(), "{seat} {action} is legal, and refused: {outcome:?}");
        }
        for _ in 0..12 {
            let action = game.random_action(seat, random);
            let allowed = game.allows(seat, &action).unwrap_or_else(|| legal.contains(&action));
            check_outcome(game, Input::Act(seat, action), allowed);
        }
    }
    check_waits(game);
    check_outcome(game, Input::Deal(Seed::new(random.bytes())), game.waits() == Waits::Deal);
    let running = !matches!(game.waits(), Waits::Deal | Waits::Nothing);
    check_outcome(game, Input::Timeout, running);
}

/// What is done by chance is what was picked, and the match goes on from it as if it had been asked for.
fn check_by_chance<G: Playable>(game: &G, seat: Seat, picked: Option<G::Action>, draw: impl FnMut() -> u64) {
    let (mut by_chance, mut happened) = (game.clone(), Vec::new());
    assert_eq!(by_chance.act_by_chance(seat, draw, &mut happened), picked.is_some());
    let mut asked = game.clone();
    let told = picked.map_or_else(Vec::new, |action| asked.apply(Input::Act(seat, action)).expect("legal"));
    assert_eq!((by_chance.position(), happened), (asked.position(), told));
}

/// Whether an input is accepted on a copy, and changes nothing if it is not.
fn check_outcome<G: Playable>(game: &G, input: Input<G::Action>, accepted: bool) {
    let mut copy = game.clone();
    let outcome = copy.apply(input.clone());
    assert_eq!(outcome.is_ok(), accepted, "{input}: {outcome:?}");
    if !accepted {
        assert_eq!(copy.position(), game.position(), "{input} was refused and changed the match");
        for viewer in viewers(game.seats()) {
            assert_eq!(copy.view(viewer), game.view(viewer), "{input} was refused and changed a view");
        }
    }
}

/// Two matches that differ only in what a viewer may not know look the same to it, now and for as long as nothing
/// is shown to it. The bytes are compared, as they would travel.
fn check_hidden<G: Playable>(game: &G, random: &mut Chance) {
    let viewers: Vec<Viewer> = viewers(game.seats()).collect();
    let viewer = *random.pick(&viewers);
    let position = game.position();
    let mixed = G::mix_hidden(&position, viewer, random);
    let start =
        |position| G::from_position(game.variant().clone(), position).expect("a position of the game");
    let (mut one, mut other) = (start(position), start(mixed));
    for _ in 0..12 {
        let views = [one.view(viewer), other.view(viewer)].map(|view| json(&view));
        assert_eq!(views[0], views[1], "{viewer:?} sees a difference");
        assert_eq!(one.waits(), other.waits());
        let Some(input) = next_input(&one, 10, random) else { return };
        let (Ok(events), Ok(others)) = (one.apply(input.clone()), other.apply(input.clone())) else { return };
        if G::reveals(&events, viewer) || G::reveals(&others, viewer) {
            return;
        }
        let seen = [events, others].map(|events| {
            let seen: Vec<G::Event> = events.iter().map(|event| G::seen_by(event, viewer)).collect();
            json(&seen)
        });
        assert_eq!(seen[0], seen[1], "{viewer:?} sees a difference after {input}");
    }
}

/// Positions, views and actions are read back as they were written.
fn check_texts<G: Playable>(game: &G) {
    let position = game.position();
    assert_eq!(position.to_string().parse(), Ok(position.clone()));
    let resumed =
        G::from_position(game.variant().clone(), position.clone()).expect("where a match stands it can");
    assert_eq!(resumed.position(), position);
    assert_eq!(resumed.waits(), game.waits());
    for viewer in viewers(game.seats()) {
        let view = game.view(viewer);
        assert_eq!(serde_json::from_str::<G::View>(&json(&view)).expect("a view"), view);
        for action in G::legal_in(&view) {
            check_text(&action);
            assert_eq!(serde_json::from_str::<G::Action>(&json(&action)).expect("an action"), action);
        }
    }
}

/// An event, whoever sees it, is read back as it was written.
fn check_event<G: Playable>(event: &G::Event) {
    for viewer in viewers(Seat::MAX) {
        let seen = G::seen_by(event, viewer);
        check_text(&seen);
        assert_eq!(serde_json::from_str::<G::Event>(&json(&seen)).expect("an event"), seen);
        assert_eq!(G::seen_by(&seen, viewer), seen, "nothing more can be hidden");
        let more = viewer.seat().is_some_and(|seat| G::insiders(event).contains(seat));
        let differs = seen != G::seen_by(event, Viewer::Spectator);
        assert_eq!(differs, more, "{viewer:?}: {event}");
    }
}

fn check_text<T: std::fmt::Display + std::str::FromStr + PartialEq + std::fmt::Debug>(value: &T) {
    let text = value.to_string();
    assert!(!text.contains('\n'), "{text} is one line");
    assert_eq!(text.parse().ok().as_ref(), Some(value), "{text}");
}

/// The transcript of a match tells the same when it is played again.
fn check_replay(text: &str) {
    let replay = transcript::replay(text).expect("what was recorded can be read");
    for step in &replay.steps {
        assert_eq!(step.written, step.happened, "line {}: > {}", step.line, step.input);
    }
}

fn viewers(seats: usize) -> impl Iterator<Item = Viewer> {
    Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator])
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("what travels can be serialised")
}

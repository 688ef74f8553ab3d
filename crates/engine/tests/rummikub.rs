//! What Rummikub's positions, options and views are, one case at a time. Whole turns are in the transcripts.

use parlour_engine::rummikub::{Action, Event, Match, Phase, Position, Variant, View};
use parlour_engine::{BySeat, Game, Input, Seat, Seats, Seed, Viewer, Waits};

const RACKS: &str = "rack 0 R1 R2 R3 R7 O7 B1 B2 B3 B4 K7 K9 K10 K11 K12\n\
                     rack 1 R4 R5 R6 R8 R9 R10 O1 O2 O3 O4 O5 O6 B13 J\n";
const REST: &str = "R11 R12 R13 O8 O9 O10 O11 O12 B5 B6 B7 B8 B9 B10 B11 B12 K1 K2 K3 K4 K5 K6 K8 J";

/// A good position of two seats, seat 0 to take.
fn good() -> String {
    format!("{RACKS}pool {REST}\ndiscards 0:K13 1:O13\nturn 0 take\n")
}

fn start(variant: &str, position: &str) -> Match {
    let (variant, position): (Variant, Position) =
        (variant.parse().expect("a variant"), position.parse().expect("a position"));
    Match::from_position(variant, position).expect("a position of the game")
}

fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat")
}

fn actions(texts: &[&str]) -> Vec<Action> {
    texts.iter().map(|text| text.parse().expect("an action")).collect()
}

#[test]
fn a_position_is_checked_part_by_part() {
    let check = |variant: &str, position: &str, expected: &str| {
        let (variant, position): (Variant, Position) =
            (variant.parse().expect("a variant"), position.parse().expect("a position"));
        let outcome = Match::from_position(variant, position).map(|_| ()).map_err(|fault| fault.to_string());
        match expected {
            "" => assert_eq!(outcome, Ok(())),
            part => assert!(outcome.as_ref().is_err_and(|fault| fault.contains(part)), "{part}: {outcome:?}"),
        }
    };
    let with = |from: &str, to: &str| {
        assert!(good().contains(from), "{from} is there to be replaced");
        good().replacen(from, to, 1)
    };
    let also = |line: &str| good() + line;
    check("", &good(), "");
    // R1: each tile exactly once.
    check("", &with("pool R11", "pool R1"), "pool must hold, with racks and discards, each tile");
    check("", &with("pool R11", "pool"), "each tile of the game exactly once");
    check("", &with("pool R11", "pool R11 J"), "each tile of the game exactly once");
    check("copies=2", &good(), "each tile of the game exactly once");
    // R2, R8: 14 tiles a rack, 15 in the middle of a turn.
    check("", &with("rack 0 R1 ", "rack 0 "), "rack must hold 14");
    check("", &with("turn 0 take", "turn 0 throw R1 pool"), "rack must hold 14");
    check("seats=3", &good(), "totals must be a number");
    check("", &with("turn 0", "turn 2"), "turn must name a seat");
    check("", &also("starter 2"), "starter must name a seat");
    check("", &also("round 0"), "round must be 1 or more");
    check("", &also("round 16"), "round must be one that a match of this length can have");
    check("target=5", &also("round 16"), "");
    check("target=5", &also("round 201"), "round must be one");
    check("", &also("totals 1"), "totals must be a number");
    check("", &also("totals 1 -1"), "totals must be a number");
    // R9: the last discard is the seat's before.
    check("", &with("1:O13", "0:O13"), "discards must end with the tile of the seat before");
    check("", &with("0:K13", "3:K13"), "discards must name seats");
    // R12.
    check("", &also("reshuffled 4"), "reshuffled must be no more");
    check("reshuffles=4", &also("reshuffled 4"), "");
    check("", &also("turns 400"), "turns must be less than 400");
    // R16.
    check("", &also("penalties 0 1"), "penalties must be 0 unless");
    check("wrong_declaration=penalty", &also("penalties 0 1"), "");
    check("wrong_declaration=penalty", &also("penalties 0 1 2"), "penalties must be a number");

    let taken = |tile: &str, stage: &str| {
        let position = with(&format!(" {tile}"), "").replacen("rack 0", &format!("rack 0 {tile}"), 1);
        position.replace("turn 0 take", &format!("turn 0 throw {stage}"))
    };
    check("", &taken("R11", "R11 pool"), "");
    check("", &taken("R11", "R11 discards refused 3"), "");
    check("", &taken("R11", "R12 pool"), "turn must name a tile of the rack");
    check("", &taken("R11", "R11 pool refused 4"), "refused must be no more than 3");
    check("take_discard=false", &taken("R11", "R11 discards"), "turn must not take from the discards");
    check(
        "",
        &taken("K8 J", "J discards").replacen("rack 0 K8 J", "rack 0 J", 1).replacen("pool", "pool K8", 1),
        "turn must not take from the discards",
    );

    let empty_pool = good().replace(&format!("pool {REST}"), "pool");
    let thrown: String = REST.split(' ').map(|tile| format!(" 1:{tile}")).collect();
    check("", &empty_pool.replace(" 0:K13", &format!("{thrown} 0:K13")), "pool must hold a tile when");
}

/// Values left out have defaults; what is written is read back.
#[test]
fn a_position_is_its_text() {
    let position: Position = good().parse().expect("a position");
    assert_eq!((position.round, position.starter), (1, Some(seat(0))));
    assert_eq!(position.totals, BySeat::new(2, |_| 0));
    assert_eq!(position.to_string().parse(), Ok(position));
    let between = "round 3\nstarter 1\ntotals 2 0";
    assert_eq!(between.parse::<Position>().expect("a position").to_string(), between);
    assert_eq!("round 0\ntotals 0 0".parse::<Position>().expect("a position").starter, None);
    for bad in
        ["", "round 1", "totals 0 0\npool R1", "turn 0 throw", "turn 0 throw R1 pool refuse 1", "pool R1 x"]
    {
        assert!(bad.parse::<Position>().is_err(), "{bad}");
    }
}

#[test]
fn a_variant_is_its_text() {
    let check = |text: &str, expected: Result<(), &str>| {
        let outcome = text.parse::<Variant>().and_then(|variant| {
            assert_eq!(variant.to_string(), text);
            variant.check()
        });
        assert_eq!(outcome.map_err(|fault| fault.option), expected, "{text}");
    };
    check("", Ok(()));
    check("seats=3 copies=2 take_discard=false reshuffles=0 wrong_declaration=penalty", Ok(()));
    check("scoring=deadwood target=100 turn_seconds=0", Ok(()));
    check("scoring=remi rounds=1", Ok(()));
    // R1: four seats need both copies.
    check("seats=4 copies=2", Ok(()));
    check("seats=4", Err("seats"));
    check("seats=5 copies=2", Err("seats"));
    check("seats=1", Err("seats"));
    check("copies=3", Err("copies"));
    check("reshuffles=21", Err("reshuffles"));
    check("rounds=0", Err("rounds"));
    check("rounds=101", Err("rounds"));
    check("target=0", Err("target"));
    check("target=10001", Err("target"));
    check("turn_seconds=601", Err("turn_seconds"));
    check("scoring=poker", Err("scoring"));
    check("take_discard=1", Err("take_discard"));
    check("seats=300", Err("seats"));
    check("colour=red", Err("name"));
}

/// The list holds what may be taken and thrown, and one winning declaration for each throw that allows one.
#[test]
fn legal_actions_follow_from_the_view() {
    let check = |game: &Match, number: usize, expected: &[&str]| {
        let view = game.view(Viewer::Seat(seat(number)));
        assert_eq!(view.legal_actions(), actions(expected));
        assert_eq!(game.legal_actions(seat(number)), actions(expected));
    };
    let mut game = start("", &good());
    check(&game, 0, &["take pool", "take discards"]);
    check(&game, 1, &[]);
    check(&game, 3, &[]);
    assert!(game.view(Viewer::Spectator).legal_actions().is_empty());
    check(&start("take_discard=false", &good()), 0, &["take pool"]);

    let take = "take discards".parse().expect("an action");
    game.apply(Input::Act(seat(0), take)).expect("the discard may be taken");
    // R10: the O13 is not among the throws; without another throw no declaration wins.
    let throws =
        "R1 R2 R3 R7 O7 B1 B2 B3 B4 K7 K9 K10 K11 K12".split(' ').map(|tile| format!("throw {tile}"));
    check(&game, 0, &throws.collect::<Vec<_>>().iter().map(String::as_str).collect::<Vec<_>>());

    let mut game = start("", &good());
    game.apply(Input::Act(seat(0), "take pool".parse().expect("an action")))
        .expect("the pool may be taken from");
    let legal = game.legal_actions(seat(0));
    let wins: Vec<&Action> = legal.iter().filter(|action| matches!(action, Action::Declare { .. })).collect();
    assert_eq!(wins.len(), 1, "only the R11 may go: {wins:?}");
    let events = game.apply(Input::Act(seat(0), wins[0].clone())).expect("a legal action");
    assert!(events.iter().any(|event| matches!(event, Event::Declared { .. })));
}

/// R13: counts, discards and sources are public; racks and drawn tiles are their seats' alone.
#[test]
fn nobody_sees_another_rack() {
    let check = |event: &str, of: usize, own: &str, others: &str| {
        let event: Event = event.parse().expect("an event");
        for viewer in [Viewer::Seat(seat(0)), Viewer::Seat(seat(1)), Viewer::Spectator] {
            let expected = if viewer.is(seat(of)) { own } else { others };
            assert_eq!(Match::seen_by(&event, viewer).to_string(), expected);
        }
    };
    check("took 0 pool R5", 0, "took 0 pool R5", "took 0 pool ?");
    check("took 0 discards R5", 0, "took 0 discards R5", "took 0 discards R5");
    let refused = "refused 1 left 2 points 0 0 : gap in meld 1, tiles_left_over R1 R2";
    check(refused, 1, refused, "refused 1 left 2 points 0 0 : ?");
    let dealt: Event = "dealt round 1 starter 0 pool 26 : R1 R2 / K1 K2".parse().expect("an event");
    assert!(Match::seen_by(&dealt, Viewer::Seat(seat(1))).to_string().ends_with(": ? / K1 K2"));
    assert!(Match::seen_by(&dealt, Viewer::Spectator).to_string().ends_with(": ? / ?"));

    let mut game = start("", &good());
    game.apply(Input::Act(seat(0), "take pool".parse().expect("an action")))
        .expect("the pool may be taken from");
    let views = |viewer| -> View { game.view(viewer) };
    assert_eq!(views(Viewer::Seat(seat(0))).taken, "R11".parse().ok());
    for viewer in [Viewer::Seat(seat(1)), Viewer::Spectator] {
        assert_eq!(views(viewer).taken, None);
        assert_eq!(views(viewer).counts.values().collect::<Vec<_>>(), [&15, &14]);
    }
    assert_eq!(views(Viewer::Spectator).rack, None);
}

/// R19: a match that nobody plays ends all the same, within the stated number of inputs.
#[test]
fn the_clock_alone_ends_every_match() {
    for variant in ["rounds=1", "seats=4 copies=2 rounds=3", "seats=3 reshuffles=0 target=1"] {
        let mut game = Match::new(variant.parse().expect("a variant")).expect("good options");
        let seed = Seed::new([4; 32]);
        let mut inputs = 0;
        while game.waits() != Waits::Nothing {
            let input = match game.waits() {
                Waits::Deal => Input::Deal(seed.of_round(u32::from(game.round()) + 1)),
                _ => Input::Timeout,
            };
            game.apply(input).expect("the clock is never refused");
            inputs += 1;
        }
        assert!(inputs < Match::MOST_INPUTS, "{variant}: {inputs}");
        let all = Seats::all(game.seats()).iter().collect();
        assert_eq!(game.view(Viewer::Spectator).phase, Phase::Over { winners: all }, "nobody scored");
    }
}

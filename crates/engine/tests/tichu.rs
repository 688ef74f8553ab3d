//! What transcripts cannot picture: positions that are refused, how many actions are legal, what calls leave alone.

use parlour_engine::tichu::{Action, Match, Position, Variant};
use parlour_engine::{Expect, Game, Input, PositionFault, Seat, Viewer, Waits};

fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat")
}

fn start(position: &str) -> Match {
    let position: Position = position.parse().expect("a position");
    Match::from_position(Variant::default(), position).expect("a position of a match")
}

/// Four hands of fourteen: jade and Mah Jong, sword and Dog, pagoda and Phoenix, star and Dragon.
const HANDS: &str = "hand 0 2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Aj 1
    hand 1 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As D
    hand 2 2p 3p 4p 5p 6p 7p 8p 9p Tp Jp Qp Kp Ap P
    hand 3 2t 3t 4t 5t 6t 7t 8t 9t Tt Jt Qt Kt At R\n";

const SMALL: &str = "hand 0 2j\nhand 1 3j 1\nhand 2 4j\nhand 3 5j\nwon 0 rest\n";

#[test]
fn a_position_that_cannot_be_is_refused() {
    let check = |text: &str, part: &str| {
        let position: Position = text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let refused = Match::from_position(Variant::default(), position).map(|game| game.waits());
        assert!(
            matches!(refused, Err(PositionFault::Part { part: p, .. }) if p == part),
            "{text}: {refused:?}"
        );
    };
    check("round 200", "round");
    check("round 201\nover 0", "round");
    check("totals 2000000 0", "totals");
    check(&format!("round 0\n{SMALL}turn 0"), "round");
    check("hand 0 2j\nhand 1 3j\nturn 0", "hand");
    check(&format!("{HANDS}won 0 2j\nturn 0"), "hand");
    check("hand 0 rest\nturn 0", "hand");
    check(&format!("{HANDS}grand"), "hand");
    check(&SMALL.replace("rest", "rest\nexchange"), "hand");
    check(&format!("{HANDS}chosen 0 2j 3j 3j\nexchange"), "chosen");
    check(&format!("{HANDS}chosen 0 2j 3j 4s\nexchange"), "chosen");
    check(&format!("{HANDS}chosen 0 2j 3j 4j left 16\nexchange"), "left");
    let all = "chosen 0 2j 3j 4j\nchosen 1 2s 3s 4s\nchosen 2 2p 3p 4p\nchosen 3 2t 3t 4t\n";
    check(&format!("{HANDS}{all}exchange"), "chosen");
    check(&format!("{SMALL}out 0\nturn 1"), "out");
    check("hand 0 2j\nhand 1 3j\nhand 2 4j\nwon 0 rest\nturn 0", "out");
    check("hand 0 2j\nhand 2 4j\nwon 0 rest\nout 1 3\nturn 0", "out");
    check("hand 0 2j\nwon 0 rest\nout 1 2 3\nturn 0", "out");
    check("hand 0 2j\nhand 1 3j\nwon 0 rest\nout 2 3\nturn 2", "turn");
    check(&format!("{SMALL}wish 8\nturn 0"), "wish");
    check(&format!("{SMALL}trick 0 Kj / 1 Qj\nturn 2"), "trick");
    check(&format!("{SMALL}trick 0 D\nturn 1"), "trick");
    check(&format!("{SMALL}trick 0 pass / 1 Kj\nturn 2"), "trick");
    check(&format!("{SMALL}trick 0 Kj\nturn 2"), "turn");
    check(&format!("{SMALL}trick 0 Kj\nturn 0"), "turn");
    check(&format!("{SMALL}trick 0 Kj / 1 pass / 2 pass / 3 pass\nturn 0"), "trick");
    check(&format!("{SMALL}trick 0 Kj / 1 pass / 2 pass / 3 pass\nwindow"), "window");
    check(&format!("{SMALL}window"), "trick");
    check(&format!("{SMALL}trick 0 Kj / 1 pass / 2 pass / 3 pass\ngift"), "gift");
    check(&format!("{SMALL}trick 0 R / 1 pass / 2 pass\ngift"), "gift");
    check(&format!("{SMALL}gift"), "trick");
    check("hand 0 2j\nhand 2 4j\nwon 0 rest\ntrick 1 R\nout 3 1\ngift", "out");
    check("hand 0 2j\nwon 0 rest\ntrick 1 R\nout 1 2 3\ngift", "out");
}

#[test]
fn a_fault_names_its_line() {
    let check = |text: &str, line: usize| {
        let fault = text.parse::<Position>().expect_err(text);
        assert_eq!(fault.line, line, "{text:?}: {fault}");
    };
    check("cards 3", 1);
    check("round 1\nround 2", 2);
    check("hand 4 2j", 1);
    check("hand 0 2x", 1);
    check("hand 0 2j 2j", 1);
    check("hand 0 2j\nhand 0 3j", 2);
    check("hand 0 rest\nwon 0 rest\nturn 0", 3);
    check("call 0 dog", 1);
    check("answer 0 maybe", 1);
    check("chosen 0 2j 3j", 1);
    check("chosen 0 2j 3j 4j left x", 1);
    check("given 0 2j 3j 4j\nturn 0", 2);
    check("trick 0 2j 3j", 1);
    check("trick 0 2j 2s P as 3", 1);
    check("trick 0 2j 2j", 1);
    check("last 0 2j", 1);
    check("wish P", 1);
    check("turn", 1);
    check("turn 0 1", 1);
    check("turn 0\nwish 8", 2);
    check("over 2", 1);
}

/// The Phoenix alone has its value from what lies, also when a position is read.
#[test]
fn the_trick_of_a_position_is_read_in_order() {
    let game = start("hand 0 2j\nhand 1 9j Tj\nhand 2 3j\nhand 3 5j\nwon 0 rest\ntrick 3 9s / 0 P\nturn 1");
    for (card, legal) in [("9j", false), ("Tj", true)] {
        let play: Action = format!("play {card}").parse().expect("an action");
        let outcome = game.clone().apply(Input::Act(seat(1), play));
        assert_eq!(outcome.is_ok(), legal, "{card} on the Phoenix on 9");
    }
    assert!(game.position().to_string().ends_with("trick 3 9s / 0 P\nturn 1"));
}

/// T4: 14 * 13 * 12 choices, and a call.
#[test]
fn every_exchange_is_listed() {
    let game = start(&format!("{HANDS}exchange"));
    assert_eq!(game.legal_actions(seat(0)).len(), 2_184 + 1);
}

/// T18: the Mah Jong comes with thirteen wishes and with none.
#[test]
fn every_wish_is_listed() {
    let game = start("hand 0 1 9j\nhand 1 3j\nhand 2 4j\nhand 3 5j\nwon 0 rest\nturn 0");
    assert_eq!(game.legal_actions(seat(0)).len(), 14 + 1);
    let bystanders = [1, 2, 3].map(|other| game.legal_actions(seat(other)));
    assert!(bystanders.iter().all(Vec::is_empty), "{bystanders:?}");
}

/// T3: a call takes no turn away and blocks none.
#[test]
fn a_call_changes_nothing_but_the_calls() {
    let mut game = start(&format!("{HANDS}turn 0"));
    let waits = Waits::Seats(seat(0).into(), Expect::Lead);
    for caller in [2, 0, 1] {
        assert_eq!(game.waits(), waits);
        assert!(game.apply(Input::Act(seat(caller), Action::Tichu)).is_ok());
    }
    assert_eq!(game.waits(), waits);
}

/// T2: an answer is shown to its seat alone, in the event and in the view, until all have answered.
#[test]
fn an_answer_is_for_its_seat_alone() {
    let mut game = Match::new(Variant::default()).expect("the default variant");
    game.apply(Input::Deal(parlour_engine::Seed::new([3; 32]))).expect("the match waits for its deal");
    let events = game.apply(Input::Act(seat(1), Action::Grand)).expect("seat 1 has not answered");
    let seen =
        |viewer| events.iter().map(|event| Match::seen_by(event, viewer).to_string()).collect::<Vec<_>>();
    assert_eq!(seen(Viewer::Seat(seat(1))), ["answered 1 grand"]);
    for viewer in [Viewer::Seat(seat(3)), Viewer::Spectator] {
        assert_eq!(seen(viewer), ["answered 1 ?"]);
        assert!(game.view(viewer).calls.values().all(Option::is_none));
    }
    assert!(game.view(Viewer::Seat(seat(1))).calls[seat(1)].is_some());
}

/// T4: a choice is for its seat alone, and so is what was given and got.
#[test]
fn an_exchange_is_for_its_seats_alone() {
    let mut game =
        start(&format!("{HANDS}chosen 0 2j 3j 4j\nchosen 2 2p 3p 4p\nchosen 3 2t 3t 4t\nexchange"));
    let choice: Action = "exchange 2s 3s 4s".parse().expect("an action");
    let events = game.apply(Input::Act(seat(1), choice)).expect("seat 1 has not chosen");
    let seen =
        |viewer| events.iter().map(|event| Match::seen_by(event, viewer).to_string()).collect::<Vec<_>>();
    let known = "exchanged leader 0 : ? / 2s 3s 4s / ? / ? : ? / 4p 3t 2j / ? / ?";
    assert_eq!(seen(Viewer::Seat(seat(1))), ["submitted 1 2s 3s 4s", known]);
    let unknown = "exchanged leader 0 : ? / ? / ? / ? : ? / ? / ? / ?";
    assert_eq!(seen(Viewer::Spectator), ["submitted 1 ?", unknown]);
    let view = game.view(Viewer::Seat(seat(1)));
    let (given, received) = (view.given.expect("seat 1 gave"), view.received.expect("seat 1 got"));
    assert_eq!((given.to_string().as_str(), received.to_string().as_str()), ("2s 3s 4s", "4p 3t 2j"));
}

/// What the clock would do can be shown beside it, and is what it does (T21).
#[test]
fn the_view_tells_what_the_clock_does() {
    let game = start("hand 0 8j Qj\nhand 1 3j\nhand 2 4j\nhand 3 5j\nwon 0 rest\nwish 8\nturn 0");
    let told = game.view(Viewer::Seat(seat(0))).on_timeout().map(|action| action.to_string());
    assert_eq!(told.as_deref(), Some("play 8j"));
    assert_eq!(game.view(Viewer::Seat(seat(1))).on_timeout(), None);
    assert_eq!(game.view(Viewer::Spectator).on_timeout(), None);
}

/// Who is out sees the partner's hand where the table allows it; nobody else sees one, and nobody before.
#[test]
fn who_is_out_may_watch_the_partner() {
    let text = "hand 0 2j\nhand 1 3j 1\nhand 2 4j 5s\nout 3\nwon 0 rest\nturn 0";
    for partner_hand in [false, true] {
        let position: Position = text.parse().expect("a position");
        let variant = Variant { partner_hand, ..Variant::default() };
        let mut game = Match::from_position(variant, position).expect("a position of a match");
        let seen = |game: &Match| {
            let viewers = (0..4).map(|number| Viewer::Seat(seat(number))).chain([Viewer::Spectator]);
            viewers.map(|viewer| game.view(viewer).partner.map(|hand| hand.to_string())).collect::<Vec<_>>()
        };
        let shown = |hand: &str| partner_hand.then(|| hand.to_owned());
        assert_eq!(seen(&game), [None, None, None, shown("1 3j"), None]);
        game.apply(Input::Act(seat(0), "play 2j".parse().expect("an action"))).expect("it is legal");
        assert_eq!(seen(&game), [shown("4j 5s"), None, None, shown("1 3j"), None]);
    }
}

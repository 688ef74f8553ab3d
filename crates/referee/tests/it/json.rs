//! The same answers as JSON.

use parlour_referee::Question;
use serde_json::{Value, json};

#[track_caller]
fn check(question: Question, line: &str, expected: Value) {
    let answer = serde_json::to_value(question.ask(line)).expect("an answer is JSON");
    assert_eq!(answer, expected, "{line}");
}

#[test]
fn answers_are_objects() {
    check(Question::Rummikub, "R5 J R7", json!({ "answer": "valid", "kind": "run", "joker": ["R6"] }));
    check(Question::Rummikub, "R5 O5 J", json!({ "answer": "valid", "kind": "set", "joker": ["B5", "K5"] }));
    check(Question::Rummikub, "R5 J R8", json!({ "answer": "invalid", "code": "gap" }));
    check(Question::Rummikub, "X", json!({ "answer": "error", "code": "bad_tile" }));
    check(Question::Tichu, "6 J", json!({ "answer": "legal" }));
    check(Question::Tichu, "J 6", json!({ "answer": "illegal", "code": "does_not_beat" }));
    check(
        Question::TichuPlays,
        "8j P | 5 | 8",
        json!({ "answer": "plays", "plays": [
            { "cards": ["8j"], "combination": { "kind": "single", "value": "8" } },
        ], "pass": false }),
    );
    check(
        Question::TichuPlays,
        "9p P | 88 | -",
        json!({ "answer": "plays", "plays": [
            { "cards": ["9p", "P"], "combination": { "kind": "pair", "rank": "9" }, "phoenix": "9" },
        ], "pass": true }),
    );
    check(
        Question::RummikubHand,
        "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 K13 K9",
        json!({ "answer": "deadwood", "points": 22, "layout":
            [["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13"]],
            "rest": ["K9", "K13"],
            "throw": serde_json::to_value(throw("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 K13 K9")).expect("JSON"),
        }),
    );
}

/// What the referee advises, asked directly.
fn throw(hand: &str) -> parlour_referee::Advice {
    use parlour_rules::rummikub::{Tiles, distance};
    let best = distance::best_throw(hand.parse().expect("a hand"), Tiles::deck(1));
    best.expect("the deck completes every hand").into()
}

//! One line, one answer.

use std::collections::BTreeSet;

use parlour_referee::Question;

use crate::{cases, hands};

/// What can be compared of an answer: see the head of the data file.
fn comparable(question: Question, line: &str, answer: &str) -> String {
    match question {
        Question::RummikubHand if !answer.starts_with("error") => hands::checked(line, answer),
        Question::TichuPlays if !answer.starts_with("error") => {
            let parts: Vec<&str> = answer.split(" : ").collect();
            let plays: BTreeSet<&str> = parts[1].split(" / ").collect();
            format!("{} {plays:?} {:?}", parts[0], parts.get(2))
        }
        _ => answer.to_owned(),
    }
}

#[test]
fn lines_made_by_hand() {
    let mut asked = BTreeSet::new();
    for case in cases(include_str!("../data/lines.txt")) {
        let [name, line, expected] = case.split(" > ").collect::<Vec<_>>()[..] else { panic!("{case}") };
        let question = Question::named(name).expect("a question");
        let answer = question.ask(line).to_string();
        let expected = match question {
            Question::TichuPlays => comparable(question, line, expected),
            _ => expected.to_owned(),
        };
        assert_eq!(comparable(question, line, &answer), expected, "{case}: {answer}");
        asked.insert(name);
    }
    assert_eq!(asked.len(), Question::ALL.len());
}

/// Every line of the first collection of melds.
#[test]
fn melds_of_the_collection() {
    let mut lines = 0;
    for case in cases(include_str!("../../../rules/tests/data/rummikub-groups.txt")) {
        let (line, expected) = case.split_once(" : ").expect("a line and a verdict");
        let answer = Question::Rummikub.ask(line).to_string();
        assert_eq!(answer.split(' ').next(), Some(expected), "{case}: {answer}");
        lines += 1;
    }
    assert_eq!(lines, 21);
}

/// Every meld of the rule page, with its code. Rows with `..` are short for more than a line says.
#[test]
fn melds_of_the_rule_page() {
    let rows = cases(include_str!("../../../rules/tests/data/rummikub-melds.txt"));
    for case in rows.filter(|row| !row.contains("..")) {
        let (line, expected) = case.split_once(':').expect("a line and a verdict");
        let expected = expected.split_whitespace().next().expect("a verdict");
        let answer = Question::Rummikub.ask(line).to_string();
        assert_eq!(answer.split(' ').nth(1), Some(expected), "{case}: {answer}");
    }
}

/// Every line of the first collection of plays.
#[test]
fn plays_of_the_collection() {
    let mut lines = 0;
    for case in cases(include_str!("../../../rules/tests/data/tichu-plays.txt")) {
        let (line, expected) = case.rsplit_once(' ').expect("a line and a verdict");
        let answer = Question::Tichu.ask(line).to_string();
        assert_eq!(answer.split(' ').next(), Some(expected), "{case}: {answer}");
        lines += 1;
    }
    assert_eq!(lines, 47);
}

/// What a play is judged is what the list of plays says, where both are asked.
#[test]
fn plays_of_a_hand_are_judged_legal_one_by_one() {
    let lines = [
        "5j 5s 6j 6s 7j 7p 8j 9j 9s Tj Jt P 1 R | - | -",
        "5j 5s 6j 6s 7j 7p 8j 9j 9s Tj Jt P 1 R | 4 | -",
        "5j 5s 6j 6s 7j 7p 8j 9j 9s Tj Jt P 1 R | 23456 | 9",
        "5j 5s 5p 5t 7j 7p 7s 9j 9s Tj Jt P 1 R | 22233 | -",
    ];
    for line in lines {
        let answer = Question::TichuPlays.ask(line).to_string();
        let parts: Vec<&str> = answer.split(" : ").collect();
        let trick = line.split('|').nth(1).expect("three parts").trim();
        let mut count = 0;
        for play in parts[1].split(" / ") {
            let cards = play.split(" as ").next().expect("cards").replace(' ', "");
            assert_eq!(
                Question::Tichu.ask(&format!("{trick} {cards}")).to_string(),
                "legal",
                "{play} of {line}"
            );
            count += 1;
        }
        assert_eq!(parts[0], format!("plays {count}"), "{line}");
        assert!(count > 5, "{line}: {answer}");
    }
}

#[test]
fn a_line_that_is_too_long_is_not_looked_at() {
    for question in Question::ALL {
        let long = "5".repeat(Question::MOST_BYTES + 1);
        assert_eq!(question.ask(&long).to_string(), "error line_too_long");
        assert!(question.ask(&long[1..]).is_error());
        assert_ne!(question.ask(&long[1..]).to_string(), "error line_too_long");
    }
}

#[test]
fn two_lines_are_not_one() {
    for (question, lines) in [
        (Question::Rummikub, "R5 R6\nR7"),
        (Question::Tichu, "-\nD"),
        (Question::TichuPlays, "5 | - | -\n"),
        (Question::RummikubHand, "\n"),
    ] {
        assert_eq!(question.ask(lines).to_string(), "error several_lines");
    }
}

#[test]
fn questions_have_their_names() {
    for question in Question::ALL {
        assert_eq!(Question::named(question.name()), Some(question));
    }
    assert_eq!(Question::named("chess"), None);
}

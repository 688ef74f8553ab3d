//! The golden transcripts: every file under `tests/transcripts/` is replayed and must show no difference.
//!
//! A file is named after the rule that it pictures. Write its header and its inputs, run this test with
//! `UPDATE_TRANSCRIPTS=1`, and read what it filled in: from then on it is what must happen.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use parlour_engine::transcript::{self, Replay};

/// Every transcript of a game with its path, sorted.
fn files(game: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(game);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .map(|entries| entries.map(|entry| entry.expect("a folder can be read").path()).collect())
        .unwrap_or_default();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a transcript is a text");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

fn replay(path: &Path, text: &str) -> Replay {
    transcript::replay(text).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

/// The text with the outcome of each input put in the place of what is written below it; comments stay above.
fn filled_in(text: &str, replay: &Replay) -> String {
    let mut steps = replay.steps.iter().peekable();
    let mut lines: Vec<&str> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let in_header = lines.iter().all(|line| !line.starts_with('>'));
        let kept = in_header || line.is_empty() || line.starts_with(['#', '>']);
        if kept {
            lines.push(line);
        }
        if let Some(step) = steps.next_if(|step| step.line == number) {
            lines.extend(step.happened.iter().map(String::as_str));
        }
    }
    lines.join("\n") + "\n"
}

fn check(game: &str) {
    let update = std::env::var_os("UPDATE_TRANSCRIPTS").is_some();
    for (path, text) in files(game) {
        let replay = replay(&path, &text);
        if update {
            fs::write(&path, filled_in(&text, &replay)).expect("a transcript can be written");
            continue;
        }
        assert!(!replay.steps.is_empty(), "{}: no inputs", path.display());
        for step in &replay.steps {
            let place = format!("{}:{}: > {}", path.display(), step.line, step.input);
            assert_eq!(step.written, step.happened, "{place}: written, then what happened");
        }
    }
}

#[test]
fn rummikub_transcripts_replay() {
    check("rummikub");
}

#[test]
fn tichu_transcripts_replay() {
    check("tichu");
}

/// The first words of all outcome lines of a game's transcripts, codes with their `!`.
fn outcomes(game: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for (path, text) in files(game) {
        for line in replay(&path, &text).steps.into_iter().flat_map(|step| step.happened) {
            let taken = if line.starts_with('!') { 2 } else { 1 };
            words.insert(line.split(' ').take(taken).collect::<Vec<_>>().join(" "));
        }
    }
    words
}

#[test]
fn every_event_and_code_of_rummikub_has_a_picture() {
    let expected = [
        "! already_drew",
        "! declarations_used_up",
        "! discard_not_in_rack",
        "! joker_discarded",
        "! must_draw",
        "! no_discard",
        "! not_your_turn",
        "! round_over",
        "! round_running",
        "! same_tile",
        "dealt",
        "declared",
        "match_ended",
        "refused",
        "reshuffled",
        "round_ended",
        "threw",
        "timed_out",
        "took",
    ];
    assert_eq!(outcomes("rummikub"), BTreeSet::from(expected.map(str::to_owned)));
}

#[test]
fn every_event_and_code_of_tichu_has_a_picture() {
    let expected = [
        "! already_answered",
        "! already_called",
        "! card_not_held",
        "! does_not_beat",
        "! dog_only_as_lead",
        "! gift_open",
        "! must_lead",
        "! not_a_combination",
        "! not_an_opponent",
        "! not_your_turn",
        "! nothing_to_bomb",
        "! phoenix_misstated",
        "! round_over",
        "! same_card_twice",
        "! too_late_to_call",
        "! wish_must_be_played",
        "! wish_without_mah_jong",
        "! wrong_kind",
        "! wrong_phase",
        "answered",
        "called",
        "dealt",
        "dog_gave",
        "dragon_given",
        "exchanged",
        "grand_revealed",
        "match_ended",
        "passed",
        "played",
        "round_ended",
        "submitted",
        "timed_out",
        "trick_taken",
        "went_out",
        "window_opened",
        "wish_fulfilled",
    ];
    assert_eq!(outcomes("tichu"), BTreeSet::from(expected.map(str::to_owned)));
}

/// What is written differently is a difference, at its line, and only that.
#[test]
fn a_wrong_line_is_a_difference() {
    let header = "game rummikub\nvariant seats=3 reshuffles=0\nseed ".to_owned() + &"01".repeat(32);
    let inputs = "\n> timeout\n! must_draw\n> deal\n# nothing is written here\n> 3 throw R1 # a seat too many\n! not_your_turn";
    let replay = transcript::replay(&(header + inputs)).expect("a transcript");
    let lines: Vec<usize> = replay.differences().map(|step| step.line).collect();
    assert_eq!(lines, [4]);
    assert_eq!(replay.steps[0].happened, ["! round_over"]);
    assert_eq!(replay.steps.len(), 3);
}

#[test]
fn a_fault_names_its_line() {
    let position = "game rummikub\nposition\n  round 1\n\n  # a comment\n";
    for (text, line) in [
        ("", 1),
        ("# nothing\n\n", 1),
        ("\n# chess\ngame chess", 3),
        ("variant seats=2\ngame rummikub", 1),
        ("game rummikub\nvariant seats=5", 2),
        ("game rummikub\nvariant seats=x", 2),
        ("game rummikub\nvariant chairs=2", 2),
        ("game rummikub\nvariant seats", 2),
        ("game rummikub\nseed 0", 2),
        ("game rummikub\ncards", 2),
        ("game rummikub\nposition", 2),
        (&format!("{position}  rack 0 R1 R1 R1"), 6),
        (&format!("{position}  rack 1 R1"), 6),
        (&format!("{position}  pool Z1"), 6),
        (&format!("{position}  discards 0-R1"), 6),
        (&format!("{position}  turn 0 think"), 6),
        (&format!("{position}  round 2"), 6),
        (&format!("{position}  totals 1 2 3 4 5"), 6),
        (&format!("{position}  totals 1 2 3"), 2),
        (&format!("{position}  racks"), 6),
        ("game rummikub\n> deal", 2),
        ("game rummikub\n> deal 12", 2),
        ("game rummikub\n> timeout\n! round_over\n> timeout 5", 4),
        ("game rummikub\n>", 2),
        ("game rummikub\n> 4 take pool", 2),
        ("game rummikub\n> 0 take", 2),
        ("game rummikub\n> 0 take pool pool", 2),
        ("game rummikub\n> 0 throw R14", 2),
        ("game rummikub\n> timeout\ntook 0", 3),
        ("game rummikub\n> timeout\nsang 0", 3),
    ] {
        let fault = transcript::replay(text).expect_err(text);
        assert_eq!(fault.line, line, "{text:?}: {fault}");
    }
}

/// No text makes the reader panic: every transcript, with a few of its bytes, words and lines changed.
#[test]
fn no_text_makes_the_reader_panic() {
    let mut state = 1u64;
    let mut below = move |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let junk = [
        "",
        "-",
        "/",
        ":",
        ">",
        "!",
        "#",
        "?",
        "J",
        "R14",
        "255",
        "4294967296",
        "-1",
        "é",
        "rack 3",
        "position",
    ];
    for (path, text) in files("rummikub").into_iter().chain(files("tichu")) {
        for _ in 0..60 {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            for _ in 0..1 + below(3) {
                let (line, other) = (below(lines.len()), below(lines.len()));
                let mut words: Vec<&str> = lines[line].split(' ').collect();
                let (word, with) = (below(words.len()), junk[below(junk.len())]);
                match below(4) {
                    0 => lines.swap(line, other),
                    1 => {
                        words[word] = with;
                        lines[line] = words.join(" ");
                    }
                    2 => {
                        words.remove(word);
                        lines[line] = words.join(" ");
                    }
                    _ => lines[line].insert_str(0, with),
                }
            }
            let text = lines.join("\n");
            if let Err(fault) = transcript::replay(&text) {
                let lines = text.lines().count().max(1);
                assert!((1..=lines).contains(&fault.line), "{}: {fault}", path.display());
            }
        }
    }
}

//! The properties hold for seeded inputs: examples as they are, examples mutated, and bytes by chance.
//!
//! A failure names the property and the number of the input, which always makes the same input again.

use std::path::{Path, PathBuf};

use parlour_chance::Chance;
use parlour_properties::{ALL, Property};

/// Inputs of each property; replaying a transcript is the slowest.
fn inputs_of(name: &str) -> u64 {
    match name {
        "transcripts" => 8_000,
        "readings" | "declarations" => 40_000,
        _ => 80_000,
    }
}

fn check((name, property): Property) {
    let examples = examples(name);
    for example in &examples {
        property(example);
    }
    for number in 0..inputs_of(name) {
        let input = make_up(&examples, &mut Chance::new(number));
        let outcome = std::panic::catch_unwind(|| property(&input));
        assert!(outcome.is_ok(), "{name}, input {number}: {:?}", String::from_utf8_lossy(&input));
    }
}

/// Half of the inputs are bytes by chance, if the examples are not texts; the others are mutated examples.
fn make_up(examples: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    if examples.is_empty() || chance.chance(1, 8) {
        return (0..chance.below(80)).map(|_| chance.bits() as u8).collect();
    }
    let mut input = chance.pick(examples).clone();
    for _ in 0..=chance.below(4) {
        mutate(&mut input, examples, chance);
    }
    input
}

/// Changes a byte, a number or a bit, or puts, takes, doubles or moves a piece.
fn mutate(input: &mut Vec<u8>, examples: &[Vec<u8>], chance: &mut Chance) {
    let place = chance.below(input.len() + 1);
    let end = (place + chance.below(12)).min(input.len());
    match chance.below(7) {
        0 => input.insert(place, chance.bits() as u8),
        1 if place < input.len() => input[place] = *chance.pick(b" 0123456789:/>?!#-\n\"{}[],RJKPa"),
        2 if place < input.len() => input[place] ^= 1 << chance.below(8),
        3 => drop(input.drain(place..end)),
        4 => drop(input.splice(place..place, input[place..end].to_vec())),
        5 => input.truncate(place),
        _ => {
            let other = chance.pick(examples);
            let from = chance.below(other.len() + 1);
            let to = (from + chance.below(40)).min(other.len());
            drop(input.splice(place..end, other[from..to].iter().copied()));
        }
    }
}

/// Texts of the repository that hold for a property: its transcripts, positions, and the sessions of its documents.
fn examples(name: &str) -> Vec<Vec<u8>> {
    let transcripts = || texts("crates/engine/tests/transcripts");
    let examples: Vec<String> = match name {
        "transcripts" => transcripts(),
        "notation" => {
            let lines = |text: String| -> Vec<String> {
                let words = |line: &str| line.trim_start_matches(['>', ' ', '0', '1', '2', '3']).to_owned();
                text.lines().flat_map(|line| [line.trim().to_owned(), words(line)]).collect()
            };
            let positions = texts("crates/engine/tests/perft/cases").into_iter().map(|text| {
                let lines = text.lines().filter_map(|line| line.strip_prefix("  "));
                lines.collect::<Vec<_>>().join("\n")
            });
            transcripts().into_iter().flat_map(lines).chain(positions).collect()
        }
        "protocol" => {
            let document = std::fs::read_to_string(root().join("docs/protocol.md")).expect("the document");
            let messages = document.lines().filter_map(|line| Some(line[line.find('{')?..].to_owned()));
            messages.collect()
        }
        _ => Vec::new(),
    };
    assert!(examples.len() > 10 || matches!(name, "readings" | "declarations"), "{name} has examples");
    examples.into_iter().map(String::into_bytes).collect()
}

/// All texts of a folder and those below it, in the order of their names.
fn texts(folder: &str) -> Vec<String> {
    let mut open = vec![root().join(folder)];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() { open.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn the_properties_hold() {
    std::thread::scope(|scope| {
        let threads = ALL.map(|property| scope.spawn(move || check(property)));
        threads.into_iter().for_each(|thread| thread.join().expect("the property holds"));
    });
}

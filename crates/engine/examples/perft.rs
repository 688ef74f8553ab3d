//! Counts action sequences: `cargo run --release -p parlour-engine --example perft -- FILE.. [DEPTH]`.
//!
//! For each file of `crates/engine/tests/perft/cases` it prints the count of every depth up to `DEPTH`, or of the depths
//! that the file states, as lines of the file.

#![allow(clippy::print_stdout, reason = "a command prints its answer")]

#[path = "../tests/perft/case.rs"]
mod case;

use case::Case;

fn main() -> Result<(), String> {
    let (mut files, mut deepest) = (Vec::new(), None);
    for argument in std::env::args().skip(1) {
        match argument.parse::<u32>() {
            Ok(depth) => deepest = Some(depth),
            Err(_) => files.push(argument),
        }
    }
    if files.is_empty() {
        return Err(
            "which file? cargo run --release -p parlour-engine --example perft -- FILE.. [DEPTH]".into()
        );
    }
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|fault| format!("{file}: {fault}"))?;
        let case = Case::read(&text).map_err(|fault| format!("{file}: {fault}"))?;
        println!("# {file}");
        let stated = case.counts.iter().map(|&(depth, _)| depth).max().unwrap_or(1);
        for depth in 1..=deepest.unwrap_or(stated) {
            let count = case.count(depth).map_err(|fault| format!("{file}: {fault}"))?;
            println!("{depth} {count}");
        }
    }
    Ok(())
}

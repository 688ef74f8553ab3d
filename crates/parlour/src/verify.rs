//! `parlour verify`: recomputes every deal and reshuffle of a transcript, and says which round was not dealt fairly.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use parlour_engine::Seat;
use parlour_engine::fair::{Share, Shuffle};
use parlour_engine::transcript::{self, Verified};

use crate::replay::read;

/// What to verify.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The transcript; `-` is the standard input.
    file: PathBuf,
}

/// Prints a line for each round: the commitment to compare with what was shown before the deal, and who took part.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let file = arguments.file.display();
    let text = read(&arguments.file).with_context(|| format!("cannot read {file}"))?;
    let rounds = transcript::verify(&text).with_context(|| file.to_string())?;
    if rounds.is_empty() {
        bail!("{file}: no round was dealt");
    }
    let mut shown = String::new();
    for round in &rounds {
        write_round(&mut shown, round)?;
    }
    std::io::stdout().write_all(shown.as_bytes())?;
    let fair = rounds.iter().all(|round| round.verdict.is_ok());
    Ok(if fair { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn write_round(shown: &mut String, Verified { round, attempts, verdict }: &Verified) -> std::fmt::Result {
    match verdict {
        Ok(()) => write!(shown, "round {round}: fair")?,
        Err(fault) => write!(shown, "round {round}: FAILS: {fault}")?,
    }
    if let Some(dealt) = attempts.last() {
        write!(shown, "; commitment {}", dealt.commitment)?;
        write!(shown, "; nonces of seats: {}", seats(dealt, |share| share.nonce().is_some()))?;
    }
    let late: Vec<String> = attempts
        .iter()
        .map(|shuffle| seats(shuffle, |share| matches!(share, Share::Withheld { .. })))
        .filter(|seats| seats != "none")
        .collect();
    if !late.is_empty() {
        write!(shown, "; withheld by seats: {}", late.join(", "))?;
    }
    writeln!(shown)
}

/// The seats whose shares are so, in words.
fn seats(shuffle: &Shuffle, is: impl Fn(Share) -> bool) -> String {
    let seats = shuffle.shares.iter().filter(|&(_, &share)| is(share)).map(|(seat, _)| seat);
    let seats: Vec<String> = seats.map(|seat: Seat| seat.to_string()).collect();
    if seats.is_empty() { "none".to_owned() } else { seats.join(", ") }
}

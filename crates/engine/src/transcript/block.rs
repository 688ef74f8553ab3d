//! The lines of a transcript that say how a deal came about: a block of lines with `*` for each attempt to shuffle.
//!
//! Invariant: a block that was written is read back as the same shuffle.

use std::fmt::Write;
use std::str::FromStr;

use super::replay::{Lines, fault};
use crate::fair::{Share, Shuffle};
use crate::{BySeat, LineFault, Seat};

/// The lines of one attempt.
pub(super) fn write(shuffle: &Shuffle) -> String {
    let Shuffle { round, attempt, commitment, shares, secret } = shuffle;
    let mut text = format!("* round {round} attempt {attempt}\n* commitment {commitment}\n");
    for (seat, share) in shares.iter() {
        match share {
            Share::Absent => writeln!(text, "* seat {seat} absent"),
            Share::Withheld { hash } => writeln!(text, "* seat {seat} hash {hash} withheld"),
            Share::Given { hash, nonce } => writeln!(text, "* seat {seat} hash {hash} nonce {nonce}"),
        }
        .expect("a text takes everything");
    }
    writeln!(text, "* secret {secret}").expect("a text takes everything");
    text
}

/// Reads the block whose first line, number `line`, is `first`; both without the `*`.
pub(super) fn read(line: usize, first: &str, lines: &mut Lines<'_>) -> Result<Shuffle, LineFault> {
    let ["round", round, "attempt", attempt] = words(first)[..] else {
        return Err(fault(line, "expected: * round, its number, attempt, its number"));
    };
    let (round, attempt) = (value(line, round)?, value(line, attempt)?);
    let mut last = line;
    let mut next = |expected: &str| {
        let (line, said) =
            lines.next_starred().ok_or_else(|| fault(last, format!("expected: * {expected}")))?;
        last = line;
        Ok::<_, LineFault>((line, words(said)))
    };
    let (line, said) = next("commitment and its digits")?;
    let ["commitment", commitment] = said[..] else {
        return Err(fault(line, "expected: * commitment and its digits"));
    };
    let commitment = value(line, commitment)?;
    let mut shares = Vec::new();
    loop {
        let (line, said) = next("seat, or secret and its digits")?;
        let (number, share) = match said[..] {
            ["secret", secret] => {
                let shares = BySeat::from_values(shares).ok_or_else(|| fault(line, "too many seats"))?;
                return Ok(Shuffle { round, attempt, commitment, shares, secret: value(line, secret)? });
            }
            ["seat", number, "absent"] => (number, Share::Absent),
            ["seat", number, "hash", hash, "withheld"] => {
                (number, Share::Withheld { hash: value(line, hash)? })
            }
            ["seat", number, "hash", hash, "nonce", nonce] => {
                (number, Share::Given { hash: value(line, hash)?, nonce: value(line, nonce)? })
            }
            _ => return Err(fault(line, "expected: * seat with its share, or * secret and its digits")),
        };
        let seat: Seat = value(line, number)?;
        if seat.index() != shares.len() {
            return Err(fault(line, "expected the seats in order"));
        }
        shares.push(share);
    }
}

fn words(said: &str) -> Vec<&str> {
    said.split_whitespace().collect()
}

fn value<T: FromStr<Err: ToString>>(line: usize, word: &str) -> Result<T, LineFault> {
    word.parse().map_err(|reason: T::Err| fault(line, reason))
}

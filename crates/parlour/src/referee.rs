//! `parlour referee`: answers lines of the standard input, one line each.

use std::io::{self, BufReader, BufWriter};
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use parlour_referee::{Question, stream};

/// What to ask.
#[derive(Args)]
pub(crate) struct Arguments {
    /// What each line is: `PREVIOUS PLAY`, `HAND | TRICK | WISH`, a meld, or the tiles of a hand.
    #[arg(value_parser = PossibleValuesParser::new(Question::ALL.map(Question::name)).map(|name| {
        Question::named(&name).expect("only names of questions are possible values")
    }))]
    question: Question,
}

/// Bytes that are read and written at once.
const CHUNK: usize = 64 * 1024;

/// Answers to the end of the input.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut input = BufReader::with_capacity(CHUNK, io::stdin().lock());
    let output = BufWriter::with_capacity(CHUNK, io::stdout().lock());
    let tally = stream::answer(arguments.question, &mut input, output)?;
    Ok(if tally.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

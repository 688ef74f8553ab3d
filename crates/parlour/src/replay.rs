//! `parlour replay`: shows what each input of a transcript causes, and whether the transcript says the same.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use parlour_engine::transcript;

/// What to replay.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The transcript; `-` is the standard input.
    file: PathBuf,
}

/// Prints the events of each input or its rejection, and what the file says where that differs.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let text = read(&arguments.file).with_context(|| format!("cannot read {}", arguments.file.display()))?;
    let replay = transcript::replay(&text).with_context(|| arguments.file.display().to_string())?;
    let mut shown = String::new();
    for step in &replay.steps {
        writeln!(shown, "> {}", step.input)?;
        step.happened.iter().try_for_each(|line| writeln!(shown, "{line}"))?;
        if step.differs() {
            writeln!(shown, "# line {}: the file says otherwise:", step.line)?;
            step.written.iter().try_for_each(|line| writeln!(shown, "#   {line}"))?;
        }
    }
    std::io::stdout().write_all(shown.as_bytes())?;
    Ok(if replay.differences().next().is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The text of a file, or of the standard input when it is `-`.
pub(crate) fn read(file: &Path) -> std::io::Result<String> {
    if file.as_os_str() != "-" {
        return std::fs::read_to_string(file);
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

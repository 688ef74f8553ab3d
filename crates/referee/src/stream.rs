//! Answers a stream of lines.
//!
//! Invariants: memory does not grow with the number or the length of the lines; every line, the last one without an
//! end, too, gets one line of answer; no answer is held back while the input is waited for.

use std::io::{self, BufRead, BufReader, Read, Write};

use crate::{Answer, LineFault, Question};

/// How many lines were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All lines.
    pub lines: u64,
    /// Those that were no questions.
    pub errors: u64,
}

/// Answers every line of `input` on `output`, which should be buffered too. Whoever asks a line at a time, a person or a
/// program at the other end of a pipe, has the answer before the next line is due.
///
/// # Errors
/// What reading and writing end with.
pub fn answer(
    question: Question,
    input: &mut BufReader<impl Read>,
    mut output: impl Write,
) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let mut line = Vec::with_capacity(Question::MOST_BYTES + 2);
    loop {
        // Only then may reading wait, so that lines that come in bulk are answered in bulk.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        if !next(input, &mut line)? {
            break;
        }
        let answer = match std::str::from_utf8(&line) {
            _ if line.len() > Question::MOST_BYTES => LineFault::LineTooLong.into(),
            Ok(text) => question.ask(text),
            Err(_) => Answer::from(LineFault::NotText),
        };
        tally.lines += 1;
        tally.errors += u64::from(answer.is_error());
        writeln!(output, "{answer}")?;
    }
    output.flush()?;
    Ok(tally)
}

/// Reads the next line without its end; of one that is too long, only so much that this shows.
fn next(input: &mut BufReader<impl Read>, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    // One byte for the end of the line, and one for what stands before it elsewhere.
    let most = Question::MOST_BYTES as u64 + 2;
    if input.by_ref().take(most).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    } else if line.len() as u64 == most {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}

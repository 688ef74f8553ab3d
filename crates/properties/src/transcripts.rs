//! No text makes the reader of transcripts panic, and what it says of a text can be found there.

use parlour_engine::transcript::{replay, verify};

/// Replays and verifies the input, as text.
///
/// # Panics
/// When the replay does not agree with the text.
pub fn transcripts(input: &[u8]) {
    let text = &*String::from_utf8_lossy(input);
    let lines = text.lines().count();
    match replay(text) {
        Ok(replayed) => {
            let numbers: Vec<usize> = replayed.steps.iter().map(|step| step.line).collect();
            assert!(numbers.is_sorted_by(|one, other| one < other), "inputs stand in lines of their own");
            for step in &replayed.steps {
                let line = text.lines().nth(step.line - 1).expect("a step names its line");
                assert!(line.trim_start().starts_with('>'), "line {} is an input: {line:?}", step.line);
                assert!(!step.happened.is_empty() || !step.is_refused(), "a refusal has a code");
            }
            assert!(replayed.deals.iter().all(|deal| deal.step < replayed.steps.len()));
            // Whoever can replay it can verify it, whatever the answer.
            assert!(verify(text).is_ok(), "a transcript that is replayed is verified, well or ill");
        }
        Err(fault) => assert!(fault.line <= lines.max(1), "{fault}: there are {lines} lines"),
    }
}

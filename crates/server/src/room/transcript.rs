//! The transcript of the match on the table, as far as the journal does not have it yet.
//!
//! Invariants: what was written down is forgotten here, so a long match takes no more memory than a short one; what is
//! recorded depends on the room's inputs alone, so a fold records the same again.

use parlour_engine::transcript::Recorder;
use parlour_engine::{GameKind, Illegal, Seed};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::draft::Played;
use super::history::Lines;
use super::state::State;
use crate::journal::Part;

/// The transcript of the newest match. Boxed, since most rooms have none just now.
#[derive(Clone, Default)]
pub(super) struct Transcript(Option<Box<Script>>);

#[derive(Clone)]
struct Script {
    /// The number of the match in its room.
    number: u32,
    /// How many bytes were written down and forgotten.
    written: u64,
    /// What was recorded since.
    recorder: Recorder,
    over: bool,
}

/// A transcript that goes on after a restart. Its text is in the journal.
#[derive(Serialize, Deserialize)]
pub(super) struct TranscriptRecord {
    running: Option<ScriptRecord>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
struct ScriptRecord {
    number: u32,
    /// How many bytes the journal has.
    written: u64,
    room: Option<String>,
    #[serde_as(as = "Option<DisplayFromStr>")]
    shuffled: Option<Seed>,
}

impl Transcript {
    /// Adds what the match took and what came of it; `state` is how it stands then.
    pub(super) fn add(&mut self, state: &State, played: &[Played], lines: &Lines) {
        let mut events = lines.of_match();
        for played in played {
            match (played, &mut self.0) {
                // What was taken back cannot be unwritten, so a practice match has no transcript.
                (Played::Began, script) if state.opening.practice.is_some() => *script = None,
                (Played::Began, script) => {
                    let (variant, room) = (&state.opening.variant, &state.opening.room);
                    let recorder = Recorder::in_room(variant.game(), variant, room);
                    *script =
                        Some(Box::new(Script { number: state.matches, written: 0, recorder, over: false }));
                }
                (Played::Moved(input, count), Some(script)) => {
                    let caused = events.by_ref().take(*count).collect();
                    script.recorder.record(input, &Ok::<Vec<&str>, Illegal>(caused));
                }
                (Played::Shuffled(shuffle), Some(script)) => script.recorder.shuffle(shuffle),
                (Played::Shuffled(_) | Played::Moved(..), None) | (Played::TakenBack, _) => {}
            }
        }
        if let Some(script) = &mut self.0 {
            script.over = state.closed || !state.table.is_running();
        }
    }

    /// About how many bytes it takes.
    pub(super) fn weight(&self) -> usize {
        self.0.as_ref().map_or(0, |script| script.recorder.text().len())
    }

    /// What the journal does not have yet.
    pub(super) fn unwritten(&self) -> Option<Part> {
        let Script { number, written, recorder, over } = &**self.0.as_ref()?;
        let text = recorder.text().as_bytes().to_vec().into();
        Some(Part { number: *number, at: *written, text, over: *over })
    }

    /// Whether the match ended, and that is not written down yet.
    pub(super) fn is_over(&self) -> bool {
        self.0.as_ref().is_some_and(|script| script.over)
    }

    /// Forgets a part that the journal has.
    pub(super) fn forget(&mut self, part: &Part) {
        if let Some(script) = &mut self.0 {
            debug_assert_eq!((script.number, script.written), (part.number, part.at));
            script.recorder.forget(part.text.len());
            script.written += part.text.len() as u64;
        }
        if part.over {
            self.0 = None;
        }
    }

    /// The transcript for a checkpoint, with which all that is unwritten is written down.
    pub(super) fn record(&self) -> TranscriptRecord {
        let running = self.0.as_ref().filter(|script| !script.over).map(|script| {
            let (room, shuffled) = match script.recorder.room() {
                Some((room, shuffled)) => (Some(room.to_owned()), shuffled),
                None => (None, None),
            };
            let written = script.written + script.recorder.text().len() as u64;
            ScriptRecord { number: script.number, written, room, shuffled }
        });
        TranscriptRecord { running }
    }

    pub(super) fn from_record(record: TranscriptRecord, game: GameKind) -> Transcript {
        Transcript(record.running.map(|script| {
            let ScriptRecord { number, written, room, shuffled } = script;
            let recorder = Recorder::resumed(game, room.map(|room| (room, shuffled)));
            Box::new(Script { number, written, recorder, over: false })
        }))
    }
}

//! Writes the transcript of a match while it runs.

use std::fmt::{Display, Write};

use super::block;
use crate::fair::Shuffle;
use crate::{GameKind, Input, Seed};

/// A transcript that grows with its match.
///
/// It holds every secret of the match, so it has no `Debug`; show [`Recorder::text`] when the match is over.
#[derive(Clone)]
pub struct Recorder {
    text: String,
    game: GameKind,
    /// The header's seed, and the rounds that were dealt since.
    seed: Option<(Seed, u32)>,
    /// The header's room, and the seed of the shuffle that was written last and not dealt yet.
    room: Option<(String, Option<Seed>)>,
}

impl Recorder {
    /// The transcript of a match before its first deal. With `seed` the rounds that are dealt from its
    /// [`Seed::of_round`] are written without digits.
    pub fn new(game: GameKind, variant: &impl Display, seed: Option<Seed>) -> Recorder {
        let mut recorder = Recorder::header(game, variant);
        if let Some(seed) = seed {
            recorder.line(format_args!("seed {seed}"));
            recorder.seed = Some((seed, 0));
        }
        recorder.line("");
        recorder
    }

    /// The transcript of a match that is played in `room`, before its first deal; its deals come from shuffles.
    pub fn in_room(game: GameKind, variant: &impl Display, room: &impl Display) -> Recorder {
        let mut recorder = Recorder::header(game, variant);
        recorder.line(format_args!("room {room}\n"));
        recorder.room = Some((room.to_string(), None));
        recorder
    }

    /// The transcript of a match that starts from a position.
    pub fn from_position(game: GameKind, variant: &impl Display, position: &impl Display) -> Recorder {
        let mut recorder = Recorder::header(game, variant);
        recorder.line("position");
        for line in position.to_string().lines() {
            recorder.line(format_args!("  {line}"));
        }
        recorder.line("");
        recorder
    }

    /// A recorder that goes on where another one stood whose text was taken. `room` is that one's [`Recorder::room`].
    pub fn resumed(game: GameKind, room: Option<(String, Option<Seed>)>) -> Recorder {
        Recorder { text: String::new(), game, seed: None, room }
    }

    /// The room in which the match is played, and the seed of the shuffle that was written last and not dealt yet.
    pub fn room(&self) -> Option<(&str, Option<Seed>)> {
        self.room.as_ref().map(|(room, seed)| (room.as_str(), *seed))
    }

    /// Adds an attempt to shuffle for the next deal, with the secret from which it follows.
    ///
    /// # Panics
    /// When the match is played in no room.
    pub fn shuffle(&mut self, shuffle: &Shuffle) {
        let (room, mixed) = self.room.as_mut().expect("what is shuffled is played in a room");
        *mixed = Some(shuffle.seed(self.game, room));
        self.text.push_str(&block::write(shuffle));
    }

    /// Adds an input and what it caused.
    pub fn record<A: Display, E: Display, I: Display>(
        &mut self,
        input: &Input<A>,
        outcome: &Result<Vec<E>, I>,
    ) {
        let known = match (&self.room, &self.seed) {
            (Some((_, mixed)), _) => *mixed,
            (None, Some((seed, rounds))) => Some(seed.of_round(*rounds + 1)),
            (None, None) => None,
        };
        match input {
            Input::Deal(seed) if Some(*seed) == known => self.line("> deal"),
            input => self.line(format_args!("> {input}")),
        }
        match outcome {
            Ok(events) => events.iter().for_each(|event| self.line(event)),
            Err(illegal) => self.line(format_args!("! {illegal}")),
        }
        if let (Input::Deal(_), Ok(_), Some((_, rounds))) = (input, outcome, &mut self.seed) {
            *rounds += 1;
        }
        if let (Input::Deal(_), Ok(_), Some((_, mixed))) = (input, outcome, &mut self.room) {
            *mixed = None;
        }
    }

    /// The transcript so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Takes away the first `length` bytes of the text, which were written down elsewhere.
    ///
    /// # Panics
    /// When the text is shorter.
    pub fn forget(&mut self, length: usize) {
        self.text.drain(..length);
    }

    /// The whole transcript.
    pub fn into_text(self) -> String {
        self.text
    }

    fn header(game: GameKind, variant: &impl Display) -> Recorder {
        let mut recorder = Recorder { text: String::new(), game, seed: None, room: None };
        recorder.line(format_args!("game {game}"));
        let variant = variant.to_string();
        if !variant.is_empty() {
            recorder.line(format_args!("variant {variant}"));
        }
        recorder
    }

    fn line(&mut self, line: impl Display) {
        writeln!(self.text, "{line}").expect("a string takes every line");
    }
}

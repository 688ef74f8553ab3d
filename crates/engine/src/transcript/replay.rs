//! Plays a transcript again and compares what happens with what is written.

use super::{block, outcome_lines};
use crate::fair::Shuffle;
use crate::{Game, GameKind, Input, LineFault, Seat, Seed, rummikub, tichu};

/// A transcript that was played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Which game was played.
    pub game: GameKind,
    /// How many seats the match has.
    pub seats: usize,
    /// The room in which it was played, if the transcript says so.
    pub room: Option<String>,
    /// The round in which the transcript begins; 0 before the first deal.
    pub begins_in: u16,
    /// Its inputs in order.
    pub steps: Vec<Step>,
    /// The deals among them.
    pub deals: Vec<Deal>,
}

/// A deal of a transcript. It holds the secrets from which the cards follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The round, from 1.
    pub round: u16,
    /// The index of its input among the steps.
    pub step: usize,
    /// The attempts to shuffle that are written above it; none if it brings a seed of its own.
    pub attempts: Vec<Shuffle>,
}

impl Replay {
    /// The inputs that did not cause what is written.
    pub fn differences(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| step.differs())
    }
}

/// One input of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The line of the input, from 1.
    pub line: usize,
    /// The input as it is written, without the `>`.
    pub input: String,
    /// The lines of what it caused now: its events, or `!` and the code of its refusal.
    pub happened: Vec<String>,
    /// The lines that the transcript has for it; none if the transcript says nothing.
    pub written: Vec<String>,
}

impl Step {
    /// Whether the transcript says something else than what happened.
    pub fn differs(&self) -> bool {
        !self.written.is_empty() && self.written != self.happened
    }

    /// Whether the rules refuse the input.
    pub fn is_refused(&self) -> bool {
        self.happened.first().is_some_and(|line| line.starts_with('!'))
    }
}

/// Plays a transcript, or names the first line that cannot be read or played. A difference is no fault.
///
/// ```
/// use parlour_engine::transcript;
///
/// let text = "game rummikub\n> timeout\n! round_over\n> deal 7";
/// assert_eq!(transcript::replay(text).unwrap_err().line, 4);
/// let text = "game rummikub\n> timeout\n! round_over\n";
/// assert_eq!(transcript::replay(text).unwrap().differences().count(), 0);
/// ```
pub fn replay(text: &str) -> Result<Replay, LineFault> {
    let mut lines = Lines::new(text);
    let (line, first) = lines.next().ok_or_else(|| fault(1, "expected a line: game"))?;
    let name = first.strip_prefix("game ").ok_or_else(|| fault(line, "expected a line: game"))?;
    let game: GameKind = name.trim().parse().map_err(|reason| fault(line, reason))?;
    match game {
        GameKind::Rummikub => play::<rummikub::Match>(lines),
        GameKind::Tichu => play::<tichu::Match>(lines),
    }
}

pub(super) fn fault(line: usize, reason: impl ToString) -> LineFault {
    LineFault { line, reason: reason.to_string() }
}

/// The lines that say something, each with its number, without comments and white space around.
#[derive(Clone)]
pub(super) struct Lines<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        Lines { lines: text.lines().enumerate() }
    }

    /// The next line, unless it is an input or says how a deal came about.
    fn next_below(&mut self) -> Option<(usize, &'a str)> {
        self.clone().next().filter(|(_, line)| !line.starts_with(['>', '*']))?;
        self.next()
    }

    /// The next line without its `*`, if it has one.
    pub(super) fn next_starred(&mut self) -> Option<(usize, &'a str)> {
        let (line, said) = self.clone().next()?;
        let said = said.strip_prefix('*')?;
        self.next()?;
        Some((line, said))
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        self.lines.find_map(|(index, line)| {
            let said = line.split('#').next().unwrap_or_default().trim();
            (!said.is_empty()).then_some((index + 1, said))
        })
    }
}

/// What stands above the first input.
struct Header<G: Game> {
    variant: (usize, G::Variant),
    room: Option<String>,
    seed: Option<Seed>,
    position: Option<(usize, G::Position)>,
}

impl<G: Game> Header<G> {
    fn read(lines: &mut Lines<'_>) -> Result<Header<G>, LineFault> {
        let variant = (1, G::Variant::default());
        let mut header = Header { variant, room: None, seed: None, position: None };
        while let Some((line, said)) = lines.next_below() {
            let (word, rest) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
            match word {
                "variant" => header.variant = (line, rest.parse().map_err(|reason| fault(line, reason))?),
                "room" if !rest.is_empty() => header.room = Some(rest.trim().to_owned()),
                "seed" => header.seed = Some(rest.trim().parse().map_err(|reason| fault(line, reason))?),
                "position" if rest.is_empty() => {
                    header.position = Some((line, read_position::<G>(lines, line)?));
                }
                _ => return Err(fault(line, "expected variant, room, seed, position or an input")),
            }
        }
        Ok(header)
    }

    fn game(self) -> Result<G, LineFault> {
        let (line, variant) = self.variant;
        match self.position {
            Some((line, position)) => {
                G::from_position(variant, position).map_err(|reason| fault(line, reason))
            }
            None => G::new(variant).map_err(|reason| fault(line, reason)),
        }
    }
}

/// Reads all lines above the first input as a position, whose header is line `header`.
fn read_position<G: Game>(lines: &mut Lines<'_>, header: usize) -> Result<G::Position, LineFault> {
    let mut numbers = Vec::new();
    let mut text = String::new();
    while let Some((line, said)) = lines.next_below() {
        numbers.push(line);
        text.push_str(said);
        text.push('\n');
    }
    text.parse().map_err(|LineFault { line, reason }: LineFault| {
        let said = line.checked_sub(1).and_then(|index| numbers.get(index));
        fault(said.copied().unwrap_or(header), reason)
    })
}

/// Plays all inputs.
fn play<G: Game>(mut lines: Lines<'_>) -> Result<Replay, LineFault> {
    let header = Header::<G>::read(&mut lines)?;
    let (room, seed) = (header.room.clone(), header.seed);
    let mut game = header.game()?;
    let kind = G::NAME.parse().expect("a game knows its name");
    let mut replay = Replay {
        game: kind,
        seats: game.seats(),
        room: room.clone(),
        begins_in: game.round(),
        steps: Vec::new(),
        deals: Vec::new(),
    };
    let mut attempts: Vec<Shuffle> = Vec::new();
    while let Some((line, said)) = lines.next() {
        if let Some(first) = said.strip_prefix('*') {
            attempts.push(block::read(line, first, &mut lines)?);
            continue;
        }
        let asked = said.strip_prefix('>').unwrap_or(said).trim();
        let next_seed = match attempts.last() {
            Some(shuffle) => {
                let room = room.as_deref().ok_or_else(|| fault(line, "expected a room in the header"))?;
                Some(shuffle.seed(kind, room))
            }
            None => seed.map(|seed| seed.of_round(u32::from(game.round()) + 1)),
        };
        let input = read_input::<G>(asked, next_seed).map_err(|reason| fault(line, reason))?;
        let deals = matches!(input, Input::Deal(_));
        let happened = outcome_lines(&game.apply(input));
        let mut written = Vec::new();
        while let Some((line, said)) = lines.next_below() {
            written.push(read_outcome::<G>(said).map_err(|reason| fault(line, reason))?);
        }
        let step = Step { line, input: asked.to_owned(), happened, written };
        if deals && !step.is_refused() {
            // A seed of its own owes nothing to the shuffles above it.
            let own = asked != "deal";
            let attempts = std::mem::take(&mut attempts).into_iter().filter(|_| !own).collect();
            replay.deals.push(Deal { round: game.round(), step: replay.steps.len(), attempts });
        }
        replay.steps.push(step);
    }
    Ok(replay)
}

/// Reads an input; `seed` is that of a deal which brings none.
fn read_input<G: Game>(text: &str, seed: Option<Seed>) -> Result<Input<G::Action>, String> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    match (word, seed) {
        ("timeout", _) if rest.is_empty() => Ok(Input::Timeout),
        ("deal", Some(seed)) if rest.is_empty() => Ok(Input::Deal(seed)),
        ("deal", None) if rest.is_empty() => Err("expected a seed, here or in the header".to_owned()),
        ("deal", _) => rest.parse().map(Input::Deal).map_err(|reason| format!("{reason}")),
        _ => {
            let seat: Seat = word.parse().map_err(|_| "expected deal, timeout or a seat and its action")?;
            let action = rest.parse::<G::Action>().map_err(|reason| reason.to_string())?;
            Ok(Input::Act(seat, action))
        }
    }
}

/// Reads a line below an input and writes it as a match would: an event, or a code behind a `!`.
fn read_outcome<G: Game>(text: &str) -> Result<String, String> {
    match text.strip_prefix('!') {
        Some(code) => Ok(format!("! {}", code.trim())),
        None => text.parse().map(|event: G::Event| event.to_string()).map_err(|reason| reason.to_string()),
    }
}

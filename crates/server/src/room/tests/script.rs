//! Scripts: what players ask and what comes of it, one line each, so that a test reads like a protocol.
//!
//! ```text
//! 2 join => ok | joined 2          player 2 asks; the answer; what all see
//! turn act take pool => ok         whoever must act, with the newest prompt's number
//! 2 act #3 throw R5 => stale_prompt
//! 2 act - throw R5 => prompt_required
//! 2 lost | presence 2 away         a connection comes or goes
//! wait 15000 | dealt ..            time passes; `..` stands for the rest of an event
//! 2 pledge => ok * pledged 0       what all see of the shuffle stands behind a `*`
//! ```

use parlour_engine::{Action, Seat, Variant, Viewer};
use parlour_protocol::{Command, Expects, Occupant, RoomEvent, RoomId};

use super::sim::{Sim, invite, player, verdict};
use crate::room::history::Happened;
use crate::room::{Effects, Guest, Input, Key};

/// Four players, each on the seat before its number.
pub(super) const FOUR: &str = "
    1 sit 0 => ok
    2 join => ok
    2 sit 1 => ok
    3 join => ok
    3 sit 2 => ok
    4 join => ok
    4 sit 3 => ok";

/// All four are ready, the last of them just now.
pub(super) const READY: &str = "
    1 ready => ok
    2 ready => ok
    3 ready => ok
    4 ready => ok";

/// Plays a script in a fresh room whose host, player 1, is connected.
pub(super) fn check(variant: Variant, script: &str) -> Sim {
    let mut sim = Sim::of(variant);
    play(&mut sim, script);
    sim
}

/// Plays a script.
pub(super) fn play(sim: &mut Sim, script: &str) {
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (line, shuffled) = split(line, '*');
        let (line, events) = split(line, '|');
        let (input, expected) = match line.split_once("=>") {
            Some((input, expected)) => (input, Some(expected.trim())),
            None => (line, None),
        };
        let seq = sim.room.seq();
        let answered = perform(sim, input.trim());
        assert_eq!(answered.as_deref(), expected, "the answer to: {input}");
        if answered.is_some_and(|answer| answer != "ok") {
            assert_eq!(sim.room.seq(), seq, "refused, and yet: {input}");
        }
        for (events, is) in [(events, false), (shuffled, true)] {
            let Some(events) = events else { continue };
            let happened = named_since(sim, seq, is);
            let expected: Vec<&str> =
                events.split(',').map(str::trim).filter(|event| !event.is_empty()).collect();
            let same = happened.len() == expected.len()
                && happened.iter().zip(&expected).all(|(event, expected)| matches(event, expected));
            assert!(same, "after: {input}\n happened {happened:?}\n expected {expected:?}");
        }
    }
}

/// What stands before and behind a mark.
fn split(line: &str, mark: char) -> (&str, Option<&str>) {
    line.split_once(mark).map_or((line, None), |(line, rest)| (line, Some(rest.trim())))
}

fn matches(event: &str, expected: &str) -> bool {
    match expected.strip_suffix("..") {
        Some(start) => event.starts_with(start),
        None => event == expected,
    }
}

/// What happened behind frame `seq`, as spectators see it, but for the shuffle.
pub(super) fn happened_since(sim: &Sim, seq: u64) -> Vec<String> {
    named_since(sim, seq, false)
}

/// What happened behind frame `seq`: of the shuffle, or everything else.
fn named_since(sim: &Sim, seq: u64, shuffled: bool) -> Vec<String> {
    let steps = sim.room.history.since(seq).expect("the script is short");
    let happened = steps.iter().flat_map(|step| &step.happened);
    happened.filter(|happened| is_shuffled(happened) == shuffled).map(name).collect()
}

fn is_shuffled(happened: &Happened) -> bool {
    matches!(
        happened,
        Happened::Room(
            RoomEvent::Committed { .. }
                | RoomEvent::Pledged { .. }
                | RoomEvent::ListClosed { .. }
                | RoomEvent::Contributed { .. }
                | RoomEvent::Shuffled { .. }
                | RoomEvent::Revealed { .. }
        )
    )
}

/// The seats of a list in a few characters: their numbers, or `-`.
fn seats(numbers: impl Iterator<Item = Seat>) -> String {
    let text: String = numbers.map(|seat| seat.to_string()).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

fn perform(sim: &mut Sim, input: &str) -> Option<String> {
    let (who, rest) = input.split_once(' ').expect("somebody and a word");
    if who == "wait" {
        sim.pass(rest.parse().expect("milliseconds"));
        return None;
    }
    let who = match who {
        "turn" => on_turn(sim),
        number => number.parse().expect("a player's number"),
    };
    let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let effects = match word {
        "lost" => sim.input(Input::Presence { player: player(who), connected: false }),
        "back" => sim.input(Input::Presence { player: player(who), connected: true }),
        "named" => {
            let guest = Guest { player: player(who), name: rest.to_owned() };
            sim.input(Input::Rename { guest })
        }
        "join" => {
            let key = match rest {
                "" => Key::Id,
                "invited" => Key::Invite(invite()),
                "wrong" => Key::Invite(parlour_protocol::Invite::from_bits(1)),
                other => panic!("no key: {other}"),
            };
            sim.join(who, key)
        }
        word => {
            let command = command(sim, who, word, rest);
            let id = sim.next_id(who);
            sim.send(who, id, command)
        }
    };
    answer(&effects)
}

fn answer(effects: &Effects) -> Option<String> {
    effects.reply.as_ref().map(verdict)
}

/// The player of the first seat that must act.
pub(super) fn on_turn(sim: &Sim) -> u64 {
    let seat = sim.room.prompt().seats.iter().next().expect("somebody must act");
    number_at(sim, seat).expect("a player sits there")
}

/// The number of the player on a seat.
fn number_at(sim: &Sim, seat: Seat) -> Option<u64> {
    (1..20).find(|&number| sim.room.viewer(player(number)) == Some(Viewer::Seat(seat)))
}

fn command(sim: &Sim, who: u64, word: &str, rest: &str) -> Command {
    let room = RoomId::from_bits(1);
    let seat = || rest.parse().expect("a seat's number");
    match word {
        "sit" => Command::Sit { room, seat: seat() },
        "stand" => Command::Stand { room },
        "ready" => Command::Ready { room, ready: rest != "not" },
        "pledge" => sim.pledge(who),
        "contribute" => sim.contribute(if rest == "wrong" { who + 100 } else { who }),
        "bot" => Command::Bot { room, seat: seat() },
        "remove" => Command::Remove { room, seat: seat() },
        "start" => Command::Start { room },
        "leave" => Command::Leave { room },
        "say" => Command::Chat { room, text: rest.to_owned() },
        "snapshot" => Command::Snapshot { room },
        "hint" => Command::Hint { room },
        "record" => Command::Record { room, number: rest.parse().ok(), from: 0 },
        "takes" => Command::TakeBack { room },
        "votes" => {
            let choice = serde_json::from_str(&format!("\"{rest}\"")).expect("a choice");
            Command::Vote { room, choice }
        }
        "asks" => Command::AskHand { room, seat: seat() },
        "shows" | "hides" => {
            let player = player(rest.parse().expect("a player's number"));
            Command::ShowHand { room, player, show: word == "shows" }
        }
        "emote" => {
            Command::Emote { room, emote: serde_json::from_str(&format!("\"{rest}\"")).expect("a phrase") }
        }
        "ping" => Command::Ping,
        "act" => {
            let newest = sim.room.prompt().number;
            let (prompt, action) = match rest.split_once(' ') {
                Some(("-", action)) => (None, action),
                Some((number, action)) if number.starts_with('#') => (number[1..].parse().ok(), action),
                _ => (Some(newest), rest),
            };
            Command::Act { room, prompt, action: action_of(sim, who, action) }
        }
        word => panic!("no such word: {word}"),
    }
}

fn action_of(sim: &Sim, who: u64, text: &str) -> Action {
    if text == "any" {
        let seat = sim.room.viewer(player(who)).and_then(Viewer::seat).expect("a seat acts");
        return sim.any_action(seat);
    }
    match text.parse() {
        Ok(action) => Action::Rummikub(action),
        Err(_) => Action::Tichu(text.parse().expect("an action of one of the games")),
    }
}

/// An event in a few words.
fn name(happened: &Happened) -> String {
    let number = |id| (1..20).find(|&number| player(number) == id).expect("a player of the script");
    match happened {
        Happened::Game(event) => event.seen_by(Viewer::Spectator).to_string(),
        Happened::Room(event) => match event {
            RoomEvent::Joined { player } => format!("joined {}", number(player.id)),
            RoomEvent::Left { player } => format!("left {}", number(*player)),
            RoomEvent::Sat { seat, occupant: Occupant::Bot { .. } } => format!("sat {seat} bot"),
            RoomEvent::Sat { seat, occupant: Occupant::Player { player, .. } } => {
                format!("sat {seat} player {}", number(player.id))
            }
            RoomEvent::Stood { seat } => format!("stood {seat}"),
            RoomEvent::Ready { seat, ready } => {
                format!("{} {seat}", if *ready { "ready" } else { "unready" })
            }
            RoomEvent::Host { player } => format!("host {}", number(*player)),
            RoomEvent::Presence { player, connected, .. } => {
                format!("presence {} {}", number(*player), if *connected { "here" } else { "away" })
            }
            RoomEvent::Bank { seat, left_ms } => format!("bank {seat} {left_ms}"),
            RoomEvent::Substituted { seat, bot } => {
                format!("substituted {seat} {}", if *bot { "bot" } else { "player" })
            }
            RoomEvent::Renamed { player, name } => format!("renamed {} {name}", number(*player)),
            RoomEvent::Chat(line) => format!("chat {}: {}", line.name, line.text),
            RoomEvent::Emote { player, emote } => format!("emote {} {emote:?}", number(*player)),
            RoomEvent::TakenBack { seat } => format!("taken_back {seat}"),
            RoomEvent::VoteOpened { seat, .. } => format!("vote about {seat}"),
            RoomEvent::Voted { seat, choice } => format!("voted {seat} {choice:?}").to_lowercase(),
            RoomEvent::VoteClosed { seat, choice } => {
                let choice =
                    choice.map_or("nothing".to_owned(), |choice| format!("{choice:?}").to_lowercase());
                format!("vote about {seat} closed: {choice}")
            }
            RoomEvent::MatchAbandoned => "abandoned".to_owned(),
            RoomEvent::HandAsked { player, seat } => format!("{} asks {seat}", number(*player)),
            RoomEvent::HandShown { player, seat, shown } => {
                format!("{seat} {} {}", if *shown { "shows" } else { "hides" }, number(*player))
            }
            RoomEvent::Committed { round, attempt, .. } => format!("committed {round}.{attempt}"),
            RoomEvent::Pledged { seat, .. } => format!("pledged {seat}"),
            RoomEvent::ListClosed { hashes, .. } => {
                let listed = hashes.iter().filter(|(_, hash)| hash.is_some());
                format!("list {}", seats(listed.map(|(seat, _)| seat)))
            }
            RoomEvent::Contributed { seat } => format!("contributed {seat}"),
            RoomEvent::Shuffled { shares, .. } => {
                let given = shares.iter().filter(|(_, share)| share.nonce().is_some());
                format!("shuffled {}", seats(given.map(|(seat, _)| seat)))
            }
            RoomEvent::Revealed { round, attempt, .. } => format!("revealed {round}.{attempt}"),
            RoomEvent::MatchStarted { number } => format!("match {number}"),
        },
    }
}

/// What the room waits for, in a few words: the number, what, of which seats, and until when.
pub(super) fn prompt(sim: &Sim) -> String {
    let prompt = sim.room.prompt();
    let expects = match prompt.expects {
        Expects::Ready => "ready".to_owned(),
        Expects::Hash => "hash".to_owned(),
        Expects::Nonce => "nonce".to_owned(),
        Expects::BombWindow => "bomb_window".to_owned(),
        Expects::Action(expect) => format!("{expect:?}").to_lowercase(),
    };
    let seats: String = prompt.seats.iter().map(|seat| seat.to_string()).collect();
    let until = prompt.deadline.map_or("-".to_owned(), |at| (at as i64 - sim.now as i64).to_string());
    format!("#{} {expects} {seats} {until}", prompt.number)
}

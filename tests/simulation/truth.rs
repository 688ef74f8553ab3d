//! What was really played, after all is over: the journal and the transcripts, against what everybody was shown.
//!
//! Invariants checked: a room is a function of its journal, also from its checkpoint on; replaying a transcript gives the
//! same events; every frame that anybody saw holds exactly what its viewer may know of these.

use std::collections::BTreeMap;
use std::ops::Range;

use futures::FutureExt;
use parlour_engine::{Event as Truth, GameKind, Viewer, transcript};
use parlour_protocol::{Event, RoomEvent, RoomId, encode};
use parlour_server::connection::Wants;
use parlour_server::journal::{Book, Journal, LoadError, MemoryJournal, Since, Transcript};
use parlour_server::room::Room;

use crate::chronicle::{Chronicle, Shown, Tale};

type Judged<T = ()> = Result<T, String>;

/// Compares the journal of a room with itself, and with what was shown of the room. Answers whether somebody saw each of
/// its frames.
///
/// # Errors
/// When they differ.
pub(crate) fn check(chronicle: &Chronicle, room: RoomId, shown: &[&Shown]) -> Judged<bool> {
    let memory = chronicle.disk.memory();
    let committed = chronicle.disk.committed(room);
    match chronicle.is_damaged(room) {
        true => is_missed(memory, room, committed)?,
        false => folds(memory, room, committed)?,
    }
    let text = memory.transcript(room, 1).now_or_never().expect("memory answers at once");
    let text = text.map_err(|error| error.to_string())?;
    let Some(Transcript { text, .. }) = text.filter(|transcript| transcript.over) else {
        return match chronicle.over.contains(&room) {
            true => Err("a match is over and has no transcript".to_owned()),
            false => Ok(false),
        };
    };
    let (game, played) = replay(std::str::from_utf8(&text).map_err(|error| error.to_string())?)?;
    let tale = chronicle.tales().find(|&(of, _)| of == room).map(|(_, tale)| tale);
    let tale = tale.ok_or("nobody saw anything of a match that is over")?;
    let (places, complete) = align(game, tale, &played)?;
    for shown in shown {
        let Some(place) = places.get(&shown.seq) else { continue };
        let viewer = shown.seat.map_or(Viewer::Spectator, Viewer::Seat);
        let seen = played[place.clone()].iter().map(|event| Event::from(event.seen_by(viewer)));
        if !seen.eq(of_the_match(&shown.events).cloned()) {
            let (seq, events) = (shown.seq, &shown.events);
            return Err(format!(
                "frame {seq} shows {viewer:?} {events:?}, and there was {:?}",
                &played[place.clone()]
            ));
        }
    }
    Ok(complete)
}

/// The last entry is lost, and the journal says so.
fn is_missed(memory: &MemoryJournal, room: RoomId, last: u64) -> Judged {
    let read = memory.load(room, Since::Opening).now_or_never().expect("memory answers at once");
    match read {
        Err(LoadError::Damaged(row)) if row == last => Ok(()),
        other => Err(format!("entry {last} is lost, and the journal says {other:?}")),
    }
}

/// Folds the journal from its first entry, and from its checkpoint.
fn folds(memory: &MemoryJournal, room: RoomId, committed: u64) -> Judged {
    let load = |since| -> Judged<Book> {
        let book = memory.load(room, since).now_or_never().expect("memory answers at once");
        book.map_err(|error| error.to_string())
    };
    let whole = Room::rebuild(&load(Since::Opening)?.entries).map_err(|error| error.to_string())?;
    if whole.seq() != committed {
        return Err(format!(
            "the journal makes a room of {} entries, and {committed} were written",
            whole.seq()
        ));
    }
    let book = load(Since::Checkpoint)?;
    let Some((seq, checkpoint)) = book.checkpoint else { return Ok(()) };
    let short = Room::resume_from(seq, &checkpoint, &book.entries).ok_or("a checkpoint cannot be read")?;
    let short = short.map_err(|error| error.to_string())?;
    let wants = Wants { legal: false, views: true };
    for member in whole.members() {
        let (long, short) = (whole.snapshot(member.id, wants), short.snapshot(member.id, wants));
        if encode(&long) != encode(&short) {
            return Err(format!("from the first entry on it is {long:?}, from the checkpoint on {short:?}"));
        }
    }
    Ok(())
}

/// What happened in a match, by its transcript.
fn replay(text: &str) -> Judged<(GameKind, Vec<Truth>)> {
    let replay = transcript::replay(text).map_err(|fault| fault.to_string())?;
    if let Some(step) = replay.differences().next() {
        return Err(format!("the transcript differs from what happens again: {step:?}"));
    }
    let lines = replay.steps.iter().flat_map(|step| &step.happened).filter(|line| !line.starts_with('!'));
    let read = |line: &String| Truth::read(replay.game, line).ok_or_else(|| format!("{line} is no event"));
    Ok((replay.game, lines.map(read).collect::<Result<_, _>>()?))
}

fn of_the_match(events: &[Event]) -> impl Iterator<Item = &Event> {
    events.iter().filter(|event| matches!(event, Event::Rummikub(_) | Event::Tichu(_)))
}

/// Which events of the match are in which frame, and whether all frames of the match are known. Behind a frame that nobody
/// saw, frames are looked for among the events that come later; as that may find another one that looks alike, these have
/// no place.
fn align(game: GameKind, tale: &Tale, played: &[Truth]) -> Judged<(BTreeMap<u64, Range<usize>>, bool)> {
    let public: Vec<Event> =
        played.iter().map(|event| Event::from(event.seen_by(Viewer::Spectator))).collect();
    let begins = |event: &Event| matches!(event, Event::Room(RoomEvent::MatchStarted { .. }));
    let first = tale.frames.iter().find(|(_, frame)| frame.events.iter().any(begins)).map(|(&seq, _)| seq);
    let (mut places, mut complete, mut next) = (BTreeMap::new(), first.is_some(), 0);
    let mut last = first.map_or(0, |first| first - 1);
    for (&seq, frame) in tale.frames.range(last + 1..) {
        let missing = seq != last + 1;
        complete &= !missing;
        last = seq;
        let events: Vec<&Event> = of_the_match(&frame.events).collect();
        let fits = |from: usize| public[from..].iter().take(events.len()).eq(events.iter().copied());
        let found = match (complete, events.len()) {
            (_, 0) => continue,
            (true, _) => Some(next).filter(|&from| fits(from)),
            (false, _) => (next..public.len()).find(|&from| fits(from)),
        };
        let Some(from) = found else {
            return Err(format!(
                "frame {seq} shows {events:?}, and in the match of {game} came {:?}",
                &public[next..]
            ));
        };
        next = from + events.len();
        if complete {
            places.insert(seq, from..next);
        }
    }
    match complete && next != public.len() {
        true => Err(format!("nobody was shown {:?}", &public[next..])),
        false => Ok((places, complete)),
    }
}

//! Pages of what happened in a match, made from its transcript: in full, but for the round that is still played.
//!
//! Invariants: a page is no longer than a frame of a client may be, and holds one move at least unless the match has no
//! more; the pages of a match, one after the other, hold every move once. Of a round that is not over a page tells what
//! its viewer was told when it happened.

use bytes::Bytes;
use parlour_engine::{Event as Truth, GameKind, Viewer, rummikub, tichu};
use parlour_protocol::{Event, FRAME_BYTES, Move, Record, encode};

/// Bytes of a page that are left for all but its moves.
const HEAD: usize = 512;

/// What the room itself knows of a match that somebody wants to be told of.
#[derive(Debug)]
pub(super) struct Recorded {
    pub(super) game: GameKind,
    /// The number of the match.
    pub(super) number: u32,
    /// The end of its transcript that the journal does not have yet.
    pub(super) unwritten: Bytes,
    /// The round that is still played, and with whose eyes it is seen.
    pub(super) hidden: Option<(u16, Viewer)>,
}

/// A page from the move `from` on of a match with this transcript.
pub(super) fn page(wanted: &Recorded, transcript: &str, from: u32) -> Record {
    let &Recorded { game, number, hidden, .. } = wanted;
    let first = usize::try_from(from).unwrap_or(usize::MAX);
    let (mut moves, mut bytes, mut next, mut round) = (Vec::new(), HEAD, None, 0);
    // What stands before the first input is the head.
    for (at, text) in transcript.split("\n> ").skip(1).enumerate() {
        let truth: Vec<Truth> = text.lines().skip(1).filter_map(|line| Truth::read(game, line)).collect();
        round = truth.iter().find_map(dealt).unwrap_or(round);
        if at < first {
            continue;
        }
        let eyes = hidden.filter(|&(played, _)| played == round).map(|(_, viewer)| viewer);
        let seen = truth.into_iter().map(|event| match eyes {
            Some(viewer) => event.seen_by(viewer),
            None => event.revealed(),
        });
        let told = Move { round, events: seen.map(Event::from).collect() };
        bytes += encode(&told).len() + 1;
        if bytes > FRAME_BYTES && !moves.is_empty() {
            next = u32::try_from(at).ok();
            break;
        }
        moves.push(told);
    }
    Record { number, from, moves, next }
}

/// The round that an event deals.
fn dealt(event: &Truth) -> Option<u16> {
    match event {
        Truth::Rummikub(rummikub::Event::Dealt { round, .. })
        | Truth::Tichu(tichu::Event::Dealt { round, .. }) => Some(*round),
        Truth::Rummikub(_) | Truth::Tichu(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use parlour_engine::transcript::Recorder;
    use parlour_engine::{Illegal, Input, Match, Seat, Seed, Variant, Waits};

    use super::*;

    /// A transcript of three rounds, and all that happened in them.
    fn played(game: GameKind) -> (String, Vec<(u16, Vec<Truth>)>) {
        let variant = Variant::default_of(game);
        let mut table = Match::new(variant.clone()).expect("the defaults make sense");
        let mut recorder = Recorder::new(game, &variant, None);
        let mut happened = Vec::new();
        while table.round() < 3 || table.waits() != Waits::Deal {
            let input = match table.waits() {
                Waits::Deal => Input::Deal(Seed::new([9; 32]).of_round(table.round().into())),
                Waits::Seats(..) | Waits::BombWindow { .. } => Input::Timeout,
                Waits::Nothing => break,
            };
            let events = table.apply(input.clone()).expect("time runs out when it must");
            recorder.record(&input, &Ok::<_, Illegal>(events.clone()));
            happened.push((table.round(), events));
        }
        (recorder.into_text(), happened)
    }

    fn pages(wanted: &Recorded, text: &str) -> Vec<Record> {
        let mut pages = vec![page(wanted, text, 0)];
        while let Some(from) = pages.last().and_then(|record| record.next) {
            pages.push(page(wanted, text, from));
        }
        pages
    }

    #[test]
    fn the_pages_hold_every_move_once_and_hide_what_is_hidden_yet() {
        let seat = Seat::new(0).expect("a seat");
        for (game, hidden) in GameKind::ALL.into_iter().flat_map(|game| {
            [None, Some((3, Viewer::Seat(seat))), Some((3, Viewer::Spectator))].map(|hidden| (game, hidden))
        }) {
            let (text, happened) = played(game);
            let wanted = Recorded { game, number: 7, unwritten: Bytes::new(), hidden };
            let pages = pages(&wanted, &text);
            assert!(pages.len() > 2, "{game}: {} pages", pages.len());
            assert!(pages.iter().all(|page| encode(page).len() <= FRAME_BYTES && page.number == 7));
            let expected = happened.into_iter().map(|(round, events)| {
                let events = events.into_iter().map(|event| match hidden {
                    Some((3, viewer)) if round == 3 => event.seen_by(viewer),
                    _ => event.revealed(),
                });
                Move { round, events: events.map(Event::from).collect() }
            });
            let moves: Vec<_> = pages.into_iter().flat_map(|page| page.moves).collect();
            assert_eq!(moves, expected.collect::<Vec<_>>());
            assert!(page(&wanted, &text, 1_000_000).moves.is_empty());
        }
    }
}

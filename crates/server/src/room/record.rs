//! Pages of what happened in a match that is over, in full, made from its transcript.
//!
//! Invariants: a page is no longer than a frame of a client may be, and holds one move at least unless the match has no
//! more; the pages of a match, one after the other, hold every move once.

use parlour_engine::{Event as Truth, GameKind, rummikub, tichu};
use parlour_protocol::{Event, FRAME_BYTES, Move, Record, encode};

/// Bytes of a page that are left for all but its moves.
const HEAD: usize = 512;

/// A page of the match `number` from the move `from` on.
pub(super) fn page(game: GameKind, number: u32, transcript: &str, from: u32) -> Record {
    let first = usize::try_from(from).unwrap_or(usize::MAX);
    let (mut moves, mut bytes, mut next, mut round) = (Vec::new(), HEAD, None, 0);
    // What stands before the first input is the head.
    for (number, text) in transcript.split("\n> ").skip(1).enumerate() {
        let truth: Vec<Truth> = text.lines().skip(1).filter_map(|line| Truth::read(game, line)).collect();
        round = truth.iter().find_map(dealt).unwrap_or(round);
        if number < first {
            continue;
        }
        let events = truth.into_iter().map(|event| Event::from(event.revealed())).collect();
        let told = Move { round, events };
        bytes += encode(&told).len() + 1;
        if bytes > FRAME_BYTES && !moves.is_empty() {
            next = u32::try_from(number).ok();
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
    use parlour_engine::{Illegal, Input, Match, Seed, Variant, Waits};

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

    #[test]
    fn the_pages_hold_every_move_once() {
        for game in GameKind::ALL {
            let (text, happened) = played(game);
            let (mut moves, mut next, mut pages) = (Vec::new(), Some(0), 0);
            while let Some(from) = next {
                let record = page(game, 7, &text, from);
                assert!(encode(&record).len() <= FRAME_BYTES && (record.number, record.from) == (7, from));
                moves.extend(record.moves);
                (next, pages) = (record.next, pages + 1);
            }
            assert!(pages > 2, "{game}: {pages} pages");
            let expected = happened.into_iter().map(|(round, events)| {
                let events = events.into_iter().map(|event| Event::from(event.revealed())).collect();
                Move { round, events }
            });
            assert_eq!(moves, expected.collect::<Vec<_>>());
            assert!(page(game, 7, &text, 1_000_000).moves.is_empty());
        }
    }
}

//! Rooms that an earlier build of this version of the journal wrote: what changes the entries or what follows from them is
//! seen here, and not by people whose rooms are closed.
//!
//! `PARLOUR_WRITE_JOURNALS=1 cargo test -p parlour-server rooms_of_an_earlier_build` writes the journals anew. Before, add a step to
//! `STEPS` of `journal/sqlite/schema.rs` that says what becomes of rooms with such entries.

use std::fs;
use std::path::Path;

use bytes::Bytes;
use parlour_engine::{GameKind, Length, Variant, rummikub, tichu};
use parlour_protocol::Stage;

use super::script::play;
use super::sim::Sim;
use crate::room::Room;

/// The entries of each journal.
const ENTRIES: usize = 120;

/// The beginning of a match in which a player takes part in the shuffle, talks, is lost, and runs out of time.
fn played(game: GameKind) -> Sim {
    let length = Length::Rounds(1);
    let variant = match game {
        GameKind::Rummikub => {
            Variant::Rummikub(rummikub::Variant { length, turn_seconds: 60, ..rummikub::Variant::default() })
        }
        GameKind::Tichu => {
            Variant::Tichu(tichu::Variant { length, turn_seconds: 60, ..tichu::Variant::default() })
        }
    };
    let mut sim = Sim::of(variant.clone());
    play(&mut sim, "1 sit 0 => ok\n 1 say Hello => ok\n 2 join => ok");
    for seat in 1..variant.seats() {
        play(&mut sim, &format!("1 bot {seat} => ok"));
    }
    play(
        &mut sim,
        "1 pledge => ok\n 1 ready => ok\n 1 contribute => ok\n wait 10000\n 1 lost\n wait 1500000",
    );
    sim.records.truncate(ENTRIES);
    assert_eq!(sim.records.len(), ENTRIES, "much happens in a match");
    sim
}

#[test]
fn rooms_of_an_earlier_build_are_read() {
    for game in [GameKind::Rummikub, GameKind::Tichu] {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/room/tests/journals/{game}.jsonl"));
        if std::env::var_os("PARLOUR_WRITE_JOURNALS").is_some() {
            let sim = played(game);
            let lines: Vec<&[u8]> = sim.records.iter().flat_map(|record| [record.as_ref(), b"\n"]).collect();
            fs::write(&path, lines.concat()).expect("the file can be written");
        }
        let text = fs::read_to_string(&path).expect("the file is there");
        let records: Vec<Bytes> = text.lines().map(|line| Bytes::from(line.to_owned())).collect();
        let room = Room::rebuild(&records).unwrap_or_else(|fault| panic!("{game}: {fault}"));
        assert_eq!(room.seq(), records.len() as u64, "{game}");
        assert_ne!(room.status().summary.stage, Stage::Waiting, "{game}: a match was played");
    }
}

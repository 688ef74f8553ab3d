//! The limit that a server is measured against: a relay of rooms with four seats that knows no game and keeps nothing, and
//! the closed loop that drives it and others like it.
//!
//! `relay serve ADDRESS BYTES` sends, for each text of a seat, one frame of so many bytes, encoded once, to the four sockets
//! of its room and a short answer to the seat. `relay drive WIRE ADDRESS ROOMS SECONDS PID [LEAST MOST]` speaks as WIRE says
//! (`plain`, `colyseus` or `boardgame`): in each room the seat that the newest frame names answers at once, or after LEAST to
//! MOST milliseconds. It prints moves, latencies, the processor time and memory of PID, and the processor time of its own as JSON.
#![allow(clippy::print_stdout, reason = "the figures are what it prints")]

mod drive;
mod serve;
mod wire;

use std::time::Duration;

/// Seats of a room.
const SEATS: usize = 4;

type Fault = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match words[..] {
        ["serve", address, bytes] => runtime.block_on(serve::serve(address, bytes.parse()?)),
        ["drive", wire, address, rooms, seconds, process, ref think @ ..] => {
            let seconds = Duration::from_secs(seconds.parse()?);
            let think = match think {
                [] => 0..=0,
                [least, most] => least.parse()?..=most.parse()?,
                _ => return Err("think times are LEAST and MOST".into()),
            };
            let (wire, rooms) = (wire.parse()?, rooms.parse()?);
            println!("{}", runtime.block_on(drive::drive(wire, address, rooms, seconds, process, think))?);
            Ok(())
        }
        _ => {
            Err("relay serve ADDRESS BYTES | relay drive WIRE ADDRESS ROOMS SECONDS PID [LEAST MOST]".into())
        }
    }
}

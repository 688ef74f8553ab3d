//! The moves, as many as the server takes or after some time to think, and what they cost it.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures::{SinkExt, StreamExt};
use hdrhistogram::Histogram;
use parlour_load::process;
use rand::RngExt;

use crate::wire::{Player, Wire};
use crate::{Fault, SEATS};

/// What does not count, until every buffer has its size.
const WARM_UP: Duration = Duration::from_secs(3);

/// Opens the rooms, plays for `seconds` with `think` milliseconds before each move, and answers moves, latencies in milliseconds, and what the process used, as JSON.
pub(crate) async fn drive(
    wire: Wire,
    address: &str,
    rooms: usize,
    seconds: Duration,
    server: &str,
    think: RangeInclusive<u64>,
) -> Result<String, Fault> {
    let latencies = Arc::new(Mutex::new(Histogram::<u64>::new(3)?));
    // Nobody moves before all have come: a server at its limit lets nobody in for a long time.
    let mut players = Vec::new();
    for room in 0..rooms {
        for seat in 0..SEATS {
            players.push(Player::sit(wire, address, room, seat).await?);
        }
    }
    for player in players {
        tokio::spawn(play(player, think.clone(), Arc::clone(&latencies)));
    }
    tokio::time::sleep(WARM_UP).await;
    latencies.lock().expect("nobody panics").clear();
    let used = |process: &str| process::cpu(process).ok_or("no such process, or no Linux");
    let (from, server_before, own_before) = (Instant::now(), used(server)?, used("self")?);
    tokio::time::sleep(seconds).await;
    let (used, own) = (used(server)? - server_before, used("self")? - own_before);
    let passed = from.elapsed().as_secs_f64();
    let latencies = latencies.lock().expect("nobody panics");
    let moves = latencies.len() as f64;
    let ms = |quantile: f64| latencies.value_at_quantile(quantile) as f64 / 1_000.0;
    Ok(format!(
        r#"{{"moves_per_second":{:.1},"cpu_per_100_000_moves":{:.3},"cores":{:.3},"own_cores":{:.3},"p50":{:.3},"p99":{:.3},"p999":{:.3},"memory":{}}}"#,
        moves / passed,
        used * 100_000.0 / moves,
        used / passed,
        own / passed,
        ms(0.5),
        ms(0.99),
        ms(0.999),
        process::memory(server).ok_or("no such process")?
    ))
}

/// Answers whenever it is this seat's turn; the first seat begins.
async fn play(
    mut player: Player,
    think: RangeInclusive<u64>,
    latencies: Arc<Mutex<Histogram<u64>>>,
) -> Result<(), Fault> {
    let pause = async || {
        if *think.end() > 0 {
            let millis = rand::rng().random_range(think.clone());
            tokio::time::sleep(Duration::from_millis(millis)).await;
        }
    };
    let mut asked = Instant::now();
    if player.begins() {
        pause().await;
        asked = Instant::now();
        player.act().await?;
    }
    while let Some(message) = player.socket.next().await {
        let message = message?;
        let heard = player.hear(&message);
        if heard.taken {
            let micros = u64::try_from(asked.elapsed().as_micros()).unwrap_or(u64::MAX);
            latencies.lock().expect("nobody panics").record(micros)?;
        }
        if heard.turn {
            pause().await;
            asked = Instant::now();
            player.act().await?;
        } else if let Some(answer) = heard.answer {
            player.socket.send(answer).await?;
        }
    }
    Ok(())
}

//! The limit that a server is measured against: a relay of rooms with four seats that knows no game and keeps nothing.
//!
//! `relay serve ADDRESS BYTES` sends, for each text of a seat, one frame of so many bytes, encoded once, to the four sockets
//! of its room and a short answer to the seat. `relay drive ADDRESS ROOMS SECONDS PID` is the closed loop: in each room the
//! seat that the newest frame names answers at once. It prints moves, latencies and the processor time of PID as JSON.
#![allow(clippy::print_stdout, reason = "the figures are what it prints")]

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures::{SinkExt, StreamExt};
use hdrhistogram::Histogram;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{accept_async_with_config, connect_async};

const SEATS: usize = 4;

/// Frames that wait for a socket before it counts as gone.
const QUEUE: usize = 64;

/// What does not count, until all rooms are open and every buffer has its size.
const WARM_UP: Duration = Duration::from_secs(3);

type Fault = Box<dyn std::error::Error + Send + Sync>;
type Seats = Arc<Mutex<[Option<mpsc::Sender<Utf8Bytes>>; SEATS]>>;

fn main() -> Result<(), Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match words[..] {
        ["serve", address, bytes] => runtime.block_on(serve(address, bytes.parse()?)),
        ["drive", address, rooms, seconds, process] => {
            let seconds = Duration::from_secs(seconds.parse()?);
            runtime.block_on(drive(address, rooms.parse()?, seconds, process.parse()?))
        }
        _ => Err("relay serve ADDRESS BYTES | relay drive ADDRESS ROOMS SECONDS PID".into()),
    }
}

async fn serve(address: &str, bytes: usize) -> Result<(), Fault> {
    let listener = TcpListener::bind(address).await?;
    let rooms: Arc<Mutex<HashMap<String, Seats>>> = Arc::default();
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let rooms = Arc::clone(&rooms);
        // Who breaks off is not missed.
        tokio::spawn(async move { sit(stream, rooms, bytes).await.ok() });
    }
}

/// One socket: its first text names room and seat, and each later one is a move.
async fn sit(
    stream: TcpStream,
    rooms: Arc<Mutex<HashMap<String, Seats>>>,
    bytes: usize,
) -> Result<(), Fault> {
    let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(0);
    let (mut sink, mut stream) = accept_async_with_config(stream, Some(config)).await?.split();
    let hello = stream.next().await.ok_or("no hello")??.into_text()?;
    let (room, seat) = hello.as_str().split_once(' ').ok_or("a room and a seat")?;
    let seat: usize = seat.parse()?;
    let seats = Arc::clone(rooms.lock().expect("nobody panics").entry(room.to_owned()).or_default());
    let (sender, mut queue) = mpsc::channel::<Utf8Bytes>(QUEUE);
    *seats.lock().expect("nobody panics").get_mut(seat).ok_or("four seats")? = Some(sender.clone());
    let writing = async {
        while let Some(frame) = queue.recv().await {
            sink.send(Message::Text(frame)).await?;
        }
        Ok::<(), Fault>(())
    };
    let reading = async {
        while let Some(text) = stream.next().await {
            if !text?.is_text() {
                continue;
            }
            let next = (seat + 1) % SEATS;
            let frame = Utf8Bytes::from(format!("{next}{}", " ".repeat(bytes.saturating_sub(1))));
            let all = seats.lock().expect("nobody panics").clone();
            all.iter().flatten().for_each(|other| drop(other.try_send(frame.clone())));
            let _ = sender.try_send(Utf8Bytes::from_static(r#"{"re":7,"type":"ok","seq":42}"#));
        }
        Ok::<(), Fault>(())
    };
    tokio::select! {
        done = writing => done,
        done = reading => done,
    }
}

async fn drive(address: &str, rooms: usize, seconds: Duration, process: u32) -> Result<(), Fault> {
    let begun = Instant::now() + WARM_UP;
    let latencies = Arc::new(Mutex::new(Histogram::<u64>::new(3)?));
    for room in 0..rooms {
        let mut sockets = Vec::new();
        for seat in 0..SEATS {
            let (mut socket, _) = connect_async(format!("ws://{address}/")).await?;
            if let tokio_tungstenite::MaybeTlsStream::Plain(stream) = socket.get_ref() {
                stream.set_nodelay(true)?;
            }
            socket.send(Message::text(format!("{room} {seat}"))).await?;
            sockets.push(socket);
        }
        for (seat, mut socket) in sockets.into_iter().enumerate() {
            let latencies = Arc::clone(&latencies);
            tokio::spawn(async move {
                // As long as an action of a game with its envelope.
                let action = Message::text(format!("{:<110}", "move"));
                let mut asked = Instant::now();
                if seat == 0 {
                    socket.send(action.clone()).await?;
                }
                while let Some(text) = socket.next().await {
                    let text = text?.into_text()?;
                    if text.starts_with("{\"re\"") {
                        if asked >= begun {
                            latencies.lock().expect("nobody panics").record(micros(asked))?;
                        }
                    } else if text.as_bytes().first() == Some(&(b'0' + u8::try_from(seat)?)) {
                        asked = Instant::now();
                        socket.send(action.clone()).await?;
                    }
                }
                Ok::<(), Fault>(())
            });
        }
    }
    tokio::time::sleep_until(begun.into()).await;
    latencies.lock().expect("nobody panics").clear();
    let (from, used) = (Instant::now(), cpu(process)?);
    tokio::time::sleep(seconds).await;
    let (used, passed) = (cpu(process)? - used, from.elapsed().as_secs_f64());
    let latencies = latencies.lock().expect("nobody panics");
    let moves = latencies.len() as f64;
    let ms = |quantile: f64| latencies.value_at_quantile(quantile) as f64 / 1_000.0;
    println!(
        r#"{{"moves_per_second":{:.1},"cpu_per_100_000_moves":{:.3},"p50":{:.3},"p99":{:.3},"p999":{:.3}}}"#,
        moves / passed,
        used * 100_000.0 / moves,
        ms(0.5),
        ms(0.99),
        ms(0.999)
    );
    Ok(())
}

fn micros(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX)
}

/// The processor seconds that a process has used, in user and system together.
fn cpu(process: u32) -> Result<f64, Fault> {
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    let (_, fields) = stat.rsplit_once(')').ok_or("a stat of Linux")?;
    let ticks =
        |number: usize| fields.split_whitespace().nth(number - 3).and_then(|field| field.parse::<f64>().ok());
    let (user, system) = (ticks(14).ok_or("user time")?, ticks(15).ok_or("system time")?);
    Ok((user + system) / TICKS_A_SECOND)
}

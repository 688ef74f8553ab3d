//! The relay: what a server of rooms cannot do without, and nothing else.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use futures::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::accept_async_with_config;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::{Fault, SEATS};

/// Frames that wait for a socket before it counts as gone.
const QUEUE: usize = 64;

/// The queues of a room's sockets.
type Seats = Arc<Mutex<[Option<mpsc::Sender<Utf8Bytes>>; SEATS]>>;

/// Serves until it is killed.
pub(crate) async fn serve(address: &str, bytes: usize) -> Result<(), Fault> {
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

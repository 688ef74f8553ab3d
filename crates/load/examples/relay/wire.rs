//! How servers of rooms are spoken to, as far as a closed loop of moves needs it.

use std::str::FromStr;

use futures::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::{Fault, SEATS};

/// Bytes of an action of a game with its envelope.
const ACTION: usize = 110;

/// Bytes that are asked of a socket at once. tungstenite fills as many with zeros before each look.
const READ_BYTES: usize = 2 * 1024;

/// A language of servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wire {
    /// The relay's: the first text names room and seat, each later one is a move; a frame begins with the seat that is next.
    Plain,
    /// Colyseus 0.16: a seat is reserved over HTTP; a binary message has a byte for its kind, then the name and the value of
    /// what is sent, in MessagePack. The value of a frame is a text as in [`Wire::Plain`].
    Colyseus,
    /// boardgame.io 0.50 over socket.io: text frames of engine.io; a move names the state that it was made in.
    Boardgame,
}

impl FromStr for Wire {
    type Err = Fault;
    fn from_str(text: &str) -> Result<Wire, Fault> {
        match text {
            "plain" => Ok(Wire::Plain),
            "colyseus" => Ok(Wire::Colyseus),
            "boardgame" => Ok(Wire::Boardgame),
            _ => Err("a wire is plain, colyseus or boardgame".into()),
        }
    }
}

/// One seat.
pub(crate) struct Player {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    wire: Wire,
    room: usize,
    seat: usize,
    /// The number of the newest state, for [`Wire::Boardgame`].
    state: u64,
}

/// What a message means to a seat.
#[derive(Default)]
pub(crate) struct Heard {
    /// Its own move was taken.
    pub(crate) taken: bool,
    /// It is to move.
    pub(crate) turn: bool,
    /// What is sent back without thinking.
    pub(crate) answer: Option<Message>,
}

/// Kinds of messages of Colyseus.
const JOINED: u8 = 10;
const DATA: u8 = 13;

impl Player {
    /// Takes a seat; the seats of a room are taken one after the other.
    pub(crate) async fn sit(wire: Wire, address: &str, room: usize, seat: usize) -> Result<Player, Fault> {
        let url = match wire {
            Wire::Plain => format!("ws://{address}/"),
            Wire::Boardgame => format!("ws://{address}/socket.io/?EIO=4&transport=websocket"),
            Wire::Colyseus => reserve(address).await?,
        };
        // Moves are small, and somebody waits for each.
        let config = WebSocketConfig::default().read_buffer_size(READ_BYTES);
        let (socket, _) = connect_async_with_config(url, Some(config), true).await?;
        let mut player = Player { socket, wire, room, seat, state: 0 };
        match wire {
            Wire::Plain => player.socket.send(Message::text(format!("{room} {seat}"))).await?,
            Wire::Colyseus => {
                player.wait_for(|message| message.first() == Some(&JOINED)).await?;
                player.socket.send(Message::binary(vec![JOINED])).await?;
            }
            Wire::Boardgame => {
                player.wait_for(|message| message.starts_with(b"0")).await?;
                player.socket.send(Message::text("40/relay,")).await?;
                player.wait_for(|message| message.starts_with(b"40/relay")).await?;
                let sync = format!(r#"42/relay,["sync","{room}","{seat}",null,{SEATS}]"#);
                player.socket.send(Message::text(sync)).await?;
                player.wait_for(|message| message.starts_with(br#"42/relay,["sync""#)).await?;
            }
        }
        Ok(player)
    }

    /// Whether it makes the first move of its room.
    pub(crate) fn begins(&self) -> bool {
        self.seat == 0
    }

    /// Sends a move.
    pub(crate) async fn act(&mut self) -> Result<(), Fault> {
        let text = format!("{:<ACTION$}", "move");
        let message = match self.wire {
            Wire::Plain => Message::text(text),
            Wire::Colyseus => {
                let mut bytes = vec![DATA, 0xa1, b'm', 0xd9, ACTION as u8];
                bytes.extend_from_slice(text.as_bytes());
                Message::binary(bytes)
            }
            Wire::Boardgame => Message::text(format!(
                r#"42/relay,["update",{{"type":"MAKE_MOVE","payload":{{"type":"move","args":["{text}"],"playerID":"{seat}"}}}},{state},"{room}","{seat}"]"#,
                seat = self.seat,
                state = self.state,
                room = self.room,
            )),
        };
        Ok(self.socket.send(message).await?)
    }

    /// What a message means.
    pub(crate) fn hear(&mut self, message: &Message) -> Heard {
        let is_mine = |digit: Option<&u8>| {
            digit.is_some_and(|&digit| usize::from(digit.wrapping_sub(b'0')) == self.seat)
        };
        match (self.wire, message) {
            (Wire::Plain, Message::Text(text)) => match text.as_bytes() {
                [b'{', ..] => Heard { taken: true, ..Heard::default() },
                frame => Heard { turn: is_mine(frame.first()), ..Heard::default() },
            },
            (Wire::Colyseus, Message::Binary(bytes)) => match bytes[..] {
                [DATA, 0xa1, b'k', ..] => Heard { taken: true, ..Heard::default() },
                // The length of a text has one byte or two.
                [DATA, 0xa1, b'f', 0xd9, _, ref next, ..] | [DATA, 0xa1, b'f', 0xda, _, _, ref next, ..] => {
                    Heard { turn: is_mine(Some(next)), ..Heard::default() }
                }
                _ => Heard::default(),
            },
            (Wire::Boardgame, Message::Text(text)) => match text.as_str() {
                "2" => Heard { answer: Some(Message::text("3")), ..Heard::default() },
                text if text.starts_with(r#"42/relay,["update""#) => self.updated(text),
                _ => Heard::default(),
            },
            _ => Heard::default(),
        }
    }

    /// A new state: the seat before the one that is next has moved.
    fn updated(&mut self, text: &str) -> Heard {
        let number = |name: &str| {
            let (_, rest) = text.split_once(name)?;
            let digits = rest.trim_start_matches('"');
            let end = digits.find(|letter: char| !letter.is_ascii_digit())?;
            digits[..end].parse::<u64>().ok()
        };
        let (Some(next), Some(state)) = (number(r#""currentPlayer":"#), number(r#""_stateID":"#)) else {
            return Heard::default();
        };
        self.state = state;
        let next = next as usize;
        Heard { taken: (self.seat + 1) % SEATS == next, turn: self.seat == next, answer: None }
    }

    async fn wait_for(&mut self, wanted: impl Fn(&[u8]) -> bool) -> Result<(), Fault> {
        while let Some(message) = self.socket.next().await {
            if wanted(&message?.into_data()) {
                return Ok(());
            }
        }
        Err("the server closed the connection".into())
    }
}

/// Reserves a seat at a server of Colyseus: in the room with a free seat, or in a new one. Answers where it is taken.
async fn reserve(address: &str) -> Result<String, Fault> {
    let stream = TcpStream::connect(address).await?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    let driver = tokio::spawn(connection);
    let request = hyper::Request::post("/matchmake/joinOrCreate/relay")
        .header("host", address)
        .header("content-type", "application/json")
        .body(Full::new(Bytes::from_static(b"{}")))?;
    let body = sender.send_request(request).await?.into_body().collect().await?.to_bytes();
    driver.abort();
    let seat: Value = serde_json::from_slice(&body)?;
    let text = |value: &Value| value.as_str().map(str::to_owned).ok_or("a reservation of Colyseus");
    let room = &seat["room"];
    let (process, room) = (text(&room["processId"])?, text(&room["roomId"])?);
    Ok(format!("ws://{address}/{process}/{room}?sessionId={}", text(&seat["sessionId"])?))
}

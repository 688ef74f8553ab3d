//! One player on one connection.
//!
//! Invariants: ids of commands grow over all connections of the player; the frames of a room reach the caller with
//! contiguous numbers, or [`Error::Gap`] is reported.

use std::collections::{BTreeMap, VecDeque};

use futures::{SinkExt, StreamExt};
use parlour_protocol::{
    Command, Envelope, Hello, Outcome, Push, Resume, RoomId, ServerMessage, Token, VERSION, Versions,
    Welcome, decode_server, encode,
};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use crate::{Decoder, Error, Heard};

/// Who the client is and what it wants to be told.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The player's name; the server invents one when this is left out.
    pub name: Option<String>,
    /// The token of a player that was made before.
    pub token: Option<Token>,
    /// Whether prompts shall list the legal actions.
    pub legal: bool,
    /// Whether frames shall bring the player's whole view.
    pub views: bool,
}

/// One player on one connection.
pub struct Client {
    url: String,
    options: Options,
    /// None after [`Client::hang_up`].
    socket: Option<Socket>,
    welcome: Welcome,
    last_id: u64,
    /// The number of the last frame of each room.
    seen: BTreeMap<RoomId, u64>,
    /// What was pushed while an answer was awaited.
    pushed: VecDeque<Push>,
}

impl Client {
    /// Connects to `url` (`ws://host:port/ws`) and says hello.
    pub async fn connect(url: &str, options: Options) -> Result<Client, Error> {
        let seen = BTreeMap::new();
        let (socket, welcome, pushed) = greet(url, &options, &seen, 1).await?;
        let token = welcome.token.clone().or_else(|| options.token.clone());
        let last_id = welcome.last_id.max(1);
        Ok(Client {
            url: url.to_owned(),
            options: Options { token, ..options },
            socket: Some(socket),
            welcome,
            last_id,
            seen,
            pushed,
        })
    }

    /// Drops the connection and comes back as the same player; the rooms' missed frames, or snapshots, follow.
    pub async fn reconnect(&mut self) -> Result<(), Error> {
        self.last_id += 1;
        let (socket, welcome, pushed) = greet(&self.url, &self.options, &self.seen, self.last_id).await?;
        self.last_id = self.last_id.max(welcome.last_id);
        (self.socket, self.welcome) = (Some(socket), welcome);
        for push in pushed {
            self.check(&push)?;
            self.pushed.push_back(push);
        }
        Ok(())
    }

    /// Drops the connection without a goodbye, as a network does that fails; [`Client::reconnect`] comes back.
    pub fn hang_up(&mut self) {
        self.socket = None;
    }

    /// What the server said when it greeted.
    pub fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    /// The token by which the server knows this player.
    pub fn token(&self) -> Option<&Token> {
        self.options.token.as_ref()
    }

    /// Asks and waits for the answer; what is pushed meanwhile is kept for [`Client::next`].
    pub async fn ask(&mut self, command: Command) -> Result<Outcome, Error> {
        let id = self.send(command).await?;
        self.answer(id).await
    }

    /// Asks with an id that was used before, as a client does that does not know whether its command arrived.
    pub async fn repeat(&mut self, id: u64, command: Command) -> Result<Outcome, Error> {
        self.send_again(id, command).await?;
        self.answer(id).await
    }

    /// Sends with an id that was used before, without waiting.
    pub async fn send_again(&mut self, id: u64, command: Command) -> Result<(), Error> {
        self.write(&Envelope { id, command }).await
    }

    /// Sends a command without waiting; answers its id.
    pub async fn send(&mut self, command: Command) -> Result<u64, Error> {
        self.last_id += 1;
        let id = self.last_id;
        self.write(&Envelope { id, command }).await?;
        Ok(id)
    }

    /// The id that the next command will have.
    pub fn next_id(&self) -> u64 {
        self.last_id + 1
    }

    /// Sends any text, as a client does that does not know the protocol.
    pub async fn send_raw(&mut self, message: Message) -> Result<(), Error> {
        let socket = self.socket.as_mut().ok_or(GONE)?;
        Ok(socket.send(message).await?)
    }

    /// The next push.
    pub async fn next(&mut self) -> Result<Push, Error> {
        if let Some(push) = self.kept() {
            return Ok(push);
        }
        loop {
            if let ServerMessage::Push(push) = self.message().await? {
                return Ok(push);
            }
        }
    }

    /// The next push among those that were kept while an answer was awaited.
    pub fn kept(&mut self) -> Option<Push> {
        self.pushed.pop_front()
    }

    /// The next message of either kind, as it comes from the socket; kept pushes are not looked at.
    pub async fn message(&mut self) -> Result<ServerMessage, Error> {
        let message = decoded(&read(self.socket.as_mut().ok_or(GONE)?).await?)?;
        if let ServerMessage::Push(push) = &message {
            self.check(push)?;
        }
        Ok(message)
    }

    /// As [`Client::message`], decoded together with what other clients of the room are sent.
    pub async fn hear(&mut self, decoder: &Decoder) -> Result<Heard, Error> {
        let heard = decoder.decode(&read(self.socket.as_mut().ok_or(GONE)?).await?)?;
        if let ServerMessage::Push(push) = &*heard.message {
            self.check(push)?;
        }
        Ok(heard)
    }

    /// The number of the last frame of `room` that arrived.
    pub fn seq(&self, room: RoomId) -> Option<u64> {
        self.seen.get(&room).copied()
    }

    /// Closes the connection in order.
    pub async fn close(mut self) -> Result<(), Error> {
        match &mut self.socket {
            Some(socket) => Ok(socket.close(None).await?),
            None => Ok(()),
        }
    }

    async fn write(&mut self, envelope: &Envelope) -> Result<(), Error> {
        self.send_raw(Message::text(encode(envelope))).await
    }

    /// Waits for the answer to a command that was sent; what is pushed meanwhile is kept.
    pub async fn answer(&mut self, id: u64) -> Result<Outcome, Error> {
        loop {
            match self.message().await? {
                ServerMessage::Push(push) => self.pushed.push_back(push),
                ServerMessage::Reply(reply) if reply.re == Some(id) => {
                    return match reply.outcome {
                        Outcome::Error(error) => Err(Error::Refused(Box::new(error))),
                        outcome => Ok(outcome),
                    };
                }
                ServerMessage::Reply(_) => {}
            }
        }
    }

    /// Checks that the frames of a room are contiguous, and remembers the last.
    fn check(&mut self, push: &Push) -> Result<(), Error> {
        match push {
            Push::Snapshot { room, seq, .. } => {
                self.seen.insert(*room, *seq);
            }
            Push::Events { room, seq, .. } => {
                let last = self.seen.insert(*room, *seq).unwrap_or(0);
                if *seq != last + 1 {
                    return Err(Error::Gap { room: *room, last, got: *seq });
                }
            }
            Push::Gone { room, .. } => {
                self.seen.remove(room);
            }
            Push::Lobby(_) | Push::Notice(_) => {}
        }
        Ok(())
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Whether a command goes out at once, though an earlier packet is not confirmed yet.
const NO_DELAY: bool = true;

/// Bytes that are asked of the socket at once. tungstenite fills as many with zeros before each look, so the 128 KiB that it
/// takes by itself cost more than all the rest.
const READ_BYTES: usize = 2 * 1024;

/// A connection that ended without a close frame.
const GONE: Error = Error::Closed { code: 1006, reason: String::new() };

/// Opens a socket and says hello; answers the welcome and what was pushed before it.
async fn greet(
    url: &str,
    options: &Options,
    seen: &BTreeMap<RoomId, u64>,
    id: u64,
) -> Result<(Socket, Welcome, VecDeque<Push>), Error> {
    // Commands are small, and somebody waits for each.
    let config = WebSocketConfig::default().read_buffer_size(READ_BYTES);
    let (mut socket, _) = connect_async_with_config(url, Some(config), NO_DELAY).await?;
    let hello = Hello {
        protocol: Versions { min: VERSION, max: VERSION },
        client: concat!("parlour-client ", env!("CARGO_PKG_VERSION")).to_owned(),
        name: options.name.clone(),
        token: options.token.clone(),
        resume: seen.iter().map(|(&room, &seq)| Resume { room, seq }).collect(),
        legal: options.legal,
        views: options.views,
    };
    socket.send(Message::text(encode(&Envelope { id, command: Command::Hello(hello) }))).await?;
    let mut pushed = VecDeque::new();
    loop {
        match decoded(&read(&mut socket).await?)? {
            ServerMessage::Push(push) => pushed.push_back(push),
            ServerMessage::Reply(reply) => {
                return match reply.outcome {
                    Outcome::Welcome(welcome) => Ok((socket, welcome, pushed)),
                    Outcome::Error(error) => Err(Error::Refused(Box::new(error))),
                    _ => Err(Error::NoWelcome),
                };
            }
        }
    }
}

/// The next text of the server; its pings are answered underneath.
async fn read(socket: &mut Socket) -> Result<Utf8Bytes, Error> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text),
            Some(Ok(Message::Close(frame))) => {
                return Err(frame.map_or(GONE, |frame| Error::Closed {
                    code: frame.code.into(),
                    reason: frame.reason.to_string(),
                }));
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error.into()),
            None => return Err(GONE),
        }
    }
}

fn decoded(text: &str) -> Result<ServerMessage, Error> {
    decode_server(text).map_err(Error::Unreadable)
}

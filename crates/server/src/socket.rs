//! One WebSocket: reads texts into its session, writes what its queue holds, pings, and closes with a code.
//!
//! Invariants: nothing that comes in panics or is buffered beyond the limits; a socket that is silent, says no hello,
//! sends too much or reads too slowly is closed with its code, and no other notices.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use futures::stream::{SplitSink, SplitStream};
use futures::{SinkExt, StreamExt};
use parlour_protocol::FRAME_BYTES;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{Error, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tracing::{Instrument, debug, debug_span};

use crate::connection::{CloseCode, Connection, Outbox, Outgoing};
use crate::door::Address;
use crate::metrics::{Direction, Metrics, Until};
use crate::server::Shared;
use crate::session::Session;

/// Bytes that may wait inside the WebSocket to be written: larger than any frame.
const WRITE_BYTES: usize = 256 * 1024;

/// How long a socket that is being closed has to take the last frames.
const GOODBYE: Duration = Duration::from_secs(5);

/// For how long, and for how many bytes, a peer is still listened to after its close frame was sent.
const LINGER: Duration = Duration::from_secs(1);
const DRAINED_BYTES: u64 = 4 * 1024 * 1024;

/// Serves a socket of `address` whose handshake is done, until it is closed from either side.
pub(crate) async fn serve<S>(stream: S, address: Address, shared: Arc<Shared>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let config = WebSocketConfig::default()
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BYTES)
        .max_message_size(Some(FRAME_BYTES))
        .max_frame_size(Some(FRAME_BYTES));
    let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
    let (mut sink, mut stream) = socket.split();
    let limits = &shared.config.limits;
    let metrics = Arc::clone(&shared.metrics);
    let _open = shared.standing.sockets.share().of(1);
    let (connection, outbox) =
        Connection::bounded(limits.queue_frames, limits.queue_bytes, Some(Arc::clone(&metrics)));
    let ping = limits.ping();
    let reading = async {
        let mut session = Session::new(Arc::clone(&shared), connection.clone(), address);
        let code = read(&mut stream, &mut session, &connection, &shared).await;
        connection.close(code);
        session.end().await;
    };
    let writing = async {
        write(&mut sink, outbox, ping, connection.closed(), &metrics).await;
        connection.close(CloseCode::Normal);
    };
    let span = debug_span!("connection", connection = connection.id(), ?address);
    futures::future::join(reading, writing).instrument(span.clone()).await;
    let code = connection.close_code().unwrap_or(CloseCode::Normal);
    metrics.closes.of(code).count();
    debug!(parent: &span, code = code.number(), reason = code.reason(), "closed");
    let socket = stream.reunite(sink).expect("both halves are of one socket");
    hang_up(socket.into_inner()).await;
}

/// Ends the stream in order. What the peer is still sending is read and thrown away for a moment, since it would lose the
/// close frame to a reset otherwise.
async fn hang_up<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S) {
    let ended = async {
        stream.shutdown().await?;
        tokio::io::copy(&mut stream.take(DRAINED_BYTES), &mut tokio::io::sink()).await
    };
    // A peer that is gone already, or goes on for ever, is not waited for.
    let _ = timeout(LINGER, ended).await;
}

/// Gives each text to the session; answers why there are no more.
async fn read<S>(
    stream: &mut SplitStream<WebSocketStream<S>>,
    session: &mut Session,
    connection: &Connection,
    shared: &Shared,
) -> CloseCode
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let limits = &shared.config.limits;
    let hello_until = Instant::now() + limits.hello();
    loop {
        let patience = match session.is_greeted() {
            true => limits.silence(),
            false => hello_until.saturating_duration_since(Instant::now()),
        };
        let next = tokio::select! {
            biased;
            () = connection.closed() => return CloseCode::Normal,
            next = timeout(patience, stream.next()) => next,
        };
        match next {
            Err(_) if session.is_greeted() => return CloseCode::Silence,
            Err(_) => return CloseCode::HelloTimeout,
            Ok(Some(Ok(Message::Text(text)))) => {
                connection.hear();
                shared.metrics.frame(Direction::In, text.len());
                session.take(&text).await;
            }
            Ok(Some(Ok(Message::Binary(_)))) => return CloseCode::Binary,
            Ok(Some(Ok(Message::Ping(bytes) | Message::Pong(bytes)))) => session.take_control(bytes.len()),
            Ok(Some(Ok(Message::Frame(_)))) => {}
            Ok(None | Some(Ok(Message::Close(_)))) => return CloseCode::Normal,
            Ok(Some(Err(error))) => return fault(&error),
        }
    }
}

/// What a socket is closed with that can be read no further.
fn fault(error: &Error) -> CloseCode {
    match error {
        Error::Capacity(_) => CloseCode::TooLong,
        Error::Utf8(_) => CloseCode::Garbled,
        // The peer hung up without a word.
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => CloseCode::Normal,
        Error::Protocol(_) => CloseCode::Protocol,
        _ => CloseCode::Normal,
    }
}

/// Sends what the outbox gives, and pings in between, until the close; gives up on a peer that does not read by then.
async fn write<S>(
    sink: &mut SplitSink<WebSocketStream<S>, Message>,
    mut outbox: Outbox,
    ping: Duration,
    closed: impl Future<Output = ()>,
    metrics: &Metrics,
) where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let given_up = async {
        closed.await;
        sleep(GOODBYE).await;
    };
    tokio::pin!(given_up);
    let mut pings = interval_at(Instant::now() + ping, ping);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let mut bytes = None;
        let message = tokio::select! {
            biased;
            _ = pings.tick() => Message::Ping(Bytes::new()),
            outgoing = outbox.next() => match outgoing {
                Outgoing::Frame(frame) => {
                    bytes = Some(frame.len());
                    Message::Text(frame)
                }
                Outgoing::Close(code) => {
                    let frame = CloseFrame { code: code.number().into(), reason: code.reason().into() };
                    // A peer that is gone, or does not read, gets no goodbye.
                    let _ = timeout(GOODBYE, sink.send(Message::Close(Some(frame)))).await;
                    return;
                }
            },
        };
        let sent = tokio::select! {
            biased;
            sent = sink.send(message) => sent,
            () = &mut given_up => return,
        };
        if sent.is_err() {
            return;
        }
        if let Some(bytes) = bytes {
            metrics.frame(Direction::Out, bytes);
            if let Some(read) = outbox.answers() {
                metrics.command_seconds.of(Until::Written).took(read.elapsed());
            }
        }
    }
}

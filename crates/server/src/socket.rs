//! One WebSocket: reads texts into its session, writes what waits for it, pings, and closes with a code.
//!
//! Invariants: nothing that comes in panics or is buffered beyond the limits; a socket that is silent, says no hello,
//! sends too much or reads too slowly is closed with its code, and no other notices.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadHalf};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::error::{Error, ProtocolError};
use tracing::{Instrument, debug, debug_span};

use crate::config::LimitsConfig;
use crate::connection::{CloseCode, Connection, Frame, Outbox, Pipe};
use crate::door::Address;
use crate::metrics::Direction;
use crate::reader::Reader;
use crate::server::Shared;
use crate::session::Session;

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
    let limits = &shared.config.limits;
    let metrics = &shared.metrics;
    let _open = shared.standing.sockets.share().of(1);
    let (connection, mut outbox) =
        Connection::bounded(limits.queue_frames, limits.queue_bytes, Some(Arc::clone(metrics)));
    let (stream, pipe) = tokio::io::split(stream);
    outbox.connect(Box::new(pipe));
    let mut reader = Reader::new(stream);
    let silence = Silence::new();
    let reading = async {
        let mut session = Session::new(Arc::clone(&shared), connection.clone(), address);
        read(&mut reader, &mut session, &connection, &silence, &shared).await;
        session.end().await;
    };
    let writing = keep(&mut outbox, &connection, &silence, limits);
    let span = debug_span!("connection", connection = connection.id(), ?address);
    // Who is woken has mostly something to read; but before anything is read, the outbox must know its task.
    futures::future::join(writing, reading).instrument(span.clone()).await;
    let code = connection.close_code().unwrap_or(CloseCode::Normal);
    metrics.closes.of(code).count();
    debug!(parent: &span, code = code.number(), reason = code.reason(), "closed");
    if let Some(pipe) = outbox.disconnect() {
        // It ends soon, so its buffers are no part of what an open socket takes.
        Box::pin(hang_up(reader.into_inner(), pipe)).await;
    }
}

/// Ends the stream in order. What the peer is still sending is read and thrown away for a moment, since it would lose the
/// close frame to a reset otherwise.
async fn hang_up<S: AsyncRead>(stream: ReadHalf<S>, mut pipe: Pipe) {
    let ended = async {
        pipe.shutdown().await?;
        tokio::io::copy(&mut stream.take(DRAINED_BYTES), &mut tokio::io::sink()).await
    };
    // A peer that is gone already, or goes on for ever, is not waited for.
    let _ = timeout(LINGER, ended).await;
}

/// Gives each text to the session, until the connection is closed.
async fn read<S: AsyncRead + Unpin>(
    reader: &mut Reader<S>,
    session: &mut Session,
    connection: &Connection,
    silence: &Silence,
    shared: &Shared,
) {
    loop {
        let next = poll_fn(|context| match connection.is_closed() {
            true => Poll::Ready(None),
            false => reader.poll_next(context).map(Some),
        });
        let Some(next) = next.await else { return };
        silence.end();
        match next {
            Ok(Message::Text(text)) => {
                connection.hear();
                shared.metrics.frame(Direction::In, text.len());
                session.take(&text).await;
            }
            Ok(Message::Binary(_)) => connection.close(CloseCode::Binary),
            Ok(Message::Ping(content)) => {
                session.take_control(content.len());
                connection.send(Frame::pong(&content));
            }
            Ok(Message::Pong(content)) => session.take_control(content.len()),
            Ok(Message::Close(goodbye)) => connection.answer_goodbye(Frame::close_with(goodbye)),
            Ok(Message::Frame(_)) => {}
            Err(error) => connection.close(fault(&error)),
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

/// How long a peer has been silent.
struct Silence {
    opened: Instant,
    /// When it ended last, in microseconds since then.
    ended: AtomicU64,
}

impl Silence {
    fn new() -> Silence {
        Silence { opened: Instant::now(), ended: AtomicU64::new(0) }
    }

    /// Something came.
    fn end(&self) {
        let passed = u64::try_from(self.opened.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.ended.store(passed, Ordering::Relaxed);
    }

    /// Since when it is silent.
    fn since(&self) -> Instant {
        self.opened + Duration::from_micros(self.ended.load(Ordering::Relaxed))
    }
}

/// What happens next to a connection that nobody uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Ping,
    Close(CloseCode),
    /// The peer does not take its goodbye.
    GiveUp,
}

/// Sees to it that what waits is written and that who is silent is asked, and closes who says no hello or nothing any more.
/// Returns when the connection is closed and its goodbye sent; gives up on a peer that does not read by then.
async fn keep(outbox: &mut Outbox, connection: &Connection, silence: &Silence, limits: &LimitsConfig) {
    let mut pinged = silence.opened;
    let mut closed: Option<Instant> = None;
    let next = |pinged: Instant, closed: Option<Instant>| {
        let silent = match (closed, connection.is_greeted()) {
            (Some(at), _) => return (at + GOODBYE, Next::GiveUp),
            (None, true) => (silence.since() + limits.silence(), Next::Close(CloseCode::Silence)),
            (None, false) => (silence.opened + limits.hello(), Next::Close(CloseCode::HelloTimeout)),
        };
        let ping = (pinged + limits.ping(), Next::Ping);
        if silent.0 <= ping.0 { silent } else { ping }
    };
    // One timer does for all of it: it is not set anew for each message, but looks at the time when it rings.
    let mut timer = pin!(sleep_until(next(pinged, closed).0));
    loop {
        let rings = poll_fn(|context| {
            if outbox.poll_sent(context).is_ready() {
                return Poll::Ready(false);
            }
            if closed.is_none() && connection.is_closed() {
                closed = Some(Instant::now());
                timer.as_mut().reset(next(pinged, closed).0);
            }
            timer.as_mut().poll(context).map(|()| true)
        });
        if !rings.await {
            return;
        }
        let (due, what) = next(pinged, closed);
        if due <= Instant::now() {
            match what {
                Next::Ping => {
                    pinged = Instant::now();
                    connection.send(Frame::ping());
                }
                Next::Close(code) => connection.close(code),
                Next::GiveUp => return,
            }
        }
        timer.as_mut().reset(next(pinged, closed).0);
    }
}

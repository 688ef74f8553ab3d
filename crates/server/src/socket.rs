//! One WebSocket: reads texts into its session, writes what waits for it, pings, and closes with a code.
//!
//! Invariants: nothing that comes in panics or is buffered beyond the limits; a socket that is silent, says no hello,
//! sends too much or reads too slowly is closed with its code, and no other notices.

use std::future::{Future, poll_fn};
use std::io;
use std::mem::MaybeUninit;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures::future::join;
use tokio::io::{AsyncRead, AsyncWriteExt, ReadBuf};
use tokio::task::coop::poll_proceed;
use tokio::time::{Instant, Sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::error::{Error, ProtocolError};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tracing::{Instrument, debug, debug_span};

use crate::config::LimitsConfig;
use crate::connection::{CloseCode, Connection, Frame, Outbox, Pipe};
use crate::door::Address;
use crate::metrics::{Direction, Metrics};
use crate::reader::Reader;
use crate::server::Shared;
use crate::session::Session;

/// How long a socket that is being closed has to take the last frames.
const GOODBYE: Duration = Duration::from_secs(5);

/// For how long, and for how many bytes, a peer is still listened to after its close frame was sent.
const LINGER: Duration = Duration::from_secs(1);
const DRAINED_BYTES: usize = 4 * 1024 * 1024;
const DRAINED_AT_ONCE: usize = 4 * 1024;

/// Serves a socket of `address` whose handshake is done, until it is closed from either side. `read` is what of it was read
/// with the handshake; `counted` is kept as long as the socket is open.
///
/// What it is made of is put together here and not in the future, which would keep a second place for all of it. That is
/// also why the parts of it that wait are no `async fn`.
pub(crate) fn serve<S>(
    stream: S,
    read: Bytes,
    pipe: Pipe,
    address: Address,
    shared: Arc<Shared>,
    counted: impl Send,
) -> impl Future<Output = ()> + Send
where
    S: AsyncRead + Unpin + Send + 'static,
{
    let limits = &shared.config.limits;
    let metrics = Some(Arc::clone(&shared.metrics));
    let (connection, mut outbox) = Connection::bounded(limits.queue_frames, limits.queue_bytes, metrics);
    outbox.connect(pipe);
    let span = debug_span!("connection", connection = connection.id(), ?address);
    let open = shared.standing.sockets.share().of(1);
    let mut reader = Reader::new(stream, &read);
    let mut session = Session::new(Arc::clone(&shared), connection.clone(), address);
    let silence = Silence::new();
    let served = async move {
        let ear = Ear {
            reader: &mut reader,
            session: &mut session,
            connection: &connection,
            silence: &silence,
            metrics: &shared.metrics,
        };
        let keeper = Keeper::new(&mut outbox, &connection, &silence, &shared.config.limits);
        // Who is woken has mostly something to read; but before anything is read, the outbox must know its task.
        join(keeper.keep(), ear.listen()).await;
        let code = connection.close_code().unwrap_or(CloseCode::Normal);
        shared.metrics.closes.of(code).count();
        debug!(code = code.number(), reason = code.reason(), "closed");
        if let Some(pipe) = outbox.disconnect() {
            // It ends soon, so it is no part of what an open socket takes.
            Box::pin(hang_up(reader.into_inner(), pipe)).await;
        }
        drop((open, counted));
    };
    served.instrument(span)
}

/// Ends the stream in order. What the peer is still sending is read and thrown away for a moment, since it would lose the
/// close frame to a reset otherwise.
async fn hang_up(mut stream: impl AsyncRead + Unpin, mut pipe: Pipe) {
    let mut drained = 0;
    let ended = async {
        pipe.shutdown().await?;
        poll_fn(|context| {
            // On the stack, since many sockets may be hung up at once.
            let mut bytes = [const { MaybeUninit::uninit() }; DRAINED_AT_ONCE];
            loop {
                let mut bytes = ReadBuf::uninit(&mut bytes);
                ready!(Pin::new(&mut stream).poll_read(context, &mut bytes))?;
                drained += bytes.filled().len();
                if bytes.filled().is_empty() || drained > DRAINED_BYTES {
                    return Poll::Ready(io::Result::Ok(()));
                }
            }
        })
        .await
    };
    // A peer that is gone already, or goes on for ever, is not waited for.
    let _ = timeout(LINGER, ended).await;
}

/// What is heard of a peer.
struct Ear<'a, S> {
    reader: &'a mut Reader<S>,
    session: &'a mut Session,
    connection: &'a Connection,
    silence: &'a Silence,
    metrics: &'a Metrics,
}

impl<'a, S: AsyncRead + Unpin> Ear<'a, S> {
    /// Gives each text to the session until the connection is closed, and ends it then.
    #[expect(clippy::manual_async_fn, reason = "an async fn keeps what it is given twice")]
    fn listen(mut self) -> impl Future<Output = ()> + use<'a, S> {
        async move {
            while let Some(text) = poll_fn(|context| self.poll_text(context)).await {
                // Boxed, since an idle socket would have a place for it.
                Box::pin(self.session.take(text)).await;
            }
            Box::pin(self.session.end()).await;
        }
    }

    /// The next text; none when the connection is closed.
    fn poll_text(&mut self, context: &mut Context<'_>) -> Poll<Option<Utf8Bytes>> {
        while !self.connection.is_closed() {
            // Many messages that came at once must not be answered faster than the socket may be written to.
            let turn = ready!(poll_proceed(context));
            let next = ready!(self.reader.poll_next(context));
            turn.made_progress();
            self.silence.end();
            match next {
                Ok(Message::Text(text)) => {
                    self.connection.hear();
                    self.metrics.frame(Direction::In, text.len());
                    return Poll::Ready(Some(text));
                }
                Ok(Message::Binary(_)) => self.connection.close(CloseCode::Binary),
                Ok(Message::Ping(content)) => {
                    self.session.take_control(content.len());
                    self.connection.send(Frame::pong(&content));
                }
                Ok(Message::Pong(content)) => self.session.take_control(content.len()),
                Ok(Message::Close(goodbye)) => self.connection.answer_goodbye(Frame::close_with(goodbye)),
                Ok(Message::Frame(_)) => {}
                Err(error) => self.connection.close(fault(&error)),
            }
        }
        Poll::Ready(None)
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
struct Keeper<'a> {
    outbox: &'a mut Outbox,
    connection: &'a Connection,
    silence: &'a Silence,
    limits: &'a LimitsConfig,
    pinged: Instant,
    closed: Option<Instant>,
}

impl<'a> Keeper<'a> {
    fn new(
        outbox: &'a mut Outbox,
        connection: &'a Connection,
        silence: &'a Silence,
        limits: &'a LimitsConfig,
    ) -> Keeper<'a> {
        Keeper { pinged: silence.opened, closed: None, outbox, connection, silence, limits }
    }

    /// Returns when the connection is closed and its goodbye sent; gives up on a peer that does not read by then.
    #[expect(clippy::manual_async_fn, reason = "an async fn keeps what it is given twice")]
    fn keep(mut self) -> impl Future<Output = ()> + use<'a> {
        async move {
            // One timer does for all of it: it is not set anew for each message, but looks at the time when it rings.
            let mut timer = pin!(sleep_until(self.next().0));
            poll_fn(|context| self.poll(timer.as_mut(), context)).await;
        }
    }

    fn poll(&mut self, mut timer: Pin<&mut Sleep>, context: &mut Context<'_>) -> Poll<()> {
        loop {
            if self.outbox.poll_sent(context).is_ready() {
                return Poll::Ready(());
            }
            if self.closed.is_none() && self.connection.is_closed() {
                self.closed = Some(Instant::now());
                timer.as_mut().reset(self.next().0);
            }
            ready!(timer.as_mut().poll(context));
            let (due, what) = self.next();
            if due <= Instant::now() {
                match what {
                    Next::Ping => {
                        self.pinged = Instant::now();
                        self.connection.send(Frame::ping());
                    }
                    Next::Close(code) => self.connection.close(code),
                    Next::GiveUp => return Poll::Ready(()),
                }
            }
            timer.as_mut().reset(self.next().0);
        }
    }

    /// What is next, and when.
    fn next(&self) -> (Instant, Next) {
        let limits = self.limits;
        let silent = match (self.closed, self.connection.is_greeted()) {
            (Some(at), _) => return (at + GOODBYE, Next::GiveUp),
            (None, true) => (self.silence.since() + limits.silence(), Next::Close(CloseCode::Silence)),
            (None, false) => (self.silence.opened + limits.hello(), Next::Close(CloseCode::HelloTimeout)),
        };
        let ping = (self.pinged + limits.ping(), Next::Ping);
        if silent.0 <= ping.0 { silent } else { ping }
    }
}

//! One socket as rooms and lobby see it: a bounded queue of frames to send, and a way to close it.
//!
//! Invariants: sending never waits; no single frame is ever left out. A queue that is full closes its socket with
//! [`CloseCode::SlowReader`], and the client comes back and resumes by number. After the first close nothing more is
//! queued, and what was queued before it is still sent, unless the reader was too slow.

use std::cmp::Ordering;
use std::fmt;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

pub use parlour_protocol::CloseCode;
use parlour_protocol::{Hello, Outcome, Reply, encode};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;
use tracing::debug;

use crate::metrics::{Asked, Metrics, Moment};

/// A text frame, encoded once; its clones share the text.
pub type Frame = Utf8Bytes;

/// What a client asked to be told, in its `hello`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wants {
    /// Prompts list the viewer's legal actions.
    pub legal: bool,
    /// Frames that change the match bring the viewer's view.
    pub views: bool,
}

impl From<&Hello> for Wants {
    fn from(hello: &Hello) -> Wants {
        Wants { legal: hello.legal, views: hello.views }
    }
}

/// The sending half of a socket; clones are cheap and equal.
#[derive(Clone)]
pub struct Connection(Arc<Shared>);

struct Shared {
    id: u64,
    wants: OnceLock<Wants>,
    frames: mpsc::Sender<Queued>,
    /// When the newest text of the client was read.
    heard: AtomicU32,
    /// Where answers are counted.
    metrics: Option<Arc<Metrics>>,
    /// Bytes of the frames in the queue, and how many may be there beside a single frame.
    queued: AtomicUsize,
    most_queued: usize,
    closed: OnceLock<CloseCode>,
    closing: CancellationToken,
}

/// A frame in the queue, and when the command was read that it answers.
struct Queued {
    frame: Frame,
    answers: Option<Moment>,
}

/// The other end of the queue, which the task of the socket empties.
pub struct Outbox {
    shared: Arc<Shared>,
    frames: mpsc::Receiver<Queued>,
    /// What the frame that was taken last answers.
    answers: Option<Moment>,
}

/// What the socket must do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// Send this.
    Frame(Frame),
    /// Send a close frame and hang up; there is no more to come.
    Close(CloseCode),
}

impl Connection {
    /// A new connection whose queue holds `capacity` frames, at least 1, and the outbox for its socket.
    pub fn open(capacity: usize) -> (Connection, Outbox) {
        Connection::bounded(capacity, usize::MAX, None)
    }

    /// The same with a queue that holds no more than so many bytes, or one frame if that is longer. Its answers are counted
    /// in `metrics`.
    pub(crate) fn bounded(
        capacity: usize,
        most_queued: usize,
        metrics: Option<Arc<Metrics>>,
    ) -> (Connection, Outbox) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (sender, receiver) = mpsc::channel(capacity);
        let shared = Arc::new(Shared {
            id: NEXT.fetch_add(1, Relaxed),
            wants: OnceLock::new(),
            frames: sender,
            heard: AtomicU32::new(0),
            metrics,
            queued: AtomicUsize::new(0),
            most_queued,
            closed: OnceLock::new(),
            closing: CancellationToken::new(),
        });
        (Connection(Arc::clone(&shared)), Outbox { shared, frames: receiver, answers: None })
    }

    /// Its number among all connections of this process.
    pub(crate) fn id(&self) -> u64 {
        self.0.id
    }

    /// Takes note of what the client wants to be told; the first call counts.
    pub fn greet(&self, wants: Wants) {
        let _ = self.0.wants.set(wants);
    }

    /// What the client wants to be told: nothing extra before [`Connection::greet`].
    pub fn wants(&self) -> Wants {
        self.0.wants.get().copied().unwrap_or_default()
    }

    /// Queues a frame. A full queue closes the connection; a closed one ignores it.
    pub fn send(&self, frame: Frame) {
        self.queue(Queued { frame, answers: None });
    }

    fn queue(&self, queued: Queued) {
        if self.is_closed() {
            return;
        }
        let bytes = queued.frame.len();
        let before = self.0.queued.fetch_add(bytes, Relaxed);
        if before > 0 && before.saturating_add(bytes) > self.0.most_queued {
            return self.close(CloseCode::SlowReader);
        }
        match self.0.frames.try_send(queued) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(_)) => self.close(CloseCode::SlowReader),
            Err(mpsc::error::TrySendError::Closed(_)) => self.close(CloseCode::Normal),
        }
    }

    /// Takes note that a text of the client was read now.
    pub(crate) fn hear(&self) {
        self.0.heard.store(Moment::now().into(), Relaxed);
    }

    /// When the newest text of the client was read: the one that is being done, for who asks before the next one is read.
    pub(crate) fn heard(&self) -> Option<Moment> {
        Moment::of(self.0.heard.load(Relaxed))
    }

    /// Queues the answer to a command that was read then, and counts it.
    pub(crate) fn answer(&self, asked: Asked, read: Option<Moment>, reply: &Reply) {
        if let Some(metrics) = &self.0.metrics {
            metrics.answered(asked, reply);
        }
        match &reply.outcome {
            Outcome::Error(error) => debug!(?asked, code = ?error.code, "refused"),
            _ => debug!(?asked, "answered"),
        }
        if !self.is_closed() {
            self.queue(Queued { frame: encode(reply).into(), answers: read });
        }
    }

    /// How many frames are in its queue.
    pub(crate) fn queued(&self) -> usize {
        self.0.frames.max_capacity() - self.0.frames.capacity()
    }

    /// What it was closed with; none while it is open or when the socket ended first.
    pub(crate) fn close_code(&self) -> Option<CloseCode> {
        self.0.closed.get().copied()
    }

    /// How many frames its queue still takes.
    pub fn free(&self) -> usize {
        self.0.frames.capacity()
    }

    /// Encodes a message for this connection alone and queues it.
    pub fn say(&self, message: &impl Serialize) {
        if !self.is_closed() {
            self.send(encode(message).into());
        }
    }

    /// Closes the connection; the first reason counts.
    pub fn close(&self, code: CloseCode) {
        let _ = self.0.closed.set(code);
        self.0.closing.cancel();
    }

    /// Waits until somebody closes it.
    pub async fn closed(&self) {
        self.0.closing.cancelled().await;
    }

    /// Whether it was closed from either side.
    pub fn is_closed(&self) -> bool {
        self.0.closed.get().is_some() || self.0.frames.is_closed()
    }
}

impl PartialEq for Connection {
    fn eq(&self, other: &Connection) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for Connection {}

/// The earlier one is less.
impl Ord for Connection {
    fn cmp(&self, other: &Connection) -> Ordering {
        self.0.id.cmp(&other.0.id)
    }
}

impl PartialOrd for Connection {
    fn partial_cmp(&self, other: &Connection) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Connection({})", self.0.id)
    }
}

impl Outbox {
    /// Waits for what the socket must do next. May be dropped while it waits: no frame is lost.
    pub async fn next(&mut self) -> Outgoing {
        loop {
            if let Some(&code) = self.shared.closed.get() {
                if code != CloseCode::SlowReader
                    && let Ok(queued) = self.frames.try_recv()
                {
                    return self.taken(queued);
                }
                self.frames.close();
                return Outgoing::Close(code);
            }
            tokio::select! {
                biased;
                () = self.shared.closing.cancelled() => {}
                Some(queued) = self.frames.recv() => return self.taken(queued),
            }
        }
    }

    fn taken(&mut self, queued: Queued) -> Outgoing {
        let Queued { frame, answers } = queued;
        self.answers = answers;
        self.shared.queued.fetch_sub(frame.len(), Relaxed);
        Outgoing::Frame(frame)
    }

    /// When the command was read that the frame answers which was taken last; none if it answers none.
    pub(crate) fn answers(&self) -> Option<Moment> {
        self.answers
    }

    /// The next thing to do if there is one already.
    pub fn try_next(&mut self) -> Option<Outgoing> {
        use futures::FutureExt;
        self.next().now_or_never()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(text: &str) -> Outgoing {
        Outgoing::Frame(Frame::from(text.to_owned()))
    }

    #[test]
    fn frames_come_out_in_order_and_before_the_close() {
        let (connection, mut outbox) = Connection::open(4);
        assert_eq!(outbox.try_next(), None);
        connection.send("1".into());
        connection.send("2".into());
        connection.close(CloseCode::TakenOver);
        connection.close(CloseCode::Silence);
        connection.send("3".into());
        assert_eq!(outbox.try_next(), Some(frame("1")));
        assert_eq!(outbox.try_next(), Some(frame("2")));
        assert_eq!(outbox.try_next(), Some(Outgoing::Close(CloseCode::TakenOver)), "the first reason counts");
    }

    #[test]
    fn a_full_queue_closes_and_leaves_no_frame_out_in_the_middle() {
        let (connection, mut outbox) = Connection::open(2);
        for text in ["1", "2", "3", "4"] {
            connection.send(text.into());
        }
        assert!(connection.is_closed());
        assert_eq!(outbox.try_next(), Some(Outgoing::Close(CloseCode::SlowReader)));
    }

    #[test]
    fn a_queue_is_bounded_in_bytes_and_takes_one_frame_of_any_length() {
        let (connection, mut outbox) = Connection::bounded(8, 10, None);
        let long = "x".repeat(20);
        connection.send(long.as_str().into());
        assert_eq!(outbox.try_next(), Some(frame(&long)));
        connection.send("12345".into());
        connection.send("12345".into());
        assert_eq!(outbox.try_next(), Some(frame("12345")));
        connection.send("12345".into());
        assert!(!connection.is_closed());
        connection.send("1".into());
        assert_eq!(outbox.try_next(), Some(Outgoing::Close(CloseCode::SlowReader)));
    }

    #[test]
    fn a_socket_that_is_gone_closes_its_connection() {
        let (connection, outbox) = Connection::open(2);
        drop(outbox);
        assert!(connection.is_closed());
        connection.send("1".into());
        assert_eq!(connection, connection.clone());
        assert_ne!(connection, Connection::open(1).0);
    }

    #[test]
    fn wants_are_those_of_the_first_hello() {
        let (connection, _outbox) = Connection::open(1);
        assert_eq!(connection.wants(), Wants::default());
        connection.greet(Wants { legal: true, views: false });
        connection.greet(Wants { legal: false, views: true });
        assert_eq!(connection.wants(), Wants { legal: true, views: false });
    }

    #[tokio::test]
    async fn a_close_wakes_the_socket() {
        let (connection, mut outbox) = Connection::open(1);
        let waiting = tokio::spawn(async move { outbox.next().await });
        tokio::task::yield_now().await;
        connection.close(CloseCode::Restart);
        assert_eq!(waiting.await.expect("the task ends"), Outgoing::Close(CloseCode::Restart));
    }
}

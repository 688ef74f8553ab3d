//! One socket as rooms and lobby see it: where frames to send are given, and a way to close it.
//!
//! Invariants: sending never waits: what the socket does not take at once waits in a bounded queue. No single frame is ever
//! left out. A queue that is full closes its socket with [`CloseCode::SlowReader`], and the client comes back and resumes by
//! number. After the first close nothing more is queued, and what was queued before it is still sent, unless the reader
//! was too slow.

mod frame;
mod queue;

use std::cmp::Ordering;
use std::fmt;
use std::future::poll_fn;
use std::io;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll};

pub use frame::Frame;
pub use parlour_protocol::CloseCode;
use parlour_protocol::{Hello, Outcome, Reply, encode};
pub(crate) use queue::Pipe;
use queue::{Queue, Queued};
use serde::Serialize;
use tracing::debug;

use crate::metrics::{Asked, Metrics, Moment};

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
    /// When the newest text of the client was read.
    heard: AtomicU32,
    /// Where answers and frames are counted.
    metrics: Option<Arc<Metrics>>,
    /// How many frames may wait, and how many bytes of them beside a single frame.
    most_frames: usize,
    most_bytes: usize,
    /// Set while the queue is locked, together with the last frame.
    closed: OnceLock<CloseCode>,
    queue: Mutex<Queue>,
}

/// The other end of the queue, which the task of the socket keeps.
pub struct Outbox(Arc<Shared>);

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
        let shared = Arc::new(Shared {
            id: NEXT.fetch_add(1, Relaxed),
            wants: OnceLock::new(),
            heard: AtomicU32::new(0),
            metrics,
            most_frames: capacity,
            most_bytes: most_queued,
            closed: OnceLock::new(),
            queue: Mutex::default(),
        });
        (Connection(Arc::clone(&shared)), Outbox(shared))
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

    /// Whether its client was greeted.
    pub(crate) fn is_greeted(&self) -> bool {
        self.0.wants.get().is_some()
    }

    /// Sends a frame, or queues it. A full queue closes the connection; a closed one ignores it.
    pub fn send(&self, frame: Frame) {
        self.0.send(Queued { frame, answers: None });
    }

    /// Queues a frame that is sent together with the next one. Whoever calls this sends another one soon.
    pub(crate) fn hold(&self, frame: Frame) {
        self.0.queue(&mut self.0.lock(), Queued { frame, answers: None });
    }

    /// Sends the frames that were held.
    pub(crate) fn flush(&self) {
        let mut queue = self.0.lock();
        if queue.len() > 0 {
            self.0.push_out(&mut queue);
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

    /// Sends the answer to a command that was read then, and counts it.
    pub(crate) fn answer(&self, asked: Asked, read: Option<Moment>, reply: &Reply) {
        if let Some(metrics) = &self.0.metrics {
            metrics.answered(asked, reply);
        }
        match &reply.outcome {
            Outcome::Error(error) => debug!(?asked, code = ?error.code, "refused"),
            _ => debug!(?asked, "answered"),
        }
        if !self.is_closed() {
            self.0.send(Queued { frame: encode(reply).into(), answers: read });
        }
    }

    /// How many frames are in its queue.
    pub(crate) fn queued(&self) -> usize {
        self.0.lock().len()
    }

    /// What it was closed with; none while it is open.
    pub(crate) fn close_code(&self) -> Option<CloseCode> {
        self.0.closed.get().copied()
    }

    /// How many frames its queue still takes.
    pub fn free(&self) -> usize {
        self.0.most_frames.saturating_sub(self.queued())
    }

    /// Encodes a message for this connection alone and queues it.
    pub fn say(&self, message: &impl Serialize) {
        if !self.is_closed() {
            self.send(encode(message).into());
        }
    }

    /// Closes the connection; the first reason counts.
    pub fn close(&self, code: CloseCode) {
        self.0.close(&mut self.0.lock(), code, Frame::close(code));
    }

    /// Closes the connection because the client said goodbye, with an answer to that.
    pub(crate) fn answer_goodbye(&self, goodbye: Frame) {
        self.0.close(&mut self.0.lock(), CloseCode::Normal, goodbye);
    }

    /// Whether it was closed from either side.
    pub fn is_closed(&self) -> bool {
        self.0.closed.get().is_some()
    }
}

impl Shared {
    /// Held for moments only: for as long as the operating system takes to take frames.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn queue(&self, queue: &mut Queue, queued: Queued) {
        // What was only held is no sign of a slow reader.
        if self.is_full(queue, &queued) {
            self.push_out(queue);
        }
        if self.closed.get().is_some() {
            return;
        }
        if self.is_full(queue, &queued) {
            return self.close(queue, CloseCode::SlowReader, Frame::close(CloseCode::SlowReader));
        }
        queue.push(queued);
    }

    /// Whether a frame is one too many for the queue.
    fn is_full(&self, queue: &Queue, queued: &Queued) -> bool {
        let bytes = queue.bytes().saturating_add(queued.frame.payload_bytes());
        queue.len() >= self.most_frames || (queue.bytes() > 0 && bytes > self.most_bytes)
    }

    fn send(&self, queued: Queued) {
        let mut queue = self.lock();
        if queue.len() == 0 && self.closed.get().is_none() {
            let written = queue.write(queued, self.metrics.as_deref());
            let _ = self.note(&mut queue, written);
            queue.hand_over();
        } else {
            self.queue(&mut queue, queued);
            self.push_out(&mut queue);
        }
    }

    /// Writes what can be written at once, and leaves the rest to the socket's task if the pipe is not here yet, or breaks.
    fn push_out(&self, queue: &mut Queue) {
        let _ = self.flush(queue);
        queue.hand_over();
    }

    /// Writes what can be written.
    fn flush(&self, queue: &mut Queue) -> Poll<io::Result<()>> {
        let flushed = queue.flush(self.metrics.as_deref());
        self.note(queue, flushed)
    }

    /// A pipe that breaks closes the connection.
    fn note(&self, queue: &mut Queue, flushed: Poll<io::Result<()>>) -> Poll<io::Result<()>> {
        if let Poll::Ready(Err(_)) = flushed {
            let _ = self.closed.set(CloseCode::Normal);
            queue.pipe = None;
        }
        flushed
    }

    /// Nothing is queued behind the goodbye.
    fn close(&self, queue: &mut Queue, code: CloseCode, goodbye: Frame) {
        if self.closed.set(code).is_ok() {
            if code == CloseCode::SlowReader {
                queue.clear();
            }
            queue.push(Queued { frame: goodbye, answers: None });
            queue.wake();
        }
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
    /// Gives the connection the writing half of its socket. From now on frames are written and not taken out.
    pub(crate) fn connect(&mut self, pipe: Pipe) {
        self.0.lock().pipe = Some(pipe);
    }

    /// Writes what waits. Ready when the connection is closed and all was sent, or nothing can be sent any more. Its task is
    /// woken when there is something to do.
    pub(crate) fn poll_sent(&mut self, context: &Context<'_>) -> Poll<()> {
        let mut queue = self.0.lock();
        queue.note(context);
        let flushed = self.0.flush(&mut queue);
        let over = self.0.closed.get().is_some() && (flushed.is_ready() || queue.pipe.is_none());
        if over { Poll::Ready(()) } else { Poll::Pending }
    }

    /// Ends the connection, and gives the writing half back if it still writes.
    pub(crate) fn disconnect(self) -> Option<Pipe> {
        self.0.lock().pipe.take()
    }

    /// Waits for what a socket would have to do next. May be dropped while it waits: no frame is lost.
    pub async fn next(&mut self) -> Outgoing {
        poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&mut self, context: &Context<'_>) -> Poll<Outgoing> {
        let mut queue = self.0.lock();
        queue.note(context);
        match (queue.pop(), self.0.closed.get()) {
            (None, None) => Poll::Pending,
            (Some(Queued { frame, .. }), None) => Poll::Ready(Outgoing::Frame(frame)),
            (Some(Queued { frame, .. }), Some(_)) if queue.len() > 0 => Poll::Ready(Outgoing::Frame(frame)),
            // The last frame is the goodbye.
            (Some(_) | None, Some(&code)) => Poll::Ready(Outgoing::Close(code)),
        }
    }

    /// The next thing to do if there is one already.
    pub fn try_next(&mut self) -> Option<Outgoing> {
        match self.poll_next(&Context::from_waker(std::task::Waker::noop())) {
            Poll::Ready(next) => Some(next),
            Poll::Pending => None,
        }
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        let _ = self.0.closed.set(CloseCode::Normal);
        *queue = Queue::default();
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

    /// Commands that came together hold many frames for each connection before any of them is sent.
    #[test]
    fn who_reads_is_not_closed_however_much_was_held() {
        let (connection, mut outbox) = Connection::bounded(2, 10, None);
        outbox.connect(Box::new(tokio::io::sink()));
        assert!(outbox.poll_sent(&Context::from_waker(std::task::Waker::noop())).is_pending());
        for frame in ["1", "2", "3", "4", "a long one", "a longer one"] {
            connection.hold(frame.into());
        }
        assert!(!connection.is_closed());
        connection.flush();
        assert_eq!(connection.queued(), 0);
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

//! A wire between a client and the server: two streams of bytes with delays, that can be cut behind any byte.
//!
//! Invariants: bytes arrive in order or not at all; what was written before an end was dropped still arrives, as with TCP;
//! when a wire is cut depends on nothing but how many bytes went over it.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use parlour_chance::Chance;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// Bytes on their way to a client before the server's writes wait; a network's buffers are larger, but slow readers are to
/// be met often.
const WINDOW: usize = 16 * 1024;

/// What a wire does to its bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quality {
    /// The longest that a chunk of bytes takes, in milliseconds.
    pub(crate) delay_ms: u64,
    /// Behind how many bytes, of both directions together, it is cut.
    pub(crate) cut: Option<(u64, Cut)>,
}

/// How a wire is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Both ends notice, and what is under way is lost.
    Lost,
    /// Both ends notice, after what is under way has arrived.
    Closed,
    /// Nobody notices: what is written goes nowhere, and nothing comes any more.
    Silent,
}

/// One end of a wire.
pub(crate) struct End {
    wire: Arc<Mutex<Wire>>,
    side: usize,
    waits: Option<Pin<Box<Sleep>>>,
}

/// A wire of this quality: the client's end, and the server's.
pub(crate) fn wire(quality: Quality, chance: Chance) -> (End, End) {
    let wire = Wire {
        // The client's bytes need no window: it sends little.
        lines: [Line::new(usize::MAX), Line::new(WINDOW)],
        quality,
        passed: 0,
        silent: false,
        chance,
    };
    let wire = Arc::new(Mutex::new(wire));
    (End { wire: Arc::clone(&wire), side: 0, waits: None }, End { wire, side: 1, waits: None })
}

struct Wire {
    /// From the client to the server, and back.
    lines: [Line; 2],
    quality: Quality,
    passed: u64,
    silent: bool,
    chance: Chance,
}

struct Line {
    chunks: VecDeque<(Instant, Vec<u8>)>,
    under_way: usize,
    window: usize,
    state: State,
    reader: Option<Waker>,
    writer: Option<Waker>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// No more is written.
    Ended,
    /// Nothing goes any more.
    Broken,
}

impl Line {
    fn new(window: usize) -> Line {
        Line { chunks: VecDeque::new(), under_way: 0, window, state: State::Open, reader: None, writer: None }
    }

    fn set(&mut self, state: State) {
        self.state = state;
        self.reader.take().into_iter().chain(self.writer.take()).for_each(Waker::wake);
    }
}

impl Wire {
    /// How many of so many bytes may pass before the cut.
    fn passes(&self, bytes: usize) -> usize {
        match self.quality.cut {
            Some((at, _)) if !self.silent => {
                bytes.min(usize::try_from(at.saturating_sub(self.passed)).unwrap_or(usize::MAX))
            }
            _ => bytes,
        }
    }

    /// Cuts the wire if its time has come.
    fn cut_when_due(&mut self) {
        let Some((_, cut)) = self.quality.cut.filter(|&(at, _)| self.passed >= at) else { return };
        match cut {
            Cut::Silent => self.silent = true,
            Cut::Closed => self.lines.iter_mut().for_each(|line| line.set(State::Ended)),
            Cut::Lost => self.lines.iter_mut().for_each(|line| {
                line.chunks.clear();
                line.set(State::Broken);
            }),
        }
    }
}

impl End {
    fn lock(&self) -> MutexGuard<'_, Wire> {
        self.wire.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AsyncRead for End {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let wire = Arc::clone(&self.wire);
        let mut wire = wire.lock().unwrap_or_else(PoisonError::into_inner);
        let silent = wire.silent;
        let line = &mut wire.lines[1 - self.side];
        line.reader = Some(context.waker().clone());
        let Some((at, chunk)) = line.chunks.front_mut().filter(|_| !silent) else {
            return match line.state {
                State::Open => Poll::Pending,
                State::Ended => Poll::Ready(Ok(())),
                State::Broken => Poll::Ready(Err(io::ErrorKind::ConnectionReset.into())),
            };
        };
        // Whoever has ended cannot be slow any more, so there is no need for a clock.
        if line.state == State::Open && *at > Instant::now() {
            let mut waits = Box::pin(sleep_until(*at));
            let waited = waits.as_mut().poll(context);
            self.waits = Some(waits);
            if waited.is_pending() {
                return Poll::Pending;
            }
        }
        let bytes = chunk.len().min(into.remaining());
        into.put_slice(&chunk[..bytes]);
        chunk.drain(..bytes);
        if chunk.is_empty() {
            line.chunks.pop_front();
        }
        line.under_way -= bytes;
        line.writer.take().into_iter().for_each(Waker::wake);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for End {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let mut wire = self.lock();
        let wire = &mut *wire;
        if wire.silent {
            return Poll::Ready(Ok(bytes.len()));
        }
        let line = &wire.lines[self.side];
        if line.state != State::Open {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        let room = line.window.saturating_sub(line.under_way);
        let count = wire.passes(bytes.len().min(room));
        if room == 0 {
            wire.lines[self.side].writer = Some(context.waker().clone());
            return Poll::Pending;
        }
        let delay = Duration::from_millis(wire.chance.below(wire.quality.delay_ms as usize + 1) as u64);
        let line = &mut wire.lines[self.side];
        let earliest = line.chunks.back().map_or(Instant::now(), |&(at, _)| at);
        line.chunks.push_back((earliest.max(Instant::now() + delay), bytes[..count].to_vec()));
        line.under_way += count;
        line.reader.take().into_iter().for_each(Waker::wake);
        wire.passed += count as u64;
        wire.cut_when_due();
        // What does not pass any more is accepted, as a network does that fails later.
        Poll::Ready(Ok(if count < bytes.len().min(room) { bytes.len() } else { count }))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut wire = self.lock();
        if !wire.silent && wire.lines[self.side].state == State::Open {
            wire.lines[self.side].set(State::Ended);
        }
        Poll::Ready(Ok(()))
    }
}

impl Drop for End {
    fn drop(&mut self) {
        let mut wire = self.lock();
        if !wire.silent {
            let open = wire.lines.iter_mut().filter(|line| line.state == State::Open);
            open.for_each(|line| line.set(State::Ended));
        }
    }
}

//! The frames of one socket on their way out: written at once by whoever sends them, and kept while the socket takes no more.
//!
//! Invariants: frames go out whole and in the order in which they came; at most so many frames and bytes wait; the task of
//! the socket has to do with it only while frames wait; a queue in which none waits holds no memory.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, Waker, ready};

use tokio::io::AsyncWrite;

use super::Frame;
use crate::metrics::{Direction, Metrics, Moment, Until};

/// Frames that are written together.
const TOGETHER: usize = 8;

/// The writing half of a socket.
pub(crate) type Pipe = Box<dyn AsyncWrite + Send + Unpin>;

/// A frame in the queue, and when the command was read that it answers.
pub(super) struct Queued {
    pub(super) frame: Frame,
    pub(super) answers: Option<Moment>,
}

/// The queue of one socket.
#[derive(Default)]
pub(super) struct Queue {
    frames: VecDeque<Queued>,
    /// Bytes of the frames, without their headers.
    bytes: usize,
    /// Bytes of the first frame that are written already.
    begun: usize,
    /// Whether the pipe still holds some of what was written.
    unflushed: bool,
    /// Where frames are written to, and who is told when there is room again; neither in a test without a socket.
    pub(super) pipe: Option<Pipe>,
    task: Option<Waker>,
}

impl Queue {
    /// How many frames wait.
    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }

    /// Bytes of the frames that wait.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds a frame, whatever waits already.
    pub(super) fn push(&mut self, queued: Queued) {
        self.bytes += queued.frame.payload_bytes();
        self.frames.push_back(queued);
    }

    /// Takes the first frame out.
    pub(super) fn pop(&mut self) -> Option<Queued> {
        let first = self.frames.pop_front()?;
        self.bytes -= first.frame.payload_bytes();
        if self.frames.is_empty() {
            self.frames = VecDeque::new();
        }
        Some(first)
    }

    /// Drops all that waits, but for a frame of which the peer has a part.
    pub(super) fn clear(&mut self) {
        let kept = usize::from(self.begun > 0);
        self.frames.truncate(kept);
        self.bytes = self.frames.iter().map(|queued| queued.frame.payload_bytes()).sum();
    }

    /// Takes note of the task that is woken by [`Queue::wake`] and when the pipe has room again.
    pub(super) fn note(&mut self, context: &Context<'_>) {
        match &mut self.task {
            Some(task) => task.clone_from(context.waker()),
            None => self.task = Some(context.waker().clone()),
        }
    }

    /// Wakes the socket's task.
    pub(super) fn wake(&self) {
        if let Some(task) = &self.task {
            task.wake_by_ref();
        }
    }

    /// Leaves what waits to the socket's task where there is no pipe: it is not here yet, or broken.
    pub(super) fn hand_over(&self) {
        if self.pipe.is_none() {
            self.wake();
        }
    }

    /// Writes a frame before which none waits; what the pipe does not take of it waits. Says what [`Queue::flush`] does.
    pub(super) fn write(&mut self, queued: Queued, metrics: Option<&Metrics>) -> Poll<io::Result<()>> {
        let wire = queued.frame.wire();
        let written = match (&mut self.pipe, &self.task) {
            (Some(pipe), Some(task)) => Pin::new(pipe).poll_write(&mut Context::from_waker(task), wire),
            _ => Poll::Pending,
        };
        match written {
            Poll::Ready(Ok(bytes)) if bytes == wire.len() => {
                queued.count(metrics);
                self.unflushed = true;
                self.flush(metrics)
            }
            Poll::Ready(Ok(0)) => Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
            Poll::Ready(Ok(bytes)) => {
                self.unflushed = true;
                self.begun = bytes;
                self.push(queued);
                // Only a pipe that was asked in vain wakes the task.
                self.flush(metrics)
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                self.push(queued);
                Poll::Pending
            }
        }
    }

    /// Writes as much as the pipe takes now. Ready when nothing waits any more, or when the pipe is broken; never without a
    /// pipe. May be called by any task: the socket's is woken when there is room again.
    pub(super) fn flush(&mut self, metrics: Option<&Metrics>) -> Poll<io::Result<()>> {
        let (Some(mut pipe), Some(task)) = (self.pipe.take(), self.task.clone()) else {
            return Poll::Pending;
        };
        let flushed = self.flush_into(&mut pipe, &mut Context::from_waker(&task), metrics);
        self.pipe = Some(pipe);
        flushed
    }

    fn flush_into(
        &mut self,
        pipe: &mut Pipe,
        context: &mut Context<'_>,
        metrics: Option<&Metrics>,
    ) -> Poll<io::Result<()>> {
        while !self.frames.is_empty() {
            let mut parts = [IoSlice::new(b""); TOGETHER];
            for (part, queued) in parts.iter_mut().zip(&self.frames) {
                *part = IoSlice::new(queued.frame.wire());
            }
            parts[0] = IoSlice::new(&self.frames[0].frame.wire()[self.begun..]);
            let parts = &parts[..self.frames.len().min(TOGETHER)];
            let written = match parts {
                [part] => Pin::new(&mut *pipe).poll_write(context, part),
                parts => Pin::new(&mut *pipe).poll_write_vectored(context, parts),
            };
            match ready!(written)? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                bytes => self.wrote(bytes, metrics),
            }
            self.unflushed = true;
        }
        if self.unflushed {
            ready!(Pin::new(pipe).poll_flush(context))?;
            self.unflushed = false;
        }
        Poll::Ready(Ok(()))
    }

    /// Takes note of so many more written bytes.
    fn wrote(&mut self, bytes: usize, metrics: Option<&Metrics>) {
        self.begun += bytes;
        while let Some(first) = self.frames.front()
            && self.begun >= first.frame.wire().len()
        {
            self.begun -= first.frame.wire().len();
            self.pop().expect("there is a first frame").count(metrics);
        }
    }
}

impl Queued {
    /// Takes note that it was written.
    fn count(&self, metrics: Option<&Metrics>) {
        if let Some(metrics) = metrics.filter(|_| self.frame.is_text()) {
            metrics.frame(Direction::Out, self.frame.payload_bytes());
            if let Some(read) = self.answers {
                metrics.command_seconds.of(Until::Written).took(read.elapsed());
            }
        }
    }
}

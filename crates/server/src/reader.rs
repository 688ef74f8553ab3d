//! The reading half of a WebSocket, through tungstenite.
//!
//! Invariants: no more is buffered than a message may be long, and next to nothing while none is under way; no more is read
//! for one message than its shortest pieces take, so whoever counts messages bounds the work, too; nothing is written: what the
//! protocol wants to be said, the connection says, in order with all the rest.

use std::io::{self, Read, Write};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll};

use parlour_protocol::FRAME_BYTES;
use tokio::io::{AsyncRead, ReadBuf};
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig, WebSocketContext};
use tokio_tungstenite::tungstenite::{Error, Message};

/// Bytes that are asked of the operating system at once. They lie on the stack, so that most commands cost one call and an
/// idle socket no memory.
const READ_BYTES: usize = 4 * 1024;

/// Bytes that tungstenite takes at once, and keeps memory for.
const TAKEN_BYTES: usize = 256;

/// Bytes that one message may take on the wire: enough for the longest in frames of one byte, of which each has a head of
/// six. Frames without any content would make a message that never ends otherwise.
const WIRE_BYTES: usize = 8 * FRAME_BYTES;

/// What reads messages of a client.
pub(crate) struct Reader<S> {
    stream: S,
    /// What was read and is not taken yet, backwards.
    rest: Vec<u8>,
    /// Bytes taken since the last message.
    taken: usize,
    protocol: WebSocketContext,
}

impl<S: AsyncRead + Unpin> Reader<S> {
    /// Reads from a stream on which the handshake is done, and of which so much was read already.
    pub(crate) fn new(stream: S, read: &[u8]) -> Reader<S> {
        let config = WebSocketConfig::default()
            .read_buffer_size(TAKEN_BYTES)
            .write_buffer_size(0)
            .max_message_size(Some(FRAME_BYTES))
            .max_frame_size(Some(FRAME_BYTES));
        let protocol = WebSocketContext::new(Role::Server, Some(config));
        Reader { stream, rest: read.iter().rev().copied().collect(), taken: 0, protocol }
    }

    /// The next message. Nothing may be read after a close or an error.
    pub(crate) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Result<Message, Error>> {
        let Reader { stream, rest, taken, protocol } = self;
        match protocol.read(&mut Now { stream, rest, taken, context }) {
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => Poll::Pending,
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::FileTooLarge => {
                let (size, max_size) = (*taken, WIRE_BYTES);
                Poll::Ready(Err(Error::Capacity(CapacityError::MessageTooLong { size, max_size })))
            }
            read => {
                *taken = 0;
                Poll::Ready(read)
            }
        }
    }

    /// The stream, with which something else can be done.
    pub(crate) fn into_inner(self) -> S {
        self.stream
    }
}

/// A stream as tungstenite wants it: one that blocks, or says that it would.
struct Now<'a, 'b, S> {
    stream: &'a mut S,
    rest: &'a mut Vec<u8>,
    taken: &'a mut usize,
    context: &'a mut Context<'b>,
}

impl<S: AsyncRead + Unpin> Read for Now<'_, '_, S> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if *self.taken > WIRE_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let taken = self.fill(into)?;
        *self.taken += taken;
        Ok(taken)
    }
}

impl<S: AsyncRead + Unpin> Now<'_, '_, S> {
    /// Gives what was read before, or else what the stream has.
    fn fill(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let mut bytes = [const { MaybeUninit::uninit() }; READ_BYTES];
            let mut bytes = ReadBuf::uninit(&mut bytes);
            match Pin::new(&mut *self.stream).poll_read(self.context, &mut bytes) {
                Poll::Ready(read) => read?,
                Poll::Pending => return Err(io::ErrorKind::WouldBlock.into()),
            }
            let (taken, rest) = bytes.filled().split_at(into.len().min(bytes.filled().len()));
            into[..taken.len()].copy_from_slice(taken);
            self.rest.extend(rest.iter().rev());
            return Ok(taken.len());
        }
        let taken = into.len().min(self.rest.len());
        let kept = self.rest.len() - taken;
        into.iter_mut().zip(self.rest.drain(kept..).rev()).for_each(|(into, byte)| *into = byte);
        if self.rest.is_empty() {
            *self.rest = Vec::new();
        }
        Ok(taken)
    }
}

/// The answers to pings and goodbyes end here; the connection sends them itself.
impl<S> Write for Now<'_, '_, S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

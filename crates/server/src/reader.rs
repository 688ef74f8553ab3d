//! The reading half of a WebSocket, through tungstenite.
//!
//! Invariants: no more is buffered than a message may be long, and nothing while none is under way; no more is read
//! for one message than its shortest pieces take, so whoever counts messages bounds the work, too; a frame whose head is wrong is
//! refused for that before its content comes; nothing is written: what the protocol wants to be said, the connection says, in
//! order with all the rest.

use std::io::{self, Cursor, Read, Write};
use std::mem::{self, MaybeUninit};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf, BytesMut};
use parlour_protocol::FRAME_BYTES;
use tokio::io::{AsyncRead, ReadBuf};
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Control, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig, WebSocketContext};
use tokio_tungstenite::tungstenite::{Error, Message};

/// Bytes that are asked of the operating system at once. They lie on the stack, so that most commands cost one call and an
/// idle socket no memory.
const READ_BYTES: usize = 4 * 1024;

/// Bytes that one message may take on the wire: enough for the longest in frames of one byte, of which each has a head of
/// six. Frames without any content would make a message that never ends otherwise.
const WIRE_BYTES: usize = 8 * FRAME_BYTES;

/// Bytes that a ping, a pong or a close may have (RFC 6455, 5.5).
const CONTROL_BYTES: usize = 125;

/// What reads messages of a client.
pub(crate) struct Reader<S> {
    stream: S,
    /// What was read and is no whole frame yet, or not taken yet.
    rest: BytesMut,
    /// Bytes taken since the last message.
    taken: usize,
    /// What judges a message in several frames, while some of them are here. Others are judged by one that is made for them:
    /// it would be a third of what an idle socket takes.
    begun: Option<Box<WebSocketContext>>,
}

impl<S: AsyncRead + Unpin> Reader<S> {
    /// Reads from a stream on which the handshake is done, and of which so much was read already.
    pub(crate) fn new(stream: S, read: &[u8]) -> Reader<S> {
        Reader { stream, rest: read.into(), taken: 0, begun: None }
    }

    /// The next message. Nothing may be read after a close or an error.
    pub(crate) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Result<Message, Error>> {
        loop {
            let mut rest = mem::take(&mut self.rest);
            let message = self.take(&mut rest)?;
            if !rest.is_empty() {
                self.rest = rest;
            }
            if let Some(message) = message {
                return Poll::Ready(Ok(message));
            }
            let mut bytes = [const { MaybeUninit::uninit() }; READ_BYTES];
            let mut bytes = ReadBuf::uninit(&mut bytes);
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut bytes))?;
            let mut read = bytes.filled();
            if read.is_empty() {
                return Poll::Ready(Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)));
            }
            // Most messages are read at once, and need no place where they wait.
            let message = if self.rest.is_empty() { self.take(&mut read)? } else { None };
            self.rest.extend_from_slice(read);
            if let Some(message) = message {
                return Poll::Ready(Ok(message));
            }
        }
    }

    /// Takes whole frames until they make a message.
    fn take(&mut self, bytes: &mut impl Buf) -> Result<Option<Message>, Error> {
        while let Some(length) = self.first_frame(bytes.chunk())?
            && length <= bytes.chunk().len()
        {
            self.taken += length;
            let message = self.judge(&bytes.chunk()[..length])?;
            bytes.advance(length);
            if message.is_some() {
                self.taken = 0;
                return Ok(message);
            }
        }
        Ok(None)
    }

    /// How many bytes the first frame has, as soon as its head is there. A head that is wrong is an error.
    fn first_frame(&self, bytes: &[u8]) -> Result<Option<usize>, Error> {
        let mut head = Cursor::new(bytes);
        let Some((header, payload)) = FrameHeader::parse(&mut head)? else { return Ok(None) };
        let payload = usize::try_from(payload).unwrap_or(usize::MAX);
        if payload > FRAME_BYTES {
            return Err(too_long(payload, FRAME_BYTES));
        }
        let length = usize::try_from(head.position()).expect("it is within the bytes") + payload;
        if self.taken + length > WIRE_BYTES {
            return Err(too_long(self.taken + length, WIRE_BYTES));
        }
        judge_head(&header, payload, self.begun.is_some())?;
        Ok(Some(length))
    }

    /// Has a frame judged, which may be the last one of a message.
    fn judge(&mut self, frame: &[u8]) -> Result<Option<Message>, Error> {
        let amid = self.begun.is_some();
        let mut protocol = self.begun.take().map_or_else(|| protocol(frame.len()), |begun| *begun);
        let message = match protocol.read(&mut Only(frame)) {
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => None,
            read => Some(read?),
        };
        let goes_on = match &message {
            None => true,
            Some(message) => amid && !message.is_text() && !message.is_binary(),
        };
        self.begun = goes_on.then(|| Box::new(protocol));
        Ok(message)
    }

    /// The stream, with which something else can be done.
    pub(crate) fn into_inner(self) -> S {
        self.stream
    }
}

/// What judges the frames of one message, the first of which has so many bytes.
fn protocol(bytes: usize) -> WebSocketContext {
    let config = WebSocketConfig::default()
        .read_buffer_size(bytes)
        .write_buffer_size(0)
        .max_message_size(Some(FRAME_BYTES))
        .max_frame_size(Some(FRAME_BYTES));
    WebSocketContext::new(Role::Server, Some(config))
}

/// Says what is wrong with the head of a frame of a client, amid a message in several frames or not, in the words in which
/// tungstenite says it when it has the whole frame.
fn judge_head(head: &FrameHeader, payload: usize, amid: bool) -> Result<(), ProtocolError> {
    if head.mask.is_none() {
        return Err(ProtocolError::UnmaskedFrameFromClient);
    }
    if head.rsv1 || head.rsv2 || head.rsv3 {
        return Err(ProtocolError::NonZeroReservedBits);
    }
    match head.opcode {
        OpCode::Control(_) if !head.is_final => Err(ProtocolError::FragmentedControlFrame),
        OpCode::Control(_) if payload > CONTROL_BYTES => Err(ProtocolError::ControlFrameTooBig),
        OpCode::Control(Control::Reserved(code)) => Err(ProtocolError::UnknownControlFrameType(code)),
        OpCode::Data(Data::Continue) if !amid => Err(ProtocolError::UnexpectedContinueFrame),
        OpCode::Data(Data::Continue) | OpCode::Control(_) => Ok(()),
        OpCode::Data(data) if amid => Err(ProtocolError::ExpectedFragment(data)),
        OpCode::Data(Data::Reserved(code)) => Err(ProtocolError::UnknownDataFrameType(code)),
        OpCode::Data(Data::Text | Data::Binary) => Ok(()),
    }
}

fn too_long(size: usize, max_size: usize) -> Error {
    Error::Capacity(CapacityError::MessageTooLong { size, max_size })
}

/// Bytes as tungstenite wants them: from a stream that would block behind them. The answers to pings and goodbyes end
/// here; the connection sends them itself.
struct Only<'a>(&'a [u8]);

impl Read for Only<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.0 {
            [] => Err(io::ErrorKind::WouldBlock.into()),
            _ => self.0.read(into),
        }
    }
}

impl Write for Only<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::task::Waker;

    use super::*;

    /// A stream that gives its pieces one by one, and nothing at the end.
    struct Pieces(VecDeque<Vec<u8>>);

    impl AsyncRead for Pieces {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            into: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            match self.0.pop_front() {
                Some(piece) => into.put_slice(&piece),
                None => return Poll::Pending,
            }
            Poll::Ready(Ok(()))
        }
    }

    /// A frame of a client, whose mask of zeros changes nothing.
    fn frame(first: u8, payload: &str) -> Vec<u8> {
        let length = u8::try_from(payload.len()).expect("a short one");
        [&[first, 0x80 | length, 0, 0, 0, 0], payload.as_bytes()].concat()
    }

    /// All that comes until there is no more.
    fn read(reader: &mut Reader<Pieces>) -> Vec<Result<Message, Error>> {
        let mut context = Context::from_waker(Waker::noop());
        let mut messages = Vec::new();
        while let Poll::Ready(message) = reader.poll_next(&mut context) {
            let ended = message.is_err();
            messages.push(message);
            if ended {
                break;
            }
        }
        messages
    }

    #[test]
    fn messages_are_the_same_however_they_come_and_leave_nothing_behind() {
        let frames = [
            frame(0x81, "one"),
            frame(0x01, "tw"),
            frame(0x89, "ping"),
            frame(0x00, ""),
            frame(0x80, "o"),
            frame(0x82, "bytes"),
            frame(0x81, ""),
        ];
        let wanted = [
            Message::text("one"),
            Message::Ping("ping".into()),
            Message::text("two"),
            Message::binary("bytes"),
            Message::text(""),
        ];
        let wire = frames.concat();
        for cut in 1..=wire.len() {
            let (before, rest) = wire.split_at(cut / 2);
            let mut reader = Reader::new(Pieces(rest.chunks(cut).map(<[u8]>::to_vec).collect()), before);
            let messages: Vec<Message> =
                read(&mut reader).into_iter().map(|message| message.expect("nothing is wrong")).collect();
            assert_eq!(messages, wanted, "cut behind {cut}");
            assert_eq!((reader.rest.capacity(), reader.begun.is_some(), reader.taken), (0, false, 0));
        }
    }

    /// All heads of a client's frames, by their first byte, by mask, by length, and amid a message in several frames or not:
    /// what is wrong with one is known without its content, and is what tungstenite finds when it has that, too.
    #[test]
    fn a_head_is_judged_before_its_content_comes() {
        let lengths = [0, 1, CONTROL_BYTES, CONTROL_BYTES + 1, FRAME_BYTES - 1, FRAME_BYTES + 1];
        let begin = frame(0x01, "a");
        let mut refused = 0;
        for (amid, masked, length) in [false, true].into_iter().flat_map(|amid| {
            [0, 0x80].into_iter().flat_map(move |mask| lengths.map(|length| (amid, mask, length)))
        }) {
            let mask: &[u8] = if masked == 0 { &[] } else { &[0; 4] };
            for first in 0..=u8::MAX {
                let head = match u8::try_from(length) {
                    Ok(short @ ..126) => vec![first, masked | short],
                    _ => {
                        let length = u16::try_from(length).expect("a frame is short").to_be_bytes();
                        [&[first, masked | 126], &length[..]].concat()
                    }
                };
                let before = if amid { &begin[..] } else { &[] };
                let early = [before, &head, mask].concat();
                let early = read(&mut Reader::new(Pieces([early].into()), b""));
                let whole = [before, &head, mask, &vec![0; length]].concat();
                let mut tungstenite = protocol(whole.len());
                let mut whole = Only(&whole);
                let wanted = match tungstenite.read(&mut whole) {
                    // What is wrong with a code of a close is in its content.
                    Ok(_) | Err(Error::Io(_) | Error::Protocol(ProtocolError::InvalidCloseSequence)) => None,
                    Err(error) => Some(error),
                };
                let found = early.iter().find_map(|message| message.as_ref().err());
                let case = format!("{first:#04x} {masked:#04x} {length} {amid}");
                match (found, wanted) {
                    (Some(Error::Capacity(_)), Some(Error::Capacity(_) | Error::Protocol(_))) => {
                        assert!(length > FRAME_BYTES, "{case}");
                    }
                    (found, wanted) => {
                        assert_eq!(format!("{found:?}"), format!("{:?}", wanted.as_ref()), "{case}");
                    }
                }
                refused += usize::from(found.is_some());
            }
        }
        assert_eq!(
            refused,
            2 * 2 * 6 * 256 - (29 + 19),
            "text, bytes, pings, pongs and closes; amid one no new message"
        );
    }

    #[test]
    fn what_may_not_come_is_an_error_as_soon_as_it_is_known() {
        let too_long = u16::try_from(FRAME_BYTES + 1).expect("a frame is short").to_be_bytes();
        let empty: Vec<u8> = (0..=WIRE_BYTES / 6).flat_map(|_| frame(0x00, "")).collect();
        for (what, wire, wanted) in [
            (
                "a head of a frame that is too long",
                [&[0x81, 0xfe], &too_long[..], &[0; 4]].concat(),
                "Capacity",
            ),
            ("a message without an end", [frame(0x01, "a"), empty].concat(), "Capacity"),
            ("no mask", vec![0x81, 0x01, b'a'], "Protocol"),
            ("an unknown opcode", frame(0x83, ""), "Protocol"),
            ("a reserved bit", frame(0xc1, ""), "Protocol"),
            ("a message in a message", [frame(0x01, "a"), frame(0x81, "b")].concat(), "Protocol"),
            ("an end without a beginning", frame(0x80, "a"), "Protocol"),
            ("a ping in pieces", frame(0x09, ""), "Protocol"),
            ("no text", vec![0x81, 0x81, 0, 0, 0, 0, 0xff], "Utf8"),
        ] {
            let pieces = wire.chunks(READ_BYTES).map(<[u8]>::to_vec).collect();
            let read = read(&mut Reader::new(Pieces(pieces), b""));
            let [Err(error)] = &read[..] else { panic!("{what}: {read:?}") };
            assert!(format!("{error:?}").starts_with(wanted), "{what}: {error:?}");
        }
    }
}

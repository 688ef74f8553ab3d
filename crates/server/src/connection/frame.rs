//! A WebSocket frame of the server as it travels: header and payload in one piece of memory.
//!
//! Invariant: it is whole, final, unmasked, and a text, a ping, a pong or a close (RFC 6455, section 5.2).

use std::fmt;
use std::ops::Deref;

use parlour_protocol::CloseCode;
use tokio_tungstenite::tungstenite::Bytes;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Control, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{Frame as Made, FrameHeader};

/// A frame, encoded once; its clones share the bytes. A text frame is made from its text, and is compared and read as it.
#[derive(Clone, PartialEq, Eq)]
pub struct Frame {
    wire: Bytes,
    /// How many bytes the header has: 10 at the most.
    header: u8,
    is_text: bool,
}

impl Frame {
    fn new(opcode: OpCode, payload: &[u8]) -> Frame {
        let header = FrameHeader { opcode, ..FrameHeader::default() };
        let length = payload.len() as u64;
        let mut wire = Vec::with_capacity(header.len(length) + payload.len());
        header.format(length, &mut wire).expect("a vector takes all");
        let header = u8::try_from(wire.len()).expect("a header has no more than ten bytes");
        wire.extend_from_slice(payload);
        Frame { wire: wire.into(), header, is_text: matches!(opcode, OpCode::Data(Data::Text)) }
    }

    /// A ping without content.
    pub(crate) fn ping() -> Frame {
        Frame::new(OpCode::Control(Control::Ping), b"")
    }

    /// The answer to a ping, which has its content.
    pub(crate) fn pong(content: &[u8]) -> Frame {
        Frame::new(OpCode::Control(Control::Pong), content)
    }

    /// The goodbye with one of our codes.
    pub(super) fn close(code: CloseCode) -> Frame {
        Frame::close_with(Some(CloseFrame { code: code.number().into(), reason: code.reason().into() }))
    }

    /// The goodbye that answers one of the peer.
    pub(crate) fn close_with(goodbye: Option<CloseFrame>) -> Frame {
        Frame::new(OpCode::Control(Control::Close), Made::close(goodbye).payload())
    }

    /// What is written to the socket.
    pub(super) fn wire(&self) -> &[u8] {
        &self.wire
    }

    /// The length of the payload in bytes.
    pub(super) fn payload_bytes(&self) -> usize {
        self.wire.len() - usize::from(self.header)
    }

    /// Whether it is a text.
    pub(super) fn is_text(&self) -> bool {
        self.is_text
    }
}

impl From<&str> for Frame {
    fn from(text: &str) -> Frame {
        Frame::new(OpCode::Data(Data::Text), text.as_bytes())
    }
}

impl From<String> for Frame {
    fn from(text: String) -> Frame {
        Frame::from(text.as_str())
    }
}

/// The text of a text frame; nothing of another one.
impl Deref for Frame {
    type Target = str;

    fn deref(&self) -> &str {
        let payload = if self.is_text { &self.wire[usize::from(self.header)..] } else { b"" };
        std::str::from_utf8(payload).expect("a text frame is made from a text")
    }
}

impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Frame({:?})", &**self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_its_header_and_its_payload() {
        for (length, header) in [
            (0, vec![0x81, 0]),
            (125, vec![0x81, 125]),
            (126, vec![0x81, 126, 0, 126]),
            (65_536, vec![0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] {
            let text = "x".repeat(length);
            let frame = Frame::from(text.as_str());
            assert_eq!(frame.wire(), [&header, text.as_bytes()].concat());
            assert_eq!((&*frame, frame.payload_bytes(), frame.is_text()), (text.as_str(), length, true));
        }
        assert_eq!(Frame::ping().wire(), [0x89, 0]);
        assert_eq!(Frame::pong(b"hi").wire(), [0x8a, 2, b'h', b'i']);
        assert_eq!(Frame::close_with(None).wire(), [0x88, 0]);
        let goodbye = Frame::close(CloseCode::TakenOver);
        let number = CloseCode::TakenOver.number().to_be_bytes();
        assert_eq!(goodbye.wire()[2..4], number);
        assert_eq!(&goodbye.wire()[4..], CloseCode::TakenOver.reason().as_bytes());
        assert_eq!((goodbye.is_text(), &*goodbye), (false, ""));
    }
}

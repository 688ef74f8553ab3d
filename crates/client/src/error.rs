//! What can go wrong between a client and its server.

use parlour_protocol::{ErrorReply, RoomId};
use thiserror::Error;
use tokio_tungstenite::tungstenite::Error as Fault;
use tokio_tungstenite::tungstenite::error::ProtocolError;

use crate::Unfair;

/// Why a client got no answer, or not the one it hoped for.
#[derive(Debug, Error)]
pub enum Error {
    /// The connection could not be made, or broke.
    #[error("the connection failed: {0}")]
    Socket(Box<Fault>),
    /// The server closed the connection.
    #[error("the server closed the connection: {code} {reason}")]
    Closed {
        /// The close code; 1006 when the server gave none.
        code: u16,
        /// The server's reason.
        reason: String,
    },
    /// The server sent what this protocol does not know.
    #[error("unreadable message: {0}")]
    Unreadable(String),
    /// A frame of a room is missing: the server broke its promise.
    #[error("room {room} sent frame {got} after frame {last}")]
    Gap {
        /// The room.
        room: RoomId,
        /// The last frame before.
        last: u64,
        /// The frame that came.
        got: u64,
    },
    /// A shuffle was not what was agreed upon.
    #[error("room {room} was not dealt fairly: {unfair}")]
    Unfair {
        /// The room.
        room: RoomId,
        /// What is wrong.
        unfair: Unfair,
    },
    /// The server refused the command.
    #[error("{} ({:?})", .0.message, .0.code)]
    Refused(Box<ErrorReply>),
    /// The answer to `hello` was no welcome.
    #[error("the server did not answer hello with welcome")]
    NoWelcome,
}

impl Error {
    /// Whether the server sent what no server may send, and not only that the connection is gone or something is refused.
    pub fn is_fault(&self) -> bool {
        match self {
            Error::Unreadable(_) | Error::Gap { .. } | Error::Unfair { .. } => true,
            Error::Socket(error) => matches!(
                **error,
                Fault::Utf8(_)
                    | Fault::Capacity(_)
                    | Fault::Protocol(
                        ProtocolError::NonZeroReservedBits
                            | ProtocolError::MaskedFrameFromServer
                            | ProtocolError::FragmentedControlFrame
                            | ProtocolError::ControlFrameTooBig
                            | ProtocolError::UnknownControlFrameType(_)
                            | ProtocolError::UnknownDataFrameType(_)
                            | ProtocolError::UnexpectedContinueFrame
                            | ProtocolError::ExpectedFragment(_)
                            | ProtocolError::InvalidOpcode(_)
                            | ProtocolError::InvalidCloseSequence
                    )
            ),
            Error::Closed { .. } | Error::Refused(_) | Error::NoWelcome => false,
        }
    }
}

impl From<Fault> for Error {
    fn from(error: Fault) -> Error {
        Error::Socket(Box::new(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_connection_is_no_fault_of_the_server() {
        let socket = |error| Error::Socket(Box::new(error));
        for (error, is_fault) in [
            (Error::Unreadable("[]".to_owned()), true),
            (socket(Fault::Utf8("a frame".to_owned())), true),
            (socket(Fault::Protocol(ProtocolError::MaskedFrameFromServer)), true),
            (socket(Fault::Protocol(ProtocolError::ResetWithoutClosingHandshake)), false),
            (socket(Fault::Protocol(ProtocolError::HandshakeIncomplete)), false),
            (socket(Fault::ConnectionClosed), false),
            (Error::Closed { code: 1006, reason: String::new() }, false),
        ] {
            assert_eq!(error.is_fault(), is_fault, "{error}");
        }
    }
}

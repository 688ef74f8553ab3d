//! What can go wrong between a client and its server.

use parlour_protocol::{ErrorReply, RoomId};
use thiserror::Error;

use crate::Unfair;

/// Why a client got no answer, or not the one it hoped for.
#[derive(Debug, Error)]
pub enum Error {
    /// The connection could not be made, or broke.
    #[error("the connection failed: {0}")]
    Socket(Box<tokio_tungstenite::tungstenite::Error>),
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

impl From<tokio_tungstenite::tungstenite::Error> for Error {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> Error {
        Error::Socket(Box::new(error))
    }
}

//! Why a server closes a socket.

/// What a client does after a close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Return {
    /// It comes back at once and resumes by number.
    AtOnce,
    /// It comes back after a while, each time a longer one, and resumes by number.
    Later,
    /// It does not come back by itself: the same would happen again.
    Never,
}

/// Why a server closes a socket, as the code of the close frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum CloseCode {
    /// The client said goodbye first.
    Normal = 1000,
    /// What came was no WebSocket frame.
    Protocol = 1002,
    /// The frame was a binary one.
    Binary = 1003,
    /// The text was not UTF-8.
    Garbled = 1007,
    /// The frame was longer than the limit in `welcome`.
    TooLong = 1009,
    /// A fault of the server.
    Fault = 1011,
    /// The server restarts.
    Restart = 1012,
    /// No `hello` came in time.
    HelloTimeout = 4000,
    /// Client and server speak no common protocol number.
    ProtocolMismatch = 4001,
    /// Another connection of the same player took over.
    TakenOver = 4002,
    /// The client read too slowly and its queue was full; no message was left out before this.
    SlowReader = 4003,
    /// The client went on sending too much after it had been told.
    Flood = 4004,
    /// Nothing came from the client for too long, not even an answer to a ping.
    Silence = 4005,
    /// A room of this client is served elsewhere now.
    Moved = 4006,
    /// Who looks after the server has banned the address.
    Banned = 4007,
}

impl CloseCode {
    /// All codes, ascending: the table of the documentation.
    pub const ALL: [CloseCode; 15] = [
        CloseCode::Normal,
        CloseCode::Protocol,
        CloseCode::Binary,
        CloseCode::Garbled,
        CloseCode::TooLong,
        CloseCode::Fault,
        CloseCode::Restart,
        CloseCode::HelloTimeout,
        CloseCode::ProtocolMismatch,
        CloseCode::TakenOver,
        CloseCode::SlowReader,
        CloseCode::Flood,
        CloseCode::Silence,
        CloseCode::Moved,
        CloseCode::Banned,
    ];

    /// The number in the close frame.
    pub fn number(self) -> u16 {
        self as u16
    }

    /// The code of a close frame; none when it is not of this protocol.
    pub fn of(number: u16) -> Option<CloseCode> {
        CloseCode::ALL.into_iter().find(|code| code.number() == number)
    }

    /// The short text beside the number in the close frame.
    pub fn reason(self) -> &'static str {
        match self {
            CloseCode::Normal => "goodbye",
            CloseCode::Protocol => "not WebSocket",
            CloseCode::Binary => "text frames only",
            CloseCode::Garbled => "not UTF-8",
            CloseCode::TooLong => "frame too long",
            CloseCode::Fault => "server fault",
            CloseCode::Restart => "server restarts",
            CloseCode::HelloTimeout => "no hello",
            CloseCode::ProtocolMismatch => "no common protocol",
            CloseCode::TakenOver => "taken over by another connection",
            CloseCode::SlowReader => "read too slowly",
            CloseCode::Flood => "too many messages",
            CloseCode::Silence => "silent for too long",
            CloseCode::Moved => "room served elsewhere",
            CloseCode::Banned => "banned",
        }
    }

    /// What the client does then.
    pub fn then(self) -> Return {
        match self {
            CloseCode::SlowReader | CloseCode::Silence | CloseCode::HelloTimeout | CloseCode::Moved => {
                Return::AtOnce
            }
            CloseCode::Fault | CloseCode::Restart | CloseCode::Flood => Return::Later,
            CloseCode::Normal
            | CloseCode::Protocol
            | CloseCode::Binary
            | CloseCode::Garbled
            | CloseCode::TooLong
            | CloseCode::ProtocolMismatch
            | CloseCode::TakenOver
            | CloseCode::Banned => Return::Never,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_ascending_and_read_back() {
        assert!(CloseCode::ALL.is_sorted_by_key(|code| code.number()));
        for code in CloseCode::ALL {
            assert_eq!(CloseCode::of(code.number()), Some(code));
            assert!(code.reason().len() <= 123, "a close frame holds no more");
        }
        assert_eq!(CloseCode::of(1006), None);
    }
}

//! By what is counted: labels with few values, none of which names a player, a room or an address.

use parlour_engine::GameKind;
use parlour_protocol::{CloseCode, Command, Stage};

use super::instrument::Label;
use crate::upgrade::Refusal;

/// Declares a label: its values with their texts.
macro_rules! label {
    ($(#[$doc:meta])* $label:ident, $name:literal, { $($(#[$value_doc:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum $label {
            $($(#[$value_doc])* $value,)+
        }

        impl Label for $label {
            const ALL: &'static [$label] = &[$($label::$value),+];

            fn labels(self) -> Vec<(&'static str, String)> {
                let text = match self {
                    $($label::$value => $text,)+
                };
                vec![($name, text.to_owned())]
            }

            fn index(self) -> usize {
                self as usize
            }
        }
    };
}

label! {
    /// How far a connection has come.
    Standing, "state", {
        /// It speaks HTTP, or nothing yet.
        Http = "http",
        /// A WebSocket before its hello.
        Socket = "socket",
        /// A WebSocket whose player is known.
        Player = "player",
    }
}

label! {
    /// What came of a connection or a handshake.
    Handshake, "result", {
        Accepted = "accepted",
        /// It was none.
        Other = "no_handshake",
        ForeignOrigin = "foreign_origin",
        Banned = "banned",
        TooManyConnections = "too_many_connections",
        RateLimited = "rate_limited",
        ShuttingDown = "shutting_down",
        Tls = "tls",
    }
}

impl From<Refusal> for Handshake {
    fn from(refusal: Refusal) -> Handshake {
        match refusal {
            Refusal::NoHandshake => Handshake::Other,
            Refusal::ForeignOrigin => Handshake::ForeignOrigin,
            Refusal::Banned => Handshake::Banned,
            Refusal::TooManyConnections => Handshake::TooManyConnections,
            Refusal::RateLimited(_) => Handshake::RateLimited,
            Refusal::ShuttingDown => Handshake::ShuttingDown,
        }
    }
}

/// Declares what a client asked from the commands and their names on the wire: the label and which command has it.
macro_rules! asked {
    ($($command:ident = $text:literal,)+) => {
        label! {
            /// What a client asked.
            Asked, "type", {
                /// No command at all.
                Unreadable = "unreadable",
                $($command = $text,)+
            }
        }

        impl From<&Command> for Asked {
            fn from(command: &Command) -> Asked {
                match command {
                    $(Command::$command { .. } => Asked::$command,)+
                }
            }
        }
    };
}

asked! {
    Hello = "hello",
    Rename = "rename",
    Lobby = "lobby",
    Create = "create",
    Join = "join",
    Leave = "leave",
    Sit = "sit",
    Stand = "stand",
    Ready = "ready",
    Pledge = "pledge",
    Contribute = "contribute",
    Bot = "bot",
    Remove = "remove",
    Start = "start",
    Act = "act",
    TakeBack = "take_back",
    Hint = "hint",
    Record = "record",
    Chat = "chat",
    Vote = "vote",
    AskHand = "ask_hand",
    ShowHand = "show_hand",
    Emote = "emote",
    Snapshot = "snapshot",
    Ping = "ping",
}

label! {
    /// Until when the time of a command is measured.
    Until, "until", {
        /// The journal has what it changes.
        Journaled = "journaled",
        /// The operating system has its answer.
        Written = "written",
    }
}

label! {
    /// Which way a frame goes.
    Direction, "direction", {
        In = "in",
        Out = "out",
    }
}

label! {
    /// Where something waits.
    Queue, "queue", {
        /// Frames in the queues of the connections.
        Connections = "connections",
        /// Messages in the mailboxes of the rooms.
        Mailboxes = "mailboxes",
    }
}

label! {
    /// What becomes of rooms.
    Change, "change", {
        Opened = "opened",
        Woken = "woken",
        Rested = "rested",
        Closed = "closed",
        Failed = "failed",
        /// Another server has it.
        Fenced = "fenced",
        /// Given up in order, when the server stops.
        Released = "released",
    }
}

label! {
    /// What a client gets that comes back to a room.
    Resumed, "with", {
        Frames = "frames",
        Snapshot = "snapshot",
    }
}

/// The game of a room and how far its match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Table(pub(crate) GameKind, pub(crate) Stage);

impl Label for Table {
    const ALL: &'static [Table] = &[
        Table(GameKind::Rummikub, Stage::Waiting),
        Table(GameKind::Rummikub, Stage::Playing),
        Table(GameKind::Rummikub, Stage::Between),
        Table(GameKind::Rummikub, Stage::Over),
        Table(GameKind::Tichu, Stage::Waiting),
        Table(GameKind::Tichu, Stage::Playing),
        Table(GameKind::Tichu, Stage::Between),
        Table(GameKind::Tichu, Stage::Over),
    ];

    fn labels(self) -> Vec<(&'static str, String)> {
        let phase = match self.1 {
            Stage::Waiting => "waiting",
            Stage::Playing => "playing",
            Stage::Between => "between",
            Stage::Over => "over",
        };
        vec![("game", self.0.name().to_owned()), ("phase", phase.to_owned())]
    }

    fn index(self) -> usize {
        self.0 as usize * 4 + self.1 as usize
    }
}

impl Label for CloseCode {
    const ALL: &'static [CloseCode] = &CloseCode::ALL;

    fn labels(self) -> Vec<(&'static str, String)> {
        vec![("code", self.number().to_string())]
    }

    fn index(self) -> usize {
        CloseCode::ALL.iter().position(|&code| code == self).expect("all codes are in the table")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<L: Label>() {
        for (place, label) in L::ALL.iter().enumerate() {
            assert_eq!(label.index(), place, "{label:?}");
        }
    }

    #[test]
    fn every_value_stands_at_its_index() {
        check::<Table>();
        check::<CloseCode>();
        check::<Asked>();
        check::<Handshake>();
    }
}

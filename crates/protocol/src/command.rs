//! What a client asks.
//!
//! Invariant: every command but `hello` is sent after a `hello` was answered with `welcome`.

use parlour_engine::fair::{Digest, Nonce};
use parlour_engine::{Action, Seat, Seed, Variant};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use crate::{Choice, Emote, Invite, PlayerId, RoomId, Token};

/// What a client asks. In JSON it stands beside the id: `{"id":7,"type":"stand","room":"3K7Q0ZTM"}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    /// The first command of a connection; answered with `welcome`.
    Hello(Hello),
    /// Take another name.
    Rename {
        /// The name: 1 to 24 characters.
        name: String,
    },
    /// Begin or end to watch the list of public rooms; the list is pushed at once and at every change.
    Lobby {
        /// Whether to watch.
        watch: bool,
    },
    /// Open a room and become its host; answered with its id and invite. The host is in the room, not yet seated.
    Create(Create),
    /// Come into a room, by its id when it is public or one is in it already, or by its invite. A snapshot follows the
    /// answer. A name that another has in the room gets a number there.
    Join {
        /// The room.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        room: Option<RoomId>,
        /// The invite.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        invite: Option<Invite>,
    },
    /// Leave a room for good; while a match runs a bot plays on for the seat. Another player becomes the host if the
    /// host leaves, or is absent for too long; with its last member a room closes.
    Leave {
        /// The room.
        room: RoomId,
    },
    /// Take a seat: a free one, or a bot's while a match runs. Before a match a player who has a seat changes to this
    /// one; nobody who had a seat in the running match takes another in it (`match_running`). Who sits down gets a
    /// snapshot instead of the frame, since it sees the match with other eyes.
    Sit {
        /// The room.
        room: RoomId,
        /// The seat.
        seat: Seat,
    },
    /// Give the seat up and stay as a spectator. Not while a match runs.
    Stand {
        /// The room.
        room: RoomId,
    },
    /// Say whether one is ready for the match, the next round, or the rematch. When every seat is taken and all players
    /// on seats are ready, it begins; bots always are. The next round begins without `ready` after a while, and does
    /// not wait for who is absent. In a round, `ready` takes the seat back from a bot that plays for its player.
    Ready {
        /// The room.
        room: RoomId,
        /// Whether one is.
        ready: bool,
    },
    /// Take part in the shuffle of the next deal: send the hash of a nonce, as soon as the server's commitment is known. A
    /// second one takes the place of the first until the list is closed. A client does this by itself, and nobody need.
    Pledge {
        /// The room.
        room: RoomId,
        /// The commitment that this answers.
        commitment: Digest,
        /// The hash of the nonce, the room, the round and the seat.
        hash: Digest,
    },
    /// Send the nonce behind the hash, once the list is closed and holds both the commitment and the hash as one knows
    /// them.
    Contribute {
        /// The room.
        room: RoomId,
        /// The commitment that this answers.
        commitment: Digest,
        /// The nonce.
        nonce: Nonce,
    },
    /// Host: put a bot on a free seat.
    Bot {
        /// The room.
        room: RoomId,
        /// The seat.
        seat: Seat,
    },
    /// Host: send the player or bot of a seat away. While a match runs a bot takes a player's place, and no bot is sent
    /// away (`match_running`). The player leaves the room, and may come back with an invite.
    Remove {
        /// The room.
        room: RoomId,
        /// The seat.
        seat: Seat,
    },
    /// Host: begin the match, or the rematch, now. Every seat is taken and every other player on a seat is ready.
    Start {
        /// The room.
        room: RoomId,
    },
    /// Ask for an action in the match.
    Act {
        /// The room.
        room: RoomId,
        /// The number of the prompt that this answers. A tichu call, and whatever a seat asks that need not act (a bomb
        /// out of turn, another choice for the exchange), may leave it out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        prompt: Option<u64>,
        /// The action.
        action: Action,
    },
    /// Ask the referee for advice about one's own rack or hand, in a room that has hints. It is answered with `hint`, shown
    /// to nobody else, and a repeated one gets fresh advice.
    Hint {
        /// The room.
        room: RoomId,
    },
    /// Take back one's own last action in a practice room, and all that followed it in the same round. Everybody sees the
    /// match as it was before.
    TakeBack {
        /// The room.
        room: RoomId,
    },
    /// Ask what happened in a match, a page at a time; answered with `record`: rounds that are over in full, and of the
    /// one that is played what the player was told. A practice room has no records.
    Record {
        /// The room.
        room: RoomId,
        /// The number of the match; left out, the newest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        number: Option<u32>,
        /// The first move of the page, from 0.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<u32>"))]
        from: u32,
    },
    /// Say what the table shall do about a player who is away, while there is a vote about it. Saying it again changes it.
    Vote {
        /// The room.
        room: RoomId,
        /// What one wants.
        choice: Choice,
    },
    /// As a spectator of a running match, ask a player to show its rack or hand.
    AskHand {
        /// The room.
        room: RoomId,
        /// The player's seat.
        seat: Seat,
    },
    /// Show one's rack or hand to a spectator while this match runs, or no longer.
    ShowHand {
        /// The room.
        room: RoomId,
        /// The spectator.
        player: PlayerId,
        /// Whether it may see.
        show: bool,
    },
    /// Show a quick phrase to the room.
    Emote {
        /// The room.
        room: RoomId,
        /// Which.
        emote: Emote,
    },
    /// Say something to the room.
    Chat {
        /// The room.
        room: RoomId,
        /// What to say: 1 to 300 characters after trimming, none of them control characters.
        text: String,
    },
    /// Ask for a snapshot, which is pushed before the answer. A repeated one gets a fresh snapshot.
    Snapshot {
        /// The room.
        room: RoomId,
    },
    /// Ask for a sign of life; answered with the server's time.
    Ping,
}

impl Command {
    /// The room that this command is for; none for those that the lobby answers.
    pub fn room(&self) -> Option<RoomId> {
        match *self {
            Command::Hello(_)
            | Command::Rename { .. }
            | Command::Lobby { .. }
            | Command::Create(_)
            | Command::Join { .. }
            | Command::Ping => None,
            Command::Leave { room }
            | Command::Sit { room, .. }
            | Command::Stand { room }
            | Command::Ready { room, .. }
            | Command::Pledge { room, .. }
            | Command::Contribute { room, .. }
            | Command::Bot { room, .. }
            | Command::Remove { room, .. }
            | Command::Start { room }
            | Command::Act { room, .. }
            | Command::Hint { room }
            | Command::TakeBack { room }
            | Command::Record { room, .. }
            | Command::Vote { room, .. }
            | Command::AskHand { room, .. }
            | Command::ShowHand { room, .. }
            | Command::Emote { room, .. }
            | Command::Chat { room, .. }
            | Command::Snapshot { room } => Some(room),
        }
    }

    /// Whether it changes nothing: it is answered afresh when it is repeated, and not written down.
    pub fn only_reads(&self) -> bool {
        matches!(self, Command::Snapshot { .. } | Command::Hint { .. } | Command::Record { .. })
    }
}

/// Who a client is and what it wants to be told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Hello {
    /// The protocol numbers that the client speaks.
    pub protocol: Versions,
    /// The client's name and version, for the server's statistics: at most 64 characters.
    #[serde(default)]
    pub client: String,
    /// The player's name; a known player keeps its own when this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub name: Option<String>,
    /// The token of an earlier `welcome`; without one a new player is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub token: Option<Token>,
    /// The rooms to go on in, at most 8; each is followed by what was missed or by a snapshot.
    #[serde(default)]
    pub resume: Vec<Resume>,
    /// Whether prompts shall list the viewer's legal actions.
    #[serde(default)]
    pub legal: bool,
    /// Whether frames that change the match shall bring the viewer's whole view.
    #[serde(default)]
    pub views: bool,
}

/// A room to be opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Create {
    /// The game and its options.
    pub variant: Variant,
    /// Whether the room is in the list of public rooms. Default false.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub public: bool,
    /// The room's title; default is the host's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub title: Option<String>,
    /// Whether players may ask the referee for hints. Default is yes, but no in a public room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub hints: Option<bool>,
    /// Makes a practice room: private, for one player among bots, who may take actions back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub practice: Option<Practice>,
}

/// How a practice room is dealt.
#[serde_as]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Practice {
    /// 64 hexadecimal digits from which the rounds of every match are dealt, so that they can be played again; left out,
    /// chance deals.
    #[serde_as(as = "Option<DisplayFromStr>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "string"), schemars(with = "Option<String>"))]
    pub seed: Option<Seed>,
    /// Where every match begins, in the notation of positions; left out, with a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub position: Option<String>,
}

impl Create {
    /// A private room with the defaults of all else.
    pub fn of(variant: Variant) -> Create {
        Create { variant, public: false, title: None, hints: None, practice: None }
    }
}

/// A room to go on in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Resume {
    /// The room.
    pub room: RoomId,
    /// The number of the last frame of this room that arrived.
    #[serde(deserialize_with = "saturated")]
    pub seq: u64,
}

/// A whole number of any size: the largest of its type where it is larger.
fn saturated<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Any {
        Whole(u64),
        Other(f64),
    }
    match Any::deserialize(deserializer)? {
        Any::Whole(number) => Ok(number),
        Any::Other(number) if number >= 0.0 && number.fract() == 0.0 => Ok(number as u64),
        Any::Other(_) => Err(D::Error::custom("a number of a frame is whole")),
    }
}

/// A range of protocol numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Versions {
    /// The lowest.
    pub min: u32,
    /// The highest.
    pub max: u32,
}

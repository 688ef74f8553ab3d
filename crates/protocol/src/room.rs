//! A room as one viewer may know it.

use parlour_engine::{GameKind, Seat, Variant, View};
use serde::{Deserialize, Serialize};

use crate::{Invite, PlayerId, Prompt, RoomId, ShuffleState};

/// A line of the list of public rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RoomSummary {
    /// The room.
    pub room: RoomId,
    /// Its title.
    pub title: String,
    /// The game played.
    pub game: GameKind,
    /// Seats that are taken.
    pub taken: u8,
    /// Seats in all.
    pub seats: u8,
    /// Spectators.
    pub spectators: u32,
    /// Where the room stands.
    pub stage: Stage,
}

/// Where a room stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Before the first match.
    Waiting,
    /// A round is being played.
    Playing,
    /// Between two rounds of a match.
    Between,
    /// After a match; all ready begins the next with the same seats.
    Over,
}

/// All that a viewer may know of a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RoomState {
    /// The title.
    pub title: String,
    /// Whether it is in the list of public rooms.
    pub public: bool,
    /// What others come in with.
    pub invite: Invite,
    /// The player who may remove and start.
    pub host: PlayerId,
    /// The game and its options.
    pub variant: Variant,
    /// Whether players may ask the referee for hints.
    pub hints: bool,
    /// Whether it is a practice room.
    pub practice: bool,
    /// What each seat has in its bank at the beginning of a match, in milliseconds.
    pub bank_ms: u64,
    /// The seats in order.
    pub seats: Vec<SeatState>,
    /// The players without a seat.
    pub spectators: Vec<Player>,
    /// Where the room stands.
    pub stage: Stage,
    /// The number of the match, from 1; 0 before the first.
    pub match_number: u32,
    /// The last chat lines, at most 50 of each channel, the newest last.
    pub chat: Vec<ChatLine>,
    /// The vote about a player who is away, while there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub vote: Option<Vote>,
    /// Which racks or hands spectators may see by their players' leave, in the running match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Shown>>"))]
    pub shown: Vec<Shown>,
    /// Who looks.
    pub you: You,
    /// What the room waits for.
    pub prompt: Prompt,
    /// The shuffle of the round that is being played, or of the next; none in a practice room, where nobody agrees on deals.
    pub shuffle: Option<ShuffleState>,
    /// The match as the viewer may know it; none before the first.
    pub view: Option<View>,
}

/// What the table does about a player who is away. The others choose until all of them have, or until it closes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Vote {
    /// The seat of the player who is away.
    pub seat: Seat,
    /// When it closes, in milliseconds of Unix time.
    pub closes: u64,
    /// What was said so far, each seat once.
    pub cast: Vec<Cast>,
}

/// What one seat said in a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Cast {
    /// Whose voice.
    pub seat: Seat,
    /// For what.
    pub choice: Choice,
}

/// What a table can do about a player who is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// A bot plays until it is back.
    Bot,
    /// The table waits on, and is asked again later.
    Wait,
    /// The match ends here, without a winner.
    End,
}

/// A rack or hand that a spectator may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Shown {
    /// Whose.
    pub seat: Seat,
    /// To whom.
    pub player: PlayerId,
}

/// The viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct You {
    /// Who one is for the others.
    pub player: PlayerId,
    /// One's seat; none for a spectator.
    pub seat: Option<Seat>,
}

/// A seat of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SeatState {
    /// Who sits there; none when it is free.
    pub occupant: Option<Occupant>,
    /// Whether the occupant is ready. A bot always is.
    pub ready: bool,
    /// For how many milliseconds its clock can still wait in this match while its player has no connection. What it uses for
    /// the newest prompt is taken off when it is known.
    pub bank_ms: u64,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// A player.
    Player {
        /// Who.
        player: Player,
        /// Whether a bot plays for it until it returns (R20).
        bot_plays: bool,
    },
    /// A bot.
    Bot {
        /// Its name.
        name: String,
    },
}

/// A player as the others see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// Whether its connection is there.
    pub connected: bool,
    /// Since when, in milliseconds of Unix time.
    pub since: u64,
}

/// Where a line of chat was said. All read both; players may hide what spectators say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// At the table: said by a player who has a seat.
    Table,
    /// Among the spectators: said by somebody without a seat.
    Spectators,
}

/// A quick phrase, which each client shows in its own language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Emote {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Well played.
    WellPlayed,
    /// Thank you.
    Thanks,
    /// Sorry.
    Sorry,
    /// Wow.
    Wow,
    /// Let me think.
    Thinking,
    /// Your turn, please.
    Hurry,
}

/// A line of chat: plain text, never markup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ChatLine {
    /// Who said it.
    pub player: PlayerId,
    /// The name at that time.
    pub name: String,
    /// Where it was said.
    pub channel: Channel,
    /// What was said: 1 to 300 characters.
    pub text: String,
    /// When, in milliseconds of Unix time.
    pub at: u64,
}

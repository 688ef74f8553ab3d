//! What happened in a room, as one viewer may know it.

use parlour_engine::fair::{Digest, Secret, Share};
use parlour_engine::{BySeat, Seat, Seen, rummikub, tichu};
use serde::{Deserialize, Serialize};

use crate::{ChatLine, Choice, Emote, Occupant, Player, PlayerId};

/// What happened: in the room itself, or in the match on its table. The tag is `of`, since `from` is a field of some
/// events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum Event {
    /// In the room.
    Room(RoomEvent),
    /// In a match of Rummikub.
    Rummikub(rummikub::Event),
    /// In a match of Tichu.
    Tichu(tichu::Event),
}

impl From<Seen> for Event {
    fn from(seen: Seen) -> Event {
        match seen {
            Seen::Rummikub(event) => Event::Rummikub(event),
            Seen::Tichu(event) => Event::Tichu(event),
        }
    }
}

/// What happened around the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RoomEvent {
    /// Somebody came in as a spectator.
    Joined {
        /// Who.
        player: Player,
    },
    /// Somebody left for good, or was sent away.
    Left {
        /// Who.
        player: PlayerId,
    },
    /// A seat has a new occupant.
    Sat {
        /// The seat.
        seat: Seat,
        /// Who sits there.
        occupant: Occupant,
    },
    /// A seat became free; a player who stood up is a spectator now.
    Stood {
        /// The seat.
        seat: Seat,
    },
    /// A seat said whether it is ready. When a round begins, no player is ready any more, and no event says so.
    Ready {
        /// The seat.
        seat: Seat,
        /// Whether it is.
        ready: bool,
    },
    /// Another player is the host now.
    Host {
        /// Who.
        player: PlayerId,
    },
    /// A player's connection was lost or came back.
    Presence {
        /// Whose.
        player: PlayerId,
        /// Whether it is there.
        connected: bool,
        /// Since when, in milliseconds of Unix time.
        since: u64,
    },
    /// The clock of a seat waited while its player had no connection, and can wait for less time in this match.
    Bank {
        /// The seat.
        seat: Seat,
        /// What is left, in milliseconds.
        left_ms: u64,
    },
    /// A bot plays for an absent player, or no longer does.
    Substituted {
        /// The seat.
        seat: Seat,
        /// Whether a bot plays.
        bot: bool,
    },
    /// A player took another name.
    Renamed {
        /// Who.
        player: PlayerId,
        /// The new name.
        name: String,
    },
    /// Somebody said something.
    Chat(ChatLine),
    /// Somebody showed a quick phrase.
    Emote {
        /// Who.
        player: PlayerId,
        /// Which.
        emote: Emote,
    },
    /// The player of a practice room took its last action back: the frame brings the match as it was before, also to those
    /// who did not ask for views.
    TakenBack {
        /// The seat.
        seat: Seat,
    },
    /// The others are asked what to do about a player who is away.
    VoteOpened {
        /// The player's seat.
        seat: Seat,
        /// When the vote closes, in milliseconds of Unix time.
        closes: u64,
    },
    /// A seat said what it wants.
    Voted {
        /// Whose voice.
        seat: Seat,
        /// For what.
        choice: Choice,
    },
    /// The vote is over.
    VoteClosed {
        /// The seat it was about.
        seat: Seat,
        /// What most wanted, a bot when there were as many for another; none when the table need not wait any more.
        choice: Option<Choice>,
    },
    /// The table ended the match without a winner; the room waits for the next one.
    MatchAbandoned,
    /// A spectator asks a player to show its rack or hand.
    HandAsked {
        /// Who asks.
        player: PlayerId,
        /// Whose hand.
        seat: Seat,
    },
    /// A player shows its rack or hand to a spectator, or no longer does.
    HandShown {
        /// To whom.
        player: PlayerId,
        /// Whose hand.
        seat: Seat,
        /// Whether it may be seen.
        shown: bool,
    },
    /// The server committed to its secret for a deal: seats may send hashes.
    Committed {
        /// The round that will be dealt.
        round: u16,
        /// The number of the attempt: 1, or up to 3 when a nonce was withheld.
        attempt: u8,
        /// The hash of the secret.
        commitment: Digest,
    },
    /// A seat committed to its nonce, for the first time or anew.
    Pledged {
        /// The seat.
        seat: Seat,
        /// The hash of its nonce.
        hash: Digest,
    },
    /// The list of those who take part is closed: their nonces are awaited.
    ListClosed {
        /// The commitment that it is about.
        commitment: Digest,
        /// The hash of each seat that takes part.
        #[cfg_attr(feature = "types", ts(type = "(Digest | null)[]"))]
        hashes: BySeat<Option<Digest>>,
    },
    /// A seat's nonce came. It is shown when all have come.
    Contributed {
        /// The seat.
        seat: Seat,
    },
    /// The cards were shuffled; the deal follows.
    Shuffled {
        /// The commitment that was kept.
        commitment: Digest,
        /// What each seat had to do with it.
        #[cfg_attr(feature = "types", ts(type = "Share[]"))]
        shares: BySeat<Share>,
    },
    /// The round is over, or was abandoned, or a nonce was withheld: the server shows its secret.
    Revealed {
        /// The round.
        round: u16,
        /// The number of the attempt.
        attempt: u8,
        /// What the server had committed to.
        commitment: Digest,
        /// What each seat had to do with it.
        #[cfg_attr(feature = "types", ts(type = "Share[]"))]
        shares: BySeat<Share>,
        /// The secret.
        secret: Secret,
    },
    /// A match began; the first deal follows, or, in a practice room that has a position, the frame brings the match as it
    /// stands.
    MatchStarted {
        /// The number of the room's match, from 1.
        number: u32,
    },
}

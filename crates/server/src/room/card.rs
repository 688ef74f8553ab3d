//! What is to be known of a room that is not in memory: its status, who opened it, and when it wakes by itself.
//!
//! Invariant: the newest card in the journal tells the room's status as of its last entry.

use bytes::Bytes;
use parlour_protocol::{Envelope, Invite, PlayerId, RoomSummary};
use serde::{Deserialize, Serialize};

use super::entry::Opening;
use super::handle::RoomStatus;
use crate::clock::Millis;

/// A room on one card.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Card {
    summary: RoomSummary,
    public: bool,
    invite: Invite,
    members: Vec<PlayerId>,
    /// Who opened it.
    pub(crate) host: PlayerId,
    /// The command that opened it.
    pub(crate) command: Option<Envelope>,
    /// Whether the room was put aside, with nobody there and no clock running.
    pub(crate) rests: bool,
    /// When a room that rests has something to do by itself.
    pub(crate) wakes_at: Option<Millis>,
}

impl Card {
    /// The card of a room that does not rest.
    pub(super) fn new(opening: &Opening, status: RoomStatus) -> Card {
        let RoomStatus { summary, public, invite, members } = status;
        let (host, command) = (opening.host.player, opening.command.clone());
        Card { summary, public, invite, members, host, command, rests: false, wakes_at: None }
    }

    /// The card of the same room while it rests.
    pub(super) fn resting(self, wakes_at: Option<Millis>) -> Card {
        Card { rests: true, wakes_at, ..self }
    }

    /// The room as the lobby knows it.
    pub(crate) fn status(&self) -> RoomStatus {
        let Card { summary, public, invite, members, .. } = self.clone();
        RoomStatus { summary, public, invite, members }
    }

    pub(super) fn encode(&self) -> Bytes {
        serde_json::to_vec(self).expect("cards have string keys and finite numbers only").into()
    }

    pub(super) fn decode(bytes: &[u8]) -> Option<Card> {
        serde_json::from_slice(bytes).ok()
    }
}

//! What people say to each other: lines of chat and quick phrases.
//!
//! Invariants: who has a seat speaks at the table, and who has none among the spectators; each of the two remembers as
//! many lines, so neither pushes the other out. Quick phrases are limited by what the room itself remembers of them.

use std::sync::Arc;

use parlour_protocol::{Channel, ChatLine, Emote, ErrorCode, PlayerId, RoomEvent};

use super::draft::{Draft, Rejection, Taken};
use crate::clock::Millis;
use crate::text;

/// Lines of each channel that are remembered.
const CHAT: usize = 50;

/// Quick phrases that one player may show within a time.
const EMOTES: usize = 4;
const EMOTES_WITHIN: Millis = 10_000;

impl Draft<'_> {
    pub(super) fn chat(&mut self, player: PlayerId, text: &str) -> Taken {
        let text = text::chat(text).ok_or(ErrorCode::BadChat)?;
        let name = self.state.member(player).expect("only members command").name.clone();
        let channel = match self.state.seat_of(player) {
            Some(_) => Channel::Table,
            None => Channel::Spectators,
        };
        let line = ChatLine { player, name, channel, text, at: self.state.at };
        let chat = Arc::make_mut(&mut self.state.chat);
        chat.push_back(Arc::new(line.clone()));
        if chat.iter().filter(|line| line.channel == channel).count() > CHAT {
            let oldest = chat.iter().position(|line| line.channel == channel);
            chat.remove(oldest.expect("there are more than one"));
        }
        self.tell(RoomEvent::Chat(line));
        Ok(())
    }

    pub(super) fn emote(&mut self, player: PlayerId, emote: Emote) -> Taken {
        let now = self.state.at;
        let emotes = &mut self.state.emotes;
        emotes.retain(|&(_, at)| at + EMOTES_WITHIN > now);
        let mut own = emotes.iter().filter(|&&(by, _)| by == player).map(|&(_, at)| at);
        if let Some(earliest) = own.next()
            && own.count() + 1 >= EMOTES
        {
            return Err(Rejection::TooFast { ms: earliest + EMOTES_WITHIN - now });
        }
        emotes.push_back((player, now));
        self.tell(RoomEvent::Emote { player, emote });
        Ok(())
    }
}

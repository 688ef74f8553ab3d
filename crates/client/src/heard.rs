//! What a server sent, as text and as a message, decoded once for all clients of a process that were sent the same.
//!
//! Invariant: who is given a message that was decoded for another was sent its text, byte for byte.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use parlour_protocol::{Push, ServerMessage, decode_server, encode};

use crate::Error;

/// What a server sent. It can be cloned for next to nothing.
#[derive(Clone, Debug)]
pub struct Heard {
    /// As it came.
    pub text: Arc<str>,
    /// What it says.
    pub message: Arc<ServerMessage>,
}

impl Heard {
    /// A push that is known by what it says.
    pub fn of(push: Push) -> Heard {
        let message = ServerMessage::Push(push);
        Heard { text: encode(&message).into(), message: Arc::new(message) }
    }

    fn read(text: &str) -> Result<Heard, Error> {
        let message = decode_server(text).map_err(Error::Unreadable)?;
        Ok(Heard { text: text.into(), message: Arc::new(message) })
    }

    /// Whether others may be sent the same: frames are, if they have no view, and answers and snapshots are not.
    fn is_common(&self) -> bool {
        matches!(*self.message, ServerMessage::Push(Push::Events { view: None, .. }))
    }
}

/// Decodes for several clients of one room: a frame that they see alike is decoded once.
#[derive(Debug, Default)]
pub struct Decoder {
    newest: Mutex<VecDeque<Heard>>,
}

/// Frames by which one client of a room may be ahead of another that still has their messages in common with it.
const KEPT: usize = 4;

impl Decoder {
    /// Decodes what a client was sent.
    ///
    /// # Errors
    /// [`Error::Unreadable`] when it is no message of this protocol.
    pub fn decode(&self, text: &str) -> Result<Heard, Error> {
        // Nothing is called under this lock that panics, and a list of whole messages is one at any time.
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(heard) = newest.iter().rev().find(|heard| *heard.text == *text) {
            return Ok(heard.clone());
        }
        let heard = Heard::read(text)?;
        if heard.is_common() {
            if newest.len() == KEPT {
                newest.pop_front();
            }
            newest.push_back(heard.clone());
        }
        Ok(heard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(seq: u64) -> String {
        format!(r#"{{"type":"events","room":"3K7Q0ZTM","seq":{seq},"events":[]}}"#)
    }

    fn is_shared(one: &Heard, other: &Heard) -> bool {
        Arc::ptr_eq(&one.message, &other.message)
    }

    #[test]
    fn equal_frames_are_decoded_once() {
        let decoder = Decoder::default();
        let decode = |text: &str| decoder.decode(text).expect("it is a message");
        let (first, again, next) = (decode(&frame(5)), decode(&frame(5)), decode(&frame(6)));
        assert!(is_shared(&first, &again));
        assert!(!is_shared(&first, &next));
        assert_eq!(*next.message, decode_server(&frame(6)).expect("it is a message"));
        assert_eq!(&*next.text, frame(6));
    }

    #[test]
    fn answers_are_for_one_client() {
        let decoder = Decoder::default();
        let decode = || decoder.decode(r#"{"re":7,"type":"ok"}"#).expect("it is a message");
        assert!(!is_shared(&decode(), &decode()));
    }

    #[test]
    fn only_the_newest_frames_are_kept() {
        let decoder = Decoder::default();
        let decode = |seq| decoder.decode(&frame(seq)).expect("it is a message");
        let first = decode(1);
        (2..=KEPT as u64).for_each(|seq| drop(decode(seq)));
        assert!(is_shared(&first, &decode(1)));
        decode(KEPT as u64 + 1);
        assert!(!is_shared(&first, &decode(1)));
    }

    #[test]
    fn what_is_no_message_is_refused_each_time() {
        let decoder = Decoder::default();
        for text in ["", "{}", "[]", r#"{"type":"events"}"#] {
            for _ in 0..2 {
                assert!(matches!(decoder.decode(text), Err(Error::Unreadable(_))), "{text:?}");
            }
        }
    }
}

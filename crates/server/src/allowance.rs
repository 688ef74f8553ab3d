//! How much one client may ask: messages and bytes of a connection, and of a player over all its connections.
//!
//! Invariant: a new connection does not fill the buckets of its player.

use parlour_protocol::Command;
use tokio::time::{Duration, Instant};

use crate::bucket::Bucket;
use crate::config::LimitsConfig;

/// What comes in, of any kind: so many messages and so many bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flow {
    messages: Bucket,
    bytes: Bucket,
}

/// What a player may ask: what comes in, and what is dear for others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    flow: Flow,
    chat: Bucket,
    entries: Bucket,
}

impl Flow {
    /// All that the limits allow.
    pub(crate) fn new(limits: &LimitsConfig, now: Instant) -> Flow {
        Flow {
            messages: Bucket::new(limits.commands_burst, limits.commands_per_second.into(), now),
            bytes: Bucket::new(limits.bytes_burst, limits.bytes_per_second.into(), now),
        }
    }

    /// Takes a message of so many bytes in, or says how long it has to wait.
    pub(crate) fn take(&mut self, bytes: usize, now: Instant) -> Result<(), Duration> {
        // What is refused for its length counts as a message all the same.
        self.messages.take(now)?;
        self.bytes.take_many(bytes, now)
    }
}

impl Allowance {
    /// All that the limits allow.
    pub(crate) fn new(limits: &LimitsConfig, now: Instant) -> Allowance {
        Allowance {
            flow: Flow::new(limits, now),
            chat: Bucket::new(limits.chat_burst, f64::from(limits.chat_per_minute) / 60.0, now),
            entries: Bucket::a_minute(limits.entries_per_minute, now),
        }
    }

    /// Takes a message of so many bytes in, or says how long it has to wait.
    pub(crate) fn message(&mut self, bytes: usize, now: Instant) -> Result<(), Duration> {
        self.flow.take(bytes, now)
    }

    /// Lets a command of its kind be done, or says how long it has to wait.
    pub(crate) fn command(&mut self, command: &Command, now: Instant) -> Result<(), Duration> {
        match command {
            Command::Chat { .. } => self.chat.take(now),
            Command::Create(_) | Command::Join { .. } => self.entries.take(now),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    fn limits() -> LimitsConfig {
        LimitsConfig {
            commands_burst: 3,
            commands_per_second: 1,
            bytes_burst: 100,
            bytes_per_second: 10,
            chat_burst: 1,
            chat_per_minute: 60,
            entries_per_minute: 2,
            ..Config::default().limits
        }
    }

    #[test]
    fn messages_and_bytes_are_counted_apart() {
        let now = Instant::now();
        let mut flow = Flow::new(&limits(), now);
        assert!(flow.take(60, now).is_ok());
        assert_eq!(flow.take(60, now), Err(Duration::from_secs(2)), "too many bytes");
        assert!(flow.take(1, now).is_ok());
        assert_eq!(flow.take(1, now), Err(Duration::from_secs(1)), "too many messages");
        let later = now + Duration::from_secs(10);
        assert!(flow.take(100, later).is_ok());
    }

    #[test]
    fn each_kind_has_its_own_count() {
        let now = Instant::now();
        let mut allowance = Allowance::new(&limits(), now);
        let room = parlour_protocol::RoomId::from_bits(1);
        let chat = Command::Chat { room, text: "hello".to_owned() };
        let join = Command::Join { room: Some(room), invite: None };
        assert!(allowance.command(&chat, now).is_ok());
        assert_eq!(allowance.command(&chat, now), Err(Duration::from_secs(1)));
        assert!(allowance.command(&join, now).is_ok() && allowance.command(&join, now).is_ok());
        assert_eq!(allowance.command(&join, now), Err(Duration::from_secs(30)));
        assert!(allowance.command(&Command::Leave { room }, now).is_ok());
    }
}

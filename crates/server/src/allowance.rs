//! How much one client may ask: messages and bytes of a connection, and of a player over all its connections.
//!
//! Invariant: a new connection does not fill the buckets of its player.

use parlour_protocol::Command;
use tokio::time::{Duration, Instant};

use crate::bucket::{Bucket, Rate};
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

/// What the limits say of each bucket.
impl LimitsConfig {
    fn messages(&self) -> Rate {
        Rate::new(self.commands_burst, self.commands_per_second.into())
    }

    fn bytes(&self) -> Rate {
        Rate::new(self.bytes_burst, self.bytes_per_second.into())
    }

    fn chat(&self) -> Rate {
        Rate::new(self.chat_burst, f64::from(self.chat_per_minute) / 60.0)
    }

    fn entries(&self) -> Rate {
        Rate::a_minute(self.entries_per_minute)
    }
}

impl Flow {
    /// All that the limits allow.
    pub(crate) fn new(limits: &LimitsConfig, now: Instant) -> Flow {
        Flow { messages: Bucket::full(limits.messages(), now), bytes: Bucket::full(limits.bytes(), now) }
    }

    /// Takes a message of so many bytes in, or says how long it has to wait.
    pub(crate) fn take(&mut self, limits: &LimitsConfig, bytes: usize, now: Instant) -> Result<(), Duration> {
        // What is refused for its length counts as a message all the same.
        self.messages.take(limits.messages(), now)?;
        self.bytes.take_many(bytes, limits.bytes(), now)
    }
}

impl Allowance {
    /// All that the limits allow.
    pub(crate) fn new(limits: &LimitsConfig, now: Instant) -> Allowance {
        Allowance {
            flow: Flow::new(limits, now),
            chat: Bucket::full(limits.chat(), now),
            entries: Bucket::full(limits.entries(), now),
        }
    }

    /// Takes a message of so many bytes in, or says how long it has to wait.
    pub(crate) fn message(
        &mut self,
        limits: &LimitsConfig,
        bytes: usize,
        now: Instant,
    ) -> Result<(), Duration> {
        self.flow.take(limits, bytes, now)
    }

    /// Lets a command of its kind be done, or says how long it has to wait.
    pub(crate) fn command(
        &mut self,
        limits: &LimitsConfig,
        command: &Command,
        now: Instant,
    ) -> Result<(), Duration> {
        match command {
            Command::Chat { .. } => self.chat.take(limits.chat(), now),
            Command::Create(_) | Command::Join { .. } => self.entries.take(limits.entries(), now),
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
        let limits = limits();
        let mut flow = Flow::new(&limits, now);
        assert!(flow.take(&limits, 60, now).is_ok());
        assert_eq!(flow.take(&limits, 60, now), Err(Duration::from_secs(2)), "too many bytes");
        assert!(flow.take(&limits, 1, now).is_ok());
        assert_eq!(flow.take(&limits, 1, now), Err(Duration::from_secs(1)), "too many messages");
        let later = now + Duration::from_secs(10);
        assert!(flow.take(&limits, 100, later).is_ok());
    }

    #[test]
    fn each_kind_has_its_own_count() {
        let now = Instant::now();
        let limits = limits();
        let mut allowance = Allowance::new(&limits, now);
        let mut ask = |command: &Command| allowance.command(&limits, command, now);
        let room = parlour_protocol::RoomId::from_bits(1);
        let chat = Command::Chat { room, text: "hello".to_owned() };
        let join = Command::Join { room: Some(room), invite: None };
        assert!(ask(&chat).is_ok());
        assert_eq!(ask(&chat), Err(Duration::from_secs(1)));
        assert!(ask(&join).is_ok() && ask(&join).is_ok());
        assert_eq!(ask(&join), Err(Duration::from_secs(30)));
        assert!(ask(&Command::Leave { room }).is_ok());
    }
}

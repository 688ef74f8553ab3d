//! What an operator can set: a file, then the environment, over the built-in defaults.
//!
//! Invariant: `config/parlour.toml` holds every key with its default, so the file is the reference.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Deserializer};

use crate::door::Proxies;
use crate::journal::Durability;
use crate::room::Settings;

/// The built-in defaults: the reference file itself.
pub const DEFAULTS: &str = include_str!("../../../config/parlour.toml");

/// All settings of a server.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where and for whom it listens.
    pub server: ServerConfig,
    /// Where it is looked after.
    pub admin: AdminConfig,
    /// Where everything is written down.
    pub journal: JournalConfig,
    /// What it bears.
    pub limits: LimitsConfig,
    /// How rooms behave.
    pub rooms: RoomsConfig,
}

/// Where and for whom the server listens.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerConfig {
    /// The address; port 0 takes any free one.
    pub listen: SocketAddr,
    /// Origins that may open the socket, beside the server's own.
    pub origins: Vec<String>,
    /// What to log, as a filter of `tracing`.
    pub log: String,
    /// How to write it.
    pub log_format: LogFormat,
    /// Seconds between the announcement of a restart and the end.
    pub drain_seconds: u32,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<Proxies>,
    /// The certificate chain in PEM; with it the server speaks TLS and nothing else.
    #[serde(deserialize_with = "path")]
    pub tls_certificate: Option<PathBuf>,
    /// The certificate's private key in PEM.
    #[serde(deserialize_with = "path")]
    pub tls_key: Option<PathBuf>,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// A JSON object a line.
    Json,
}

/// A path; none when it is empty.
fn path<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
    let text = String::deserialize(deserializer)?;
    Ok((!text.is_empty()).then(|| PathBuf::from(text)))
}

/// Where and by whom the server is looked after.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdminConfig {
    /// The address; none when it is empty, and port 0 takes any free one.
    #[serde(deserialize_with = "address")]
    pub listen: Option<SocketAddr>,
    /// The token of the page and its API; when it is empty, one is made in the data folder.
    pub token: String,
}

/// An address; none when it is empty.
fn address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SocketAddr>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() {
        return Ok(None);
    }
    text.parse()
        .map(Some)
        .map_err(|_| serde::de::Error::custom("an address with a port, like 127.0.0.1:8081"))
}

/// Where everything is written down.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalConfig {
    /// What outlives which failure.
    pub durability: Durability,
    /// The data folder; it is made when it is not there.
    pub folder: PathBuf,
}

/// What the server bears.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsConfig {
    /// Open connections in all.
    pub connections: usize,
    /// Open connections of one address.
    pub connections_per_address: usize,
    /// Sockets that one address may open a minute.
    pub handshakes_per_minute: u32,
    /// Seconds for the TLS handshake, and for the head of each request.
    pub head_seconds: u32,
    /// Seconds that a connection lives which becomes no socket.
    pub request_seconds: u32,
    /// Seconds a new socket has to say hello.
    pub hello_seconds: u32,
    /// Seconds of silence after which the server pings.
    pub ping_seconds: u32,
    /// Seconds of silence after which it closes.
    pub silence_seconds: u32,
    /// Commands a second of one socket over time.
    pub commands_per_second: u32,
    /// Commands at once of one socket.
    pub commands_burst: u32,
    /// Bytes a second of one socket over time.
    pub bytes_per_second: u32,
    /// Bytes at once of one socket.
    pub bytes_burst: u32,
    /// Chat lines a minute of one player over time.
    pub chat_per_minute: u32,
    /// Chat lines at once of one player.
    pub chat_burst: u32,
    /// Rooms a minute that one player opens or comes into.
    pub entries_per_minute: u32,
    /// Frames that may wait for a slow reader.
    pub queue_frames: usize,
    /// Bytes that may wait for a slow reader.
    pub queue_bytes: usize,
    /// Rooms in all.
    pub rooms: usize,
    /// Rooms that one player may have opened.
    pub rooms_per_player: usize,
    /// Rooms that one player may be in.
    pub rooms_joined_per_player: usize,
    /// Spectators of one room.
    pub spectators_per_room: usize,
    /// Wrong invites of one address a minute.
    pub failed_joins_per_minute: u32,
    /// Requests to the referee of one address a minute.
    pub referee_per_minute: u32,
}

/// How rooms behave.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomsConfig {
    /// Seconds until the next round begins without everybody's `ready`.
    pub next_round_seconds: u32,
    /// Seconds after which a table without a clock that waits for a player who is away asks the others what to do; when
    /// nobody else is there, a bot plays.
    pub absent_seconds: u32,
    /// Seconds in a match for which the clock of a seat waits while its player has no connection; 0 for none.
    pub away_bank_seconds: u32,
    /// Milliseconds that a bot thinks while people are at the table.
    pub bot_think_ms: u32,
    /// Seconds after which a room without anybody is closed.
    pub idle_seconds: u32,
}

impl Config {
    /// The defaults, then `file` if there is one, then the environment (`PARLOUR_SERVER__LISTEN`).
    pub fn load(file: Option<&Path>) -> Result<Config, config::ConfigError> {
        let mut builder =
            config::Config::builder().add_source(config::File::from_str(DEFAULTS, config::FileFormat::Toml));
        if let Some(file) = file {
            builder = builder.add_source(config::File::from(file).format(config::FileFormat::Toml));
        }
        // Only names with a section are settings: PARLOUR_BIN and the like belong to others.
        let settings = std::env::vars().filter(|(name, _)| name.contains("__")).collect();
        let environment = config::Environment::with_prefix("PARLOUR")
            .prefix_separator("_")
            .separator("__")
            .list_separator(",")
            .with_list_parse_key("server.origins")
            .with_list_parse_key("server.trusted_proxies")
            .try_parsing(true)
            .source(Some(settings));
        builder.add_source(environment).build()?.try_deserialize()
    }
}

impl Config {
    /// What a room is opened with.
    pub(crate) fn room_settings(&self) -> Settings {
        let RoomsConfig { next_round_seconds, absent_seconds, away_bank_seconds, bot_think_ms, idle_seconds } =
            self.rooms;
        let milliseconds = |seconds: u32| u64::from(seconds) * 1_000;
        Settings {
            next_round_ms: milliseconds(next_round_seconds),
            absent_ms: milliseconds(absent_seconds),
            away_bank_ms: milliseconds(away_bank_seconds),
            think_ms: bot_think_ms.into(),
            idle_ms: milliseconds(idle_seconds),
            spectators: self.limits.spectators_per_room,
        }
    }
}

impl LimitsConfig {
    /// Lifts what one load test from one address would reach. What keeps memory bounded stays: the length of a queue, the
    /// time to say hello, silence.
    pub fn lift(&mut self) {
        const PLENTY: u32 = 1_000_000_000;
        let LimitsConfig {
            connections,
            connections_per_address,
            handshakes_per_minute,
            head_seconds: _,
            request_seconds: _,
            hello_seconds: _,
            ping_seconds: _,
            silence_seconds: _,
            commands_per_second,
            commands_burst,
            bytes_per_second,
            bytes_burst,
            chat_per_minute,
            chat_burst,
            entries_per_minute,
            queue_frames: _,
            queue_bytes: _,
            rooms,
            rooms_per_player,
            rooms_joined_per_player,
            spectators_per_room,
            failed_joins_per_minute,
            referee_per_minute,
        } = self;
        let counts = [
            connections,
            connections_per_address,
            rooms,
            rooms_per_player,
            rooms_joined_per_player,
            spectators_per_room,
        ];
        counts.into_iter().for_each(|count| *count = PLENTY as usize);
        let rates = [
            handshakes_per_minute,
            commands_per_second,
            commands_burst,
            bytes_per_second,
            bytes_burst,
            chat_per_minute,
            chat_burst,
            entries_per_minute,
            failed_joins_per_minute,
            referee_per_minute,
        ];
        rates.into_iter().for_each(|rate| *rate = PLENTY);
    }

    /// How long a TLS handshake, and the head of a request, may take.
    pub fn head(&self) -> Duration {
        Duration::from_secs(self.head_seconds.into())
    }

    /// How long a connection lives that becomes no socket.
    pub fn request(&self) -> Duration {
        Duration::from_secs(self.request_seconds.into())
    }

    /// How long a new socket has to say hello.
    pub fn hello(&self) -> Duration {
        Duration::from_secs(self.hello_seconds.into())
    }

    /// The silence after which the server pings.
    pub fn ping(&self) -> Duration {
        Duration::from_secs(self.ping_seconds.into())
    }

    /// The silence after which it closes.
    pub fn silence(&self) -> Duration {
        Duration::from_secs(self.silence_seconds.into())
    }
}

impl Default for Config {
    fn default() -> Config {
        let defaults = config::File::from_str(DEFAULTS, config::FileFormat::Toml);
        config::Config::builder()
            .add_source(defaults)
            .build()
            .and_then(config::Config::try_deserialize)
            .expect("the reference file holds every key")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_file_holds_every_key() {
        assert_eq!(Config::default().server.listen.port(), 8080);
    }

    #[test]
    fn a_file_changes_only_what_it_names_and_a_wrong_key_is_an_error() {
        let folder = std::env::temp_dir().join(format!("parlour-config-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let file = folder.join("parlour.toml");
        std::fs::write(&file, "[rooms]\nbot_think_ms = 5\n").expect("a temporary file");
        let read = Config::load(Some(&file)).expect("one key is enough");
        assert_eq!(read.rooms.bot_think_ms, 5);
        assert_eq!(read.limits, Config::default().limits);
        std::fs::write(&file, "[rooms]\nbot_thinks = 5\n").expect("a temporary file");
        assert!(Config::load(Some(&file)).is_err(), "an unknown key");
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}

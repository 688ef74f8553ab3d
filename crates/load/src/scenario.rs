//! What a load test plays: a file of `config/load`, read once and never changed.
//!
//! Invariant: a scenario that was read makes sense: shares are between 0 and 1, times end, and somebody plays.

use std::time::Duration;

use parlour_engine::GameKind;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A load test. Every key but `rooms` and `seconds` has a default that leaves the feature out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Rooms that are open at once when all have arrived.
    pub rooms: u32,
    /// How long the test lasts after the first arrival, in seconds.
    pub seconds: f64,
    /// How long the rooms take to arrive, evenly, in seconds. Latencies of this time do not count.
    #[serde(default)]
    pub ramp: f64,
    /// What chance starts from: the same seed plays the same script.
    #[serde(default = "one")]
    pub seed: u64,
    /// Which games are played.
    #[serde(default)]
    pub games: Games,
    /// How long a player thinks before it answers.
    #[serde(default)]
    pub think: Think,
    /// The share of the clients that ask for their whole view with each frame, as browsers do; the others follow the
    /// events alone.
    #[serde(default)]
    pub views: f64,
    /// Spectators of each room.
    #[serde(default)]
    pub spectators: u32,
    /// Lines of chat that a player says in a minute.
    #[serde(default)]
    pub chat_per_minute: f64,
    /// Losses of the connection of a player in a minute; it comes back at once, and resumes.
    #[serde(default)]
    pub losses_per_minute: f64,
    /// A moment in which many lose the connection at once.
    #[serde(default)]
    pub storm: Option<Storm>,
    /// Clients outside the rooms that cause trouble.
    #[serde(default)]
    pub trouble: Trouble,
    /// What the run must keep; its exit status says whether it did.
    #[serde(default)]
    pub thresholds: Thresholds,
}

/// The shares of the games; they are weights and need not sum to one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// Of Rummikub at two seats.
    #[serde(default)]
    pub rummikub: f64,
    /// Of Tichu.
    #[serde(default)]
    pub tichu: f64,
}

/// How long a player thinks: evenly between the two. Zero is the closed loop, in which each seat answers at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Think {
    /// At least, in milliseconds.
    pub min_ms: u32,
    /// At most, in milliseconds.
    pub max_ms: u32,
}

/// A moment in which many lose the connection at once, and all come back at once.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Storm {
    /// When, in seconds from the start.
    pub at: f64,
    /// The share of the clients that it hits.
    pub share: f64,
    /// After how many seconds the next one comes, and so on; none when there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<f64>,
}

/// Clients outside the rooms that cause trouble.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trouble {
    /// Clients that send what no client should, and must be answered each time.
    #[serde(default)]
    pub misbehaving: u32,
    /// Clients that watch the lobby and do not read.
    #[serde(default)]
    pub slow_readers: u32,
    /// Connections that never say a word.
    #[serde(default)]
    pub silent: u32,
}

/// What a run must keep. A violation of the protocol always fails it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    /// The longest median latency of a move, in milliseconds.
    #[serde(default)]
    pub p50_ms: Option<f64>,
    /// The longest 99th percentile.
    #[serde(default)]
    pub p99_ms: Option<f64>,
    /// The longest 99.9th percentile.
    #[serde(default)]
    pub p999_ms: Option<f64>,
    /// The fewest moves a second on the plateau.
    #[serde(default)]
    pub moves_per_second: Option<f64>,
    /// The greatest share of commands that the server refuses.
    #[serde(default)]
    pub error_share: Option<f64>,
}

/// Why a scenario cannot be played.
#[derive(Debug, Error)]
pub enum Nonsense {
    /// The file is no scenario.
    #[error("{0}")]
    Unreadable(#[from] toml::de::Error),
    /// A value makes no sense.
    #[error("{0}")]
    Value(&'static str),
}

impl Scenario {
    /// Reads a scenario from TOML.
    ///
    /// # Errors
    /// When the text is none, or a value makes no sense; the text says which.
    pub fn read(text: &str) -> Result<Scenario, Nonsense> {
        let scenario: Scenario = toml::from_str(text)?;
        scenario.check().map_err(Nonsense::Value)?;
        Ok(scenario)
    }

    /// The first value that makes no sense.
    fn check(&self) -> Result<(), &'static str> {
        const LONGEST: f64 = 7.0 * 86_400.0;
        let share = |value: f64| (0.0..=1.0).contains(&value);
        let rate = |value: f64| (0.0..=6_000.0).contains(&value);
        let rules: [(bool, &'static str); 12] = [
            ((1..=100_000).contains(&self.rooms), "rooms is 1 to 100000"),
            (self.seconds > 0.0 && self.seconds <= LONGEST, "seconds is more than 0 and at most a week"),
            (self.ramp >= 0.0 && self.ramp < self.seconds, "ramp is shorter than seconds"),
            (
                self.games.rummikub >= 0.0 && self.games.tichu >= 0.0,
                "the shares of the games are not negative",
            ),
            ((self.games.rummikub + self.games.tichu).is_normal(), "some game has a share"),
            (self.think.min_ms <= self.think.max_ms, "think.min_ms is at most think.max_ms"),
            (share(self.views), "views is 0 to 1"),
            (self.spectators <= 1_000, "spectators is at most 1000"),
            (rate(self.chat_per_minute), "chat_per_minute is 0 to 6000"),
            (rate(self.losses_per_minute), "losses_per_minute is 0 to 6000"),
            (
                self.storm
                    .is_none_or(|storm| share(storm.share) && storm.at >= 0.0 && storm.at < self.seconds),
                "storm.share is 0 to 1, storm.at within the test",
            ),
            (
                self.storm.and_then(|storm| storm.every).is_none_or(|every| (1.0..=LONGEST).contains(&every)),
                "storm.every is 1 or more",
            ),
        ];
        rules.iter().find(|(holds, _)| !holds).map_or(Ok(()), |&(_, text)| Err(text))
    }

    /// The same for another time. A ramp that would be more than a fifth of it, and a storm that would come in its second
    /// half, come earlier.
    ///
    /// # Errors
    /// When the time makes no sense.
    pub fn lasting(self, seconds: f64) -> Result<Scenario, Nonsense> {
        let ramp = self.ramp.min(seconds / 5.0);
        let storm = self.storm.map(|storm| Storm { at: storm.at.min(seconds / 2.0), ..storm });
        let scenario = Scenario { seconds, ramp, storm, ..self };
        scenario.check().map_err(Nonsense::Value)?;
        Ok(scenario)
    }

    /// Whether anybody has thought to the end before the test is over. Otherwise only arrivals are played.
    pub fn is_played(&self) -> bool {
        f64::from(self.think.min_ms) < self.seconds * 1_000.0
    }

    /// How long the test lasts.
    pub fn lasts(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }

    /// When the next storm comes behind this time; both from the start.
    pub(crate) fn next_storm(&self, now: Duration) -> Option<Duration> {
        let Storm { at, every, .. } = self.storm?;
        let behind = now.as_secs_f64() - at;
        let next = match every {
            _ if behind < 0.0 => at,
            Some(every) => at + ((behind / every).floor() + 1.0) * every,
            None => return None,
        };
        Some(Duration::from_secs_f64(next))
    }

    /// When the room of this number arrives.
    pub fn arrival(&self, room: u32) -> Duration {
        Duration::from_secs_f64(self.ramp * f64::from(room) / f64::from(self.rooms))
    }

    /// The game of the room of this number: the shares hold for the first rooms as for all of them.
    pub fn game(&self, room: u32) -> GameKind {
        let share = self.games.tichu / (self.games.tichu + self.games.rummikub);
        let tichu_before = |count: u32| (f64::from(count) * share).round();
        match tichu_before(room + 1) > tichu_before(room) {
            true => GameKind::Tichu,
            false => GameKind::Rummikub,
        }
    }
}

impl Default for Games {
    fn default() -> Games {
        Games { rummikub: 1.0, tichu: 1.0 }
    }
}

fn one() -> u64 {
    1
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn what_is_left_out_is_left_out() {
        let scenario = Scenario::read("rooms = 2\nseconds = 3").expect("two keys are enough");
        assert_eq!(scenario.trouble, Trouble::default());
        assert_eq!((scenario.storm, scenario.spectators, scenario.seed, scenario.views), (None, 0, 1, 0.0));
        assert_eq!(scenario.think, Think { min_ms: 0, max_ms: 0 });
    }

    #[test]
    fn nonsense_is_refused() {
        for (text, says) in [
            ("rooms = 0\nseconds = 3", "rooms is"),
            ("rooms = 1\nseconds = 0", "seconds is"),
            ("rooms = 1\nseconds = nan", "seconds is"),
            ("rooms = 1\nseconds = 3\nramp = 3", "ramp is"),
            ("rooms = 1\nseconds = 3\ngames = { tichu = -1 }", "not negative"),
            ("rooms = 1\nseconds = 3\ngames = {}", "some game"),
            ("rooms = 1\nseconds = 3\nthink = { min_ms = 2, max_ms = 1 }", "think.min_ms"),
            ("rooms = 1\nseconds = 3\nviews = 1.5", "views is"),
            ("rooms = 1\nseconds = 3\nchat_per_minute = -1", "chat_per_minute"),
            ("rooms = 1\nseconds = 3\nstorm = { at = 1, share = 2 }", "storm.share"),
            ("rooms = 1\nseconds = 3\nstorm = { at = 1, share = 1, every = 0 }", "storm.every"),
            ("rooms = 1\nseconds = 3\nstrom = 1", "unknown field"),
        ] {
            let refused = Scenario::read(text).expect_err(text).to_string();
            assert!(refused.contains(says), "{text}: {refused}");
        }
    }

    #[test]
    fn the_shares_of_the_games_hold_from_the_first_room_on() {
        let scenario =
            Scenario::read("rooms = 40\nseconds = 1\ngames = { tichu = 1, rummikub = 3 }").unwrap();
        for rooms in [4, 20, 40] {
            let tichu = (0..rooms).filter(|&room| scenario.game(room) == GameKind::Tichu).count();
            assert_eq!(tichu, rooms as usize / 4);
        }
    }

    #[test]
    fn storms_come_again_and_again() {
        let next = |text: &str, now: f64| {
            let scenario = Scenario::read(&format!("rooms = 1\nseconds = 100\n{text}")).unwrap();
            scenario.next_storm(Duration::from_secs_f64(now)).map(|at| at.as_secs_f64())
        };
        let once = "storm = { at = 20, share = 1 }";
        assert_eq!((next("", 0.0), next(once, 19.5), next(once, 20.0)), (None, Some(20.0), None));
        let often = "storm = { at = 20, share = 1, every = 15 }";
        assert_eq!([0.0, 20.0, 34.9, 35.0].map(|now| next(often, now)), [20.0, 35.0, 35.0, 50.0].map(Some));
    }

    #[test]
    fn a_test_is_made_shorter_as_a_whole() {
        let text = "rooms = 4\nseconds = 3600\nramp = 60\nstorm = { at = 120, share = 1, every = 60 }";
        let hour = Scenario::read(text).unwrap();
        let minute = hour.clone().lasting(60.0).unwrap();
        assert_eq!((minute.seconds, minute.ramp, minute.storm.unwrap().at), (60.0, 12.0, 30.0));
        assert_eq!(hour.clone().lasting(7200.0).unwrap().storm, hour.storm);
        assert!(hour.lasting(-1.0).is_err());
    }

    /// The keys of a scenario without tables in them: `games.tichu` and its value.
    fn keys(text: &str) -> BTreeMap<String, serde_json::Value> {
        let scenario = Scenario::read(text).expect("it is one");
        let serde_json::Value::Object(keys) = serde_json::to_value(scenario).expect("it is plain data")
        else {
            panic!("a scenario is a table");
        };
        let keys = keys.into_iter().flat_map(|(key, value)| match value {
            serde_json::Value::Object(table) => {
                table.into_iter().map(|(inner, value)| (format!("{key}.{inner}"), value)).collect()
            }
            value => vec![(key, value)],
        });
        keys.collect()
    }

    #[test]
    fn the_document_has_every_key_with_its_default() {
        let document = include_str!("../../../docs/load.md");
        let table = document.split("<!-- keys -->").nth(1).expect("it has a table of the keys");
        let rows = table.lines().filter_map(|line| {
            let mut cells = line.strip_prefix("| `")?.split(" | ");
            Some((cells.next()?.trim_end_matches('`').to_owned(), cells.next()?.to_owned()))
        });
        let least = "rooms = 1\nseconds = 2";
        let defaults = keys(least);
        let expected =
            keys(&format!("{least}\nstorm = {{ at = 1, share = 1, every = 1 }}")).into_keys().map(|key| {
                let default = match (key.as_str(), defaults.get(&key)) {
                    ("rooms" | "seconds" | "storm.at" | "storm.share", _) => "needed".to_owned(),
                    (_, None | Some(serde_json::Value::Null)) => "none".to_owned(),
                    (_, Some(value)) => value.as_f64().expect("all values are numbers").to_string(),
                };
                (key, default)
            });
        assert_eq!(rows.collect::<BTreeMap<_, _>>(), expected.collect());
    }

    #[test]
    fn rooms_arrive_evenly() {
        let scenario = Scenario::read("rooms = 4\nseconds = 10\nramp = 8").unwrap();
        let arrivals: Vec<u64> = (0..4).map(|room| scenario.arrival(room).as_secs()).collect();
        assert_eq!(arrivals, [0, 2, 4, 6]);
    }

    #[test]
    fn the_scenarios_of_the_repository_are_read() {
        let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/load"));
        let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(files.len() >= 4);
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            Scenario::read(&text).unwrap_or_else(|fault| panic!("{}: {fault}", file.display()));
        }
    }
}

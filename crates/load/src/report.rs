//! What a run showed: numbers for each second, for the plateau, and what was broken or missed.
//!
//! Invariant: the totals are of the plateau alone, from the end of the ramp to the end of the test; the seconds show all.

use std::collections::BTreeMap;

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

use crate::Scenario;
use crate::scrape::{self, Sample, Samples};
use crate::tally::{Count, Second, Tally};

/// What a run showed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What was played.
    pub scenario: Scenario,
    /// When it began, in seconds of Unix time.
    pub started: u64,
    /// After how many seconds it was ended, when that was earlier than the scenario says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_early: Option<f64>,
    /// The plateau.
    pub plateau: Plateau,
    /// Each second from the start.
    pub seconds: Vec<Line>,
    /// Broken promises of the server, each with what went before.
    pub violations: Vec<String>,
    /// Thresholds of the scenario that were missed.
    pub missed: Vec<String>,
}

/// The time after all rooms have arrived.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plateau {
    /// How long it was, in seconds.
    pub seconds: u64,
    /// Moves that were acknowledged.
    pub moves: u64,
    /// Of these in a second.
    pub moves_per_second: f64,
    /// Messages that the clients got in a second.
    pub frames_per_second: f64,
    /// How long a move took from when it was due to its acknowledgement.
    pub latency: Latency,
    /// Matches that were played to their end.
    pub matches: u64,
    /// Connections that broke or were broken.
    pub lost: u64,
    /// Clients that came back and resumed.
    pub resumed: u64,
    /// Answers to clients that cause trouble.
    pub trouble: u64,
    /// Refused commands by code.
    pub errors: BTreeMap<String, u64>,
    /// Their share of all commands.
    pub error_share: f64,
    /// CPU seconds of the server for 100,000 moves, when it tells its metrics.
    pub cpu_per_100_000_moves: Option<f64>,
    /// The share of a core that the server used, when it tells its metrics.
    #[serde(default)]
    pub cores: Option<f64>,
    /// CPU seconds of the load tester itself for 100,000 moves, on Linux.
    #[serde(default)]
    pub own_cpu_per_100_000_moves: Option<f64>,
    /// The share of a core that the load tester used, on Linux: when it is all that it has, its limit was measured and not the
    /// server's.
    #[serde(default)]
    pub own_cores: Option<f64>,
    /// The most memory that the server held, in bytes, when it tells its metrics.
    pub memory: Option<u64>,
    /// How fast its memory grew in the second half of the plateau, in bytes an hour, when it tells its metrics and that half
    /// lasts a minute at least; of less it says nothing about an hour.
    #[serde(default)]
    pub memory_slope: Option<f64>,
    /// The 99th percentile of how late the timers of the load tester fired, in milliseconds: when it is long, the tester
    /// and not the server is at its limit.
    pub own_lag_ms: f64,
}

/// Percentiles in milliseconds; 0 when nothing was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Latency {
    /// The median.
    pub p50: f64,
    /// The 90th percentile.
    pub p90: f64,
    /// The 99th.
    pub p99: f64,
    /// The 99.9th.
    pub p999: f64,
    /// The longest.
    pub max: f64,
}

/// One second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Its number, from 0.
    pub at: u64,
    /// Clients that were connected.
    pub connected: i64,
    /// Moves that were acknowledged.
    pub moves: u64,
    /// Messages that the clients got.
    pub frames: u64,
    /// How long the moves took.
    pub latency: Latency,
    /// Refused commands by code.
    pub errors: BTreeMap<String, u64>,
    /// The share of a core that the server used, when it tells.
    pub cpu: Option<f64>,
    /// Bytes that the server held, when it tells.
    pub memory: Option<u64>,
}

impl Report {
    /// Whether the server kept its promises and the thresholds.
    pub fn is_good(&self) -> bool {
        self.violations.is_empty() && self.missed.is_empty()
    }

    pub(crate) fn of(
        scenario: &Scenario,
        started: u64,
        ended_early: Option<f64>,
        tally: &Tally,
        samples: &Samples,
    ) -> Report {
        let all = tally.seconds();
        let of_server = samples.of_server();
        let sample_at = |at: u64| of_server.iter().find(|sample| sample.at == at);
        let seconds = (0..).zip(&all).map(|(at, second)| Line {
            at,
            connected: second.connected,
            moves: second.moves.len(),
            frames: second.count(Count::Frame),
            latency: Latency::of(&second.moves),
            errors: second.errors.clone(),
            cpu: match (at.checked_sub(1).and_then(sample_at), sample_at(at)) {
                (Some(before), Some(after)) => Some(after.cpu - before.cpu),
                _ => None,
            },
            memory: sample_at(at).map(|sample| sample.memory as u64),
        });
        let seconds = seconds.collect();
        // The second in which the ramp ends and the one in which the test ends are not whole.
        let from = (scenario.ramp.ceil() as usize).min(all.len());
        let to = (ended_early.unwrap_or(scenario.seconds).floor() as usize).clamp(from, all.len());
        let plateau = Plateau::of(&all[from..to], from as u64, samples);
        let missed = missed(scenario, &plateau);
        Report {
            scenario: scenario.clone(),
            started,
            ended_early,
            plateau,
            seconds,
            violations: tally.violations(),
            missed,
        }
    }
}

impl Plateau {
    fn of(seconds: &[Second], from: u64, samples: &Samples) -> Plateau {
        let mut latency = Histogram::<u64>::new(2).expect("two digits are allowed");
        let mut errors = BTreeMap::<String, u64>::new();
        for second in seconds {
            latency.add(&second.moves).expect("the histogram grows as it must");
            for (code, count) in &second.errors {
                *errors.entry(code.clone()).or_default() += count;
            }
        }
        let sum = |what: Count| seconds.iter().map(|second| second.count(what)).sum::<u64>();
        let (length, moves) = (seconds.len() as f64, latency.len());
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let within = from..from + seconds.len() as u64;
        let inside = |samples: Vec<Sample>| -> Vec<Sample> {
            samples.into_iter().filter(|sample| within.contains(&sample.at)).collect()
        };
        let (server, own) = (inside(samples.of_server()), inside(samples.of_own()));
        let cpu = |samples: &[Sample]| match (samples.first(), samples.last()) {
            (Some(first), Some(last)) if last.at > first.at => {
                // What was used between two samples is set against what was moved between them.
                let between = (first.at - from) as usize..(last.at - from) as usize;
                let moved: u64 = seconds[between].iter().map(|second| second.moves.len()).sum();
                (moved > 0).then(|| (last.cpu - first.cpu) * 100_000.0 / moved as f64)
            }
            _ => None,
        };
        Plateau {
            seconds: seconds.len() as u64,
            moves,
            moves_per_second: share(moves as f64, length),
            frames_per_second: share(sum(Count::Frame) as f64, length),
            latency: Latency::of(&latency),
            matches: sum(Count::Match),
            lost: sum(Count::Lost),
            resumed: sum(Count::Resumed),
            trouble: sum(Count::Trouble),
            error_share: share(errors.values().sum::<u64>() as f64, sum(Count::Command) as f64),
            errors,
            cpu_per_100_000_moves: cpu(&server),
            cores: scrape::cores(&server),
            own_cpu_per_100_000_moves: cpu(&own),
            own_cores: scrape::cores(&own),
            memory: server.iter().map(|sample| sample.memory as u64).max(),
            memory_slope: scrape::slope(&server[server.len() / 2..]).filter(|_| seconds.len() >= 120),
            own_lag_ms: samples.lag_ms(),
        }
    }
}

impl Latency {
    fn of(histogram: &Histogram<u64>) -> Latency {
        let ms = |micros: u64| micros as f64 / 1_000.0;
        let at = |quantile: f64| ms(histogram.value_at_quantile(quantile));
        Latency { p50: at(0.5), p90: at(0.9), p99: at(0.99), p999: at(0.999), max: ms(histogram.max()) }
    }
}

/// A threshold of a scenario, and what came of it.
pub(crate) struct Judged {
    /// Its key in the scenario.
    pub(crate) name: &'static str,
    /// `at most 5`, `at least 100`.
    pub(crate) wanted: String,
    /// What was measured.
    pub(crate) value: f64,
    pub(crate) kept: bool,
}

/// Each threshold of the scenario against the plateau.
pub(crate) fn judge(scenario: &Scenario, plateau: &Plateau) -> Vec<Judged> {
    let limits = scenario.thresholds;
    let at_most = [
        ("p50_ms", limits.p50_ms, plateau.latency.p50),
        ("p99_ms", limits.p99_ms, plateau.latency.p99),
        ("p999_ms", limits.p999_ms, plateau.latency.p999),
        ("error_share", limits.error_share, plateau.error_share),
    ];
    let at_most = at_most.into_iter().filter_map(|(name, limit, value)| {
        let limit = limit?;
        Some(Judged { name, wanted: format!("at most {limit}"), value, kept: value <= limit })
    });
    let moves = limits.moves_per_second.map(|limit| {
        let value = plateau.moves_per_second;
        Judged { name: "moves_per_second", wanted: format!("at least {limit}"), value, kept: value >= limit }
    });
    at_most.chain(moves).collect()
}

/// The thresholds that were missed, in words.
fn missed(scenario: &Scenario, plateau: &Plateau) -> Vec<String> {
    let missed = judge(scenario, plateau).into_iter().filter(|judged| !judged.kept);
    let missed = missed
        .map(|Judged { name, wanted, value, .. }| format!("{name} is {value:.3}, and {wanted} is wanted"));
    // A run without a single move measured nothing, unless it is of arrivals alone.
    let nothing =
        (plateau.moves == 0 && scenario.is_played()).then(|| "no move was played on the plateau".to_owned());
    missed.chain(nothing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::{Instant, advance};

    /// Ten moves a second for ten seconds, each `ms` late.
    async fn played(text: &str, ms: u64) -> Report {
        let scenario = Scenario::read(text).expect("it is one");
        let tally = Tally::new(Instant::now());
        for _ in 0..100 {
            let due = Instant::now();
            advance(Duration::from_millis(ms)).await;
            tally.add(Count::Command);
            tally.moved(due);
            advance(Duration::from_millis(100 - ms)).await;
        }
        Report::of(&scenario, 0, None, &tally, &Samples::default())
    }

    #[tokio::test(start_paused = true)]
    async fn the_plateau_begins_when_all_have_arrived() {
        let report = played("rooms = 1\nseconds = 10\nramp = 4", 7).await;
        assert_eq!((report.plateau.seconds, report.plateau.moves), (6, 60));
        assert!((report.plateau.moves_per_second - 10.0).abs() < 1e-9);
        assert!((report.plateau.latency.p50 - 7.0).abs() < 0.1);
        assert!(report.is_good());
    }

    #[tokio::test(start_paused = true)]
    async fn a_run_that_was_ended_early_is_judged_by_what_was_played() {
        let scenario = Scenario::read("rooms = 1\nseconds = 60\nramp = 4").expect("it is one");
        let tally = Tally::new(Instant::now());
        for _ in 0..8 {
            tally.moved(Instant::now());
            advance(Duration::from_secs(1)).await;
        }
        for (after, seconds) in [(7.9, 3), (4.0, 0), (1.5, 0)] {
            let report = Report::of(&scenario, 0, Some(after), &tally, &Samples::default());
            assert_eq!((report.plateau.seconds, report.plateau.moves), (seconds, seconds), "{after}");
            assert_eq!(report.is_good(), seconds > 0, "{:?}", report.missed);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn each_threshold_can_be_missed() {
        for (limit, missed) in [
            ("p50_ms = 6", true),
            ("p50_ms = 8", false),
            ("p99_ms = 6", true),
            ("p999_ms = 6", true),
            ("moves_per_second = 11", true),
            ("moves_per_second = 9", false),
            ("error_share = 0", false),
        ] {
            let text = format!("rooms = 1\nseconds = 10\nthresholds = {{ {limit} }}");
            assert_eq!(!played(&text, 7).await.is_good(), missed, "{limit}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_run_without_moves_is_not_good() {
        let scenario = Scenario::read("rooms = 1\nseconds = 1").expect("it is one");
        let report =
            |scenario| Report::of(scenario, 0, None, &Tally::new(Instant::now()), &Samples::default());
        assert_eq!(report(&scenario).missed, ["no move was played on the plateau"]);
        let text = "rooms = 1\nseconds = 1\nthink = { min_ms = 1000, max_ms = 1000 }";
        assert!(report(&Scenario::read(text).expect("it is one")).is_good(), "it is of arrivals alone");
    }
}

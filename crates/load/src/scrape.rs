//! Reads the server's own numbers from its metrics, once a second, and this process's beside them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::{MissedTickBehavior, interval};

use crate::process;
use crate::run::Stage;

/// What a process had used at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    /// The second of the run.
    pub(crate) at: u64,
    /// Seconds since the start of the run.
    pub(crate) passed: f64,
    /// CPU seconds that it has used since it started.
    pub(crate) cpu: f64,
    /// Bytes of memory that it holds.
    pub(crate) memory: f64,
}

impl Sample {
    fn new(passed: Duration, cpu: f64, memory: f64) -> Sample {
        Sample { at: passed.as_secs(), passed: passed.as_secs_f64(), cpu, memory }
    }
}

/// What was read of the server and of this process, and how late this process was when it wanted to look: its own overload.
#[derive(Debug, Default)]
pub(crate) struct Samples {
    server: Mutex<Vec<Sample>>,
    own: Mutex<Vec<Sample>>,
    lag_us: Mutex<Vec<u64>>,
}

impl Samples {
    /// Of the server, as it told it.
    pub(crate) fn of_server(&self) -> Vec<Sample> {
        lock(&self.server).clone()
    }

    /// Of this process.
    pub(crate) fn of_own(&self) -> Vec<Sample> {
        lock(&self.own).clone()
    }

    /// Looks at this process, so long after the start of the run.
    pub(crate) fn look(&self, passed: Duration) {
        if let (Some(cpu), Some(memory)) = (process::cpu("self"), process::memory("self")) {
            lock(&self.own).push(Sample::new(passed, cpu, memory as f64));
        }
    }

    /// A timer of this process fired so late.
    pub(crate) fn late(&self, by: Duration) {
        lock(&self.lag_us).push(u64::try_from(by.as_micros()).unwrap_or(u64::MAX));
    }

    /// The 99th percentile of how late this process's timers fired, in milliseconds.
    pub(crate) fn lag_ms(&self) -> f64 {
        let mut lags = lock(&self.lag_us).clone();
        lags.sort_unstable();
        lags.get(lags.len() * 99 / 100).map_or(0.0, |&lag| lag as f64 / 1_000.0)
    }
}

/// No code panics while it holds one of these.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The share of a core that a process used from the first to the last of its samples; none of fewer than two.
pub(crate) fn cores(samples: &[Sample]) -> Option<f64> {
    let (first, last) = (samples.first()?, samples.last()?);
    (last.passed > first.passed).then(|| (last.cpu - first.cpu) / (last.passed - first.passed))
}

/// Reads until it is dropped. What cannot be read is left out.
pub(crate) async fn follow(stage: Arc<Stage>, url: String, samples: Arc<Samples>) {
    let mut tick = interval(Duration::from_secs(1));
    tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        tick.tick().await;
        if let Some(text) = fetch(&url).await
            && let (Some(cpu), Some(memory)) =
                (value(&text, "process_cpu_seconds_total"), value(&text, "process_resident_memory_bytes"))
        {
            lock(&samples.server).push(Sample::new(stage.tally.elapsed(), cpu, memory));
        }
    }
}

/// What a server holds of those who are there: nothing is left of it when they have gone.
const HELD: [&str; 7] = [
    "parlour_connections{state=\"player\"}",
    "parlour_connections{state=\"socket\"}",
    "parlour_rooms{",
    "parlour_rooms_in_memory ",
    "parlour_queued{",
    "parlour_tasks ",
    "parlour_journal_waiting ",
];

/// How often it is looked whether something is left, and for how long at most.
const LOOK: Duration = Duration::from_millis(500);
const LOOKS: u32 = 60;

/// What a server holds, by series; none when it does not tell, or what answers there is something else.
pub(crate) async fn held(url: &str) -> Option<BTreeMap<String, f64>> {
    let text = fetch(url).await?;
    let series = text.lines().filter_map(|line| {
        let (name, value) = line.rsplit_once(' ')?;
        HELD.iter().any(|held| line.starts_with(held)).then_some(())?;
        Some((name.to_owned(), value.parse().ok()?))
    });
    let series: BTreeMap<String, f64> = series.collect();
    (!series.is_empty()).then_some(series)
}

/// Waits until a server holds no more than before a run, and says what is left if it does not come to that.
pub(crate) async fn left(url: &str, before: &BTreeMap<String, f64>) -> Vec<String> {
    let mut left = Vec::new();
    for _ in 0..LOOKS {
        let Some(now) = held(url).await else {
            return vec!["the server tells no metrics any more".to_owned()];
        };
        let had = |name: &String| before.get(name).copied().unwrap_or(0.0);
        let more = now.iter().filter(|&(name, &value)| value > had(name));
        left = more.map(|(name, value)| format!("{name} is {value}, and was {}", had(name))).collect();
        if left.is_empty() {
            break;
        }
        tokio::time::sleep(LOOK).await;
    }
    left
}

/// How fast the memory grew, in bytes an hour: the slope of the line that fits the samples best; none of fewer than two.
pub(crate) fn slope(samples: &[Sample]) -> Option<f64> {
    let count = samples.len() as f64;
    let mean = |of: fn(&Sample) -> f64| samples.iter().map(of).sum::<f64>() / count;
    let (at, memory) = (mean(|sample| sample.at as f64), mean(|sample| sample.memory));
    let (mut together, mut square) = (0.0, 0.0);
    for sample in samples {
        let passed = sample.at as f64 - at;
        together += passed * (sample.memory - memory);
        square += passed * passed;
    }
    (square > 0.0).then(|| together / square * 3_600.0)
}

/// The body of a page; none when it cannot be had.
async fn fetch(url: &str) -> Option<String> {
    let rest = url.strip_prefix("http://")?;
    let (host, path) = rest.find('/').map_or((rest, "/"), |slash| rest.split_at(slash));
    let stream = TcpStream::connect(host).await.ok()?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.ok()?;
    let driver = tokio::spawn(connection);
    let request = hyper::Request::get(path).header("host", host).body(Empty::<Bytes>::new()).ok()?;
    let body = sender.send_request(request).await.ok()?.into_body().collect().await.ok()?.to_bytes();
    driver.abort();
    String::from_utf8(body.to_vec()).ok()
}

/// The value of a metric without labels in the Prometheus text format.
fn value(text: &str, name: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metric_is_found_by_its_whole_name() {
        let text = "# HELP a b\nprocess_cpu_seconds_total_more 3\nprocess_cpu_seconds_total 1.5\nwith{label=\"x\"} 2\n";
        assert_eq!(value(text, "process_cpu_seconds_total"), Some(1.5));
        assert_eq!(value(text, "with"), None);
    }

    #[test]
    fn the_slope_is_that_of_the_best_line() {
        let samples = |memory: &[f64]| -> Vec<Sample> {
            (0..).zip(memory).map(|(at, &memory)| Sample::new(Duration::from_secs(at), 0.0, memory)).collect()
        };
        assert_eq!(slope(&samples(&[])), None);
        assert_eq!(slope(&samples(&[7.0])), None);
        assert_eq!(slope(&samples(&[7.0, 7.0, 7.0])), Some(0.0));
        assert_eq!(slope(&samples(&[7.0, 8.0, 9.0])), Some(3_600.0));
        assert_eq!(slope(&samples(&[7.0, 9.0, 7.0])), Some(0.0));
    }

    #[test]
    fn the_share_of_a_core_is_that_of_the_time_between() {
        let sample = |ms, cpu| Sample::new(Duration::from_millis(ms), cpu, 0.0);
        assert_eq!(cores(&[sample(1_000, 7.0)]), None);
        assert_eq!(cores(&[sample(1_000, 7.0), sample(2_100, 7.9), sample(3_500, 8.0)]), Some(0.4));
    }

    #[test]
    fn the_lag_is_a_percentile() {
        let samples = Samples::default();
        assert_eq!(samples.lag_ms(), 0.0);
        (1..=100).for_each(|ms| samples.late(Duration::from_millis(ms)));
        assert_eq!(samples.lag_ms(), 100.0);
    }
}

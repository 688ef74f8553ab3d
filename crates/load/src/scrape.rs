//! Reads the server's own numbers from its metrics, once a second.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::{MissedTickBehavior, interval};

use crate::run::Stage;

/// What was read in one second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    /// The second of the run.
    pub(crate) at: u64,
    /// CPU seconds that the server has used since it started.
    pub(crate) cpu: f64,
    /// Bytes of memory that it holds.
    pub(crate) memory: f64,
}

/// What was read, and how late this process was when it wanted to look: its own overload.
#[derive(Debug, Default)]
pub(crate) struct Samples {
    list: Mutex<Vec<Sample>>,
    lag_us: Mutex<Vec<u64>>,
}

impl Samples {
    pub(crate) fn list(&self) -> Vec<Sample> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A timer of this process fired so late.
    pub(crate) fn late(&self, by: Duration) {
        let micros = u64::try_from(by.as_micros()).unwrap_or(u64::MAX);
        self.lag_us.lock().unwrap_or_else(PoisonError::into_inner).push(micros);
    }

    /// The 99th percentile of how late this process's timers fired, in milliseconds.
    pub(crate) fn lag_ms(&self) -> f64 {
        let mut lags = self.lag_us.lock().unwrap_or_else(PoisonError::into_inner).clone();
        lags.sort_unstable();
        lags.get(lags.len() * 99 / 100).map_or(0.0, |&lag| lag as f64 / 1_000.0)
    }
}

/// Reads until it is dropped. What cannot be read is left out.
pub(crate) async fn follow(stage: Arc<Stage>, url: String, samples: Arc<Samples>) {
    let mut tick = interval(Duration::from_secs(1));
    tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        tick.tick().await;
        let at = stage.tally.elapsed().as_secs();
        if let Some(text) = fetch(&url).await
            && let (Some(cpu), Some(memory)) =
                (value(&text, "process_cpu_seconds_total"), value(&text, "process_resident_memory_bytes"))
        {
            let sample = Sample { at, cpu, memory };
            samples.list.lock().unwrap_or_else(PoisonError::into_inner).push(sample);
        }
    }
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
    fn the_lag_is_a_percentile() {
        let samples = Samples::default();
        assert_eq!(samples.lag_ms(), 0.0);
        (1..=100).for_each(|ms| samples.late(Duration::from_millis(ms)));
        assert_eq!(samples.lag_ms(), 100.0);
    }
}

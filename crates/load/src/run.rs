//! A run from the first arrival to the report.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use thiserror::Error;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

use crate::scrape::{self, Samples};
use crate::tally::Tally;
use crate::{Report, Scenario, crowd, trouble, watch};

/// Why a run could not begin.
#[derive(Debug, Error)]
pub enum Fault {
    /// Nobody listens there, or it is no Parlour server.
    #[error("{url} does not answer: {error}")]
    Away {
        /// Where.
        url: String,
        /// Why.
        error: parlour_client::Error,
    },
    /// It tells no metrics there.
    #[error("{url} tells no metrics")]
    Mute {
        /// Where.
        url: String,
    },
}

/// What everybody in a run shares.
pub(crate) struct Stage {
    pub(crate) url: String,
    pub(crate) scenario: Scenario,
    pub(crate) tally: Tally,
    pub(crate) start: Instant,
    pub(crate) end: Instant,
}

/// How long the clients have to leave when the time is over.
const FAREWELL: Duration = Duration::from_secs(30);

/// Plays `scenario` on the server at `url` (`ws://host:port/ws`); `metrics` is where the server tells its CPU time and
/// memory, if it does. `terminal` shows the run while it goes on; otherwise a line is printed every few seconds.
///
/// # Errors
/// When the server does not answer at all. What goes wrong later is in the report.
pub async fn run(
    scenario: Scenario,
    url: String,
    metrics: Option<String>,
    terminal: bool,
) -> Result<Report, Fault> {
    let before = match &metrics {
        Some(url) => scrape::held(url).await,
        None => None,
    };
    let greeted = parlour_client::Client::connect(&url, parlour_client::Options::default()).await;
    match greeted {
        // It only wanted to know, and is gone before the first client comes.
        Ok(client) => drop(client),
        Err(error) => return Err(Fault::Away { url, error }),
    }
    if let (Some(url), None) = (&metrics, &before) {
        return Err(Fault::Mute { url: url.clone() });
    }
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let start = Instant::now();
    let end = start + scenario.lasts();
    let stage = Arc::new(Stage { url, scenario, tally: Tally::new(start), start, end });

    let samples = Arc::new(Samples::default());
    let mut observers = JoinSet::new();
    if let Some(metrics) = metrics.clone() {
        observers.spawn(scrape::follow(stage.clone(), metrics, samples.clone()));
    }
    observers.spawn(watch::follow(stage.clone(), samples.clone(), terminal));

    let mut people = JoinSet::new();
    for room in 0..stage.scenario.rooms {
        people.spawn(crowd::perform(stage.clone(), room));
    }
    let trouble = stage.scenario.trouble;
    for index in 0..trouble.misbehaving {
        people.spawn(trouble::misbehave(stage.clone(), stage.scenario.seed ^ u64::from(index)));
    }
    for _ in 0..trouble.slow_readers {
        people.spawn(trouble::read_slowly(stage.clone()));
    }
    for _ in 0..trouble.silent {
        people.spawn(trouble::be_silent(stage.clone()));
    }
    let all = async { while people.join_next().await.is_some() {} };
    if timeout_at(end + FAREWELL, all).await.is_err() {
        stage.tally.violation("a client got no answer for 30 seconds after the end".to_owned());
    }
    observers.shutdown().await;
    let left = match (&metrics, &before) {
        (Some(url), Some(before)) => scrape::left(url, before).await,
        _ => Vec::new(),
    };
    for what in left {
        stage.tally.violation(format!("when everybody had left, something was left: {what}"));
    }
    Ok(Report::of(&stage.scenario, started, &stage.tally, &samples))
}

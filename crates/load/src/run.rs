//! A run from the first arrival to the report.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use thiserror::Error;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use crate::alarm::Alarms;
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
    /// The machine gives no more threads, or no way to wait for sockets.
    #[error("no thread can be started")]
    Machine(#[from] std::io::Error),
}

/// Where a run is played, and by what.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The server's socket: `ws://host:port/ws`.
    pub url: String,
    /// Where the server tells its metrics, if its CPU time and memory shall be in the report, and it shall be looked whether
    /// anything is left when all have gone.
    pub metrics: Option<String>,
    /// Whether the run is shown as a view of a terminal; otherwise a line is printed every few seconds.
    pub terminal: bool,
    /// Threads that play, each for its share of the rooms; none counts as one. The first is the caller's.
    pub threads: usize,
}

/// What everybody in a run shares.
pub(crate) struct Stage {
    pub(crate) url: String,
    pub(crate) scenario: Scenario,
    pub(crate) tally: Tally,
    pub(crate) alarms: Alarms,
    pub(crate) start: Instant,
    /// Cancelled when everybody leaves: when the time is over, or earlier when somebody wants that.
    pub(crate) curtain: CancellationToken,
}

impl Stage {
    /// A stage on which the run begins now.
    ///
    /// # Errors
    /// When the operating system gives no more threads.
    pub(crate) fn new(url: String, scenario: Scenario) -> std::io::Result<Stage> {
        let (start, curtain) = (Instant::now(), CancellationToken::new());
        Ok(Stage { url, scenario, tally: Tally::new(start), alarms: Alarms::start()?, start, curtain })
    }

    /// When the time is over.
    pub(crate) fn end(&self) -> Instant {
        self.start + self.scenario.lasts()
    }

    /// A moment that no run lives to see.
    pub(crate) fn never(&self) -> Instant {
        self.end() + Duration::from_secs(86_400)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.curtain.is_cancelled()
    }
}

/// How long the clients have to leave when the time is over.
const FAREWELL: Duration = Duration::from_secs(30);

/// Plays `scenario`, to its end or until `stop` is ready: then everybody leaves, and the report is of the time until then. Each
/// thread has a runtime of its own, so that none of its clients waits for those of another; the caller's is best one of a single
/// thread, too.
///
/// # Errors
/// When the server does not answer at all. What goes wrong later is in the report.
pub async fn run(
    scenario: Scenario,
    setting: Setting,
    stop: impl Future<Output = ()>,
) -> Result<Report, Fault> {
    let Setting { url, metrics, terminal, threads } = setting;
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
    let stage = Arc::new(Stage::new(url, scenario)?);

    let samples = Arc::new(Samples::default());
    let mut observers = JoinSet::new();
    if let Some(metrics) = metrics.clone() {
        observers.spawn(scrape::follow(stage.clone(), metrics, samples.clone()));
    }
    observers.spawn(watch::follow(stage.clone(), samples.clone(), terminal));
    observers.spawn(watch::lag(stage.clone(), samples.clone()));

    let mut people = JoinSet::new();
    let threads = u32::try_from(threads.max(1)).unwrap_or(u32::MAX).min(stage.scenario.rooms.max(1));
    for thread in 1..threads {
        let played = help(stage.clone(), samples.clone(), (thread, threads))?;
        people.spawn(async { drop(played.await) });
    }
    for room in share(&stage, (0, threads)) {
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
    let mut ended_early = None;
    {
        let mut all = pin!(async { while people.join_next().await.is_some() {} });
        let goes_on = tokio::select! {
            biased;
            () = &mut all => false,
            () = sleep_until(stage.end()) => true,
            () = stop => {
                ended_early = Some(stage.start.elapsed().as_secs_f64());
                true
            }
        };
        stage.curtain.cancel();
        if goes_on && timeout(FAREWELL, all).await.is_err() {
            stage.tally.violation("a client got no answer for 30 seconds after the end".to_owned());
        }
    }
    // Who is still there is sent away, helpers too.
    people.shutdown().await;
    observers.shutdown().await;
    let left = match (&metrics, &before) {
        (Some(url), Some(before)) => scrape::left(url, before).await,
        _ => Vec::new(),
    };
    for what in left {
        stage.tally.violation(format!("when everybody had left, something was left: {what}"));
    }
    Ok(Report::of(&stage.scenario, started, ended_early, &stage.tally, &samples))
}

/// The rooms of a thread: every so manieth, so that all threads have rooms from the beginning of the ramp on.
fn share(stage: &Stage, (thread, threads): (u32, u32)) -> impl Iterator<Item = u32> + use<> {
    (thread..stage.scenario.rooms).step_by(threads as usize)
}

/// Starts a thread that plays its share of the rooms; it is done when the answer comes, and stops when nobody waits for that.
fn help(
    stage: Arc<Stage>,
    samples: Arc<Samples>,
    part: (u32, u32),
) -> std::io::Result<oneshot::Receiver<()>> {
    let (mut tell, told) = oneshot::channel();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let play = async move {
        let mut people: JoinSet<()> =
            share(&stage, part).map(|room| crowd::perform(stage.clone(), room)).collect();
        let played = async { while people.join_next().await.is_some() {} };
        tokio::select! {
            () = played => {}
            () = watch::lag(stage.clone(), samples) => {}
            () = tell.closed() => {}
        }
        // Nobody waits any more when the time is over.
        let _ = tell.send(());
    };
    std::thread::Builder::new().name(format!("load-{}", part.0)).spawn(move || runtime.block_on(play))?;
    Ok(told)
}

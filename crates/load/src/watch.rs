//! Shows a run while it goes on: a bar and rates on a terminal, plain lines otherwise.

use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::time::{Instant, sleep_until};

use crate::run::Stage;
use crate::scrape::Samples;
use crate::tally::{Count, Second};

/// How often this process looks whether it is late itself.
const LOOK: Duration = Duration::from_millis(20);

/// Seconds between two plain lines.
const PLAIN_SECONDS: u64 = 5;

/// Shows the run until it is dropped.
pub(crate) async fn follow(stage: Arc<Stage>, samples: Arc<Samples>, terminal: bool) {
    let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let seconds = stage.scenario.lasts().as_secs().max(1);
    let style =
        ProgressStyle::with_template("{elapsed_precise} [{bar:30}] {msg}").expect("the template is one");
    let bar = ProgressBar::with_draw_target(Some(seconds), target).with_style(style.progress_chars("=> "));
    let mut shown = 0;
    loop {
        let due = Instant::now() + LOOK;
        sleep_until(due).await;
        samples.late(due.elapsed());
        let now = stage.tally.elapsed().as_secs();
        if now == shown {
            continue;
        }
        shown = now;
        let Some(last) = stage.tally.last() else { continue };
        let line = line(&last, stage.tally.broken());
        bar.set_position(now.min(seconds));
        bar.set_message(line.clone());
        if !terminal && now.is_multiple_of(PLAIN_SECONDS) {
            plain(now, &line);
        }
    }
}

fn line(second: &Second, broken: usize) -> String {
    let ms = |quantile: f64| second.moves.value_at_quantile(quantile) as f64 / 1_000.0;
    let errors: u64 = second.errors.values().sum();
    format!(
        "{} clients, {} moves/s, {} frames/s, p50 {:.1} ms, p99 {:.1} ms, {errors} refused, {broken} violations",
        second.connected,
        second.moves.len(),
        second.count(Count::Frame),
        ms(0.5),
        ms(0.99),
    )
}

#[allow(
    clippy::print_stderr,
    reason = "progress is what this shows, and the report goes to the standard output"
)]
fn plain(at: u64, line: &str) {
    eprintln!("{at:>5} s  {line}");
}

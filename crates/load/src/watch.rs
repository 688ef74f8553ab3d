//! Shows a run while it goes on: a bar and a few rows on a terminal, plain lines otherwise.
//!
//! Invariant: a row fits a terminal of 80 columns, so that what is drawn anew each second stays where it is.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::run::Stage;
use crate::scrape::{Sample, Samples, cores};
use crate::tally::{Count, Second, Tally};

/// How often this process looks whether it is late itself.
const LOOK: Duration = Duration::from_millis(20);

/// Seconds between two plain lines; one more comes after the first second, so that it is seen at once whether anything is played.
const PLAIN_SECONDS: u64 = 5;

/// Measures how late the alarms of this thread ring, until it is dropped.
pub(crate) async fn lag(stage: Arc<Stage>, samples: Arc<Samples>) {
    loop {
        let due = Instant::now() + LOOK;
        stage.alarms.alarm(due).await;
        samples.late(due.elapsed());
    }
}

/// Shows the run until it is dropped.
pub(crate) async fn follow(stage: Arc<Stage>, samples: Arc<Samples>, terminal: bool) {
    let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let lasts = stage.scenario.lasts().as_secs().max(1);
    // All is one message, so that each second is drawn once.
    let style = ProgressStyle::with_template("{msg}").expect("the template is one");
    let view = ProgressBar::with_draw_target(None, target).with_style(style);
    let mut tick = interval(Duration::from_secs(1));
    tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut curtain = pin!(stage.curtain.cancelled());
    let mut told = false;
    loop {
        tokio::select! {
            _ = tick.tick() => {}
            () = &mut curtain, if !told => {
                told = true;
                if Instant::now() < stage.end() {
                    view.suspend(|| say("ending early: everybody leaves; once more ends it at once"));
                }
                continue;
            }
        }
        let passed = stage.tally.elapsed();
        samples.look(passed);
        let Some(last) = stage.tally.last() else { continue };
        let rows = rows(&last, &stage.tally, &samples);
        let now = passed.as_secs();
        if terminal {
            view.set_message(format!("{}\n{}", bar(now.min(lasts), lasts), rows.join("\n")));
        } else if now == 1 || now.is_multiple_of(PLAIN_SECONDS) {
            say(&format!("{now:>5} s  {}", rows.join(", ")));
        }
    }
}

/// What the last second and the whole run so far are like.
fn rows(second: &Second, tally: &Tally, samples: &Samples) -> Vec<String> {
    let ms = |micros: u64| micros as f64 / 1_000.0;
    let at = |quantile: f64| ms(second.moves.value_at_quantile(quantile));
    let mut rows = vec![
        format!(
            "{} clients, {} moves/s, {} messages/s",
            second.connected,
            second.moves.len(),
            second.count(Count::Frame)
        ),
        format!("p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms", at(0.5), at(0.99), ms(second.moves.max())),
        format!(
            "{} matches, {} lost, {} resumed, {} refused, {} violations",
            tally.total(Count::Match),
            tally.total(Count::Lost),
            tally.total(Count::Resumed),
            tally.refusals(),
            tally.broken()
        ),
    ];
    let used = [("server", samples.of_server()), ("tester", samples.of_own())];
    let used: Vec<String> = used.iter().filter_map(|(who, samples)| used_by(who, samples)).collect();
    if !used.is_empty() {
        rows.push(used.join(", "));
    }
    rows
}

/// What a process used between its last two samples.
fn used_by(who: &str, samples: &[Sample]) -> Option<String> {
    let newest = &samples[samples.len().saturating_sub(2)..];
    let mebibytes = newest.last()?.memory / f64::from(1 << 20);
    Some(format!("{who} {:.2} cores {mebibytes:.1} MiB", cores(newest)?))
}

/// How far a run of so many seconds is after `now` of them.
fn bar(now: u64, lasts: u64) -> String {
    const COLUMNS: u64 = 40;
    let done = "=".repeat((now * COLUMNS / lasts) as usize);
    format!("{} of {} [{done:<width$}]", clock(now), clock(lasts), width = COLUMNS as usize)
}

/// Seconds as hours, minutes and seconds.
fn clock(seconds: u64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

#[allow(
    clippy::print_stderr,
    reason = "progress is what this shows, and the report goes to the standard output"
)]
fn say(line: &str) {
    eprintln!("{line}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    /// Columns of a narrow terminal.
    const COLUMNS: usize = 80;

    #[tokio::test(start_paused = true)]
    async fn the_rows_tell_rates_and_latencies_of_the_last_second() {
        let (tally, samples) = (Tally::new(Instant::now()), Samples::default());
        tally.connected(800);
        for ms in [3, 3, 3, 20] {
            let due = Instant::now();
            advance(Duration::from_millis(ms)).await;
            tally.add(Count::Frame);
            tally.moved(due);
        }
        tally.refused("stale_prompt");
        tally.violation("a story".to_owned());
        advance(Duration::from_secs(1)).await;
        tally.add(Count::Match);
        let last = tally.last().expect("a second is over");
        let rows = rows(&last, &tally, &samples);
        assert_eq!(
            rows,
            [
                "800 clients, 4 moves/s, 4 messages/s",
                "p50 3.0 ms, p99 20.1 ms, longest 20.1 ms",
                "1 matches, 0 lost, 0 resumed, 1 refused, 1 violations",
            ]
        );
    }

    #[tokio::test(start_paused = true)]
    async fn rows_of_a_large_run_fit_a_narrow_terminal() {
        let (tally, samples) = (Tally::new(Instant::now()), Samples::default());
        tally.connected(1_000_000);
        for _ in 0..100_000 {
            let due = Instant::now();
            [Count::Frame, Count::Match, Count::Lost, Count::Resumed]
                .iter()
                .for_each(|&what| tally.add(what));
            tally.refused("stale_prompt");
            tally.moved(due - Duration::from_secs(100));
        }
        advance(Duration::from_secs(1)).await;
        for seconds in [1, 2] {
            samples.look(Duration::from_secs(seconds));
        }
        let last = tally.last().expect("a second is over");
        for row in rows(&last, &tally, &samples) {
            assert!(row.len() < COLUMNS, "{row}");
        }
        assert!(bar(359_999, 359_999).len() < COLUMNS);
    }

    #[test]
    fn the_bar_grows_to_its_end() {
        let full = "=".repeat(40);
        assert_eq!(bar(0, 60), format!("0:00:00 of 0:01:00 [{}]", " ".repeat(40)));
        assert_eq!(bar(15, 60), format!("0:00:15 of 0:01:00 [{}{}]", &full[..10], " ".repeat(30)));
        assert_eq!(bar(60, 60), format!("0:01:00 of 0:01:00 [{full}]"));
    }

    #[test]
    fn times_are_told_as_a_clock_does() {
        assert_eq!(
            [0, 59, 61, 3_600, 35_999].map(clock),
            ["0:00:00", "0:00:59", "0:01:01", "1:00:00", "9:59:59"]
        );
    }
}

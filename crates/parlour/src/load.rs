//! `parlour load`: plays a scenario on a server and says how it went.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use parlour_load::{Report, Scenario, Setting, compare, page};
use tokio::sync::oneshot;

use crate::signals::told_to_stop;

/// What to play, or to compare.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, after_help = STATUSES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    play: Play,
}

#[derive(Subcommand)]
enum Task {
    /// Set two reports of `--json` side by side, with ratios.
    Compare {
        /// The report of the first run.
        a: PathBuf,
        /// The report of the second.
        b: PathBuf,
    },
}

#[derive(Args)]
struct Play {
    /// The scenario, a file of config/load.
    #[arg(required = true)]
    scenario: Option<PathBuf>,
    /// The server's socket; without TLS, so a proxy is gone around.
    #[arg(long, default_value = "ws://127.0.0.1:8080/ws")]
    url: String,
    /// Read the server's CPU time and memory there, and see that nothing is left in the end; the server needs `[admin] listen`:
    /// http://127.0.0.1:8081/metrics.
    #[arg(long)]
    metrics: Option<String>,
    /// Play for so many seconds instead of those of the scenario, with a ramp of at most a fifth of them.
    #[arg(long)]
    seconds: Option<f64>,
    /// Write the report there as JSON, for `parlour load compare`.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the report there as one HTML page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Threads of the load tester, each with its share of the rooms.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

const STATUSES: &str = "\
Exit status: 0 when every promise and threshold was kept, 1 when not, 2 when the scenario or the server cannot be used, \
130 when the run was ended early and all was kept until then.";

/// The exit status of a run that was ended before its time and broke nothing until then: that of an interrupted command, so
/// that it passes nowhere for a whole run.
const ENDED_EARLY: u8 = 130;

/// Plays or compares; the exit status is 1 when a promise was broken or a threshold missed.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.task {
        Some(Task::Compare { a, b }) => {
            print(&compare::compare(&read(&a)?, &read(&b)?))?;
            Ok(ExitCode::SUCCESS)
        }
        None => play(arguments.play),
    }
}

fn play(arguments: Play) -> anyhow::Result<ExitCode> {
    let file = arguments.scenario.context("name a scenario")?;
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let scenario = Scenario::read(&text).and_then(|scenario| match arguments.seconds {
        Some(seconds) => scenario.lasting(seconds),
        None => Ok(scenario),
    });
    let scenario = scenario.with_context(|| file.display().to_string())?;
    // An hour is played in vain when only its end shows that the report has no place.
    for path in [&arguments.json, &arguments.html].into_iter().flatten() {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        anyhow::ensure!(folder.is_none_or(Path::is_dir), "{}: there is no such folder", path.display());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let setting = Setting {
        url: arguments.url,
        metrics: arguments.metrics,
        terminal: std::io::stderr().is_terminal(),
        threads: arguments.threads,
    };
    let Some(report) = runtime.block_on(until_told_twice(scenario, setting))? else {
        return Ok(ExitCode::from(ENDED_EARLY));
    };
    if let Some(path) = &arguments.json {
        write(path, &serde_json::to_string_pretty(&report)?)?;
    }
    if let Some(path) = &arguments.html {
        write(path, &page::write(&report))?;
    }
    print(&summary(&report))?;
    Ok(match (report.is_good(), report.ended_early) {
        (false, _) => ExitCode::FAILURE,
        (true, Some(_)) => ExitCode::from(ENDED_EARLY),
        (true, None) => ExitCode::SUCCESS,
    })
}

/// Plays until the end, or until it is told to stop; none when it is told again while everybody leaves.
async fn until_told_twice(
    scenario: Scenario,
    setting: Setting,
) -> Result<Option<Report>, parlour_load::Fault> {
    let (tell, told) = oneshot::channel();
    let twice = async {
        told_to_stop().await;
        // It is over already when nobody listens.
        let _ = tell.send(());
        told_to_stop().await;
    };
    let stop = async { told.await.expect("who tells is dropped with the run alone") };
    tokio::select! {
        report = parlour_load::run(scenario, setting, stop) => report.map(Some),
        () = twice => Ok(None),
    }
}

fn summary(report: &Report) -> String {
    let plateau = &report.plateau;
    let latency = plateau.latency;
    let mut lines = vec![
        format!(
            "{} moves in {} s: {:.1} moves/s, {:.1} messages/s",
            plateau.moves, plateau.seconds, plateau.moves_per_second, plateau.frames_per_second
        ),
        format!(
            "latency p50 {:.2} ms, p90 {:.2}, p99 {:.2}, p99.9 {:.2}, longest {:.2}",
            latency.p50, latency.p90, latency.p99, latency.p999, latency.max
        ),
        format!(
            "{} matches ended, {} connections lost, {} resumed, {:.3} % refused",
            plateau.matches,
            plateau.lost,
            plateau.resumed,
            plateau.error_share * 100.0
        ),
    ];
    if let (Some(memory), Some(slope)) = (plateau.memory, plateau.memory_slope) {
        let mebibytes = |bytes: f64| bytes / f64::from(1 << 20);
        lines.push(format!(
            "server memory at most {:.1} MiB, slope {:+.1} MiB an hour in the second half",
            mebibytes(memory as f64),
            mebibytes(slope)
        ));
    }
    let used = [
        ("server", plateau.cpu_per_100_000_moves, plateau.cores),
        ("load tester", plateau.own_cpu_per_100_000_moves, plateau.own_cores),
    ];
    for (who, cpu, cores) in used {
        if let (Some(cpu), Some(cores)) = (cpu, cores) {
            lines.push(format!("{who} CPU {cpu:.2} s for 100,000 moves, {cores:.2} of a core"));
        }
    }
    lines.push(format!("load tester's own lag p99 {:.2} ms", plateau.own_lag_ms));
    lines.extend(plateau.errors.iter().map(|(code, count)| format!("refused {code}: {count}")));
    if let Some(after) = report.ended_early {
        lines.push(format!("ended early, after {after:.1} s of {} s", report.scenario.seconds));
    }
    lines.extend(report.missed.iter().map(|missed| format!("MISSED {missed}")));
    lines.extend(report.violations.iter().map(|violation| format!("VIOLATION {violation}")));
    lines.push(if report.is_good() { "good".to_owned() } else { "failed".to_owned() });
    lines.join("\n") + "\n"
}

fn read(path: &Path) -> anyhow::Result<Report> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| format!("{} is no report", path.display()))
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

fn print(text: &str) -> anyhow::Result<()> {
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}

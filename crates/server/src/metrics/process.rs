//! What the operating system knows of this process: on Linux, from /proc. Elsewhere these metrics stay 0.

use super::Metrics;

/// Looks it up.
#[cfg(target_os = "linux")]
pub(super) fn look(metrics: &Metrics) {
    use std::fs;
    use std::time::Duration;

    use rustix::param::{clock_ticks_per_second, page_size};
    use rustix::process::{Resource, getrlimit};
    use rustix::time::{ClockId, clock_gettime};

    let used = clock_gettime(ClockId::ProcessCPUTime);
    let (seconds, nanos) = (u64::try_from(used.tv_sec), u32::try_from(used.tv_nsec));
    if let (Ok(seconds), Ok(nanos)) = (seconds, nanos) {
        metrics.cpu.set(Duration::new(seconds, nanos));
    }
    if let Some(open) = open_descriptors() {
        metrics.descriptors.set(open);
    }
    if let Some(most) = getrlimit(Resource::Nofile).current {
        metrics.descriptors_most.set(usize::try_from(most).unwrap_or(usize::MAX));
    }
    let Ok(stat) = fs::read_to_string("/proc/self/stat") else { return };
    // The name before it is in parentheses and may hold anything; the third field is the first behind it.
    let Some((_, fields)) = stat.rsplit_once(')') else { return };
    let field = |number: usize| fields.split_whitespace().nth(number - 3)?.parse::<u64>().ok();
    if let Some(threads) = field(20) {
        metrics.threads.set(usize::try_from(threads).unwrap_or(usize::MAX));
    }
    if let Some(pages) = field(24) {
        metrics.memory.set(usize::try_from(pages).unwrap_or(usize::MAX).saturating_mul(page_size()));
    }
    let booted = fs::read_to_string("/proc/stat").ok().and_then(|stat| {
        let line = stat.lines().find_map(|line| line.strip_prefix("btime "))?;
        line.trim().parse::<u64>().ok()
    });
    if let (Some(booted), Some(ticks)) = (booted, field(22)) {
        let started = booted + ticks / clock_ticks_per_second();
        metrics.started.set(usize::try_from(started).unwrap_or(usize::MAX));
    }
}

/// How many file descriptors are open. Since Linux 6.2 it is the length of their folder, which is 0 before that; to count ten
/// thousand would keep the thread from its sockets for as long as it takes to serve a hundred moves.
#[cfg(target_os = "linux")]
fn open_descriptors() -> Option<usize> {
    const FOLDER: &str = "/proc/self/fd";
    match std::fs::metadata(FOLDER).ok()?.len() {
        0 => Some(std::fs::read_dir(FOLDER).ok()?.count()),
        open => usize::try_from(open).ok(),
    }
}

/// Nothing is known.
#[cfg(not(target_os = "linux"))]
pub(super) fn look(_: &Metrics) {}

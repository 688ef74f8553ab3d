//! Two reports side by side, as ratios.

use std::fmt::Write as _;

use crate::Report;

/// A table of what two runs measured, and how the second stands to the first.
pub fn compare(before: &Report, after: &Report) -> String {
    let (a, b) = (&before.plateau, &after.plateau);
    let rows = [
        ("moves a second", Some(a.moves_per_second), Some(b.moves_per_second)),
        ("messages a second", Some(a.frames_per_second), Some(b.frames_per_second)),
        ("p50 (ms)", Some(a.latency.p50), Some(b.latency.p50)),
        ("p90 (ms)", Some(a.latency.p90), Some(b.latency.p90)),
        ("p99 (ms)", Some(a.latency.p99), Some(b.latency.p99)),
        ("p99.9 (ms)", Some(a.latency.p999), Some(b.latency.p999)),
        ("longest (ms)", Some(a.latency.max), Some(b.latency.max)),
        ("refused (share)", Some(a.error_share), Some(b.error_share)),
        ("CPU s / 100,000 moves", a.cpu_per_100_000_moves, b.cpu_per_100_000_moves),
        ("CPU (cores)", a.cores, b.cores),
        ("memory (MiB)", a.memory.map(mebibytes), b.memory.map(mebibytes)),
        ("tester's CPU (cores)", a.own_cores, b.own_cores),
        ("tester's lag p99 (ms)", Some(a.own_lag_ms), Some(b.own_lag_ms)),
    ];
    let mut text = format!("{:<22} {:>12} {:>12} {:>8}\n", "", "A", "B", "B / A");
    for (name, a, b) in rows {
        let shown = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
        let ratio = match (a, b) {
            (Some(a), Some(b)) if a != 0.0 => format!("{:.2}", b / a),
            _ => "-".to_owned(),
        };
        let _ = writeln!(text, "{name:<22} {:>12} {:>12} {ratio:>8}", shown(a), shown(b));
    }
    if before.scenario != after.scenario {
        text.push_str("The scenarios differ: the ratios say little.\n");
    }
    for (name, report) in [("A", before), ("B", after)] {
        if !report.is_good() {
            let _ = writeln!(text, "{name} failed.");
        }
        if let Some(after) = report.ended_early {
            let _ = writeln!(
                text,
                "{name} was ended early, after {after:.1} s of {} s.",
                report.scenario.seconds
            );
        }
    }
    text
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

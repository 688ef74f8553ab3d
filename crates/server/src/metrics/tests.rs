use std::fmt::Write as _;
use std::path::Path;

use parlour_protocol::{ErrorCode, ErrorReply};

use super::*;

/// The table of docs/operations.md, made from what is told.
fn table(text: &str) -> String {
    let mut table = String::from("| Metric | Kind | Labels | |\n|---|---|---|---|\n");
    let lines: Vec<&str> = text.lines().collect();
    for pair in lines.windows(2) {
        let (Some(help), Some(kind)) = (pair[0].strip_prefix("# HELP "), pair[1].strip_prefix("# TYPE "))
        else {
            continue;
        };
        let (name, help) = help.split_once(' ').expect("a name and what it tells");
        let (_, kind) = kind.split_once(' ').expect("a name and a kind");
        let mut labels: Vec<&str> = Vec::new();
        let series = lines.iter().filter_map(|line| {
            let rest = line.strip_prefix(name)?;
            let rest = rest.strip_prefix("_bucket").unwrap_or(rest);
            rest.strip_prefix('{')
        });
        for (label, _) in series.flat_map(|rest| rest.split(',')).filter_map(|part| part.split_once("=\"")) {
            if label != "le" && !labels.contains(&label) {
                labels.push(label);
            }
        }
        let labels: Vec<String> = labels.iter().map(|label| format!("`{label}`")).collect();
        writeln!(table, "| `{name}` | {kind} | {} | {help} |", labels.join(", ")).expect("a text takes all");
    }
    table
}

/// `PARLOUR_WRITE_METRICS=1` writes the table anew.
#[test]
fn the_document_tells_of_every_metric() {
    let metrics = Metrics::default();
    let refused = Outcome::Error(ErrorReply::new(ErrorCode::HelloFirst));
    metrics.answered(Asked::Act, &Reply { re: None, outcome: refused });
    let expected = table(&metrics.text());
    assert!(expected.contains("| `parlour_rooms` | gauge | `game`, `phase` |"), "{expected}");

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operations.md");
    let document = std::fs::read_to_string(&path).expect("how to run a server is documented");
    let (marker, end) = ("<!-- metrics -->\n", "<!-- end -->");
    let start = document.find(marker).expect("the table has its marker") + marker.len();
    let end = start + document[start..].find(end).expect("the table has an end");
    if std::env::var_os("PARLOUR_WRITE_METRICS").is_some() {
        let written = format!("{}{expected}{}", &document[..start], &document[end..]);
        std::fs::write(&path, written).expect("the document can be written");
    } else {
        assert_eq!(&document[start..end], expected);
    }
}

#[test]
fn the_dashboard_shows_what_there_is() {
    let dashboard = include_str!("../../../../config/grafana-dashboard.json");
    let dashboard: serde_json::Value = serde_json::from_str(dashboard).expect("JSON");
    let metrics = Metrics::default();
    let refused = Outcome::Error(ErrorReply::new(ErrorCode::HelloFirst));
    metrics.answered(Asked::Act, &Reply { re: None, outcome: refused });
    let text = metrics.text();
    let told: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split(['{', ' ']).next())
        .collect();
    let mut shown = Vec::new();
    for panel in dashboard["panels"].as_array().expect("panels") {
        for target in panel["targets"].as_array().expect("each shows something") {
            let query = target["expr"].as_str().expect("a query");
            let words = query.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
            let names: Vec<&str> =
                words.filter(|word| word.starts_with("parlour_") || word.starts_with("process_")).collect();
            assert!(!names.is_empty(), "{query}");
            for name in &names {
                assert!(told.contains(name), "{name} of {}: {query}", panel["title"]);
            }
            shown.extend(names);
        }
    }
    let families = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
    let forgotten: Vec<&str> =
        families.filter(|family| !shown.iter().any(|name| name.starts_with(family))).collect();
    assert_eq!(forgotten, ["process_threads", "process_start_time_seconds"], "what no panel shows");
}

#[test]
fn an_answer_is_counted_by_what_was_asked_and_by_its_code() {
    let metrics = Metrics::default();
    metrics.answered(Asked::Ping, &Reply { re: Some(1), outcome: Outcome::DONE });
    let refused = Outcome::Error(ErrorReply::new(ErrorCode::StalePrompt));
    metrics.answered(Asked::Act, &Reply { re: Some(2), outcome: refused });
    assert_eq!((metrics.commands.of(Asked::Ping).value(), metrics.commands.of(Asked::Act).value()), (1, 1));
    let text = metrics.text();
    assert!(text.contains("parlour_refusals_total{type=\"act\",code=\"stale_prompt\"} 1\n"), "{text}");
    assert!(text.contains("parlour_commands_total{type=\"hello\"} 0\n"), "series are there from the start");
}

#[cfg(target_os = "linux")]
#[test]
fn the_process_is_looked_at() {
    let metrics = Metrics::default();
    let text = metrics.text();
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|value| value.parse::<f64>().ok()).unwrap_or_else(|| panic!("{name} in {text}"))
    };
    assert!(value("process_cpu_seconds_total") > 0.0);
    assert!(value("process_resident_memory_bytes") > 1_000_000.0);
    assert!(value("process_open_fds") >= 3.0 && value("process_max_fds") >= value("process_open_fds"));
    assert!(value("process_threads") >= 1.0);
    assert!(value("process_start_time_seconds") > 1.6e9);
}

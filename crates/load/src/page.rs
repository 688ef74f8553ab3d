//! One self-contained HTML page of a report: no script, no request, plots as SVG.

use std::fmt::Write as _;

use plotters::prelude::*;

use crate::Report;
use crate::report::Line;

/// A curve: its name, its colour, and its value in each second where there is one.
type Curve<'a> = (&'a str, RGBColor, &'a dyn Fn(&Line) -> Option<f64>);

/// The page.
pub fn write(report: &Report) -> String {
    let seconds = &report.seconds;
    let plots = [
        plot(
            "Latency of a move (ms)",
            seconds,
            &[
                ("p50", GREEN, &|line| measured(line, line.latency.p50)),
                ("p99", BLUE, &|line| measured(line, line.latency.p99)),
                ("p99.9", RED, &|line| measured(line, line.latency.p999)),
            ],
        ),
        plot("Moves a second", seconds, &[("moves", BLUE, &|line| Some(line.moves as f64))]),
        plot(
            "Messages to clients a second",
            seconds,
            &[("messages", BLUE, &|line| Some(line.frames as f64))],
        ),
        plot("Connected clients", seconds, &[("clients", BLUE, &|line| Some(line.connected as f64))]),
        plot(
            "Refused commands a second",
            seconds,
            &[("refused", RED, &|line| Some(line.errors.values().sum::<u64>() as f64))],
        ),
        plot("CPU of the server (cores)", seconds, &[("cores", BLUE, &|line| line.cpu)]),
        plot(
            "Memory of the server (MiB)",
            seconds,
            &[("MiB", BLUE, &|line| line.memory.map(|bytes| bytes as f64 / f64::from(1 << 20)))],
        ),
    ];
    let mut page = String::from(HEAD);
    let verdict =
        if report.is_good() { "All promises and thresholds were kept." } else { "This run failed." };
    let _ = write!(page, "<h1>Parlour under load</h1><p><strong>{verdict}</strong></p>");
    if let Some(after) = report.ended_early {
        let _ =
            write!(page, "<p>It was ended early, after {after:.1} s of {} s.</p>", report.scenario.seconds);
    }
    page.push_str(&list("Missed thresholds", &report.missed));
    page.push_str(&numbers(report));
    plots.into_iter().flatten().for_each(|plot| page.push_str(&plot));
    page.push_str(&list("Violations", &report.violations));
    let scenario = serde_json::to_string_pretty(&report.scenario).expect("a scenario is plain data");
    let _ = writeln!(page, "<h2>Scenario</h2><pre>{}</pre></body></html>", escape(&scenario));
    page
}

const HEAD: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Parlour under load</title>\
<meta name=\"viewport\" content=\"width=device-width\"><style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;\
margin:2rem auto;padding:0 1rem;color:#222;background:#fff}table{border-collapse:collapse}td{padding:.1rem 1rem .1rem 0}\
td+td{text-align:right;font-variant-numeric:tabular-nums}pre{white-space:pre-wrap;background:#f4f4f4;padding:1rem}\
svg{max-width:100%;height:auto}</style></head><body>";

/// The numbers of the plateau.
fn numbers(report: &Report) -> String {
    let plateau = &report.plateau;
    let mut rows = vec![
        ("Plateau (s)".to_owned(), plateau.seconds.to_string()),
        ("Moves".to_owned(), plateau.moves.to_string()),
        ("Moves a second".to_owned(), format!("{:.1}", plateau.moves_per_second)),
        ("Messages a second".to_owned(), format!("{:.1}", plateau.frames_per_second)),
        ("p50 (ms)".to_owned(), format!("{:.2}", plateau.latency.p50)),
        ("p90 (ms)".to_owned(), format!("{:.2}", plateau.latency.p90)),
        ("p99 (ms)".to_owned(), format!("{:.2}", plateau.latency.p99)),
        ("p99.9 (ms)".to_owned(), format!("{:.2}", plateau.latency.p999)),
        ("Longest (ms)".to_owned(), format!("{:.2}", plateau.latency.max)),
        ("Matches played to the end".to_owned(), plateau.matches.to_string()),
        ("Connections lost / resumed".to_owned(), format!("{} / {}", plateau.lost, plateau.resumed)),
        ("Own lag p99 (ms)".to_owned(), format!("{:.2}", plateau.own_lag_ms)),
    ];
    rows.extend(plateau.errors.iter().map(|(code, count)| (format!("Refused: {code}"), count.to_string())));
    let cells =
        rows.iter().map(|(name, value)| format!("<tr><td>{}</td><td>{value}</td></tr>", escape(name)));
    format!("<h2>Plateau</h2><table>{}</table>", cells.collect::<String>())
}

/// A heading and preformatted entries; nothing when there are none.
fn list(title: &str, entries: &[String]) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let entries: String = entries.iter().map(|entry| format!("<pre>{}</pre>", escape(entry))).collect();
    format!("<h2>{title}</h2>{entries}")
}

/// A second without moves has no latency.
fn measured(line: &Line, value: f64) -> Option<f64> {
    (line.moves > 0).then_some(value)
}

/// A plot of curves over the seconds; none when no curve has two points.
fn plot(title: &str, seconds: &[Line], curves: &[Curve<'_>]) -> Option<String> {
    let points = |curve: &dyn Fn(&Line) -> Option<f64>| -> Vec<(f64, f64)> {
        seconds.iter().filter_map(|line| curve(line).map(|value| (line.at as f64, value))).collect()
    };
    let all: Vec<(f64, f64)> = curves.iter().flat_map(|(_, _, curve)| points(curve)).collect();
    if all.len() < 2 {
        return None;
    }
    let top = all.iter().map(|point| point.1).fold(0.0, f64::max).max(1e-9) * 1.1;
    let mut svg = String::new();
    let drawn = draw(
        &mut svg,
        seconds.len() as f64,
        top,
        curves.iter().map(|(name, colour, curve)| (*name, *colour, points(curve))),
    );
    drawn.expect("a text takes what is drawn");
    Some(format!("<h2>{title}</h2>{svg}"))
}

fn draw<'a>(
    svg: &mut String,
    seconds: f64,
    top: f64,
    curves: impl Iterator<Item = (&'a str, RGBColor, Vec<(f64, f64)>)>,
) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(svg, (900, 260)).into_drawing_area();
    let mut chart = ChartBuilder::on(&area)
        .margin(8)
        .x_label_area_size(28)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..seconds.max(1.0), 0.0..top)
        .map_err(|error| error.to_string())?;
    chart.configure_mesh().light_line_style(TRANSPARENT).draw().map_err(|error| error.to_string())?;
    for (name, colour, points) in curves {
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))
            .map_err(|error| error.to_string())?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.8))
        .draw()
        .map_err(|error| error.to_string())?;
    area.present().map_err(|error| error.to_string())?;
    Ok(())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Latency;

    #[test]
    fn what_a_server_says_is_text_and_no_markup() {
        let line = |at| Line {
            at,
            connected: 1,
            moves: 1,
            frames: 1,
            latency: Latency::default(),
            errors: [("<b>".to_owned(), 1)].into(),
            cpu: None,
            memory: None,
        };
        let scenario = crate::Scenario::read("rooms = 1\nseconds = 2").unwrap();
        let plateau = serde_json::from_value(serde_json::json!({
            "seconds": 1, "moves": 1, "moves_per_second": 1.0, "frames_per_second": 1.0,
            "latency": { "p50": 1.0, "p90": 1.0, "p99": 1.0, "p999": 1.0, "max": 1.0 }, "matches": 0, "lost": 0,
            "resumed": 0, "trouble": 0, "errors": { "<b>": 1 }, "error_share": 0.0,
            "cpu_per_100_000_moves": null, "memory": null, "own_lag_ms": 0.0,
        }));
        let report = Report {
            scenario,
            started: 0,
            ended_early: None,
            plateau: plateau.unwrap(),
            seconds: vec![line(0), line(1)],
            violations: vec!["<script>".to_owned()],
            missed: vec![],
        };
        let page = write(&report);
        assert!(page.contains("&lt;script&gt;") && !page.contains("<script") && !page.contains("<b>"));
        assert_eq!(page.matches("<svg").count(), 5, "what the server does not tell has no plot");
        assert!(page.contains("This run failed."));
    }
}

//! One self-contained HTML page of a report: no script, no request, plots as SVG.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::{Duration, UNIX_EPOCH};

use plotters::prelude::*;

use crate::Report;
use crate::report::{Judged, Line, judge};

/// A curve: its name, and its value in each second where there is one.
type Curve<'a> = (&'a str, Box<dyn Fn(&Line) -> Option<f64> + 'a>);

/// Colours of the curves of a plot, in their order; they stand out from white and from each other.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0x1b, 0x6e, 0xc2),
    RGBColor(0xd9, 0x5f, 0x02),
    RGBColor(0xb8, 0x1d, 0x3f),
    RGBColor(0x2e, 0x7d, 0x32),
    RGBColor(0x6a, 0x3d, 0x9a),
    RGBColor(0x55, 0x55, 0x55),
];

/// How values are drawn: evenly, or by their powers of ten, for what spreads over several of them.
#[derive(Clone, Copy, PartialEq)]
enum Scale {
    Even,
    Powers,
}

/// The page.
pub fn write(report: &Report) -> String {
    // The second in which the run ends is not whole, and what comes behind it is not played.
    let played = report.ended_early.unwrap_or(report.scenario.seconds);
    let whole = |line: &&Line| ((line.at + 1) as f64) <= played;
    let seconds: Vec<&Line> = report.seconds.iter().filter(whole).collect();
    let codes: BTreeSet<&str> =
        seconds.iter().flat_map(|line| line.errors.keys()).map(String::as_str).collect();
    let refused = codes.into_iter().map(|code| {
        let count = move |line: &Line| Some(line.errors.get(code).copied().unwrap_or(0) as f64);
        (code, Box::new(count) as Box<dyn Fn(&Line) -> Option<f64>>)
    });
    let plots = [
        plot(
            "Latency of a move (ms, by powers of ten)",
            Scale::Powers,
            &seconds,
            &[
                ("p50", Box::new(|line| measured(line, line.latency.p50))),
                ("p99", Box::new(|line| measured(line, line.latency.p99))),
                ("p99.9", Box::new(|line| measured(line, line.latency.p999))),
            ],
        ),
        even("Moves a second", &seconds, |line| Some(line.moves as f64)),
        even("Messages to clients a second", &seconds, |line| Some(line.frames as f64)),
        even("Connected clients", &seconds, |line| Some(line.connected as f64)),
        plot("Refused commands a second, by code", Scale::Even, &seconds, &refused.collect::<Vec<_>>()),
        even("CPU of the server (cores)", &seconds, |line| line.cpu),
        even("Memory of the server (MiB)", &seconds, |line| line.memory.map(mebibytes)),
    ];
    let mut page = String::from(HEAD);
    let verdict =
        if report.is_good() { "All promises and thresholds were kept." } else { "This run failed." };
    let class = class(report.is_good());
    let _ = write!(page, "<h1>Parlour under load</h1><p><strong class=\"{class}\">{verdict}</strong></p>");
    let begun = httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_secs(report.started));
    let _ = write!(page, "<p>Begun {begun}.</p>");
    if let Some(after) = report.ended_early {
        let _ =
            write!(page, "<p>It was ended early, after {after:.1} s of {} s.</p>", report.scenario.seconds);
    }
    page.push_str(&list("Missed thresholds", &report.missed));
    page.push_str(&thresholds(report));
    page.push_str(&numbers(report));
    let _ = write!(page, "<div class=\"plots\">{}</div>", plots.into_iter().flatten().collect::<String>());
    page.push_str(&list("Violations", &report.violations));
    let scenario = serde_json::to_string_pretty(&report.scenario).expect("a scenario is plain data");
    let _ = writeln!(page, "<h2>Scenario</h2><pre>{}</pre></body></html>", escape(&scenario));
    page
}

const HEAD: &str = concat!(
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Parlour under load</title>",
    "<meta name=\"viewport\" content=\"width=device-width\"><style>",
    include_str!("page.css"),
    "</style></head><body>"
);

fn class(is_good: bool) -> &'static str {
    if is_good { "good" } else { "bad" }
}

/// What the scenario wanted, and what came of it; nothing when it wanted nothing.
fn thresholds(report: &Report) -> String {
    let row = |judged: Judged| {
        let Judged { name, wanted, value, kept } = judged;
        let (class, value) = (class(kept), short(value));
        format!("<tr><td>{name}</td><td>{wanted}</td><td class=\"{class}\">{value}</td></tr>")
    };
    let rows: String = judge(&report.scenario, &report.plateau).into_iter().map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    format!("<h2>Thresholds</h2><table><tr><th></th><th>wanted</th><th>measured</th></tr>{rows}</table>")
}

/// A number with as many digits as say something.
fn short(value: f64) -> String {
    let digits = match value.abs() {
        10.0.. => return format!("{value:.0}"),
        1.0.. => 1,
        _ => 4,
    };
    format!("{value:.digits$}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / MEBIBYTE
}

const MEBIBYTE: f64 = (1 << 20) as f64;

/// The numbers of the plateau.
fn numbers(report: &Report) -> String {
    let plateau = &report.plateau;
    let mut rows = vec![
        ("Seconds after the ramp".to_owned(), plateau.seconds.to_string()),
        ("Moves".to_owned(), plateau.moves.to_string()),
        ("Moves a second".to_owned(), format!("{:.1}", plateau.moves_per_second)),
        ("Messages a second".to_owned(), format!("{:.1}", plateau.frames_per_second)),
        ("Latency p50 (ms)".to_owned(), format!("{:.2}", plateau.latency.p50)),
        ("Latency p90 (ms)".to_owned(), format!("{:.2}", plateau.latency.p90)),
        ("Latency p99 (ms)".to_owned(), format!("{:.2}", plateau.latency.p99)),
        ("Latency p99.9 (ms)".to_owned(), format!("{:.2}", plateau.latency.p999)),
        ("Latency, longest (ms)".to_owned(), format!("{:.2}", plateau.latency.max)),
        ("Matches played to the end".to_owned(), plateau.matches.to_string()),
        ("Connections lost / resumed".to_owned(), format!("{} / {}", plateau.lost, plateau.resumed)),
        ("Answers to clients that cause trouble".to_owned(), plateau.trouble.to_string()),
    ];
    let mut tell = |name: &str, value: Option<f64>| {
        rows.extend(value.map(|value| (name.to_owned(), format!("{value:.2}"))));
    };
    tell("CPU of the server (cores)", plateau.cores);
    tell("CPU of the server for 100,000 moves (s)", plateau.cpu_per_100_000_moves);
    tell("Memory of the server, at most (MiB)", plateau.memory.map(mebibytes));
    tell("Its growth in the second half (MiB an hour)", plateau.memory_slope.map(|slope| slope / MEBIBYTE));
    tell("CPU of the load tester (cores)", plateau.own_cores);
    tell("Lag of the load tester, p99 (ms)", Some(plateau.own_lag_ms));
    tell("Refused commands (%)", Some(plateau.error_share * 100.0));
    rows.extend(plateau.errors.iter().map(|(code, count)| (format!("Refused: {code}"), count.to_string())));
    let cells =
        rows.iter().map(|(name, value)| format!("<tr><td>{}</td><td>{value}</td></tr>", escape(name)));
    let what = "The time after the ramp, in which all rooms have arrived. A move's latency counts from when it was due.";
    format!("<h2>Plateau</h2><p>{what}</p><table>{}</table>", cells.collect::<String>())
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

/// A plot of one curve.
fn even(title: &str, seconds: &[&Line], curve: impl Fn(&Line) -> Option<f64>) -> Option<String> {
    plot(title, Scale::Even, seconds, &[("", Box::new(curve))])
}

/// A plot of curves over the seconds; none when no curve has two points.
fn plot(title: &str, scale: Scale, seconds: &[&Line], curves: &[Curve<'_>]) -> Option<String> {
    let place = |value: f64| match scale {
        Scale::Even => value,
        // A latency is a microsecond at least.
        Scale::Powers => value.max(1e-3).log10(),
    };
    let points = |curve: &dyn Fn(&Line) -> Option<f64>| -> Vec<(f64, f64)> {
        seconds.iter().filter_map(|line| curve(line).map(|value| (line.at as f64, place(value)))).collect()
    };
    let curves: Vec<_> = curves.iter().map(|(name, curve)| (*name, points(curve))).collect();
    if curves.iter().all(|(_, points)| points.len() < 2) {
        return None;
    }
    let values = || curves.iter().flat_map(|(_, points)| points.iter().map(|point| point.1));
    let top = values().fold(f64::MIN, f64::max);
    let range = match scale {
        Scale::Even => 0.0..top.max(1e-9) * 1.1,
        Scale::Powers => {
            let bottom = values().fold(f64::MAX, f64::min).floor();
            bottom..top.ceil().max(bottom + 1.0)
        }
    };
    let colours = COLOURS.iter().cycle();
    let names = curves.iter().zip(colours.clone()).filter(|((name, _), _)| !name.is_empty());
    let names = names.map(|((name, _), RGBColor(red, green, blue))| {
        format!("<span style=\"color:#{red:02x}{green:02x}{blue:02x}\">&#9632; {}</span>", escape(name))
    });
    let names: String = names.collect();
    let caption = if names.is_empty() { names } else { format!("<figcaption>{names}</figcaption>") };
    let mut svg = String::new();
    let last = seconds.last().map_or(1.0, |line| line.at as f64).max(1.0);
    let curves = curves.into_iter().zip(colours).map(|((_, points), colour)| (*colour, points));
    draw(&mut svg, scale, last, range, curves).expect("a text takes what is drawn");
    Some(format!("<section><h2>{title}</h2><figure>{caption}{svg}</figure></section>"))
}

fn draw(
    svg: &mut String,
    scale: Scale,
    last: f64,
    range: std::ops::Range<f64>,
    curves: impl Iterator<Item = (RGBColor, Vec<(f64, f64)>)>,
) -> Result<(), Box<dyn std::error::Error>> {
    let value = |place: &f64| match scale {
        Scale::Even => short(*place),
        // Between two powers there is a line without a number.
        Scale::Powers if place.fract().abs() > 1e-6 => String::new(),
        Scale::Powers => short(10_f64.powf(place.round())),
    };
    let area = SVGBackend::with_string(svg, (480, 220)).into_drawing_area();
    let mut chart = ChartBuilder::on(&area)
        .margin(4)
        .margin_top(10)
        .margin_right(20)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..last, range)
        .map_err(|error| error.to_string())?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 15))
        .x_labels(8)
        .y_labels(6)
        .x_label_formatter(&|second| short(*second))
        .y_label_formatter(&value)
        .x_desc("seconds")
        .draw()
        .map_err(|error| error.to_string())?;
    for (colour, points) in curves {
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))
            .map_err(|error| error.to_string())?;
    }
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
        let scenario = "rooms = 1\nseconds = 2\nthresholds = { p50_ms = 0.5, error_share = 0.1 }";
        let scenario = crate::Scenario::read(scenario).unwrap();
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
        assert!(page.contains("&#9632; &lt;b&gt;"), "refusals are told by code");
        for row in [
            "<td>p50_ms</td><td>at most 0.5</td><td class=\"bad\">1</td>",
            "<td>error_share</td><td>at most 0.1</td><td class=\"good\">0</td>",
        ] {
            assert!(page.contains(row), "{row}");
        }
    }
}

//! `parlour load`: how it ends by itself and when it is told to stop, and what it compares.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

use crate::{parlour, serve, server, shown, text_of};

/// Longer than any test waits.
const SCENARIO: &str = "rooms = 2\nseconds = 3600\nthink = { min_ms = 5, max_ms = 10 }\n";

/// A load test on a server, with its progress and the place of its report.
struct Run {
    child: Child,
    progress: BufReader<ChildStderr>,
    folder: tempfile::TempDir,
}

impl Run {
    /// Begins one, and waits until moves are played.
    fn begin(server: &server::Server) -> Run {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("scenario.toml"), SCENARIO).expect("a temporary file");
        let mut child = parlour(&["load", text_of(&path("scenario.toml")), "--url", &server.url()])
            .args(["--json", text_of(&path("report.json")), "--html", text_of(&path("report.html"))])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let progress = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut run = Run { child, progress, folder };
        run.hear(" moves/s");
        run
    }

    /// Waits for a line of its progress.
    fn hear(&mut self, part: &str) {
        let heard = self.progress.by_ref().lines().any(|line| line.expect("a line of text").contains(part));
        assert!(heard, "it ended before it said {part:?}");
    }

    fn written(&self, name: &str) -> Option<String> {
        fs::read_to_string(Path::new(self.folder.path()).join(name)).ok()
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to a child of this test.
fn signal(name: &str, child: &Child) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.expect("kill is there").success());
}

#[test]
fn a_run_that_is_told_to_stop_leaves_in_order_and_reports() {
    let server = serve();
    for told in ["-INT", "-TERM"] {
        let mut run = Run::begin(&server);
        signal(told, &run.child);
        let status = run.child.wait().expect("it ends");
        let mut said = String::new();
        let out = run.child.stdout.as_mut().expect("it is piped");
        out.read_to_string(&mut said).expect("the summary is text");
        assert_eq!(status.code(), Some(130), "{told}: {said}");
        assert!(said.contains("\nended early, after ") && said.ends_with(" of 3600 s\ngood\n"), "{said}");
        let report: parlour_load::Report =
            serde_json::from_str(&run.written("report.json").expect("the report")).expect("a report");
        let after = report.ended_early.expect("it was ended early");
        assert!((1.0..60.0).contains(&after), "{after}");
        assert_eq!(report.plateau.seconds, after as u64);
        assert!(report.plateau.moves > 0);
        assert_eq!(report.seconds.last().expect("a second").connected, 0, "all have left");
        assert!(run.written("report.html").expect("the page").contains("ended early"));
    }
}

#[test]
fn a_run_that_is_told_twice_ends_at_once() {
    let server = serve();
    let mut run = Run::begin(&server);
    // Nobody is answered any more, so nobody can leave.
    signal("-STOP", &server.child);
    signal("-INT", &run.child);
    run.hear("ending early");
    signal("-INT", &run.child);
    assert_eq!(run.child.wait().expect("it ends").code(), Some(130));
    assert_eq!((run.written("report.json"), run.written("report.html")), (None, None));
    let mut out = run.child.stdout.take().expect("it is piped");
    let mut said = Vec::new();
    out.read_to_end(&mut said).expect("nothing is read");
    assert_eq!(shown(&said), "");
}

/// The exit status says whether a deployment may go on, and two reports are set side by side.
#[test]
fn a_run_ends_as_its_thresholds_say() {
    let server = serve();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| text_of(&folder.path().join(name)).to_owned();
    let play = |url: &str, threshold: &str, report: &str| {
        let text = format!("rooms = 1\nseconds = 2.1\n{threshold}\n");
        fs::write(path("scenario.toml"), text).expect("a temporary file");
        parlour(&["load", &path("scenario.toml"), "--url", url, "--json", &path(report)])
            .output()
            .expect("the binary starts")
    };
    let kept = play(&server.url(), "thresholds = { moves_per_second = 1 }", "a.json");
    assert_eq!(kept.status.code(), Some(0), "{}", shown(&kept.stdout));
    assert!(shown(&kept.stdout).ends_with("\ngood\n"));
    let missed = play(&server.url(), "thresholds = { moves_per_second = 1e9 }", "b.json");
    assert_eq!(missed.status.code(), Some(1), "{}", shown(&missed.stdout));
    assert!(shown(&missed.stdout).contains("\nMISSED moves_per_second is "));
    for (url, report) in [("ws://127.0.0.1:1/ws", "c.json"), (server.url().as_str(), "nowhere/c.json")] {
        assert_eq!(play(url, "", report).status.code(), Some(2), "{url} {report}");
    }
    let compared = parlour(&["load", "compare", &path("a.json"), &path("b.json")]).output();
    let compared = compared.expect("the binary starts");
    let table = shown(&compared.stdout);
    assert_eq!(compared.status.code(), Some(0), "{table}");
    let row = table.lines().find(|line| line.starts_with("moves a second")).expect("a row of the rates");
    let [a, b, ratio] =
        row.split_whitespace().skip(3).map(|cell| cell.parse().expect("a number")).collect::<Vec<f64>>()[..]
    else {
        panic!("{row}");
    };
    assert!(a > 0.0 && (b / a - ratio).abs() < 0.01, "{row}");
    assert!(table.contains("The scenarios differ") && table.ends_with("\nB failed.\n"), "{table}");
    assert_eq!(
        parlour(&["load", "compare", &path("a.json"), &path("c.json")])
            .output()
            .expect("it starts")
            .status
            .code(),
        Some(2)
    );
}

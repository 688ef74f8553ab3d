//! The binary itself: what each command prints, and with which status it ends.

mod load;
mod server;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use parlour_client::{Client, Options};
use parlour_engine::{GameKind, Length, Seat, Variant, rummikub, tichu};
use parlour_protocol::{Command as Ask, Create, Invite, Outcome, RoomId};

use server::Server;

fn parlour(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    parlour(arguments).output().expect("the binary starts")
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The golden transcripts of both games.
fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/transcripts");
    let inside = |folder: PathBuf| {
        let entries = fs::read_dir(folder).expect("the transcripts are there");
        entries.map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>()
    };
    let mut files: Vec<PathBuf> = inside(folder).into_iter().flat_map(inside).collect();
    files.sort();
    files
}

fn text_of(path: &Path) -> &str {
    path.to_str().expect("a path of plain letters")
}

#[test]
fn golden_transcripts_replay_without_a_difference() {
    let files = transcripts();
    assert!(files.len() > 60, "only {} transcripts", files.len());
    for file in files {
        let output = run(&["replay", text_of(&file)]);
        assert_eq!(output.status.code(), Some(0), "{}: {}", file.display(), shown(&output.stderr));
        assert!(!shown(&output.stdout).contains("the file says otherwise"), "{}", file.display());
    }
}

/// Who reads the documents knows what can be asked for.
#[test]
fn the_documents_name_every_option() {
    for (command, document) in
        [("load", include_str!("../../../docs/load.md")), ("serve", include_str!("../../../docs/deploy.md"))]
    {
        let help = shown(&run(&[command, "--help"]).stdout);
        let words = help.split([' ', ',', '\n']).filter(|word| word.starts_with("--") && *word != "--help");
        let options: Vec<&str> = words.collect();
        assert!(options.len() >= 3, "{help}");
        for option in options {
            assert!(document.contains(&format!("`{option}")), "{command} {option}");
        }
    }
}

/// What a replay of a text ends with, and what it prints.
fn replay(text: &str) -> (Option<i32>, String, String) {
    on_a_file("replay", text)
}

/// What a command on a file with this text ends with, and what it prints.
fn on_a_file(command: &str, text: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("match.txt");
    fs::write(&file, text).expect("a temporary file");
    let output = run(&[command, text_of(&file)]);
    (output.status.code(), shown(&output.stdout), shown(&output.stderr))
}

/// Every deal and reshuffle is recomputed; a lie is found in its round, and in no other before.
#[test]
fn a_transcript_is_verified_round_by_round() {
    let file = transcripts().into_iter().find(|file| file.ends_with("r02-fair-deals.txt"));
    let text = fs::read_to_string(file.expect("a transcript of shuffles")).expect("a transcript");
    let (status, said, _) = on_a_file("verify", &text);
    assert_eq!(status, Some(0), "{said}");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() == 3 && lines.iter().all(|line| line.contains(": fair; commitment ")), "{said}");
    assert!(lines[1].ends_with("nonces of seats: 0; withheld by seats: 1"), "{said}");
    // The tile on top of the pool after the second reshuffle of the last round is exchanged with another.
    let reshuffled = text.rfind("reshuffled").expect("a pool was renewed");
    let taken = reshuffled + text[reshuffled..].find("pool ").expect("a tile was taken");
    let joker =
        format!("{}pool J{}", &text[..taken], &text[taken + text[taken..].find('\n').expect("a line")..]);
    let other_secret = text.replacen("* secret 1", "* secret 2", 1);
    assert_ne!(other_secret, text);
    for (lie, round, reason) in
        [(joker, 3, "does not follow from the shuffle"), (other_secret, 1, "commitment")]
    {
        let (status, said, _) = on_a_file("verify", &lie);
        assert_eq!(status, Some(1), "{said}");
        for (line, number) in said.lines().zip(1..=round) {
            let fails = line.starts_with(&format!("round {number}: FAILS")) && line.contains(reason);
            assert_eq!(fails, number == round, "{said}");
        }
    }
    for (text, status) in [("game tichu\n", 2), ("game chess\n", 2), ("game tichu\n> deal 00\n", 2)] {
        assert_eq!(on_a_file("verify", text).0, Some(status), "{text}");
    }
    let uncommitted = format!("game tichu\n> deal {}\n", "00".repeat(32));
    assert_eq!(on_a_file("verify", &uncommitted).0, Some(1));
}

#[test]
fn a_changed_transcript_is_shown_with_its_difference() {
    let golden = fs::read_to_string(&transcripts()[0]).expect("a transcript");
    let number = golden.lines().position(|line| line.starts_with("took ") || line.starts_with("threw "));
    let number = number.expect("somebody takes or throws");
    let changed: Vec<&str> = golden
        .lines()
        .enumerate()
        .map(|(at, line)| if at == number { "timed_out 0" } else { line })
        .collect();
    let (status, out, _) = replay(&changed.join("\n"));
    assert_eq!(status, Some(1));
    let truth = golden.lines().nth(number).expect("the line is there");
    assert!(out.contains(truth) && out.contains("the file says otherwise"), "{out}");
    assert!(out.contains("#   timed_out 0"), "{out}");
}

#[test]
fn what_is_no_transcript_is_refused_with_its_line() {
    for (text, line) in [
        ("chess\n", "line 1"),
        ("game rummikub\nvariant seats=9\n", "line 2"),
        ("game tichu\n> deal 12\n", "line 2"),
        ("game rummikub\n> timeout\n! round_over\n> 0 fly\n", "line 4"),
    ] {
        let (status, out, error) = replay(text);
        assert_eq!(status, Some(2), "{text:?}: {error}");
        assert!(out.is_empty() && error.contains(line), "{text:?}: {error}");
    }
    assert_eq!(run(&["replay", "/nowhere/match.txt"]).status.code(), Some(2));
    assert_eq!(run(&["dance"]).status.code(), Some(2));
}

/// A server whose bots do not think, and that keeps nothing.
fn serve() -> Server {
    Server::start(
        parlour(&["serve", "--listen", "127.0.0.1:0"])
            .env("PARLOUR_ROOMS__BOT_THINK_MS", "0")
            .env("PARLOUR_SERVER__LOG", "error")
            .env("PARLOUR_SERVER__DRAIN_SECONDS", "0")
            .env("PARLOUR_JOURNAL__DURABILITY", "memory"),
    )
}

#[test]
fn serve_prints_its_address_and_stops_when_it_is_told() {
    let mut server = serve();
    let mut stream = std::net::TcpStream::connect(&server.address).expect("it listens there");
    std::io::Write::write_all(&mut stream, b"GET /healthz HTTP/1.0\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.0 200") || answer.starts_with("HTTP/1.1 200"), "{answer}");
    server.terminate();
    let status = server.child.wait().expect("it ends");
    assert_eq!(status.code(), Some(0), "it stops in order");
}

#[test]
fn serve_says_what_is_wrong_with_its_configuration() {
    let output = parlour(&["serve"]).env("PARLOUR_ROOMS__BOT_THINK_MS", "soon").output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(shown(&output.stderr).contains("configuration"), "{}", shown(&output.stderr));
}

/// Opens a room in which bots have every seat but the first.
async fn room_with_bots(client: &mut Client, variant: Variant) -> (RoomId, Invite) {
    let seats = variant.seats();
    let opened = client.ask(Ask::Create(Create::of(variant))).await;
    let Ok(Outcome::Ok { room: Some(room), invite: Some(invite), .. }) = opened else {
        panic!("no room: {opened:?}");
    };
    for seat in Seat::all(seats).skip(1) {
        client.ask(Ask::Bot { room, seat }).await.expect("the host may");
    }
    (room, invite)
}

#[tokio::test]
async fn bot_plays_a_match_against_bots() {
    let server = serve();
    let mut host = Client::connect(&server.url(), Options::default()).await.expect("the server is open");
    let games = [
        Variant::Rummikub(rummikub::Variant { length: Length::Rounds(1), ..rummikub::Variant::default() }),
        Variant::Tichu(tichu::Variant {
            length: Length::Rounds(1),
            bomb_window_ms: 2,
            ..tichu::Variant::default()
        }),
    ];
    for variant in games {
        let game = variant.game();
        let (room, invite) = room_with_bots(&mut host, variant).await;
        let wrong = if game == GameKind::Tichu { GameKind::Rummikub } else { GameKind::Tichu };
        let bot = |game: GameKind| {
            let arguments =
                ["bot", "--url", &server.url(), "--room", &invite.to_string(), "--game", game.name()]
                    .map(str::to_owned);
            let play = move || run(&arguments.each_ref().map(String::as_str));
            tokio::time::timeout(Duration::from_secs(60), tokio::task::spawn_blocking(play))
        };
        let refused = bot(wrong).await.expect("it ends").expect("it does not panic");
        assert_eq!(refused.status.code(), Some(2), "{}", shown(&refused.stderr));
        assert!(shown(&refused.stderr).contains("the room plays"), "{}", shown(&refused.stderr));
        let played = bot(game).await.expect("it ends").expect("it does not panic");
        assert_eq!(played.status.code(), Some(0), "{}", shown(&played.stderr));
        assert!(shown(&played.stdout).starts_with("match 1 is over: "), "{}", shown(&played.stdout));
        host.ask(Ask::Leave { room }).await.expect("the host leaves");
    }
}

/// Without limits a server is for this machine alone.
#[test]
fn dev_is_refused_on_an_address_that_others_reach() {
    let output = run(&["serve", "--dev", "--listen", "0.0.0.0:0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(shown(&output.stderr).contains("loopback"), "{}", shown(&output.stderr));
}

/// What `parlour referee` prints to these lines, and with which status it ends.
fn referee(question: &str, lines: &str) -> (Option<i32>, String) {
    let mut child = parlour(&["referee", question])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut input = child.stdin.take().expect("it is piped");
    std::io::Write::write_all(&mut input, lines.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), shown(&output.stdout))
}

#[test]
fn referee_answers_each_line_and_ends_with_1_after_a_bad_one() {
    for (question, lines, answers) in [
        ("rummikub", "R5 J R7\nR5 J R8\n", "valid run\ninvalid gap\n"),
        ("tichu", "6 J\n2 D", "legal\nillegal dog_only_as_lead\n"),
        ("tichu-plays", "5j P|6|-", "plays 1 : P : pass\n"),
        (
            "rummikub-hand",
            "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 K13\n",
            "deadwood 13 : R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 / K13\n",
        ),
    ] {
        assert_eq!(referee(question, lines), (Some(0), answers.to_owned()), "{question}");
    }
    let (status, out) = referee("rummikub", "R5 J R14\nR5 J R7\n");
    assert_eq!((status, out.as_str()), (Some(1), "error bad_tile\nvalid run\n"));
    assert_eq!(run(&["referee", "chess"]).status.code(), Some(2));
}

#[test]
fn the_log_is_json_that_names_commands_and_no_secrets() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = parlour(&["serve", "--listen", "127.0.0.1:0"]);
    command
        .current_dir(&folder)
        .env("PARLOUR_JOURNAL__DURABILITY", "memory")
        .env("PARLOUR_SERVER__DRAIN_SECONDS", "0")
        .env("PARLOUR_SERVER__LOG_FORMAT", "json")
        .env("PARLOUR_SERVER__LOG", "info,parlour_server=debug")
        .stderr(Stdio::piped());
    let mut server = Server::start(&mut command);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (token, invite) = runtime.block_on(async {
        let options = Options { name: Some("Ada".to_owned()), ..Options::default() };
        let mut ada = Client::connect(&server.url(), options).await.expect("the server is open");
        let variant = Variant::Tichu(tichu::Variant::default());
        let Ok(Outcome::Ok { room: Some(room), invite: Some(invite), .. }) =
            ada.ask(Ask::Create(Create::of(variant))).await
        else {
            panic!("no room");
        };
        let text = "A word among us".to_owned();
        ada.ask(Ask::Chat { room, text }).await.expect("the host may speak");
        ada.ask(Ask::Start { room }).await.expect_err("seats are free");
        (ada.token().expect("a new player has one").to_string(), invite.to_string())
    });
    server.terminate();
    let mut log = String::new();
    server.child.stderr.take().expect("it is piped").read_to_string(&mut log).expect("the log is text");
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let refused = lines.iter().find(|line| line["message"] == "refused").expect("a seat is free");
    let spans: Vec<&str> =
        refused["spans"].as_array().expect("spans").iter().filter_map(|span| span["name"].as_str()).collect();
    assert_eq!((spans, &refused["asked"]), (vec!["connection", "command", "room"], &"Start".into()));
    for secret in [token.as_str(), invite.as_str(), "A word", "Ada"] {
        assert!(!log.contains(secret), "{secret}");
    }
}

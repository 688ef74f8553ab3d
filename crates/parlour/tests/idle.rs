//! What connections and rooms cost a server: memory of ten thousand connections, with and without a seat, of rooms in which
//! a match is played, and the processor's time until somebody is seated.
//!
//! `ulimit -n 20000; cargo test --release -p parlour --test idle -- --ignored --nocapture --test-threads 1` prints it.

mod server;

use std::fs;
use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use server::Server;
use tempfile::TempDir;

const CONNECTIONS: usize = 10_000;

/// The most that an idle connection may cost, in bytes; what one with a seat may, with its share of the room; and what a room
/// with a running match and its players' connections may.
const MOST: usize = 3 * 1024;
const MOST_SEATED: usize = 7 * 1024;
const MOST_OF_ROOM: usize = 64 * 1024;

/// Rooms with a running match.
const ROOMS: usize = 500;

/// How long is played before memory is looked at: long enough that all that is bounded is full.
const PLAYED: Duration = Duration::from_secs(60);

/// A server whose journal is not in its memory.
fn serve(folder: &TempDir) -> Server {
    Server::start(
        Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(["serve", "--dev", "--listen", "127.0.0.1:0"])
            .env("PARLOUR_SERVER__LOG", "error")
            .env("PARLOUR_JOURNAL__FOLDER", folder.path())
            .env("PARLOUR_JOURNAL__DURABILITY", "os"),
    )
}

/// The memory of a process in use, in bytes.
fn resident(process: u32) -> usize {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("this is Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("the kernel tells it");
    let kibibytes = line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number");
    kibibytes * 1024
}

/// The time that a process spent on processors, its own and the kernel's for it.
fn spent(process: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).expect("this is Linux");
    let (_, fields) = stat.rsplit_once(')').expect("the name is in brackets");
    let ticks: u64 =
        fields.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>().expect("a number")).sum();
    // The kernel counts in hundredths of a second wherever Rust's targets run on Linux.
    Duration::from_millis(ticks * 10)
}

/// A client that says one thing after the other.
struct Client {
    stream: BufReader<TcpStream>,
    id: u64,
}

impl Client {
    /// A socket on which hello was said and answered.
    fn enter(address: &str, number: usize) -> Client {
        let stream = TcpStream::connect(address).expect("the server takes connections");
        stream.set_nodelay(true).expect("a socket can send at once");
        let mut client = Client { stream: BufReader::with_capacity(1024, stream), id: 0 };
        let request = "GET /ws HTTP/1.1\r\nhost: parlour\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
            sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        client.stream.get_mut().write_all(request.as_bytes()).expect("the server reads");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(client.take::<1>()[0]);
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        let hello = format!(r#""type":"hello","protocol":{{"min":1,"max":1}},"name":"Idle {number}""#);
        client.ask(&hello);
        client
    }

    fn take<const BYTES: usize>(&mut self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        self.stream.read_exact(&mut bytes).expect("the server answers");
        bytes
    }

    /// Sends a command and waits for its answer.
    fn ask(&mut self, command: &str) -> Value {
        self.id += 1;
        let text = format!(r#"{{"id":{},{command}}}"#, self.id);
        let length = u8::try_from(text.len()).expect("a short text");
        let mut frame = vec![0x81];
        match length {
            0..126 => frame.push(0x80 | length),
            _ => frame.extend([0x80 | 126, 0, length]),
        }
        // A mask of zeros changes nothing.
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.stream.get_mut().write_all(&frame).expect("the server reads");
        loop {
            let [kind, length] = self.take();
            let length = match length {
                126 => usize::from(u16::from_be_bytes(self.take())),
                127 => usize::try_from(u64::from_be_bytes(self.take())).expect("a length"),
                length => length.into(),
            };
            let mut text = vec![0; length];
            self.stream.read_exact(&mut text).expect("the whole frame");
            if kind != 0x81 {
                continue;
            }
            let message: Value = serde_json::from_slice(&text).expect("JSON");
            if message["re"] == self.id {
                assert_ne!(message["type"], "error", "{message}");
                return message;
            }
        }
    }

    /// Sits down in a room.
    fn sit(&mut self, room: &str, seat: usize) {
        self.ask(&format!(r#""type":"sit","room":"{room}","seat":{seat}"#));
    }
}

/// Lets `open` make connections to a fresh server, and looks at what each of them costs it.
fn check(what: &str, until: &str, most: usize, open: impl FnOnce(&str) -> Vec<Client>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let server = serve(&folder);
    let process = server.child.id();
    let (before, time) = (resident(process), spent(process));
    let idle = open(&server.address);
    let (after, time) = (resident(process), spent(process) - time);
    let each = (after - before) / idle.len();
    eprintln!(
        "{CONNECTIONS} {what}: {before} bytes before, {after} bytes with them, {each} bytes each; {:?} to {until}",
        time / u32::try_from(idle.len()).expect("there are ten thousand")
    );
    assert!(each < most, "{each} bytes");
}

#[test]
#[ignore = "it opens ten thousand connections, and needs as many file descriptors"]
fn an_idle_connection_costs_less_than_3_kib() {
    check("idle connections", "connect and say hello", MOST, |address| {
        (0..CONNECTIONS).map(|number| Client::enter(address, number)).collect()
    });
}

#[test]
#[ignore = "it opens ten thousand connections, and needs as many file descriptors"]
fn an_idle_seated_connection_costs_less_than_7_kib() {
    check("seated connections and their rooms", "connect, say hello, join and sit", MOST_SEATED, |address| {
        let mut idle = Vec::new();
        while idle.len() < CONNECTIONS {
            let mut host = Client::enter(address, idle.len());
            let opened = host.ask(r#""type":"create","variant":{"game":"tichu"}"#);
            let room = opened["room"].as_str().expect("a room").to_owned();
            let invite = opened["invite"].as_str().expect("an invite").to_owned();
            host.sit(&room, 0);
            idle.push(host);
            for seat in 1..4 {
                let mut guest = Client::enter(address, idle.len());
                guest.ask(&format!(r#""type":"join","room":"{room}","invite":"{invite}""#));
                guest.sit(&room, seat);
                idle.push(guest);
            }
        }
        idle
    });
}

#[test]
#[ignore = "it plays for a minute"]
fn a_running_room_with_its_players_costs_less_than_64_kib() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let server = serve(&folder);
    let process = server.child.id();
    let before = resident(process);
    let scenario = folder.path().join("rooms.toml");
    let text = format!(
        "rooms = {ROOMS}\nseconds = {}\nramp = 5\ngames = {{ tichu = 1, rummikub = 1 }}\n\
        think = {{ min_ms = 200, max_ms = 600 }}\n",
        PLAYED.as_secs() + 20
    );
    fs::write(&scenario, text).expect("a file");
    let mut load = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .arg("load")
        .arg(&scenario)
        .args(["--url", &server.url()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    // What is looked at is a server in the middle of its work, and no event says when that is.
    thread::sleep(PLAYED);
    let after = resident(process);
    load.kill().expect("it still runs");
    load.wait().expect("it ends");
    let each = (after - before) / ROOMS;
    eprintln!(
        "{ROOMS} running rooms: {before} bytes before, {after} bytes with them, {each} bytes each with their players' connections"
    );
    assert!(each < MOST_OF_ROOM, "{each} bytes");
}

//! What idle connections cost: the memory of a server with ten thousand of them.
//!
//! `ulimit -n 20000; cargo test -p parlour --test idle -- --ignored --nocapture` prints it.

mod server;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;

use server::Server;

const CONNECTIONS: usize = 10_000;

/// The most that an idle connection may cost, in bytes.
const MOST: usize = 8 * 1024;

/// The memory of a process in use, in bytes.
fn resident(process: u32) -> usize {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("this is Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("the kernel tells it");
    let kibibytes = line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number");
    kibibytes * 1024
}

/// A socket on which hello was said and answered.
fn enter(address: &str, number: usize) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("the server takes connections");
    stream.set_nodelay(true).expect("a socket can send at once");
    let request = "GET /ws HTTP/1.1\r\nhost: parlour\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
        sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).expect("the server answers");
        head.push(byte[0]);
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    let hello = format!(r#"{{"id":1,"type":"hello","protocol":{{"min":1,"max":1}},"name":"Idle {number}"}}"#);
    let length = u8::try_from(hello.len()).expect("a short text");
    assert!(length < 126);
    stream.write_all(&[0x81, 0x80 | length, 0, 0, 0, 0]).expect("the server reads");
    stream.write_all(hello.as_bytes()).expect("the server reads");
    let mut welcome = [0; 4];
    stream.read_exact(&mut welcome).expect("a welcome");
    assert_eq!(welcome[0], 0x81, "a text");
    stream
}

#[test]
#[ignore = "it opens ten thousand connections, and needs as many file descriptors"]
fn an_idle_connection_costs_less_than_8_kib() {
    let server = Server::start(
        Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(["serve", "--dev", "--listen", "127.0.0.1:0"])
            .env("PARLOUR_SERVER__LOG", "error")
            .env("PARLOUR_JOURNAL__DURABILITY", "memory"),
    );
    let before = resident(server.child.id());
    let idle: Vec<TcpStream> = (0..CONNECTIONS).map(|number| enter(&server.address, number)).collect();
    let after = resident(server.child.id());
    let each = (after - before) / idle.len();
    eprintln!(
        "{CONNECTIONS} idle connections: {before} bytes before, {after} bytes with them, {each} bytes each"
    );
    assert!(each < MOST, "{each} bytes");
}

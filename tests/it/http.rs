//! What the server answers over HTTP beside the socket.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;

use parlour_tests::{House, in_time};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer: its status, its headers with names in lower case, its body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: BTreeMap<String, String>,
    body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

async fn get(house: &House, path: &str, headers: &str) -> Answer {
    ask_at(house.address, "GET", path, headers, "").await
}

/// Sends a request with these headers, each of which ends its line, and reads the answer.
pub(crate) async fn ask_at(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> Answer {
    let mut stream = TcpStream::connect(address).await.expect("the server is open");
    let length = if body.is_empty() { String::new() } else { format!("content-length: {}\r\n", body.len()) };
    let head =
        format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{length}{headers}\r\n");
    stream.write_all((head + body).as_bytes()).await.expect("the server reads");
    read(&mut stream).await
}

async fn read(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.expect("the server answers and hangs up");
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("headers end");
    let head = String::from_utf8(bytes[..end].to_vec()).expect("headers are text");
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).expect("a status line");
    Answer {
        status: status.parse().expect("a status"),
        headers: lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect(),
        body: bytes[end + 4..].to_vec(),
    }
}

#[tokio::test]
async fn fixed_addresses() {
    in_time(async {
        let house = House::open().await;
        for (path, status, kind, starts) in [
            ("/healthz", 200, "text/plain", "ok"),
            ("/readyz", 200, "text/plain", "ready"),
            ("/schema.json", 200, "application/schema+json", "{"),
            ("/ws", 426, "application/json", r#"{"code":"no_handshake","message":"#),
            ("/nothing", 404, "text/plain", "There is nothing here"),
            ("/assets/..%2f..%2fCargo.toml", 404, "text/plain", "There is nothing here"),
        ] {
            let answer = get(&house, path, "").await;
            assert_eq!(answer.status, status, "{path}");
            assert!(answer.header("content-type").starts_with(kind), "{path}: {:?}", answer.headers);
            assert!(answer.text().starts_with(starts), "{path}: {}", answer.text());
        }
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn the_schema_is_that_of_the_protocol() {
    in_time(async {
        let house = House::open().await;
        let schema: serde_json::Value =
            serde_json::from_slice(&get(&house, "/schema.json", "").await.body).expect("the schema is JSON");
        assert!(schema["properties"]["client"].is_object() && schema["properties"]["server"].is_object());
        house.close().await;
    })
    .await;
}

/// Every file of the built client; nothing to look at when it was not built.
#[tokio::test]
async fn the_web_client_is_served_safely() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web-client/dist");
    in_time(async {
        let house = House::open().await;
        let page = get(&house, "/", "").await;
        for (name, holds) in [
            ("content-security-policy", "default-src 'none'"),
            ("content-security-policy", "frame-ancestors 'none'"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
        ] {
            assert!(page.header(name).contains(holds), "{name}: {:?}", page.header(name));
        }
        assert!(!page.header("content-security-policy").contains("unsafe"));
        if !dist.join("index.html").exists() {
            assert_eq!(page.status, 503);
            return house.close().await;
        }
        assert_eq!(page.status, 200);
        assert_eq!(page.header("cache-control"), "no-cache");
        for entry in std::fs::read_dir(dist.join("assets")).expect("the build makes assets") {
            let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
            if name.ends_with(".br") || name.ends_with(".gz") {
                continue;
            }
            let path = format!("/assets/{name}");
            for (accept, encoding) in [("br, gzip", "br"), ("gzip", "gzip"), ("identity", "")] {
                let answer = get(&house, &path, &format!("accept-encoding: {accept}\r\n")).await;
                let exists = encoding.is_empty() || {
                    let ending = if encoding == "br" { "br" } else { "gz" };
                    dist.join("assets").join(format!("{name}.{ending}")).exists()
                };
                assert_eq!(answer.status, 200, "{path}");
                assert_eq!(answer.header("cache-control"), "public, max-age=31536000, immutable", "{path}");
                if exists {
                    assert_eq!(answer.header("content-encoding"), encoding, "{path} for {accept}");
                }
            }
            let first = get(&house, &path, "").await;
            let again = get(&house, &path, &format!("if-none-match: {}\r\n", first.header("etag"))).await;
            assert_eq!((again.status, again.body.len()), (304, 0), "{path} is known");
        }
        house.close().await;
    })
    .await;
}

/// Asks the referee over HTTP; the status and the body.
async fn ask(house: &House, question: &str, body: &str) -> (u16, Value) {
    let path = format!("/api/referee/{question}");
    let answer = ask_at(house.address, "POST", &path, "", body).await;
    assert_eq!(answer.header("content-type"), "application/json", "{question}");
    (answer.status, serde_json::from_slice(&answer.body).expect("JSON"))
}

#[tokio::test]
async fn the_referee_answers_line_by_line() {
    in_time(async {
        let house = House::open().await;
        let body = r#"{"lines":["R5 J R7","R5 J R8","R5 J R14"]}"#;
        let expected = json!({ "answers": [
            { "answer": "valid", "kind": "run", "joker": ["R6"] },
            { "answer": "invalid", "code": "gap" },
            { "answer": "error", "code": "bad_tile" },
        ] });
        assert_eq!(ask(&house, "rummikub", body).await, (200, expected));
        for (question, line, answer) in [
            ("tichu", "6 J", "legal"),
            ("tichu-plays", "5j P | 6 | -", "plays"),
            ("rummikub-hand", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 J O4", "complete"),
        ] {
            let (status, body) = ask(&house, question, &json!({ "lines": [line] }).to_string()).await;
            assert_eq!((status, &body["answers"][0]["answer"]), (200, &json!(answer)), "{body}");
        }
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn a_broken_body_is_malformed_and_not_too_long() {
    in_time(async {
        let house = House::open().await;
        let mut stream = TcpStream::connect(house.address).await.expect("the server is open");
        let request = "POST /api/referee/tichu HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
            transfer-encoding: chunked\r\n\r\nno length of a chunk\r\n";
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        let answer = read(&mut stream).await;
        let body: Value = serde_json::from_slice(&answer.body).expect("JSON");
        assert_eq!((answer.status, &body["code"]), (400, &json!("malformed")), "{body}");
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn the_referee_is_limited_in_size_and_rate() {
    in_time(async {
        let house = House::with(|config| config.limits.referee_per_minute = 12).await;
        let lines = |count: usize| json!({ "lines": vec!["-"; count] }).to_string();
        for (question, body, status, code) in [
            ("chess", lines(1), 404, "no_such_question"),
            ("tichu", String::new(), 400, "malformed"),
            ("tichu", "[]".to_owned(), 400, "malformed"),
            ("tichu", r#"{"lines":[7]}"#.to_owned(), 400, "malformed"),
            ("tichu", "x".repeat(64 * 1024 + 1), 413, "too_long"),
            ("tichu", lines(1_001), 413, "too_many_lines"),
            ("rummikub", lines(1_001), 413, "too_many_lines"),
            ("rummikub-hand", lines(21), 413, "too_many_lines"),
            ("tichu-plays", lines(11), 413, "too_many_lines"),
        ] {
            let (answered, body) = ask(&house, question, &body).await;
            assert_eq!((answered, &body["code"]), (status, &json!(code)), "{body}");
        }
        for (question, count) in
            [("tichu", 1_000), ("rummikub", 1_000), ("rummikub-hand", 20), ("tichu-plays", 10)]
        {
            let (status, body) = ask(&house, question, &lines(count)).await;
            assert_eq!((status, body["answers"].as_array().map(Vec::len)), (200, Some(count)), "{question}");
        }
        let (status, body) = ask(&house, "tichu", &lines(1)).await;
        assert_eq!((status, &body["code"]), (429, &json!("rate_limited")));
        assert!(body["retry_ms"].as_u64().is_some_and(|wait| wait <= 5_000), "{body}");
        house.close().await;
    })
    .await;
}

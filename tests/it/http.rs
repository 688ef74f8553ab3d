//! What the server answers over HTTP beside the socket.

use std::collections::BTreeMap;
use std::path::Path;

use parlour_tests::{House, in_time};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer: its status, its headers with names in lower case, its body.
struct Answer {
    status: u16,
    headers: BTreeMap<String, String>,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

async fn get(house: &House, path: &str, headers: &str) -> Answer {
    let mut stream = TcpStream::connect(house.address).await.expect("the server is open");
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.expect("the server reads");
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

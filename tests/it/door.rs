//! The door: who gets in, how many, and how long somebody may stand in it without asking anything.

use std::sync::Arc;

use parlour_client::{Client, Options};
use parlour_tests::{House, gather, in_time, play, rummikub};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{client_async, connect_async};

use crate::wire::Wire;

/// Sends bytes, and gives back all that comes until the server hangs up.
async fn tell(stream: &mut (impl AsyncRead + AsyncWrite + Unpin), bytes: &[u8]) -> String {
    // Who is refused at once may find the connection closed already.
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

const HEALTH: &[u8] = b"GET /healthz HTTP/1.1\r\nhost: parlour\r\nconnection: close\r\n\r\n";

/// Opens a socket as a proxy does for `client`; otherwise the status and the code of the refusal.
async fn open_for(house: &House, client: Option<&str>) -> Result<Wire, (u16, String)> {
    let mut request = house.url().into_client_request().expect("a request");
    if let Some(client) = client {
        request.headers_mut().insert("x-forwarded-for", client.parse().expect("a header"));
    }
    match connect_async(request).await {
        Ok((socket, _)) => Ok(Wire::over(socket)),
        Err(Error::Http(response)) => {
            let body = response.body().as_deref().unwrap_or_default();
            let body: Value = serde_json::from_slice(body).expect("the refusal is JSON");
            assert_eq!(body["retry_ms"].is_u64(), response.headers().contains_key("retry-after"));
            Err((response.status().as_u16(), body["code"].as_str().expect("a code").to_owned()))
        }
        Err(error) => panic!("{error}"),
    }
}

/// Connections that say nothing, half a head, or a head a byte at a time are closed, and a match goes on beside them.
#[tokio::test]
async fn who_asks_nothing_is_shown_out() {
    in_time(async {
        let house = House::with(|config| config.limits.head_seconds = 1).await;
        let (guests, spectator) = gather(&house, rummikub(2, 1)).await;
        let mut silent = Vec::new();
        for number in 0..300 {
            let mut stream = TcpStream::connect(house.address).await.expect("the server is open");
            let said: &[u8] = match number % 3 {
                0 => b"",
                1 => b"GET /ws HTTP/1.1\r\nhost: parlour\r\nx-slow: ",
                _ => b"G",
            };
            stream.write_all(said).await.expect("the server reads");
            silent.push(stream);
        }
        let (played, spectator) = play(guests, spectator, &[]).await;
        assert_eq!(spectator.totals().len(), 2, "the others play on");
        for mut stream in silent {
            let answer = tell(&mut stream, b"").await;
            assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
        }
        drop((played, spectator));
        house.close().await;
    })
    .await;
}

/// A connection that was answered and says nothing more does not stay either.
#[tokio::test]
async fn a_connection_that_is_kept_alive_is_not_kept_for_ever() {
    in_time(async {
        let house = House::with(|config| config.limits.head_seconds = 1).await;
        let mut stream = TcpStream::connect(house.address).await.expect("the server is open");
        let answer = tell(&mut stream, b"GET /healthz HTTP/1.1\r\nhost: parlour\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        house.close().await;
        let house = House::with(|config| config.limits.request_seconds = 0).await;
        let mut stream = TcpStream::connect(house.address).await.expect("the server is open");
        assert_eq!(tell(&mut stream, b"").await, "");
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn a_head_without_end_is_refused() {
    in_time(async {
        let house = House::open().await;
        let long = format!("GET /ws HTTP/1.1\r\nx: {}\r\n\r\n", "x".repeat(64 * 1024));
        let many = format!("GET /ws HTTP/1.1\r\n{}\r\n", "x: y\r\n".repeat(1_000));
        for head in [long, many] {
            let mut stream = TcpStream::connect(house.address).await.expect("the server is open");
            let answer = tell(&mut stream, head.as_bytes()).await;
            assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
        }
        let mut stream = TcpStream::connect(house.address).await.expect("the server is open");
        assert!(tell(&mut stream, HEALTH).await.starts_with("HTTP/1.1 200"));
        house.close().await;
    })
    .await;
}

/// Connections count before they have said anything; the one too many is told so, and room is made by one that leaves.
#[tokio::test]
async fn connections_of_an_address_are_counted() {
    in_time(async {
        let house = House::with(|config| config.limits.connections_per_address = 3).await;
        let silent = TcpStream::connect(house.address).await.expect("the server is open");
        let (first, _) = Wire::enter(&house, "Ada", json!({})).await;
        let second = Wire::open(&house).await;
        let mut fourth = TcpStream::connect(house.address).await.expect("the server is open");
        let refused = tell(&mut fourth, b"").await;
        assert!(
            refused.starts_with("HTTP/1.1 429") && refused.contains(r#""code":"too_many_connections""#),
            "{refused}"
        );
        drop(silent);
        // The server sees that it left when it reads its end, which is a matter of its own.
        let mut tries = 0;
        let third = loop {
            let mut stream = TcpStream::connect(house.address).await.expect("the server is open");
            let answer = tell(&mut stream, HEALTH).await;
            if answer.starts_with("HTTP/1.1 200") {
                break answer;
            }
            tries += 1;
            assert!(tries < 10_000, "{answer}");
        };
        assert!(third.contains("ok"));
        drop((first, second));
        house.close().await;
    })
    .await;
}

#[tokio::test]
async fn sockets_are_not_opened_at_speed() {
    in_time(async {
        let house = House::with(|config| config.limits.handshakes_per_minute = 2).await;
        let opened = [open_for(&house, None).await, open_for(&house, None).await];
        assert!(opened.iter().all(Result::is_ok));
        let refused = open_for(&house, Some("198.51.100.1")).await.err();
        assert_eq!(refused, Some((429, "rate_limited".to_owned())), "nobody is believed to be somebody else");
        let mut stream = TcpStream::connect(house.address).await.expect("the server is open");
        assert!(tell(&mut stream, HEALTH).await.starts_with("HTTP/1.1 200"), "pages are still served");
        drop(opened);
        house.close().await;
    })
    .await;
}

/// Behind a trusted proxy each client has limits of its own.
#[tokio::test]
async fn a_trusted_proxy_says_who_the_client_is() {
    in_time(async {
        let house = House::with(|config| {
            config.server.trusted_proxies = vec!["127.0.0.0/8".parse().expect("proxies")];
            config.limits.connections_per_address = 1;
            config.limits.failed_joins_per_minute = 1;
        })
        .await;
        let mut first = open_for(&house, Some("198.51.100.1")).await.expect("the first client");
        let mut second =
            open_for(&house, Some("203.0.113.5, 198.51.100.2")).await.expect("the second client");
        let again = open_for(&house, Some("198.51.100.2")).await.err();
        assert_eq!(
            again,
            Some((429, "too_many_connections".to_owned())),
            "the first word is the client's own"
        );
        for wire in [&mut first, &mut second] {
            let mut codes = Vec::new();
            wire.greet("Mallory", json!({})).await;
            for _ in 0..2 {
                let (answer, _) = wire.ask(json!({ "type": "join", "invite": "0000-0000-0000" })).await;
                codes.push(answer["code"].clone());
            }
            assert_eq!(codes, ["bad_invite", "rate_limited"]);
        }
        drop((first, second));
        house.close().await;
    })
    .await;
}

/// With a certificate the server speaks TLS, to browsers of pages and to sockets, and nothing else.
#[tokio::test]
async fn a_certificate_makes_it_tls() {
    in_time(async {
        let made =
            rcgen::generate_simple_self_signed(vec!["parlour.test".to_owned()]).expect("a certificate");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (certificate, key) = (folder.path().join("chain.pem"), folder.path().join("key.pem"));
        std::fs::write(&certificate, made.cert.pem()).expect("a temporary file");
        std::fs::write(&key, made.signing_key.serialize_pem()).expect("a temporary file");
        let house = House::with(|config| {
            (config.server.tls_certificate, config.server.tls_key) = (Some(certificate), Some(key));
            config.limits.head_seconds = 1;
        })
        .await;

        let mut roots = RootCertStore::empty();
        roots.add(made.cert.der().clone()).expect("a certificate");
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider knows them")
            .with_root_certificates(roots)
            .with_no_client_auth();
        let connector = TlsConnector::from(Arc::new(config));
        let connect = async || {
            let stream = TcpStream::connect(house.address).await.expect("the server is open");
            let name = ServerName::try_from("parlour.test").expect("a name");
            connector.connect(name, stream).await.expect("the certificate is trusted")
        };
        let answer = tell(&mut connect().await, HEALTH).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        let (socket, _) = client_async("wss://parlour.test/ws", connect().await).await.expect("a handshake");
        let mut wire = Wire::over(socket);
        wire.greet("Ada", json!({})).await;
        assert_eq!(wire.ask(json!({ "type": "ping" })).await.0["type"], "ok");

        let mut plain = TcpStream::connect(house.address).await.expect("the server is open");
        assert!(!tell(&mut plain, HEALTH).await.contains("200"));
        let mut silent = TcpStream::connect(house.address).await.expect("the server is open");
        assert_eq!(tell(&mut silent, b"").await, "", "who does not shake hands is shown out");
        drop(wire);
        house.close().await;
    })
    .await;
}

/// A client that is let in behaves as before: the limits of the reference file are not in a player's way.
#[tokio::test]
async fn the_default_limits_let_a_player_in() {
    in_time(async {
        let house = House::with(|config| config.limits = parlour_server::Config::default().limits).await;
        let mut wire = Wire::open(&house).await;
        wire.greet("Ada", json!({})).await;
        wire.send(Message::Ping(Vec::new().into())).await.expect("the socket is open");
        let options = Options { name: Some("Ben".to_owned()), ..Options::default() };
        Client::connect(&house.url(), options).await.expect("the server is open");
        assert_eq!(wire.ask(json!({ "type": "ping" })).await.0["type"], "ok");
        drop(wire);
        house.close().await;
    })
    .await;
}

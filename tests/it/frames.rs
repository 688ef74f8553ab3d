//! Hostile frames, below the texts: each closes its own socket with a code, or is borne.

use std::time::Duration;

use parlour_protocol::{Event, Push, RoomEvent};
use parlour_tests::{House, create, gather, in_time, play, rummikub};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::interval;
use tokio_tungstenite::tungstenite::Message;

use crate::wire::Wire;

const TEXT: u8 = 0x1;
const PING: u8 = 0x9;
const CLOSE: u8 = 0x8;
const CONTINUE: u8 = 0x0;
const LAST: u8 = 0x80;

/// A WebSocket without a library: frames as bytes.
struct Raw {
    stream: TcpStream,
}

impl Raw {
    /// Shakes hands, and offers compression as browsers do.
    async fn open(house: &House) -> Raw {
        // A small window: what is not read stays with the server.
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4_096).expect("a socket");
        let mut stream = socket.connect(house.address).await.expect("the server is open");
        let request = "GET /ws HTTP/1.1\r\nhost: parlour\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
            sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
            sec-websocket-extensions: permessage-deflate; client_max_window_bits\r\n\r\n";
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.expect("the server answers"));
        }
        let head = String::from_utf8(head).expect("the head is a text").to_lowercase();
        assert!(head.starts_with("http/1.1 101"), "{head}");
        assert!(!head.contains("extensions"), "a few bytes must not unpack to many: {head}");
        Raw { stream }
    }

    /// The same, with hello said.
    async fn enter(house: &House) -> Raw {
        let mut raw = Raw::open(house).await;
        raw.send(TEXT | LAST, br#"{"id":1,"type":"hello","protocol":{"min":1,"max":1},"name":"Mallory"}"#)
            .await;
        let (kind, welcome) = raw.next().await.expect("a welcome");
        assert!(kind == TEXT && welcome.starts_with(br#"{"re":1,"type":"welcome""#));
        raw
    }

    /// Sends bytes; the server may have hung up on the way.
    async fn bytes(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes).await;
    }

    /// Sends a masked frame.
    async fn send(&mut self, head: u8, payload: &[u8]) {
        self.bytes(&frame(head, payload)).await;
    }

    /// The next frame's kind and payload; none at the end.
    async fn next(&mut self) -> Option<(u8, Vec<u8>)> {
        let kind = self.stream.read_u8().await.ok()? & 0x0f;
        let length = match self.stream.read_u8().await.ok()? {
            126 => self.stream.read_u16().await.ok()?.into(),
            127 => self.stream.read_u64().await.ok()?,
            short => short.into(),
        };
        let mut payload = vec![0; usize::try_from(length).expect("a frame fits into memory")];
        self.stream.read_exact(&mut payload).await.ok()?;
        Some((kind, payload))
    }

    /// Reads to the close frame; its code, if one came.
    async fn code(&mut self) -> Option<u16> {
        while let Some((kind, payload)) = self.next().await {
            if kind == CLOSE {
                return Some(u16::from_be_bytes([payload[0], payload[1]]));
            }
        }
        None
    }
}

/// A frame with the mask 0, which leaves the payload as it is.
fn frame(head: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![head];
    match payload.len() {
        short @ 0..126 => bytes.push(0x80 | short as u8),
        length @ 126..0x1_0000 => {
            bytes.push(0x80 | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        length => {
            bytes.push(0x80 | 127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

/// Bytes that are no frames of this protocol, and the code of each; the others play on.
#[tokio::test]
async fn what_is_no_frame_closes_its_socket_with_a_code() {
    in_time(async {
        let house = House::open().await;
        let (guests, spectator) = gather(&house, rummikub(2, 1)).await;
        let half = [frame(TEXT, b"\"\xc3"), frame(CONTINUE | LAST, b"(\"")].concat();
        let long: Vec<u8> =
            [frame(TEXT, &[b'x'; 4_096]), frame(CONTINUE, &[b'x'; 4_096]), frame(CONTINUE | LAST, b"x")]
                .concat();
        // The head is enough: its content does not come.
        let head = |kind: u8, payload: &[u8]| {
            let whole = frame(kind, payload);
            whole[..whole.len() - payload.len()].to_vec()
        };
        let cases: [(&str, Vec<u8>, u16); 15] = [
            ("the head of an opcode that is none", head(0x3 | LAST, b"x"), 1002),
            ("the head of a ping of 126 bytes", head(PING | LAST, &[b'x'; 126]), 1002),
            ("the head of a text of 8,193 bytes", head(TEXT | LAST, &[b'x'; 8_193]), 1009),
            ("a continuation of nothing", frame(CONTINUE | LAST, b"x"), 1002),
            ("a text within a text", [frame(TEXT, b"x"), frame(TEXT | LAST, b"x")].concat(), 1002),
            ("an opcode that is none", frame(0x3 | LAST, b"x"), 1002),
            ("a reserved bit, as of a compressed text", frame(TEXT | LAST | 0x40, b"x"), 1002),
            ("no mask", vec![TEXT | LAST, 1, b'x'], 1002),
            ("a ping in two frames", frame(PING, b"x"), 1002),
            ("a ping of 126 bytes", frame(PING | LAST, &[b'x'; 126]), 1002),
            ("a close frame of one byte", frame(CLOSE | LAST, b"x"), 1002),
            ("HTTP again", b"GET / HTTP/1.1\r\n\r\n".to_vec(), 1002),
            ("UTF-8 that is cut wrong", half, 1007),
            ("8,193 bytes in three frames", long, 1009),
            (
                "a length of 2^63 - 1",
                [vec![TEXT | LAST, 0x80 | 127], (i64::MAX.to_be_bytes()).to_vec(), vec![0; 4]].concat(),
                1009,
            ),
        ];
        for (name, bytes, code) in &cases {
            for greeted in [false, true] {
                let mut raw = if greeted { Raw::enter(&house).await } else { Raw::open(&house).await };
                raw.bytes(bytes).await;
                assert_eq!(raw.code().await, Some(*code), "{name}, greeted {greeted}");
            }
        }
        let (played, spectator) = play(guests, spectator, &[]).await;
        assert_eq!(spectator.totals().len(), 2, "the others play on");
        drop((played, spectator));
        house.close().await;
    })
    .await;
}

/// Frames of a text, with pings between, are one text.
#[tokio::test]
async fn a_text_in_pieces_is_one_text() {
    in_time(async {
        let house = House::open().await;
        let mut raw = Raw::enter(&house).await;
        let text = r#"{"id":2,"type":"rename","name":"Олена"}"#.as_bytes();
        let pieces = text.chunks(1).enumerate();
        for (number, piece) in pieces {
            let last = if number + 1 == text.len() { LAST } else { 0 };
            let kind = if number == 0 { TEXT } else { CONTINUE };
            raw.send(kind | last, piece).await;
            raw.send(PING | LAST, b"").await;
        }
        let answer = loop {
            let (kind, payload) = raw.next().await.expect("an answer");
            if kind == TEXT {
                break payload;
            }
        };
        assert_eq!(String::from_utf8_lossy(&answer), r#"{"re":2,"type":"ok"}"#);
        drop(raw);
        house.close().await;
    })
    .await;
}

/// A text that never ends is no sign of life.
#[tokio::test]
async fn pieces_without_an_end_are_silence() {
    in_time(async {
        let house = House::with(|config| config.limits.silence_seconds = 1).await;
        let mut raw = Raw::enter(&house).await;
        raw.send(TEXT, b"\"").await;
        let (mut reading, mut writing) = raw.stream.into_split();
        let drip = tokio::spawn(async move {
            let piece = frame(CONTINUE, b"");
            let mut ticks = interval(Duration::from_millis(20));
            // It ends when the server hangs up.
            while writing.write_all(&piece).await.is_ok() {
                ticks.tick().await;
            }
        });
        let mut told = Vec::new();
        let _ = reading.read_to_end(&mut told).await;
        // Pings may have come before it.
        let close =
            told.windows(4).find(|four| four[0] == LAST | CLOSE && four[1] >= 2).expect("a close frame");
        assert_eq!(u16::from_be_bytes([close[2], close[3]]), 4005);
        drip.await.expect("it ends");
        house.close().await;
    })
    .await;
}

/// The longest text may come in frames of one byte; pieces without content are no way to send more than is counted.
#[tokio::test]
async fn a_text_takes_so_many_bytes_on_the_wire() {
    in_time(async {
        let house = House::open().await;
        let mut raw = Raw::enter(&house).await;
        let text = format!("{:8192}", r#"{"id":2,"type":"ping"}"#);
        let (first, rest) = text.as_bytes().split_at(1);
        let pieces: Vec<u8> = rest.iter().flat_map(|&byte| frame(CONTINUE, &[byte])).collect();
        for time in 1..=2 {
            raw.bytes(&[&frame(TEXT, first), &pieces[..], &frame(CONTINUE | LAST, b"")].concat()).await;
            let (_, answer) = raw.next().await.expect("an answer");
            assert!(answer.starts_with(br#"{"re":2,"type":"ok""#), "time {time}");
        }
        raw.send(TEXT, b"\"").await;
        let flood = frame(CONTINUE, b"").repeat(20_000);
        raw.bytes(&flood).await;
        assert_eq!(raw.code().await, Some(1009));
        house.close().await;
    })
    .await;
}

/// Pings are answered, as long as they are not a flood.
#[tokio::test]
async fn a_flood_of_pings_is_closed() {
    in_time(async {
        let house = House::with(|config| {
            (config.limits.commands_burst, config.limits.commands_per_second) = (20, 1);
        })
        .await;
        for greeted in [false, true] {
            let mut raw = if greeted { Raw::enter(&house).await } else { Raw::open(&house).await };
            raw.send(PING | LAST, b"one").await;
            assert_eq!(raw.next().await, Some((0xa, b"one".to_vec())), "a pong");
            raw.bytes(&frame(PING | LAST, b"").repeat(1_000)).await;
            assert_eq!(raw.code().await, Some(4004), "greeted {greeted}");
        }
        house.close().await;
    })
    .await;
}

/// A peer that is gone without a word, or does not answer pings, is not kept.
#[tokio::test]
async fn a_peer_that_answers_no_ping_is_closed() {
    in_time(async {
        let house =
            House::with(|config| (config.limits.ping_seconds, config.limits.silence_seconds) = (1, 2)).await;
        let mut raw = Raw::enter(&house).await;
        assert_eq!(raw.next().await, Some((PING, Vec::new())));
        assert_eq!(raw.code().await, Some(4005));
        house.close().await;
    })
    .await;
}

/// A client that asks and does not read is closed when its queue is full, and nobody waits for it.
#[tokio::test]
async fn a_reader_that_does_not_read_is_closed() {
    in_time(async {
        let house = House::with(|config| config.limits.queue_bytes = 64 * 1024).await;
        let mut host = house.enter("Host").await;
        let (room, invite) = create(&mut host, rummikub(2, 1)).await;
        let (guests, spectator) = gather(&house, rummikub(2, 1)).await;
        let mut raw = Raw::enter(&house).await;
        let join = json!({ "id": 2, "type": "join", "invite": invite }).to_string();
        raw.send(TEXT | LAST, join.as_bytes()).await;
        // Its windows and the server's take some megabytes at the most.
        for id in 3..20_000 {
            let look = json!({ "id": id, "type": "snapshot", "room": room }).to_string();
            raw.send(TEXT | LAST, look.as_bytes()).await;
        }
        let mut another = Wire::enter(&house, "Another", json!({})).await.0;
        assert_eq!(another.ask(json!({ "type": "ping" })).await.0["type"], "ok", "nobody waits for it");
        let (played, spectator) = play(guests, spectator, &[]).await;
        // It begins to read when the room has seen it go, since it would be no slow reader before.
        let gone = |event: &Event| matches!(event, Event::Room(RoomEvent::Presence { connected: false, .. }));
        while !matches!(host.next().await.expect("the host stays"), Push::Events { events, .. } if events.iter().any(gone))
        {}
        let code = raw.code().await;
        assert!(matches!(code, Some(4003) | None), "{code:?}");
        another.send(Message::Close(None)).await.expect("the socket is open");
        drop((played, spectator));
        house.close().await;
    })
    .await;
}

/// Who sends much at once and reads what comes is no slow reader, however short the queue is.
#[tokio::test]
async fn many_pings_in_one_segment_are_all_answered() {
    in_time(async {
        let house = House::with(|config| {
            config.limits.lift();
            config.limits.queue_frames = 8;
        })
        .await;
        let mut raw = Raw::enter(&house).await;
        const PINGS: usize = 400;
        raw.bytes(&frame(PING | LAST, b"").repeat(PINGS)).await;
        for pong in 0..PINGS {
            assert_eq!(raw.next().await, Some((0xa, Vec::new())), "pong {pong}");
        }
        house.close().await;
    })
    .await;
}

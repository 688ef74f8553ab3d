//! From an HTTP request to a WebSocket: who may, and the handshake (RFC 6455, section 4.2).
//!
//! Invariant: a page of another origin is refused before anything is upgraded.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Version, header};
use hyper::upgrade::OnUpgrade;
use thiserror::Error;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::answer::refuse;

/// Why a request cannot become a WebSocket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum Refusal {
    /// No WebSocket handshake.
    #[error("this address speaks WebSocket, version 13")]
    NoHandshake,
    /// A page of an origin that is not on the list.
    #[error("this origin is not on the list of this server")]
    ForeignOrigin,
    /// The address is banned.
    #[error("this address is banned")]
    Banned,
    /// The address has too many connections open.
    #[error("too many open connections")]
    TooManyConnections,
    /// The address opens too many sockets, and has to wait so long.
    #[error("too many new connections; try again later")]
    RateLimited(Duration),
    /// The server stops.
    #[error("the server is about to restart")]
    ShuttingDown,
}

/// How long a client waits that finds too many connections, or a server that restarts.
const LATER: Duration = Duration::from_secs(5);

impl Refusal {
    /// The answer in HTTP.
    pub(crate) fn response(self) -> Response<Body> {
        let (status, code, wait) = match self {
            Refusal::NoHandshake => (StatusCode::UPGRADE_REQUIRED, "no_handshake", None),
            Refusal::ForeignOrigin => (StatusCode::FORBIDDEN, "foreign_origin", None),
            Refusal::Banned => (StatusCode::FORBIDDEN, "banned", None),
            Refusal::TooManyConnections => {
                (StatusCode::TOO_MANY_REQUESTS, "too_many_connections", Some(LATER))
            }
            Refusal::RateLimited(wait) => (StatusCode::TOO_MANY_REQUESTS, "rate_limited", Some(wait)),
            Refusal::ShuttingDown => (StatusCode::SERVICE_UNAVAILABLE, "shutting_down", Some(LATER)),
        };
        let mut response = refuse(status, code, &self.to_string(), wait);
        if self == Refusal::NoHandshake {
            let headers = response.headers_mut();
            headers.insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
            headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        }
        response
    }
}

/// The answer that ends the handshake, and the raw socket to come.
pub(crate) fn upgrade(
    request: &mut Request<Body>,
    origins: &[String],
) -> Result<(Response<Body>, OnUpgrade), Refusal> {
    let headers = request.headers();
    let key = headers.get(header::SEC_WEBSOCKET_KEY).ok_or(Refusal::NoHandshake)?;
    let asks = request.method() == Method::GET
        && request.version() == Version::HTTP_11
        && has_token(headers, header::CONNECTION, "upgrade")
        && has_token(headers, header::UPGRADE, "websocket")
        && has_token(headers, header::SEC_WEBSOCKET_VERSION, "13")
        && key.len() == 24;
    if !asks {
        return Err(Refusal::NoHandshake);
    }
    if !may_open(headers, origins) {
        return Err(Refusal::ForeignOrigin);
    }
    let response = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::CONNECTION, "upgrade")
        .header(header::UPGRADE, "websocket")
        .header(header::SEC_WEBSOCKET_ACCEPT, derive_accept_key(key.as_bytes()))
        .body(Body::empty())
        .expect("the headers are fixed texts and a base64 digest");
    Ok((response, hyper::upgrade::on(request)))
}

fn has_token(headers: &HeaderMap, name: header::HeaderName, token: &str) -> bool {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|part| part.trim().eq_ignore_ascii_case(token))
}

/// Whether the page that opens the socket may: no page at all, one of this server, or one of `origins`.
fn may_open(headers: &HeaderMap, origins: &[String]) -> bool {
    let text = |name| headers.get(name).and_then(|value: &header::HeaderValue| value.to_str().ok());
    if !headers.contains_key(header::ORIGIN) {
        return true;
    }
    let Some(origin) = text(header::ORIGIN) else { return false };
    let own = origin.split_once("://").is_some_and(|(_, host)| Some(host) == text(header::HOST));
    own || origins.iter().any(|allowed| allowed == origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(headers: &[(&str, &str)]) -> Request<Body> {
        let mut request = Request::builder().uri("/ws");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Body::empty()).expect("a request")
    }

    const HANDSHAKE: [(&str, &str); 5] = [
        ("host", "table.example"),
        ("connection", "keep-alive, Upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];

    #[test]
    fn a_handshake_is_answered_with_the_key_of_the_standard() {
        let (response, _) = upgrade(&mut request(&HANDSHAKE), &[]).expect("a handshake");
        assert_eq!(response.status(), StatusCode::SWITCHING_PROTOCOLS);
        assert_eq!(response.headers()[header::SEC_WEBSOCKET_ACCEPT], "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn what_is_no_handshake_is_refused() {
        for missing in 1..HANDSHAKE.len() {
            let mut headers = HANDSHAKE.to_vec();
            let (name, _) = headers.remove(missing);
            let refusal = upgrade(&mut request(&headers), &[]).err();
            assert_eq!(refusal, Some(Refusal::NoHandshake), "without {name}");
        }
        let mut head = request(&HANDSHAKE);
        *head.method_mut() = Method::HEAD;
        let mut old = request(&HANDSHAKE);
        *old.version_mut() = Version::HTTP_10;
        for mut request in [head, old] {
            let refusal = upgrade(&mut request, &[]).err();
            assert_eq!(refusal, Some(Refusal::NoHandshake), "{request:?}");
        }
    }

    #[test]
    fn only_pages_of_known_origins_may_open_the_socket() {
        let allowed = ["https://friends.example".to_owned()];
        for (origin, may) in [
            (None, true),
            (Some("http://table.example"), true),
            (Some("https://friends.example"), true),
            (Some("https://evil.example"), false),
            (Some("https://friends.example.evil.example"), false),
            (Some("null"), false),
            (Some(""), false),
        ] {
            let mut headers = HANDSHAKE.to_vec();
            headers.extend(origin.map(|origin| ("origin", origin)));
            let refusal = upgrade(&mut request(&headers), &allowed).err();
            assert_eq!(refusal, if may { None } else { Some(Refusal::ForeignOrigin) }, "{origin:?}");
        }
    }
}

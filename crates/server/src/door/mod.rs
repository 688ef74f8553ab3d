//! The door: takes connections in, speaks TLS and HTTP with them, and hands their requests to the routes.
//!
//! Invariants: a connection is counted before anything is read from it, and refused at once when there are too many; it
//! has so long to shake hands, so long for the head of each request, and so long in all unless it becomes a WebSocket; a
//! request's head is bounded in bytes and in number of headers.

mod address;
mod bans;
mod guard;
mod tls;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;
use tracing::{debug, warn};

pub use address::Proxies;
pub(crate) use address::{Address, client};
pub(crate) use bans::Bans;
pub(crate) use guard::{Deed, Guard, Ticket, Visit};
pub use tls::TlsFault;

use crate::config::{Config, LimitsConfig};
use crate::crew::{Crew, Place};
use crate::metrics::{Handshake, Metrics};

/// Bytes of a request's head that are buffered.
const HEAD_BYTES: usize = 16 * 1024;

/// Headers of a request.
const HEADERS: usize = 64;

/// How long nothing is taken in when the operating system has no room for a connection.
const PAUSE: Duration = Duration::from_millis(200);

/// How long the requests that are being answered have when the server stops.
const GOODBYE: Duration = Duration::from_secs(5);

/// What is said to a connection that is one too many, before it has asked anything.
const TOO_MANY: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nretry-after: 5\r\n\
    connection: close\r\ncontent-length: 85\r\n\r\n\
    {\"code\":\"too_many_connections\",\"message\":\"too many open connections\",\"retry_ms\":5000}";

/// What a request knows of its connection. Whoever keeps it keeps the connection counted.
#[derive(Clone)]
pub(crate) struct Peer {
    /// Who is at the other end: a client or a proxy.
    pub(crate) address: SocketAddr,
    pub(crate) counted: Arc<Counted>,
}

/// How a connection is counted as long as this lives.
pub(crate) struct Counted {
    /// In all.
    _ticket: Ticket,
    /// For its address; not for that of a trusted proxy, whose clients are counted when they open a socket.
    pub(crate) visit: Option<Visit>,
    /// On the thread that serves it.
    place: Place,
}

/// The door of one server.
pub(crate) struct Door {
    guard: Arc<Guard>,
    router: Router,
    tls: Option<TlsAcceptor>,
    trusted: Vec<Proxies>,
    metrics: Arc<Metrics>,
    /// Who serves what is taken in.
    crew: Crew,
    head_time: Duration,
    request_time: Duration,
    /// The connections that speak HTTP.
    talks: TaskTracker,
    stopped: CancellationToken,
}

impl Door {
    /// A door to these routes, which is shut when `stopped` is.
    ///
    /// # Errors
    /// When the certificate cannot be used.
    pub(crate) fn new(
        config: &Config,
        guard: Arc<Guard>,
        router: Router,
        metrics: Arc<Metrics>,
        crew: Crew,
        stopped: CancellationToken,
    ) -> Result<Door, TlsFault> {
        let tls = tls::acceptor(&config.server)?;
        let trusted = config.server.trusted_proxies.clone();
        Ok(Door { tls, trusted, metrics, crew, ..Door::plain(guard, router, &config.limits, stopped) })
    }

    /// A door without TLS and proxies, whose connections are in no metrics.
    pub(crate) fn plain(
        guard: Arc<Guard>,
        router: Router,
        limits: &LimitsConfig,
        stopped: CancellationToken,
    ) -> Door {
        Door {
            guard,
            router,
            tls: None,
            trusted: Vec::new(),
            metrics: Arc::default(),
            crew: Crew::default(),
            head_time: limits.head(),
            request_time: limits.request(),
            talks: TaskTracker::new(),
            stopped,
        }
    }

    /// Takes connections in until the server stops, and lets those that are being answered end.
    pub(crate) async fn keep(self, listener: TcpListener) {
        let door = Arc::new(self);
        while let Some(taken) = door.stopped.run_until_cancelled(listener.accept()).await {
            match taken {
                Ok((stream, address)) => door.take(stream, address),
                Err(error) => door.wait_for_room(error).await,
            }
        }
        drop(listener);
        door.talks.close();
        // A request that never ends is not waited for.
        let _ = timeout(GOODBYE, door.talks.wait()).await;
    }

    /// A connection that failed before it was taken in is no reason to wait; no room for one more is.
    async fn wait_for_room(&self, error: io::Error) {
        use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
        if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
            warn!(%error, "no connection can be taken in");
            self.stopped.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
        }
    }

    fn take(self: &Arc<Door>, stream: TcpStream, address: SocketAddr) {
        let Some(peer) = self.admit(address) else {
            debug!(%address, "one connection too many");
            self.metrics.handshakes.of(Handshake::TooManyConnections).count();
            if self.tls.is_none() {
                // Who does not get the answer finds the connection closed, which says enough.
                let _ = stream.try_write(TOO_MANY);
            }
            return;
        };
        // Frames are small and each is waited for by somebody.
        let _ = stream.set_nodelay(true);
        let door = Arc::clone(self);
        let counted = Arc::clone(&peer.counted);
        counted.place.spawn(&self.talks, async move {
            let Ok(stream) = door.crew.take_over(stream) else { return };
            match &door.tls {
                None => door.talk(stream, peer).await,
                Some(tls) => {
                    // Who cannot shake hands in time is no loss.
                    match timeout(door.head_time, tls.accept(stream)).await {
                        Ok(Ok(stream)) => door.talk(stream, peer).await,
                        Ok(Err(_)) | Err(_) => door.metrics.handshakes.of(Handshake::Tls).count(),
                    }
                }
            }
        });
    }

    fn admit(&self, address: SocketAddr) -> Option<Peer> {
        let ticket = self.guard.enter()?;
        let visit = match address::is_trusted(address.ip(), &self.trusted) {
            true => None,
            false => Some(self.guard.visit(Address::new(address.ip()))?),
        };
        let place = self.crew.place();
        Some(Peer { address, counted: Arc::new(Counted { _ticket: ticket, visit, place }) })
    }

    /// Speaks HTTP until either side has enough, the connection becomes a WebSocket, or its time is over.
    async fn talk(&self, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, peer: Peer) {
        let service = service_fn(|request: Request<Incoming>| {
            let (router, peer) = (self.router.clone(), peer.clone());
            async move {
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(peer);
                Ok::<_, Infallible>(router.oneshot(request).await.unwrap_or_else(|never| match never {}))
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.head_time)
            .max_buf_size(HEAD_BYTES)
            .max_headers(HEADERS)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut connection = pin!(connection);
        let late = async {
            tokio::select! {
                () = self.stopped.cancelled() => {}
                () = tokio::time::sleep(self.request_time) => {}
            }
        };
        tokio::select! {
            // How it ended is the client's affair.
            _ = &mut connection => return,
            () = late => connection.as_mut().graceful_shutdown(),
        }
        let _ = timeout(GOODBYE, connection).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refusal_is_as_long_as_it_says() {
        let text = std::str::from_utf8(TOO_MANY).expect("it is text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
        assert_eq!(length, body.len().to_string());
        let body: serde_json::Value = serde_json::from_str(body).expect("JSON");
        assert_eq!(body["retry_ms"], 5_000);
    }
}

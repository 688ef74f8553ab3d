//! The server: its routes, what all sockets share, and its beginning and end.
//!
//! Invariant: [`serve`] returns when every socket was told and closed, or did not take its goodbye in time.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Request, Response, StatusCode, Uri, header};
use axum::routing::get;
use axum::{Extension, Router};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use parlour_engine::{Action, Seat, Seed, Variant, View};
use parlour_protocol::{Notice, Push, encode};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::Clock;
use crate::config::Config;
use crate::connection::{CloseCode, Frame};
use crate::door::{self, Address, Deed, Door, Guard, Peer, Visit};
use crate::journal::MemoryJournal;
use crate::lobby::Lobby;
use crate::players::{Players, random};
use crate::room::{Brain, Brains, Keeper};
use crate::upgrade::{Refusal, upgrade};
use crate::{assets, socket};

/// The JSON Schema of the protocol, as it is served.
const SCHEMA: &str = include_str!("../../protocol/schema.json");

/// How long sockets have to take their goodbye when the server stops.
const GOODBYE: Duration = Duration::from_secs(5);

/// How often players who never came back are looked for, and after which absence they are forgotten.
const SWEEP: Duration = Duration::from_secs(600);
/// How often addresses are looked for that need no watching any more.
const GUARD_SWEEP: Duration = Duration::from_secs(10);
const FORGOTTEN_MS: u64 = 24 * 3_600 * 1_000;

/// What all sockets of a server share.
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) players: Players,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) keeper: Keeper,
    pub(crate) guard: Arc<Guard>,
    sockets: TaskTracker,
    stopping: AtomicBool,
}

/// Serves until `shutdown` is done, then says goodbye to all.
///
/// # Errors
/// When the listener fails.
pub async fn serve(
    config: Config,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    serve_with_seeds(config, listener, shutdown, || Seed::new(random())).await
}

/// The same, with deals from the seeds that `draw` gives, so that a whole evening can be played again.
///
/// # Errors
/// When the listener fails.
pub async fn serve_with_seeds(
    config: Config,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
    draw: impl Fn() -> Seed + Send + Sync + 'static,
) -> io::Result<()> {
    let (news_sender, news) = mpsc::unbounded_channel();
    let clock = Clock::system();
    let lobby = Arc::new(Lobby::default());
    let guard = Arc::new(Guard::new(config.limits.clone()));
    let shared = Arc::new(Shared {
        keeper: Keeper::with_seeds(Arc::new(MemoryJournal::new()), Arc::new(Bots), clock, news_sender, draw),
        config,
        clock,
        players: Players::default(),
        lobby: Arc::clone(&lobby),
        guard: Arc::clone(&guard),
        sockets: TaskTracker::new(),
        stopping: AtomicBool::new(false),
    });
    let following = tokio::spawn(async move { lobby.follow(news).await });
    let sweeping = tokio::spawn(sweep(Arc::clone(&shared)));
    let router = Router::new()
        .route("/ws", get(open_socket))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/schema.json", get(schema))
        .fallback(get(|uri: Uri, headers: HeaderMap| async move { assets::serve(uri.path(), &headers) }))
        .with_state(Arc::clone(&shared));
    let stopped = CancellationToken::new();
    let door = Door::new(&shared.config, guard, router, stopped.clone())?;
    let stop = async {
        shutdown.await;
        shared.stop();
        stopped.cancel();
    };
    tokio::join!(stop, door.keep(listener));
    shared.sockets.close();
    // A socket that does not take its goodbye in time ends with the process.
    let _ = tokio::time::timeout(GOODBYE, shared.sockets.wait()).await;
    following.abort();
    sweeping.abort();
    Ok(())
}

impl Shared {
    /// Whether the server is about to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Tells every socket that the server restarts, and closes it.
    fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        let notice: Frame = encode(&Push::Notice(Notice::Restart { at: self.clock.now() })).into();
        for connection in self.players.connections() {
            connection.send(notice.clone());
            connection.close(CloseCode::Restart);
        }
    }
}

/// Who a request comes from.
fn client(shared: &Shared, peer: &Peer, headers: &HeaderMap) -> Address {
    door::client(peer.address.ip(), headers, &shared.config.server.trusted_proxies)
}

async fn open_socket(
    State(shared): State<Arc<Shared>>,
    Extension(peer): Extension<Peer>,
    mut request: Request<Body>,
) -> Response<Body> {
    let opened = admit(&shared, peer, &mut request);
    let (response, upgraded, admission) = match opened {
        Ok(opened) => opened,
        Err(refusal) => return refusal.response(),
    };
    let sockets = shared.sockets.clone();
    sockets.spawn(async move {
        if let Ok(upgraded) = upgraded.await {
            socket::serve(TokioIo::new(upgraded), admission.address, shared).await;
        }
        drop(admission);
    });
    response
}

/// A socket that is counted as long as this is kept.
struct Admission {
    address: Address,
    _peer: Peer,
    _visit: Option<Visit>,
}

/// Answers a handshake and counts the socket to come, if there is nothing against it.
fn admit(
    shared: &Arc<Shared>,
    peer: Peer,
    request: &mut Request<Body>,
) -> Result<(Response<Body>, OnUpgrade, Admission), Refusal> {
    if shared.is_stopping() {
        return Err(Refusal::ShuttingDown);
    }
    let address = client(shared, &peer, request.headers());
    let (response, upgraded) = upgrade(request, &shared.config.server.origins)?;
    shared.guard.allow(address, Deed::Handshake).map_err(Refusal::RateLimited)?;
    let visit = match &peer.visit {
        Some(_) => None,
        None => Some(shared.guard.visit(address).ok_or(Refusal::TooManyConnections)?),
    };
    Ok((response, upgraded, Admission { address, _peer: peer, _visit: visit }))
}

async fn ready(State(shared): State<Arc<Shared>>) -> (StatusCode, &'static str) {
    match shared.is_stopping() {
        false => (StatusCode::OK, "ready\n"),
        true => (StatusCode::SERVICE_UNAVAILABLE, "stopping\n"),
    }
}

async fn schema() -> ([(header::HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "application/schema+json")], SCHEMA)
}

/// Forgets players who never came back, every now and then.
async fn sweep(shared: Arc<Shared>) {
    let mut swept = Instant::now();
    loop {
        tokio::time::sleep(GUARD_SWEEP).await;
        shared.guard.sweep();
        if swept.elapsed() < SWEEP {
            continue;
        }
        swept = Instant::now();
        let then = shared.clock.now().saturating_sub(FORGOTTEN_MS);
        shared.players.forget(then, |player| {
            let tried = player.known().tried.clone();
            !shared.lobby.rooms_of(player.id, tried).is_empty()
        });
    }
}

/// The project's own bots, one for each seat; they keep no state.
struct Bots;

impl Brains for Bots {
    fn brain(&self, _: &Variant, _: Seat) -> Box<dyn Brain> {
        Box::new(Bots)
    }
}

impl Brain for Bots {
    fn decide(&mut self, view: &View) -> Option<Action> {
        parlour_bots::decide(view)
    }
}

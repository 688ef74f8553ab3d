//! The server: its routes, what all sockets share, and its beginning and end.
//!
//! Invariant: [`serve`] returns when every socket was told and closed, or did not take its goodbye in time, and when every
//! room has written down what it took.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Request, Response, StatusCode, Uri, header};
use axum::routing::{get, post};
use axum::{Extension, Router};
use bytes::Bytes;
use hyper::upgrade::{self, OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use parlour_engine::fair::Secret;
use parlour_protocol::{Notice, Push};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{info, warn};

use crate::chance::Chance;
use crate::clock::{Clock, Millis};
use crate::config::Config;
use crate::connection::CloseCode;
use crate::crew::Crew;
use crate::door::{self, Address, Counted, Deed, Door, Guard, Peer, Visit};
use crate::journal::{self, Durability, Journal, Measures, Unavailable};
use crate::lobby::Lobby;
use crate::metrics::{Gauge, Handshake, Metrics};
use crate::players::Players;
use crate::room::{Adopted, Bots, Brains, Keeper};
use crate::upgrade::{Refusal, upgrade};
use crate::{admin, assets, referee, socket};

/// The JSON Schema of the protocol, as it is served.
const SCHEMA: &str = include_str!("../../protocol/schema.json");

/// The name of the list of banned addresses in the data folder.
const BANS: &str = "bans";

/// How long sockets have to take their goodbye when the server stops.
const GOODBYE: Duration = Duration::from_secs(5);

/// How often players who never came back are looked for.
const SWEEP: Duration = Duration::from_secs(600);
/// How often addresses are looked for that need no watching any more.
const GUARD_SWEEP: Duration = Duration::from_secs(10);

/// After which absence a player is no longer in memory, and after which one it is forgotten: its token is void then.
const ABSENT_MS: Millis = 24 * 3_600 * 1_000;
const FORGOTTEN_MS: Millis = 180 * ABSENT_MS;

/// How often it is written down that the rooms are alive.
const BEAT: Duration = Duration::from_secs(5);

/// Clients come back over so many milliseconds after a restart.
const RETURN_MS: u32 = 2_000;

/// What all sockets of a server share.
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) players: Players,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) keeper: Keeper,
    pub(crate) guard: Arc<Guard>,
    pub(crate) chance: Chance,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) standing: Standings,
    sockets: TaskTracker,
    stopping: AtomicBool,
    /// Cancelled when who looks after the server wants it to stop.
    pub(crate) drained: CancellationToken,
}

/// The WebSockets that are open, and those of them whose players are known.
#[derive(Debug, Default)]
pub(crate) struct Standings {
    pub(crate) sockets: Gauge,
    pub(crate) players: Gauge,
}

/// Where a server listens.
pub struct Listeners {
    /// For players.
    pub players: TcpListener,
    /// For who looks after the server, if there is such an address.
    pub admin: Option<TcpListener>,
}

impl From<TcpListener> for Listeners {
    fn from(players: TcpListener) -> Listeners {
        Listeners { players, admin: None }
    }
}

impl Listeners {
    /// Listens where the configuration says.
    ///
    /// # Errors
    /// When one of the addresses cannot be had; the text names it.
    pub async fn bind(config: &Config) -> io::Result<Listeners> {
        let bind = async |address: SocketAddr| {
            let named = |error: io::Error| {
                io::Error::new(error.kind(), format!("cannot listen on {address}: {error}"))
            };
            TcpListener::bind(address).await.map_err(named)
        };
        let players = bind(config.server.listen).await?;
        let admin = match config.admin.listen {
            Some(address) => Some(bind(address).await?),
            None => None,
        };
        Ok(Listeners { players, admin })
    }
}

/// Serves until `shutdown` is done, then says goodbye to all. The journal is the one that the configuration names.
///
/// # Errors
/// When the journal cannot be opened or read, or the listener fails.
pub async fn serve(
    config: Config,
    listeners: impl Into<Listeners>,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let journal = journal::open(&config.journal).map_err(io::Error::other)?;
    serve_from(journal, config, listeners, shutdown).await
}

/// The same as [`serve`], from a journal that is open.
///
/// # Errors
/// When the journal cannot be read, or the listener fails.
pub async fn serve_from(
    journal: Arc<dyn Journal>,
    config: Config,
    listeners: impl Into<Listeners>,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    serve_with(Parts::usual(journal, config), listeners, shutdown).await
}

/// What a server is made of.
pub struct Parts {
    /// Where everything is written down.
    pub journal: Arc<dyn Journal>,
    /// Its settings.
    pub config: Config,
    /// Its time.
    pub clock: Clock,
    /// Where ids and tokens come from.
    pub chance: Chance,
    /// Who plays the seats of bots.
    pub brains: Arc<dyn Brains>,
    /// The secrets that deals are made of.
    pub draw: Box<dyn Fn() -> Secret + Send + Sync>,
    /// Who does the work.
    pub crew: Crew,
}

impl Parts {
    /// A server over a journal with the system's time and randomness, and the project's own bots.
    pub fn usual(journal: Arc<dyn Journal>, config: Config) -> Parts {
        let (clock, chance) = (Clock::system(), Chance::system());
        let draw = Box::new(|| Secret::new(Chance::system().bytes()));
        Parts { journal, config, clock, chance, brains: Arc::new(Bots), draw, crew: Crew::default() }
    }
}

/// A server without a door: the rooms of a journal, their players, and what is done now and then. What connects is given to
/// it as a stream of bytes, so that it can also live in a test without a network.
///
/// Dropping it ends nothing: its tasks end with [`Server::end`], or with their runtime.
pub struct Server {
    shared: Arc<Shared>,
    journal: Arc<dyn Journal>,
    chores: [JoinHandle<()>; 3],
}

impl Server {
    /// Takes over the rooms of the journal.
    ///
    /// # Errors
    /// When the journal cannot be read.
    pub async fn open(parts: Parts) -> Result<Server, Unavailable> {
        let Parts { journal, config, clock, chance, brains, draw, crew } = parts;
        let (news_sender, news) = mpsc::unbounded_channel();
        let lobby = Arc::new(Lobby::default());
        let Measures { waiting, batch, commit, failures } = journal.measures();
        let metrics = Arc::new(Metrics {
            journal_waiting: waiting,
            journal_batch: batch,
            journal_commit: commit,
            journal_failures: failures,
            ..Metrics::default()
        });
        let counted = Arc::clone(&metrics);
        let shared = Arc::new(Shared {
            keeper: Keeper::measured(Arc::clone(&journal), brains, clock, news_sender, draw, counted, crew),
            metrics,
            standing: Standings::default(),
            clock,
            players: Players::new(Arc::clone(&journal), chance.clone()),
            lobby: Arc::clone(&lobby),
            guard: Arc::new(Guard::new(config.limits.clone())),
            chance,
            config,
            sockets: TaskTracker::new(),
            stopping: AtomicBool::new(false),
            drained: CancellationToken::new(),
        });
        for Adopted { handle, opened } in shared.keeper.take_over().await? {
            shared.players.remember(&handle.status(), opened);
            lobby.add(handle);
        }
        info!(rooms = lobby.len(), "open");
        let chores = [
            tokio::spawn(async move { lobby.follow(news).await }),
            tokio::spawn(sweep(Arc::clone(&shared), Arc::clone(&journal))),
            tokio::spawn(beat(clock, Arc::clone(&journal))),
        ];
        Ok(Server { shared, journal, chores })
    }

    /// What its sockets share.
    #[cfg(test)]
    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Serves a stream of `address` on which the handshake of a WebSocket is done, in a task of its own.
    pub fn socket<S>(&self, stream: S, address: IpAddr)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let shared = Arc::clone(&self.shared);
        let (stream, pipe) = tokio::io::split(stream);
        let socket = socket::serve(stream, Bytes::new(), Box::new(pipe), Address::new(address), shared, ());
        self.shared.sockets.spawn(socket);
    }

    /// Tells every socket when the server stops and how long to stay away, and closes it then. No room is opened
    /// meanwhile.
    pub async fn stop(&self) {
        self.shared.stop().await;
    }

    /// Waits for the last sockets, for a moment, and for the rooms to write down what they took.
    pub async fn end(self) {
        let Server { shared, journal, chores } = self;
        shared.sockets.close();
        // A socket that does not take its goodbye in time ends with the process.
        let _ = tokio::time::timeout(GOODBYE, shared.sockets.wait()).await;
        for task in chores {
            task.abort();
            // Its share of the journal is gone then, so that the next server can have the folder.
            let _ = task.await;
        }
        // Rooms do what is in their mailboxes, and give themselves up. What they cannot write is not there after the start.
        shared.lobby.clear();
        let _ = tokio::time::timeout(GOODBYE, shared.keeper.ended()).await;
        let _ = journal.beat(shared.clock.now()).await;
    }
}

/// The same as [`serve`], with parts of one's own, so that a whole evening can be played again.
///
/// # Errors
/// When the journal cannot be read, or the listener fails.
pub async fn serve_with(
    parts: Parts,
    listeners: impl Into<Listeners>,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let listeners = listeners.into();
    let crew = parts.crew.clone();
    let server = Server::open(parts).await.map_err(io::Error::other)?;
    let shared = &server.shared;
    let router = Router::new()
        .route("/ws", get(open_socket))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/schema.json", get(schema))
        .route("/api/referee/{question}", post(referee::ask))
        .fallback(get(|uri: Uri, headers: HeaderMap| async move { assets::serve(uri.path(), &headers) }))
        .with_state(Arc::clone(shared));
    let stopped = CancellationToken::new();
    let (guard, metrics) = (Arc::clone(&shared.guard), Arc::clone(&shared.metrics));
    let door = Door::new(&shared.config, guard, router, metrics, crew, stopped.clone())?;
    if shared.config.journal.durability != Durability::Memory {
        shared.guard.bans.keep_in(shared.config.journal.folder.join(BANS))?;
    }
    let admin = match listeners.admin {
        Some(listener) => Some((admin::door(shared, listener.local_addr()?, stopped.clone())?, listener)),
        None => None,
    };
    let administering = async {
        if let Some((door, listener)) = admin {
            door.keep(listener).await;
        }
    };
    let stop = async {
        tokio::select! {
            () = shutdown => {}
            () = shared.drained.cancelled() => {}
        }
        shared.stop().await;
        stopped.cancel();
    };
    tokio::join!(stop, door.keep(listeners.players), administering);
    server.end().await;
    Ok(())
}

impl Shared {
    /// Whether the server is about to stop: from the moment in which it is told so.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed) || self.drained.is_cancelled()
    }

    /// Tells every socket when the server stops and how long to stay away, and closes it then. No room is opened
    /// meanwhile, and no socket.
    async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        let drain = Duration::from_secs(self.config.server.drain_seconds.into());
        let at = self.clock.now() + u64::try_from(drain.as_millis()).unwrap_or(Millis::MAX);
        let connections = self.players.connections();
        info!(connections = connections.len(), ?drain, "stopping");
        for connection in &connections {
            let retry_ms = u32::from_be_bytes(self.chance.bytes()) % RETURN_MS;
            connection.say(&Push::Notice(Notice::Restart { at, retry_ms }));
        }
        if !connections.is_empty() {
            tokio::time::sleep(drain).await;
        }
        for connection in self.players.connections() {
            connection.close(CloseCode::Restart);
        }
    }
}

/// Who a request comes from.
pub(crate) fn client(shared: &Shared, peer: &Peer, headers: &HeaderMap) -> Address {
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
        Err(refusal) => {
            shared.metrics.handshakes.of(refusal.into()).count();
            return refusal.response();
        }
    };
    shared.metrics.handshakes.of(Handshake::Accepted).count();
    // In a task of its own, which is small, since it does not hold what the socket will need.
    shared.sockets.clone().spawn(async move {
        if let Ok(upgraded) = upgraded.await {
            open_upgraded(upgraded, admission, shared);
        }
    });
    response
}

/// Serves a connection that became a WebSocket.
fn open_upgraded(upgraded: Upgraded, admission: Admission, shared: Arc<Shared>) {
    let Admission { address, counts } = admission;
    let sockets = shared.sockets.clone();
    // Without TLS the socket itself is had back, and needs no wrapping.
    match upgraded.downcast::<TokioIo<TcpStream>>() {
        Ok(upgrade::Parts { io, read_buf, .. }) => {
            let (stream, pipe) = io.into_inner().into_split();
            sockets.spawn(socket::serve(stream, read_buf, Box::new(pipe), address, shared, counts));
        }
        Err(upgraded) => {
            let (stream, pipe) = tokio::io::split(TokioIo::new(upgraded));
            sockets.spawn(socket::serve(stream, Bytes::new(), Box::new(pipe), address, shared, counts));
        }
    }
}

/// A socket that may be opened.
struct Admission {
    address: Address,
    counts: Counts,
}

/// A socket is counted as long as this is kept: its connection, and the client behind a proxy.
type Counts = (Arc<Counted>, Option<Box<Visit>>);

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
    if shared.guard.bans.contain(address) {
        return Err(Refusal::Banned);
    }
    shared.guard.allow(address, Deed::Handshake).map_err(Refusal::RateLimited)?;
    let visit = match &peer.counted.visit {
        Some(_) => None,
        None => Some(Box::new(shared.guard.visit(address).ok_or(Refusal::TooManyConnections)?)),
    };
    Ok((response, upgraded, Admission { address, counts: (peer.counted, visit) }))
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
async fn sweep(shared: Arc<Shared>, journal: Arc<dyn Journal>) {
    let mut swept = Instant::now();
    loop {
        tokio::time::sleep(GUARD_SWEEP).await;
        shared.guard.sweep();
        if swept.elapsed() < SWEEP {
            continue;
        }
        swept = Instant::now();
        let now = shared.clock.now();
        shared.players.forget(now.saturating_sub(ABSENT_MS), |player| {
            let tried = player.known().tried.clone();
            !shared.lobby.rooms_of(player.id, tried).is_empty()
        });
        if journal.forget_players(now.saturating_sub(FORGOTTEN_MS)).await.is_err() {
            warn!("players who never came back could not be forgotten");
        }
    }
}

/// Writes down again and again that the rooms are alive.
async fn beat(clock: Clock, journal: Arc<dyn Journal>) {
    loop {
        // Where it cannot be written, clocks go on from an earlier time after a crash.
        let _ = journal.beat(clock.now()).await;
        tokio::time::sleep(BEAT).await;
    }
}

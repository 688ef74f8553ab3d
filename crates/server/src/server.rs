//! The server: its routes, what all sockets share, and its beginning and end.
//!
//! Invariant: [`serve`] returns when every socket was told and closed, or did not take its goodbye in time.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, Request, Response, StatusCode, Uri, header};
use axum::routing::get;
use dashmap::DashMap;
use hyper_util::rt::TokioIo;
use parlour_engine::{Action, Seat, Seed, Variant, View};
use parlour_protocol::{Notice, Push, encode};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::Clock;
use crate::config::Config;
use crate::connection::{CloseCode, Frame};
use crate::journal::MemoryJournal;
use crate::lobby::Lobby;
use crate::players::{Players, random};
use crate::room::{Brain, Brains, Keeper};
use crate::upgrade::upgrade;
use crate::{assets, socket};

/// The JSON Schema of the protocol, as it is served.
const SCHEMA: &str = include_str!("../../protocol/schema.json");

/// How long sockets have to take their goodbye when the server stops.
const GOODBYE: Duration = Duration::from_secs(5);

/// How often players who never came back are looked for, and after which absence they are forgotten.
const SWEEP: Duration = Duration::from_secs(600);
const FORGOTTEN_MS: u64 = 24 * 3_600 * 1_000;

/// What all sockets of a server share.
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) players: Players,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) keeper: Keeper,
    sockets: TaskTracker,
    open: AtomicUsize,
    open_by_address: DashMap<IpAddr, usize>,
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
    let shared = Arc::new(Shared {
        keeper: Keeper::with_seeds(Arc::new(MemoryJournal::new()), Arc::new(Bots), clock, news_sender, draw),
        config,
        clock,
        players: Players::default(),
        lobby: Arc::clone(&lobby),
        sockets: TaskTracker::new(),
        open: AtomicUsize::new(0),
        open_by_address: DashMap::new(),
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
        .with_state(Arc::clone(&shared))
        .into_make_service_with_connect_info::<SocketAddr>();
    let (stopping, stopped) = (Arc::clone(&shared), CancellationToken::new());
    let told = stopped.clone();
    let stop = async move {
        shutdown.await;
        stopping.stop();
        told.cancel();
    };
    let late = async {
        stopped.cancelled().await;
        tokio::time::sleep(GOODBYE).await;
    };
    // A request that never ends would be waited for, for ever.
    let served = tokio::select! {
        served = axum::serve(listener, router).with_graceful_shutdown(stop).into_future() => served,
        () = late => Ok(()),
    };
    shared.sockets.close();
    // A socket that does not take its goodbye in time ends with the process.
    let _ = tokio::time::timeout(GOODBYE, shared.sockets.wait()).await;
    following.abort();
    sweeping.abort();
    served
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

    /// Counts a socket of `address`, as long as the limits allow it.
    fn admit(self: &Arc<Shared>, address: IpAddr) -> Option<Admission> {
        let limits = &self.config.limits;
        if self.open.fetch_add(1, Ordering::Relaxed) >= limits.connections {
            self.open.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        let admission = Admission { shared: Arc::clone(self), address };
        let mut count = self.open_by_address.entry(address).or_insert(0);
        *count += 1;
        let within = *count <= limits.connections_per_address;
        drop(count);
        within.then_some(admission)
    }
}

/// A socket that was counted; dropping it counts it out.
struct Admission {
    shared: Arc<Shared>,
    address: IpAddr,
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.shared.open.fetch_sub(1, Ordering::Relaxed);
        if let Some(mut count) = self.shared.open_by_address.get_mut(&self.address) {
            *count = count.saturating_sub(1);
        }
        self.shared.open_by_address.remove_if(&self.address, |_, count| *count == 0);
    }
}

async fn open_socket(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    mut request: Request<Body>,
) -> Response<Body> {
    if shared.is_stopping() {
        return status(StatusCode::SERVICE_UNAVAILABLE);
    }
    let (response, upgraded) = match upgrade(&mut request, &shared.config.server.origins) {
        Ok(upgraded) => upgraded,
        Err(refusal) => return refusal.response(),
    };
    let Some(admission) = shared.admit(address.ip()) else {
        return status(StatusCode::TOO_MANY_REQUESTS);
    };
    let task = async move {
        let shared = Arc::clone(&admission.shared);
        if let Ok(upgraded) = upgraded.await {
            socket::serve(TokioIo::new(upgraded), shared).await;
        }
        drop(admission);
    };
    shared.sockets.spawn(task);
    response
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

fn status(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// Forgets players who never came back, every now and then.
async fn sweep(shared: Arc<Shared>) {
    loop {
        tokio::time::sleep(SWEEP).await;
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

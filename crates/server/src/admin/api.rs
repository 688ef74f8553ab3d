//! What those who look after a server ask and do, as JSON over HTTP.
//!
//! Invariants: nothing is answered without the token, which is read from the header `Authorization` alone, so no page of
//! another origin can use a browser's; a body is bounded in bytes and in time; no answer holds an invite, a token, a chat
//! line, or anything of a match that spectators do not see in the list of rooms.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::{self, Next};
use axum::routing::{delete, get, post, put};
use parlour_protocol::{Notice, PlayerId, Push, RoomId, RoomSummary};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use tracing::info;

use super::Office;
use crate::answer::{json, refuse};
use crate::connection::CloseCode;
use crate::door::Address;
use crate::text;

/// Bytes of a request's body.
const BODY_BYTES: usize = 4 * 1024;

type Answer = Result<Response<Body>, Response<Body>>;

/// The routes below `/api`, all behind the token.
pub(super) fn routes(office: &Arc<Office>) -> Router {
    Router::new()
        .route("/status", get(status))
        .route("/rooms", get(rooms))
        .route("/rooms/{room}", delete(close_room))
        .route("/connections", get(connections))
        .route("/bans", get(bans))
        .route("/bans/{address}", put(ban).delete(ban))
        .route("/notice", post(notice))
        .route("/drain", post(drain))
        .method_not_allowed_fallback(|| async {
            refuse(StatusCode::METHOD_NOT_ALLOWED, "wrong_method", "this is asked with another method", None)
        })
        .fallback(|| async { refuse(StatusCode::NOT_FOUND, "not_found", "there is nothing here", None) })
        .layer(middleware::from_fn_with_state(Arc::clone(office), let_in))
        .with_state(Arc::clone(office))
}

/// Lets a request in that shows the token.
pub(super) async fn let_in(
    State(office): State<Arc<Office>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    if office.token.opens(request.headers()) {
        let mut response = next.run(request).await;
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return response;
    }
    let message = "this needs the token, as Authorization: Bearer";
    let mut response = refuse(StatusCode::UNAUTHORIZED, "unauthorized", message, None);
    response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

/// How the server is.
#[derive(Serialize)]
struct Status {
    version: &'static str,
    stopping: bool,
    /// Connections from their first byte.
    connections: usize,
    /// Players with a connection.
    players: usize,
    rooms: usize,
    bans: usize,
}

async fn status(State(office): State<Arc<Office>>) -> Response<Body> {
    let shared = &office.shared;
    let status = Status {
        version: env!("CARGO_PKG_VERSION"),
        stopping: shared.is_stopping(),
        connections: shared.guard.open(),
        players: shared.standing.players.value(),
        rooms: shared.lobby.len(),
        bans: shared.guard.bans.all().len(),
    };
    json(StatusCode::OK, &status)
}

/// A room as the list of rooms shows it, private ones included.
#[derive(Serialize)]
struct Room<'a> {
    #[serde(flatten)]
    summary: &'a RoomSummary,
    public: bool,
    members: usize,
    /// Messages in its mailbox.
    waiting: usize,
}

#[derive(Serialize)]
struct Rooms<'a> {
    rooms: Vec<Room<'a>>,
}

async fn rooms(State(office): State<Arc<Office>>) -> Response<Body> {
    let mut rooms: Vec<_> =
        office.shared.lobby.all().into_iter().map(|room| (room.status(), room.waiting())).collect();
    rooms.sort_by_key(|(status, _)| status.summary.room);
    let rooms = rooms.iter().map(|(status, waiting)| Room {
        summary: &status.summary,
        public: status.public,
        members: status.members.len(),
        waiting: *waiting,
    });
    json(StatusCode::OK, &Rooms { rooms: rooms.collect() })
}

async fn close_room(State(office): State<Arc<Office>>, Path(room): Path<String>) -> Answer {
    let missing = || refuse(StatusCode::NOT_FOUND, "no_such_room", "there is no such room", None);
    let id: RoomId = room.parse().map_err(|_| missing())?;
    let handle = office.shared.lobby.room(id).ok_or_else(missing)?;
    handle.close().await.map_err(|_| missing())?;
    info!(room = %id, "a room is closed by who looks after the server");
    Ok(accepted("the room closes"))
}

/// What comes from one address.
#[derive(Default, Serialize)]
struct Visitor {
    address: String,
    /// Its connections from their first byte.
    open: usize,
    players: Vec<Present>,
}

/// A player with a connection.
#[derive(Serialize)]
struct Present {
    player: PlayerId,
    name: String,
}

#[derive(Serialize)]
struct Visitors {
    addresses: Vec<Visitor>,
}

async fn connections(State(office): State<Arc<Office>>) -> Response<Body> {
    let mut visitors: BTreeMap<Address, Visitor> = BTreeMap::new();
    for (address, open) in office.shared.guard.visitors() {
        visitors.entry(address).or_default().open = open;
    }
    for here in office.shared.players.here() {
        let present = Present { player: here.player, name: here.name };
        visitors.entry(here.address).or_default().players.push(present);
    }
    let named = |(address, visitor): (Address, Visitor)| Visitor { address: address.to_string(), ..visitor };
    json(StatusCode::OK, &Visitors { addresses: visitors.into_iter().map(named).collect() })
}

#[derive(Serialize)]
struct Bans {
    bans: Vec<String>,
}

async fn bans(State(office): State<Arc<Office>>) -> Response<Body> {
    let bans = office.shared.guard.bans.all().iter().map(Address::to_string).collect();
    json(StatusCode::OK, &Bans { bans })
}

/// Bans an address and closes its sockets, or lets it in again.
async fn ban(State(office): State<Arc<Office>>, method: Method, Path(address): Path<String>) -> Answer {
    let address: Address = address
        .parse()
        .map_err(|_| refuse(StatusCode::BAD_REQUEST, "bad_address", "this is no address", None))?;
    let ban = method == Method::PUT;
    office.shared.guard.bans.set(address, ban).map_err(|error| {
        let message = format!("the list of bans cannot be written: {error}");
        refuse(StatusCode::SERVICE_UNAVAILABLE, "unavailable", &message, None)
    })?;
    info!(%address, ban, "a ban is changed by who looks after the server");
    if ban {
        let here = office.shared.players.here().into_iter().filter(|here| here.address == address);
        here.for_each(|here| here.connection.close(CloseCode::Banned));
    }
    Ok(bans(State(office)).await)
}

/// What is said to all.
#[derive(Deserialize)]
struct Said {
    text: String,
}

#[derive(Serialize)]
struct Told {
    told: usize,
}

async fn notice(State(office): State<Arc<Office>>, request: Request) -> Answer {
    let malformed = |message: &str| refuse(StatusCode::BAD_REQUEST, "malformed", message, None);
    let patience = office.shared.config.limits.head();
    let body = timeout(patience, to_bytes(request.into_body(), BODY_BYTES)).await.map_err(|_| {
        refuse(StatusCode::REQUEST_TIMEOUT, "too_slow", "the body did not come in time", None)
    })?;
    let body = body.map_err(|_| {
        refuse(StatusCode::PAYLOAD_TOO_LARGE, "too_long", "a request has at most 4 KiB", None)
    })?;
    let said: Said = serde_json::from_slice(&body).map_err(|_| malformed(r#"not {"text":".."}"#))?;
    let text = text::chat(&said.text).ok_or_else(|| malformed("a notice has 1 to 300 characters"))?;
    let frame =
        crate::connection::Frame::from(parlour_protocol::encode(&Push::Notice(Notice::Message { text })));
    let connections = office.shared.players.connections();
    connections.iter().for_each(|connection| connection.send(frame.clone()));
    info!(told = connections.len(), "a notice to all by who looks after the server");
    Ok(json(StatusCode::OK, &Told { told: connections.len() }))
}

async fn drain(State(office): State<Arc<Office>>) -> Response<Body> {
    info!("the server is to stop, says who looks after it");
    office.shared.drained.cancel();
    accepted("the server stops")
}

#[derive(Serialize)]
struct Begun<'a> {
    message: &'a str,
}

fn accepted(message: &str) -> Response<Body> {
    json(StatusCode::ACCEPTED, &Begun { message })
}

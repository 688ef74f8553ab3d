//! The listener of those who look after the server: metrics, on an address that no player reaches.
//!
//! Invariants: nothing here is served to players; nothing that is told names a token or what lies hidden in a match.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use tokio_util::sync::CancellationToken;

use crate::config::LimitsConfig;
use crate::door::{Door, Guard};
use crate::metrics::CONTENT_TYPE;
use crate::server::Shared;

/// Connections of those who look after the server.
const CONNECTIONS: usize = 32;

/// The door of the listener, which is shut when `stopped` is.
pub(crate) fn door(shared: &Arc<Shared>, stopped: CancellationToken) -> Door {
    let limits = LimitsConfig {
        connections: CONNECTIONS,
        connections_per_address: CONNECTIONS,
        ..shared.config.limits.clone()
    };
    let router = Router::new().route("/metrics", get(metrics)).with_state(Arc::clone(shared));
    Door::plain(Arc::new(Guard::new(limits.clone())), router, &limits, stopped)
}

async fn metrics(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], shared.metrics_text())
}

//! The listener of those who look after the server: metrics, a page and its API, on an address that no player reaches.
//!
//! Invariants: nothing here is served to players; nothing that is told names a token or what lies hidden in a match;
//! metrics are told without the token on a loopback address alone, and all else only with it.

mod api;
mod token;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::get;
use tokio_util::sync::CancellationToken;

use crate::config::{Config, LimitsConfig};
use crate::door::{Door, Guard};
use crate::metrics::CONTENT_TYPE;
use crate::server::Shared;
use token::AdminToken;

/// Connections of those who look after the server.
const CONNECTIONS: usize = 32;

/// What the page may load, and who may show it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// What the routes share.
struct Office {
    shared: Arc<Shared>,
    token: AdminToken,
}

/// The file with the token of this configuration; none when the configuration itself has it.
pub fn token_file(config: &Config) -> Option<PathBuf> {
    config.admin.token.is_empty().then(|| token::file(config))
}

/// The door of the listener at `address`, which is shut when `stopped` is.
///
/// # Errors
/// When there is no token to be had.
pub(crate) fn door(
    shared: &Arc<Shared>,
    address: SocketAddr,
    stopped: CancellationToken,
) -> io::Result<Door> {
    let limits = LimitsConfig {
        connections: CONNECTIONS,
        connections_per_address: CONNECTIONS,
        ..shared.config.limits.clone()
    };
    let office = Arc::new(Office { shared: Arc::clone(shared), token: AdminToken::of(&shared.config)? });
    let router = routes(&office, address);
    Ok(Door::plain(Arc::new(Guard::new(limits.clone())), router, &limits, stopped))
}

/// What is served at `address`.
fn routes(office: &Arc<Office>, address: SocketAddr) -> Router {
    let metrics = Router::new().route("/metrics", get(metrics)).with_state(Arc::clone(&office.shared));
    let metrics = match address.ip().is_loopback() {
        true => metrics,
        false => metrics.route_layer(middleware::from_fn_with_state(Arc::clone(office), api::let_in)),
    };
    Router::new()
        .route("/", get(|| async { page("text/html; charset=utf-8", include_str!("page.html")) }))
        .route("/admin.css", get(|| async { page("text/css", include_str!("page.css")) }))
        .route("/admin.js", get(|| async { page("text/javascript", include_str!("page.js")) }))
        .nest("/api", api::routes(office))
        .merge(metrics)
}

/// A part of the page, which holds nothing that needs the token.
fn page(kind: &'static str, text: &'static str) -> impl IntoResponse {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, text)
}

async fn metrics(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], shared.metrics_text().await)
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::{Request, StatusCode};
    use tower::ServiceExt;

    use super::*;
    use crate::journal::MemoryJournal;
    use crate::server::{Parts, Server};

    #[tokio::test]
    async fn metrics_need_the_token_where_others_can_ask_for_them() {
        let mut config = Config::default();
        config.admin.token = "a token of this test".to_owned();
        let parts = Parts::usual(Arc::new(MemoryJournal::new()), config);
        let server = Server::open(parts).await.expect("the journal works");
        let shared = Arc::clone(server.shared());
        let token = AdminToken::of(&shared.config).expect("it is long enough");
        let office = Arc::new(Office { shared, token });
        for (address, authorization, expected) in [
            ("127.0.0.1:1", "", StatusCode::OK),
            ("[::1]:1", "", StatusCode::OK),
            ("0.0.0.0:1", "", StatusCode::UNAUTHORIZED),
            ("192.0.2.1:1", "Bearer a token of another", StatusCode::UNAUTHORIZED),
            ("192.0.2.1:1", "Bearer a token of this test", StatusCode::OK),
        ] {
            let routes = routes(&office, address.parse().expect("an address"));
            let request = Request::get("/metrics").header(header::AUTHORIZATION, authorization);
            let request = request.body(Body::empty()).expect("a request");
            let answer = routes.oneshot(request).await.unwrap_or_else(|never| match never {});
            assert_eq!(answer.status(), expected, "{address} {authorization:?}");
        }
        server.end().await;
    }
}

//! What is answered over HTTP with a body of JSON.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use parlour_protocol::encode;
use serde::Serialize;

/// Why a request is refused.
#[derive(Serialize)]
struct Refused<'a> {
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_ms: Option<u64>,
}

/// A message as JSON.
pub(crate) fn json(status: StatusCode, message: &impl Serialize) -> Response<Body> {
    let mut response = Response::new(Body::from(encode(message)));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// A refusal with a code for programs, a sentence for their authors, and how long to wait if it is only too early.
pub(crate) fn refuse(
    status: StatusCode,
    code: &str,
    message: &str,
    wait: Option<Duration>,
) -> Response<Body> {
    let retry_ms = wait.map(|wait| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).max(1));
    let mut response = json(status, &Refused { code, message, retry_ms });
    if let Some(milliseconds) = retry_ms {
        response.headers_mut().insert(header::RETRY_AFTER, milliseconds.div_ceil(1_000).into());
    }
    response
}

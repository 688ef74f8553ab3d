//! The referee over HTTP: `POST /api/referee/QUESTION` with lines, answered line by line.
//!
//! Invariants: nothing of a request is read that its address may not ask now; a request is bounded in bytes, in time and
//! in lines, and no more than [`AT_ONCE`] are being answered at once; none of this holds a socket up.

use std::error::Error;
use std::sync::Arc;

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::{Request, Response, StatusCode};
use http_body_util::LengthLimitError;
use parlour_referee::{Answer, Question};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::answer::{json, refuse};
use crate::door::{Deed, Peer};
use crate::server::{Shared, client};

/// Bytes of a request's body.
const BODY_BYTES: usize = 64 * 1024;

/// Requests that are answered at once.
const AT_ONCE: usize = 2;

static ANSWERING: Semaphore = Semaphore::const_new(AT_ONCE);

/// What is asked.
#[derive(Deserialize)]
struct Asked {
    lines: Vec<String>,
}

/// One answer for each line.
#[derive(Serialize)]
struct Answers {
    answers: Vec<Answer>,
}

/// The most lines of one request: what takes longer, or has longer answers, is asked in smaller pieces.
const fn most_lines(question: Question) -> usize {
    match question {
        Question::Tichu | Question::Rummikub => 1_000,
        Question::RummikubHand => 20,
        Question::TichuPlays => 10,
    }
}

/// Answers the lines of one request.
pub(crate) async fn ask(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
    Extension(peer): Extension<Peer>,
    request: Request<Body>,
) -> Response<Body> {
    match answer(&shared, &name, &peer, request).await {
        Ok(answers) => json(StatusCode::OK, &answers),
        Err(refused) => refused,
    }
}

async fn answer(
    shared: &Shared,
    name: &str,
    peer: &Peer,
    request: Request<Body>,
) -> Result<Answers, Response<Body>> {
    let question = Question::named(name).ok_or_else(|| {
        refuse(StatusCode::NOT_FOUND, "no_such_question", "the referee is not asked this", None)
    })?;
    let address = client(shared, peer, request.headers());
    shared.guard.allow(address, Deed::Question).map_err(|wait| {
        let message = "too many questions; try again later";
        refuse(StatusCode::TOO_MANY_REQUESTS, "rate_limited", message, Some(wait))
    })?;
    let body = timeout(shared.config.limits.head(), to_bytes(request.into_body(), BODY_BYTES));
    let body = body.await.map_err(|_| {
        refuse(StatusCode::REQUEST_TIMEOUT, "too_slow", "the body of the request did not come in time", None)
    })?;
    let body = body.map_err(|error| match error.source() {
        Some(source) if source.is::<LengthLimitError>() => {
            refuse(StatusCode::PAYLOAD_TOO_LARGE, "too_long", "a request has at most 64 KiB", None)
        }
        _ => refuse(StatusCode::BAD_REQUEST, "malformed", "the body of the request is broken", None),
    })?;
    let Asked { lines } = serde_json::from_slice(&body).map_err(|error| {
        refuse(StatusCode::BAD_REQUEST, "malformed", &format!(r#"not {{"lines":[..]}}: {error}"#), None)
    })?;
    let most = most_lines(question);
    if lines.len() > most {
        let message = format!("at most {most} lines at once");
        return Err(refuse(StatusCode::PAYLOAD_TOO_LARGE, "too_many_lines", &message, None));
    }
    let _turn = ANSWERING.acquire().await.expect("it is never closed");
    let asking = move || lines.iter().map(|line| question.ask(line)).collect();
    let answers = tokio::task::spawn_blocking(asking)
        .await
        .map_err(|_| refuse(StatusCode::INTERNAL_SERVER_ERROR, "fault", "a fault of the server", None))?;
    Ok(Answers { answers })
}

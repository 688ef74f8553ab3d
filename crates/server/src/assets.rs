//! The web client: files that stand in the binary, each in three encodings.
//!
//! Invariants: a file whose name bears its hash is immutable; every other is asked for anew with its tag.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use rust_embed::{EmbeddedFile, RustEmbed};

/// The built client. Debug builds read it from the disk, release builds hold it.
#[derive(RustEmbed)]
#[folder = "../../web-client/dist"]
#[allow_missing = true]
struct WebClient;

/// The encodings made by the client's build, best first, with the ending of their files.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// What a page may load and whom it may talk to: this server alone.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const SAFE: [(header::HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::VARY, "accept-encoding"),
];

/// The file at `path` in the best encoding that `request` accepts, or the page that says what is missing.
pub(crate) fn serve(path: &str, request: &HeaderMap) -> Response<Body> {
    let path = match path.trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let mut response = match best(path, request) {
        Some((file, encoding)) => answer(path, file, encoding, request),
        None if path == "index.html" => plain(
            StatusCode::SERVICE_UNAVAILABLE,
            "This server was built without its web client. \"make run\" builds both.",
        ),
        None => plain(StatusCode::NOT_FOUND, "There is nothing here."),
    };
    for (name, value) in SAFE {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The file in the first encoding that exists and is accepted, with that encoding's name.
fn best(path: &str, request: &HeaderMap) -> Option<(EmbeddedFile, Option<&'static str>)> {
    if ENCODINGS.iter().any(|(_, ending)| path.ends_with(ending)) {
        return None;
    }
    ENCODINGS
        .iter()
        .filter(|(name, _)| accepts(request, name))
        .find_map(|(name, ending)| Some((WebClient::get(&format!("{path}{ending}"))?, Some(*name))))
        .or_else(|| Some((WebClient::get(path)?, None)))
}

fn accepts(request: &HeaderMap, encoding: &str) -> bool {
    let Some(list) = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()) else {
        return false;
    };
    list.split(',').any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        let refused =
            |weight: &str| weight.strip_prefix("q=").and_then(|q| q.parse::<f32>().ok()) == Some(0.0);
        parts.next() == Some(encoding) && !parts.any(refused)
    })
}

fn answer(path: &str, file: EmbeddedFile, encoding: Option<&str>, request: &HeaderMap) -> Response<Body> {
    let hash: String = file.metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let immutable = path.starts_with("assets/");
    let known = request.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let mut response = Response::builder()
        .header(header::ETAG, tag)
        .header(header::CONTENT_TYPE, content_type(path))
        .header(
            header::CACHE_CONTROL,
            if immutable { "public, max-age=31536000, immutable" } else { "no-cache" },
        );
    if let Some(encoding) = encoding {
        response = response.header(header::CONTENT_ENCODING, encoding);
    }
    let (status, body) = match known {
        true => (StatusCode::NOT_MODIFIED, Body::empty()),
        false => (StatusCode::OK, Body::from(file.data.into_owned())),
    };
    response.status(status).body(body).expect("the headers are fixed texts and hex digits")
}

/// The media type by the name's ending: what the client's build makes, and nothing else.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, "text/plain; charset=utf-8")
        .body(Body::from(text))
        .expect("the header is a fixed text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_used_only_when_it_is_accepted() {
        for (header, encoding, expected) in [
            ("gzip, deflate, br", "br", true),
            ("gzip;q=0.5", "gzip", true),
            ("br;q=0", "br", false),
            ("br ; q=0.0", "br", false),
            ("", "gzip", false),
            ("brotli", "br", false),
        ] {
            let mut request = HeaderMap::new();
            request.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(header));
            assert_eq!(accepts(&request, encoding), expected, "{header} for {encoding}");
        }
    }

    #[test]
    fn what_is_not_there_is_not_found_and_nothing_outside_is_read() {
        for path in ["/nothing.js", "/../Cargo.toml", "/assets/../../secret", "/index.html.br"] {
            let response = serve(path, &HeaderMap::new());
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
            assert!(response.headers().contains_key(header::CONTENT_SECURITY_POLICY), "{path}");
        }
    }
}

//! Where the server's log goes: to the standard error, as text or as JSON, and with the feature `otel` to a collector.
//!
//! Invariants: what is sent to a collector are spans and events of the server's own code, which name connections, rooms and
//! players by their public ids and never a token, an invite or a card. No level brings what clients say into the log.

use std::io::{IsTerminal, stderr};

use anyhow::Context;
use parlour_server::config::{LogFormat, ServerConfig};
use tracing::Subscriber;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use collector::Sender;

/// Begins to log as the configuration says. What is returned is kept until the end: then the last spans are sent.
pub(crate) fn begin(config: &ServerConfig) -> anyhow::Result<impl Drop + use<>> {
    let (subscriber, sender) = subscriber(config)?;
    subscriber.init();
    Ok(sender)
}

fn subscriber(
    config: &ServerConfig,
) -> anyhow::Result<(impl SubscriberInitExt + Subscriber + use<>, Sender)> {
    let filter = filter(&config.log)?;
    let lines = match config.log_format {
        LogFormat::Text => fmt::layer().with_ansi(has_colours()).with_writer(stderr).boxed(),
        LogFormat::Json => fmt::layer().json().flatten_event(true).with_writer(stderr).boxed(),
    };
    let (spans, sender) = collector::spans()?;
    Ok((tracing_subscriber::registry().with(lines.with_filter(filter)).with(spans), sender))
}

/// A file is read without colours, and so is a terminal whose user wants none (`NO_COLOR`, <https://no-color.org>).
fn has_colours() -> bool {
    stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// What the setting says, without the texts of clients, in which tokens are: tungstenite traces them.
fn filter(setting: &str) -> anyhow::Result<EnvFilter> {
    let filter = EnvFilter::try_new(setting).context("the setting server.log is no log filter")?;
    Ok(match filter.max_level_hint() {
        Some(LevelFilter::TRACE) | None => {
            filter.add_directive("tungstenite=debug".parse().expect("it is a directive"))
        }
        // A directive for a higher level would have more made than is logged.
        Some(_) => filter,
    })
}

#[cfg(feature = "otel")]
mod collector {
    //! Spans for a collector that speaks OTLP over gRPC, at the address of `OTEL_EXPORTER_OTLP_ENDPOINT`, if there is one.

    use anyhow::Context;
    use opentelemetry::trace::TracerProvider;
    use opentelemetry_otlp::SpanExporter;
    use opentelemetry_sdk::Resource;
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use tracing::Subscriber;
    use tracing::level_filters::LevelFilter;
    use tracing_subscriber::Layer;
    use tracing_subscriber::filter::Targets;
    use tracing_subscriber::registry::LookupSpan;

    const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";

    /// Sends what is left when it is dropped.
    pub(super) struct Sender(Option<SdkTracerProvider>);

    impl Drop for Sender {
        fn drop(&mut self) {
            if let Some(Err(error)) = self.0.as_ref().map(SdkTracerProvider::shutdown) {
                tracing::warn!(%error, "the last spans could not be sent");
            }
        }
    }

    pub(super) fn spans<S>() -> anyhow::Result<(Option<impl Layer<S>>, Sender)>
    where
        S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
    {
        if std::env::var_os(ENDPOINT).is_none() {
            return Ok((None, Sender(None)));
        }
        let exporter = SpanExporter::builder()
            .with_tonic()
            .build()
            .with_context(|| format!("{ENDPOINT} is no address"))?;
        let resource = Resource::builder().with_service_name("parlour").build();
        let provider =
            SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
        let own = Targets::new().with_target("parlour_server", LevelFilter::DEBUG);
        let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("parlour")).with_filter(own);
        Ok((Some(layer), Sender(Some(provider))))
    }
}

#[cfg(not(feature = "otel"))]
mod collector {
    //! There is none.

    use tracing::Subscriber;
    use tracing_subscriber::Layer;
    use tracing_subscriber::layer::Identity;

    /// Nothing is left when it is dropped.
    pub(super) struct Sender;

    impl Drop for Sender {
        fn drop(&mut self) {}
    }

    /// A layer that is none: an empty layer would ask for every span.
    pub(super) fn spans<S: Subscriber>() -> anyhow::Result<(Option<impl Layer<S>>, Sender)> {
        Ok((None::<Identity>, Sender))
    }
}

#[cfg(test)]
mod tests {
    use parlour_server::Config;
    use tracing::Level;

    use super::*;

    #[test]
    fn what_is_not_logged_is_not_made() {
        for (log, debug) in [("info", false), ("info,parlour::logs=debug", true)] {
            for log_format in [LogFormat::Text, LogFormat::Json] {
                let config = ServerConfig { log: log.to_owned(), log_format, ..Config::default().server };
                let (subscriber, _sender) = subscriber(&config).expect("a filter");
                tracing::subscriber::with_default(subscriber, || {
                    assert!(tracing::enabled!(Level::INFO), "{log}");
                    assert_eq!(tracing::enabled!(Level::DEBUG), debug, "{log}");
                });
            }
        }
        let config = ServerConfig { log: "info,=".to_owned(), ..Config::default().server };
        assert!(subscriber(&config).is_err(), "a filter that is none");
    }

    #[test]
    fn nothing_that_a_client_says_is_traced() {
        for (log, trace) in [("trace", true), ("info,tungstenite=trace", false)] {
            let subscriber = tracing_subscriber::registry().with(filter(log).expect("a filter"));
            tracing::subscriber::with_default(subscriber, || {
                assert!(!tracing::enabled!(target: "tungstenite::protocol", Level::TRACE), "{log}");
                assert!(tracing::enabled!(target: "tungstenite::protocol", Level::DEBUG), "{log}");
                assert_eq!(tracing::enabled!(target: "parlour_server", Level::TRACE), trace, "{log}");
            });
        }
    }
}

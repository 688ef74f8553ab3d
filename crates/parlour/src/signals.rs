//! What a terminal, a supervisor or a script says to a process that shall stop: an interrupt, or a request to terminate.

/// Waits for either. From the first call on neither ends the process by itself any more.
pub(crate) async fn told_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<Option<()>>();
    tokio::select! {
        _ = interrupt => {}
        _ = terminate => {}
    }
}

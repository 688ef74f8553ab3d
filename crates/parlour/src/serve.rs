//! `parlour serve`: reads the configuration, listens, and serves until it is told to stop.

use std::net::SocketAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use parlour_server::{Config, Listeners, Parts, Workers};

use crate::logs;
use crate::signals::told_to_stop;

/// How to serve.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A configuration file; what it does not set has its default.
    #[arg(long)]
    config: Option<PathBuf>,
    /// Listen here instead of where the configuration says.
    #[arg(long)]
    listen: Option<SocketAddr>,
    /// Lift the limits of connections, rooms and rates, for load tests; only on a loopback address.
    #[arg(long)]
    dev: bool,
}

/// Serves until an interrupt or a request to terminate.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let mut config = Config::load(arguments.config.as_deref()).context("the configuration cannot be used")?;
    config.server.listen = arguments.listen.unwrap_or(config.server.listen);
    if arguments.dev {
        let listen = config.server.listen;
        if !listen.ip().is_loopback() {
            bail!("--dev lifts the limits, so it listens on a loopback address alone, and {listen} is none");
        }
        config.limits.lift();
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let _logs = logs::begin(&config.server)?;
        let journal = parlour_server::journal::open(&config.journal)?;
        let listeners = Listeners::bind(&config).await?;
        announce(&config, &listeners)?;
        let workers = Workers::hire(cores)?;
        let parts = Parts { crew: workers.crew(), ..Parts::usual(journal, config) };
        let stop = async {
            told_to_stop().await;
            tracing::info!("stopping");
        };
        parlour_server::serve_with(parts, listeners, stop).await?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Prints where to play, and where the server is looked after.
#[allow(clippy::print_stdout, reason = "the addresses are what this command prints")]
fn announce(config: &Config, listeners: &Listeners) -> std::io::Result<()> {
    println!("Parlour is open at http://{}/", listeners.players.local_addr()?);
    if let Some(admin) = &listeners.admin {
        let token = match parlour_server::admin::token_file(config) {
            Some(file) => format!("the token in {}", file.display()),
            None => "the token of the configuration".to_owned(),
        };
        println!("It is looked after at http://{}/ with {token}", admin.local_addr()?);
    }
    Ok(())
}

//! `parlour bot`: plays a seat of a room from outside, over the same socket as everybody.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use parlour_client::{Client, Error, Options, Table};
use parlour_engine::{GameKind, Seat, View};
use parlour_protocol::{Command, Invite, Outcome, RoomId};

/// Where to play.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The server's socket.
    #[arg(long, default_value = "ws://127.0.0.1:8080/ws")]
    url: String,
    /// The room: its invite code, or the id of a public room.
    #[arg(long)]
    room: String,
    /// The game that the room must be playing.
    #[arg(long)]
    game: GameKind,
    /// The seat to take; the first free one when this is left out.
    #[arg(long)]
    seat: Option<Seat>,
    /// The bot's name.
    #[arg(long, default_value = "Outside bot")]
    name: String,
    /// Matches to play before it leaves; 0 stays for ever.
    #[arg(long, default_value_t = 1)]
    matches: u32,
}

/// Tries to come back after a lost connection, each after a longer pause.
const TRIES: u32 = 8;

/// Joins, sits down and plays.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let mut client = enter(&arguments).await.context("cannot connect")?;
        let room = join(&mut client, &arguments.room).await.context("cannot join the room")?;
        let mut table = Table::first(&mut client, room).await?;
        sit(&mut client, &mut table, &arguments).await?;
        let mut played = 0;
        while arguments.matches == 0 || played < arguments.matches {
            match table.play(&mut client, parlour_bots::decide).await {
                Ok(()) => {
                    played += 1;
                    report(&table, played);
                    rematch(&mut client, &mut table, arguments.matches, played).await?;
                }
                Err(Error::Socket(_) | Error::Closed { .. }) => come_back(&mut client).await?,
                Err(error) => return Err(error.into()),
            }
        }
        client.ask(Command::Leave { room }).await?;
        Ok(ExitCode::SUCCESS)
    })
}

async fn enter(arguments: &Arguments) -> Result<Client, Error> {
    let options = Options { name: Some(arguments.name.clone()), ..Options::default() };
    Client::connect(&arguments.url, options).await
}

async fn join(client: &mut Client, code: &str) -> anyhow::Result<RoomId> {
    let (room, invite) = match (code.parse::<Invite>(), code.parse::<RoomId>()) {
        (Ok(invite), _) => (None, Some(invite)),
        (_, Ok(room)) => (Some(room), None),
        _ => bail!("{code} is neither an invite code nor a room's id"),
    };
    match client.ask(Command::Join { room, invite }).await? {
        Outcome::Ok { room: Some(room), .. } => Ok(room),
        _ => bail!("the server named no room"),
    }
}

async fn sit(client: &mut Client, table: &mut Table, arguments: &Arguments) -> anyhow::Result<()> {
    if table.variant.game() != arguments.game {
        bail!("the room plays {}", table.variant.game());
    }
    let free = Seat::all(table.seats.len()).find(|seat| table.seats[seat.index()].occupant.is_none());
    let seat = arguments.seat.or(free).context("no seat is free")?;
    client.ask(Command::Sit { room: table.room, seat }).await.context("cannot sit down")?;
    client.ask(Command::Snapshot { room: table.room }).await?;
    *table = Table::first(client, table.room).await?;
    while table.seat.is_none() {
        table.update(client.next().await?)?;
    }
    Ok(())
}

/// Waits for the next match, if there is one to play.
async fn rematch(client: &mut Client, table: &mut Table, matches: u32, played: u32) -> Result<(), Error> {
    if matches != 0 && played >= matches {
        return Ok(());
    }
    while table.is_over() {
        if let Some(command) = table.answer(&mut parlour_bots::decide) {
            client.ask(command).await?;
        }
        table.update(client.next().await?)?;
    }
    Ok(())
}

async fn come_back(client: &mut Client) -> anyhow::Result<()> {
    for attempt in 0..TRIES {
        tokio::time::sleep(Duration::from_millis(250 << attempt)).await;
        if client.reconnect().await.is_ok() {
            return Ok(());
        }
    }
    bail!("the connection is lost")
}

#[allow(clippy::print_stdout, reason = "the result is what this command prints")]
fn report(table: &Table, played: u32) {
    match &table.view {
        Some(View::Rummikub(view)) => {
            let totals: Vec<String> = view.totals.values().map(ToString::to_string).collect();
            println!("match {played} is over: {}", totals.join(" : "));
        }
        Some(View::Tichu(view)) => {
            println!("match {played} is over: {} : {}", view.totals[0], view.totals[1])
        }
        None => {}
    }
}

//! The one binary: `parlour serve | bot | load | replay | verify | referee`.

mod bot;
mod load;
mod logs;
mod referee;
mod replay;
mod serve;
mod signals;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A game server for Rummikub (draw and discard) and Tichu.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Serve games and the web client.
    Serve(serve::Arguments),
    /// Play a seat of a room from outside.
    Bot(bot::Arguments),
    /// Load a server with scripted clients that judge its answers.
    Load(load::Arguments),
    /// Replay a transcript; the exit status is 0 only if nothing differs from what it says.
    Replay(replay::Arguments),
    /// Recompute every deal and reshuffle of a transcript; the exit status is 0 only if every round was dealt fairly.
    Verify(verify::Arguments),
    /// Judge lines of the standard input; the exit status is 1 if any of them is no question.
    Referee(referee::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Task::Serve(arguments) => serve::run(arguments),
        Task::Bot(arguments) => bot::run(arguments),
        Task::Load(arguments) => load::run(arguments),
        Task::Replay(arguments) => replay::run(&arguments),
        Task::Verify(arguments) => verify::run(&arguments),
        Task::Referee(arguments) => referee::run(&arguments),
    };
    done.unwrap_or_else(|error| {
        eprintln!("parlour: {error:#}");
        ExitCode::from(2)
    })
}

//! A Parlour server: rooms, their journal, sessions, sockets and HTTP.
//!
//! [`room`] is the heart: a pure state machine for each room, and a task around it that moves its data. It knows
//! sockets only as [`connection::Connection`], a bounded queue of frames, and is written to a [`journal`] before
//! anything is shown.

pub mod admin;
mod allowance;
mod answer;
mod assets;
mod bucket;
mod chance;
pub mod clock;
pub mod config;
pub mod connection;
mod crew;
pub mod door;
mod folder;
pub mod journal;
mod lobby;
mod metrics;
mod observe;
mod players;
mod reader;
mod referee;
pub mod room;
mod server;
mod session;
mod socket;
pub mod text;
mod upgrade;

pub use chance::Chance;
pub use config::Config;
pub use crew::{Crew, Workers};
pub use server::{Listeners, Parts, Server, serve, serve_from, serve_with};

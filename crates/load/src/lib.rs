//! Loads a server with scripted clients that play real games.
//!
//! A [`Scenario`] says how many rooms are played, how fast, and what goes wrong on the way; [`run`] plays it and gives a
//! [`Report`]. Every client is a [`judge`]: it checks replies, numbers, prompts and cards from what it is shown, and one
//! broken promise fails the run. [`page::write`] makes one page of a report, [`compare::compare`] sets two side by side.

mod alarm;
pub mod compare;
mod crowd;
pub mod judge;
pub mod page;
mod person;
pub mod process;
pub mod report;
mod run;
pub mod scenario;
mod scrape;
mod tally;
mod trouble;
mod watch;
mod witness;

pub use report::Report;
pub use run::{Fault, Setting, run};
pub use scenario::Scenario;

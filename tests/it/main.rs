//! End-to-end tests: real servers, real sockets, whole matches.

mod admin;
mod architecture;
mod document;
mod door;
mod frames;
mod fuzz;
mod hostile;
mod http;
mod limits;
mod load;
mod matches;
mod metrics;
mod privacy;
mod restart;
mod sessions;
mod shuffles;
mod wire;

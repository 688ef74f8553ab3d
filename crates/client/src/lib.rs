//! A typed asynchronous client: for bots, load tests and the tests of the server.
//!
//! [`Client`] is one player on one connection. It numbers commands, waits for their answers, keeps what is pushed in
//! between, checks that no frame is missing, and comes back after a lost connection with what it had. [`Table`] plays a
//! seat; it takes part in the shuffles and checks them. A [`Decoder`] spares a process with many clients in a room most of the
//! reading.

mod client;
mod error;
mod fair;
mod heard;
mod play;

pub use client::{Client, Options};
pub use error::Error;
pub use fair::{Checked, Fairness, Unfair};
pub use heard::{Decoder, Heard};
pub use play::Table;

//! Questions to the referee as lines of text: one line in, one answer out.
//!
//! [`Question::ask`] answers one line, [`stream::answer`] a whole stream of them. An [`Answer`] is a line of text when it
//! is displayed and an object when it is serialised, so the command line and HTTP say the same.
//!
//! Invariants: every line gets exactly one answer, whatever is in it; a line costs no memory beyond itself.

mod answer;
mod fault;
mod question;
mod rummikub;
pub mod stream;
mod tichu;

pub use answer::{Advice, Answer, Plays};
pub use fault::LineFault;
pub use question::Question;

//! The referee: what tiles and cards are, what is legal, and what it scores.
//!
//! Everything here is a pure function of its arguments: no clock, no randomness, no IO. The rules are those of
//! the project's rule pages, cited by number (R1 to R20 for Rummikub, T1 to T25 for Tichu).

pub mod rummikub;
pub mod tichu;

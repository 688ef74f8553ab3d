//! The rules, one by one, each with examples that run: every example is a test of this crate.
//!
//! A rule is cited by its number, here as everywhere in the project: R for Rummikub, T for Tichu. What is said of turns,
//! tricks, clocks and matches is played by the engine, and only named here, so that no number is missing.

pub mod rummikub;
pub mod tichu;

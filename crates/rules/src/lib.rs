//! The referee: what tiles and cards are, what is legal, and what it scores.
//!
//! Everything here is a pure function of its arguments: no clock, no randomness, no IO. The rules are those of
//! the project's rule pages, cited by number (R1 to R20 for Rummikub, T1 to T25 for Tichu); [`book`] goes through them
//! one by one, each with examples that run.
//!
//! Tiles, cards, melds and combinations are read from text and written as text:
//!
//! ```
//! use parlour_rules::rummikub::{Layout, MeldKind, meld};
//! use parlour_rules::tichu::Turn;
//!
//! let layout: Layout = "R6 J R8 / K7 R7 O7".parse().unwrap();
//! let kinds = layout.melds().map(|tiles| meld::judge(tiles).unwrap().kind);
//! assert_eq!(kinds.collect::<Vec<_>>(), [MeldKind::Run, MeldKind::Set]);
//!
//! let turn = Turn::new("5j 5s 9p P".parse().unwrap(), "pair 4".parse().ok());
//! let plays = turn.legal_plays();
//! assert_eq!(plays.len(), 4);
//! assert_eq!(plays[0].combination.to_string(), "pair 5");
//! ```
//!
//! # Where things are
//!
//! - [`rummikub`]: [`meld`](rummikub::meld) and [`declaration`](rummikub::declaration) judge; [`arrange`](rummikub::arrange)
//!   finds complete racks and the least deadwood; [`distance`](rummikub::distance) how far a rack is from a win.
//! - [`tichu`]: [`readings`](tichu::readings) say what cards are; [`Turn`](tichu::Turn) what may be played, listed, counted or
//!   judged; [`score`](tichu::score) what a round brings.

pub mod book;
pub mod rummikub;
pub mod tichu;

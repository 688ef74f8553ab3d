//! The Tichu referee against the rule page (T1, T6 to T11, T18 to T24) and against implementations that are naive
//! on purpose.

mod beats;
mod catalogue;
mod naive;
mod notation;
mod plays;
mod readings;
mod sample;
mod score;
mod seed_plays;
mod wish;

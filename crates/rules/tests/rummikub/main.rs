//! The Rummikub referee against the rule page (R1 to R18) and against implementations that are naive on purpose.

#![allow(clippy::unwrap_used)]

mod arrange;
mod complete;
mod declarations;
mod distance;
mod melds;
mod naive;
mod notation;
mod sample;
mod score;

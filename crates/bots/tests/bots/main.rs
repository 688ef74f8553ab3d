//! The bots on matches of the engine: better than chance, always legal, always at an end, blind to what is hidden.

mod hidden;
mod matches;

//! Tests of rooms: scripts of commands, properties over random sessions, and the task under virtual time.

mod actor;
mod ahead;
mod banks;
mod commands;
mod hints;
mod journals;
mod leaks;
mod matches;
mod practice;
mod properties;
mod records;
mod rest;
mod script;
mod seats;
mod shuffles;
mod sim;
mod talk;
mod timing;
mod votes;
mod watching;

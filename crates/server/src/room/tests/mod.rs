//! Tests of rooms.

//! The server's time: milliseconds of Unix time that never go back.
//!
//! Invariant: two readings of one clock differ by what tokio's clock passed, so a test that pauses tokio's time
//! decides the server's time, too.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// Milliseconds of Unix time.
pub type Millis = u64;

/// A clock that was set once by the system's and then runs evenly.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    at_start: Millis,
}

impl Clock {
    /// A clock that shows the system's time.
    pub fn system() -> Clock {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock::set_to(u64::try_from(now.as_millis()).unwrap_or(Millis::MAX))
    }

    /// A clock that shows `now`.
    pub fn set_to(now: Millis) -> Clock {
        Clock { start: Instant::now(), at_start: now }
    }

    /// What it shows.
    pub fn now(&self) -> Millis {
        let passed = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(Millis::MAX);
        self.at_start.saturating_add(passed)
    }

    /// When it will show `at`; now if it did already.
    pub fn when(&self, at: Millis) -> Instant {
        Instant::now() + Duration::from_millis(at.saturating_sub(self.now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_runs_with_the_time_of_tokio() {
        let clock = Clock::set_to(1_000);
        tokio::time::sleep_until(clock.when(1_250)).await;
        assert_eq!(clock.now(), 1_250);
        assert_eq!(clock.when(5), Instant::now(), "the past is now");
    }
}

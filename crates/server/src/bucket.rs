//! How much a client may do: so many at once, so many a second over time.
//!
//! Invariants: time is given, never read, so a limit can be tested without waiting; a bucket is small, since every connection
//! has some of them, and what it holds at most is said anew each time.

use tokio::time::{Duration, Instant};

/// How many may be done at once, and how many a second over time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    size: u32,
    per_second: f64,
}

impl Rate {
    /// So many at once, and so many a second.
    pub(crate) const fn new(size: u32, per_second: f64) -> Rate {
        Rate { size, per_second }
    }

    /// As many at once as in a minute.
    pub(crate) fn a_minute(size: u32) -> Rate {
        Rate::new(size, f64::from(size) / 60.0)
    }
}

/// A bucket that fills evenly up to its size; each thing done takes one out. It is given the same rate each time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    level: f64,
    at: Instant,
}

impl Bucket {
    /// A full bucket.
    pub(crate) fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket { level: rate.size.into(), at: now }
    }

    /// Takes one out, or says how long it takes until there is one.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> Result<(), Duration> {
        self.take_many(1, rate, now)
    }

    /// Takes so many out, or says how long it takes until there are so many; more than its size it never gives.
    pub(crate) fn take_many(&mut self, count: usize, rate: Rate, now: Instant) -> Result<(), Duration> {
        self.fill(rate, now);
        let count = count as f64;
        if self.level >= count {
            self.level -= count;
            Ok(())
        } else if rate.per_second > 0.0 {
            Err(Duration::from_secs_f64((count - self.level) / rate.per_second))
        } else {
            Err(Duration::MAX)
        }
    }

    /// Puts one back.
    pub(crate) fn give_back(&mut self, rate: Rate) {
        self.level = (self.level + 1.0).min(rate.size.into());
    }

    /// Whether nothing is missing.
    pub(crate) fn is_full(&mut self, rate: Rate, now: Instant) -> bool {
        self.fill(rate, now);
        self.level >= rate.size.into()
    }

    fn fill(&mut self, rate: Rate, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.level = (self.level + passed * rate.per_second).min(rate.size.into());
        self.at = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_followed_by_an_even_flow() {
        let start = Instant::now();
        let rate = Rate::new(3, 2.0);
        let mut bucket = Bucket::full(rate, start);
        assert!((0..3).all(|_| bucket.take(rate, start).is_ok()));
        assert_eq!(bucket.take(rate, start), Err(Duration::from_millis(500)));
        let later = start + Duration::from_millis(500);
        assert_eq!(bucket.take(rate, later), Ok(()));
        assert!(bucket.take(rate, later).is_err());
        let much_later = start + Duration::from_secs(100);
        assert!((0..3).all(|_| bucket.take(rate, much_later).is_ok()), "it is full again");
        assert!(bucket.take(rate, much_later).is_err(), "but holds no more than its size");
    }

    #[test]
    fn many_are_taken_at_once_or_not_at_all() {
        let start = Instant::now();
        let rate = Rate::new(10, 5.0);
        let mut bucket = Bucket::full(rate, start);
        assert_eq!(bucket.take_many(8, rate, start), Ok(()));
        assert_eq!(bucket.take_many(8, rate, start), Err(Duration::from_millis(1_200)));
        assert_eq!(bucket.take_many(2, rate, start), Ok(()), "what was refused took nothing");
        assert!(!bucket.is_full(rate, start));
        bucket.give_back(rate);
        assert_eq!(bucket.take(rate, start), Ok(()));
        assert!(bucket.is_full(rate, start + Duration::from_secs(2)));
    }
}

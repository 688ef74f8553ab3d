//! How much a client may do: so many at once, so many a second over time.
//!
//! Invariant: time is given, never read, so a limit can be tested without waiting.

use tokio::time::{Duration, Instant};

/// A bucket that fills evenly up to its size; each thing done takes one out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    size: f64,
    per_second: f64,
    level: f64,
    at: Instant,
}

impl Bucket {
    /// A full bucket of `size` that gains `per_second`.
    pub(crate) fn new(size: u32, per_second: f64, now: Instant) -> Bucket {
        let size = f64::from(size);
        Bucket { size, per_second, level: size, at: now }
    }

    /// A full bucket that holds as many as it gains in a minute.
    pub(crate) fn a_minute(size: u32, now: Instant) -> Bucket {
        Bucket::new(size, f64::from(size) / 60.0, now)
    }

    /// Takes one out, or says how long it takes until there is one.
    pub(crate) fn take(&mut self, now: Instant) -> Result<(), Duration> {
        self.take_many(1, now)
    }

    /// Takes so many out, or says how long it takes until there are so many; more than its size it never gives.
    pub(crate) fn take_many(&mut self, count: usize, now: Instant) -> Result<(), Duration> {
        self.fill(now);
        let count = count as f64;
        if self.level >= count {
            self.level -= count;
            Ok(())
        } else if self.per_second > 0.0 {
            Err(Duration::from_secs_f64((count - self.level) / self.per_second))
        } else {
            Err(Duration::MAX)
        }
    }

    /// Puts one back.
    pub(crate) fn give_back(&mut self) {
        self.level = (self.level + 1.0).min(self.size);
    }

    /// Whether nothing is missing.
    pub(crate) fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.level >= self.size
    }

    fn fill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.level = (self.level + passed * self.per_second).min(self.size);
        self.at = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_followed_by_an_even_flow() {
        let start = Instant::now();
        let mut bucket = Bucket::new(3, 2.0, start);
        assert!((0..3).all(|_| bucket.take(start).is_ok()));
        assert_eq!(bucket.take(start), Err(Duration::from_millis(500)));
        let later = start + Duration::from_millis(500);
        assert_eq!(bucket.take(later), Ok(()));
        assert!(bucket.take(later).is_err());
        let much_later = start + Duration::from_secs(100);
        assert!((0..3).all(|_| bucket.take(much_later).is_ok()), "it is full again");
        assert!(bucket.take(much_later).is_err(), "but holds no more than its size");
    }

    #[test]
    fn many_are_taken_at_once_or_not_at_all() {
        let start = Instant::now();
        let mut bucket = Bucket::new(10, 5.0, start);
        assert_eq!(bucket.take_many(8, start), Ok(()));
        assert_eq!(bucket.take_many(8, start), Err(Duration::from_millis(1_200)));
        assert_eq!(bucket.take_many(2, start), Ok(()), "what was refused took nothing");
        assert!(!bucket.is_full(start));
        bucket.give_back();
        assert_eq!(bucket.take(start), Ok(()));
        assert!(bucket.is_full(start + Duration::from_secs(2)));
    }
}

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

    /// Takes one out, or says how long it takes until there is one.
    pub(crate) fn take(&mut self, now: Instant) -> Result<(), Duration> {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.level = (self.level + passed * self.per_second).min(self.size);
        self.at = now;
        if self.level >= 1.0 {
            self.level -= 1.0;
            Ok(())
        } else if self.per_second > 0.0 {
            Err(Duration::from_secs_f64((1.0 - self.level) / self.per_second))
        } else {
            Err(Duration::MAX)
        }
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
}

//! When something was read, in so few bytes that it can lie beside each frame that answers it.
//!
//! Invariant: what passed since a moment is right for the next 71 minutes, much longer than anything waits here.

use std::num::NonZeroU32;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Microseconds since the process asked first, modulo 32 bits; the value 0 is told as 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment(NonZeroU32);

impl Moment {
    /// Now.
    pub(crate) fn now() -> Moment {
        Moment(NonZeroU32::new(micros()).unwrap_or(NonZeroU32::MIN))
    }

    /// The moment that was made a number; none of 0.
    pub(crate) fn of(number: u32) -> Option<Moment> {
        NonZeroU32::new(number).map(Moment)
    }

    /// What has passed since.
    pub(crate) fn elapsed(self) -> Duration {
        let passed = micros().wrapping_sub(self.0.get());
        // A moment that was told a microsecond too late lies in the future.
        Duration::from_micros(if passed == u32::MAX { 0 } else { passed.into() })
    }
}

impl From<Moment> for u32 {
    fn from(moment: Moment) -> u32 {
        moment.0.get()
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the moment is modulo 32 bits")]
fn micros() -> u32 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_micros() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_passed_yet() {
        assert!(Moment::now().elapsed() < Duration::from_secs(60));
        assert_eq!(size_of::<Option<Moment>>(), 4);
    }
}

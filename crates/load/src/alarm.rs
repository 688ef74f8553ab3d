//! Alarms that ring within a tenth of a millisecond of their time. Those of tokio ring on a grid of a whole one, which is
//! longer than a server takes for a move, and would be counted as its latency.
//!
//! Invariants: an alarm never rings before its time; what is set and forgotten leaves nothing behind.

use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread::JoinHandle;

use tokio::time::Instant;

/// All alarms of a run, and the thread that rings them as long as this lives.
pub(crate) struct Alarms {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    set: Mutex<Set>,
    /// Told when another alarm is the first, or when it is over.
    changed: Condvar,
}

#[derive(Default)]
struct Set {
    /// Who is woken when, in order; the number tells those of the same time apart.
    waiting: BTreeMap<(Instant, u64), Waker>,
    next_number: u64,
    is_over: bool,
}

impl Alarms {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the operating system gives no more threads.
    pub(crate) fn start() -> io::Result<Alarms> {
        let shared = Arc::new(Shared::default());
        let rings = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("alarms".to_owned()).spawn(move || rings.ring())?;
        Ok(Alarms { shared, thread: Some(thread) })
    }

    /// An alarm for `at`.
    pub(crate) fn alarm(&self, at: Instant) -> Alarm {
        let mut set = self.shared.lock();
        set.next_number += 1;
        Alarm { shared: Arc::clone(&self.shared), number: set.next_number, at }
    }
}

impl Drop for Alarms {
    fn drop(&mut self) {
        self.shared.lock().is_over = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // Its panic was reported when it happened.
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// No code panics while it holds this.
    fn lock(&self) -> MutexGuard<'_, Set> {
        self.set.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Rings until it is over.
    fn ring(&self) {
        let mut set = self.lock();
        while !set.is_over {
            let now = Instant::now();
            let Some(first) = set.waiting.first_entry() else {
                set = self.changed.wait(set).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let after = first.key().0.saturating_duration_since(now);
            if after.is_zero() {
                let waker = first.remove();
                drop(set);
                waker.wake();
                set = self.lock();
            } else {
                let waited = self.changed.wait_timeout(set, after);
                set = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }
}

/// Is ready when its time has come.
pub(crate) struct Alarm {
    shared: Arc<Shared>,
    number: u64,
    at: Instant,
}

impl Alarm {
    /// When it rings.
    pub(crate) fn at(&self) -> Instant {
        self.at
    }

    /// Lets it ring at another time.
    pub(crate) fn reset(&mut self, at: Instant) {
        self.forget();
        self.at = at;
    }

    fn forget(&self) {
        self.shared.lock().waiting.remove(&(self.at, self.number));
    }
}

impl Future for Alarm {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut set = self.shared.lock();
        let key = (self.at, self.number);
        if self.at <= Instant::now() {
            set.waiting.remove(&key);
            return Poll::Ready(());
        }
        let known = set.waiting.insert(key, context.waker().clone()).is_some();
        if !known && set.waiting.keys().next() == Some(&key) {
            self.shared.changed.notify_one();
        }
        Poll::Pending
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.forget();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn alarms_ring_and_none_before_its_time() {
        let alarms = Alarms::start().expect("a thread");
        let start = Instant::now();
        let wait = async |after: u64| {
            let at = start + Duration::from_micros(after);
            alarms.alarm(at).await;
            assert!(Instant::now() >= at, "{after}");
        };
        tokio::join!(wait(4_300), wait(0), wait(6_100), wait(2_700), wait(4_300));
    }

    #[tokio::test]
    async fn an_alarm_rings_when_it_is_set_anew() {
        let alarms = Alarms::start().expect("a thread");
        let (now, hour) = (Instant::now(), Duration::from_secs(3_600));
        let mut alarm = alarms.alarm(now + hour);
        assert!(futures::poll!(&mut alarm).is_pending());
        let soon = now + Duration::from_millis(2);
        alarm.reset(soon);
        assert_eq!(alarm.at(), soon);
        (&mut alarm).await;
        assert!(Instant::now() >= soon);
        // What is due is ready at once.
        alarm.reset(now);
        assert!(futures::poll!(&mut alarm).is_ready());
    }

    #[tokio::test]
    async fn nothing_is_left_of_an_alarm_that_is_dropped() {
        let alarms = Alarms::start().expect("a thread");
        let mut alarm = alarms.alarm(Instant::now() + Duration::from_secs(3_600));
        assert!(futures::poll!(&mut alarm).is_pending());
        assert_eq!(alarms.shared.lock().waiting.len(), 1);
        drop(alarm);
        assert!(alarms.shared.lock().waiting.is_empty());
    }
}

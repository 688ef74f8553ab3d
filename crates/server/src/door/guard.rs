//! Counts connections, and what each address does.
//!
//! Invariants: a connection is counted once as long as its [`Ticket`] lives, and once for its address as long as its
//! [`Visit`] lives; an address is remembered only while it has connections or has lately used up some of its limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dashmap::DashMap;
use tokio::time::{Duration, Instant};

use super::{Address, Bans};
use crate::bucket::{Bucket, Rate};
use crate::config::LimitsConfig;

/// What stands at the door and counts.
pub(crate) struct Guard {
    /// Who may open no socket.
    pub(crate) bans: Bans,
    limits: LimitsConfig,
    open: AtomicUsize,
    visitors: DashMap<Address, Visitor>,
}

/// One address.
struct Visitor {
    open: usize,
    handshakes: Bucket,
    guesses: Bucket,
    questions: Bucket,
}

/// A counted connection; dropping it counts it out.
pub(crate) struct Ticket(Arc<Guard>);

/// A connection counted for its address; dropping it counts it out.
pub(crate) struct Visit {
    guard: Arc<Guard>,
    address: Address,
}

/// What an address may do so often a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Open a socket.
    Handshake,
    /// Give an invite that no room has.
    Guess,
    /// Ask the referee over HTTP.
    Question,
}

impl Guard {
    /// A guard with these limits and nobody to count.
    pub(crate) fn new(limits: LimitsConfig) -> Guard {
        Guard { bans: Bans::default(), limits, open: AtomicUsize::new(0), visitors: DashMap::new() }
    }

    /// Counts a connection, if there may be one more.
    pub(crate) fn enter(self: &Arc<Guard>) -> Option<Ticket> {
        let before = self.open.fetch_add(1, Ordering::Relaxed);
        // Dropped at once when it is one too many.
        let ticket = Ticket(Arc::clone(self));
        (before < self.limits.connections).then_some(ticket)
    }

    /// Counts a connection of this address, if it may have one more.
    pub(crate) fn visit(self: &Arc<Guard>, address: Address) -> Option<Visit> {
        let mut visitor = self.visitor(address);
        if visitor.open >= self.limits.connections_per_address {
            return None;
        }
        visitor.open += 1;
        drop(visitor);
        Some(Visit { guard: Arc::clone(self), address })
    }

    /// Lets an address do something, or says how long it has to wait.
    pub(crate) fn allow(&self, address: Address, deed: Deed) -> Result<(), Duration> {
        self.visitor(address).bucket(deed).take(self.rate(deed), Instant::now())
    }

    /// Takes a deed back that turned out to be none.
    pub(crate) fn forgive(&self, address: Address, deed: Deed) {
        self.visitor(address).bucket(deed).give_back(self.rate(deed));
    }

    /// Forgets the addresses that have no connections and may do everything again.
    pub(crate) fn sweep(&self) {
        let now = Instant::now();
        self.visitors.retain(|_, visitor| {
            let deeds = [Deed::Handshake, Deed::Guess, Deed::Question];
            visitor.open > 0
                || !deeds.into_iter().all(|deed| visitor.bucket(deed).is_full(self.rate(deed), now))
        });
    }

    fn visitor(&self, address: Address) -> dashmap::mapref::one::RefMut<'_, Address, Visitor> {
        self.visitors.entry(address).or_insert_with(|| {
            let full = |deed| Bucket::full(self.rate(deed), Instant::now());
            Visitor {
                open: 0,
                handshakes: full(Deed::Handshake),
                guesses: full(Deed::Guess),
                questions: full(Deed::Question),
            }
        })
    }

    fn rate(&self, deed: Deed) -> Rate {
        Rate::a_minute(match deed {
            Deed::Handshake => self.limits.handshakes_per_minute,
            Deed::Guess => self.limits.failed_joins_per_minute,
            Deed::Question => self.limits.referee_per_minute,
        })
    }

    /// The addresses with open connections, and how many each has.
    pub(crate) fn visitors(&self) -> Vec<(Address, usize)> {
        let open = self.visitors.iter().map(|visitor| (*visitor.key(), visitor.open));
        open.filter(|&(_, open)| open > 0).collect()
    }

    /// How many connections are open.
    pub(crate) fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// How many connections and how many remembered addresses there are.
    #[cfg(test)]
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.open(), self.visitors.len())
    }
}

impl Visitor {
    fn bucket(&mut self, deed: Deed) -> &mut Bucket {
        match deed {
            Deed::Handshake => &mut self.handshakes,
            Deed::Guess => &mut self.guesses,
            Deed::Question => &mut self.questions,
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        if let Some(mut visitor) = self.guard.visitors.get_mut(&self.address) {
            visitor.open = visitor.open.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    fn guard(set: impl FnOnce(&mut LimitsConfig)) -> Arc<Guard> {
        let mut limits = Config::default().limits;
        set(&mut limits);
        Arc::new(Guard::new(limits))
    }

    fn address(last: u8) -> Address {
        Address::new([198, 51, 100, last].into())
    }

    #[test]
    fn connections_are_counted_in_and_out() {
        let guard = guard(|limits| (limits.connections, limits.connections_per_address) = (3, 2));
        let tickets: Vec<_> = (0..3).map(|_| guard.enter().expect("there is room")).collect();
        assert!(guard.enter().is_none());
        let visits: Vec<_> = (0..2).map(|_| guard.visit(address(1)).expect("there is room")).collect();
        assert!(guard.visit(address(1)).is_none());
        let other = guard.visit(address(2)).expect("another address has its own count");
        assert_eq!(guard.counts(), (3, 2));
        drop((tickets, visits, other));
        assert!(guard.enter().is_some() && guard.visit(address(1)).is_some());
        guard.sweep();
        assert_eq!(guard.counts(), (0, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn deeds_are_counted_by_address_and_forgotten() {
        let guard = guard(|limits| limits.failed_joins_per_minute = 2);
        assert!(guard.allow(address(1), Deed::Guess).is_ok());
        assert!(guard.allow(address(1), Deed::Guess).is_ok());
        assert!(guard.allow(address(1), Deed::Guess).is_err());
        assert!(guard.allow(address(1), Deed::Handshake).is_ok(), "each deed has its own count");
        assert!(guard.allow(address(2), Deed::Guess).is_ok(), "each address has its own count");
        guard.forgive(address(1), Deed::Guess);
        assert!(guard.allow(address(1), Deed::Guess).is_ok());
        guard.sweep();
        assert_eq!(guard.counts(), (0, 2), "they are remembered while it matters");
        tokio::time::advance(Duration::from_secs(61)).await;
        guard.sweep();
        assert_eq!(guard.counts(), (0, 0));
    }
}

//! Where a server takes its randomness from: the operating system, or what a test says.
//!
//! Invariant: all that is drawn by chance in a server, but for deals, comes from here: ids, invites, tokens, and how long
//! clients stay away. So a server in a test can be the same again.

use std::fmt;
use std::sync::Arc;

/// A source of random bytes; clones are the same source.
#[derive(Clone)]
pub struct Chance(Arc<Fill>);

type Fill = dyn Fn(&mut [u8]) + Send + Sync;

impl Chance {
    /// The operating system's randomness.
    pub fn system() -> Chance {
        Chance::of(|bytes| getrandom::fill(bytes).expect("the operating system gives randomness"))
    }

    /// What `fill` writes into the bytes that it is given.
    pub fn of(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Chance {
        Chance(Arc::new(fill))
    }

    /// As many bytes as are wanted.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.0)(&mut bytes);
        bytes
    }

    /// 64 random bits.
    pub fn bits(&self) -> u64 {
        u64::from_be_bytes(self.bytes())
    }
}

impl fmt::Debug for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chance")
    }
}

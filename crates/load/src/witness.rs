//! What the clients of one room were told of its frames: whatever each may see of a move, all are told that the same seats made it.
//!
//! Invariant: a frame is as the client says that was told of it first; a frame that was forgotten agrees with all.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use parlour_engine::Seat;

/// Frames that are remembered, more than a client may miss and still be told one by one.
const KEPT: usize = 64;

/// The newest frames of a room.
#[derive(Debug, Default)]
pub(crate) struct Witness {
    /// The number of each, and who did something in it.
    newest: Mutex<VecDeque<(u64, Vec<Seat>)>>,
}

impl Witness {
    /// A client was told that `seats` did something in the frame `seq`. Answers what others were told, if that is something else.
    pub(crate) fn hears(&self, seq: u64, seats: impl Iterator<Item = Seat> + Clone) -> Result<(), Vec<Seat>> {
        // Nothing panics under this lock.
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        match newest.binary_search_by_key(&seq, |&(seq, _)| seq) {
            Ok(at) => {
                let (_, others) = &newest[at];
                if others.iter().copied().eq(seats) { Ok(()) } else { Err(others.clone()) }
            }
            // What is older than all that are remembered was forgotten.
            Err(0) if newest.len() == KEPT => Ok(()),
            Err(at) => {
                newest.insert(at, (seq, seats.collect()));
                if newest.len() > KEPT {
                    newest.pop_front();
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(of: &[usize]) -> Vec<Seat> {
        of.iter().map(|&seat| Seat::new(seat).expect("a seat")).collect()
    }

    #[test]
    fn all_are_told_the_same() {
        let witness = Witness::default();
        let hears = |seq, of: &[usize]| witness.hears(seq, seats(of).into_iter());
        assert_eq!(hears(5, &[0]), Ok(()));
        assert_eq!(hears(6, &[]), Ok(()));
        assert_eq!(hears(5, &[0]), Ok(()), "another client");
        assert_eq!(hears(5, &[1]), Err(seats(&[0])), "another seat");
        assert_eq!(hears(5, &[]), Err(seats(&[0])), "nobody");
        assert_eq!(hears(6, &[2]), Err(seats(&[])), "somebody");
        assert_eq!(hears(3, &[3]), Ok(()), "a client that was there before");
        assert_eq!(hears(3, &[2]), Err(seats(&[3])));
    }

    #[test]
    fn what_is_forgotten_agrees_with_all() {
        let witness = Witness::default();
        for seq in 1..=KEPT as u64 + 1 {
            assert_eq!(witness.hears(seq, seats(&[0]).into_iter()), Ok(()));
        }
        assert_eq!(witness.hears(1, seats(&[1]).into_iter()), Ok(()));
        assert_eq!(witness.hears(2, seats(&[1]).into_iter()), Err(seats(&[0])));
    }
}

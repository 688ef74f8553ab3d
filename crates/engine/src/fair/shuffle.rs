//! One attempt to shuffle for a round, with all that was agreed on the way, and its checks.
//!
//! Invariant: a shuffle that passes [`Shuffle::check`] has only one possible seed, which was fixed when the hashes were
//! published.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Digest, Secret, Share};
use crate::{BySeat, GameKind, Seat, Seed};

/// Attempts to shuffle for a round: a seat that withholds its nonce can have the cards dealt anew twice.
pub const MOST_ATTEMPTS: u8 = 3;

/// One attempt to shuffle for a round. It holds the server's secret: nobody who plays may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shuffle {
    /// The round, from 1.
    pub round: u16,
    /// The number of the attempt, from 1.
    pub attempt: u8,
    /// What the server published first.
    pub commitment: Digest,
    /// What the seats had to do with it.
    pub shares: BySeat<Share>,
    /// What the server revealed last.
    pub secret: Secret,
}

/// Why a shuffle is not what was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unfair {
    /// Nothing was agreed before the deal.
    #[error("nothing was committed to before the deal")]
    Uncommitted,
    /// The secret is another than the server committed to.
    #[error("the secret does not fit the commitment")]
    Commitment,
    /// A seat's nonce is another than it committed to.
    #[error("the nonce of seat {0} does not fit its hash")]
    Nonce(Seat),
    /// The shares are not one for each seat of the match.
    #[error("the shuffle is not for the seats of this match")]
    Seats,
    /// The attempts are not 1, 2, 3 for this round, or one was made without need, or not made.
    #[error("the attempts do not follow each other as they must")]
    Attempts,
}

impl Shuffle {
    /// Whether the secret and every nonce are what was committed to, in `room`.
    pub fn check(&self, room: &str) -> Result<(), Unfair> {
        if self.secret.commitment() != self.commitment {
            return Err(Unfair::Commitment);
        }
        for (seat, share) in self.shares.iter() {
            if let Share::Given { hash, nonce } = *share
                && nonce.hash(room, self.round, seat) != hash
            {
                return Err(Unfair::Nonce(seat));
            }
        }
        Ok(())
    }

    /// The seed of the round, if this attempt was the last.
    pub fn seed(&self, game: GameKind, room: &str) -> Seed {
        self.secret.mix(game, room, self.round, &self.shares.map(|_, share| share.nonce()))
    }

    /// The seats that withheld their nonces.
    pub fn withheld(&self) -> impl Iterator<Item = Seat> {
        self.shares.iter().filter(|(_, share)| matches!(share, Share::Withheld { .. })).map(|(seat, _)| seat)
    }

    /// Whether `attempts` are all attempts of round `round` in `room`, as they must be: each is what was committed to;
    /// all but the last failed, since a seat withheld its nonce, and that seat takes part in no later one; the last
    /// succeeded, or was the third.
    pub fn check_all(attempts: &[Shuffle], room: &str, round: u16, seats: usize) -> Result<(), Unfair> {
        let (last, failed) = attempts.split_last().ok_or(Unfair::Uncommitted)?;
        for (shuffle, number) in attempts.iter().zip(1..) {
            if shuffle.shares.len() != seats {
                return Err(Unfair::Seats);
            }
            shuffle.check(room)?;
            if (shuffle.round, shuffle.attempt) != (round, number) || number > MOST_ATTEMPTS {
                return Err(Unfair::Attempts);
            }
        }
        let in_vain = failed.iter().any(|shuffle| shuffle.withheld().next().is_none());
        let unfinished = last.attempt < MOST_ATTEMPTS && last.withheld().next().is_some();
        let let_in = attempts.iter().enumerate().any(|(index, before)| {
            let later = &attempts[index + 1..];
            before.withheld().any(|seat| later.iter().any(|after| after.shares[seat] != Share::Absent))
        });
        if in_vain || unfinished || let_in { Err(Unfair::Attempts) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::Nonce;

    const ROOM: &str = "Q2H9Z1QT";

    fn given(round: u16, seat: usize, byte: u8) -> Share {
        let nonce = Nonce::new([byte; 32]);
        let seat = Seat::new(seat).expect("a seat");
        Share::Given { hash: nonce.hash(ROOM, round, seat), nonce }
    }

    fn withheld(round: u16, seat: usize) -> Share {
        Share::Withheld { hash: given(round, seat, 9).hash().expect("a hash") }
    }

    fn shuffle(attempt: u8, shares: [Share; 2]) -> Shuffle {
        let secret = Secret::new([attempt; 32]);
        let shares = BySeat::from_values(shares).expect("two seats");
        Shuffle { round: 4, attempt, commitment: secret.commitment(), shares, secret }
    }

    #[test]
    fn what_was_committed_to_is_checked() {
        let fair = shuffle(1, [given(4, 0, 1), Share::Absent]);
        assert_eq!(fair.check(ROOM), Ok(()));
        let secret = Secret::new([7; 32]);
        assert_eq!(Shuffle { secret, ..fair.clone() }.check(ROOM), Err(Unfair::Commitment));
        let one = Seat::new(1).expect("a seat");
        for (shares, room) in [
            // Of another seat, of another round, in another room.
            ([given(4, 0, 1), given(4, 0, 1)], ROOM),
            ([Share::Absent, given(3, 1, 1)], ROOM),
            ([Share::Absent, given(4, 1, 1)], "00000000"),
        ] {
            assert_eq!(shuffle(1, shares).check(room), Err(Unfair::Nonce(one)));
        }
    }

    #[test]
    fn the_seed_depends_on_all_that_went_in() {
        let [zero, one] = [given(4, 0, 1), given(4, 1, 1)];
        let fair = shuffle(1, [zero, one]);
        let seed = |shuffle: &Shuffle| shuffle.seed(GameKind::Tichu, ROOM).to_string();
        let mut seeds = std::collections::BTreeSet::from([
            seed(&fair),
            fair.seed(GameKind::Rummikub, ROOM).to_string(),
            fair.seed(GameKind::Tichu, "00000000").to_string(),
            seed(&Shuffle { round: 5, ..fair.clone() }),
            seed(&Shuffle { secret: Secret::new([2; 32]), ..fair.clone() }),
            seed(&shuffle(1, [given(4, 0, 2), one])),
            seed(&shuffle(1, [Share::Absent, one])),
            seed(&shuffle(1, [zero, Share::Absent])),
        ]);
        assert_eq!(seeds.len(), 8);
        seeds.insert(seed(&shuffle(1, [withheld(4, 0), one])));
        assert_eq!(seeds.len(), 8, "who withholds is as good as absent");
    }

    #[test]
    fn attempts_follow_each_other() {
        let check = |attempts: &[Shuffle]| Shuffle::check_all(attempts, ROOM, 4, 2);
        let (all, fails) = ([given(4, 0, 1), given(4, 1, 2)], [withheld(4, 0), given(4, 1, 2)]);
        let alone = [Share::Absent, given(4, 1, 3)];
        let stubborn = [Share::Absent, withheld(4, 1)];
        let nobody = [Share::Absent, Share::Absent];
        let [first, second, third] = [1, 2, 3].map(|number| move |shares| shuffle(number, shares));
        assert_eq!(check(&[first(all)]), Ok(()));
        assert_eq!(check(&[first(fails), second(alone)]), Ok(()));
        assert_eq!(check(&[first(fails), second(stubborn), third(nobody)]), Ok(()));
        let third_fails = [first([withheld(4, 0), Share::Absent]), second(stubborn), third(nobody)];
        assert_eq!(check(&third_fails), Ok(()));
        assert_eq!(check(&[]), Err(Unfair::Uncommitted));
        for wrong in [
            vec![first(fails)],
            vec![second(all)],
            vec![first(all), second(all)],
            vec![first(fails), second(all)],
            vec![first(fails), third(alone)],
            vec![first(fails), second(stubborn), third(nobody), shuffle(4, nobody)],
            vec![first(fails), second(stubborn), third(all)],
        ] {
            assert_eq!(check(&wrong), Err(Unfair::Attempts), "{wrong:?}");
        }
        assert_eq!(Shuffle::check_all(&[first(nobody)], ROOM, 5, 2), Err(Unfair::Attempts));
        assert_eq!(Shuffle::check_all(&[first(all)], ROOM, 4, 3), Err(Unfair::Seats));
    }
}

//! From the last `ready` to the deal: the list of hashes, the nonces, the next attempt, and the secret at the end.
//!
//! A practice room agrees on nothing: whoever opens it may have chosen its deals.
//!
//! Invariants: the commitment for a deal is shown before any hash for it is taken; a table where nobody takes part is
//! dealt at once; a nonce that does not come costs the table 5 seconds and another attempt at most twice; whatever was
//! dealt from a secret, the secret is shown.

use std::sync::Arc;

use parlour_engine::fair::{Digest, Nonce, Shuffle};
use parlour_engine::{Input as GameInput, Seat, Seats};
use parlour_protocol::{ErrorCode, Expects, PlayerId, RoomEvent};

use super::draft::{Draft, Played, Rejection, Taken};
use super::shuffle::{Agreement, Untaken};

impl From<Untaken> for Rejection {
    fn from(untaken: Untaken) -> Rejection {
        match untaken {
            Untaken::Stale => ErrorCode::StaleShuffle.into(),
            Untaken::Wrong => ErrorCode::BadNonce.into(),
        }
    }
}

impl Draft<'_> {
    pub(super) fn pledge(&mut self, player: PlayerId, commitment: Digest, hash: Digest) -> Taken {
        let seat = self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        if self.agreement()?.pledge(seat, commitment, hash)? {
            self.tell(RoomEvent::Pledged { seat, hash });
        }
        self.close_when_all_pledged();
        Ok(())
    }

    pub(super) fn contribute(&mut self, player: PlayerId, commitment: Digest, nonce: Nonce) -> Taken {
        let seat = self.state.seat_of(player).ok_or(ErrorCode::NotSeated)?;
        let room = self.state.opening.room.to_string();
        self.agreement()?.contribute(&room, seat, commitment, nonce)?;
        self.tell(RoomEvent::Contributed { seat });
        self.deal_when_complete();
        Ok(())
    }

    /// What the room agrees on.
    fn agreement(&mut self) -> Result<&mut Agreement, ErrorCode> {
        self.state.shuffle.as_mut().map(Arc::make_mut).ok_or(ErrorCode::StaleShuffle)
    }

    /// The same, when it decides about cards.
    fn agreed(&mut self) -> &mut Agreement {
        let agreement = self.state.shuffle.as_mut();
        Arc::make_mut(agreement.expect("only a room that agrees on deals has a list, nonces and secrets"))
    }

    /// Somebody else is on the seat now.
    pub(super) fn forget_hash(&mut self, seat: Seat) {
        if let Some(agreement) = &mut self.state.shuffle {
            Arc::make_mut(agreement).forget(seat);
        }
    }

    /// Closes the list over the players who are here, and deals if nobody takes part.
    pub(super) fn close_list(&mut self) {
        let players = self.state.chairs.iter().filter_map(|(seat, chair)| Some((seat, chair.player()?)));
        let here = players.filter(|&(_, player)| self.state.is_connected(player));
        let present: Seats = here.map(|(seat, _)| seat).collect();
        let agreement = self.agreed();
        let (commitment, hashes) = (agreement.commitment(), agreement.close(present));
        self.tell(RoomEvent::ListClosed { commitment, hashes });
        self.deal_when_complete();
    }

    fn deal_when_complete(&mut self) {
        if self.agreed().is_ready(true) {
            self.deal();
        }
    }

    /// The time for nonces is over. Who withholds one may make the others wait, but not choose between two deals: the
    /// next attempt has nothing in common with this one.
    pub(super) fn nonces_are_due(&mut self) {
        if self.agreed().is_ready(false) {
            return self.deal();
        }
        let secret = self.draw();
        let failed = self.agreed().fail(secret);
        self.reveal(failed);
        self.tell_commitment();
        self.close_when_all_pledged();
    }

    /// Nobody is waited for who has sent its hash for a later attempt.
    fn close_when_all_pledged(&mut self) {
        if let Some((awaited, Expects::Hash)) = self.agreed().asks()
            && awaited.is_empty()
        {
            self.close_list();
        }
    }

    fn deal(&mut self) {
        let agreement = self.agreed();
        let (commitment, attempts) = (agreement.commitment(), agreement.deal());
        let game = self.state.opening.variant.game();
        let dealt = attempts.last().expect("a deal comes from an attempt");
        let seed = dealt.seed(game, &self.state.opening.room.to_string());
        self.tell(RoomEvent::Shuffled { commitment, shares: dealt.shares.clone() });
        self.played.extend(attempts.into_iter().map(|shuffle| Played::Shuffled(Box::new(shuffle))));
        self.play(GameInput::Deal(seed)).expect("a match that waits for a deal takes any seed");
    }

    /// The round is over: its secret is shown, and the next is committed to.
    pub(super) fn end_round(&mut self, next: u16) {
        let Some(agreement) = &self.state.shuffle else { return };
        self.reveal(agreement.shuffle());
        let secret = self.draw();
        self.state.shuffle = Some(Arc::new(Agreement::new(next, secret, self.state.chairs.len())));
        self.tell_commitment();
    }

    /// The room closes: what was or would have been dealt from the secret can be checked all the same.
    pub(super) fn reveal_rest(&mut self) {
        let used =
            self.state.shuffle.as_deref().filter(|agreement| agreement.is_used()).map(Agreement::shuffle);
        if let Some(shuffle) = used {
            self.reveal(shuffle);
        }
    }

    fn reveal(&mut self, shuffle: Shuffle) {
        let Shuffle { round, attempt, commitment, shares, secret } = shuffle;
        self.tell(RoomEvent::Revealed { round, attempt, commitment, shares, secret });
    }

    fn tell_commitment(&mut self) {
        let event = self.agreed().committed();
        self.tell(event);
    }
}

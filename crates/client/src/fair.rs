//! A client's part in the shuffles of its room, and the check of each shuffle when its secret is out.
//!
//! Invariants: a nonce is fresh for each commitment, and leaves this client only when the closed list holds both the
//! commitment and the hash as this client knows them; nobody who plays has to do anything for it.

use parlour_engine::fair::{Digest, Nonce, Share, Shuffle, Unfair as Broken};
use parlour_engine::{BySeat, Game, Input, Seat, Seed, Variant, rummikub, tichu};
use parlour_protocol::{Command, Event, RoomEvent, RoomId, RoomState, ShuffleStage, ShuffleState};
use thiserror::Error;

/// What is wrong with a shuffle, as far as this client can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unfair {
    /// The secret or a nonce is not what was committed to.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// What was revealed is about another commitment than the one that was made, or about other shares.
    #[error("another shuffle was revealed than the one that was agreed upon")]
    Other,
    /// The server took the nonce of this seat, and did not mix it in.
    #[error("the nonce of this seat was left out")]
    LeftOut,
    /// The cards or tiles of this seat are others than those that follow from the shuffle.
    #[error("the seat was dealt something else than was shuffled")]
    Dealt,
}

/// A round whose secret is out and whose shuffle was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The round, from 1.
    pub round: u16,
    /// The seats whose nonces went into the deal.
    pub shares: BySeat<Share>,
    /// Whether this seat's own cards or tiles were compared, too; those of a deal that was missed are not.
    pub dealt: bool,
}

/// What this client sends for one commitment.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Own {
    seat: Seat,
    commitment: Digest,
    nonce: Nonce,
    hash: Digest,
    /// Whether the server said that it has the nonce: from then on it must be mixed in. One that comes too late is not
    /// taken, and no sign of an unfair server.
    taken: bool,
}

/// A client's part in the shuffles of one room.
#[derive(Clone, Debug, PartialEq)]
pub struct Fairness {
    room: RoomId,
    variant: Variant,
    seat: Option<Seat>,
    /// None in a practice room.
    shuffle: Option<ShuffleState>,
    /// None for a spectator, and for a seat that withheld a nonce and so takes no part any more.
    own: Option<Own>,
    /// What this seat was dealt in this round, as far as it was there.
    dealt: Vec<Event>,
    /// Where nonces come from, and how many did; the operating system by default.
    chance: Option<(Seed, u32)>,
    /// What came of the round that was over last.
    last: Option<Result<Checked, Unfair>>,
}

impl Fairness {
    /// The part in the room of a snapshot.
    pub fn new(room: RoomId, state: &RoomState) -> Fairness {
        let mut fairness = Fairness {
            room,
            variant: state.variant.clone(),
            seat: state.you.seat,
            shuffle: state.shuffle.clone(),
            own: None,
            dealt: Vec::new(),
            chance: None,
            last: None,
        };
        fairness.prepare();
        fairness
    }

    /// Draws all nonces to come from `seed`, so that a whole evening can be played again. Only for tests: whoever knows the
    /// seed knows the nonces.
    pub fn draw_from(&mut self, seed: Seed) {
        self.chance = Some((seed, 0));
        self.prepare();
    }

    /// Goes on from a snapshot: what was promised before still holds if it is about the same shuffle.
    pub fn refresh(&mut self, state: &RoomState) {
        let same = state.shuffle.as_ref().map(|shuffle| shuffle.commitment) == self.commitment()
            && state.you.seat == self.seat;
        (self.seat, self.shuffle) = (state.you.seat, state.shuffle.clone());
        if !same {
            self.dealt.clear();
            self.prepare();
        }
    }

    /// What came of the shuffle of the round that was over last; none before the first.
    pub fn last(&self) -> Option<&Result<Checked, Unfair>> {
        self.last.as_ref()
    }

    /// What this client sends now: a pledge or a nonce, until an event shows that the room has it.
    pub fn answer(&self) -> Option<Command> {
        let Own { seat, commitment, nonce, hash, taken } = self.own?;
        let (room, shuffle) = (self.room, self.shuffle.as_ref()?);
        match &shuffle.stage {
            _ if commitment != shuffle.commitment => None,
            ShuffleStage::Open { hashes } if hashes[seat] != Some(hash) => {
                Some(Command::Pledge { room, commitment, hash })
            }
            ShuffleStage::Closed { hashes } if !taken && hashes[seat] == Some(hash) => {
                Some(Command::Contribute { room, commitment, nonce })
            }
            ShuffleStage::Open { .. } | ShuffleStage::Closed { .. } | ShuffleStage::Dealt { .. } => None,
        }
    }

    /// Takes in the events of the next frame.
    ///
    /// # Errors
    /// What is wrong with a shuffle whose secret came out.
    pub fn update(&mut self, events: &[Event]) -> Result<(), Unfair> {
        for event in events {
            match event {
                Event::Room(event) => self.room_event(event)?,
                Event::Rummikub(rummikub::Event::Dealt { .. }) | Event::Tichu(tichu::Event::Dealt { .. }) => {
                    self.dealt.push(event.clone());
                }
                Event::Rummikub(_) | Event::Tichu(_) => {}
            }
        }
        Ok(())
    }

    fn room_event(&mut self, event: &RoomEvent) -> Result<(), Unfair> {
        match event {
            RoomEvent::Committed { round, attempt, commitment } => {
                let hashes = BySeat::new(self.variant.seats(), |_| None);
                let excluded = self.own.is_none() && *attempt > 1;
                self.shuffle = Some(ShuffleState {
                    round: *round,
                    attempt: *attempt,
                    commitment: *commitment,
                    stage: ShuffleStage::Open { hashes },
                });
                self.dealt.clear();
                if !excluded {
                    self.prepare();
                }
            }
            RoomEvent::Pledged { seat, hash } => {
                if let Some(ShuffleStage::Open { hashes }) = self.stage() {
                    hashes[*seat] = Some(*hash);
                }
            }
            RoomEvent::Contributed { seat } => {
                let commitment = self.commitment();
                if let Some(own) = self.own.as_mut().filter(|own| own.seat == *seat) {
                    own.taken = Some(own.commitment) == commitment;
                }
            }
            RoomEvent::ListClosed { commitment, hashes } => {
                return self.go_on(*commitment, ShuffleStage::Closed { hashes: hashes.clone() });
            }
            RoomEvent::Shuffled { commitment, shares } => {
                return self.go_on(*commitment, ShuffleStage::Dealt { shares: shares.clone() });
            }
            RoomEvent::Revealed { round, attempt, commitment, shares, secret } => {
                let (round, attempt, commitment, secret) = (*round, *attempt, *commitment, *secret);
                return self.revealed(Shuffle { round, attempt, commitment, shares: shares.clone(), secret });
            }
            RoomEvent::Sat { seat, .. } | RoomEvent::Stood { seat } => {
                if let Some(ShuffleStage::Open { hashes }) = self.stage() {
                    hashes[*seat] = None;
                }
            }
            RoomEvent::Joined { .. }
            | RoomEvent::Left { .. }
            | RoomEvent::Ready { .. }
            | RoomEvent::Host { .. }
            | RoomEvent::Presence { .. }
            | RoomEvent::Bank { .. }
            | RoomEvent::Substituted { .. }
            | RoomEvent::Renamed { .. }
            | RoomEvent::Chat(_)
            | RoomEvent::Emote { .. }
            | RoomEvent::TakenBack { .. }
            | RoomEvent::VoteOpened { .. }
            | RoomEvent::Voted { .. }
            | RoomEvent::VoteClosed { .. }
            | RoomEvent::MatchAbandoned
            | RoomEvent::HandAsked { .. }
            | RoomEvent::HandShown { .. }
            | RoomEvent::MatchStarted { .. } => {}
        }
        Ok(())
    }

    fn commitment(&self) -> Option<Digest> {
        self.shuffle.as_ref().map(|shuffle| shuffle.commitment)
    }

    fn stage(&mut self) -> Option<&mut ShuffleStage> {
        self.shuffle.as_mut().map(|shuffle| &mut shuffle.stage)
    }

    /// The shuffle of this commitment has gone so far.
    fn go_on(&mut self, commitment: Digest, stage: ShuffleStage) -> Result<(), Unfair> {
        match &mut self.shuffle {
            Some(shuffle) if shuffle.commitment == commitment => {
                shuffle.stage = stage;
                Ok(())
            }
            Some(_) | None => self.found(Unfair::Other),
        }
    }

    fn revealed(&mut self, shuffle: Shuffle) -> Result<(), Unfair> {
        let dealt = match self.stage() {
            Some(ShuffleStage::Dealt { shares }) => Some(shares.clone()),
            Some(ShuffleStage::Open { .. } | ShuffleStage::Closed { .. }) | None => None,
        };
        let share = self.seat.map(|seat| shuffle.shares[seat]);
        match self.check(&shuffle, dealt.as_ref()) {
            Err(unfair) => self.found(unfair),
            // An attempt failed; a seat that withheld its nonce takes no part in the next.
            Ok(_) if dealt.is_none() => {
                self.own = self.own.filter(|_| !matches!(share, Some(Share::Withheld { .. })));
                Ok(())
            }
            Ok(checked) => {
                self.last = Some(Ok(checked));
                Ok(())
            }
        }
    }

    fn check(&self, shuffle: &Shuffle, dealt: Option<&BySeat<Share>>) -> Result<Checked, Unfair> {
        let room = self.room.to_string();
        let agreed = self.shuffle.as_ref().map(|agreed| (agreed.round, agreed.attempt, agreed.commitment));
        if agreed != Some((shuffle.round, shuffle.attempt, shuffle.commitment))
            || shuffle.shares.len() != self.variant.seats()
            || dealt.is_some_and(|shares| *shares != shuffle.shares)
        {
            return Err(Unfair::Other);
        }
        shuffle.check(&room)?;
        let mut own_cards = false;
        if let (Some(own), true) = (self.own, dealt.is_some()) {
            let owed = own.taken && own.commitment == shuffle.commitment;
            if owed && shuffle.shares[own.seat] != (Share::Given { hash: own.hash, nonce: own.nonce }) {
                return Err(Unfair::LeftOut);
            }
        }
        if let (Some(seat), true) = (self.seat, dealt.is_some()) {
            let expected = deal(&self.variant, shuffle.seed(self.variant.game(), &room));
            // A deal that came while the connection was away is missing from what was shown.
            let is_fair = |shown| expected.iter().any(|expected| same_cards(expected, shown, seat));
            if !self.dealt.iter().all(is_fair) {
                return Err(Unfair::Dealt);
            }
            own_cards = !self.dealt.is_empty();
        }
        Ok(Checked { round: shuffle.round, shares: shuffle.shares.clone(), dealt: own_cards })
    }

    fn found(&mut self, unfair: Unfair) -> Result<(), Unfair> {
        self.last = Some(Err(unfair));
        Err(unfair)
    }

    /// Draws the nonce for the shuffle that was committed to.
    fn prepare(&mut self) {
        let Some(ShuffleState { round, commitment, .. }) = self.shuffle else {
            self.own = None;
            return;
        };
        let nonce = Nonce::new(match &mut self.chance {
            Some((seed, drawn)) => {
                *drawn += 1;
                seed.of_round(*drawn).bytes()
            }
            None => {
                let mut bytes = [0; 32];
                getrandom::fill(&mut bytes).expect("the operating system gives randomness");
                bytes
            }
        });
        self.own = self.seat.map(|seat| {
            let hash = nonce.hash(&self.room.to_string(), round, seat);
            Own { seat, commitment, nonce, hash, taken: false }
        });
    }
}

/// What every seat is dealt from a seed: the first deal, and in Tichu the second. The starter of Rummikub is that of a
/// first round.
fn deal(variant: &Variant, seed: Seed) -> Vec<Event> {
    match variant {
        Variant::Rummikub(variant) => {
            let mut game =
                rummikub::Match::new(variant.clone()).expect("a room plays a variant that makes sense");
            let events = game.apply(Input::Deal(seed)).expect("the first deal is awaited");
            events.into_iter().map(Event::Rummikub).collect()
        }
        Variant::Tichu(variant) => {
            let mut game =
                tichu::Match::new(variant.clone()).expect("a room plays a variant that makes sense");
            let mut events = game.apply(Input::Deal(seed)).expect("the first deal is awaited");
            events.extend(game.apply(Input::Timeout).expect("all are asked for a call"));
            let dealt = events.into_iter().filter(|event| matches!(event, tichu::Event::Dealt { .. }));
            dealt.map(Event::Tichu).collect()
        }
    }
}

/// Whether a seat was shown what it is dealt.
fn same_cards(expected: &Event, shown: &Event, seat: Seat) -> bool {
    match (expected, shown) {
        (
            Event::Rummikub(rummikub::Event::Dealt { racks: expected, pool: left, .. }),
            Event::Rummikub(rummikub::Event::Dealt { racks: shown, pool, .. }),
        ) => expected[seat] == shown[seat] && left == pool,
        (
            Event::Tichu(tichu::Event::Dealt { cards: expected, .. }),
            Event::Tichu(tichu::Event::Dealt { cards: shown, .. }),
        ) => expected[seat] == shown[seat],
        _ => false,
    }
}

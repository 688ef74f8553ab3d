//! What a seat may do, decided from what the seat knows: the match and a view use the same judge.
//!
//! Invariants: nothing here looks at another hand, so legality leaks nothing; [`Desk::judge`] accepts what
//! [`Desk::actions`] lists, and of everything else only another spelling of the same: a Phoenix stated for the rank
//! that it takes unstated (T9).
//!
//! Decided here where the rules leave it open:
//! - tichu may be called from the deal of the last six cards on (T3), not while grand tichu is asked for: there a call
//!   would tell that the seat declined;
//! - a seat may choose its exchange 16 times (T4), so that a round has an end.

use std::ops::ControlFlow::Continue;

use parlour_rules::tichu::{
    Call, Card, Cards, Family, Fault, Play, Rank, Turn, WishOptions, bombs, judge_bomb,
};

use super::{Action, Exchange, Illegal, Phase, SEATS, Trick, Variant, View};
use crate::pick::Pick;
use crate::{BySeat, Seat, Seats};

/// Cards of a hand before the exchange.
const HAND: usize = 14;

/// The part of a seat's view that decides what it may do.
pub(super) struct Desk<'a> {
    /// The options of the match.
    pub(super) variant: &'a Variant,
    /// The seat.
    pub(super) seat: Seat,
    /// Where the round stands.
    pub(super) at: At<'a>,
    /// The seat's hand.
    pub(super) hand: Cards,
    /// The seat's call.
    pub(super) call: Option<Call>,
    /// Whether the seat has played a first card (T3).
    pub(super) has_played: bool,
    /// Whether a seat is out.
    pub(super) some_are_out: bool,
    /// The open wish.
    pub(super) wish: Option<Rank>,
}

/// What a seat must know of where the round stands: a [`Phase`] on loan.
#[derive(Clone, Copy)]
pub(super) enum At<'a> {
    /// No round is being played, or the match is over.
    NoRound,
    /// Grand tichu may be called.
    Grand {
        /// The seats that have answered.
        answered: Seats,
    },
    /// Cards are chosen for the exchange.
    Exchange {
        /// The seats that have chosen.
        submitted: Seats,
        /// How often each seat may still choose.
        left: &'a BySeat<u8>,
    },
    /// A seat leads or follows.
    Turn {
        /// The seat on turn.
        turn: Seat,
        /// The trick.
        trick: &'a Trick,
    },
    /// A bomb may still fall.
    BombWindow {
        /// The trick.
        trick: &'a Trick,
    },
    /// The Dragon's trick is given away.
    Gift {
        /// Who gives.
        from: Seat,
    },
}

impl Phase {
    fn at(&self) -> At<'_> {
        match self {
            Phase::Between | Phase::Over { .. } => At::NoRound,
            Phase::Grand { answered } => At::Grand { answered: *answered },
            Phase::Exchange { submitted, left } => At::Exchange { submitted: *submitted, left },
            Phase::Turn { turn, trick } => At::Turn { turn: *turn, trick },
            Phase::BombWindow { trick } => At::BombWindow { trick },
            Phase::Gift { from, .. } => At::Gift { from: *from },
        }
    }
}

/// A legal action with what the judge found out about it. Nobody but a desk makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    /// The seat calls grand tichu, or declines.
    Answer {
        /// Which of the two.
        grand: bool,
    },
    /// The seat calls tichu.
    Call,
    /// The seat chooses what it gives.
    Choose(Exchange),
    /// The seat plays.
    Play {
        /// The cards and what they are.
        play: Play,
        /// The rank wished for.
        wish: Option<Rank>,
    },
    /// The seat passes.
    Pass,
    /// The seat gives the Dragon's trick away.
    Give {
        /// To this opponent.
        to: Seat,
    },
}

impl Ruling {
    /// The action that is ruled so.
    fn action(&self) -> Action {
        match *self {
            Ruling::Answer { grand: true } => Action::Grand,
            Ruling::Answer { grand: false } => Action::Decline,
            Ruling::Call => Action::Tichu,
            Ruling::Choose(exchange) => Action::Exchange(exchange),
            Ruling::Play { play, wish } => {
                let phoenix = play.phoenix.and_then(|_| play.stated());
                Action::Play { cards: play.cards, phoenix, wish }
            }
            Ruling::Pass => Action::Pass,
            Ruling::Give { to } => Action::Gift { to },
        }
    }
}

/// Some of what a seat may do, counted and not listed.
enum Group {
    /// One action.
    One(Ruling),
    /// Plays, with the Mah Jong among them each without a wish and with one for every rank (T18).
    Plays(Family),
    /// The ordered choices of three cards of this hand of fourteen (T4).
    Exchanges(Cards),
}

impl Group {
    /// How many actions there are, at least one.
    #[inline]
    fn len(&self) -> usize {
        match self {
            Group::One(_) => 1,
            Group::Plays(family) => family.len() * wishes(family),
            Group::Exchanges(_) => HAND * (HAND - 1) * (HAND - 2),
        }
    }

    /// The action of this number, which is less than [`Group::len`].
    fn nth(self, number: usize) -> Ruling {
        match self {
            Group::One(ruling) => ruling,
            Group::Plays(family) if family.has_mah_jong() => {
                Ruling::Play { play: family.nth(number / WISHES), wish: wish(number % WISHES) }
            }
            Group::Plays(family) => Ruling::Play { play: family.nth(number), wish: None },
            Group::Exchanges(hand) => {
                let mut hand = hand;
                let mut take = |number| {
                    let card = hand.iter().nth(number).expect("fourteen cards are held");
                    hand.remove(card);
                    card
                };
                let left = take(number / (13 * 12));
                let partner = take(number / 12 % 13);
                let right = take(number % 12);
                Ruling::Choose(Exchange { left, partner, right })
            }
        }
    }

    /// Calls `found` with every action.
    fn each(self, mut found: impl FnMut(Ruling)) {
        match self {
            Group::Plays(family) => {
                let _ = family.each_play(|play| {
                    (0..wishes(&family)).for_each(|number| found(Ruling::Play { play, wish: wish(number) }));
                    Continue::<()>(())
                });
            }
            Group::Exchanges(hand) => {
                let rest = |taken: Cards| hand.difference(taken).iter();
                for left in hand {
                    for partner in rest(left.into()) {
                        for right in rest([left, partner].into_iter().collect()) {
                            found(Ruling::Choose(Exchange { left, partner, right }));
                        }
                    }
                }
            }
            Group::One(ruling) => found(ruling),
        }
    }
}

/// In how many ways a play with the Mah Jong can be made: without a wish, or with one of 13 (T18).
const WISHES: usize = 14;

/// In how many ways each play of a family can be made.
fn wishes(family: &Family) -> usize {
    if family.has_mah_jong() { WISHES } else { 1 }
}

/// The wish of the way with this number.
fn wish(number: usize) -> Option<Rank> {
    Rank::all().nth(number.checked_sub(1)?)
}

impl Desk<'_> {
    /// What an action is, if it is legal.
    pub(super) fn judge(&self, action: &Action) -> Result<Ruling, Illegal> {
        match (self.at, action) {
            (At::NoRound, _) => Err(Illegal::RoundOver),
            (At::Grand { answered }, Action::Grand | Action::Decline) => {
                if answered.contains(self.seat) {
                    return Err(Illegal::AlreadyAnswered);
                }
                Ok(Ruling::Answer { grand: *action == Action::Grand })
            }
            (At::Grand { .. }, Action::Tichu) => Err(Illegal::WrongPhase),
            (_, Action::Tichu) => self.judge_call(),
            (At::Exchange { left, .. }, Action::Exchange(exchange)) => self.judge_exchange(left, *exchange),
            (At::Turn { turn, trick }, Action::Play { cards, phoenix, wish }) => {
                let play = if turn == self.seat {
                    self.turn(trick).judge_play(*cards, *phoenix)?
                } else {
                    self.judge_bomb(trick, *cards, *phoenix)?
                };
                self.judge_wish(play, *wish)
            }
            (At::BombWindow { trick }, Action::Play { cards, phoenix, wish }) => {
                let play = self.judge_bomb(trick, *cards, *phoenix)?;
                self.judge_wish(play, *wish)
            }
            (At::Gift { .. }, Action::Play { .. }) => Err(Illegal::GiftOpen),
            (At::Turn { turn, trick }, Action::Pass) if turn == self.seat => {
                self.turn(trick).judge_pass()?;
                Ok(Ruling::Pass)
            }
            (At::Turn { .. } | At::BombWindow { .. }, Action::Pass) => Err(Illegal::NotYourTurn),
            (At::Gift { from, .. }, Action::Gift { to }) => {
                if from != self.seat {
                    return Err(Illegal::NotYourTurn);
                }
                if to.index() % 2 == from.index() % 2 {
                    return Err(Illegal::NotAnOpponent);
                }
                Ok(Ruling::Give { to: *to })
            }
            _ => Err(Illegal::WrongPhase),
        }
    }

    /// T3.
    fn judge_call(&self) -> Result<Ruling, Illegal> {
        if self.call.is_some() {
            return Err(Illegal::AlreadyCalled);
        }
        if self.has_played || (self.some_are_out && !self.variant.late_call) {
            return Err(Illegal::TooLateToCall);
        }
        Ok(Ruling::Call)
    }

    /// T4.
    fn judge_exchange(&self, left: &BySeat<u8>, exchange: Exchange) -> Result<Ruling, Illegal> {
        if left[self.seat] == 0 {
            return Err(Illegal::AlreadyAnswered);
        }
        let cards: Cards = exchange.cards().into_iter().collect();
        if !cards.is_subset(self.hand) {
            return Err(Fault::CardNotHeld.into());
        }
        if cards.len() < 3 {
            return Err(Illegal::SameCardTwice);
        }
        Ok(Ruling::Choose(exchange))
    }

    /// What the referee needs to know of the seat's own turn.
    fn turn(&self, trick: &Trick) -> Turn {
        let Variant { wish_bomb, wish_lead, .. } = *self.variant;
        Turn::new(self.hand, trick.top().map(|(_, top)| *top))
            .under_wish(self.wish, WishOptions { wish_bomb, wish_lead })
    }

    /// Whether the cards may be played out of turn (T15, T20).
    fn judge_bomb(&self, trick: &Trick, cards: Cards, phoenix: Option<Rank>) -> Result<Play, Illegal> {
        let judged = match trick.top() {
            Some((_, top)) => judge_bomb(self.hand, top, cards, phoenix),
            None => Turn::new(self.hand, None).judge_play(cards, phoenix),
        };
        match judged {
            Err(Fault::NotABomb | Fault::NotACombination | Fault::PhoenixMisstated) => {
                Err(Illegal::NotYourTurn)
            }
            Ok(play) if !play.combination.is_bomb() => Err(Illegal::NotYourTurn),
            Ok(_) if trick.steps.is_empty() => Err(Illegal::NothingToBomb),
            judged => Ok(judged?),
        }
    }

    /// Whether this play may come with this wish (T18).
    fn judge_wish(&self, play: Play, wish: Option<Rank>) -> Result<Ruling, Illegal> {
        if wish.is_some() && !play.cards.contains(Card::MAH_JONG) {
            return Err(Illegal::WishWithoutMahJong);
        }
        Ok(Ruling::Play { play, wish })
    }

    /// See [`View::legal_actions`].
    pub(super) fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.each(|group| group.each(|ruling| actions.push(ruling.action())));
        actions
    }

    /// One of [`Desk::actions`], each as likely as any other.
    pub(super) fn pick_action(&self, draw: impl FnMut() -> u64) -> Option<Action> {
        self.pick(draw).map(|ruling| ruling.action())
    }

    /// The same as the judge would rule it.
    pub(super) fn pick(&self, draw: impl FnMut() -> u64) -> Option<Ruling> {
        let mut pick = Pick::new(draw);
        self.each(|group| pick.offer(group.len(), group));
        pick.kept().map(|(group, number)| group.nth(number))
    }

    /// Calls `found` with all that the seat may do.
    fn each(&self, mut found: impl FnMut(Group)) {
        match self.at {
            At::NoRound => return,
            At::Grand { answered } if answered.contains(self.seat) => return,
            At::Grand { .. } => {
                found(Group::One(Ruling::Answer { grand: true }));
                found(Group::One(Ruling::Answer { grand: false }));
                return;
            }
            At::Exchange { left, .. } if left[self.seat] > 0 => found(Group::Exchanges(self.hand)),
            At::Exchange { .. } => {}
            At::Turn { turn, trick } if turn == self.seat => {
                let turn = self.turn(trick);
                if turn.judge_pass().is_ok() {
                    found(Group::One(Ruling::Pass));
                }
                let _ = turn.each_legal_family(|family| {
                    found(Group::Plays(family));
                    Continue::<()>(())
                });
            }
            At::Turn { trick, .. } | At::BombWindow { trick } => {
                if let Some((_, top)) = trick.top() {
                    let bombs = bombs(self.hand, top).into_iter();
                    bombs.for_each(|play| found(Group::One(Ruling::Play { play, wish: None })));
                }
            }
            At::Gift { from } if from == self.seat => {
                let opponents = Seat::all(SEATS).filter(|to| to.index() % 2 != from.index() % 2);
                opponents.for_each(|to| found(Group::One(Ruling::Give { to })));
            }
            At::Gift { .. } => {}
        }
        if self.judge_call().is_ok() {
            found(Group::One(Ruling::Call));
        }
    }

    /// What the seat can play now, and whether it may pass; none while nothing can be played.
    pub(super) fn playable(&self) -> Option<(Vec<Play>, bool)> {
        match self.at {
            At::Turn { turn, trick } if turn == self.seat => {
                let turn = self.turn(trick);
                Some((turn.legal_plays(), turn.judge_pass().is_ok()))
            }
            At::Turn { trick, .. } | At::BombWindow { trick } => {
                let (_, top) = trick.top()?;
                Some((bombs(self.hand, top), false))
            }
            At::NoRound | At::Grand { .. } | At::Exchange { .. } | At::Gift { .. } => None,
        }
    }

    /// What is done for the seat when its clock runs out, if it must act.
    pub(super) fn on_timeout(&self) -> Option<Ruling> {
        match self.at {
            At::Grand { answered } if !answered.contains(self.seat) => Some(Ruling::Answer { grand: false }),
            At::Exchange { submitted, .. } if !submitted.contains(self.seat) => {
                Some(Ruling::Choose(self.clock_exchange()))
            }
            At::Turn { turn, trick } if turn == self.seat => {
                let play = self.turn(trick).on_timeout();
                Some(play.map_or(Ruling::Pass, |play| Ruling::Play { play, wish: None }))
            }
            At::Gift { from } if from == self.seat => Some(Ruling::Give { to: from.after(1, SEATS) }),
            _ => None,
        }
    }

    /// The clock gives the three lowest naturals of the hand: the lowest to the left, the next to the right, the
    /// highest of them to the partner. It never gives a special away.
    fn clock_exchange(&self) -> Exchange {
        let mut lowest = self.hand.intersection(Cards::NATURALS).iter();
        let mut next = || lowest.next().expect("of fourteen cards at least ten are natural");
        let (left, right, partner) = (next(), next(), next());
        Exchange { left, partner, right }
    }
}

impl View {
    /// Every action that the match accepts from the viewer now; none for a spectator.
    ///
    /// Plays come as every set of cards, with the Phoenix stated where it is to be read other than highest (T9), and
    /// with every wish that the Mah Jong may make (T18). While cards are chosen for the exchange there are 2,184
    /// actions and maybe a call; a seat may choose again until all four have (T4).
    pub fn legal_actions(&self) -> Vec<Action> {
        self.desk().map_or_else(Vec::new, |desk| desk.actions())
    }

    /// Whether the match accepts this action from the viewer now; a spectator never has the turn.
    pub fn judge(&self, action: &Action) -> Result<(), Illegal> {
        self.desk().ok_or(Illegal::NotYourTurn)?.judge(action).map(|_| ())
    }

    /// What the match does for the viewer when its clock runs out; none when the viewer need not act (T14, T21).
    pub fn on_timeout(&self) -> Option<Action> {
        self.desk()?.on_timeout().map(|ruling| ruling.action())
    }

    pub(super) fn desk(&self) -> Option<Desk<'_>> {
        let seat = self.seat?;
        Some(Desk {
            variant: &self.variant,
            seat,
            at: self.phase.at(),
            hand: self.hand?,
            call: *self.calls.get(seat)?,
            has_played: self.played.contains(seat),
            some_are_out: !self.out.is_empty(),
            wish: self.wish,
        })
    }
}

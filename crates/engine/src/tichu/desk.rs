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

use parlour_rules::tichu::{
    Call, Card, Cards, Combination, Fault, Play, Rank, Turn, WishOptions, bombs, judge_bomb,
};

use super::{Action, Exchange, Illegal, Phase, SEATS, Trick, Variant, View};
use crate::{BySeat, Seat, Seats};

/// The part of a seat's view that decides what it may do.
pub(super) struct Desk<'a> {
    /// The options of the match.
    pub(super) variant: &'a Variant,
    /// The seat.
    pub(super) seat: Seat,
    /// Where the round stands.
    pub(super) phase: &'a Phase,
    /// The seat's hand.
    pub(super) hand: Cards,
    /// The seat's call.
    pub(super) call: Option<Call>,
    /// The seats that have played a first card.
    pub(super) played: Seats,
    /// The seats that are out.
    pub(super) out: &'a [Seat],
    /// The open wish.
    pub(super) wish: Option<Rank>,
}

/// A legal action with what the judge found out about it.
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
        /// The cards.
        cards: Cards,
        /// What they are.
        combination: Combination,
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

impl Desk<'_> {
    /// What an action is, if it is legal.
    pub(super) fn judge(&self, action: &Action) -> Result<Ruling, Illegal> {
        match (self.phase, action) {
            (Phase::Between | Phase::Over { .. }, _) => Err(Illegal::RoundOver),
            (Phase::Grand { answered }, Action::Grand | Action::Decline) => {
                if answered.contains(self.seat) {
                    return Err(Illegal::AlreadyAnswered);
                }
                Ok(Ruling::Answer { grand: *action == Action::Grand })
            }
            (Phase::Grand { .. }, Action::Tichu) => Err(Illegal::WrongPhase),
            (_, Action::Tichu) => self.judge_call(),
            (Phase::Exchange { left, .. }, Action::Exchange(exchange)) => {
                self.judge_exchange(left, *exchange)
            }
            (Phase::Turn { turn, trick }, Action::Play { cards, phoenix, wish }) => {
                let play = if *turn == self.seat {
                    self.turn(trick).judge_play(*cards, *phoenix)?
                } else {
                    self.judge_bomb(trick, *cards, *phoenix)?
                };
                self.judge_wish(play, *wish)
            }
            (Phase::BombWindow { trick }, Action::Play { cards, phoenix, wish }) => {
                let play = self.judge_bomb(trick, *cards, *phoenix)?;
                self.judge_wish(play, *wish)
            }
            (Phase::Gift { .. }, Action::Play { .. }) => Err(Illegal::GiftOpen),
            (Phase::Turn { turn, trick }, Action::Pass) if *turn == self.seat => {
                self.turn(trick).judge_pass()?;
                Ok(Ruling::Pass)
            }
            (Phase::Turn { .. } | Phase::BombWindow { .. }, Action::Pass) => Err(Illegal::NotYourTurn),
            (Phase::Gift { from, .. }, Action::Gift { to }) => {
                if *from != self.seat {
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
        if self.played.contains(self.seat) || !(self.variant.late_call || self.out.is_empty()) {
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
        Ok(Ruling::Play { cards: play.cards, combination: play.combination, wish })
    }

    /// See [`View::legal_actions`].
    pub(super) fn actions(&self) -> Vec<Action> {
        let mut actions = match self.phase {
            Phase::Between | Phase::Over { .. } => Vec::new(),
            Phase::Grand { .. } => vec![Action::Grand, Action::Decline],
            Phase::Exchange { left, .. } if left[self.seat] > 0 => self.exchanges(),
            Phase::Exchange { .. } => Vec::new(),
            Phase::Turn { turn, trick } if *turn == self.seat => {
                let plays = self.turn(trick).legal_plays();
                std::iter::once(Action::Pass).chain(plays.iter().flat_map(with_wishes)).collect()
            }
            Phase::Turn { trick, .. } | Phase::BombWindow { trick } => match trick.top() {
                Some((_, top)) => bombs(self.hand, top).iter().flat_map(with_wishes).collect(),
                None => Vec::new(),
            },
            Phase::Gift { .. } => Seat::all(SEATS).map(|to| Action::Gift { to }).collect(),
        };
        if !matches!(self.phase, Phase::Exchange { .. }) {
            actions.retain(|action| matches!(action, Action::Play { .. }) || self.judge(action).is_ok());
        }
        if self.judge(&Action::Tichu).is_ok() {
            actions.push(Action::Tichu);
        }
        actions
    }

    /// Every ordered choice of three cards of the hand: 2,184 of fourteen cards.
    fn exchanges(&self) -> Vec<Action> {
        let rest = |taken: Cards| self.hand.difference(taken).iter();
        let mut actions = Vec::with_capacity(14 * 13 * 12);
        for left in self.hand {
            for partner in rest(left.into()) {
                for right in rest([left, partner].into_iter().collect()) {
                    actions.push(Action::Exchange(Exchange { left, partner, right }));
                }
            }
        }
        actions
    }

    /// What is done for the seat when its clock runs out, if it must act.
    pub(super) fn on_timeout(&self) -> Option<Action> {
        match self.phase {
            Phase::Grand { answered } if !answered.contains(self.seat) => Some(Action::Decline),
            Phase::Exchange { submitted, .. } if !submitted.contains(self.seat) => {
                Some(self.clock_exchange())
            }
            Phase::Turn { turn, trick } if *turn == self.seat => {
                let play = self.turn(trick).on_timeout();
                Some(play.map_or(Action::Pass, |play| plain(&play, None)))
            }
            Phase::Gift { from, .. } if *from == self.seat => Some(Action::Gift { to: from.after(1, SEATS) }),
            _ => None,
        }
    }

    /// The clock gives the three lowest naturals of the hand: the lowest to the left, the next to the right, the
    /// highest of them to the partner. It never gives a special away.
    fn clock_exchange(&self) -> Action {
        let mut lowest = self.hand.intersection(Cards::NATURALS).iter();
        let mut next = || lowest.next().expect("of fourteen cards at least ten are natural");
        let (left, right, partner) = (next(), next(), next());
        Action::Exchange(Exchange { left, partner, right })
    }
}

/// The action that makes this play, with this wish.
fn plain(play: &Play, wish: Option<Rank>) -> Action {
    Action::Play { cards: play.cards, phoenix: play.stated(), wish }
}

/// The actions that make this play: with the Mah Jong one without a wish and one for every rank (T18).
fn with_wishes(play: &Play) -> impl Iterator<Item = Action> + use<> {
    let play = *play;
    let wishes = play.cards.contains(Card::MAH_JONG).then(Rank::all).into_iter().flatten();
    std::iter::once(None).chain(wishes.map(Some)).map(move |wish| plain(&play, wish))
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
        self.desk()?.on_timeout()
    }

    fn desk(&self) -> Option<Desk<'_>> {
        let seat = self.seat?;
        Some(Desk {
            variant: &self.variant,
            seat,
            phase: &self.phase,
            hand: self.hand?,
            call: *self.calls.get(seat)?,
            played: self.played,
            out: &self.out,
            wish: self.wish,
        })
    }
}

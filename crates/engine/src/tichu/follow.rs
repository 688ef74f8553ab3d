//! A view of Tichu follows from the events that its viewer is shown.
//!
//! Invariants: a view that has followed all events of a match equals [`crate::Game::view`] in all but the partner's hand,
//! which no event shows (T16); events that do not fit the view leave it in some state, and never panic.

use parlour_rules::tichu::{Call, Cards, Combination, Rank, SingleValue};

use super::{CHOICES, Event, Exchange, Phase, RoundResult, SEATS, Step, Trick, View};
use crate::{BySeat, Seat, Seats};

impl View {
    /// Takes in one event, as this viewer is shown it.
    pub fn follow(&mut self, event: &Event) {
        match event {
            Event::Dealt { round, cards, count } => self.dealt(*round, cards, *count),
            Event::Answered { seat, grand } => {
                if let Phase::Grand { answered } = &mut self.phase {
                    answered.insert(*seat);
                }
                if *grand == Some(true) {
                    self.calls[*seat] = Some(Call::Grand);
                }
            }
            Event::GrandRevealed { callers } => {
                self.calls = BySeat::new(SEATS, |seat| callers.contains(seat).then_some(Call::Grand));
            }
            Event::Called { seat } => self.calls[*seat] = Some(Call::Tichu),
            Event::Submitted { seat, exchange } => {
                if let Phase::Exchange { submitted, left } = &mut self.phase {
                    submitted.insert(*seat);
                    left[*seat] = left[*seat].saturating_sub(1);
                }
                self.given = exchange.or(self.given);
            }
            Event::Exchanged { given, received, leader } => {
                let own = |of: &BySeat<Option<Exchange>>| self.seat.and_then(|seat| of[seat]);
                (self.given, self.received) = (own(given), own(received));
                if let (Some(hand), Some(given), Some(received)) = (&mut self.hand, self.given, self.received)
                {
                    *hand = hand
                        .difference(given.cards().into_iter().collect())
                        .union(received.cards().into_iter().collect());
                }
                self.phase = Phase::Turn { turn: *leader, trick: Trick::default() };
            }
            Event::Played { seat, cards, combination, wish } => {
                self.play(*seat, *cards, *combination, *wish);
            }
            Event::WishFulfilled { .. } => self.wish = None,
            Event::Passed { seat } => self.pass(*seat),
            Event::WentOut { seat, .. } => self.out.push(*seat),
            Event::DogGave { to, .. } => self.phase = Phase::Turn { turn: *to, trick: Trick::default() },
            Event::TrickTaken { seat, points } => self.take(*seat, *seat, *points),
            Event::DragonGiven { from, to, points } => self.take(*from, *to, *points),
            Event::RoundEnded { result } => self.end_round(result),
            Event::MatchEnded { winner, totals } => {
                self.phase = Phase::Over { winner: *winner };
                self.totals = *totals;
            }
            // What they bring about is told by the events around them.
            Event::TimedOut { .. } | Event::WindowOpened => {}
        }
    }

    /// The bomb window closes over a trick that the Dragon won. Nothing happens in it that an event could tell: the owner
    /// is asked to whom it gives the trick (T14, T17).
    pub fn close_window(&mut self) {
        if let Phase::BombWindow { .. } = self.phase {
            self.collect();
        }
    }

    /// T2.
    fn dealt(&mut self, round: u16, cards: &BySeat<Option<Cards>>, count: u8) {
        let own = self.seat.and_then(|seat| cards[seat]);
        if count == 8 {
            self.clear();
            self.round = round;
            self.phase = Phase::Grand { answered: Seats::NONE };
        } else {
            self.phase = Phase::Exchange { submitted: Seats::NONE, left: BySeat::new(SEATS, |_| CHOICES) };
        }
        self.hand = self.hand.map(|hand| hand.union(own.unwrap_or(Cards::EMPTY)));
        self.counts = self.counts.map(|_, held| held.saturating_add(count));
    }

    /// T11, T16 and T23. The Dog lies in no trick: who leads now is told by the event after it (T13).
    fn play(&mut self, seat: Seat, cards: Cards, combination: Combination, wish: Option<Rank>) {
        if self.seat == Some(seat) {
            self.hand = self.hand.map(|hand| hand.difference(cards));
        }
        self.counts[seat] = self.counts[seat].saturating_sub(cards.len() as u8);
        self.played.insert(seat);
        self.wish = wish.or(self.wish);
        if combination == Combination::Dog {
            return;
        }
        let mut trick = self.take_trick();
        trick.steps.push(Step::Play { seat, cards, combination });
        let is_last = self.holders().count() == 1;
        self.phase = if is_last && is_dragon(&combination) {
            Phase::Gift { from: seat, trick }
        } else {
            Phase::Turn { turn: self.next_to_follow(seat, seat), trick }
        };
    }

    /// T12 and T17.
    fn pass(&mut self, seat: Seat) {
        let mut trick = self.take_trick();
        trick.steps.push(Step::Pass { seat });
        let owner = trick.top().map_or(seat, |(owner, _)| owner);
        let others = || self.holders().filter(|&other| other != owner);
        if trick.passes() < others().count() {
            self.phase = Phase::Turn { turn: self.next_to_follow(seat, owner), trick };
            return;
        }
        let has_window = self.variant.bomb_window_ms > 0 && others().any(|other| self.counts[other] >= 4);
        self.phase = Phase::BombWindow { trick };
        if !has_window {
            self.collect();
        }
    }

    /// A trick is collected; only that of the Dragon stays, until it is given away.
    fn collect(&mut self) {
        let trick = self.take_trick();
        self.phase = match trick.top() {
            Some((from, top)) if is_dragon(top) => Phase::Gift { from, trick },
            _ => Phase::BombWindow { trick },
        };
    }

    /// The trick goes to a seat, and its owner leads.
    fn take(&mut self, owner: Seat, to: Seat, points: i16) {
        let trick = self.take_trick();
        self.won[to] = self.won[to].saturating_add(points);
        self.last_trick = Some((to, trick));
        let leads = if self.counts[owner] > 0 { owner } else { self.next_to_follow(owner, owner) };
        self.phase = Phase::Turn { turn: leads, trick: Trick::default() };
    }

    fn end_round(&mut self, result: &RoundResult) {
        self.clear();
        for (total, points) in self.totals.iter_mut().zip(result.points) {
            *total = total.saturating_add(points);
        }
        self.results.push(result.clone());
    }

    /// Nothing of a round is left.
    fn clear(&mut self) {
        self.phase = Phase::Between;
        self.hand = self.hand.map(|_| Cards::EMPTY);
        self.partner = None;
        self.counts = BySeat::new(SEATS, |_| 0);
        self.calls = BySeat::new(SEATS, |_| None);
        self.played = Seats::NONE;
        self.out.clear();
        self.wish = None;
        self.won = BySeat::new(SEATS, |_| 0);
        self.last_trick = None;
        (self.given, self.received) = (None, None);
    }

    /// Takes the trick off the table, for a method that puts something there.
    fn take_trick(&mut self) -> Trick {
        match std::mem::replace(&mut self.phase, Phase::Between) {
            Phase::Turn { trick, .. } | Phase::BombWindow { trick } | Phase::Gift { trick, .. } => trick,
            Phase::Between | Phase::Grand { .. } | Phase::Exchange { .. } | Phase::Over { .. } => {
                Trick::default()
            }
        }
    }

    fn holders(&self) -> impl Iterator<Item = Seat> {
        self.counts.iter().filter(|&(_, &count)| count > 0).map(|(seat, _)| seat)
    }

    /// The next seat after `seat` that may follow a trick of `owner`; `seat` itself when nobody may.
    fn next_to_follow(&self, seat: Seat, owner: Seat) -> Seat {
        let mut after = seat.round_from(SEATS);
        after.find(|&next| next != owner && self.counts[next] > 0).unwrap_or(seat)
    }
}

fn is_dragon(combination: &Combination) -> bool {
    *combination == Combination::Single { value: SingleValue::DRAGON }
}

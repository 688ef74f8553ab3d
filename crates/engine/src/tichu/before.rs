//! What happens before the first lead: deal, grand tichu, exchange (T2 to T5).
//!
//! The deal takes the sorted deck, shuffled by the seed's stream 0. Seat 0 gets the first eight cards, seat 1 the next
//! eight, and so on; then each seat gets six in the same way.

use parlour_rules::tichu::{Call, Card, Cards};

use super::playing::{Playing, Table};
use super::position::{Answering, Choosing};
use super::{CHOICES, Event, Exchange, SEATS, Trick};
use crate::deck::shuffle;
use crate::{BySeat, Seat, Seats, Seed, Sink};

impl Answering {
    /// Deals a round (T2).
    pub(super) fn deal(round: u16, seed: Seed, events: &mut impl Sink<Event>) -> Answering {
        let mut deck: Vec<Card> = Cards::DECK.iter().collect();
        shuffle(&mut deck, &mut seed.stream(0));
        let mut deck = deck.into_iter();
        let mut cards = |count| BySeat::new(SEATS, |_| deck.by_ref().take(count).collect::<Cards>());
        let (hands, next) = (cards(8), cards(6));
        events.tell(|| Event::Dealt { round, cards: hands.map(|_, &cards| Some(cards)), count: 8 });
        Answering { hands, next, answers: BySeat::new(SEATS, |_| None) }
    }

    /// Notes an answer; when it is the last, shows the calls and deals the other six cards (T2).
    pub(super) fn answer(
        &mut self,
        round: u16,
        seat: Seat,
        grand: bool,
        events: &mut impl Sink<Event>,
    ) -> Option<Choosing> {
        self.answers[seat] = Some(grand);
        events.tell(|| Event::Answered { seat, grand: Some(grand) });
        if self.answers.values().any(Option::is_none) {
            return None;
        }
        let calls = self.calls();
        let callers = calls.iter().filter(|(_, call)| call.is_some()).map(|(seat, _)| seat).collect();
        events.tell(|| Event::GrandRevealed { callers });
        events.tell(|| Event::Dealt { round, cards: self.next.map(|_, &cards| Some(cards)), count: 6 });
        Some(Choosing {
            hands: self.hands.map(|seat, hand| hand.union(self.next[seat])),
            calls,
            chosen: BySeat::new(SEATS, |_| None),
            left: BySeat::new(SEATS, |_| CHOICES),
        })
    }

    /// The seats that have answered.
    pub(super) fn answered(&self) -> Seats {
        Seat::all(SEATS).filter(|&seat| self.answers[seat].is_some()).collect()
    }

    /// The calls so far; before all have answered, each is for its seat alone.
    pub(super) fn calls(&self) -> BySeat<Option<Call>> {
        self.answers.map(|seat, _| self.call(seat))
    }

    /// The call of a seat so far.
    pub(super) fn call(&self, seat: Seat) -> Option<Call> {
        (self.answers[seat] == Some(true)).then_some(Call::Grand)
    }
}

impl Choosing {
    /// Notes a choice; when every seat has chosen, the cards change hands (T4).
    pub(super) fn choose(
        &mut self,
        seat: Seat,
        exchange: Exchange,
        events: &mut impl Sink<Event>,
    ) -> Option<Playing> {
        self.chosen[seat] = Some(exchange);
        self.left[seat] -= 1;
        events.tell(|| Event::Submitted { seat, exchange: Some(exchange) });
        if self.chosen.values().any(Option::is_none) {
            return None;
        }
        let given = self.chosen.map(|_, chosen| chosen.expect("every seat has chosen"));
        let received = received(&given);
        let hands = self.hands.map(|seat, hand| {
            let without = hand.difference(given[seat].cards().into_iter().collect());
            without.union(received[seat].cards().into_iter().collect())
        });
        let leader = Seat::all(SEATS).find(|&seat| hands[seat].contains(Card::MAH_JONG));
        let leader = leader.expect("all cards are in the hands, the Mah Jong too");
        events.tell(|| Event::Exchanged {
            given: given.map(|_, exchange| Some(*exchange)),
            received: received.map(|_, exchange| Some(*exchange)),
            leader,
        });
        Some(Playing {
            hands,
            given: Some(given),
            calls: self.calls.clone(),
            out: Vec::new(),
            wish: None,
            won: BySeat::new(SEATS, |_| Cards::EMPTY),
            last_trick: None,
            table: Table::Turn { turn: leader, trick: Trick::default() },
        })
    }

    /// The seats that have chosen.
    pub(super) fn submitted(&self) -> Seats {
        Seat::all(SEATS).filter(|&seat| self.chosen[seat].is_some()).collect()
    }
}

/// What each seat gets when these cards are given: from its left, its partner, its right.
pub(super) fn received(given: &BySeat<Exchange>) -> BySeat<Exchange> {
    given.map(|seat, _| Exchange {
        left: given[seat.after(1, SEATS)].right,
        partner: given[seat.after(2, SEATS)].partner,
        right: given[seat.after(3, SEATS)].left,
    })
}

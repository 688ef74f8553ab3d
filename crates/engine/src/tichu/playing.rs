//! A round in which combinations are played: tricks, bombs, the wish, the Dog and the Dragon (T11 to T23).
//!
//! Invariants: see [`super::position`]. Every method here takes what [`super::desk`] has allowed.

use arrayvec::ArrayVec;
use parlour_rules::tichu::{Call, Card, Cards, Combination, Finish, Play, Rank, SingleValue, readings};

use super::position::{fault, four, whole_deck};
use super::{Event, Exchange, SEATS, Step, Trick, Variant};
use crate::{BySeat, PositionFault, Seat, Seats, Sink};

/// A round in which combinations are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playing {
    /// The hands.
    pub hands: BySeat<Cards>,
    /// What each seat gave in the exchange; none in a position that does not say.
    pub given: Option<BySeat<Exchange>>,
    /// The calls.
    pub calls: BySeat<Option<Call>>,
    /// The seats that are out, in order.
    pub out: Vec<Seat>,
    /// The open wish (T19).
    pub wish: Option<Rank>,
    /// The cards that each seat has won in tricks, and the Dog with the seat that led it.
    pub won: BySeat<Cards>,
    /// The last trick that was collected, with its taker.
    pub last_trick: Option<(Seat, Trick)>,
    /// What lies on the table, and what happens to it next.
    pub table: Table,
}

/// What lies on the table, and what happens to it next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// A seat leads, if the trick is empty, or follows.
    Turn {
        /// The seat.
        turn: Seat,
        /// The trick.
        trick: Trick,
    },
    /// All others passed, and a bomb may still fall (T17).
    Window {
        /// The trick.
        trick: Trick,
    },
    /// The Dragon won the trick, and its player gives it away (T14).
    Gift {
        /// The trick.
        trick: Trick,
    },
}

/// What the single Dragon is (T10).
const DRAGON: Combination = Combination::Single { value: SingleValue::DRAGON };

impl Table {
    /// The trick on the table.
    pub fn trick(&self) -> &Trick {
        match self {
            Table::Turn { trick, .. } | Table::Window { trick } | Table::Gift { trick } => trick,
        }
    }

    fn into_trick(self) -> Trick {
        match self {
            Table::Turn { trick, .. } | Table::Window { trick } | Table::Gift { trick } => trick,
        }
    }
}

impl Playing {
    /// The seats that have played a first card of the round (T3): everybody held 14 cards after the exchange.
    pub(super) fn played(&self) -> Seats {
        Seat::all(SEATS).filter(|&seat| self.has_played(seat)).collect()
    }

    /// Whether a seat has played a first card of the round.
    pub(super) fn has_played(&self, seat: Seat) -> bool {
        self.hands[seat].len() < 14
    }

    /// How the round ended, as soon as it has (T22). It goes on while a Dragon's trick is given away (T23).
    pub(super) fn finish(&self) -> Option<Finish> {
        match self.table {
            Table::Gift { .. } => None,
            Table::Turn { .. } | Table::Window { .. } => self.finish_without_gift(),
        }
    }

    fn finish_without_gift(&self) -> Option<Finish> {
        let out: ArrayVec<usize, SEATS> = self.out.iter().map(|seat| seat.index()).collect();
        Finish::of(&out)
    }

    /// A seat plays a combination, on turn or as a bomb out of turn; the turn goes to the seat after it (T11, T16).
    pub(super) fn play(
        &mut self,
        seat: Seat,
        Play { cards, combination, .. }: Play,
        wish: Option<Rank>,
        events: &mut impl Sink<Event>,
    ) {
        self.hands[seat] = self.hands[seat].difference(cards);
        events.tell(|| Event::Played { seat, cards, combination, wish });
        if let Some(rank) = self.wish.take_if(|rank| cards.has_rank(*rank)) {
            events.tell(|| Event::WishFulfilled { rank });
        }
        self.wish = self.wish.or(wish);
        if self.hands[seat].is_empty() {
            self.out.push(seat);
            events.tell(|| Event::WentOut { seat, place: self.out.len() as u8 });
        }
        if combination == Combination::Dog {
            return self.give_lead(seat, cards, events);
        }
        let mut trick = self.take_trick();
        trick.steps.push(Step::Play { seat, cards, combination });
        self.table = match self.finish_without_gift() {
            Some(Finish::OneLeft { .. }) if combination == DRAGON => Table::Gift { trick },
            _ => Table::Turn { turn: self.next_to_follow(seat, seat), trick },
        };
    }

    /// The Dog gives the lead to the partner, or to the next seat after the partner that holds cards (T13).
    fn give_lead(&mut self, from: Seat, dog: Cards, events: &mut impl Sink<Event>) {
        self.won[from] = self.won[from].union(dog);
        let to = self.lead_of(from.after(2, SEATS));
        if self.finish().is_none() {
            events.tell(|| Event::DogGave { from, to });
        }
        self.table = Table::Turn { turn: to, trick: Trick::default() };
    }

    /// The seat on turn passes. When all others have, the trick is collected, maybe after a bomb window (T12, T17).
    pub(super) fn pass(&mut self, seat: Seat, variant: &Variant, events: &mut impl Sink<Event>) {
        let mut trick = self.take_trick();
        trick.steps.push(Step::Pass { seat });
        events.tell(|| Event::Passed { seat });
        let owner = owner(&trick);
        if trick.passes() < self.others(owner).count() {
            self.table = Table::Turn { turn: self.next_to_follow(seat, owner), trick };
        } else if self.has_window(owner, variant) {
            self.table = Table::Window { trick };
            events.tell(|| Event::WindowOpened);
        } else {
            self.table = Table::Window { trick };
            self.collect(events);
        }
    }

    /// Whether a bomb window opens: on public facts only, so that its lack tells nothing of a hand (T17).
    fn has_window(&self, owner: Seat, variant: &Variant) -> bool {
        variant.bomb_window_ms > 0 && self.others(owner).any(|seat| self.hands[seat].len() >= 4)
    }

    /// The owner takes the trick and leads, or gives it away when the Dragon won it (T12, T14).
    pub(super) fn collect(&mut self, events: &mut impl Sink<Event>) {
        let trick = self.take_trick();
        let owner = owner(&trick);
        if trick.top().is_some_and(|(_, top)| *top == DRAGON) {
            self.table = Table::Gift { trick };
            return;
        }
        events.tell(|| Event::TrickTaken { seat: owner, points: trick.cards().points() });
        let trick = self.take(owner, trick);
        self.table = Table::Turn { turn: self.lead_of(owner), trick };
    }

    /// The Dragon's player gives the trick to an opponent, and leads (T14).
    pub(super) fn give(&mut self, to: Seat, events: &mut impl Sink<Event>) {
        let trick = self.take_trick();
        let from = owner(&trick);
        events.tell(|| Event::DragonGiven { from, to, points: trick.cards().points() });
        let trick = self.take(to, trick);
        self.table = Table::Turn { turn: self.lead_of(from), trick };
    }

    /// At the end of a round the trick on the table belongs to the seat that went out third (T23).
    pub(super) fn settle(&mut self, events: &mut impl Sink<Event>) {
        let trick = self.take_trick();
        let Some((owner, _)) = trick.top() else { return };
        events.tell(|| Event::TrickTaken { seat: owner, points: trick.cards().points() });
        self.take(owner, trick);
    }

    /// Gives a trick to a seat; answers an empty one, made of the memory of the trick before it.
    fn take(&mut self, seat: Seat, trick: Trick) -> Trick {
        self.won[seat] = self.won[seat].union(trick.cards());
        let (_, mut before) = self.last_trick.replace((seat, trick)).unwrap_or((seat, Trick::default()));
        before.steps.clear();
        before
    }

    /// Takes the trick off the table, for a method that puts something there.
    fn take_trick(&mut self) -> Trick {
        std::mem::replace(&mut self.table, Table::Window { trick: Trick::default() }).into_trick()
    }

    /// The seats other than the owner that hold cards: all of them must pass (T12).
    fn others(&self, owner: Seat) -> impl Iterator<Item = Seat> {
        self.holders().filter(move |&seat| seat != owner)
    }

    fn holders(&self) -> impl Iterator<Item = Seat> {
        self.hands.iter().filter(|(_, hand)| !hand.is_empty()).map(|(seat, _)| seat)
    }

    /// The next seat after `seat` that may follow a trick of `owner`. When the round is over nobody may, and the
    /// answer is not used.
    fn next_to_follow(&self, seat: Seat, owner: Seat) -> Seat {
        let mut after = seat.round_from(SEATS);
        after.find(|&next| next != owner && !self.hands[next].is_empty()).unwrap_or(seat)
    }

    /// The seat that leads when the lead falls to `seat`: itself, or the next that holds cards (T12, T13).
    fn lead_of(&self, seat: Seat) -> Seat {
        if self.hands[seat].is_empty() { self.next_to_follow(seat, seat) } else { seat }
    }

    /// The invariants of a position in which combinations are played.
    pub(super) fn check(&self, variant: &Variant) -> Result<(), PositionFault> {
        four("hand", &self.hands)?;
        four("call", &self.calls)?;
        four("won", &self.won)?;
        if let Some(given) = &self.given {
            four("given", given)?;
        }
        let trick = self.table.trick();
        let on_table = std::iter::once(trick.cards());
        whole_deck(self.hands.values().chain(self.won.values()).copied().chain(on_table))?;
        if self.hands.values().any(|hand| hand.len() > 14) {
            return fault("hand", "hold at most 14 cards");
        }
        self.check_out()?;
        self.check_trick(trick)?;
        if self.wish.is_some() && self.hands.values().any(|hand| hand.contains(Card::MAH_JONG)) {
            return fault("wish", "come after the Mah Jong was played");
        }
        self.check_table(variant)
    }

    fn check_out(&self) -> Result<(), PositionFault> {
        let out: Seats = self.out.iter().copied().collect();
        if out.len() != self.out.len()
            || self.hands.iter().any(|(seat, hand)| hand.is_empty() != out.contains(seat))
        {
            return fault("out", "name each seat without cards once");
        }
        match (self.finish_without_gift(), &self.table) {
            (None, _) => Ok(()),
            (Some(Finish::OneLeft { .. }), Table::Gift { trick })
                if trick.top().map(|(owner, _)| owner) == self.out.last().copied() =>
            {
                Ok(())
            }
            (Some(_), _) => fault("out", "leave the round to go on"),
        }
    }

    /// The steps follow each other as the rules let them: each play beats what lies, each pass is by a seat of the
    /// table.
    fn check_trick(&self, trick: &Trick) -> Result<(), PositionFault> {
        let mut on: Option<Combination> = None;
        for step in &trick.steps {
            let Step::Play { cards, combination, .. } = step else { continue };
            let is_read_so =
                readings(*cards, on.as_ref()).iter().any(|reading| reading.combination == *combination);
            let is_lawful = *combination != Combination::Dog && on.is_none_or(|on| combination.beats(&on));
            if !is_read_so || !is_lawful {
                return fault("trick", "be plays of which each beats the one before");
            }
            on = Some(*combination);
        }
        if matches!(trick.steps.first(), Some(Step::Pass { .. })) {
            return fault("trick", "begin with a play");
        }
        Ok(())
    }

    fn check_table(&self, variant: &Variant) -> Result<(), PositionFault> {
        let trick = self.table.trick();
        let Some((owner, top)) = trick.top() else {
            return match self.table {
                Table::Turn { turn, .. } if self.hands[turn].is_empty() => fault("turn", "hold cards"),
                Table::Turn { .. } => Ok(()),
                Table::Window { .. } | Table::Gift { .. } => fault("trick", "lie on the table"),
            };
        };
        let all_passed = trick.passes() == self.others(owner).count();
        match self.table {
            Table::Turn { turn, .. } => {
                let last = trick.steps.last().map_or(owner, Step::seat);
                if trick.passes() >= self.others(owner).count() {
                    fault("trick", "wait for a pass of every other seat with cards")
                } else if turn != self.next_to_follow(last, owner) {
                    fault("turn", "be the next seat with cards after the last step")
                } else {
                    Ok(())
                }
            }
            Table::Window { .. } if !all_passed || !self.has_window(owner, variant) => {
                fault("window", "come after the last pass, where a bomb could fall")
            }
            Table::Gift { .. } if *top != DRAGON || !(all_passed || self.out.len() == 3) => {
                fault("gift", "come after the Dragon has won the trick")
            }
            Table::Window { .. } | Table::Gift { .. } => Ok(()),
        }
    }
}

/// Who owns a trick on which something lies.
pub(super) fn owner(trick: &Trick) -> Seat {
    trick.top().expect("a trick is passed on and collected only when something lies").0
}

//! The referee of one turn: which plays and passes are legal.
//!
//! Invariant: [`Turn::judge_play`] accepts exactly what [`Turn::legal_plays`] lists.

use std::ops::ControlFlow::{self, Break, Continue};

use super::family::Family;
use super::plays::{each_bomb, each_family};
use super::wish::can_play;
use super::{Card, Cards, Combination, Fault, Rank, Reading, WishOptions, read};

/// Cards played, and what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    /// The cards.
    pub cards: Cards,
    /// What they are.
    pub combination: Combination,
    /// The rank that the Phoenix among them stands for; none for a Phoenix alone.
    pub phoenix: Option<Rank>,
}

impl Play {
    /// Cards with one of their readings.
    pub(super) const fn new(cards: Cards, Reading { combination, phoenix }: Reading) -> Play {
        Play { cards, combination, phoenix }
    }

    /// What is dear about a play, the dearest first; no two plays of one hand are equal in it.
    fn cost(&self) -> impl Ord {
        let special = [Card::DOG, Card::PHOENIX, Card::DRAGON].into_iter().collect();
        let Play { cards, combination, phoenix } = *self;
        let specials = cards.intersection(special).len();
        (combination.is_bomb(), specials, cards.len(), combination.height(), cards, phoenix)
    }

    /// The rank that must be stated for this play, because unstated the Phoenix would be read higher (T9).
    pub fn stated(&self) -> Option<Rank> {
        let unstated = read(self.cards, None, None).ok()?;
        if unstated.phoenix == self.phoenix { None } else { self.phoenix }
    }
}

/// All that decides what a seat may do on its own turn: its hand, and what is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The seat's hand.
    pub hand: Cards,
    /// What lies; none when the seat leads.
    pub on: Option<Combination>,
    /// The open wish.
    pub wish: Option<Rank>,
    /// How the wish binds.
    pub options: WishOptions,
}

impl Turn {
    /// A turn without a wish.
    pub fn new(hand: Cards, on: Option<Combination>) -> Turn {
        Turn { hand, on, wish: None, options: WishOptions::default() }
    }

    /// The same turn under a wish.
    pub fn under_wish(self, wish: Option<Rank>, options: WishOptions) -> Turn {
        Turn { wish, options, ..self }
    }

    /// Every legal play: each set of cards with each reading of its Phoenix, none twice.
    pub fn legal_plays(&self) -> Vec<Play> {
        let mut plays = Vec::new();
        self.each_legal_play(|play| plays.push(play));
        plays
    }

    /// Calls `found` with every legal play, as [`Turn::legal_plays`] lists them, and allocates nothing.
    pub fn each_legal_play(&self, mut found: impl FnMut(Play)) {
        let _ = self.each_legal_family(|family| {
            each_of(&family, &mut found);
            Continue::<()>(())
        });
    }

    /// Calls `found` with every legal play, family by family, until it breaks; allocates nothing.
    pub fn each_legal_family<B>(&self, mut found: impl FnMut(Family) -> ControlFlow<B>) -> ControlFlow<B> {
        let Some(wish) = self.wish.filter(|_| self.must_play_wish()) else {
            return each_family(self.hand, self.on, found);
        };
        each_family(self.hand, self.on, |family| {
            // Bombs and the Dog are in families of their own, so what excuses one play excuses all.
            let is_excused = self.excuses(&family.nth(0).combination);
            let allowed = if is_excused { Some(family) } else { family.with_rank(wish) };
            allowed.map_or(Continue(()), &mut found)
        })
    }

    /// How many legal plays there are; they are counted, not listed.
    pub fn count_legal_plays(&self) -> usize {
        let mut count = 0;
        let _ = self.each_legal_family(|family| {
            count += family.len();
            Continue::<()>(())
        });
        count
    }

    /// The legal play of this number, which is less than [`Turn::count_legal_plays`], in an order of its own; none if
    /// there are no more.
    ///
    /// ```
    /// use parlour_rules::tichu::Turn;
    ///
    /// let turn = Turn::new("5j 5s 5p 9t".parse().unwrap(), "pair 4".parse().ok());
    /// assert_eq!(turn.count_legal_plays(), 3);
    /// assert_eq!(turn.nth_legal_play(2).unwrap().combination.to_string(), "pair 5");
    /// assert_eq!(turn.nth_legal_play(3), None);
    /// ```
    pub fn nth_legal_play(&self, number: usize) -> Option<Play> {
        let mut left = number;
        let found = self.each_legal_family(|family| match left.checked_sub(family.len()) {
            Some(after) => {
                left = after;
                Continue(())
            }
            None => Break(family.nth(left)),
        });
        found.break_value()
    }

    /// The play that these cards are, if it is legal. `stated` is the rank that the Phoenix shall stand for; unstated
    /// it takes the highest reading (T9).
    ///
    /// # Errors
    /// Every [`Fault`] but [`Fault::NotABomb`] and [`Fault::MustLead`].
    pub fn judge_play(&self, cards: Cards, stated: Option<Rank>) -> Result<Play, Fault> {
        let play = judge_cards(self.hand, self.on.as_ref(), cards, stated)?;
        if let Some(on) = self.on {
            judge_height(&play.combination, &on)?;
        }
        if !self.wish_allows(&play) && self.must_play_wish() {
            return Err(Fault::WishMustBePlayed);
        }
        Ok(play)
    }

    /// Whether the seat may pass (T11, T19).
    ///
    /// # Errors
    /// [`Fault::MustLead`] and [`Fault::WishMustBePlayed`].
    pub fn judge_pass(&self) -> Result<(), Fault> {
        if self.on.is_none() {
            Err(Fault::MustLead)
        } else if self.must_play_wish() {
            Err(Fault::WishMustBePlayed)
        } else {
            Ok(())
        }
    }

    /// Whether the seat can play a natural card of the wished rank, and so must (T19).
    pub fn must_play_wish(&self) -> bool {
        self.wish.is_some_and(|wish| can_play(self.hand, self.on, wish))
    }

    /// What is done for a seat whose clock runs out: the cheapest play that fulfils a wish it must fulfil (T21), else
    /// the cheapest lead, else none, which is a pass. None as a leader only with an empty hand.
    ///
    /// Cheap is: no bomb, no Phoenix, Dragon or Dog, few cards, low.
    pub fn on_timeout(&self) -> Option<Play> {
        let must = self.wish.filter(|_| self.must_play_wish());
        if self.on.is_some() && must.is_none() {
            return None;
        }
        let mut cheapest: Option<Play> = None;
        let _ = each_family(self.hand, self.on, |family| {
            let fulfilling = match must {
                Some(wish) => family.with_rank(wish),
                None => Some(family),
            };
            fulfilling.iter().for_each(|family| {
                each_of(family, |play| {
                    if cheapest.is_none_or(|cheapest| play.cost() < cheapest.cost()) {
                        cheapest = Some(play);
                    }
                });
            });
            Continue::<()>(())
        });
        cheapest
    }

    /// Whether a seat that must fulfil the wish may play this: it fulfils it, or an option excuses it (T20).
    fn wish_allows(&self, play: &Play) -> bool {
        self.excuses(&play.combination) || self.wish.is_none_or(|wish| play.cards.has_rank(wish))
    }

    /// Whether an option lets a seat play this instead of what fulfils the wish (T20).
    fn excuses(&self, combination: &Combination) -> bool {
        match self.on {
            Some(_) => self.options.wish_bomb && combination.is_bomb(),
            None => self.options.wish_lead && (combination.is_bomb() || *combination == Combination::Dog),
        }
    }
}

/// Calls `found` with every play of a family.
fn each_of(family: &Family, mut found: impl FnMut(Play)) {
    let _ = family.each_play(|play| {
        found(play);
        Continue::<()>(())
    });
}

/// The bombs that a hand can throw on what lies out of turn, free of the wish (T15, T20).
pub fn bombs(hand: Cards, on: &Combination) -> Vec<Play> {
    let mut bombs = Vec::new();
    let _ = each_bomb(hand, Some(*on), |family| {
        each_of(&family, |bomb| bombs.push(bomb));
        Continue::<()>(())
    });
    bombs
}

/// The bomb that these cards are, if it may be thrown on what lies out of turn, free of the wish (T15, T20).
///
/// # Errors
/// [`Fault::CardNotHeld`], [`Fault::NotACombination`], [`Fault::PhoenixMisstated`], [`Fault::NotABomb`] and
/// [`Fault::DoesNotBeat`].
pub fn judge_bomb(hand: Cards, on: &Combination, cards: Cards, stated: Option<Rank>) -> Result<Play, Fault> {
    let play = judge_cards(hand, Some(on), cards, stated)?;
    if !play.combination.is_bomb() {
        return Err(Fault::NotABomb);
    }
    if !play.combination.beats(on) {
        return Err(Fault::DoesNotBeat);
    }
    Ok(play)
}

/// What the cards are, if they are held and a combination.
fn judge_cards(
    hand: Cards,
    on: Option<&Combination>,
    cards: Cards,
    stated: Option<Rank>,
) -> Result<Play, Fault> {
    if !cards.is_subset(hand) {
        return Err(Fault::CardNotHeld);
    }
    Ok(Play::new(cards, read(cards, stated, on)?))
}

/// Whether the combination may be played on what lies (T7, T8, T10).
fn judge_height(combination: &Combination, on: &Combination) -> Result<(), Fault> {
    if combination.beats(on) {
        Ok(())
    } else if *combination == Combination::Dog {
        Err(Fault::DogOnlyAsLead)
    } else if combination.is_like(on) {
        Err(Fault::DoesNotBeat)
    } else {
        Err(Fault::WrongKind)
    }
}

//! What to play on a trick: the play after which the hand is nearest to its end, at the least price.

use parlour_engine::Seat;
use parlour_engine::tichu::{Action, Trick, View};
use parlour_rules::tichu::{Card, Cards, Combination, Play, Rank, Turn, WishOptions, bombs};

use super::{partner, shape};

/// Card points in a trick from which it is worth a dear card.
const RICH: i16 = 10;
/// The highest rank that is put on the partner's trick.
const LOW: u8 = 11;
/// The highest rank that is put on an opponent's trick without a reason.
const HIGH: u8 = 12;
/// Cards in an opponent's hand from which it is about to go out.
const NEAR: u8 = 4;

/// The play or pass of the seat on turn.
pub(super) fn play(view: &View, seat: Seat, hand: Cards, trick: &Trick) -> Action {
    let table = Table { view, seat, hand, trick };
    let options = WishOptions { wish_bomb: view.variant.wish_bomb, wish_lead: view.variant.wish_lead };
    let turn = Turn::new(hand, trick.top().map(|(_, top)| *top)).under_wish(view.wish, options);
    let mut best: Option<(Price, Play)> = None;
    turn.each_legal_play(|play| {
        let price = table.price(&play);
        if best.as_ref().is_none_or(|(least, _)| price < *least) {
            best = Some((price, play));
        }
    });
    match best {
        Some((price, play)) if turn.judge_pass().is_err() || table.worth(price, &play) => table.action(&play),
        _ => Action::Pass,
    }
}

/// A bomb on a trick that is about to be collected, when an opponent would take too much with it (T15, T17).
pub(super) fn bomb(view: &View, seat: Seat, hand: Cards, trick: &Trick) -> Option<Action> {
    let (owner, top) = trick.top()?;
    let table = Table { view, seat, hand, trick };
    if owner == seat || owner == partner(seat) || !table.is_dear(owner) {
        return None;
    }
    let bomb = bombs(hand, top).into_iter().min_by_key(|play| table.price(play))?;
    Some(table.action(&bomb))
}

/// What a play costs: plays still needed after it, then the price of its cards; less is better.
type Price = (i32, Cards, Option<Rank>);

/// All that a decision looks at.
struct Table<'a> {
    view: &'a View,
    seat: Seat,
    hand: Cards,
    trick: &'a Trick,
}

impl Table<'_> {
    fn price(&self, play: &Play) -> Price {
        let rest = self.hand.difference(play.cards);
        if rest.is_empty() {
            return (i32::MIN, play.cards, play.phoenix);
        }
        let plays = shape::plays_needed(rest) as i32;
        let specials = [(Card::DRAGON, 14), (Card::PHOENIX, 16)];
        let special: i32 =
            specials.iter().filter(|(card, _)| play.cards.contains(*card)).map(|(_, price)| price).sum();
        let bomb = if play.combination.is_bomb() { 30 } else { 0 };
        let lead = if play.combination == Combination::Dog { self.dog() } else { i32::from(height(play)) };
        (plays * 8 + lead + special + bomb, play.cards, play.phoenix)
    }

    /// The Dog is led when the partner is to win, or when the hand is far from its end (T13).
    fn dog(&self) -> i32 {
        let partner = partner(self.seat);
        if self.view.out.contains(&partner) {
            20
        } else if self.view.calls[partner].is_some() {
            -40
        } else {
            6
        }
    }

    /// Whether to play rather than to pass, where both are legal.
    fn worth(&self, (price, ..): Price, play: &Play) -> bool {
        let Some((owner, top)) = self.trick.top() else { return true };
        if price == i32::MIN {
            return true;
        }
        let now = shape::plays_needed(self.hand);
        let then = shape::plays_needed(self.hand.difference(play.cards));
        let high = height(play) > HIGH;
        if owner == partner(self.seat) {
            let small = matches!(top, Combination::Single { .. } | Combination::Pair { .. });
            let low = height(play) <= LOW && !play.combination.is_bomb();
            self.view.calls[owner].is_none() && small && low && then < now
        } else if play.combination.is_bomb() {
            then <= 2 || self.is_dear(owner)
        } else if high {
            self.is_near(owner) || (then < now && (then <= 3 || self.is_dear(owner)))
        } else {
            then < now || self.is_dear(owner)
        }
    }

    /// Whether the trick should not stay with `owner`, an opponent: it is rich, or its owner called or is about to go out.
    fn is_dear(&self, owner: Seat) -> bool {
        self.trick.cards().points() >= RICH || self.view.calls[owner].is_some() || self.is_near(owner)
    }

    fn is_near(&self, owner: Seat) -> bool {
        self.view.counts[owner] <= NEAR
    }

    fn action(&self, play: &Play) -> Action {
        let wish = play.cards.contains(Card::MAH_JONG).then(|| self.wish()).flatten();
        Action::Play { cards: play.cards, phoenix: play.stated(), wish }
    }

    /// The rank that went to the left in the exchange, so that its holder must play it, else the highest that is not held.
    fn wish(&self) -> Option<Rank> {
        let given = self.view.given.and_then(|exchange| exchange.left.rank());
        let missing = |rank: &Rank| !self.hand.has_rank(*rank);
        given.filter(missing).or_else(|| Rank::all().rev().find(missing))
    }
}

/// The rank on top of a play, 1 for the Mah Jong and 15 for the Dragon.
fn height(play: &Play) -> u8 {
    match play.combination {
        Combination::Dog => 0,
        Combination::Single { value } => value.half_steps() / 2,
        Combination::Pair { rank } | Combination::Triple { rank } | Combination::FourBomb { rank } => {
            rank.get()
        }
        Combination::FullHouse { triple, .. } => triple.get(),
        Combination::Straight { top, .. }
        | Combination::StraightBomb { top, .. }
        | Combination::Stairs { top, .. } => top.get(),
    }
}

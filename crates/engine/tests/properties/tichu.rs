//! Tichu for the checks: random positions and actions, what is hidden from whom, and where all cards lie (T1 to T25).

use parlour_chance::Chance;
use parlour_engine::tichu::{
    Action, Answering, Choosing, Event, Exchange, Match, Playing, Position, RoundResult, Stage, Table, Tie,
    Trick, Variant, View,
};
use parlour_engine::{BySeat, Game, Length, Seat, Viewer};
use parlour_rules::tichu::{Call, Card, Cards, Combination, Rank, read};

use crate::playable::Playable;

const SEATS: usize = 4;

/// Where all dealt cards lie.
#[derive(Debug, PartialEq)]
pub(crate) struct Ledger {
    hands: BySeat<Cards>,
    won: BySeat<Cards>,
    table: Cards,
}

impl Default for Ledger {
    fn default() -> Ledger {
        Ledger { hands: piles(), won: piles(), table: Cards::EMPTY }
    }
}

impl Playable for Match {
    type Ledger = Ledger;

    fn random_start(random: &mut Chance) -> (Variant, Option<Position>) {
        let variant = random_variant(random);
        let position = match random.below(24) {
            0 => return (Variant { length: Length::Rounds(1), ..variant }, None),
            1 => {
                let Position { round, totals, .. } = position(Stage::Between, &variant, random);
                Position { round: round - 1, totals, stage: Stage::Between }
            }
            2 => position(answering(random), &variant, random),
            3 => position(choosing(random), &variant, random),
            _ => position(playing(random), &variant, random),
        };
        (variant, Some(position))
    }

    fn random_action(&self, seat: Seat, random: &mut Chance) -> Action {
        let hand = self.view(Viewer::Seat(seat)).hand.unwrap_or_default();
        let pool = if hand.is_empty() || random.chance(1, 10) { Cards::DECK } else { hand };
        let held: Vec<Card> = pool.iter().collect();
        match random.below(12) {
            0 => Action::Grand,
            1 => Action::Decline,
            2 => Action::Tichu,
            3 => Action::Exchange(Exchange {
                left: *random.pick(&held),
                partner: *random.pick(&held),
                right: *random.pick(&held),
            }),
            4 => Action::Pass,
            5 => Action::Gift { to: any_seat(random) },
            _ => {
                let cards = likely_cards(&held, random);
                let rank = |random: &mut Chance, times| {
                    random.chance(times, 4).then(|| *random.pick(&Rank::all().collect::<Vec<_>>()))
                };
                let phoenix = rank(random, if cards.contains(Card::PHOENIX) { 3 } else { 1 });
                let wish = rank(random, if cards.contains(Card::MAH_JONG) { 2 } else { 1 });
                Action::Play { cards, phoenix, wish }
            }
        }
    }

    fn choose(&self, legal: &[Action], random: &mut Chance) -> Action {
        let plays: Vec<&Action> =
            legal.iter().filter(|action| matches!(action, Action::Play { .. })).collect();
        if !plays.is_empty() && random.chance(1, 2) {
            return (*random.pick(&plays)).clone();
        }
        random.pick(legal).clone()
    }

    /// The rank that the Phoenix takes unstated may be stated, too (T9).
    fn allows(&self, seat: Seat, action: &Action) -> Option<bool> {
        let Action::Play { cards, phoenix: Some(stated), wish } = action else { return None };
        let unstated = Action::Play { cards: *cards, phoenix: None, wish: *wish };
        let is_highest = read(*cards, None, None).is_ok_and(|reading| reading.phoenix == Some(*stated));
        let legal = self.legal_actions(seat);
        Some(legal.contains(action) || is_highest && legal.contains(&unstated))
    }

    fn legal_in(view: &View) -> Vec<Action> {
        view.legal_actions()
    }

    fn follow_in(view: &mut View, events: &[Event]) {
        events.iter().for_each(|event| view.follow(event));
        if events.is_empty() {
            view.close_window();
        }
    }

    /// T16: who is out may look into the partner's hand.
    fn shown_by_events(view: View) -> View {
        View { partner: None, ..view }
    }

    fn mix_hidden(position: &Position, viewer: Viewer, random: &mut Chance) -> Position {
        let mut mixed = position.clone();
        match &mut mixed.stage {
            Stage::Between | Stage::Over { .. } => {}
            Stage::Grand(Answering { hands, next, answers }) => {
                let mut hidden = take_hidden(hands, viewer);
                hidden.extend(next.values().flat_map(|cards| cards.iter()));
                random.shuffle(&mut hidden);
                give_hidden(hands, viewer, &mut hidden);
                *next = BySeat::new(SEATS, |_| hidden.drain(..6).collect());
                for (seat, answer) in Seat::all(SEATS).zip(answers.values_mut()) {
                    if !viewer.is(seat) && answer.is_some() {
                        *answer = Some(random.chance(1, 2));
                    }
                }
            }
            Stage::Exchange(Choosing { hands, chosen, .. }) => {
                mix_hands(hands, viewer, random);
                for (seat, chosen) in Seat::all(SEATS).zip(chosen.values_mut()) {
                    if !viewer.is(seat) && chosen.is_some() {
                        *chosen = Some(three_of(hands[seat], random));
                    }
                }
            }
            Stage::Play(Playing { hands, given, .. }) => {
                mix_hands(hands, viewer, random);
                if let Some(given) = given {
                    mix_given(given, viewer, random);
                }
            }
        }
        mixed
    }

    /// Cards dealt or exchanged, the answers at once, what the clock played from a mixed hand, all hands at the end.
    fn reveals(events: &[Event], _: Viewer) -> bool {
        let by_clock = events.iter().any(|event| matches!(event, Event::TimedOut { .. }));
        events.iter().any(|event| match event {
            Event::Dealt { .. } | Event::Exchanged { .. } | Event::RoundEnded { .. } => true,
            Event::Played { .. } => by_clock,
            _ => false,
        })
    }

    fn ledger(&self) -> Ledger {
        let position = self.position();
        let hands = position.hands().cloned().unwrap_or_else(piles);
        match position.stage {
            Stage::Play(playing) => Ledger { hands, won: playing.won, table: playing.table.trick().cards() },
            _ => Ledger { hands, ..Ledger::default() },
        }
    }

    fn follow(&self, ledger: &mut Ledger, event: &Event) {
        match event {
            Event::Dealt { cards, .. } => {
                for (seat, cards) in cards.iter() {
                    let cards = cards.expect("the truth hides nothing");
                    assert!(cards.intersection(ledger.hands[seat]).is_empty(), "each card is dealt once");
                    ledger.hands[seat] = ledger.hands[seat].union(cards);
                }
            }
            Event::Exchanged { given, received, leader } => {
                for seat in Seat::all(SEATS) {
                    let cards = |exchange: &BySeat<Option<Exchange>>| -> Cards {
                        exchange[seat].expect("the truth hides nothing").cards().into_iter().collect()
                    };
                    assert!(cards(given).is_subset(ledger.hands[seat]), "what is given is held");
                    ledger.hands[seat] = ledger.hands[seat].difference(cards(given)).union(cards(received));
                }
                assert!(ledger.hands[*leader].contains(Card::MAH_JONG), "T5");
            }
            Event::Played { seat, cards, combination, .. } => {
                assert!(cards.is_subset(ledger.hands[*seat]), "what is played is held");
                ledger.hands[*seat] = ledger.hands[*seat].difference(*cards);
                match combination {
                    Combination::Dog => ledger.won[*seat] = ledger.won[*seat].union(*cards),
                    _ => ledger.table = ledger.table.union(*cards),
                }
            }
            Event::WentOut { seat, .. } => assert!(ledger.hands[*seat].is_empty()),
            Event::TrickTaken { seat: to, points } | Event::DragonGiven { to, points, .. } => {
                let trick = std::mem::take(&mut ledger.table);
                assert_eq!(trick.points(), *points);
                ledger.won[*to] = ledger.won[*to].union(trick);
            }
            Event::RoundEnded { result } => {
                check_result(result, ledger);
                *ledger = Ledger::default();
                return;
            }
            _ => {}
        }
        let places = || ledger.hands.values().chain(ledger.won.values()).chain([&ledger.table]);
        let all = places().fold(Cards::EMPTY, |all, cards| all.union(*cards));
        let count: usize = places().map(|cards| cards.len()).sum();
        let dealt = match self.position().stage {
            Stage::Grand(_) => 32,
            Stage::Between | Stage::Over { .. } => count,
            _ => 56,
        };
        // The events of one input are followed after it: the last answer comes before the cards that it brings.
        let is_between =
            matches!(event, Event::Answered { .. } | Event::GrandRevealed { .. } | Event::TimedOut { .. });
        assert!(count == dealt || is_between, "{count} cards after {event}");
        assert_eq!(all.len(), count, "no card is in two places after {event}");
    }
}

/// T22 to T24.
fn check_result(result: &RoundResult, ledger: &Ledger) {
    assert_eq!(result.hands, ledger.hands, "the hands that are left are shown");
    let first = result.out[0].index() % 2;
    if result.double_victory {
        assert_eq!(result.out.len(), 2);
        assert_eq!(result.out[1].index() % 2, first);
        assert_eq!((result.cards[first], result.cards[1 - first]), (200, 0));
    } else {
        assert_eq!(result.out.len(), 3);
        assert_eq!(result.cards[0] + result.cards[1], 100, "card points sum to 100");
        assert!(ledger.table.is_empty(), "the last trick is not lost");
    }
    let called = |team| -> i32 {
        let points = result.calls.iter().filter(|(seat, _)| seat.index() % 2 == team).map(|(seat, call)| {
            let points = call.map_or(0, Call::points);
            if seat == result.out[0] { points } else { -points }
        });
        points.sum()
    };
    assert_eq!(result.points, [result.cards[0] + called(0), result.cards[1] + called(1)]);
}

fn random_variant(random: &mut Chance) -> Variant {
    let lengths =
        [Length::Rounds(1), Length::Rounds(1), Length::Rounds(2), Length::Target(1), Length::Target(300)];
    Variant {
        length: *random.pick(&lengths),
        tie: *random.pick(&[Tie::PlayOn, Tie::Draw]),
        bomb_window_ms: *random.pick(&[0, 1, 2_000]),
        wish_bomb: random.chance(1, 2),
        wish_lead: random.chance(1, 2),
        late_call: random.chance(1, 2),
        // What is hidden must not depend on the option here; `tests/tichu.rs` tells what it shows.
        partner_hand: false,
        turn_seconds: random.below(601) as u16,
    }
}

/// A running round, late enough that the match ends soon.
fn position(stage: Stage, variant: &Variant, random: &mut Chance) -> Position {
    let round = match variant.length {
        Length::Rounds(rounds) => rounds,
        Length::Target(_) => 200 - random.below(2) as u16,
    };
    Position { round, totals: totals(random), stage }
}

fn totals(random: &mut Chance) -> [i32; 2] {
    [random.below(400) as i32 - 200, random.below(400) as i32 - 200]
}

fn shuffled(random: &mut Chance) -> Vec<Card> {
    let mut deck: Vec<Card> = Cards::DECK.iter().collect();
    random.shuffle(&mut deck);
    deck
}

fn answering(random: &mut Chance) -> Stage {
    let mut deck = shuffled(random);
    let hands = BySeat::new(SEATS, |_| deck.drain(..8).collect());
    let next = BySeat::new(SEATS, |_| deck.drain(..6).collect());
    let mut answers = BySeat::new(SEATS, |_| random.chance(1, 2).then(|| random.chance(1, 2)));
    answers[any_seat(random)] = None;
    Stage::Grand(Answering { hands, next, answers })
}

fn choosing(random: &mut Chance) -> Stage {
    let mut deck = shuffled(random);
    let hands: BySeat<Cards> = BySeat::new(SEATS, |_| deck.drain(..14).collect());
    let calls = BySeat::new(SEATS, |_| random.chance(1, 4).then_some(Call::Grand));
    let mut chosen = hands.map(|_, hand| random.chance(2, 3).then(|| three_of(*hand, random)));
    chosen[any_seat(random)] = None;
    let left = chosen.map(|_, chosen| if chosen.is_some() { random.below(16) as u8 } else { 16 });
    Stage::Exchange(Choosing { hands, calls, chosen, left })
}

/// A round after some tricks, with hands in which bombs are common.
fn playing(random: &mut Chance) -> Stage {
    let mut left = Cards::DECK;
    let mut hands: BySeat<Cards> = piles();
    for hand in hands.values_mut() {
        for _ in 0..random.below(3) {
            let bomb = any_bomb(random);
            if bomb.is_subset(left) && hand.len() + bomb.len() <= 14 {
                *hand = hand.union(bomb);
                left = left.difference(bomb);
            }
        }
    }
    let mut loose: Vec<Card> = left.iter().collect();
    random.shuffle(&mut loose);
    for hand in hands.values_mut() {
        let more = random.below(15 - hand.len()).min(random.below(15));
        hand.extend(loose.drain(..more));
    }
    // The round goes on: partners are not both out, and at least two seats hold cards.
    for (one, other) in [(0, 2), (1, 3)] {
        if hands.iter().filter(|(seat, hand)| [one, other].contains(&seat.index()) && hand.is_empty()).count()
            == 2
        {
            hands[Seat::new(one).expect("a seat")].insert(loose.pop().expect("most cards are loose then"));
        }
    }
    let mut out: Vec<Seat> = hands.iter().filter(|(_, hand)| hand.is_empty()).map(|(seat, _)| seat).collect();
    random.shuffle(&mut out);
    let mut won: BySeat<Cards> = piles();
    loose.into_iter().for_each(|card| {
        won[any_seat(random)].insert(card);
    });
    let holders: Vec<Seat> =
        hands.iter().filter(|(_, hand)| !hand.is_empty()).map(|(seat, _)| seat).collect();
    let mah_jong_is_out = hands.values().all(|hand| !hand.contains(Card::MAH_JONG));
    let wish =
        (mah_jong_is_out && random.chance(1, 2)).then(|| *random.pick(&Rank::all().collect::<Vec<_>>()));
    let given = random.chance(1, 2).then(|| {
        let mut deck = shuffled(random);
        let mut card = move || deck.pop().expect("twelve of 56 cards");
        BySeat::new(SEATS, |_| Exchange { left: card(), partner: card(), right: card() })
    });
    let calls = [None, None, None, Some(Call::Tichu), Some(Call::Grand)];
    Stage::Play(Playing {
        given,
        calls: BySeat::new(SEATS, |_| *random.pick(&calls)),
        out,
        wish,
        won,
        last_trick: None,
        table: Table::Turn { turn: *random.pick(&holders), trick: Trick::default() },
        hands,
    })
}

/// Four of a rank, or five to seven in a row of one suit.
fn any_bomb(random: &mut Chance) -> Cards {
    let rank = *random.pick(&Rank::all().collect::<Vec<_>>());
    if random.chance(1, 2) {
        return Cards::of_rank(rank);
    }
    let suit = random.below(4);
    let length = 5 + random.below(3);
    (0..length as u8)
        .filter_map(|step| Rank::new(rank.get() + step))
        .filter_map(|rank| Cards::of_rank(rank).iter().nth(suit))
        .collect()
}

/// Cards that have some chance to be a combination: a few of one rank, a few ranks in a row, or anything.
fn likely_cards(held: &[Card], random: &mut Chance) -> Cards {
    let from = random.below(held.len());
    let card = held[from];
    match (random.below(4), card.rank()) {
        (0, Some(rank)) => held.iter().copied().filter(|card| card.rank() == Some(rank)).collect(),
        (1, _) => {
            let mut ranks = Vec::new();
            let run = held[from..].iter().filter(|card| {
                let is_new = !ranks.contains(&card.rank());
                ranks.push(card.rank());
                is_new
            });
            run.copied().take(5 + random.below(3)).collect()
        }
        (2, _) => (0..random.below(6)).map(|_| *random.pick(held)).chain([card]).collect(),
        _ => card.into(),
    }
}

fn three_of(hand: Cards, random: &mut Chance) -> Exchange {
    let mut cards: Vec<Card> = hand.iter().collect();
    random.shuffle(&mut cards);
    Exchange { left: cards[0], partner: cards[1], right: cards[2] }
}

/// Mixes what the others gave each other; what the viewer gave and got stays.
fn mix_given(given: &mut BySeat<Exchange>, viewer: Viewer, random: &mut Chance) {
    let deck = shuffled(random);
    for giver in Seat::all(SEATS).filter(|&seat| !viewer.is(seat)) {
        let Exchange { left, partner, right } = &mut given[giver];
        for (steps, card) in [(1, left), (2, partner), (3, right)] {
            if !viewer.is(giver.after(steps, SEATS)) {
                *card = *random.pick(&deck);
            }
        }
    }
}

fn mix_hands(hands: &mut BySeat<Cards>, viewer: Viewer, random: &mut Chance) {
    let mut hidden = take_hidden(hands, viewer);
    random.shuffle(&mut hidden);
    give_hidden(hands, viewer, &mut hidden);
}

fn take_hidden(hands: &BySeat<Cards>, viewer: Viewer) -> Vec<Card> {
    hands.iter().filter(|(seat, _)| !viewer.is(*seat)).flat_map(|(_, hand)| hand.iter()).collect()
}

fn give_hidden(hands: &mut BySeat<Cards>, viewer: Viewer, cards: &mut Vec<Card>) {
    for (seat, hand) in Seat::all(SEATS).zip(hands.values_mut()) {
        if !viewer.is(seat) {
            *hand = cards.drain(..hand.len()).collect();
        }
    }
}

fn piles() -> BySeat<Cards> {
    BySeat::new(SEATS, |_| Cards::EMPTY)
}

fn any_seat(random: &mut Chance) -> Seat {
    *random.pick(&Seat::all(SEATS).collect::<Vec<_>>())
}

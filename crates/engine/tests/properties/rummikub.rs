//! How the checks play Rummikub.

use parlour_chance::Chance;
use parlour_engine::rummikub::{
    Action, Event, Match, Phase, Position, Round, Source, Stage, Thrown, Variant, View, WrongDeclaration,
};
use parlour_engine::{BySeat, Game, Length, Seat, Seed, Viewer, Waits};
use parlour_rules::rummikub::{Layout, Scoring, Tile, Tiles, arrange};

use crate::playable::Playable;

/// Where all tiles lie.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Ledger {
    racks: Vec<Tiles>,
    pool: Tiles,
    discards: Vec<Tile>,
    laid: Tiles,
}

impl Playable for Match {
    type Ledger = Ledger;

    fn random_start(random: &mut Chance) -> (Variant, Option<Position>) {
        let variant = random_variant(random);
        // Whole matches are long, those to a target very long, so most begin near their end.
        let position = match (variant.length, random.below(20)) {
            (Length::Rounds(_), 0) => None,
            (_, 0..5) => Some(between_rounds(&variant, random)),
            _ => Some(in_a_round(&variant, random)),
        };
        (variant, position)
    }

    fn random_action(&self, seat: Seat, random: &mut Chance) -> Action {
        let rack = self.view(Viewer::Seat(seat)).rack.unwrap_or_default();
        let faces: Vec<Tile> = Tile::faces().collect();
        let held: Vec<Tile> = rack.iter().collect();
        let any = held.is_empty() || random.chance(1, 3);
        let tile = *random.pick(if any { &faces } else { &held });
        match random.below(4) {
            0 => Action::Take { from: *random.pick(&[Source::Pool, Source::Discards]) },
            1 => Action::Throw { tile },
            _ => Action::Declare { throw: tile, layout: random_layout(held, random) },
        }
    }

    fn choose(&self, legal: &[Action], random: &mut Chance) -> Action {
        let wins: Vec<&Action> =
            legal.iter().filter(|action| matches!(action, Action::Declare { .. })).collect();
        if !wins.is_empty() && random.chance(3, 4) {
            return (*random.pick(&wins)).clone();
        }
        let pool = Action::Take { from: Source::Pool };
        if legal.contains(&pool) && random.chance(1, 2) {
            return pool;
        }
        match (random.pick(legal), self.waits()) {
            (Action::Throw { tile }, Waits::Seats(turn, _)) if random.chance(1, 100) => {
                // The referee refuses it, as three times the tile thrown is no layout.
                let mistake = Action::Declare { throw: *tile, layout: random_layout(vec![*tile; 3], random) };
                let may = turn.iter().all(|seat| self.allows(seat, &mistake) == Some(true));
                if may { mistake } else { legal[0].clone() }
            }
            (action, _) => action.clone(),
        }
    }

    /// A declaration may be made, right or wrong, three times a turn (R10, R14, R16).
    fn allows(&self, seat: Seat, action: &Action) -> Option<bool> {
        let Action::Declare { throw, .. } = action else { return None };
        Some(match self.view(Viewer::Seat(seat)).phase {
            Phase::Throw { turn, from_discards, refused } => {
                turn == seat && refused < 3 && from_discards != Some(*throw)
            }
            _ => false,
        })
    }

    fn legal_in(view: &View) -> Vec<Action> {
        view.legal_actions()
    }

    fn follow_in(view: &mut View, events: &[Event]) {
        events.iter().for_each(|event| view.follow(event));
    }

    fn shown_by_events(view: View) -> View {
        view
    }

    fn mix_hidden(position: &Position, viewer: Viewer, random: &mut Chance) -> Position {
        let mut mixed = position.clone();
        let Some(round) = &mut mixed.playing else { return mixed };
        // What was taken from the discards in this turn is known to all.
        let open = match round.stage {
            Stage::Throw { taken, from: Source::Discards, .. } if !viewer.is(round.turn) => Some(taken),
            _ => None,
        };
        if let Some(tile) = open {
            round.racks[round.turn] =
                round.racks[round.turn].without(tile).expect("the tile taken is in the rack");
        }
        let hidden = |seat: Seat| !viewer.is(seat);
        let others = round.racks.iter().filter(|(seat, _)| hidden(*seat));
        let mut tiles: Vec<Tile> =
            others.flat_map(|(_, rack)| rack.iter()).chain(round.pool.drain(..)).collect();
        random.shuffle(&mut tiles);
        round.racks = round.racks.map(
            |seat, rack| {
                if hidden(seat) { tiles.drain(..rack.len()).collect() } else { *rack }
            },
        );
        round.pool = tiles.into();
        if let Some(tile) = open {
            round.racks[round.turn] =
                round.racks[round.turn].with(tile).expect("no face is held three times");
        }
        if let Stage::Throw { taken, from: Source::Pool, .. } = &mut round.stage
            && hidden(round.turn)
        {
            *taken = *random.pick(&round.racks[round.turn].iter().collect::<Vec<_>>());
        }
        round.seed = Seed::new(random.bytes());
        mixed
    }

    /// A tile drawn for the viewer, one that the clock threw, and all racks at the end of a round.
    fn reveals(events: &[Event], viewer: Viewer) -> bool {
        events.iter().any(|event| match event {
            Event::Took { seat, from: Source::Pool, .. } => viewer.is(*seat),
            Event::Dealt { .. } | Event::TimedOut { .. } | Event::RoundEnded { .. } => true,
            _ => false,
        })
    }

    fn ledger(&self) -> Ledger {
        match self.position().playing {
            Some(Round { racks, pool, discards, .. }) => Ledger {
                racks: racks.values().copied().collect(),
                pool: pool.into_iter().collect(),
                discards: discards.into_iter().map(|thrown| thrown.tile).collect(),
                laid: Tiles::EMPTY,
            },
            None => Ledger::default(),
        }
    }

    fn follow(&self, ledger: &mut Ledger, event: &Event) {
        let deck = Tiles::deck(self.variant().copies);
        match event {
            Event::Dealt { racks, .. } => {
                *ledger = Ledger::default();
                ledger.racks = racks.values().map(|rack| rack.expect("the truth hides nothing")).collect();
                ledger.pool = ledger.racks.iter().fold(deck, |left, rack| left - *rack);
            }
            Event::Took { seat, from, tile } => {
                let tile = tile.expect("the truth hides nothing");
                match from {
                    Source::Pool => {
                        ledger.pool = ledger.pool.without(tile).expect("the tile was in the pool")
                    }
                    Source::Discards => {
                        assert_eq!(ledger.discards.pop(), Some(tile), "the last discard is taken")
                    }
                }
                assert!(ledger.racks[seat.index()].insert(tile));
            }
            Event::Threw { seat, tile } => {
                assert!(ledger.racks[seat.index()].remove(*tile), "the tile thrown was in the rack");
                ledger.discards.push(*tile);
            }
            Event::Reshuffled { .. } => {
                let last = ledger.discards.pop().expect("the last discard stays");
                ledger.pool = ledger.discards.drain(..).collect();
                ledger.discards.push(last);
            }
            Event::Declared { seat, throw, layout } => {
                let shown: Tiles = layout.tiles().iter().copied().chain([*throw]).collect();
                assert_eq!(ledger.racks[seat.index()], shown, "the winner shows its fifteen tiles");
                ledger.racks[seat.index()] = Tiles::EMPTY;
                ledger.laid = shown;
            }
            Event::RoundEnded { result } => {
                assert!(
                    result.racks.values().copied().eq(ledger.racks.iter().copied()),
                    "all racks are shown"
                );
                check_points(self.variant(), result);
                *ledger = Ledger::default();
            }
            Event::TimedOut { .. } | Event::Refused { .. } | Event::MatchEnded { .. } => {}
        }
        if !ledger.racks.is_empty() {
            let held = ledger.racks.iter().fold(ledger.pool + ledger.laid, |sum, rack| sum + *rack);
            let all = ledger.discards.iter().try_fold(held, |sum, tile| sum.with(*tile));
            assert_eq!(all, Some(deck), "each tile is there exactly once after {event}");
        }
    }
}

/// R16, R18: nobody but the winner scores without penalties, and the winner within the scoring's bounds.
fn check_points(variant: &Variant, result: &parlour_engine::rummikub::RoundResult) {
    for (seat, &points) in result.points.iter() {
        let most = match (variant.scoring, result.winner == Some(seat)) {
            (_, false) => 0,
            (Scoring::Rounds, true) => 1,
            (Scoring::Remi, true) => 3,
            (Scoring::Deadwood, true) => result.racks.values().map(|rack| rack.points() as i32).sum(),
        };
        match variant.wrong_declaration {
            WrongDeclaration::Free => {
                assert!((0..=most).contains(&points), "{points} points for seat {seat}")
            }
            WrongDeclaration::Penalty => assert!(points >= 0),
        }
    }
}

fn random_variant(random: &mut Chance) -> Variant {
    let copies = 1 + random.below(2) as u8;
    Variant {
        seats: 2 + random.below(if copies == 1 { 2 } else { 3 }) as u8,
        copies,
        take_discard: random.chance(3, 4),
        reshuffles: *random.pick(&[0, 0, 0, 0, 1, 3]),
        wrong_declaration: *random.pick(&[WrongDeclaration::Free, WrongDeclaration::Penalty]),
        scoring: *random.pick(&[Scoring::Rounds, Scoring::Remi, Scoring::Deadwood]),
        length: *random.pick(&[Length::Rounds(1), Length::Rounds(2), Length::Target(1), Length::Target(20)]),
        turn_seconds: random.below(601) as u16,
    }
}

/// A position before some deal, mostly so late that the match ends soon even if nobody wins.
fn between_rounds(variant: &Variant, random: &mut Chance) -> Position {
    let seats = usize::from(variant.seats);
    let round = match variant.length {
        Length::Rounds(rounds) => *random.pick(&[0, usize::from(rounds) + 8, usize::from(rounds) + 9]),
        Length::Target(_) => 198 + random.below(2),
    };
    let starter = (round > 0).then(|| any_seat(seats, random));
    let totals = BySeat::new(seats, |_| random.below(3) as i32);
    Position { round: round as u16, starter, totals, playing: None }
}

/// A position in the middle of a round, with racks that are not far from a win and a pool of any size.
fn in_a_round(variant: &Variant, random: &mut Chance) -> Position {
    let seats = usize::from(variant.seats);
    let mut position = between_rounds(variant, random);
    position.round += 1;
    position.starter = Some(any_seat(seats, random));
    let turn = any_seat(seats, random);

    let mut left: Vec<Tile> = Tiles::deck(variant.copies).iter().collect();
    random.shuffle(&mut left);
    let mut racks = BySeat::new(seats, |_| Tiles::EMPTY);
    for rack in racks.values_mut() {
        if random.chance(2, 3) {
            *rack = melds(&mut left, random);
        }
    }
    for rack in racks.values_mut() {
        let missing = 14 - rack.len();
        *rack = *rack + left.drain(..missing).collect();
    }
    // A few tiles change places, so that the win is near and not there.
    for _ in 0..random.below(4) {
        let (seat, place) = (any_seat(seats, random), random.below(left.len()));
        let tile = *random.pick(&racks[seat].iter().collect::<Vec<_>>());
        let with = racks[seat].without(tile).and_then(|rack| rack.with(left[place]));
        racks[seat] = with.expect("a deck has no more than two of a face");
        left[place] = tile;
    }
    let mut pool: std::collections::VecDeque<Tile> = left.split_off(random.below(left.len())).into();
    let before = turn.after(seats - 1, seats);
    let discards: Vec<Thrown> = left.into_iter().map(|tile| Thrown { seat: before, tile }).collect();
    let stage = if random.chance(1, 2) {
        let taken = pool.pop_front().expect("the pool holds a tile");
        assert!(racks[turn].insert(taken));
        Stage::Throw { taken, from: Source::Pool, refused: random.below(4) as u8 }
    } else {
        Stage::Take
    };
    let penalised = variant.wrong_declaration == WrongDeclaration::Penalty;
    position.playing = Some(Round {
        racks,
        pool,
        discards,
        reshuffled: random.below(usize::from(variant.reshuffles) + 1) as u8,
        turns: (*random.pick(&[0, 300, 380]) + random.below(20)) as u16,
        turn,
        stage,
        penalties: BySeat::new(seats, |_| if penalised { random.below(3) as i32 } else { 0 }),
        seed: Seed::new(random.bytes()),
    });
    position
}

/// Takes up to 14 tiles out of `left` that make melds.
fn melds(left: &mut Vec<Tile>, random: &mut Chance) -> Tiles {
    let mut rack = Tiles::EMPTY;
    for _ in 0..60 {
        let tile = *random.pick(left);
        let size = 3 + random.below(3);
        let step = if random.chance(1, 2) { 1 } else { 13 };
        let places = (0..size).map(|place| tile.index() + place * step);
        let Some(meld) = places.map(Tile::from_index).collect::<Option<Vec<Tile>>>() else { continue };
        let there: Tiles = meld.iter().copied().filter(|tile| left.contains(tile)).collect();
        if there.len() == size && arrange::is_complete(there) && rack.len() + size <= 14 {
            left.retain({
                let mut out = there;
                move |&tile| !out.remove(tile)
            });
            rack = rack + there;
        }
    }
    rack
}

/// A layout of these tiles in any order, cut anywhere.
fn random_layout(mut tiles: Vec<Tile>, random: &mut Chance) -> Layout {
    random.shuffle(&mut tiles);
    let mut layout = Layout::new();
    while !tiles.is_empty() {
        let meld: Vec<Tile> = tiles.drain(..random.below(tiles.len() + 1)).collect();
        if layout.push(&meld).is_err() {
            break;
        }
    }
    layout
}

fn any_seat(seats: usize, random: &mut Chance) -> Seat {
    *random.pick(&Seat::all(seats).collect::<Vec<_>>())
}

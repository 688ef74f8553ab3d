//! The committed test vectors of verifiable shuffles: what every verifier must compute, step by step.
//!
//! `PARLOUR_WRITE_TYPES=1 cargo test -p parlour-protocol --test shuffles` writes them anew. They are a promise: a change
//! means that no old transcript can be verified any more.

mod generated;

use generated::check;
use parlour_engine::fair::{Nonce, Secret};
use parlour_engine::{BySeat, Game, GameKind, Input, Seat, Seed, Waits, rummikub, tichu};
use parlour_rules::rummikub::Tiles;
use parlour_rules::tichu::Cards;
use serde_json::{Value, json};

const ROOMS: [&str; 2] = ["Q2H9Z1QT", "00000001"];

/// 32 bytes that look like chance: the SHA-256 hash of a number, by way of a commitment.
fn bytes(number: u8) -> [u8; 32] {
    Secret::new([number; 32]).commitment().bytes()
}

fn seed(number: u8) -> Seed {
    Seed::new(bytes(number))
}

/// A JSON object of arrays, with a line for each value.
fn sections(sections: &[(&str, Vec<Value>)]) -> String {
    let texts: Vec<String> = sections
        .iter()
        .map(|(name, values)| {
            let lines: Vec<String> = values.iter().map(|value| format!("    {value}")).collect();
            format!("  \"{name}\": [\n{}\n  ]", lines.join(",\n"))
        })
        .collect();
    format!("{{\n{}\n}}\n", texts.join(",\n"))
}

fn commitments() -> Vec<Value> {
    [[0; 32], [255; 32], bytes(1), bytes(2)]
        .map(Secret::new)
        .map(|secret| json!({ "secret": secret, "commitment": secret.commitment() }))
        .into()
}

fn hashes() -> Vec<Value> {
    let places = [(0, 1, 0), (0, 1, 1), (0, 2, 1), (1, 2, 1), (1, 200, 3), (0, 256, 2)];
    let of = |(place, number): ((usize, u16, usize), u8)| {
        let (room, round, seat) = place;
        let (room, nonce) = (ROOMS[room], Nonce::new(bytes(number)));
        let hash = nonce.hash(room, round, Seat::new(seat).expect("a seat"));
        json!({ "room": room, "round": round, "seat": seat, "nonce": nonce, "hash": hash })
    };
    places.into_iter().zip(3..).map(of).collect()
}

fn seeds() -> Vec<Value> {
    let nonces = |present: &[bool]| {
        let nonce = |seat: Seat| present[seat.index()].then(|| Nonce::new(bytes(20 + seat.index() as u8)));
        BySeat::new(present.len(), nonce)
    };
    let cases = [
        (GameKind::Rummikub, ROOMS[0], 1, nonces(&[true, true])),
        (GameKind::Rummikub, ROOMS[0], 1, nonces(&[true, false])),
        (GameKind::Rummikub, ROOMS[1], 2, nonces(&[false, true, true])),
        (GameKind::Tichu, ROOMS[0], 1, nonces(&[true, true, true, true])),
        (GameKind::Tichu, ROOMS[0], 300, nonces(&[true, false, true, false])),
        (GameKind::Tichu, ROOMS[0], 1, nonces(&[false, false, false, false])),
    ];
    let cases = cases.into_iter().zip(10..).map(|((game, room, round, nonces), number)| {
        let secret = Secret::new(bytes(number));
        let seed = secret.mix(game, room, round, &nonces).to_string();
        let nonces: Vec<&Option<Nonce>> = nonces.values().collect();
        json!({ "game": game, "room": room, "round": round, "secret": secret, "nonces": nonces, "seed": seed })
    });
    cases.collect()
}

fn words() -> Vec<Value> {
    let of = |(number, stream): (u8, u32)| {
        let mut words = seed(number).stream(stream);
        // No word but the highest, which does not come here, is refused below this bound, and none is changed.
        let words: Vec<u32> = (0..12).map(|_| words.below(u32::MAX)).collect();
        json!({ "seed": seed(number).to_string(), "stream": stream, "words": words })
    };
    [(30, 0), (30, 1), (31, 20)].map(of).into()
}

fn numbers() -> Vec<Value> {
    // With the bound of 3 * 2^30 a quarter of all words is refused.
    let of = |(number, bound): (u8, u32)| {
        let mut stream = seed(number).stream(0);
        let numbers: Vec<u32> = (0..16).map(|_| stream.below(bound)).collect();
        json!({ "seed": seed(number).to_string(), "stream": 0, "below": bound, "numbers": numbers })
    };
    [(32, 2), (32, 56), (33, 3 << 30)].map(of).into()
}

fn decks() -> Vec<Value> {
    let tiles = |copies| json!({ "game": "rummikub", "copies": copies, "deck": Tiles::deck(copies).iter().collect::<Vec<_>>() });
    let cards = json!({ "game": "tichu", "deck": Cards::DECK.iter().collect::<Vec<_>>() });
    vec![tiles(1), tiles(2), cards]
}

fn deals() -> Vec<Value> {
    let mut deals = Vec::new();
    for (number, options) in (40..).zip(["seats=2", "seats=3", "seats=4 copies=2"]) {
        let variant: rummikub::Variant = options.parse().expect("options");
        let mut game = rummikub::Match::new(variant.clone()).expect("options that make sense");
        game.apply(Input::Deal(seed(number))).expect("the first deal");
        let position = game.position().to_string();
        // Racks are sets: they stand sorted here, while the pool keeps its order.
        let racks: Vec<Vec<String>> =
            (0..variant.seats).map(|seat| line(&position, &format!("rack {seat} "))).collect();
        let starter = line(&position, "turn ")[0].parse::<u8>().expect("a seat");
        deals.push(json!({
            "game": "rummikub", "seats": variant.seats, "copies": variant.copies, "seed": seed(number).to_string(),
            "racks": racks, "pool": line(&position, "pool "), "first_starter": starter,
        }));
    }
    for number in 50..52 {
        let mut game = tichu::Match::new(tichu::Variant::default()).expect("the default options");
        let mut events = game.apply(Input::Deal(seed(number))).expect("the first deal");
        events.extend(game.apply(Input::Timeout).expect("all are asked"));
        let dealt: Vec<Vec<Vec<String>>> = events
            .iter()
            .filter_map(|event| match event {
                tichu::Event::Dealt { cards, .. } => Some(
                    cards
                        .values()
                        .map(|hand| {
                            let hand = hand.expect("the engine tells all");
                            hand.iter().map(|card| card.to_string()).collect()
                        })
                        .collect(),
                ),
                _ => None,
            })
            .collect();
        deals.push(json!({
            "game": "tichu", "seed": seed(number).to_string(), "first": dealt[0], "next": dealt[1],
        }));
    }
    deals
}

/// The words of a position's line behind its start.
fn line(position: &str, start: &str) -> Vec<String> {
    let line = position.lines().find_map(|line| line.strip_prefix(start)).expect("the position has the line");
    line.split(' ').map(str::to_owned).collect()
}

/// The pool that follows from the discards, twice in one round (R12).
fn reshuffles() -> Vec<Value> {
    let mut game = rummikub::Match::new("seats=3 reshuffles=2".parse().expect("options")).expect("options");
    let mut reshuffles = Vec::new();
    game.apply(Input::Deal(seed(60))).expect("the first deal");
    let mut discards: Vec<String> = Vec::new();
    while !matches!(game.waits(), Waits::Deal | Waits::Nothing) {
        for event in game.apply(Input::Timeout).expect("the clock plays") {
            match event {
                rummikub::Event::Threw { tile, .. } => discards.push(tile.to_string()),
                rummikub::Event::Reshuffled { .. } => {
                    let last = discards.pop().expect("a tile was thrown");
                    let stream = reshuffles.len() + 1;
                    reshuffles.push(json!({
                        "seed": seed(60).to_string(), "stream": stream, "discards": discards,
                        "pool": line(&game.position().to_string(), "pool "),
                    }));
                    discards = vec![last];
                }
                _ => {}
            }
        }
    }
    assert_eq!(reshuffles.len(), 2);
    reshuffles
}

#[test]
fn vectors() {
    let text = sections(&[
        ("commitments", commitments()),
        ("hashes", hashes()),
        ("seeds", seeds()),
        ("words", words()),
        ("numbers", numbers()),
        ("decks", decks()),
        ("deals", deals()),
        ("reshuffles", reshuffles()),
    ]);
    check("../../docs/fair-shuffles.vectors.json", &text);
}

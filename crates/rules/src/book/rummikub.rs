//! Rummikub, draw and discard: R1 to R20.
//!
//! A tile is written as its colour, `R` red, `O` orange, `B` blue, `K` black, and its number; `J` is a joker. A slash
//! stands between two melds. The examples ask the referee with [`meld::judge`](crate::rummikub::meld::judge),
//! [`declaration::judge`](crate::rummikub::declaration::judge) and [`arrange`](crate::rummikub::arrange).
//!
//! # The tiles
//!
//! **R1.** Four colours with the numbers 1 to 13, and two jokers, are one copy: 54 tiles. Two copies have 106 tiles, and two
//! jokers as well.
//!
//! ```
//! use parlour_rules::rummikub::{Tile, Tiles};
//!
//! for (copies, tiles) in [(1, 54), (2, 106)] {
//!     let deck = Tiles::deck(copies);
//!     assert_eq!(deck.len(), tiles);
//!     assert_eq!(deck.count("K13".parse().unwrap()), copies);
//!     assert_eq!(deck.count(Tile::JOKER), 2);
//! }
//! ```
//!
//! # Melds
//!
//! **R3.** A set is three or four tiles of one number, each of another colour. The order of the colours is free.
//!
//! ```
//! # use parlour_rules::rummikub::{Layout, MeldFault::*, MeldKind::*, meld};
//! # let judge = |laid: &str| {
//! #     let layout: Layout = laid.parse().unwrap();
//! #     meld::judge(layout.melds().next().unwrap()).map(|meld| meld.kind)
//! # };
//! assert_eq!(judge("R5 B5 K5"), Ok(Set));
//! assert_eq!(judge("K5 R5 O5 B5"), Ok(Set));
//! assert_eq!(judge("R5 B5"), Err(TooShort));
//! assert_eq!(judge("R5 O5 B5 R5"), Err(DuplicateColour));
//! assert_eq!(judge("R5 B6 K7"), Err(Mixed));
//! ```
//!
//! **R4.** A run is three to thirteen tiles of one colour, each one higher than the one before it, as they are laid. Nothing
//! follows 13.
//!
//! ```
//! # use parlour_rules::rummikub::{Layout, MeldFault::*, MeldKind::*, meld};
//! # let judge = |laid: &str| {
//! #     let layout: Layout = laid.parse().unwrap();
//! #     meld::judge(layout.melds().next().unwrap()).map(|meld| meld.kind)
//! # };
//! assert_eq!(judge("R11 R12 R13"), Ok(Run));
//! assert_eq!(judge("R12 R13 R1"), Err(WrapAround));
//! assert_eq!(judge("R6 R8 R7"), Err(NotAscending));
//! assert_eq!(judge("R5 R6 R8"), Err(Gap));
//! assert_eq!(judge("R5 R5 R6"), Err(DuplicateNumber));
//! ```
//!
//! **R5.** A joker stands for any tile, also for one that is held elsewhere; a meld has one at most. Where it lies decides
//! what it stands for, and beyond 13 or below 1 there is nothing to stand for.
//!
//! ```
//! # use parlour_rules::rummikub::{Layout, MeldFault::*, meld};
//! # let joker = |laid: &str| {
//! #     let layout: Layout = laid.parse().unwrap();
//! #     meld::judge(layout.melds().next().unwrap()).map(|meld| meld.joker.to_string())
//! # };
//! assert_eq!(joker("R6 J R8").as_deref(), Ok("R7"));
//! assert_eq!(joker("R6 R7 J").as_deref(), Ok("R8"));
//! assert_eq!(joker("J R12 R13").as_deref(), Ok("R11"));
//! assert_eq!(joker("R12 R13 J"), Err(JokerOutOfRange));
//! assert_eq!(joker("J R1 R2"), Err(JokerOutOfRange));
//! assert_eq!(joker("R6 J R7"), Err(Gap));
//! assert_eq!(joker("R5 J J"), Err(TooManyJokers));
//! ```
//!
//! **R6.** Where nothing is missing a joker has no place: beside a set of four, or a run of thirteen.
//!
//! ```
//! # use parlour_rules::rummikub::{Layout, MeldFault::*, MeldKind::*, meld};
//! # let judge = |laid: &str| {
//! #     let layout: Layout = laid.parse().unwrap();
//! #     meld::judge(layout.melds().next().unwrap()).map(|meld| meld.kind)
//! # };
//! assert_eq!(judge("R5 O5 B5 J"), Ok(Set));
//! assert_eq!(judge("R5 O5 B5 K5 J"), Err(SetTooLong));
//! assert_eq!(judge("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 J"), Ok(Run));
//! assert_eq!(judge("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 J"), Err(RunTooLong));
//! ```
//!
//! **R7.** No tiles are a set and a run at once: of three tiles two at least are real, and these have either one number or
//! one colour. In a set the joker may stand for each colour that is missing.
//!
//! ```
//! use parlour_rules::rummikub::{MeldKind, Tile, Tiles, meld};
//!
//! let set = meld::judge(&["R5", "J", "B5"].map(|tile| tile.parse().unwrap())).unwrap();
//! assert_eq!(set.kind, MeldKind::Set);
//! assert_eq!(set.joker, "O5 K5".parse::<Tiles>().unwrap());
//! ```
//!
//! # The turn
//!
//! The engine deals and plays the turn, and knows these rules: **R2** the deal of 14 tiles and the starter, **R8** one tile
//! is taken and one thrown, **R9** from where it is taken, **R10** it is not thrown again at once, **R11** a thrown joker
//! stays, **R12** the pool is made anew from the discards, **R13** what others see.
//!
//! A hint for the turn is how far the rack is from a win, in tiles to exchange, which tiles bring it nearer, and what to
//! throw.
//!
//! ```
//! use parlour_rules::rummikub::{Tiles, distance};
//!
//! let deck = Tiles::deck(1);
//! let rack: Tiles = "R1 R2 R3 B1 B2 B3 B4 K7 R7 O7 K9 K10 K12 O13".parse().unwrap();
//! let reach = distance::reach(rack, deck).unwrap();
//! assert_eq!((reach.distance, reach.useful.to_string().as_str()), (1, "K11 J J"));
//!
//! let drawn = rack.with("K2".parse().unwrap()).unwrap();
//! assert_eq!(distance::best_throw(drawn, deck).unwrap().tile.to_string(), "O13");
//! ```
//!
//! # Declaring
//!
//! **R14.** A seat with 15 tiles declares at once what it throws and how the other 14 lie. It is judged as it is laid: that
//! another layout would do helps nobody.
//!
//! ```
//! # use parlour_rules::rummikub::{Layout, Tiles, declaration};
//! let rack: Tiles = "R1 R2 R3 B1 B2 B3 B4 K7 R7 O7 K9 K10 K11 K12 O13".parse().unwrap();
//! # let judge = |throw: &str, layout: &str| {
//! #     let layout: Layout = layout.parse().unwrap();
//! #     declaration::judge(rack, throw.parse().ok(), &layout).map(|melds| melds.len())
//! #         .map_err(|faults| faults.iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join(", "))
//! # };
//! assert_eq!(judge("O13", "R1 R2 R3 / B1 B2 B3 B4 / K7 R7 O7 / K9 K10 K11 K12"), Ok(4));
//! assert_eq!(
//!     judge("O13", "R3 R2 R1 / B1 B2 B3 B4 / K7 R7 O7 / K9 K10 K11 K12").unwrap_err(),
//!     "not_ascending in meld 1",
//! );
//! ```
//!
//! **R15.** It wins if each of the 14 tiles is in one meld, each meld is valid, and the thrown tile is in none. Whether there
//! is such a layout says [`arrange::complete`](crate::rummikub::arrange::complete), which no greedy way finds: taking the
//! four threes first would strand `R4 R5`.
//!
//! ```
//! use parlour_rules::rummikub::{Tiles, arrange};
//!
//! let rack: Tiles = "R1 O1 B1 K1 R2 O2 B2 K2 R3 O3 B3 K3 R4 R5".parse().unwrap();
//! assert_eq!(arrange::complete(rack).unwrap().tiles().len(), 14);
//! let seven_pairs: Tiles = "R1 R1 O4 O4 B7 B7 K9 K9 R12 R12 O13 O13 B2 B2".parse().unwrap();
//! assert!(!arrange::is_complete(seven_pairs));
//! ```
//!
//! **R16.** A refusal names every fault and its place, so that the seat can mend it all at once.
//!
//! ```
//! use parlour_rules::rummikub::{Layout, Tiles, declaration};
//!
//! let rack: Tiles = "R5 O5 B5 R6 R7 R8 R9 K1 K2 K3 K4 B11 B12 B13 O1".parse().unwrap();
//! let layout: Layout = "R5 O5 B5 / R6 R7 R8 R9 / K1 K2 K3 K4 / B11 B12 B13".parse().unwrap();
//! let faults = declaration::judge(rack, "K4".parse().ok(), &layout).unwrap_err();
//! let faults: Vec<String> = faults.iter().map(|fault| fault.to_string()).collect();
//! assert_eq!(faults, ["discard_in_meld K4", "tiles_left_over O1"]);
//! ```
//!
//! **R17.** The closing discard may be a joker.
//!
//! ```
//! use parlour_rules::rummikub::{Layout, Tiles, declaration};
//!
//! let rack: Tiles = "R1 R2 R3 B1 B2 B3 B4 K7 R7 O7 K9 K10 K11 K12 J".parse().unwrap();
//! let layout: Layout = "R1 R2 R3 / B1 B2 B3 B4 / K7 R7 O7 / K9 K10 K11 K12".parse().unwrap();
//! assert!(declaration::judge(rack, "J".parse().ok(), &layout).is_ok());
//! ```
//!
//! # The match
//!
//! **R18.** A round is worth one point; or two, one with a joker in the layout, and three with a joker thrown; or what the
//! others hold outside their best melds, where a joker costs 30.
//!
//! ```
//! use parlour_rules::rummikub::{Layout, Scoring, Tiles, arrange};
//!
//! let layout: Layout = "R1 R2 J / B1 B2 B3 B4 / K7 R7 O7 / K9 K10 K11 K12".parse().unwrap();
//! let points = |scoring: Scoring, throw: &str, other: &str| {
//!     scoring.points(&layout, throw.parse().unwrap(), [other.parse::<Tiles>().unwrap()])
//! };
//! assert_eq!(points(Scoring::Rounds, "O13", "K1"), 1);
//! assert_eq!(points(Scoring::Remi, "O13", "K1"), 1);
//! assert_eq!(points(Scoring::Remi, "J", "K1"), 3);
//! assert_eq!(points(Scoring::Deadwood, "O13", "R10 O10 B10 K1 J"), 1);
//!
//! // The joker lies where it saves most: the rest is what it shows after the last slash.
//! let best = arrange::best_layout("R10 O10 K1 K3 J".parse().unwrap());
//! assert_eq!((best.deadwood, best.to_string().as_str()), (4, "R10 O10 J / K1 K3"));
//! ```
//!
//! The engine plays the match: **R19** how many rounds it has, **R20** what a clock that runs out does.

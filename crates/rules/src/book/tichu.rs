//! Tichu: T1 to T25.
//!
//! A card is written as its rank, `2` to `9`, `T J Q K A`, and its suit, `j s p t`; `1` is the Mah Jong, `D` the Dog, `P` the
//! Phoenix, `R` the Dragon. The examples read cards with [`readings`](crate::tichu::readings), and ask what may be
//! played with [`Turn`](crate::tichu::Turn). Where the suits do not matter they leave them out.
//!
//! # The cards
//!
//! **T1.** 56 cards: four suits from 2 to the ace and four specials. Fives count 5, tens and kings 10, the Dragon 25, and the
//! Phoenix takes 25 away: 100 in all.
//!
//! ```
//! use parlour_rules::tichu::{Card, Cards};
//!
//! assert_eq!((Cards::DECK.len(), Cards::NATURALS.len()), (56, 52));
//! assert_eq!(Cards::DECK.points(), 100);
//! assert_eq!("5j Tj Kj".parse::<Cards>().unwrap().points(), 25);
//! assert_eq!((Card::DRAGON.points(), Card::PHOENIX.points()), (25, -25));
//! ```
//!
//! The engine deals, and leads through what comes before the first trick: **T2** grand tichu, **T3** when tichu may be
//! called, **T4** the exchange, **T5** who leads first.
//!
//! # Combinations
//!
//! **T6.** A single, a pair, a triple; a full house of a triple and a pair; a straight of five or more ranks, of which the
//! Mah Jong may be the 1; stairs of two or more neighbouring pairs. The ace is high.
//!
//! ```
//! # use parlour_rules::tichu::{cards_without_suits, readings};
//! # let read = |cards: &str| {
//! #     let all = readings(cards_without_suits(cards).unwrap(), None);
//! #     all.iter().map(|reading| reading.combination.to_string()).collect::<Vec<_>>().join(", ")
//! # };
//! assert_eq!(read("9"), "single 9");
//! assert_eq!(read("999"), "triple 9");
//! assert_eq!(read("99944"), "full house 9 over 4");
//! assert_eq!(read("12345"), "straight 1 to 5");
//! assert_eq!(read("5566"), "stairs 5 to 6");
//! for nothing in ["A2345", "444555", "1234", "2233445", "79"] {
//!     assert_eq!(read(nothing), "");
//! }
//! ```
//!
//! **T7.** The same kind and length beats if it is higher. Full houses compare their triples, runs their highest ranks.
//!
//! ```
//! # use parlour_rules::tichu::Combination;
//! # let beats = |a: &str, b: &str| a.parse::<Combination>().unwrap().beats(&b.parse().unwrap());
//! assert!(beats("full house K over 2", "full house Q over A"));
//! assert!(beats("straight 3 to 7", "straight 2 to 6"));
//! assert!(!beats("straight 3 to 8", "straight 2 to 6"));
//! assert!(!beats("pair 9", "pair 9"));
//! ```
//!
//! **T8.** Four of a rank, and five or more naturals of one suit in a row, are bombs. A bomb beats all that is none, then more
//! cards beat fewer, then the rank decides. Such a row is never an ordinary straight.
//!
//! ```
//! # use parlour_rules::tichu::{Combination, cards_without_suits, readings};
//! # let beats = |a: &str, b: &str| a.parse::<Combination>().unwrap().beats(&b.parse().unwrap());
//! # let read = |cards: &str| {
//! #     let all = readings(cards_without_suits(cards).unwrap(), None);
//! #     all.iter().map(|reading| reading.combination.to_string()).collect::<Vec<_>>().join(", ")
//! # };
//! assert_eq!(read("JJJJ"), "bomb J");
//! assert_eq!(read("5j6j7j8j9j"), "bomb 5 to 9");
//! assert_eq!(read("5j6j7j8j9s"), "straight 5 to 9");
//! assert_eq!(read("12j3j4j5j"), "straight 1 to 5");
//! assert!(beats("bomb 2", "single R"));
//! assert!(beats("bomb 2 to 6", "bomb A"));
//! assert!(beats("bomb 2 to 7", "bomb T to A"));
//! ```
//!
//! **T9.** In a combination the Phoenix is any rank from 2 to the ace, but never in a bomb. If it can be two ranks it is the
//! one that makes the combination higher, unless the other is stated. Alone it is half a step over what it lies on, and
//! 1.5 when it leads; the Dragon it does not beat.
//!
//! ```
//! # use parlour_rules::tichu::{Card, Fault, cards_without_suits, read, readings};
//! # let all = |cards: &str| {
//! #     let all = readings(cards_without_suits(cards).unwrap(), None);
//! #     all.iter().map(|reading| reading.combination.to_string()).collect::<Vec<_>>().join(", ")
//! # };
//! assert_eq!(all("JQKAP"), "straight T to A");
//! assert_eq!(all("TJQKP"), "straight T to A, straight 9 to K");
//! assert_eq!(all("AAP99"), "full house A over 9, full house 9 over A");
//! for nothing in ["1P", "JJJP", "3333P"] {
//!     assert_eq!(all(nothing), "");
//! }
//!
//! let cards = cards_without_suits("TJQKP").unwrap();
//! let nine = read(cards, "9".parse().ok(), None).unwrap();
//! assert_eq!(nine.combination.to_string(), "straight 9 to K");
//! assert_eq!(read(cards, "J".parse().ok(), None), Err(Fault::PhoenixMisstated));
//!
//! let alone = |on: &str| readings(Card::PHOENIX.into(), on.parse().ok().as_ref())[0].combination.to_string();
//! assert_eq!(alone("-"), "single 1.5");
//! assert_eq!(alone("single 8"), "single 8.5");
//! assert_eq!(alone("single R"), "single A.5");
//! ```
//!
//! **T10.** The Dragon is the highest single. The Dog is led, alone.
//!
//! ```
//! # use parlour_rules::tichu::{Fault, Turn, cards_without_suits};
//! # let judge = |on: &str, cards: &str| {
//! #     let cards = cards_without_suits(cards).unwrap();
//! #     Turn::new(cards, on.parse().ok()).judge_play(cards, None).map(|play| play.combination.to_string())
//! # };
//! assert_eq!(judge("single A", "R").as_deref(), Ok("single R"));
//! assert_eq!(judge("-", "D").as_deref(), Ok("dog"));
//! assert_eq!(judge("single 1", "D"), Err(Fault::DogOnlyAsLead));
//! assert_eq!(judge("-", "RK"), Err(Fault::NotACombination));
//! ```
//!
//! # The trick
//!
//! **T11.** The leader plays what it likes and cannot pass. The others beat what lies, bomb it, or pass.
//!
//! ```
//! use parlour_rules::tichu::{Fault, Turn, cards_without_suits};
//!
//! let hand = cards_without_suits("4668888P").unwrap();
//! let lead = Turn::new(hand, None);
//! assert_eq!(lead.judge_pass(), Err(Fault::MustLead));
//!
//! let follow = Turn::new(hand, "pair 7".parse().ok());
//! assert_eq!(follow.judge_pass(), Ok(()));
//! let mut plays: Vec<String> = follow.legal_plays().iter().map(|play| play.combination.to_string()).collect();
//! plays.dedup();
//! assert_eq!(plays, ["pair 8", "bomb 8"]);
//! ```
//!
//! The engine collects: **T12** when a trick ends and who leads then, **T13** where the Dog gives the lead, **T14** who gets
//! the Dragon's trick.
//!
//! # Bombs out of turn
//!
//! **T15.** While a combination lies, any seat may bomb it; nothing else is thrown out of turn, and nothing on the Dog.
//!
//! ```
//! use parlour_rules::tichu::{Fault, bombs, cards_without_suits, judge_bomb};
//!
//! let hand = cards_without_suits("8888A").unwrap();
//! let single = "single R".parse().unwrap();
//! assert_eq!(bombs(hand, &single).len(), 1);
//! assert!(bombs(hand, &"dog".parse().unwrap()).is_empty());
//! let ace = cards_without_suits("A").unwrap();
//! assert_eq!(judge_bomb(hand, &single, ace, None), Err(Fault::NotABomb));
//! ```
//!
//! The engine keeps the order: **T16** the turn after a bomb, **T17** how long it waits for one.
//!
//! # The wish
//!
//! **T18.** The play with the Mah Jong may wish for a rank; a special is none, and cannot be wished for.
//!
//! ```
//! use parlour_rules::tichu::{Rank, Turn, cards_without_suits};
//!
//! for special in ["1", "D", "P", "R"] {
//!     assert!(special.parse::<Rank>().is_err());
//! }
//! // The wish binds after the play that makes it.
//! let straight = cards_without_suits("12345").unwrap();
//! assert!(Turn::new(straight, None).judge_play(straight, None).is_ok());
//! ```
//!
//! **T19.** Who can play a natural card of that rank must do so, leading or following, in any combination and be it a bomb or
//! with the Phoenix. The Phoenix itself is never the wished card.
//!
//! ```
//! # use parlour_rules::tichu::{Fault, Turn, WishOptions, cards_without_suits};
//! # let pass = |on: &str, hand: &str| {
//! #     let turn = Turn::new(cards_without_suits(hand).unwrap(), on.parse().ok());
//! #     turn.under_wish("8".parse().ok(), WishOptions::default()).judge_pass()
//! # };
//! // An eight is wished for: who may pass?
//! assert_eq!(pass("single 9", "8Q"), Ok(()));
//! assert_eq!(pass("single 5", "PK"), Ok(()));
//! assert_eq!(pass("single 5", "8Q"), Err(Fault::WishMustBePlayed));
//! assert_eq!(pass("pair 5", "8PK"), Err(Fault::WishMustBePlayed));
//! assert_eq!(pass("single 9", "8888Q"), Err(Fault::WishMustBePlayed));
//! assert_eq!(pass("bomb K", "5j6j7j8j9j"), Err(Fault::WishMustBePlayed));
//! ```
//!
//! **T20.** On a trick another bomb is allowed instead; as a lead neither it nor the Dog is. Both are options. Out of turn a
//! wish binds nobody.
//!
//! ```
//! use parlour_rules::tichu::{Fault, Turn, WishOptions, cards_without_suits, judge_bomb};
//!
//! let (hand, kings) = (cards_without_suits("8KKKK").unwrap(), cards_without_suits("KKKK").unwrap());
//! let (trick, wish) = ("single 5".parse().ok(), "8".parse().ok());
//! let judge = |on, options| Turn::new(hand, on).under_wish(wish, options).judge_play(kings, None).err();
//! assert_eq!(judge(trick, WishOptions::default()), None);
//! assert_eq!(judge(None, WishOptions::default()), Some(Fault::WishMustBePlayed));
//! assert_eq!(judge(trick, WishOptions { wish_bomb: false, wish_lead: true }), Some(Fault::WishMustBePlayed));
//! assert_eq!(judge(None, WishOptions { wish_bomb: false, wish_lead: true }), None);
//! assert!(judge_bomb(hand, &trick.unwrap(), kings, None).is_ok());
//! ```
//!
//! **T21.** A clock that runs out plays the wished card where it must be played, and passes or leads its cheapest else.
//!
//! ```
//! # use parlour_rules::tichu::{Turn, WishOptions, cards_without_suits};
//! # let clock = |wish: &str, on: &str, hand: &str| {
//! #     let turn = Turn::new(cards_without_suits(hand).unwrap(), on.parse().ok());
//! #     let turn = turn.under_wish(wish.parse().ok(), WishOptions::default());
//! #     turn.on_timeout().map_or("pass".to_owned(), |play| play.combination.to_string())
//! # };
//! assert_eq!(clock("8", "pair 5", "88PK"), "pair 8");
//! assert_eq!(clock("8", "single 9", "8888Q"), "bomb 8");
//! assert_eq!(clock("-", "single 5", "8Q"), "pass");
//! assert_eq!(clock("-", "-", "DP2R"), "single 2");
//! ```
//!
//! # The round
//!
//! **T22.** It ends when one seat holds cards, or when partners are the first two out.
//!
//! ```
//! use parlour_rules::tichu::Finish;
//!
//! assert_eq!(Finish::of(&[2, 3]), None);
//! assert_eq!(Finish::of(&[2, 0]), Some(Finish::DoubleVictory { first: 2 }));
//! assert_eq!(Finish::of(&[0, 1, 2]), Some(Finish::OneLeft { first: 0, last: 3 }));
//! ```
//!
//! **T23.** The last seat's hand goes to the other team and its tricks to the seat that was first out.
//!
//! ```
//! use parlour_rules::tichu::{Cards, Finish, score};
//!
//! let cards = |text: &str| text.parse::<Cards>().unwrap();
//! let won = [cards("Kj"), cards("Tj"), Cards::EMPTY, cards("Ks Ts")];
//! let hands = [Cards::EMPTY, Cards::EMPTY, Cards::EMPTY, cards("5s")];
//! let round = score(Finish::OneLeft { first: 0, last: 3 }, won, hands, [None; 4]);
//! assert_eq!(round.cards, [10 + 20 + 5, 10]);
//! ```
//!
//! **T24.** A double victory is worth 200, and no card is counted. A call is worth 100, grand 200, to the team of a seat that
//! made it by going out first, and costs as much where it failed.
//!
//! ```
//! use parlour_rules::tichu::{Call, Cards, Finish, score};
//!
//! let nothing = [Cards::EMPTY; 4];
//! let calls = [None, Some(Call::Grand), Some(Call::Tichu), None];
//! let round = score(Finish::DoubleVictory { first: 0 }, nothing, nothing, calls);
//! assert_eq!(round.cards, [200, 0]);
//! assert_eq!(round.points(), [200 - 100, -200]);
//! ```
//!
//! The engine plays the match to its end: **T25**.

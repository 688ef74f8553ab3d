//! Text and JSON of tiles, multisets, layouts and faults, and what is refused before any rule is asked.

use std::collections::BTreeMap;

use parlour_rules::rummikub::{
    Colour, DivisionFault, Fault, Layout, MeldFault, Number, ParseError, Scoring, Tile, Tiles,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn tile() -> impl Strategy<Value = Tile> {
    (0..Tile::FACES).prop_map(|index| Tile::from_index(index).unwrap())
}

fn tiles() -> impl Strategy<Value = Tiles> {
    vec(0..=2u8, Tile::FACES).prop_map(|counts| {
        Tile::faces().zip(counts).flat_map(|(tile, count)| vec![tile; usize::from(count)]).collect()
    })
}

fn layout() -> impl Strategy<Value = Layout> {
    let melds = vec(vec(tile(), 0..8), 0..=Layout::MAX_MELDS);
    melds.prop_filter_map("too many tiles", |melds| Layout::from_melds(melds).ok())
}

/// JSON there and back.
#[track_caller]
fn check_json<T>(value: &T, json: &str)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    assert_eq!(serde_json::to_string(value).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(json).unwrap(), *value);
}

/// The parts of a tile fit each other, its text, its JSON and its place in the order.
#[test]
fn every_tile() {
    let faces: Vec<Tile> = Tile::faces().collect();
    assert_eq!(faces.len(), 53);
    assert!(faces.is_sorted());
    for (index, &tile) in faces.iter().enumerate() {
        assert_eq!(tile.index(), index);
        assert_eq!(Tile::from_index(index), Some(tile));
        assert_eq!(tile.to_string().parse(), Ok(tile));
        check_json(&tile, &format!("\"{tile}\""));
        match (tile.colour(), tile.number()) {
            (Some(colour), Some(number)) => {
                assert_eq!(tile, Tile::new(colour, number));
                assert_eq!(tile.to_string(), format!("{colour}{number}"));
                assert_eq!(tile.points(), u32::from(number.get()));
                assert!(!tile.is_joker());
            }
            (None, None) => assert_eq!((tile, tile.points()), (Tile::JOKER, 30)),
            parts => panic!("{parts:?}"),
        }
    }
    assert_eq!(Tile::from_index(53), None);
    assert_eq!(Colour::ALL.map(Colour::letter), ['R', 'O', 'B', 'K']);
    assert_eq!(Number::all().map(Number::get).collect::<Vec<_>>(), (1..=13).collect::<Vec<_>>());
    assert_eq!((Number::new(0), Number::new(14)), (None, None));
}

/// One spelling a tile: nothing else is one.
#[test]
fn no_tiles() {
    for text in [
        "",
        "R",
        "5",
        "R0",
        "R14",
        "R05",
        "R+5",
        "R5 ",
        " R5",
        "r5",
        "j",
        "J1",
        "X5",
        "R130",
        "R1O",
        "5R",
        "R²",
        "Ж5",
        "-",
        "/",
        "Joker",
        "R99999999999999999999",
    ] {
        assert_eq!(text.parse::<Tile>(), Err(ParseError::Tile), "{text:?}");
        assert!(serde_json::from_value::<Tile>(text.into()).is_err(), "{text:?}");
    }
    for json in ["5", "null", "[]", "{}", "[\"R5\"]", "true"] {
        assert!(serde_json::from_str::<Tile>(json).is_err(), "{json}");
    }
}

/// R1: 54 tiles with one copy, 106 with two, two jokers in both.
#[test]
fn decks() {
    for (copies, count) in [(1, 54), (2, 106)] {
        let deck = Tiles::deck(copies);
        assert_eq!(deck.len(), count);
        assert_eq!(deck.iter().count(), count);
        for tile in Tile::faces() {
            assert_eq!(deck.count(tile), if tile.is_joker() { 2 } else { copies }, "{tile}");
        }
    }
    assert!(Tiles::deck(2).contains_all(Tiles::deck(1)));
    assert_eq!((Tiles::deck(2) - Tiles::deck(1)).len(), 52);
}

#[test]
fn text_of_multisets() {
    let check = |text: &str, expected: Result<&str, ParseError>| {
        let read = text.parse::<Tiles>().map(|tiles| tiles.to_string());
        assert_eq!(read, expected.map(str::to_owned), "{text:?}");
    };
    let r5 = Tile::new(Colour::Red, Number::new(5).unwrap());
    check("", Ok("-"));
    check("-", Ok("-"));
    check("  J  K13 R5\tR5 J ", Ok("R5 R5 K13 J J"));
    check("R5 R5 R5", Err(ParseError::TooManyCopies(r5)));
    check("J R1 J J", Err(ParseError::TooManyCopies(Tile::JOKER)));
    check("R5,R6", Err(ParseError::Tile));
    check("R5 -", Err(ParseError::Tile));
    check_json(&"K13 R1 J R1".parse::<Tiles>().unwrap(), r#"["R1","R1","K13","J"]"#);
    check_json(&Tiles::EMPTY, "[]");
}

#[test]
fn text_of_layouts() {
    let check = |text: &str, melds: &[usize], written: &str| {
        let layout: Layout = text.parse().unwrap();
        assert_eq!(layout.melds().map(<[Tile]>::len).collect::<Vec<_>>(), melds, "{text:?}");
        assert_eq!(layout.to_string(), written, "{text:?}");
    };
    check("", &[], "");
    check("-", &[0], "-");
    check(" /R1  R2 ", &[0, 2], "- / R1 R2");
    check("R1 R2 R3/K7 R7 O7 / -", &[3, 3, 0], "R1 R2 R3 / K7 R7 O7 / -");
    check("R3 R2 R1 R1 R1", &[5], "R3 R2 R1 R1 R1");
    check_json(&"R2 R1 J / K7 / -".parse::<Layout>().unwrap(), r#"[["R2","R1","J"],["K7"],[]]"#);
    check_json(&Layout::new(), "[]");
}

/// More than a layout can hold is refused, in text and in JSON, at the first tile or meld too many.
#[test]
fn floods() {
    let layout = |melds: usize, tiles: usize| vec![vec!["R5"; tiles]; melds];
    for (melds, tiles, error) in [
        (15, 2, None),
        (15, 0, None),
        (1, 30, None),
        (1, 31, Some(ParseError::TooManyTiles)),
        (1, 10_000, Some(ParseError::TooManyTiles)),
        (11, 3, Some(ParseError::TooManyTiles)),
        (16, 0, Some(ParseError::TooManyMelds)),
        (40, 0, Some(ParseError::TooManyMelds)),
        (10_000, 0, Some(ParseError::TooManyMelds)),
    ] {
        let melds = layout(melds, tiles);
        let text = melds.iter().map(|meld| meld.join(" ")).collect::<Vec<_>>().join("/ ");
        let text = if tiles == 0 { text.replacen('/', "- /", 1) } else { text };
        assert_eq!(text.parse::<Layout>().err(), error);
        let read: Result<Layout, _> = serde_json::from_str(&serde_json::to_string(&melds).unwrap());
        match (read, error) {
            (Ok(_), None) => {}
            (Err(refused), Some(error)) => assert!(refused.to_string().starts_with(&error.to_string())),
            (read, _) => panic!("{read:?} instead of {error:?}"),
        }
        let tiles: Vec<Vec<Tile>> =
            melds.iter().map(|meld| meld.iter().map(|t| t.parse().unwrap()).collect()).collect();
        assert_eq!(Layout::from_melds(tiles).err(), error);
    }
    let many = serde_json::to_string(&vec!["R5"; 10_000]).unwrap();
    let refused = serde_json::from_str::<Tiles>(&many).unwrap_err().to_string();
    assert!(refused.starts_with("R5 more than twice") && refused.len() < 80, "{refused}");
    let long = format!("\"{}\"", "R".repeat(10_000));
    assert!(serde_json::from_str::<Tile>(&long).unwrap_err().to_string().len() < 120);
    for json in ["{}", "[[\"R5\"],5]", "[\"R5\"]", "[[[\"R5\"]]]", "null", "[[null]]"] {
        assert!(serde_json::from_str::<Layout>(json).is_err(), "{json}");
    }
}

#[test]
fn text_and_json_of_faults() {
    let check = |fault: Fault, text: &str, json: &str| {
        assert_eq!(fault.to_string(), text);
        assert_eq!(text.parse(), Ok(fault));
        check_json(&fault, json);
    };
    for code in MeldFault::ALL {
        check(
            Fault::Meld { code, meld: 2 },
            &format!("{code} in meld 2"),
            &format!(r#"{{"code":"{code}","meld":2}}"#),
        );
    }
    let tile = "R5".parse().unwrap();
    for (fault, code) in [
        (DivisionFault::DiscardNotInRack { tile }, "discard_not_in_rack"),
        (DivisionFault::TileNotInRack { tile }, "tile_not_in_rack"),
        (DivisionFault::TileUsedTwice { tile }, "tile_used_twice"),
        (DivisionFault::DiscardInMeld { tile }, "discard_in_meld"),
    ] {
        check(fault.into(), &format!("{code} R5"), &format!(r#"{{"code":"{code}","tile":"R5"}}"#));
    }
    check(DivisionFault::DiscardRequired.into(), "discard_required", r#"{"code":"discard_required"}"#);
    let tiles = "B11 B12".parse().unwrap();
    check(
        DivisionFault::TilesLeftOver { tiles }.into(),
        "tiles_left_over B11 B12",
        r#"{"code":"tiles_left_over","tiles":["B11","B12"]}"#,
    );
    for text in [
        "",
        "gap",
        "gap in meld",
        "gap in meld 02",
        "gap in meld 256",
        "gap R5",
        "tile_used_twice",
        "hole in meld 1",
        "discard_required R5",
        "tiles_left_over B12 B11",
        "Gap in meld 1",
        "gap  in meld 1",
    ] {
        assert!(text.parse::<Fault>().is_err(), "{text:?}");
    }
}

#[test]
fn json_of_scorings() {
    check_json(&Scoring::Rounds, "\"rounds\"");
    check_json(&Scoring::Remi, "\"remi\"");
    check_json(&Scoring::Deadwood, "\"deadwood\"");
    assert_eq!(Scoring::default(), Scoring::Rounds);
}

/// A multiset as a list of counts, which is what it means.
fn counts(tiles: Tiles) -> BTreeMap<Tile, i32> {
    Tile::faces().map(|tile| (tile, i32::from(tiles.count(tile)))).collect()
}

proptest! {
    #[test]
    fn multisets_round_trip(tiles in tiles()) {
        prop_assert_eq!(tiles.to_string().parse(), Ok(tiles));
        let json = serde_json::to_string(&tiles).unwrap();
        prop_assert_eq!(serde_json::from_str::<Tiles>(&json).unwrap(), tiles);
    }

    #[test]
    fn layouts_round_trip(layout in layout()) {
        prop_assert_eq!(layout.to_string().parse::<Layout>(), Ok(layout.clone()));
        let json = serde_json::to_string(&layout).unwrap();
        prop_assert_eq!(serde_json::from_str::<Layout>(&json).unwrap(), layout.clone());
        prop_assert_eq!(Layout::from_melds(layout.melds()), Ok(layout));
    }

    #[test]
    fn texts_never_panic(text in "[ROBKJ0-9/ -]{0,80}") {
        if let Ok(layout) = text.parse::<Layout>() {
            prop_assert_eq!(layout.to_string().parse::<Layout>(), Ok(layout));
        }
        if let Ok(tiles) = text.parse::<Tiles>() {
            prop_assert_eq!(tiles.len(), tiles.iter().count());
        }
    }

    /// Every operation is what it is on counts.
    #[test]
    fn multisets_count(a in tiles(), b in tiles(), tile in tile()) {
        let (left, right) = (counts(a), counts(b));
        let by_count = |count: &dyn Fn(i32, i32) -> i32| -> BTreeMap<Tile, i32> {
            Tile::faces().map(|tile| (tile, count(left[&tile], right[&tile]))).collect()
        };
        prop_assert_eq!(a.len() as i32, left.values().sum::<i32>());
        prop_assert_eq!(a.iter().len(), a.iter().count());
        prop_assert!(a.iter().is_sorted());
        prop_assert_eq!(a.is_empty(), left.values().all(|&count| count == 0));
        prop_assert_eq!(a == b, left == right);
        prop_assert_eq!(a.contains(tile), left[&tile] > 0);
        prop_assert_eq!(a.contains_all(b), Tile::faces().all(|tile| left[&tile] >= right[&tile]));
        prop_assert_eq!(counts(a - b), by_count(&|a, b| (a - b).max(0)));
        prop_assert_eq!(a.faces().collect::<Vec<_>>(), Tile::faces().filter(|t| left[t] > 0).collect::<Vec<_>>());
        prop_assert_eq!(a.points() as i32, left.iter().map(|(tile, count)| tile.points() as i32 * count).sum::<i32>());
        let sum = by_count(&|a, b| a + b);
        prop_assert_eq!(a.checked_add(b).map(counts), Some(sum.clone()).filter(|sum| sum.values().all(|&n| n <= 2)));
        prop_assert_eq!(a.with(tile), a.checked_add(tile.into()));
        prop_assert_eq!(a.without(tile), Some(a - tile.into()).filter(|_| a.contains(tile)));
        if let Some(sum) = a.checked_add(b) {
            prop_assert_eq!(sum - b, a);
        }
    }
}

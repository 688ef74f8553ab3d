//! Lines of Rummikub: a meld as laid, and a hand.

use parlour_rules::rummikub::{Arrangement, Layout, Tile, Tiles, arrange, distance, meld as referee};

use crate::{Answer, LineFault};

/// Judges a meld, tiles as laid (R3 to R7). A blank line and `-` are the empty meld.
pub(crate) fn meld(line: &str) -> Result<Answer, LineFault> {
    let mut tiles = [Tile::JOKER; Layout::MAX_TILES];
    let mut count = 0;
    for word in words(line) {
        *tiles.get_mut(count).ok_or(LineFault::TooManyTiles)? = word.parse()?;
        count += 1;
    }
    Ok(referee::judge(&tiles[..count]).into())
}

/// Arranges a hand of 14 or 15 tiles, and says what to throw from 15. A numbered tile held twice says that the game has
/// two copies (R1).
pub(crate) fn hand(line: &str) -> Result<Answer, LineFault> {
    let hand: Tiles = line.parse()?;
    let advice = match hand.len() {
        14 => None,
        15 => distance::best_throw(hand, deck(hand)).map(Into::into),
        _ => return Err(LineFault::WrongCount),
    };
    let Arrangement { layout, rest, deadwood } = arrange::best_layout(hand);
    Ok(match rest.is_empty() {
        true => Answer::Complete { layout, advice },
        false => Answer::Deadwood { points: deadwood, layout, rest, advice },
    })
}

/// All tiles of the game in which this hand can be.
fn deck(hand: Tiles) -> Tiles {
    let one = Tiles::deck(1);
    if one.contains_all(hand) { one } else { Tiles::deck(2) }
}

/// The words of a line: none if it is `-`.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let line = line.trim();
    (if line == "-" { "" } else { line }).split_ascii_whitespace()
}

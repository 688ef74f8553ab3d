//! The melds laid so far in a search for complete racks: what they take, what they lack, and what jokers cover of it.
//!
//! Invariant: melds are laid of numbered tiles alone. A joker covers a lacking tile afterwards, at most one a meld, so it
//! is enough to count what lacks, and in how many melds ([`Tally`]).

use arrayvec::ArrayVec;

use super::Tiles;

/// The most melds of a rack of 15.
pub(super) const MAX_MELDS: usize = 5;

/// What the melds of a complete rack lack, as far as jokers care.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    /// Tiles that they lack.
    pub(super) tiles: u32,
    /// Melds that lack any.
    pub(super) melds: u32,
    /// Whether one lacks a tile that another has, so that either of them can be the one that lacks it.
    pub(super) shared: bool,
}

impl Tally {
    /// How many lacking tiles so many jokers cover, at most two of them and one a meld (R5).
    pub(super) fn covered(self, jokers: u32) -> u32 {
        let melds = if self.shared { 2 } else { self.melds.min(2) };
        jokers.min(melds).min(self.tiles)
    }
}

/// What one meld lacks.
#[derive(Clone, Copy)]
pub(super) struct Lack {
    /// The tiles that it does not have.
    pub(super) tiles: u64,
    /// Those among them that melds laid before have.
    pub(super) shared: u64,
    /// Those among them that can be drawn; jokers have to cover the others.
    pub(super) drawable: u64,
}

/// What the melds laid so far take and lack, and what is left for the others.
#[derive(Clone, Copy)]
pub(super) struct Laid {
    /// The tiles of the rack that are not laid.
    pub(super) rack: Tiles,
    /// The tiles of the deck that are not laid.
    pub(super) deck: Tiles,
    /// The faces laid.
    pub(super) used: u64,
    /// Lacking tiles that can be drawn.
    pub(super) drawable: u64,
    /// How many of the lacking tiles cannot be drawn.
    pub(super) gone: u32,
    pub(super) tally: Tally,
}

impl Laid {
    pub(super) fn nothing(rack: Tiles, deck: Tiles) -> Laid {
        let tally = Tally { tiles: 0, melds: 0, shared: false };
        Laid { rack, deck, used: 0, drawable: 0, gone: 0, tally }
    }

    /// What one more meld lacks.
    pub(super) fn lack(&self, meld: u64) -> Lack {
        let tiles = meld & !self.rack.once();
        Lack { tiles, shared: tiles & self.used, drawable: tiles & self.deck.once() }
    }

    /// With one more meld, of which so many tiles are lacking and so many of these gone.
    pub(super) fn with(&self, meld: u64, lacking: u32, gone: u32) -> Laid {
        let lack = self.lack(meld);
        Laid {
            rack: self.rack.without_each(meld & self.rack.once()),
            deck: self.deck.without_each(meld & self.deck.once()),
            used: self.used | meld,
            drawable: self.drawable | lack.drawable,
            gone: self.gone + gone,
            tally: Tally {
                tiles: self.tally.tiles + lacking,
                melds: self.tally.melds + u32::from(lacking != 0),
                shared: self.tally.shared || lack.shared != 0,
            },
        }
    }
}

/// What the melds of one complete rack lack, meld by meld.
pub(super) type Lacks = ArrayVec<Lack, MAX_MELDS>;

/// The drawable tiles each of which brings these melds nearer, with two jokers in the rack: the jokers still cover as
/// many tiles without it.
pub(super) fn useful_beside_two_jokers(lacks: &Lacks) -> u64 {
    let tally = |lacks: &Lacks| Tally {
        tiles: lacks.iter().map(|lack| lack.tiles.count_ones()).sum(),
        melds: lacks.iter().filter(|lack| lack.tiles != 0).count() as u32,
        shared: lacks.iter().any(|lack| lack.shared != 0),
    };
    let covered = tally(lacks).covered(2);
    let drawable = lacks.iter().fold(0, |faces, lack| faces | lack.drawable);
    bits(drawable)
        .filter(|&bit| {
            let mut without = lacks.clone();
            let lack = without.iter_mut().find(|lack| lack.drawable & bit != 0);
            let lack = lack.expect("a meld lacks each of the drawable tiles");
            lack.tiles &= !bit;
            lack.shared &= !bit;
            tally(&without).covered(2) == covered
        })
        .fold(0, |faces, bit| faces | bit)
}

/// The bits of a mask, one by one.
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

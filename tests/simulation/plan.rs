//! What a seed stands for: who plays what with whom, and what goes wrong.
//!
//! Invariant: a plan is a function of its seed.

use std::time::Duration;

use parlour_chance::Chance;
use parlour_engine::{Length, Seat, Variant, rummikub, tichu};

use crate::disk::Faults;
use crate::wire::{Cut, Quality};

/// People who play.
pub(crate) const PEOPLE: usize = 4;

/// The course of one simulation.
pub(crate) struct Plan {
    /// One room of each game.
    pub(crate) rooms: [Table; 2],
    /// Until when things go wrong, in milliseconds from the beginning.
    pub(crate) trouble_ms: u64,
    /// The longest that a chunk of bytes takes, in milliseconds, and out of 8, how many chunks are slow.
    pub(crate) delay_ms: u64,
    /// Out of 8, how many wires are cut.
    pub(crate) cuts: usize,
    /// How often the server dies or is stopped at most.
    pub(crate) deaths: usize,
    /// Frames that may wait for a slow reader.
    pub(crate) queue_frames: usize,
    /// The room whose bot fails, and at which of its decisions.
    pub(crate) poison: Option<u64>,
    /// Whether the journal of a room has lost its last entry at the first restart.
    pub(crate) damage: bool,
}

/// A room of the plan.
#[derive(Clone)]
pub(crate) struct Table {
    /// The game.
    pub(crate) variant: Variant,
    /// The person that opens it.
    pub(crate) host: usize,
    /// Who sits where; none for a bot.
    pub(crate) seats: Vec<Option<usize>>,
    /// The persons that watch.
    pub(crate) watchers: Vec<usize>,
}

impl Plan {
    /// The plan of a seed.
    pub(crate) fn new(chance: &mut Chance) -> Plan {
        let turn_seconds = *chance.pick(&[0, 20, 60]);
        let rummikub = rummikub::Variant {
            seats: *chance.pick(&[2, 2, 3]),
            length: Length::Rounds(1),
            reshuffles: *chance.pick(&[0, 1]),
            turn_seconds,
            ..rummikub::Variant::default()
        };
        let tichu = tichu::Variant {
            length: Length::Rounds(1),
            tie: tichu::Tie::Draw,
            bomb_window_ms: *chance.pick(&[0, 200, 2_000]),
            turn_seconds,
            ..tichu::Variant::default()
        };
        let rooms =
            [Variant::Rummikub(rummikub), Variant::Tichu(tichu)].map(|variant| Table::new(variant, chance));
        Plan {
            rooms,
            trouble_ms: 5_000 + 1_000 * chance.below(120) as u64,
            delay_ms: *chance.pick(&[0, 5, 40, 400]),
            cuts: *chance.pick(&[0, 2, 5, 7]),
            deaths: chance.below(5),
            queue_frames: *chance.pick(&[256, 256, 32, 8]),
            poison: chance.chance(1, 16).then(|| 1 + chance.below(60) as u64),
            damage: chance.chance(1, 16),
        }
    }

    /// A wire of these times, or of peaceful ones.
    pub(crate) fn wire(&self, trouble: bool, chance: &mut Chance) -> Quality {
        if !trouble {
            return Quality { delay_ms: 5, cut: None };
        }
        let cut = chance.chance(self.cuts, 8).then(|| {
            let most = *chance.pick(&[300, 3_000, 30_000]);
            let cut = *chance.pick(&[Cut::Lost, Cut::Lost, Cut::Closed, Cut::Silent]);
            (chance.below(most) as u64, cut)
        });
        let delay_ms = if chance.chance(1, 8) { 10 * self.delay_ms } else { self.delay_ms };
        Quality { delay_ms, cut }
    }

    /// What goes wrong with the disk in a life of the server; in a peaceful one nothing.
    pub(crate) fn faults(&self, peaceful: bool, chance: &mut Chance) -> Faults {
        if peaceful {
            return Faults::default();
        }
        let death = chance.chance(3, 4).then(|| (1 + chance.below(120) as u64, chance.chance(1, 2)));
        let outage = chance.chance(1, 3).then(|| {
            let long = Duration::from_millis(*chance.pick(&[50, 700, 4_000, 20_000]));
            (1 + chance.below(100) as u64, long)
        });
        Faults { death, outage }
    }
}

impl Table {
    fn new(variant: Variant, chance: &mut Chance) -> Table {
        let mut people: Vec<usize> = (0..PEOPLE).collect();
        chance.shuffle(&mut people);
        let seated = 1 + chance.below(variant.seats().min(PEOPLE));
        let mut seats: Vec<Option<usize>> = vec![None; variant.seats()];
        for (seat, &person) in seats.iter_mut().zip(&people[..seated]) {
            *seat = Some(person);
        }
        chance.shuffle(&mut seats);
        let watchers = people[seated..].iter().copied().filter(|_| chance.chance(1, 3)).collect();
        Table { variant, host: people[0], seats, watchers }
    }

    /// The seat of a person.
    pub(crate) fn seat(&self, person: usize) -> Option<Seat> {
        self.seats.iter().position(|&sits| sits == Some(person)).and_then(Seat::new)
    }

    /// Whether a person comes into the room.
    pub(crate) fn invites(&self, person: usize) -> bool {
        self.seat(person).is_some() || self.watchers.contains(&person)
    }
}

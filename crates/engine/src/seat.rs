//! Places at a table: one seat, a set of seats, one value a seat, and who is looking.
//!
//! Invariants: a [`Seat`] is less than [`Seat::MAX`]; a [`BySeat`] holds one value for each seat of its table.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

/// A place at the table, counted from 0 in the order of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct Seat(u8);

/// A text or number that names no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a seat is a number from 0 to 3")]
pub struct NoSuchSeat;

impl Seat {
    /// The most seats that a table can have.
    pub const MAX: usize = 4;

    /// The seat with this number, or `None` from [`Seat::MAX`] on.
    pub fn new(number: usize) -> Option<Seat> {
        (number < Seat::MAX).then_some(Seat(number as u8))
    }

    /// The first `count` seats in order.
    ///
    /// # Panics
    /// When `count` is over [`Seat::MAX`].
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        assert!(count <= Seat::MAX, "a table has at most four seats");
        (0..count).map(|number| Seat(number as u8))
    }

    /// The number of this seat, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The seat `steps` further round a table of `count` seats.
    pub fn after(self, steps: usize, count: usize) -> Seat {
        Seat(((self.index() + steps) % count) as u8)
    }

    /// The seats of a table of `count`, beginning with the one after this and ending with this one.
    pub fn round_from(self, count: usize) -> impl Iterator<Item = Seat> {
        (1..=count).map(move |steps| self.after(steps, count))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seat {
    type Err = NoSuchSeat;
    fn from_str(text: &str) -> Result<Seat, NoSuchSeat> {
        text.parse().ok().and_then(Seat::new).ok_or(NoSuchSeat)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = u64::deserialize(deserializer)?;
        usize::try_from(number).ok().and_then(Seat::new).ok_or_else(|| serde::de::Error::custom(NoSuchSeat))
    }
}

/// A set of seats; as JSON an array in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);

    /// The first `count` seats.
    pub fn all(count: usize) -> Seats {
        Seat::all(count).collect()
    }

    /// Whether `seat` is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Adds `seat`.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes `seat` out.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The seats of this set that are not in `other`.
    pub fn without(self, other: Seats) -> Seats {
        Seats(self.0 & !other.0)
    }

    /// The seats of this set and those of `other`.
    pub fn with(self, other: Seats) -> Seats {
        Seats(self.0 | other.0)
    }

    /// How many seats there are in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(Seat::MAX).filter(move |&seat| self.contains(seat))
    }
}

impl From<Seat> for Seats {
    fn from(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, |mut set, seat| {
            set.insert(seat);
            set
        })
    }
}

impl Serialize for Seats {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seats, D::Error> {
        Ok(ArrayVec::<Seat, { Seat::MAX }>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(feature = "types")]
mod types {
    use super::{BySeat, Seat, Seats};
    use schemars::{JsonSchema, Schema, SchemaGenerator};
    use std::borrow::Cow;

    impl JsonSchema for Seats {
        fn schema_name() -> Cow<'static, str> {
            "Seats".into()
        }
        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            Vec::<Seat>::json_schema(generator)
        }
    }

    impl<T: JsonSchema> JsonSchema for BySeat<T> {
        fn inline_schema() -> bool {
            true
        }
        fn schema_name() -> Cow<'static, str> {
            format!("BySeat_{}", T::schema_name()).into()
        }
        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            Vec::<T>::json_schema(generator)
        }
    }
}

/// One value for each seat of a table, indexed by [`Seat`]; as JSON an array.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>(ArrayVec<T, { Seat::MAX }>);

impl<T> BySeat<T> {
    /// The values that `value` gives for each of `count` seats.
    pub fn new(count: usize, value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::all(count).map(value).collect())
    }

    /// One value a seat in the order of seats, or `None` when there are more than [`Seat::MAX`].
    pub fn from_values(values: impl IntoIterator<Item = T>) -> Option<BySeat<T>> {
        let mut seats = ArrayVec::new();
        values.into_iter().all(|value| seats.try_push(value).is_ok()).then_some(BySeat(seats))
    }

    /// How many seats the table has.
    #[allow(clippy::len_without_is_empty, reason = "a table has seats")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The value of `seat`, or `None` when the table has no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The values in the order of seats.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator + Clone {
        self.0.iter()
    }

    /// The values in the order of seats, to change.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut()
    }

    /// Each seat with its value.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::all(self.len()).zip(self.0.iter())
    }

    /// The same table with each value changed by `map`.
    pub fn map<U>(&self, mut map: impl FnMut(Seat, &T) -> U) -> BySeat<U> {
        BySeat::new(self.len(), |seat| map(seat, &self[seat]))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// Who looks at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player of this seat: sees what the seat may know.
    Seat(Seat),
    /// Anybody else: sees public information only.
    Spectator,
}

impl Viewer {
    /// The seat of this viewer, if it has one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }

    /// Whether this viewer is the player of `seat`.
    pub fn is(self, seat: Seat) -> bool {
        self.seat() == Some(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_read_from_small_numbers_only() {
        assert_eq!("3".parse(), Seat::new(3).ok_or(NoSuchSeat));
        for text in ["4", "-1", "", "a", "300"] {
            assert_eq!(text.parse::<Seat>(), Err(NoSuchSeat), "{text}");
        }
        assert!(serde_json::from_str::<Seat>("4").is_err());
        assert!(serde_json::from_str::<Seats>("[0,1,2,3,0]").is_err(), "more entries than seats");
    }

    #[test]
    fn a_round_ends_where_it_began() {
        let seat = Seat::new(1).expect("1 is a seat");
        let numbers: Vec<_> = seat.round_from(3).map(Seat::index).collect();
        assert_eq!(numbers, [2, 0, 1]);
    }

    #[test]
    fn a_set_of_seats_is_an_array_in_order() {
        let set: Seats = [3, 0].into_iter().filter_map(Seat::new).collect();
        assert_eq!(serde_json::to_string(&set).expect("seats serialise"), "[0,3]");
        assert_eq!(serde_json::from_str::<Seats>("[3,0]").expect("two seats"), set);
        assert_eq!(Seats::all(4).without(set).len(), 2);
    }
}

//! The text of a variant: `name=value` words of the options that are not default, from one table a game.
//!
//! Invariant: what is written is read back as the same variant; an option's range is for the variant's own
//! `check`, so that each bound is stated once.

use std::fmt;

use crate::VariantFault;

/// How one option of the variant `V` is written and read.
pub(crate) struct OptionText<V> {
    /// The option's name.
    pub(crate) name: &'static str,
    /// What its value must be, in plain words, for a text that is none.
    pub(crate) must: &'static str,
    /// Its value; none where the option does not apply.
    pub(crate) get: fn(&V) -> Option<String>,
    /// Takes over a value; none when the text is none.
    pub(crate) set: fn(&mut V, &str) -> Option<()>,
}

/// The [`OptionText`] of an option that is a field of the same name.
macro_rules! option_text {
    // The length of a match is one of two options.
    (rounds) => {
        $crate::options::OptionText {
            name: "rounds",
            must: "from 1 to 100",
            get: |variant| variant.length.rounds().map(|rounds| rounds.to_string()),
            set: |variant, text| {
                text.parse().ok().map(|rounds| variant.length = $crate::Length::Rounds(rounds))
            },
        }
    };
    (target) => {
        $crate::options::OptionText {
            name: "target",
            must: "from 1 to 10,000",
            get: |variant| variant.length.target().map(|target| target.to_string()),
            set: |variant, text| {
                text.parse().ok().map(|target| variant.length = $crate::Length::Target(target))
            },
        }
    };
    ($field:ident, $must:literal) => {
        $crate::options::OptionText {
            name: stringify!($field),
            must: $must,
            get: |variant| Some(variant.$field.to_string()),
            set: |variant, text| text.parse().ok().map(|value| variant.$field = value),
        }
    };
    ($field:ident, $must:literal, $names:ident) => {
        $crate::options::OptionText {
            name: stringify!($field),
            must: $must,
            get: |variant| $crate::options::name_of(&$names, &variant.$field),
            set: |variant, text| $crate::options::named(&$names, text).map(|value| variant.$field = value),
        }
    };
}

pub(crate) use option_text;

/// Writes the options that differ from the default, in the order of the table, one space between two.
pub(crate) fn write<V: Default>(
    table: &[OptionText<V>],
    variant: &V,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let default = V::default();
    let changed = table.iter().filter(|option| (option.get)(variant) != (option.get)(&default));
    let words = changed.filter_map(|option| Some((option.name, (option.get)(variant)?)));
    for (place, (name, value)) in words.enumerate() {
        let space = if place == 0 { "" } else { " " };
        write!(f, "{space}{name}={value}")?;
    }
    Ok(())
}

/// Reads the options that a text names; the others have their defaults.
pub(crate) fn read<V: Default>(table: &[OptionText<V>], text: &str) -> Result<V, VariantFault> {
    const UNKNOWN: VariantFault =
        VariantFault { option: "name", must: "one of this game's, with its value: name=value" };
    let mut variant = V::default();
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=').ok_or(UNKNOWN)?;
        let option = table.iter().find(|option| option.name == name).ok_or(UNKNOWN)?;
        (option.set)(&mut variant, value).ok_or(VariantFault { option: option.name, must: option.must })?;
    }
    Ok(variant)
}

/// The name of `value` in a table of names.
pub(crate) fn name_of<T: PartialEq>(names: &[(&'static str, T)], value: &T) -> Option<String> {
    names.iter().find(|(_, other)| other == value).map(|(name, _)| (*name).to_owned())
}

/// The value with this name in a table of names.
pub(crate) fn named<T: Copy>(names: &[(&'static str, T)], name: &str) -> Option<T> {
    names.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
}

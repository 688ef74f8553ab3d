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

//! Names of rooms and players, invite codes, and the token that proves who a player is.
//!
//! Invariants: every id has one spelling that is sent; reading forgives case, hyphens and look-alike letters.
//! A [`Token`] is a secret, so `Debug` hides it.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use serde::{Serialize, Serializer};
use serde_with::{DeserializeFromStr, SerializeDisplay};
use thiserror::Error;

/// 32 digits without the letters that are taken for another: I, L, O, U.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A text that is no id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not an id of {0} letters and digits")]
pub struct UnreadableId(usize);

/// The low `5 * length` bits of `bits` as digits, with a hyphen after each `group`.
#[inline]
fn text(bits: u64, length: usize, group: usize) -> ArrayString<16> {
    let mut text = ArrayString::new();
    for place in 0..length {
        if place > 0 && place % group == 0 {
            text.push('-');
        }
        text.push(char::from(DIGITS[(bits >> (5 * (length - 1 - place)) & 31) as usize]));
    }
    text
}

fn read(text: &str, length: usize) -> Result<u64, UnreadableId> {
    let unreadable = UnreadableId(length);
    if text.len() > 2 * length {
        return Err(unreadable);
    }
    let (mut bits, mut digits) = (0, 0);
    for letter in text.bytes().filter(|&letter| letter != b'-' && letter != b' ') {
        let letter = match letter.to_ascii_uppercase() {
            b'O' => b'0',
            b'I' | b'L' => b'1',
            letter => letter,
        };
        let digit = DIGITS.iter().position(|&digit| digit == letter).ok_or(unreadable)?;
        bits = bits << 5 | digit as u64;
        digits += 1;
    }
    if digits == length { Ok(bits) } else { Err(unreadable) }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $length:literal in groups of $group:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, DeserializeFromStr)]
        #[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
        #[cfg_attr(feature = "types", ts(type = "string"))]
        #[cfg_attr(feature = "types", schemars(with = "String"))]
        pub struct $name(u64);

        impl $name {
            /// How many digits it has, of 5 bits each.
            pub const LENGTH: usize = $length;

            /// The id of the low bits of `bits`.
            pub fn from_bits(bits: u64) -> $name {
                $name(bits & ((1 << (5 * $length)) - 1))
            }

            /// Its bits, which make the same id by [`Self::from_bits`].
            pub fn bits(self) -> u64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&text(self.0, $length, $group))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&text(self.0, $length, $group))
            }
        }

        impl FromStr for $name {
            type Err = UnreadableId;
            fn from_str(text: &str) -> Result<$name, UnreadableId> {
                read(text, $length).map($name)
            }
        }
    };
}

id! {
    /// A room. Not a secret: it opens no private room.
    RoomId, 8 in groups of 8
}
id! {
    /// A player, as the others see it. Not a secret.
    PlayerId, 8 in groups of 8
}
id! {
    /// What opens a private room: 60 bits, for those who were invited.
    Invite, 12 in groups of 4
}

/// 256 bits that prove who a player is; sent in the first message and never part of an address.
#[derive(Clone, PartialEq, Eq, SerializeDisplay, DeserializeFromStr)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(type = "string"))]
#[cfg_attr(feature = "types", schemars(with = "String"))]
pub struct Token([u8; 32]);

impl Token {
    /// The token with these bytes.
    pub fn new(bytes: [u8; 32]) -> Token {
        Token(bytes)
    }

    /// The bytes, to be hashed before they are kept.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Token {
    type Err = UnreadableId;
    fn from_str(text: &str) -> Result<Token, UnreadableId> {
        let digits = text.as_bytes();
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let mut bytes = [0; 32];
        if digits.len() != 64 {
            return Err(UnreadableId(64));
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            match (digit(pair[0]), digit(pair[1])) {
                (Some(high), Some(low)) => *byte = (high << 4 | low) as u8,
                _ => return Err(UnreadableId(64)),
            }
        }
        Ok(Token(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invite_is_read_as_people_type_it() {
        let invite = Invite::from_bits(0x0123_4567_89AB_CDE0);
        let text = invite.to_string();
        assert_eq!(text.len(), 14, "{text}");
        for typed in [
            text.clone(),
            text.to_lowercase(),
            text.replace('-', ""),
            text.replace('1', "l").replace('0', "o"),
        ] {
            assert_eq!(typed.parse(), Ok(invite), "{typed}");
        }
        for bad in ["", "ABCD", "ABCD-EFGH-JKMU", "ABCD-EFGH-JKMNP", &"A".repeat(1000), "ABCD-EFGH-JKMé"] {
            assert!(bad.parse::<Invite>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_token_is_its_digits_and_debug_hides_them() {
        let text = "0a".repeat(32);
        let token: Token = text.parse().expect("64 digits");
        assert_eq!(token.to_string(), text);
        assert_eq!(format!("{token:?}"), "Token(secret)");
        assert!("0".repeat(63).parse::<Token>().is_err());
        assert!("é".repeat(32).parse::<Token>().is_err());
    }
}

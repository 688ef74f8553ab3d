//! The values of a verifiable shuffle: 32 bytes each, written as 64 hexadecimal digits.
//!
//! Invariant: what is secret for a while is hidden by `Debug`; only the digits themselves show it.

use std::fmt;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// A text that is not 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected 64 hexadecimal digits")]
pub struct NotDigits;

/// 32 bytes as 64 digits.
struct Text([u8; 64]);

impl Text {
    fn of(bytes: &[u8; 32]) -> Text {
        let digit = |value: u8| b"0123456789abcdef"[usize::from(value)];
        let mut text = [0; 64];
        for (pair, byte) in text.chunks_exact_mut(2).zip(bytes) {
            pair.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
        }
        Text(text)
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("digits are ASCII")
    }
}

/// Writes 32 bytes as 64 digits.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, bytes: &[u8; 32]) -> fmt::Result {
    f.write_str(Text::of(bytes).as_str())
}

/// Reads 64 digits as 32 bytes.
pub(crate) fn read(text: &str) -> Result<[u8; 32], NotDigits> {
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return Err(NotDigits);
    }
    let value = |digit: u8| char::from(digit).to_digit(16).ok_or(NotDigits);
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = (value(pair[0])? << 4 | value(pair[1])?) as u8;
    }
    Ok(bytes)
}

macro_rules! digits {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        #[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
        #[cfg_attr(feature = "types", ts(type = "string"))]
        #[cfg_attr(feature = "types", schemars(with = "String"))]
        pub struct $name([u8; 32]);

        impl $name {
            /// The value of these bytes.
            pub const fn new(bytes: [u8; 32]) -> $name {
                $name(bytes)
            }

            /// Its bytes.
            pub const fn bytes(self) -> [u8; 32] {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write(f, &self.0)
            }
        }

        impl FromStr for $name {
            type Err = NotDigits;
            fn from_str(text: &str) -> Result<$name, NotDigits> {
                read(text).map($name)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(Text::of(&self.0).as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    };
}

digits! {
    /// A SHA-256 hash that commits to something. Public.
    Digest
}
digits! {
    /// What a seat adds to the chance of a round, so that the server alone cannot choose it. Known to the seat alone
    /// until all seats have committed to theirs.
    Nonce
}
digits! {
    /// What the server adds to the chance of a round, so that the seats together cannot choose it. Known to nobody but
    /// the server until the round is over: with the nonces it tells every card.
    Secret
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nonce(secret)")
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_their_digits_and_debug_hides_secrets() {
        let text = "00fe".repeat(16);
        let secret: Secret = text.parse().expect("64 digits");
        let nonce: Nonce = text.to_uppercase().parse().expect("64 digits");
        assert_eq!((secret.to_string(), nonce.to_string()), (text.clone(), text));
        assert_eq!(format!("{secret:?} {nonce:?}"), "Secret(secret) Nonce(secret)");
        for bad in ["", "0", &"g".repeat(64), &"é".repeat(32), &"+1".repeat(32)] {
            assert_eq!(bad.parse::<Digest>(), Err(NotDigits));
        }
    }
}

//! Seeds, from which the cards of a deal are computed.

use std::fmt;

use rand::TryRng;
use rand::rngs::{SysError, SysRng};
use serde_with::{DeserializeFromStr, SerializeDisplay};

/// The 32 random bytes that determine the cards of a deal.
///
/// The seed is secret until the deal is over, so its `Debug` output does not contain the bytes.
#[derive(Clone, Copy, PartialEq, Eq, SerializeDisplay, DeserializeFromStr)]
pub struct Seed([u8; 32]);

/// Error returned when a string does not consist of exactly 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not 64 hex digits")]
pub struct NotHex(pub String);

impl Seed {
    /// Generates a seed with the operating system's random number generator.
    ///
    /// # Errors
    /// Returns an error if the operating system provides no randomness.
    pub fn random() -> Result<Self, SysError> {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// Creates a seed from its bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns a fixed seed for tests, with the bytes 0 to 31.
    #[cfg(test)]
    pub(super) fn counting() -> Self {
        Self(std::array::from_fn(|place| u8::try_from(place).unwrap_or_default()))
    }

    /// Returns the bytes of the seed.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

pub(super) fn bytes(text: &str) -> Result<[u8; 32], NotHex> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).map_err(|_| NotHex(text.to_owned()))?;
    Ok(bytes)
}

/// Implements `FromStr` and `Display` for wrappers of a 32-byte array, using hexadecimal text.
macro_rules! hex_text {
    ($($name:ident),*) => {$(
        impl std::str::FromStr for $name {
            type Err = $crate::table::shuffle::NotHex;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::table::shuffle::seed::bytes(text).map(Self)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }
    )*};
}

pub(super) use hex_text;

hex_text!(Seed);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_hides_shuffle_seed() {
        let seed = Seed::random().unwrap();
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert_eq!("beef".parse::<Seed>(), Err(NotHex("beef".to_owned())));
        assert!(!format!("{seed:?}").contains(&seed.to_string()));
        assert_ne!(Seed::random().unwrap(), seed);
    }
}

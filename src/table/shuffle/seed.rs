//! Seeds and the commitments posted for them.

use std::fmt;
use std::str::FromStr;

use rand::TryRng;
use rand::rngs::{SysError, SysRng};
use serde_with::{DeserializeFromStr, SerializeDisplay};
use sha2::{Digest, Sha256};

/// The 32 random bytes that determine the cards of a deal.
///
/// The seed is secret until the deal is over, so its `Debug` output does not contain the bytes.
#[derive(Clone, Copy, PartialEq, Eq, SerializeDisplay, DeserializeFromStr)]
pub struct Seed([u8; 32]);

/// A commitment published before a deal: the SHA-256 digest of the seed and the deal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, SerializeDisplay, DeserializeFromStr)]
pub struct Commitment([u8; 32]);

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

/// Returns the commitment to the seed of deal number `number`.
///
/// The commitment is the SHA-256 digest of the seed followed by `number` as an 8-byte big-endian integer.
pub fn commitment(seed: &Seed, number: u64) -> Commitment {
    let digest = Sha256::new().chain_update(seed.0).chain_update(number.to_be_bytes()).finalize();
    Commitment(digest.into())
}

fn bytes(text: &str) -> Result<[u8; 32], NotHex> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).map_err(|_| NotHex(text.to_owned()))?;
    Ok(bytes)
}

/// Implements `FromStr` and `Display` as hexadecimal text for wrappers of a 32-byte array.
macro_rules! hex_text {
    ($($name:ident),*) => {$(
        impl FromStr for $name {
            type Err = NotHex;

            fn from_str(text: &str) -> Result<Self, NotHex> {
                bytes(text).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }
    )*};
}

hex_text!(Seed, Commitment);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffle_commitment_matches_expected_hash() {
        let text = commitment(&Seed::counting(), 17).to_string();
        assert_eq!(text, "a967a915e9b06cfa23419174a075b7fe079baef82e328b49e003f984ad95031c");
    }

    #[test]
    fn seed_round_trips_and_is_hidden_in_debug_output() {
        let seed = Seed::random().unwrap();
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert_eq!("beef".parse::<Seed>(), Err(NotHex("beef".to_owned())));
        assert!(!format!("{seed:?}").contains(&seed.to_string()));
        assert_ne!(Seed::random().unwrap(), seed);
    }
}

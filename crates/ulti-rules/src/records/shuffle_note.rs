//! The proof of a fair shuffle in the record of a deal.

use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

/// Proof that the cards of a deal were shuffled fairly (`RULES §11`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "a shuffle: an object with number, seed and commitment")]
pub struct ShuffleNote {
    /// Deal number, which is hashed together with the seed to compute the commitment.
    pub number: u64,
    /// Random seed of the shuffle: 32 bytes, written as 64 hexadecimal digits.
    #[serde(deserialize_with = "hexadecimal")]
    pub seed: String,
    /// SHA-256 hash of the seed and the deal number, written as 64 hexadecimal digits.
    #[serde(deserialize_with = "hexadecimal")]
    pub commitment: String,
}

/// Deserializes 32 bytes that are written as 64 hexadecimal digits, and returns the digits.
fn hexadecimal<'de, D: Deserializer<'de>>(document: D) -> Result<String, D::Error> {
    let text = String::deserialize(document)?;
    let is_valid = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_valid {
        Ok(text)
    } else {
        Err(D::Error::invalid_value(Unexpected::Str(&text), &"64 hexadecimal digits"))
    }
}

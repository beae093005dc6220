//! The commitment to a seed, which is posted before the deal (`RULES §11`).

use serde_with::{DeserializeFromStr, SerializeDisplay};
use sha2::{Digest, Sha256};

use super::Seed;
use super::seed::hex_text;

/// A commitment published before a deal: the SHA-256 digest of the seed and the deal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, SerializeDisplay, DeserializeFromStr)]
pub struct Commitment([u8; 32]);

hex_text!(Commitment);

/// Returns the commitment to the seed of the deal with the given number.
///
/// The commitment is the SHA-256 digest of the seed followed by `number` as an 8-byte big-endian integer.
pub fn commitment(seed: &Seed, number: u64) -> Commitment {
    let digest = Sha256::new().chain_update(seed.as_bytes()).chain_update(number.to_be_bytes()).finalize();
    Commitment(digest.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffle_commitment_matches_expected_hash() {
        let text = commitment(&Seed::counting(), 17).to_string();
        assert_eq!(text, "a967a915e9b06cfa23419174a075b7fe079baef82e328b49e003f984ad95031c");
    }
}

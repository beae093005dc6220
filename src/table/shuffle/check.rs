//! Creation and verification of shuffle notes. A shuffle note contains a deal's number, seed and commitment.

use super::{Commitment, NotHex, Proof, Seed, commitment};
use ulti_rules::{CardSet, Record, Seat, ShuffleNote};

/// Error returned if the shuffle of a recorded deal fails verification.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShuffleError {
    /// The seed is not valid hexadecimal.
    #[error("the shuffle's seed: {0}")]
    Seed(NotHex),
    /// The commitment is not valid hexadecimal.
    #[error("the shuffle's commitment: {0}")]
    Commitment(NotHex),
    /// The commitment does not match the seed and the deal's number.
    #[error("the commitment does not match: seed and number come to {computed}")]
    CommitmentDiffers {
        /// Commitment computed from the seed and the deal's number.
        computed: Commitment,
    },
    /// The recorded hands differ from those dealt from the seed.
    #[error("the seed deals seat {seat} other cards: {computed}")]
    HandsDiffer {
        /// First seat whose hand differs.
        seat: Seat,
        /// Hand dealt to that seat from the seed.
        computed: CardSet,
    },
}

/// Returns the shuffle note of deal `number`, whose cards were dealt from `seed`.
pub fn note(seed: &Seed, number: u64) -> ShuffleNote {
    ShuffleNote { number, seed: seed.to_string(), commitment: commitment(seed, number).to_string() }
}

/// Verifies that the commitment matches the seed and that the recorded hands were dealt from the seed.
///
/// # Errors
/// Returns the first mismatch found, or an error if the note is not valid hexadecimal.
pub fn check(note: &ShuffleNote, record: &Record) -> Result<(), ShuffleError> {
    let proof = Proof::recompute(note, record)?;
    if !proof.seal_holds() {
        return Err(ShuffleError::CommitmentDiffers { computed: proof.computed });
    }
    match proof.wrong_hands().next() {
        Some(seat) => Err(ShuffleError::HandsDiffer { seat, computed: proof.dealt[seat] }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::shuffle::deal;

    fn record(note: &ShuffleNote) -> Record {
        let json = serde_json::json!({
            "format": "ulti-record/1", "rules": "4m", "players": ["a", "b", "c"], "dealer": 0,
            "hands": deal(&Seed::counting(), Seat::Zero), "actions": [], "shuffle": note,
            "result": {"payments": [0, 0, 0], "window": 0, "items": []},
        });
        Record::from_json(&json.to_string()).unwrap()
    }

    #[test]
    fn altered_note_is_rejected() {
        let good = note(&Seed::counting(), 17);
        let record = record(&good);
        assert_eq!(check(&good, &record), Ok(()));
        let with = |change: fn(&mut ShuffleNote)| {
            let mut note = good.clone();
            change(&mut note);
            check(&note, &record)
        };
        assert!(matches!(with(|note| note.seed.push('0')), Err(ShuffleError::Seed(_))));
        assert!(matches!(with(|note| note.commitment.clear()), Err(ShuffleError::Commitment(_))));
        assert!(matches!(with(|note| note.number += 1), Err(ShuffleError::CommitmentDiffers { .. })));
        let other = with(|changed| *changed = note(&Seed::from_bytes([0; 32]), 17));
        assert!(matches!(other, Err(ShuffleError::HandsDiffer { seat: Seat::Zero, .. })));
    }
}

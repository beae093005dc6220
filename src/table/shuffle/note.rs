//! Creation and verification of shuffle notes. A shuffle note contains a deal's number, seed and commitment.

use super::proof::{Proof, ShuffleError};
use super::{Seed, commitment};
use ulti_rules::{Record, ShuffleNote};

/// Creates the note that players need to verify the shuffle of a deal. It contains the deal number, the seed,
/// and the commitment to the seed.
pub fn note(seed: &Seed, number: u64) -> ShuffleNote {
    ShuffleNote { number, seed: seed.to_string(), commitment: commitment(seed, number).to_string() }
}

/// Verifies the shuffle of a recorded deal.
///
/// The commitment in the note must match the seed, and the recorded hands must be those that the seed
/// produces.
///
/// # Errors
/// Returns the first mismatch, or an error if the seed or commitment is not valid hexadecimal.
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
    use ulti_rules::Seat;

    fn record(note: &ShuffleNote) -> Record {
        let json = serde_json::json!({
            "format": "ulti-record/1", "rules": "4m", "players": ["a", "b", "c"], "dealer": 0,
            "hands": deal(&Seed::counting(), Seat::Zero), "actions": [], "shuffle": note,
            "result": {"payments": [0, 0, 0], "window": 0, "items": []},
        });
        Record::from_json(&json.to_string()).unwrap()
    }

    #[test]
    fn altered_shuffle_proof_is_rejected() {
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

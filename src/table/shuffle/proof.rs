//! Step-by-step verification of the shuffle of a recorded deal.

use super::{Commitment, NotHex, Seed, commitment, deal};
use ulti_rules::{BySeat, CardSet, Record, Seat, ShuffleNote};

/// Error returned when the shuffle of a recorded deal cannot be verified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShuffleError {
    /// The seed is not valid hexadecimal.
    #[error("invalid shuffle seed: {0}")]
    Seed(NotHex),
    /// The commitment is not valid hexadecimal.
    #[error("invalid shuffle commitment: {0}")]
    Commitment(NotHex),
    /// The commitment does not match the seed and the deal number.
    #[error("the commitment does not match: seed and deal number give {computed}")]
    CommitmentDiffers {
        /// Commitment computed from the seed and the deal number.
        computed: Commitment,
    },
    /// A recorded hand differs from the hand that the seed produces.
    #[error("the hand of seat {seat} does not match the seed, which gives {computed}")]
    HandsDiffer {
        /// First seat whose recorded hand is wrong.
        seat: Seat,
        /// Hand that this seat should have, computed from the seed.
        computed: CardSet,
    },
}

/// A comparison of the commitment and hands in a deal record with those computed from its seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Deal number. The commitment is computed from the seed and this number.
    pub number: u64,
    /// Seed that was published after the deal.
    pub seed: Seed,
    /// Commitment in the record.
    pub noted: Commitment,
    /// Commitment computed from the seed and the deal number.
    pub computed: Commitment,
    /// Hands that the seed produces.
    pub dealt: BySeat<CardSet>,
    /// Hands in the record.
    pub recorded: BySeat<CardSet>,
}

impl Proof {
    /// Recomputes the shuffle of a recorded deal. Returns `None` if the record contains no shuffle data.
    ///
    /// # Errors
    /// Returns an error if the recorded seed or commitment is not valid hexadecimal.
    pub fn of(record: &Record) -> Result<Option<Self>, ShuffleError> {
        record.shuffle.as_ref().map(|note| Self::recompute(note, record)).transpose()
    }

    /// Recomputes the commitment and the hands from the seed in `note`.
    pub(super) fn recompute(note: &ShuffleNote, record: &Record) -> Result<Self, ShuffleError> {
        let seed: Seed = note.seed.parse().map_err(ShuffleError::Seed)?;
        Ok(Self {
            number: note.number,
            seed,
            noted: note.commitment.parse().map_err(ShuffleError::Commitment)?,
            computed: commitment(&seed, note.number),
            dealt: deal(&seed, record.dealer),
            recorded: record.hands,
        })
    }

    /// Returns `true` if the recorded commitment matches the seed and the deal number.
    pub fn seal_holds(&self) -> bool {
        self.noted == self.computed
    }

    /// Returns the seats whose recorded hands differ from those that the seed produces.
    pub fn wrong_hands(&self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(|seat| self.dealt[*seat] != self.recorded[*seat])
    }

    /// Returns `true` if the recorded commitment and all recorded hands match the seed.
    pub fn holds(&self) -> bool {
        self.seal_holds() && self.wrong_hands().next().is_none()
    }
}

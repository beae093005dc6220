//! Step-by-step verification of the shuffle of a recorded deal.

use super::{Commitment, NotHex, Seed, commitment, deal};
use ulti_rules::{BySeat, CardSet, Record, Seat, ShuffleNote};

/// Error returned if the shuffle of a recorded deal fails verification.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShuffleError {
    /// The seed is not valid hexadecimal.
    #[error("invalid shuffle seed: {0}")]
    Seed(NotHex),
    /// The commitment is not valid hexadecimal.
    #[error("invalid shuffle commitment: {0}")]
    Commitment(NotHex),
    /// The commitment does not match the seed and the deal's number.
    #[error("the commitment does not match: seed and deal number give {computed}")]
    CommitmentDiffers {
        /// Commitment computed from the seed and the deal's number.
        computed: Commitment,
    },
    /// The recorded hands differ from those dealt from the seed.
    #[error("the hand of seat {seat} does not match the seed, which gives {computed}")]
    HandsDiffer {
        /// First seat whose recorded hand differs from the hand computed from the seed.
        seat: Seat,
        /// Hand dealt to that seat from the seed.
        computed: CardSet,
    },
}

/// The recorded shuffle of a deal and the values recomputed from its seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Number of the deal, which is part of the commitment.
    pub number: u64,
    /// Seed published after the deal.
    pub seed: Seed,
    /// Commitment stated in the record.
    pub noted: Commitment,
    /// Commitment computed from the seed and the deal's number.
    pub computed: Commitment,
    /// Hands dealt from the seed.
    pub dealt: BySeat<CardSet>,
    /// Hands stated in the record.
    pub recorded: BySeat<CardSet>,
}

impl Proof {
    /// Recomputes the shuffle of a recorded deal. Returns `None` if the record contains no seed.
    ///
    /// # Errors
    /// Fails if the seed or the commitment is not valid hexadecimal.
    pub fn of(record: &Record) -> Result<Option<Self>, ShuffleError> {
        record.shuffle.as_ref().map(|note| Self::recompute(note, record)).transpose()
    }

    /// Recomputes the commitment and the hands of a deal from the seed in its shuffle note.
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

    /// Returns `true` if the recorded commitment matches the seed and the deal's number.
    pub fn seal_holds(&self) -> bool {
        self.noted == self.computed
    }

    /// Returns the seats whose recorded hand differs from the hand computed from the seed.
    pub fn wrong_hands(&self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(|seat| self.dealt[*seat] != self.recorded[*seat])
    }

    /// Returns `true` if the recorded commitment and all recorded hands match the seed.
    pub fn holds(&self) -> bool {
        self.seal_holds() && self.wrong_hands().next().is_none()
    }
}

//! A record's shuffle recomputed, step by step.

use super::{Commitment, Seed, ShuffleError, commitment, deal};
use crate::rules::{BySeat, CardSet, Record, Seat};

/// What a record says of its shuffle beside what its seed comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The deal's number, as it went into the commitment.
    pub number: u64,
    /// The seed that was shown after the deal.
    pub seed: Seed,
    /// The commitment that the record names.
    pub noted: Commitment,
    /// SHA-256 of seed and number.
    pub computed: Commitment,
    /// The hands that the seed deals.
    pub dealt: BySeat<CardSet>,
    /// The hands that were played.
    pub recorded: BySeat<CardSet>,
}

impl Proof {
    /// Recomputes the shuffle of a record; `None` where it names no seed.
    ///
    /// # Errors
    /// Where its seed or commitment can't be read.
    pub fn of(record: &Record) -> Result<Option<Self>, ShuffleError> {
        let Some(note) = &record.shuffle else { return Ok(None) };
        let seed: Seed = note.seed.parse().map_err(ShuffleError::Seed)?;
        let noted: Commitment = note.commitment.parse().map_err(ShuffleError::Commitment)?;
        Ok(Some(Self {
            number: note.number,
            seed,
            noted,
            computed: commitment(&seed, note.number),
            dealt: deal(&seed, record.dealer),
            recorded: record.hands,
        }))
    }

    /// Whether the record's commitment is that of its seed and number.
    pub fn seal_holds(&self) -> bool {
        self.noted == self.computed
    }

    /// The seats that were dealt other cards than the seed deals.
    pub fn wrong_hands(&self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(|seat| self.dealt[*seat] != self.recorded[*seat])
    }

    /// Whether both hold.
    pub fn holds(&self) -> bool {
        self.seal_holds() && self.wrong_hands().next().is_none()
    }
}

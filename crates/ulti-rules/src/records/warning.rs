//! Warnings about records that an earlier version of the program has written.

use std::fmt;

use crate::{BySeat, Deal, Settlement};

/// A recorded deal that was replayed successfully.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// The finished deal.
    pub deal: Deal,
    /// Parts of the record that the current version would decide differently.
    pub warnings: Vec<RecordWarning>,
}

/// A part of a record that is accepted although the program would decide it differently now.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordWarning {
    /// An earlier version accepted a claim that would now be rejected or have other payments.
    ///
    /// Its search knew the hidden cards, so it accepted claims that depended on a guess. Until a correction,
    /// it also treated an ace and a ten in the hands as equal where the rules pay for collecting them.
    Claim {
        /// Number of the action, starting at 1.
        number: usize,
        /// The recorded payments.
        recorded: BySeat<i32>,
        /// The payments that the claim would have now, or `None` if it would be rejected.
        computed: Option<BySeat<i32>>,
    },
}

impl RecordWarning {
    /// Creates the warning about the claim that `deal` allows, which was recorded with `result`.
    pub(super) fn of_claim(deal: &Deal, number: usize, result: &Settlement) -> Self {
        let computed = deal.claim().and_then(|claim| claim.proven()).map(|settlement| settlement.payments);
        Self::Claim { number, recorded: result.payments, computed }
    }
}

impl fmt::Display for RecordWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |payments: &BySeat<i32>| payments.0.map(|paid| paid.to_string()).join(", ");
        let Self::Claim { number, recorded, computed } = self;
        write!(
            f,
            "action {number}: an earlier version accepted the claim with payments {}; ",
            list(recorded)
        )?;
        match computed {
            Some(computed) => write!(f, "the correct payments are {}", list(computed)),
            None => f.write_str("it would be rejected now"),
        }
    }
}

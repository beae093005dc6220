//! Consistency checks of a rule set.

use super::choices::{BidSuits, SilentHundred};
use super::limits;
use super::nested_tables::numbers;
use super::{Contradiction, RuleSet, RuleSetError, SuitFactors};

impl RuleSet {
    /// Validates the rule set and returns it if it is valid.
    ///
    /// All numbers must be in range, and no two rules may contradict each other.
    pub(super) fn checked(self) -> Result<Self, RuleSetError> {
        let within = |rule: &str, found: i64, from: i64, to: i64| {
            if (from..=to).contains(&found) {
                Ok(())
            } else {
                Err(RuleSetError::OutOfRange { rule: rule.to_owned(), found, from, to })
            }
        };
        within("kontra_limit", self.kontra_limit.into(), 0, Self::KONTRA_LIMIT.into())?;
        within("score_limit", self.score_limit.into(), 0, Self::SCORE_LIMIT.into())?;
        within("time_limit", self.time_limit.into(), 0, Self::TIME_LIMIT.into())?;
        within("marriages_at_most", self.marriages_at_most.into(), 0, Self::MARRIAGES.into())?;
        let factors = ("suit_factors", numbers(&self.suit_factors)?, Self::FACTOR);
        for (table, numbers, range) in [factors, ("values", numbers(&self.values)?, Self::WORTH)] {
            for (name, number) in numbers {
                within(&format!("{table}.{name}"), number, (*range.start()).into(), (*range.end()).into())?;
            }
        }
        match self.contradiction() {
            Some(reason) => Err(RuleSetError::Inconsistent(reason)),
            None => Ok(self),
        }
    }

    /// Returns the first contradiction between rules, or `None` if the rules are consistent.
    fn contradiction(&self) -> Option<Contradiction> {
        // Letters that are displayed as blanks.
        let unseen = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];
        let bad_name = |name: &String| {
            !name.contains(char::is_alphanumeric)
                || name.contains(unseen)
                || name.chars().count() > 32
                || name.contains(|c: char| !c.is_alphanumeric() && c != ' ' && c != '-')
        };
        let factors = self.bid_suits == BidSuits::Hearts && self.suit_factors != SuitFactors::ONE;
        let no_table = self.silent_hundred == SilentHundred::Table && self.silent_table.is_empty();
        let contradictions = [
            (factors, Contradiction::FactorsWithoutSuits),
            (no_table, Contradiction::NoSilentTable),
            (self.silent_table.iter().any(|row| row.bids.is_empty()), Contradiction::RowWithoutBids),
            (!self.marriages_at_most.is_multiple_of(20), Contradiction::CapBetweenMarriages),
            (self.kontra_names.iter().any(bad_name), Contradiction::KontraName),
            (self.kontra_names.len() > Self::KONTRA_LIMIT.into(), Contradiction::TooManyKontraNames),
            (self.highest_stake() > limits::HIGHEST_STAKE, Contradiction::KontraTooHigh),
        ];
        contradictions.into_iter().find_map(|(applies, reason)| applies.then_some(reason))
    }

    /// Returns the highest value of a game, multiplied by the highest factors of a suit and a kontra.
    fn highest_stake(&self) -> i64 {
        let highest = |numbers: Result<Vec<(String, i64)>, RuleSetError>| {
            numbers.unwrap_or_default().into_iter().map(|(_, number)| number).max().unwrap_or_default()
        };
        let (value, factor) = (highest(numbers(&self.values)), highest(numbers(&self.suit_factors)));
        value.saturating_mul(factor) << self.kontra_limit.min(Self::KONTRA_LIMIT)
    }
}

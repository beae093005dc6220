//! Errors in rule sets.

use crate::json::Excerpt;

/// Error returned when a rule set is invalid.
///
/// The message names the invalid rule and suggests a correction where possible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleSetError {
    /// No preset has the given name.
    #[error("unknown rules '{}': did you mean '{nearest}'?", Excerpt(found))]
    UnknownPreset {
        /// The unknown preset name.
        found: String,
        /// The most similar preset name.
        nearest: String,
    },
    /// No rule has the given name.
    #[error("unknown rule '{}': did you mean '{nearest}'?", Excerpt(found))]
    UnknownRule {
        /// The unknown name with its full path, such as `values.durchmasr`.
        found: String,
        /// The most similar rule name.
        nearest: String,
    },
    /// The value given for a rule has the wrong type or is not one of the rule's options.
    #[error("rule '{rule}': {reason}")]
    WrongValue {
        /// Name of the rule with the invalid value.
        rule: String,
        /// Explanation of why the value is invalid.
        reason: String,
        /// The valid values for the rule. Empty if they cannot be listed.
        choices: Vec<String>,
    },
    /// The number given for a rule is out of range.
    #[error("rule '{rule}' is {found}: use a number from {from} to {to}")]
    OutOfRange {
        /// Name of the rule whose value is out of range.
        rule: String,
        /// The value that is out of range.
        found: i64,
        /// The smallest allowed value.
        from: i64,
        /// The largest allowed value.
        to: i64,
    },
    /// The rules do not name the preset that they are based on.
    #[error("the rules contain no preset: begin with preset = \"4m\"")]
    NoPreset,
    /// The rules contradict each other, or one of them is incomplete or has a value that is not allowed.
    #[error("contradictory rules: {0}")]
    Inconsistent(Contradiction),
    /// The rules could not be parsed. The message explains the problem.
    #[error("failed to parse rules: {0}")]
    Unreadable(String),
}

/// The reason why a rule set is inconsistent, such as two rules that contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// A suit has a factor other than 1, although bids cannot name every suit.
    #[error("suit_factors other than 1 need bid_suits = \"all\"")]
    FactorsWithoutSuits,
    /// The table `silent_table` is empty, although the rule `silent_hundred` refers to it.
    #[error("silent_hundred = \"table\" needs rows in silent_table")]
    NoSilentTable,
    /// A row in `silent_table` does not list any bids.
    #[error("each row of silent_table needs at least one bid")]
    RowWithoutBids,
    /// The maximum number of marriage points is not a multiple of 20, so both sides could score the same
    /// number of points.
    #[error("marriages_at_most must be a multiple of 20")]
    CapBetweenMarriages,
    /// The name of a kontra (doubling) level is empty, too long, or contains a character that is not allowed.
    #[error("kontra_names must have 1 to 32 letters each")]
    KontraName,
    /// The rules name more kontra (doubling) levels than there can be.
    #[error("kontra_names must have at most 15 names")]
    TooManyKontraNames,
    /// A game with the highest kontra (doubling) level would be worth too many points.
    #[error("kontra_limit is too high for these values: a stake could exceed 10000000 points")]
    KontraTooHigh,
}

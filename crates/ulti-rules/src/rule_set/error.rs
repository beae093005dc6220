//! Errors in rule sets.

/// Error returned when a rule set is invalid.
///
/// The message names the invalid rule and suggests a correction where possible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleSetError {
    /// No preset has the given name.
    #[error("unknown rules '{found}': did you mean '{nearest}'?")]
    UnknownPreset {
        /// The name that does not belong to a preset.
        found: String,
        /// The name of the most similar preset.
        nearest: String,
    },
    /// No rule has the given name.
    #[error("unknown rule '{found}': did you mean '{nearest}'?")]
    UnknownRule {
        /// The unknown name, including the table that contains it, such as `values.durchmasr`.
        found: String,
        /// The name of the most similar rule.
        nearest: String,
    },
    /// The value of a rule has the wrong type or is not one of its options.
    #[error("rule '{rule}': {reason}")]
    WrongValue {
        /// Name of the rule that has the wrong value.
        rule: String,
        /// Description of the error, including the value that is expected.
        reason: String,
        /// The possible values of the rule. Empty if they can't be listed.
        choices: Vec<String>,
    },
    /// The number given for a rule is out of range.
    #[error("rule '{rule}' is {found}: use a number from {from} to {to}")]
    OutOfRange {
        /// Name of the rule whose value is out of range.
        rule: String,
        /// The value that is out of range.
        found: i64,
        /// The smallest value that is allowed.
        from: i64,
        /// The largest value that is allowed.
        to: i64,
    },
    /// The house rules don't name the preset on which they are based.
    #[error("the rules contain no preset: begin with preset = \"4m\"")]
    NoPreset,
    /// Two rules of the rule set contradict each other.
    #[error("contradictory rules: {0}")]
    Inconsistent(Contradiction),
    /// The text is not valid TOML. The message contains the position.
    #[error("failed to parse rules: {0}")]
    Unreadable(String),
}

/// A contradiction between two rules of a rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// A suit has a value factor other than 1, but bids don't name suits.
    #[error("suit_factors other than 1 need bid_suits = \"all\"")]
    FactorsWithoutSuits,
    /// The table `silent_table` is empty, although the rule for silent hundreds refers to it.
    #[error("silent_hundred = \"table\" needs rows in silent_table")]
    NoSilentTable,
    /// A row of the table `silent_table` lists no bids.
    #[error("each row of silent_table needs at least one bid")]
    RowWithoutBids,
    /// The maximum number of points for marriages is not a multiple of 20. Both sides could then have equal
    /// points.
    #[error("marriages_at_most must be a multiple of 20")]
    CapBetweenMarriages,
    /// The name of a kontra (doubling) level is empty, too long or not displayable.
    #[error("kontra_names must have 1 to 32 letters each")]
    KontraName,
    /// The rules contain more than seven names of kontra (doubling) levels.
    #[error("kontra_names must have at most 7 names")]
    TooManyKontraNames,
}

//! Why a text is no rule set.

/// Why a text is no rule set: the place, and the nearest right thing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleSetError {
    /// No preset has this name.
    #[error("unknown rules '{found}': did you mean '{nearest}'?")]
    UnknownPreset {
        /// What was asked for.
        found: String,
        /// The nearest name there is.
        nearest: String,
    },
    /// No rule has this name.
    #[error("unknown rule '{found}': did you mean '{nearest}'?")]
    UnknownRule {
        /// What was written, with the table it stands in: `values.durchmasr`.
        found: String,
        /// The nearest name there is.
        nearest: String,
    },
    /// A rule has a value of another kind.
    #[error("rule '{rule}': {reason}")]
    WrongValue {
        /// Which.
        rule: String,
        /// What is wrong with it, and what it could be.
        reason: String,
        /// What it could be, where that can be listed.
        choices: Vec<String>,
    },
    /// A number that is too small or too large.
    #[error("rule '{rule}' is {found}: from {from} to {to}")]
    OutOfRange {
        /// Which.
        rule: String,
        /// What was written.
        found: i64,
        /// The smallest possible.
        from: i64,
        /// The largest possible.
        to: i64,
    },
    /// House rules that do not say what they start from.
    #[error("these rules name no preset: begin with preset = \"4m\"")]
    NoPreset,
    /// Two rules contradict each other.
    #[error("these rules contradict themselves: {0}")]
    Inconsistent(Contradiction),
    /// The text is not TOML; the place is in the message.
    #[error("these rules can't be read: {0}")]
    Unreadable(String),
}

/// Rules that can't hold together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// Suits count differently, and bids name none.
    #[error("suit_factors other than 1 need bid_suits = \"all\"")]
    FactorsWithoutSuits,
    /// The silent hundred is looked up in an empty table.
    #[error("silent_hundred = \"table\" needs rows in silent_table")]
    NoSilentTable,
    /// A row of the silent table is about no bid.
    #[error("a row of silent_table names at least one bid")]
    RowWithoutBids,
    /// A cap that leaves a parti without a winner: marriages count 20 and 40, and ties there are none.
    #[error("marriages_at_most is a multiple of 20")]
    CapBetweenMarriages,
    /// A doubling's name can't be shown.
    #[error("kontra_names are 1 to 32 letters each")]
    KontraName,
    /// More names than doublings.
    #[error("kontra_names has a name for each doubling, 7 at most")]
    TooManyKontraNames,
}

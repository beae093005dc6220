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
    Inconsistent(&'static str),
    /// The text is not TOML; the place is in the message.
    #[error("these rules can't be read: {0}")]
    Unreadable(String),
}

//! Custom ids for requests about stored personal data.

use std::fmt;

use crate::table::UserId;

/// A request about the stored data of the user who presses the button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrivacyId {
    /// Shows which data are stored about the user.
    About,
    /// Sends the user's stored data as a file.
    Export,
    /// Asks the user to confirm the deletion of their data.
    Delete,
    /// Deletes the data of the given user. Only that user may press the button.
    Sure(UserId),
    /// Hides the user from leaderboards and lists if `true`, and shows them if `false`.
    Hide(bool),
}

impl PrivacyId {
    pub(super) fn read(words: &[&str]) -> Option<Self> {
        Some(match words {
            ["about"] => Self::About,
            ["export"] => Self::Export,
            ["delete"] => Self::Delete,
            ["sure", user] => Self::Sure(UserId(user.parse().ok()?)),
            ["hide", "on"] => Self::Hide(true),
            ["hide", "off"] => Self::Hide(false),
            _ => return None,
        })
    }
}

impl fmt::Display for PrivacyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::About => f.write_str("about"),
            Self::Export => f.write_str("export"),
            Self::Delete => f.write_str("delete"),
            Self::Sure(user) => write!(f, "sure:{user}"),
            Self::Hide(true) => f.write_str("hide:on"),
            Self::Hide(false) => f.write_str("hide:off"),
        }
    }
}

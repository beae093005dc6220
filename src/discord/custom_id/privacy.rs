//! Custom ids for requests about stored personal data.

use super::field_encoding::words;
use crate::table::UserId;

/// A request about the stored data of the user who pressed the button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrivacyId {
    /// Shows what data is stored about the user.
    About,
    /// Sends the user's stored data as a file.
    Export,
    /// Asks the user to confirm the deletion of their data.
    Delete,
    /// Deletes the given user's data. Only that user may press the button with this id.
    Sure(UserId),
    /// Hides the user from leaderboards and lists if `true`, or shows them again if `false`.
    Hide(bool),
}

words! { PrivacyId {
    ["about"] => { Self::About }
    ["export"] => { Self::Export }
    ["delete"] => { Self::Delete }
    ["sure", user] => { Self::Sure(user) }
    ["hide", hidden] => { Self::Hide(hidden) }
} }

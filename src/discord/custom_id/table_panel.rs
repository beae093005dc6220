//! Views of a table, such as the hand or the last trick, that a button shows to a single user.

use super::field_encoding::words;

/// A view of a table that a button shows only to the user who pressed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TablePanel {
    /// The user's own hand.
    Hand,
    /// The last complete trick.
    LastTrick,
    /// Help for the current stage of the deal.
    Help,
    /// A hint: the action that the strong robot would choose in the user's place.
    Hint,
    /// A message with the less common buttons of the table.
    More,
}

words! { TablePanel {
    ["hand"] => { Self::Hand }
    ["last"] => { Self::LastTrick }
    ["help"] => { Self::Help }
    ["hint"] => { Self::Hint }
    ["more"] => { Self::More }
} }

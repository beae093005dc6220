//! Views of a table, such as the hand or the last trick, that a button shows to a single user.

use super::field_encoding::words;

/// Content that a table button shows only to the user who pressed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TablePanel {
    /// The user's own hand.
    Hand,
    /// The last complete trick.
    LastTrick,
    /// Help for the current stage of the deal.
    Help,
    /// The action that a strong robot would take in the user's position.
    Hint,
    /// The settings of the table, with menus for changing them.
    Settings,
    /// A message with the table's less frequently used buttons.
    More,
}

words! { TablePanel {
    ["hand"] => { Self::Hand }
    ["last"] => { Self::LastTrick }
    ["help"] => { Self::Help }
    ["hint"] => { Self::Hint }
    ["settings"] => { Self::Settings }
    ["more"] => { Self::More }
} }

//! Views of a table that a button shows privately to one user.

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
    /// The move that the strong robot would make in the user's place.
    Hint,
    /// The buttons that are used less often.
    More,
}

words! { TablePanel {
    ["hand"] => { Self::Hand }
    ["last"] => { Self::LastTrick }
    ["help"] => { Self::Help }
    ["hint"] => { Self::Hint }
    ["more"] => { Self::More }
} }

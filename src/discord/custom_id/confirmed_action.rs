//! Actions that require a confirmation.

use super::field_encoding::words;
use ulti_rules::Action;

/// An action that requires a confirmation because it cannot be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfirmedAction {
    /// Folds (gives up the contract).
    Fold,
    /// Reveals the player's own hand.
    Open,
    /// Reveals the declarer's hand and claims the remaining tricks.
    Claim,
}

impl ConfirmedAction {
    /// Returns the action to perform after the confirmation.
    pub const fn action(self) -> Action {
        match self {
            Self::Fold => Action::Fold,
            Self::Open => Action::Open,
            Self::Claim => Action::Claim,
        }
    }
}

words! { ConfirmedAction {
    ["fold"] => { Self::Fold }
    ["open"] => { Self::Open }
    ["claim"] => { Self::Claim }
} }

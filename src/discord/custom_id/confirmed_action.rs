//! Actions that require a confirmation.

use super::field_encoding::words;
use ulti_rules::Action;

/// An action that cannot be undone, so the player is asked for confirmation first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfirmedAction {
    /// Folds the contract, which means giving it up.
    Fold,
    /// Lays the player's own hand open.
    Open,
    /// Lays the declarer's hand open and claims the remaining tricks.
    Claim,
}

impl ConfirmedAction {
    /// Returns the action to take after the confirmation.
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

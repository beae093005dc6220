//! Actions that require a confirmation.

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
    pub(super) const ALL: [Self; 3] = [Self::Fold, Self::Open, Self::Claim];

    /// Returns the action to take after the confirmation.
    pub const fn action(self) -> Action {
        match self {
            Self::Fold => Action::Fold,
            Self::Open => Action::Open,
            Self::Claim => Action::Claim,
        }
    }

    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Fold => "fold",
            Self::Open => "open",
            Self::Claim => "claim",
        }
    }

    pub(super) fn read(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.code() == code)
    }
}

//! Actions that end a deal early, and their confirmation.

use ulti_rules::Action;

/// An action with which the declarer ends a deal early. It must be confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EarlyEnd {
    /// Fold or concede.
    Fold,
    /// Claim the remaining tricks. The deal goes on if the claim is not proven.
    Claim,
}

impl EarlyEnd {
    /// Returns the action in the deal.
    pub const fn action(self) -> Action {
        match self {
            Self::Fold => Action::Fold,
            Self::Claim => Action::Claim,
        }
    }
}

/// An early end of a deal, with the result that a user has agreed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgreedEnd {
    /// The action that ends the deal.
    pub action: EarlyEnd,
    /// Number of the deal at its table, starting at 1.
    pub deal: u32,
    /// The result of the deal. `None` for a claim that is not proven, so that the deal goes on.
    pub result: Option<PointRange>,
}

/// Points that a user receives, or pays if negative. `least` and `most` differ only if the points depend on
/// cards that the user does not see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointRange {
    /// The lowest number of points.
    pub least: i32,
    /// The highest number of points.
    pub most: i32,
}

/// A legal action that ends the deal early, with its result. The user has to confirm it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlyEndQuestion {
    /// The action and its result.
    pub end: AgreedEnd,
    /// `true` if the action is a concession, because a trick is complete.
    pub concedes: bool,
    /// `true` if the user's hand lies open already.
    pub is_open: bool,
    /// `true` if the user has agreed to another result before.
    pub has_changed: bool,
}

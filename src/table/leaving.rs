//! The cost of leaving a deal, which a user has to confirm.

use super::Player;
use ulti_rules::{BySeat, Seat, Settlement};

/// The cost of leaving a deal that a user has agreed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgreedCost {
    /// Points that the user pays.
    pub points: i32,
    /// Number of the deal at its table, starting at 1.
    pub deal: u32,
}

/// The payments if a user leaves the deal now. The user has to confirm them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeavingCosts {
    /// Number of the deal at its table, starting at 1.
    pub deal: u32,
    /// Seat of the user.
    pub seat: Seat,
    /// Payments of the deal if the user leaves.
    pub settlement: Settlement,
    /// Player at each seat in the deal.
    pub players: BySeat<Player>,
}

impl LeavingCosts {
    /// Returns the cost that the user has to agree to.
    pub fn cost(&self) -> AgreedCost {
        AgreedCost { points: -self.settlement.payments[self.seat], deal: self.deal }
    }
}

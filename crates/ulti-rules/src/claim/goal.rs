//! The amount that a search computes.

use crate::{BySeat, Seat};

/// The amount for which a search finds the result of perfect play.
///
/// One side plays for a large amount, the other side for a small one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Points that the seat receives. The seat's own side wants a large amount.
    ReceivedBy(Seat),
    /// Points that the seat pays. The other side wants a large amount.
    PaidBy(Seat),
}

impl Goal {
    /// Returns the amount, given the points that each seat receives.
    pub(super) fn amount(self, received: BySeat<i32>) -> i32 {
        match self {
            Self::ReceivedBy(seat) => received[seat],
            Self::PaidBy(seat) => -received[seat],
        }
    }

    /// Returns the limits of the amount, given the limits of the points that each seat receives.
    pub(super) fn limits(self, low: BySeat<i32>, high: BySeat<i32>) -> (i32, i32) {
        match self {
            Self::ReceivedBy(seat) => (low[seat], high[seat]),
            Self::PaidBy(seat) => (high[seat].saturating_neg(), low[seat].saturating_neg()),
        }
    }

    /// Returns `true` if the declarer, rather than the defenders, wants a large amount.
    pub(super) fn is_the_declarers(self, declarer: Seat) -> bool {
        match self {
            Self::ReceivedBy(seat) => seat == declarer,
            Self::PaidBy(seat) => seat != declarer,
        }
    }
}

//! A player's choices for a bid in the picture of the hand.

use ulti_rules::{CardSet, RankOrder};

/// The choices that a player has made for a bid, as the picture of the hand shows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BidMarks {
    /// The cards to lay down.
    pub chosen: CardSet,
    /// The order of the cards within each suit.
    pub order: RankOrder,
}

impl Default for BidMarks {
    fn default() -> Self {
        Self { chosen: CardSet::EMPTY, order: RankOrder::WithTrumps }
    }
}

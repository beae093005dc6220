//! Start of a deal: the dealer, the dealt hands and the points in the window, the common pot (`RULES §2`).

use serde::{Deserialize, Serialize};

use crate::{BySeat, CardSet, Seat};

/// The initial state of a deal: the dealer, the dealt hands and the points in the window (the table's pot).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Seat of the dealer. The next seat bids first.
    pub dealer: Seat,
    /// The dealt hands: twelve cards for the seat after the dealer and ten cards for each other seat.
    pub hands: BySeat<CardSet>,
    /// Points in the window (the table's pot) before the deal.
    #[serde(default)]
    pub window: i32,
}

/// Error returned when the hands or the window (the table's pot) of a [`Start`] are invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidDeal {
    /// A hand has the wrong number of cards.
    #[error("seat {seat} has {count} cards: forehand is dealt 12, the others 10")]
    HandSize {
        /// Seat whose hand has the wrong number of cards.
        seat: Seat,
        /// Number of cards in the hand.
        count: u32,
    },
    /// The hands do not form a complete deck of 32 cards. At least one card appears twice, so another card is
    /// missing.
    #[error("the hands are not a complete deck, missing: {missing}")]
    NotTheDeck {
        /// The cards that are not in any hand.
        missing: CardSet,
    },
    /// The number of points in the window (the table's pot) is negative or greater than
    /// [`Start::MOST_IN_WINDOW`].
    #[error("window out of range: {0}, must be 0 to 1000000000")]
    Window(i32),
}

impl Start {
    /// Maximum number of points in the window (the table's pot).
    pub const MOST_IN_WINDOW: i32 = 1_000_000_000;

    /// Checks that the hands form a complete deck and that the window (the table's pot) is in range.
    pub(crate) fn check(&self) -> Result<(), InvalidDeal> {
        let forehand = self.dealer.next();
        for (seat, hand) in self.hands.iter() {
            if hand.len() != if seat == forehand { 12 } else { 10 } {
                return Err(InvalidDeal::HandSize { seat, count: hand.len() });
            }
        }
        let all = self.hands.values().fold(CardSet::EMPTY, |all, hand| all | *hand);
        if all != CardSet::DECK {
            return Err(InvalidDeal::NotTheDeck { missing: CardSet::DECK - all });
        }
        if !(0..=Self::MOST_IN_WINDOW).contains(&self.window) {
            return Err(InvalidDeal::Window(self.window));
        }
        Ok(())
    }
}

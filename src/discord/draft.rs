//! A bid being put together: what has been chosen so far.
//!
//! It lives in the custom ids of the buttons that go on with it, so it needs no memory and survives
//! a restart.

use crate::rules::{Action, Card, CardSet, Contract};

/// A bid that is not made yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Draft {
    /// Which page of the menu of contracts is shown, from 0.
    pub page: u8,
    /// The contract.
    pub contract: Option<Contract>,
    /// The cards to lay down, at most two.
    pub cards: CardSet,
}

impl Draft {
    /// The draft with another page of the menu.
    #[must_use]
    pub const fn at_page(mut self, page: u8) -> Self {
        self.page = page;
        self
    }

    /// The draft with this contract.
    #[must_use]
    pub const fn with_contract(mut self, contract: Contract) -> Self {
        self.contract = Some(contract);
        self
    }

    /// The draft after this card was pressed: laid aside, or taken back. A third card is not taken.
    #[must_use]
    pub fn pressed(mut self, card: Card) -> Self {
        if self.cards.contains(card) {
            self.cards -= card.into();
        } else if !self.has_both_cards() {
            self.cards |= card.into();
        }
        self
    }

    /// Whether both cards are chosen.
    pub const fn has_both_cards(&self) -> bool {
        self.cards.len() == 2
    }

    /// The bid, once it is complete; `discard` says whether cards are laid down with it.
    pub fn bid(&self, discard: bool) -> Option<Action> {
        let contract = self.contract?;
        match (discard, self.has_both_cards()) {
            (true, true) => Some(Action::Bid { contract, discard: Some(self.cards) }),
            (true, false) => None,
            (false, _) => Some(Action::Bid { contract, discard: None }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_goes_and_comes_back_and_a_third_one_stays() {
        let [one, two, three] = ["H7", "A8", "BX"].map(|card| card.parse::<Card>().unwrap());
        let both = Draft::default().pressed(one).pressed(two);
        assert!(both.has_both_cards());
        assert_eq!(both.pressed(three), both);
        assert_eq!(both.pressed(one).cards, CardSet::of(two));
    }

    #[test]
    fn a_bid_needs_what_it_needs() {
        let draft = Draft::default().with_contract("ulti".parse().unwrap());
        assert_eq!(draft.bid(true), None);
        assert!(draft.bid(false).is_some());
        assert_eq!(Draft::default().bid(false), None);
    }
}

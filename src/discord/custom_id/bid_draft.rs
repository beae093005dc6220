//! Drafts of bids that have not been submitted.
//!
//! A draft is stored in the custom ids of the buttons that continue it. It therefore needs no server-side
//! state and survives a restart.

use ulti_rules::{Action, Card, CardSet, Contract};

/// A draft bid, which stores the player's choices until the bid is submitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BidDraft {
    /// Page of the contract menu, starting at 0.
    pub page: u8,
    /// The selected contract, or `None` if the player has not selected one yet.
    pub contract: Option<Contract>,
    /// The cards selected for discarding, at most two.
    pub cards: CardSet,
}

impl BidDraft {
    /// Selects the page of the contract menu.
    #[must_use]
    pub const fn at_page(mut self, page: u8) -> Self {
        self.page = page;
        self
    }

    /// Returns the draft with the given contract.
    #[must_use]
    pub const fn with_contract(mut self, contract: Contract) -> Self {
        self.contract = Some(contract);
        self
    }

    /// Returns the draft after the player has pressed a card button.
    ///
    /// The card is added to the discards, or removed from them if it was already selected. A third card is
    /// ignored.
    #[must_use]
    pub fn pressed(mut self, card: Card) -> Self {
        if self.cards.contains(card) {
            self.cards -= card.into();
        } else if !self.has_both_cards() {
            self.cards |= card.into();
        }
        self
    }

    /// Returns `true` if the player has selected neither a contract nor a card.
    pub const fn is_empty(&self) -> bool {
        self.contract.is_none() && self.cards.is_empty()
    }

    /// Returns `true` if the player has selected both cards to discard.
    pub const fn has_both_cards(&self) -> bool {
        self.cards.len() == 2
    }

    /// Returns the bid as an action, or `None` if the draft is incomplete.
    ///
    /// If `discard` is `true`, the bid includes the discards, so two cards must have been selected.
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
    fn player_cannot_select_more_than_two_cards_to_discard() {
        let [one, two, three] = ["H7", "A8", "BX"].map(|card| card.parse::<Card>().unwrap());
        let both = BidDraft::default().pressed(one).pressed(two);
        assert!(both.has_both_cards());
        assert_eq!(both.pressed(three), both);
        assert_eq!(both.pressed(one).cards, CardSet::of(two));
    }

    #[test]
    fn incomplete_bid_cannot_be_submitted() {
        let draft = BidDraft::default().with_contract("ulti".parse().unwrap());
        assert_eq!(draft.bid(true), None);
        assert!(draft.bid(false).is_some());
        assert_eq!(BidDraft::default().bid(false), None);
    }
}

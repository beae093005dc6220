//! Bids, choices of trumps and cards after which a contract cannot be won (`RULES §4`).

use crate::{Action, Card, CardSet, Contract, Game, Games, Rank, Stage, Trump, View};

/// A contract that cannot be won with the declarer's cards, and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwinnable {
    /// The contract.
    pub contract: Contract,
    /// The trump suits that remain possible. None of them lets the declarer win the contract.
    pub trumps: Vec<Trump>,
    /// The declarer's cards without the talon.
    pub hand: CardSet,
    /// The cards laid in the talon.
    pub talon: CardSet,
    /// The games that are lost with every possible trump suit.
    ///
    /// Empty if each trump suit loses another game.
    pub lost: Games,
}

impl Unwinnable {
    /// Returns `None` if the contract can be won with one of the trump suits.
    fn of(contract: Contract, trumps: Vec<Trump>, hand: CardSet, talon: CardSet) -> Option<Self> {
        let lost: Vec<Games> =
            trumps.iter().map(|trump| contract.out_of_reach(hand, talon, *trump)).collect();
        if lost.iter().any(Games::is_empty) {
            return None;
        }
        let lost = lost.into_iter().reduce(|some, more| some & more)?;
        Some(Self { contract, trumps, hand, talon, lost })
    }
}

impl View {
    /// Returns why the viewer cannot win the contract after an action, or `None` if it can still be won.
    ///
    /// A bid is checked with the cards that are left after the discard and with every trump suit that may be
    /// named. A choice of trumps is reported only if another choice leaves the contract winnable. A card is
    /// reported if it is the trump seven of a bid ulti, the last trick is not yet played, and another card is
    /// legal. Other actions are never reported. A bid is not checked otherwise: it may be illegal.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ulti_rules::{Action, Book, BySeat, Card, Deal, Game, Seat, Start};
    ///
    /// // Forehand holds all acorns and four leaves.
    /// let deck: Vec<Card> = Card::deck().collect();
    /// let hand = |cards: &[Card]| cards.iter().copied().collect();
    /// let hands = BySeat([hand(&deck[..12]), hand(&deck[12..22]), hand(&deck[22..])]);
    /// let start = Start { dealer: Seat::Two, hands, window: 0 };
    /// let deal = Deal::new(Arc::new(Book::preset("4m")?), start)?;
    /// let view = deal.view(Some(Seat::Zero));
    /// let bid = |contract: &str| Action::Bid {
    ///     contract: contract.parse().unwrap(),
    ///     discard: Some(hand(&deck[10..12])),
    /// };
    /// assert_eq!(view.unwinnable(bid("ulti")), None);
    /// let refused = view.unwinnable(bid("hearts ulti")).unwrap();
    /// assert_eq!(refused.lost, Game::Ulti, "the seven of hearts is missing");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unwinnable(&self, action: Action) -> Option<Unwinnable> {
        match action {
            Action::Bid { contract, discard } => {
                let entry = self.book.find(&contract)?;
                let talon = discard.or(self.talon).unwrap_or_default();
                Unwinnable::of(entry.contract, entry.trump.possible(), self.own_hand() - talon, talon)
            }
            Action::Trump(trump) => {
                let Stage::Naming { contract, .. } = &self.stage else { return None };
                let (hand, talon) = (self.own_hand(), self.talon.unwrap_or_default());
                let others = contract.winnable_trumps(hand, talon, &self.legal.trumps);
                Unwinnable::of(*contract, vec![trump], hand, talon).filter(|_| !others.is_empty())
            }
            Action::Play(card) => self.gives_up_ulti(card),
            _ => None,
        }
    }

    /// Returns the lost ulti if the declarer plays the trump seven before the last trick without being forced
    /// to.
    fn gives_up_ulti(&self, card: Card) -> Option<Unwinnable> {
        let board = self.board().filter(|board| Some(board.declarer) == self.seat)?;
        let seven = Card::new(board.trump?, Rank::Seven);
        let has_choice = self.legal.cards.contains(card) && self.legal.cards.len() > 1;
        let is_given_up = card == seven && has_choice && board.contract.games().contains(Game::Ulti);
        is_given_up.then(|| Unwinnable {
            contract: board.contract,
            trumps: vec![board.trump],
            hand: self.own_hand(),
            talon: self.talon.unwrap_or_default(),
            lost: Game::Ulti.into(),
        })
    }
}

//! The auction, in which each bidder takes up the talon (`RULES §3`).

use crate::rule_set::SelfRaise;
use crate::{Book, BySeat, CardSet, Contract, Event, IllegalAction, Seat};

/// A bid or pass made by a seat in the auction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// The seat that bid or passed.
    pub seat: Seat,
    /// The contract that was bid, or `None` for a pass.
    pub bid: Option<Contract>,
}

/// The two cards that a seat has laid down for a bid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Discard {
    pub(crate) seat: Seat,
    pub(crate) cards: CardSet,
}

/// The cards, the turn and the bids of a deal during the auction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Auction {
    pub(crate) hands: BySeat<CardSet>,
    pub(crate) talon: CardSet,
    pub(crate) turn: Seat,
    /// `true` if the seat whose turn it is holds twelve cards and must bid.
    pub(crate) holding: bool,
    pub(crate) calls: Vec<Call>,
    /// The cards that were laid down for each bid, in order.
    pub(crate) discards: Vec<Discard>,
    passes: u8,
}

impl Auction {
    pub(crate) fn new(hands: BySeat<CardSet>, forehand: Seat) -> Self {
        Self {
            hands,
            talon: CardSet::EMPTY,
            turn: forehand,
            holding: true,
            calls: Vec::new(),
            discards: Vec::new(),
            passes: 0,
        }
    }

    /// Returns the bidder and the contract of the highest bid so far, or `None` before the first bid.
    pub(crate) fn best(&self) -> Option<(Seat, Contract)> {
        self.calls.iter().rev().find_map(|call| Some((call.seat, call.bid?)))
    }

    /// Returns the cards that the seat whose turn it is has taken from the talon and not yet laid down again.
    ///
    /// Returns an empty set for the first bidder, who is dealt twelve cards.
    pub(crate) fn taken(&self) -> CardSet {
        let last = self.discards.last().filter(|_| self.holding);
        last.map(|discard| discard.cards).unwrap_or_default()
    }

    /// Returns `true` if the seat whose turn it is may raise its own bid without taking the talon (the two
    /// cards laid aside).
    pub(crate) fn may_leave_talon(&self, book: &Book) -> bool {
        book.rules().self_raise == SelfRaise::MayLeaveTalon
            && !self.holding
            && self.best().is_some_and(|(seat, _)| seat == self.turn)
    }

    fn can_be_overcalled(&self, book: &Book) -> bool {
        book.overcalling(self.best().map(|(_, contract)| contract)).next().is_some()
    }

    pub(crate) fn take(&self, book: &Book) -> Result<Event, IllegalAction> {
        if self.holding {
            return Err(IllegalAction::AlreadyTaken);
        }
        match self.best() {
            Some((_, best)) if !self.can_be_overcalled(book) => Err(IllegalAction::NothingOvercalls { best }),
            _ => Ok(Event::TalonTaken { seat: self.turn }),
        }
    }

    pub(crate) fn pass(&self) -> Result<Event, IllegalAction> {
        if self.holding { Err(IllegalAction::MustBid) } else { Ok(Event::Passed { seat: self.turn }) }
    }

    pub(crate) fn bid(
        &self,
        book: &Book,
        contract: Contract,
        discard: Option<CardSet>,
    ) -> Result<Event, IllegalAction> {
        let Some(entry) = book.find(&contract) else {
            return Err(IllegalAction::NotInBook { contract, nearest: book.nearest(&contract) });
        };
        let contract = entry.contract;
        if !self.holding && !self.may_leave_talon(book) {
            return Err(IllegalAction::TakeFirst);
        }
        if let Some((_, best)) = self.best()
            && !book.overcalls(&contract, &best)
        {
            return Err(IllegalAction::TooLow { contract, best });
        }
        match discard {
            None if self.holding => return Err(IllegalAction::DiscardTwo { count: 0 }),
            Some(_) if !self.holding => return Err(IllegalAction::NothingToDiscard),
            Some(cards) => self.can_discard(cards)?,
            None => {}
        }
        Ok(Event::Bid { seat: self.turn, contract, discard })
    }

    fn can_discard(&self, cards: CardSet) -> Result<(), IllegalAction> {
        let missing = cards - self.hands[self.turn];
        if !missing.is_empty() {
            Err(IllegalAction::NotHeld { cards: missing })
        } else if cards.len() == 2 {
            Ok(())
        } else {
            Err(IllegalAction::DiscardTwo { count: cards.len() })
        }
    }

    pub(crate) fn apply_taken(&mut self) {
        self.hands[self.turn] |= self.talon;
        self.talon = CardSet::EMPTY;
        self.holding = true;
    }

    pub(crate) fn apply_bid(&mut self, contract: Contract, discard: Option<CardSet>) {
        if let Some(cards) = discard {
            self.discards.push(Discard { seat: self.turn, cards });
            self.hands[self.turn] -= cards;
            self.talon = cards;
        }
        self.passes = 0;
        self.call(Some(contract));
    }

    pub(crate) fn apply_passed(&mut self) {
        self.passes += 1;
        self.call(None);
    }

    fn call(&mut self, bid: Option<Contract>) {
        self.calls.push(Call { seat: self.turn, bid });
        self.holding = false;
        self.turn = self.turn.next();
    }

    /// Returns the event that ends the auction, or `None` if the auction continues.
    ///
    /// The auction ends after three consecutive passes, or when no contract can overcall the highest bid.
    pub(crate) fn consequence(&self, book: &Book) -> Option<Event> {
        let (declarer, contract) = self.best()?;
        let over = !self.holding && (self.passes == 3 || !self.can_be_overcalled(book));
        over.then_some(Event::AuctionClosed { declarer, contract })
    }
}

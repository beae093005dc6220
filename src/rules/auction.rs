//! The auction with its robbed talon (`RULES §3`).

use super::rule_set::SelfRaise;
use super::{Book, BySeat, CardSet, Contract, Event, Illegal, Seat};

/// What a seat said at its turn in the auction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// Who.
    pub seat: Seat,
    /// The bid; `None` is a pass.
    pub bid: Option<Contract>,
}

/// A deal in its auction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Auction {
    pub(super) hands: BySeat<CardSet>,
    pub(super) talon: CardSet,
    pub(super) turn: Seat,
    /// Whether the seat whose turn it is holds twelve cards and must bid.
    pub(super) holding: bool,
    pub(super) calls: Vec<Call>,
    passes: u8,
}

impl Auction {
    pub(super) fn new(hands: BySeat<CardSet>, forehand: Seat) -> Self {
        Self { hands, talon: CardSet::EMPTY, turn: forehand, holding: true, calls: Vec::new(), passes: 0 }
    }

    /// The bid that stands, with who made it.
    pub(super) fn best(&self) -> Option<(Seat, Contract)> {
        self.calls.iter().rev().find_map(|call| Some((call.seat, call.bid?)))
    }

    /// Whether the talon may be left alone in a raise of the own bid.
    pub(super) fn may_leave_talon(&self, book: &Book) -> bool {
        book.rules().self_raise == SelfRaise::MayLeaveTalon
            && !self.holding
            && self.best().is_some_and(|(seat, _)| seat == self.turn)
    }

    fn can_be_overcalled(&self, book: &Book) -> bool {
        book.overcalling(self.best().map(|(_, contract)| contract)).next().is_some()
    }

    pub(super) fn take(&self, book: &Book) -> Result<Event, Illegal> {
        if self.holding {
            return Err(Illegal::AlreadyTaken);
        }
        match self.best() {
            Some((_, best)) if !self.can_be_overcalled(book) => Err(Illegal::NothingOvercalls { best }),
            _ => Ok(Event::TalonTaken { seat: self.turn }),
        }
    }

    pub(super) fn pass(&self) -> Result<Event, Illegal> {
        if self.holding { Err(Illegal::MustBid) } else { Ok(Event::Passed { seat: self.turn }) }
    }

    pub(super) fn bid(
        &self,
        book: &Book,
        contract: Contract,
        discard: Option<CardSet>,
    ) -> Result<Event, Illegal> {
        let Some(entry) = book.find(&contract) else {
            return Err(Illegal::NotInBook { contract, nearest: book.nearest(&contract) });
        };
        let contract = entry.contract;
        if !self.holding && !self.may_leave_talon(book) {
            return Err(Illegal::TakeFirst);
        }
        if let Some((_, best)) = self.best()
            && !book.overcalls(&contract, &best)
        {
            return Err(Illegal::TooLow { contract, best });
        }
        match discard {
            None if self.holding => return Err(Illegal::DiscardTwo { count: 0 }),
            Some(_) if !self.holding => return Err(Illegal::NothingToDiscard),
            Some(cards) => self.can_discard(cards)?,
            None => {}
        }
        Ok(Event::Bid { seat: self.turn, contract, discard })
    }

    fn can_discard(&self, cards: CardSet) -> Result<(), Illegal> {
        let missing = cards - self.hands[self.turn];
        if !missing.is_empty() {
            Err(Illegal::NotHeld { cards: missing })
        } else if cards.len() == 2 {
            Ok(())
        } else {
            Err(Illegal::DiscardTwo { count: cards.len() })
        }
    }

    pub(super) fn apply_taken(&mut self) {
        self.hands[self.turn] |= self.talon;
        self.talon = CardSet::EMPTY;
        self.holding = true;
    }

    pub(super) fn apply_bid(&mut self, contract: Contract, discard: Option<CardSet>) {
        if let Some(cards) = discard {
            self.hands[self.turn] -= cards;
            self.talon = cards;
        }
        self.passes = 0;
        self.call(Some(contract));
    }

    pub(super) fn apply_passed(&mut self) {
        self.passes += 1;
        self.call(None);
    }

    fn call(&mut self, bid: Option<Contract>) {
        self.calls.push(Call { seat: self.turn, bid });
        self.holding = false;
        self.turn = self.turn.next();
    }

    /// The auction ends when all three have passed the bid that stands, or nothing overcalls it.
    pub(super) fn consequence(&self, book: &Book) -> Option<Event> {
        let (declarer, contract) = self.best()?;
        let over = !self.holding && (self.passes == 3 || !self.can_be_overcalled(book));
        over.then_some(Event::AuctionClosed { declarer, contract })
    }
}

//! Legal actions of a seat.

use crate::deal::{Deal, Phase};
use crate::{Action, CardSet, Contract, Games, IllegalAction, Seat, Trump, TrumpRule};

/// The legal actions of a seat, or an empty list if the seat can't act now.
///
/// Leaving is not listed, because it is legal at any time before the deal is over.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Legal {
    /// `true` if the seat may take up the talon (the two cards laid aside).
    pub take: bool,
    /// `true` if the seat may pass in the auction.
    pub pass: bool,
    /// The contracts that the seat may bid, weakest first.
    pub bids: Vec<Contract>,
    /// `true` if the seat must lay down two cards when it bids.
    pub discard: bool,
    /// The trump suits that the seat may name.
    pub trumps: Vec<Trump>,
    /// The games that the seat may double.
    pub kontra: Games,
    /// `true` if the seat may decline to double again after an opponent's kontra (doubling).
    pub no_kontra: bool,
    /// The cards that the seat may play.
    pub cards: CardSet,
    /// `true` if the seat may give up (fold) the contract.
    pub fold: bool,
    /// `true` if the seat may lay its hand face up.
    pub open: bool,
    /// `true` if the seat may claim the remaining tricks.
    pub claim: bool,
}

impl Legal {
    /// Returns `true` if it is the seat's turn to act.
    pub fn is_turn(&self) -> bool {
        self.pass
            || !self.bids.is_empty()
            || !self.trumps.is_empty()
            || self.no_kontra
            || !self.cards.is_empty()
    }
}

impl Deal {
    /// Returns the legal actions of a seat.
    pub fn legal(&self, seat: Seat) -> Legal {
        let mut legal = Legal::default();
        match &self.phase {
            Phase::Auction(auction) if auction.turn == seat => {
                let best = auction.best().map(|(_, contract)| contract);
                legal.take = auction.take(&self.book).is_ok();
                legal.pass = auction.pass().is_ok();
                legal.discard = auction.holding;
                if auction.holding || auction.may_leave_talon(&self.book) {
                    legal.bids = self.book.overcalling(best).map(|entry| entry.contract).collect();
                }
            }
            Phase::Naming(naming) if naming.declarer == seat => {
                let rule = self.book.find(&naming.contract).map(|entry| entry.trump);
                legal.trumps = rule.map(TrumpRule::choices).unwrap_or_default();
                legal.fold = self.allows(seat, Action::Fold);
            }
            Phase::Play(play) => {
                legal.kontra = play.kontra_open(seat);
                legal.no_kontra = play.raising == Some(seat);
                if play.turn() == seat && play.raising.is_none() {
                    legal.cards = play.playable(self.book.rules()).0;
                }
                legal.fold = self.allows(seat, Action::Fold);
                legal.open = self.allows(seat, Action::Open);
                legal.claim = self.allows(seat, Action::Claim);
            }
            _ => {}
        }
        legal
    }

    fn allows(&self, seat: Seat, action: Action) -> bool {
        let judged: Result<_, IllegalAction> = self.judge_alone(seat, action);
        judged.is_ok()
    }
}

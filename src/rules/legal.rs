//! What a seat may do now. Everything that offers choices asks this, so nothing illegal is offered.

use super::deal::{Deal, Phase};
use super::{Action, CardSet, Contract, Games, Illegal, Seat, Trump, TrumpRule};

/// What one seat may do now; empty where it is not its turn and nothing is open to it.
///
/// Leaving for good is always possible until the deal is over and is not listed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Legal {
    /// Take the talon up.
    pub take: bool,
    /// Pass.
    pub pass: bool,
    /// The contracts that can be bid, weakest first.
    pub bids: Vec<Contract>,
    /// Whether two cards are laid down with the bid.
    pub discard: bool,
    /// The trumps to choose from.
    pub trumps: Vec<Trump>,
    /// The games that can be doubled.
    pub kontra: Games,
    /// Whether a raise is being offered and can be declined.
    pub no_kontra: bool,
    /// The cards that can be played.
    pub cards: CardSet,
    /// Fold.
    pub fold: bool,
    /// Lay the own hand open.
    pub open: bool,
    /// Claim the rest.
    pub claim: bool,
}

impl Legal {
    /// Whether the deal waits for this seat.
    pub fn is_turn(&self) -> bool {
        self.pass
            || !self.bids.is_empty()
            || !self.trumps.is_empty()
            || self.no_kontra
            || !self.cards.is_empty()
    }
}

impl Deal {
    /// What this seat may do now.
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
        let judged: Result<_, Illegal> = self.judge_alone(seat, action);
        judged.is_ok()
    }
}

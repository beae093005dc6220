//! Validation of events from an untrusted source, such as a damaged journal.

use crate::auction::Auction;
use crate::deal::{Deal, Naming, Phase};
use crate::{Event, Play, SeatAction};

impl Deal {
    /// Returns `true` if the event can happen next in the deal.
    ///
    /// Checks whose turn it is, whether the seat holds the cards, and whether the payments sum to zero. Other
    /// rules, such as following suit, are not checked, because deals recorded by earlier versions of the
    /// program must remain valid.
    pub fn fits(&self, event: &Event) -> bool {
        // Hands are laid face up both by a seat's action and by the rules.
        let is_expected = || self.consequence().is_none_or(|expected| expected == *event);
        if SeatAction::of(event).is_some() && !is_expected() {
            return false;
        }
        match (&self.phase, event) {
            (Phase::Over(_), _) => false,
            (_, Event::Left { .. }) => true,
            (_, Event::Settled { settlement }) => settlement.sums_to_zero(),
            (Phase::Auction(auction), event) => auction.fits(self, event),
            (Phase::Naming(naming), event) => naming.fits(self, event),
            (Phase::Play(play), event) => play.fits(event),
        }
    }

    /// Returns `true` if `event` must happen next without an action by a player, such as the end of a trick.
    pub fn follows(&self, event: &Event) -> bool {
        self.consequence().is_some_and(|expected| expected == *event)
    }

    /// Returns `true` if the deal is over or it is a player's turn. Returns `false` if another event must
    /// follow without an action by a player, such as the end of a trick.
    ///
    /// This method does not check whether a claim of the remaining tricks is correct. It treats a claim as
    /// accepted if [`Event::Settled`] follows the claim, and as rejected otherwise.
    pub fn is_complete(&self) -> bool {
        self.consequence().is_none()
    }
}

impl Auction {
    fn fits(&self, deal: &Deal, event: &Event) -> bool {
        match event {
            Event::Bid { seat, contract, discard } => {
                let is_held = match discard {
                    Some(cards) => self.holding && cards.len() == 2 && self.hands[*seat].is_superset(*cards),
                    None => !self.holding,
                };
                *seat == self.turn && is_held && deal.book.find(contract).is_some()
            }
            Event::TalonTaken { seat } | Event::Passed { seat } => *seat == self.turn && !self.holding,
            Event::AuctionClosed { declarer, contract } => {
                !self.holding && self.best() == Some((*declarer, *contract))
            }
            _ => false,
        }
    }
}

impl Naming {
    fn fits(&self, deal: &Deal, event: &Event) -> bool {
        let rule = || deal.book.find(&self.contract).map(|entry| entry.trump);
        match event {
            Event::TrumpNamed { seat, trump } => {
                *seat == self.declarer && rule().is_some_and(|rule| rule.allows(*trump))
            }
            Event::Folded { seat } => *seat == self.declarer,
            _ => false,
        }
    }
}

impl Play {
    fn fits(&self, event: &Event) -> bool {
        match event {
            Event::Kontra { seat, .. } => *seat == self.turn(),
            Event::NoKontra { seat } => self.raising == Some(*seat),
            Event::Played { seat, card } => {
                *seat == self.turn() && !self.current().is_full() && self.hands[*seat].contains(*card)
            }
            Event::TrickTaken { seat } => {
                let best = self.current().best(self.trump).filter(|_| self.current().is_full());
                !self.is_over() && best.is_some_and(|(winner, _)| winner == *seat)
            }
            Event::Folded { seat } => *seat == self.declarer,
            Event::Announced { .. } | Event::Opened { .. } | Event::Claimed { .. } => true,
            _ => false,
        }
    }
}

//! Legal actions of a seat.

use std::ops::Not;

use serde::{Deserialize, Serialize};

use crate::deal::{Deal, Phase};
use crate::records::record::is_default;
use crate::records::seat_action::trump_notes;
use crate::{Action, Card, CardSet, Contract, Games, IllegalAction, Seat, Trump, TrumpRule};

/// The legal actions of a seat. If the seat cannot act now, all fields are empty or `false`.
///
/// Leaving the deal is not listed, because it is legal at any time before the deal is over.
///
/// The JSON form uses the same keys as the actions in a record.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "legal actions, which are an object")]
pub struct Legal {
    /// `true` if the seat may take the talon (the two cards laid aside).
    #[serde(skip_serializing_if = "Not::not")]
    pub take: bool,
    /// `true` if the seat may pass in the auction.
    #[serde(skip_serializing_if = "Not::not")]
    pub pass: bool,
    /// The contracts that the seat may bid, weakest first.
    #[serde(rename = "bid", skip_serializing_if = "Vec::is_empty")]
    pub bids: Vec<Contract>,
    /// `true` if the seat must discard two cards when it bids.
    #[serde(skip_serializing_if = "Not::not")]
    pub discard: bool,
    /// The trump suits that the seat may name.
    #[serde(rename = "trump", with = "trump_notes", skip_serializing_if = "Vec::is_empty")]
    pub trumps: Vec<Trump>,
    /// The games that the seat may double.
    #[serde(skip_serializing_if = "Games::is_empty")]
    pub kontra: Games,
    /// `true` if the seat may decline to double again after an opponent's kontra (doubling).
    #[serde(skip_serializing_if = "Not::not")]
    pub no_kontra: bool,
    /// The cards that the seat may play.
    #[serde(rename = "play", skip_serializing_if = "is_default")]
    pub cards: CardSet,
    /// `true` if the seat may fold (give up the contract).
    #[serde(skip_serializing_if = "Not::not")]
    pub fold: bool,
    /// `true` if the seat may lay its hand face up.
    #[serde(skip_serializing_if = "Not::not")]
    pub open: bool,
    /// `true` if the seat may claim the remaining tricks.
    #[serde(skip_serializing_if = "Not::not")]
    pub claim: bool,
}

impl Legal {
    /// Returns `true` if it is the seat's turn.
    pub fn is_turn(&self) -> bool {
        self.pass
            || !self.bids.is_empty()
            || !self.trumps.is_empty()
            || self.no_kontra
            || !self.cards.is_empty()
    }

    /// Returns the card that the seat has to play: the only legal one, if the seat may neither double a game
    /// nor fold. Claiming and laying the hand open do not count, because they are possible later as well.
    pub fn forced_card(&self) -> Option<Card> {
        let has_choice = self.no_kontra || !self.kontra.is_empty() || self.fold;
        self.cards.iter().next().filter(|_| self.cards.len() == 1 && !has_choice)
    }

    /// Returns `true` if `self` and `other` contain the same actions, regardless of their order.
    pub(crate) fn is_equivalent(&self, other: &Self) -> bool {
        let sorted = |legal: &Self| {
            let mut legal = legal.clone();
            legal.bids.sort_by_cached_key(Contract::to_string);
            legal.trumps.sort_unstable();
            legal
        };
        sorted(self) == sorted(other)
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

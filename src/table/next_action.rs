//! The kind of action that a player can take next.

use ulti_rules::{Deal, Seat};

/// The kind of action that a player can take next. Messages about an illegal action name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextAction {
    /// The player can bid.
    Bid,
    /// The player can only pass, because no bid is higher than the highest one.
    Pass,
    /// The player can take the talon (the two cards laid aside) or pass.
    TakeOrPass,
    /// The player has made the highest bid, and can take the talon to raise it, or pass. Passing ends the
    /// auction.
    RaiseOrPass,
    /// Like [`NextAction::RaiseOrPass`], but the player can also raise the bid without taking the talon.
    RaiseAnyWayOrPass,
    /// The player has to name the trump suit.
    NameTrumps,
    /// The player has to answer a kontra.
    AnswerKontra,
    /// The player has to play a card.
    Play,
    /// The player has to play a card, and can say kontra before it.
    KontraOrPlay,
    /// Another player acts next.
    Wait(Seat),
    /// The deal is over, and the next one can begin.
    NextDeal,
}

impl NextAction {
    /// Returns what the player at `seat` can do in a deal.
    pub(super) fn of(deal: &Deal, seat: Seat) -> Self {
        let view = deal.view(Some(seat));
        let legal = &view.legal;
        match view.turn() {
            None => Self::NextDeal,
            Some(turn) if turn != seat => Self::Wait(turn),
            Some(_) if legal.discard => Self::Bid,
            Some(_) if legal.pass && !legal.take && legal.bids.is_empty() => Self::Pass,
            Some(_) if legal.pass && view.has_best_bid() && legal.bids.is_empty() => Self::RaiseOrPass,
            Some(_) if legal.pass && view.has_best_bid() => Self::RaiseAnyWayOrPass,
            Some(_) if legal.pass => Self::TakeOrPass,
            Some(_) if !legal.trumps.is_empty() => Self::NameTrumps,
            Some(_) if legal.no_kontra => Self::AnswerKontra,
            Some(_) if !legal.kontra.is_empty() => Self::KontraOrPlay,
            Some(_) => Self::Play,
        }
    }
}

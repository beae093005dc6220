//! The cards of a hand that may be played to a trick (`RULES §5`).

use crate::{CardSet, RankOrder, Trick, Trump};

/// The obligation that restricts which cards a player may play, such as having to follow suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty {
    /// The player may play any card.
    Free,
    /// The player must follow suit.
    Follow,
    /// The player cannot follow suit and must play a trump.
    Trump,
    /// The player must beat the best card of the trick.
    Beat,
}

impl Trick {
    /// Returns the cards in `hand` that may be played to the trick. Also returns the duty that restricts the
    /// choice, such as following suit.
    pub fn playable(&self, hand: CardSet, trump: Trump, must_beat: bool) -> (CardSet, Duty) {
        let (Some(led), Some((_, best))) = (self.led(), self.best(trump)) else {
            return (hand, Duty::Free);
        };
        let follow = hand.of_suit(led.suit());
        let trumps = trump.map_or(CardSet::EMPTY, |suit| hand.of_suit(suit));
        let (candidates, duty) = match (follow.is_empty(), trumps.is_empty()) {
            (false, _) => (follow, Duty::Follow),
            (true, false) => (trumps, Duty::Trump),
            (true, true) => return (hand, Duty::Free),
        };
        let beating = candidates & CardSet::above(best, RankOrder::of(trump));
        if must_beat && !beating.is_empty() { (beating, Duty::Beat) } else { (candidates, duty) }
    }
}

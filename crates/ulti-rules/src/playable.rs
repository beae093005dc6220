//! The cards of a hand that may be played to a trick (`RULES §5`).

use crate::{Card, CardSet, RankOrder, Trick, Trump};

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

    /// Returns the cards that a player who may play `card` to the incomplete trick cannot hold.
    ///
    /// A player who did not follow suit has no card of that suit, for example.
    #[must_use]
    pub fn ruled_out_by(&self, card: Card, trump: Trump, must_beat: bool) -> CardSet {
        let (Some(led), Some((_, best))) = (self.led(), self.best(trump)) else { return CardSet::EMPTY };
        let above = CardSet::above(best, RankOrder::of(trump));
        let did_not_beat = must_beat && card.suit() == best.suit() && !above.contains(card);
        let not_above = if did_not_beat { above } else { CardSet::EMPTY };
        match trump {
            _ if card.suit() == led.suit() => not_above,
            Some(trump) if card.suit() != trump => CardSet::suit(led.suit()) | CardSet::suit(trump),
            _ => CardSet::suit(led.suit()) | not_above,
        }
    }
}

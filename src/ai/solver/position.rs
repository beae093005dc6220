//! What the solver is asked about: a moment of the play with all hands known.

use crate::rules::{BySeat, Card, CardSet, Play, Rank, RuleSet, Seat, Trick, Trump};

/// A moment of the play, all three hands known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The trumps, or none; without them the tens rank below the unders.
    pub trump: Trump,
    /// Who plays alone.
    pub declarer: Seat,
    /// The cards in hand.
    pub hands: BySeat<CardSet>,
    /// Who led or is to lead, and the cards that lie: 0 to 2.
    pub trick: Trick,
    /// Whether who can beat has to.
    pub must_beat: bool,
    /// Whether the declarer may not play the trump VII while another card is legal.
    pub seven_locked: bool,
}

/// Why cards are no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAPosition {
    /// A card in two places.
    #[error("{0} is in two places: every card is in one hand or in the trick")]
    Twice(Card),
    /// A trick that is over.
    #[error("the trick has three cards: take it up first")]
    FullTrick,
    /// Hands that do not fit each other.
    #[error("seat {seat} has {count} cards: with {lying} in the trick it should have {expected}")]
    HandSize {
        /// Whose.
        seat: Seat,
        /// How many it has.
        count: u32,
        /// How many cards lie in the trick.
        lying: usize,
        /// How many it should have, by the hand of whoever is to play.
        expected: u32,
    },
    /// Nothing left to play.
    #[error("no hand has a card left")]
    Empty,
}

impl Position {
    /// The moment that a play has come to.
    pub fn of(play: &Play, rules: &RuleSet, hands: BySeat<CardSet>) -> Self {
        Self {
            trump: play.trump(),
            declarer: play.declarer(),
            hands,
            trick: *play.current(),
            must_beat: rules.must_beat,
            seven_locked: play.locks_seven(rules),
        }
    }

    /// Whether it can be.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), NotAPosition> {
        if self.trick.is_full() {
            return Err(NotAPosition::FullTrick);
        }
        let mut seen = CardSet::EMPTY;
        let piles = self.hands.values().copied().chain(self.trick.plays().map(|(_, card)| card.into()));
        for pile in piles {
            if let Some(card) = (seen & pile).iter().next() {
                return Err(NotAPosition::Twice(card));
            }
            seen |= pile;
        }
        let most = self.hands[self.turn()].len();
        for (seat, hand) in self.hands.iter() {
            let expected = if self.trick.card_of(seat).is_some() { most.saturating_sub(1) } else { most };
            if hand.len() != expected {
                let lying = self.trick.len();
                return Err(NotAPosition::HandSize { seat, count: hand.len(), lying, expected });
            }
        }
        if most == 0 { Err(NotAPosition::Empty) } else { Ok(()) }
    }

    /// Whose card comes next.
    pub const fn turn(&self) -> Seat {
        self.trick.turn()
    }

    /// The cards that may be played now.
    pub fn playable(&self) -> CardSet {
        let seat = self.turn();
        let (cards, _) = self.trick.playable(self.hands[seat], self.trump, self.must_beat);
        let seven = self.trump.map_or(CardSet::EMPTY, |trump| Card::new(trump, Rank::Seven).into());
        if self.seven_locked && seat == self.declarer { (cards - seven).or_else(cards) } else { cards }
    }

    /// The position after this card of [`Position::playable`], and who took the trick that it completed.
    #[must_use]
    pub fn after(mut self, card: Card) -> (Self, Option<(Seat, CardSet)>) {
        let seat = self.turn();
        self.hands[seat] -= card.into();
        self.trick.push(card);
        let taken = self.trick.is_full().then(|| self.trick.best(self.trump)).flatten();
        let Some((winner, _)) = taken else { return (self, None) };
        let cards = self.trick.cards();
        self.trick = Trick::new(winner);
        (self, Some((winner, cards)))
    }
}

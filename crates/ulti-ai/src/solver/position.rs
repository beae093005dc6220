//! Positions that the solver can evaluate.

use ulti_rules::{BySeat, Card, CardSet, Play, Rank, RuleSet, Seat, Trick, Trump};

/// A position during play with all three hands known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The trump suit. `None` means that there are no trumps, in which case tens rank below unders (jacks).
    pub trump: Trump,
    /// Seat of the declarer.
    pub declarer: Seat,
    /// The cards in each seat's hand.
    pub hands: BySeat<CardSet>,
    /// The current trick with its leader and up to two cards.
    pub trick: Trick,
    /// `true` if players must beat the best card of the trick when they can.
    pub must_beat: bool,
    /// `true` if the declarer must not play the seven of trumps while another card is legal.
    pub seven_locked: bool,
}

/// Error returned when a position is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPosition {
    /// The same card occurs in two places, such as a hand and the current trick.
    #[error("{0} occurs twice: each card must be in one hand or in the trick")]
    Twice(Card),
    /// The current trick already has three cards.
    #[error("the trick has three cards: remove completed tricks from the position")]
    FullTrick,
    /// A seat has the wrong number of cards.
    #[error("seat {seat} has {count} cards, expected {expected} with {lying} cards in the trick")]
    HandSize {
        /// The seat with the wrong number of cards.
        seat: Seat,
        /// Number of cards in the seat's hand.
        count: u32,
        /// Number of cards in the current trick.
        lying: usize,
        /// Expected number of cards in the seat's hand, based on the hand of the player whose turn it is.
        expected: u32,
    },
    /// All hands are empty.
    #[error("all hands are empty")]
    Empty,
}

impl Position {
    /// Creates a position from the given hands and from the trump suit, declarer and current trick of `play`.
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

    /// Checks that the position is valid.
    ///
    /// # Errors
    /// Returns the first violation found.
    pub fn check(&self) -> Result<(), InvalidPosition> {
        if self.trick.is_full() {
            return Err(InvalidPosition::FullTrick);
        }
        let mut seen = CardSet::EMPTY;
        let piles = self.hands.values().copied().chain(self.trick.plays().map(|(_, card)| card.into()));
        for pile in piles {
            if let Some(card) = (seen & pile).iter().next() {
                return Err(InvalidPosition::Twice(card));
            }
            seen |= pile;
        }
        let most = self.hands[self.turn()].len();
        for (seat, hand) in self.hands.iter() {
            let expected = if self.trick.card_of(seat).is_some() { most.saturating_sub(1) } else { most };
            if hand.len() != expected {
                let lying = self.trick.len();
                return Err(InvalidPosition::HandSize { seat, count: hand.len(), lying, expected });
            }
        }
        if most == 0 { Err(InvalidPosition::Empty) } else { Ok(()) }
    }

    /// Returns the seat that plays the next card.
    pub const fn turn(&self) -> Seat {
        self.trick.turn()
    }

    /// Returns the legal cards for the player whose turn it is.
    pub fn playable(&self) -> CardSet {
        let seat = self.turn();
        let (cards, _) = self.trick.playable(self.hands[seat], self.trump, self.must_beat);
        let seven = self.trump.map_or(CardSet::EMPTY, |trump| Card::new(trump, Rank::Seven).into());
        if self.seven_locked && seat == self.declarer { (cards - seven).or_else(cards) } else { cards }
    }

    /// Returns the position after `card` is played.
    ///
    /// `card` must be one of [`playable`](Self::playable). If the card completes the trick, also returns the
    /// trick's winner and cards.
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

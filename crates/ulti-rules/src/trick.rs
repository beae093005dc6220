//! Tricks: their cards and their winner (`RULES §5`).

use crate::{Card, CardSet, Seat, Trump};

/// A trick: up to three cards in the order in which they were played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trick {
    leader: Seat,
    cards: [Option<Card>; 3],
}

impl Trick {
    /// Creates an empty trick. `leader` plays the first card.
    pub const fn new(leader: Seat) -> Self {
        Self { leader, cards: [None; 3] }
    }

    /// Returns the seat that plays the first card of the trick.
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// Returns the number of cards in the trick, from 0 to 3.
    pub const fn len(&self) -> usize {
        match self.cards {
            [None, ..] => 0,
            [_, None, _] => 1,
            [.., None] => 2,
            _ => 3,
        }
    }

    /// Returns `true` if the trick contains no cards.
    pub const fn is_empty(&self) -> bool {
        self.cards[0].is_none()
    }

    /// Returns `true` if all three cards have been played.
    pub const fn is_full(&self) -> bool {
        self.cards[2].is_some()
    }

    /// Returns the seat that plays next, or the leader if the trick is full.
    pub const fn turn(&self) -> Seat {
        match self.len() {
            1 => self.leader.next(),
            2 => self.leader.next().next(),
            _ => self.leader,
        }
    }

    /// Returns the first card of the trick, or `None` if the trick is empty.
    pub const fn led(&self) -> Option<Card> {
        self.cards[0]
    }

    /// Returns an iterator over the cards and the seats that played them, in order of play.
    pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> {
        self.leader.round().into_iter().zip(self.cards).filter_map(|(seat, card)| Some((seat, card?)))
    }

    /// Returns the cards of the trick as a set.
    pub fn cards(&self) -> CardSet {
        self.cards.into_iter().flatten().collect()
    }

    /// Returns the card that a seat has played to the trick, or `None` if the seat has not played yet.
    pub fn card_of(&self, seat: Seat) -> Option<Card> {
        self.plays().find(|(player, _)| *player == seat).map(|(_, card)| card)
    }

    /// Adds a card to the trick. Does nothing if the trick is full.
    pub fn push(&mut self, card: Card) {
        let lying = self.len();
        if let Some(place) = self.cards.get_mut(lying) {
            *place = Some(card);
        }
    }

    /// Returns the best card in the trick and the seat that played it, or `None` if the trick is empty.
    pub fn best(&self, trump: Trump) -> Option<(Seat, Card)> {
        let [led, second, third] = self.cards;
        let mut best = (self.leader, led?);
        for (seat, card) in self.leader.others().into_iter().zip([second, third]) {
            if let Some(card) = card
                && card.beats(best.1, trump)
            {
                best = (seat, card);
            }
        }
        Some(best)
    }
}

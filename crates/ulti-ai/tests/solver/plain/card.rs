//! Cards written as two letters, and their ranking in a trick (`RULES §1`, `§5`).

use std::fmt;

/// A card, written as the letters of its suit and rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TextCard {
    pub(crate) suit: char,
    pub(crate) rank: char,
}

pub(crate) const SUITS: [char; 4] = ['A', 'L', 'H', 'B'];
pub(crate) const RANKS: [char; 8] = ['7', '8', '9', 'X', 'U', 'O', 'K', 'A'];

impl TextCard {
    /// Returns the strength within the suit, from 0 (weakest) to 7.
    pub(crate) const fn strength(self, trumps: bool) -> usize {
        match (self.rank, trumps) {
            ('7', _) => 0,
            ('8', _) => 1,
            ('9', _) => 2,
            ('U', true) | ('X', false) => 3,
            ('O', true) | ('U', false) => 4,
            ('K', true) | ('O', false) => 5,
            ('X', true) | ('K', false) => 6,
            _ => 7,
        }
    }

    /// Returns `true` if this card beats the best card of a trick.
    pub(crate) fn beats(self, best: Self, trump: Option<char>) -> bool {
        if self.suit == best.suit {
            self.strength(trump.is_some()) > best.strength(trump.is_some())
        } else {
            Some(self.suit) == trump
        }
    }

    /// Returns 10 for an ace or a ten, otherwise 0.
    pub(crate) const fn points(self) -> u32 {
        if self.rank == 'A' || self.rank == 'X' { 10 } else { 0 }
    }

    /// Returns all 32 cards.
    pub(crate) fn deck() -> Vec<Self> {
        SUITS.into_iter().flat_map(|suit| RANKS.map(|rank| Self { suit, rank })).collect()
    }
}

impl fmt::Display for TextCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit, self.rank)
    }
}

impl fmt::Debug for TextCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Parses a list such as `L7A BX`, in which the ranks of one suit are written together.
pub(crate) fn list(text: &str) -> Vec<TextCard> {
    let mut cards = Vec::new();
    for word in text.split_whitespace() {
        let mut letters = word.chars();
        let suit = letters.next().expect("no suit letter");
        cards.extend(letters.map(|rank| TextCard { suit, rank }));
    }
    assert!(
        cards.iter().all(|card| SUITS.contains(&card.suit) && RANKS.contains(&card.rank)),
        "invalid cards: {text}"
    );
    cards
}

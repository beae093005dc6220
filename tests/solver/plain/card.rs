//! A card as two letters, and which of two takes the trick (`RULES §1`, `§5`).

use std::fmt;

/// The letters of its suit and its rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Paper {
    pub(crate) suit: char,
    pub(crate) rank: char,
}

pub(crate) const SUITS: [char; 4] = ['A', 'L', 'H', 'B'];
pub(crate) const RANKS: [char; 8] = ['7', '8', '9', 'X', 'U', 'O', 'K', 'A'];

impl Paper {
    /// 0 for the weakest of a suit, 7 for the strongest.
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

    /// Whether it takes a trick whose best card was the other one.
    pub(crate) fn beats(self, best: Self, trump: Option<char>) -> bool {
        if self.suit == best.suit {
            self.strength(trump.is_some()) > best.strength(trump.is_some())
        } else {
            Some(self.suit) == trump
        }
    }

    /// Ten for an ace and for a ten.
    pub(crate) const fn grease(self) -> u32 {
        if self.rank == 'A' || self.rank == 'X' { 10 } else { 0 }
    }

    /// All 32.
    pub(crate) fn deck() -> Vec<Self> {
        SUITS.into_iter().flat_map(|suit| RANKS.map(|rank| Self { suit, rank })).collect()
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit, self.rank)
    }
}

impl fmt::Debug for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// `L7A BX`: the ranks of a suit together.
pub(crate) fn list(text: &str) -> Vec<Paper> {
    let mut cards = Vec::new();
    for word in text.split_whitespace() {
        let mut letters = word.chars();
        let suit = letters.next().expect("a suit");
        cards.extend(letters.map(|rank| Paper { suit, rank }));
    }
    assert!(cards.iter().all(|card| SUITS.contains(&card.suit) && RANKS.contains(&card.rank)), "{text}");
    cards
}

//! Cards and their notation. A card is written as its suit followed by its rank, such as `H7`, `AA` or `BX`
//! (`RULES §1`).

use std::fmt;
use std::str::FromStr;

use serde_with::{DeserializeFromStr, SerializeDisplay};

use crate::json::Excerpt;
use crate::{Rank, RankOrder, Suit, Trump};

/// One of the 32 cards of the deck.
///
/// The card is stored as one byte: eight times the number of the suit plus the number of the rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, SerializeDisplay, DeserializeFromStr)]
pub struct Card(u8);

impl Card {
    /// Creates a card from its suit and rank.
    pub const fn new(suit: Suit, rank: Rank) -> Self {
        Self(suit as u8 * 8 + rank as u8)
    }

    /// Returns the card at the given position in the unshuffled deck (`RULES §11`), or `None` if `index` is
    /// greater than 31.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 32 { Some(Self(index)) } else { None }
    }

    /// Returns the card's position in the unshuffled deck, from 0 to 31.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the suit of the card.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 / 8) as usize]
    }

    /// Returns the rank of the card.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 % 8) as usize]
    }

    /// Returns the number of points that the card scores in a trick: 10 for an ace or a ten, otherwise 0
    /// (`RULES §1`).
    pub const fn points(self) -> u32 {
        match self.rank() {
            Rank::Ace | Rank::Ten => 10,
            _ => 0,
        }
    }

    /// Returns `true` if this card beats `before`, a card played earlier in the same trick.
    pub fn beats(self, before: Self, trump: Trump) -> bool {
        if self.suit() == before.suit() {
            RankOrder::of(trump).above(before.rank()) & (1 << self.rank() as u8) != 0
        } else {
            trump == Some(self.suit())
        }
    }

    /// Returns an iterator over all 32 cards in the order of the unshuffled deck.
    pub fn deck() -> impl Iterator<Item = Self> {
        (0..32).map(Self)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), self.rank().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error returned when a card cannot be parsed from the given string.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a card: expected a suit (A L H B) and a rank (7 8 9 X U O K A), as in H7 or BX", Excerpt(.0))]
pub struct ParseCardError(pub String);

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        let mut letters = text.chars();
        let suit = letters.next().and_then(Suit::from_letter);
        let rank = letters.next().and_then(Rank::from_letter);
        match (suit, rank, letters.next()) {
            (Some(suit), Some(rank), None) => Ok(Self::new(suit, rank)),
            _ => Err(ParseCardError(text.to_owned())),
        }
    }
}

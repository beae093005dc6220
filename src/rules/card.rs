//! A card and its notation: suit, then rank (`H7`, `AA`, `BX`; `RULES §1`).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{CardSet, Rank, RankOrder, Suit, Trump};

/// One of the 32 cards, in one byte: eight times the suit plus the rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Card(u8);

impl Card {
    /// The card of this suit and rank.
    pub const fn new(suit: Suit, rank: Rank) -> Self {
        Self(suit as u8 * 8 + rank as u8)
    }

    /// The card at a place of the deck in its first order (`RULES §11`), 0 to 31.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 32 { Some(Self(index)) } else { None }
    }

    /// Its place in the deck in its first order, 0 to 31.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 / 8) as usize]
    }

    /// Its rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 % 8) as usize]
    }

    /// Aces and tens are worth ten points in a trick (`RULES §1`), the others none.
    pub const fn points(self) -> u32 {
        match self.rank() {
            Rank::Ace | Rank::Ten => 10,
            _ => 0,
        }
    }

    /// Whether it takes a trick from a card that was played before it.
    pub fn beats(self, before: Self, trump: Trump) -> bool {
        if self.suit() == before.suit() {
            CardSet::above(before, RankOrder::of(trump)).contains(self)
        } else {
            trump == Some(self.suit())
        }
    }

    /// All 32, in deck order.
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

/// The text is not a card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a card: a suit (A L H B), then a rank (7 8 9 X U O K A), as in H7 or BX")]
pub struct NotACard(pub String);

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        let mut letters = text.chars();
        let suit = letters.next().and_then(Suit::from_letter);
        let rank = letters.next().and_then(Rank::from_letter);
        match (suit, rank, letters.next()) {
            (Some(suit), Some(rank), None) => Ok(Self::new(suit, rank)),
            _ => Err(NotACard(text.to_owned())),
        }
    }
}

impl From<Card> for String {
    fn from(card: Card) -> Self {
        card.to_string()
    }
}

impl TryFrom<String> for Card {
    type Error = NotACard;

    fn try_from(text: String) -> Result<Self, NotACard> {
        text.parse()
    }
}

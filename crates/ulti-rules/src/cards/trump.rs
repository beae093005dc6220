//! The trump suit of a deal, and how it is determined (`RULES §4`).

use enumset::EnumSet;

use crate::Suit;

/// The trump suit of a deal, or `None` for play without trumps.
pub type Trump = Option<Suit>;

/// Rule that determines the trump suit of a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrumpRule {
    /// The bid determines the trump suit. `None` means that there are no trumps.
    Fixed(Trump),
    /// The declarer names the trump suit before the first card is led.
    Named {
        /// The suits that the declarer may name as trumps.
        suits: EnumSet<Suit>,
        /// `true` if the declarer may also choose to play without trumps.
        none: bool,
    },
}

impl TrumpRule {
    /// Returns `true` if the declarer may name the given trump suit.
    pub fn allows(self, trump: Trump) -> bool {
        match (self, trump) {
            (Self::Fixed(_), _) => false,
            (Self::Named { suits, .. }, Some(suit)) => suits.contains(suit),
            (Self::Named { none, .. }, None) => none,
        }
    }

    /// Returns the trump suits that the declarer may name, or an empty list if the bid determines the trump
    /// suit.
    pub fn choices(self) -> Vec<Trump> {
        match self {
            Self::Fixed(_) => Vec::new(),
            Self::Named { suits, none } => suits.iter().map(Some).chain(none.then_some(None)).collect(),
        }
    }

    /// Returns all trump suits with which the contract can be played.
    pub fn possible(self) -> Vec<Trump> {
        match self {
            Self::Fixed(trump) => vec![trump],
            Self::Named { .. } => self.choices(),
        }
    }
}

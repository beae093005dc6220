//! Sets of cards, stored as one bit per card.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

use enumset::EnumSet;
use serde::{Deserialize, Serialize};

use crate::{Card, Rank, RankOrder, Suit};

/// A set of cards, stored as a 32-bit mask. Bit `n` represents the card whose [`Card::index`] is `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(into = "Vec<Card>", try_from = "Vec<Card>")]
pub struct CardSet(u32);

impl CardSet {
    /// A set that contains no cards.
    pub const EMPTY: Self = Self(0);
    /// A set that contains all 32 cards of the deck.
    pub const DECK: Self = Self(u32::MAX);

    /// Returns a set that contains only `card`.
    pub const fn of(card: Card) -> Self {
        Self(1 << card.index())
    }

    /// Returns the set of all eight cards of a suit.
    pub const fn suit(suit: Suit) -> Self {
        Self(0xFF << (suit as u32 * 8))
    }

    /// Returns all cards of the same suit that are stronger than `card`.
    pub const fn above(card: Card, order: RankOrder) -> Self {
        Self((order.above(card.rank()) as u32) << (card.suit() as u32 * 8))
    }

    /// Returns `true` if the set contains the card.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & (1 << card.index()) != 0
    }

    /// Returns `true` if the set contains every card of `other`.
    pub const fn is_superset(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns `true` if the set contains no cards.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of cards in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the total points of the cards in the set: 10 for each ace and ten.
    pub fn points(self) -> u32 {
        const ACES_AND_TENS: u32 = 0x8888_8888;
        (self.0 & ACES_AND_TENS).count_ones() * 10
    }

    /// Returns the suits for which the set contains a marriage (both the king and the over).
    pub fn marriages(self) -> EnumSet<Suit> {
        Suit::ALL.into_iter().filter(|suit| self.is_superset(Self::marriage(*suit))).collect()
    }

    /// Returns the marriage of a suit: the king and the over.
    pub(crate) fn marriage(suit: Suit) -> Self {
        [Rank::King, Rank::Over].into_iter().map(|rank| Card::new(suit, rank)).collect()
    }

    /// Returns an iterator over the cards in the set, in the order of the unshuffled deck.
    pub fn iter(self) -> Cards {
        Cards(self.0)
    }

    /// Returns the cards in the set that belong to `suit`.
    #[must_use]
    pub fn of_suit(self, suit: Suit) -> Self {
        self & Self::suit(suit)
    }

    /// Returns this set, or `other` if this set is empty.
    #[must_use]
    pub const fn or_else(self, other: Self) -> Self {
        if self.is_empty() { other } else { self }
    }
}

/// An iterator over the cards of a [`CardSet`], in the order of the unshuffled deck.
#[derive(Debug, Clone)]
pub struct Cards(u32);

impl Iterator for Cards {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = Card::from_index(u8::try_from(self.0.trailing_zeros()).ok()?)?;
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Cards {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;

    fn into_iter(self) -> Cards {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, |set, card| set | Self::of(card))
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> Self {
        Self::of(card)
    }
}

impl From<CardSet> for Vec<Card> {
    fn from(set: CardSet) -> Self {
        set.iter().collect()
    }
}

/// Error returned when a list of cards contains the given card twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the card {0} appears twice")]
pub struct RepeatedCard(pub Card);

impl TryFrom<Vec<Card>> for CardSet {
    type Error = RepeatedCard;

    fn try_from(cards: Vec<Card>) -> Result<Self, RepeatedCard> {
        cards.into_iter().try_fold(Self::EMPTY, |set, card| {
            if set.contains(card) { Err(RepeatedCard(card)) } else { Ok(set | card.into()) }
        })
    }
}

impl BitOr for CardSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for CardSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for CardSet {
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

//! Custom emoji for cards and suits within text.

use std::collections::HashMap;

use super::{DeckStyle, Lang};
use ulti_rules::{Card, Suit};

/// Meaning of a custom emoji: a card or a suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A card.
    Card(Card),
    /// A suit.
    Suit(Suit),
}

impl Symbol {
    /// Iterates over all cards and then all suits.
    pub fn all() -> impl Iterator<Item = Self> {
        Card::deck().map(Self::Card).chain(Suit::ALL.map(Self::Suit))
    }
}

/// A custom Discord emoji that represents a card or suit in text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineEmoji {
    /// Discord id of the emoji.
    pub id: u64,
    /// Name of the emoji in Discord.
    pub name: String,
    /// Markup that inserts the emoji into message text.
    pub inline: String,
}

/// The custom emoji for cards and suits, by language, deck style and symbol.
///
/// The language matters because some emoji contain letters. Cards and suits without a custom emoji are
/// displayed as Unicode symbols.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InlineEmojis(pub(super) HashMap<(Lang, DeckStyle, Symbol), InlineEmoji>);

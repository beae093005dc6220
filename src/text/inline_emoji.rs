//! Custom emoji for cards and suits within text.

use std::collections::HashMap;

use super::{DeckStyle, Lang};
use ulti_rules::{Card, Suit};

/// The card or suit that a custom emoji represents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// The emoji represents a card.
    Card(Card),
    /// The emoji represents a suit.
    Suit(Suit),
}

impl Symbol {
    /// Returns an iterator over all cards, followed by all suits.
    pub fn all() -> impl Iterator<Item = Self> {
        Card::deck().map(Self::Card).chain(Suit::ALL.map(Self::Suit))
    }
}

/// A custom emoji that represents a card or suit in text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineEmoji {
    /// Discord id of the emoji.
    pub id: u64,
    /// Name of the emoji on Discord.
    pub name: String,
    /// Markup that displays the emoji within a line of text.
    pub inline: String,
}

/// All custom emoji of cards and suits, by language, deck style and symbol.
///
/// Cards and suits without a custom emoji are shown as Unicode symbols. Some emoji contain letters, which
/// depend on the language.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InlineEmojis(pub(super) HashMap<(Lang, DeckStyle, Symbol), InlineEmoji>);

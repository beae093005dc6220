//! Options for the text that a reader sees: language, deck style, hints and symbols.

use std::hash::{Hash, Hasher};

use super::inline_emoji::{InlineEmoji, InlineEmojis, Symbol};
use super::{DeckStyle, Lang, Text};
use ulti_rules::{Card, Suit};

/// The kind of symbols that represent cards and suits in text.
#[derive(Debug, Clone, Copy, Default)]
pub enum SymbolSet {
    /// Cards and suits are written in words, without any emoji. Suitable for screen readers.
    Words,
    /// Cards and suits are written with Unicode symbols, which are available on every system.
    #[default]
    Plain,
    /// Cards and suits are written with custom emoji.
    ///
    /// The referenced table of emoji is created once per process and never freed.
    Drawn(&'static InlineEmojis),
}

impl PartialEq for SymbolSet {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Words, Self::Words) | (Self::Plain, Self::Plain) => true,
            (Self::Drawn(one), Self::Drawn(other)) => std::ptr::eq(*one, *other),
            _ => false,
        }
    }
}

impl Eq for SymbolSet {}

impl Hash for SymbolSet {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        std::mem::discriminant(self).hash(hasher);
        if let Self::Drawn(emojis) = self {
            std::ptr::from_ref::<InlineEmojis>(emojis).hash(hasher);
        }
    }
}

/// Options for the text that a reader sees: language, deck style, hints and symbols.
///
/// Functions that name a card or a suit take an `Appearance`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Appearance {
    /// Language in which the text is written.
    pub lang: Lang,
    /// Style of the cards, which determines the names and symbols of cards.
    pub faces: DeckStyle,
    /// `true` if playing hints are offered to the reader.
    pub hints: bool,
    /// Kind of symbols that represent cards and suits in the text.
    pub signs: SymbolSet,
}

impl Appearance {
    /// Every combination of language and deck style, with Unicode symbols and without hints.
    pub const ALL: [Self; 6] = [
        Self::new(Lang::Hu, DeckStyle::Hungarian),
        Self::new(Lang::En, DeckStyle::Hungarian),
        Self::new(Lang::Hu, DeckStyle::French),
        Self::new(Lang::En, DeckStyle::French),
        Self::new(Lang::Hu, DeckStyle::FourColour),
        Self::new(Lang::En, DeckStyle::FourColour),
    ];

    /// Creates options for text with Unicode symbols and without hints.
    pub const fn new(lang: Lang, faces: DeckStyle) -> Self {
        Self { lang, faces, hints: false, signs: SymbolSet::Plain }
    }

    /// Returns a copy of the options with playing hints turned on or off.
    #[must_use]
    pub const fn with_hints(self, hints: bool) -> Self {
        Self { hints, ..self }
    }

    /// Returns a copy of the options with the given kind of symbols for cards and suits.
    #[must_use]
    pub const fn with_signs(self, signs: SymbolSet) -> Self {
        Self { signs, ..self }
    }

    /// Returns a copy of the options in text-only mode: words without symbols and emoji.
    #[must_use]
    pub const fn text_only(self) -> Self {
        self.with_signs(SymbolSet::Words)
    }

    /// Returns `true` in text-only mode, in which cards and suits are written without symbols and emoji.
    pub const fn is_text_only(self) -> bool {
        matches!(self.signs, SymbolSet::Words)
    }

    /// Returns a copy of the options with Unicode symbols in place of custom emoji.
    ///
    /// Button labels cannot contain custom emoji, and some texts would become too long with them. Text-only
    /// options are returned unchanged.
    #[must_use]
    pub const fn undrawn(self) -> Self {
        match self.signs {
            SymbolSet::Drawn(_) => self.with_signs(SymbolSet::Plain),
            SymbolSet::Words | SymbolSet::Plain => self,
        }
    }

    /// Returns a message formatter for the language.
    ///
    /// In text-only mode, the formatter omits emoji.
    pub const fn formatter(self) -> Text {
        let text = Text::new(self.lang);
        if self.is_text_only() { text.without_emoji() } else { text }
    }

    /// Returns the custom emoji of a card, or `None` if there is none.
    pub fn card_emoji(self, card: Card) -> Option<&'static InlineEmoji> {
        self.emoji(Symbol::Card(card))
    }

    /// Returns the custom emoji of a suit, or `None` if there is none.
    pub fn suit_emoji(self, suit: Suit) -> Option<&'static InlineEmoji> {
        self.emoji(Symbol::Suit(suit))
    }

    fn emoji(self, symbol: Symbol) -> Option<&'static InlineEmoji> {
        match self.signs {
            SymbolSet::Drawn(emojis) => emojis.get(self, symbol),
            SymbolSet::Words | SymbolSet::Plain => None,
        }
    }

    /// Returns the symbol shown before the name of a suit, or `None` in text-only mode.
    pub(super) fn sign(self, suit: Suit) -> Option<&'static str> {
        let plain = (!self.is_text_only()).then(|| self.faces.sign(suit));
        self.suit_emoji(suit).map(|emoji| emoji.inline.as_str()).or(plain)
    }
}

/// Creates options for text with the default deck style, Unicode symbols and no hints.
impl From<Lang> for Appearance {
    fn from(lang: Lang) -> Self {
        Self::new(lang, DeckStyle::default())
    }
}

impl InlineEmojis {
    /// Returns the custom emoji of a card or suit in the given language and deck style, or `None` if there is
    /// none.
    pub fn get(&self, appearance: Appearance, symbol: Symbol) -> Option<&InlineEmoji> {
        self.0.get(&(appearance.lang, appearance.faces, symbol))
    }

    /// Returns an iterator over all custom emoji.
    ///
    /// Each emoji is returned with its language, its deck style, and the card or suit that it represents.
    pub fn iter(&self) -> impl Iterator<Item = (Appearance, Symbol, &InlineEmoji)> {
        self.0.iter().map(|((lang, faces, symbol), emoji)| (Appearance::new(*lang, *faces), *symbol, emoji))
    }
}

impl FromIterator<(Appearance, Symbol, InlineEmoji)> for InlineEmojis {
    fn from_iter<I: IntoIterator<Item = (Appearance, Symbol, InlineEmoji)>>(emojis: I) -> Self {
        let keyed = |(appearance, symbol, emoji): (Appearance, _, _)| {
            ((appearance.lang, appearance.faces, symbol), emoji)
        };
        Self(emojis.into_iter().map(keyed).collect())
    }
}

//! Options for the text that a reader sees: language, deck style, hints and symbols.

use std::hash::{Hash, Hasher};

use super::inline_emoji::{InlineEmoji, InlineEmojis, Symbol};
use super::{DeckStyle, Lang, Text};
use ulti_rules::{Card, Suit};

/// Representation of cards and suits in text.
#[derive(Debug, Clone, Copy, Default)]
pub enum SymbolSet {
    /// Words only, without any emoji. Suitable for screen readers.
    Words,
    /// Unicode symbols, which are available on every platform.
    #[default]
    Plain,
    /// Custom Discord emoji.
    ///
    /// The emoji set is created once and never freed, so it has a `'static` lifetime.
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

/// Display options for text: language, deck style, hints and symbols.
///
/// Required by functions whose output mentions cards or suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Appearance {
    /// Language of the text.
    pub lang: Lang,
    /// Deck style, which determines the names and symbols of the cards.
    pub faces: DeckStyle,
    /// `true` if playing hints are offered to the user.
    pub hints: bool,
    /// Representation of cards and suits in the text.
    pub signs: SymbolSet,
}

impl Appearance {
    /// All combinations of language and deck style, with Unicode symbols and without hints.
    pub const ALL: [Self; 6] = [
        Self::new(Lang::Hu, DeckStyle::Hungarian),
        Self::new(Lang::En, DeckStyle::Hungarian),
        Self::new(Lang::Hu, DeckStyle::French),
        Self::new(Lang::En, DeckStyle::French),
        Self::new(Lang::Hu, DeckStyle::FourColour),
        Self::new(Lang::En, DeckStyle::FourColour),
    ];

    /// Creates display options with Unicode symbols and without playing hints.
    pub const fn new(lang: Lang, faces: DeckStyle) -> Self {
        Self { lang, faces, hints: false, signs: SymbolSet::Plain }
    }

    /// Sets the deck style.
    #[must_use]
    pub const fn with_faces(self, faces: DeckStyle) -> Self {
        Self { faces, ..self }
    }

    /// Turns playing hints on or off.
    #[must_use]
    pub const fn with_hints(self, hints: bool) -> Self {
        Self { hints, ..self }
    }

    /// Sets how cards and suits are represented.
    #[must_use]
    pub const fn with_signs(self, signs: SymbolSet) -> Self {
        Self { signs, ..self }
    }

    /// Turns on text-only mode, in which cards and suits are written as words without symbols or emoji.
    #[must_use]
    pub const fn text_only(self) -> Self {
        self.with_signs(SymbolSet::Words)
    }

    /// Returns `true` if cards and suits are written as words, without symbols or emoji.
    pub const fn is_text_only(self) -> bool {
        matches!(self.signs, SymbolSet::Words)
    }

    /// Replaces custom emoji with Unicode symbols. Does not change text-only mode.
    ///
    /// This is used for button labels, which cannot contain custom emoji. It is also used for texts that
    /// custom emoji would make too long.
    #[must_use]
    pub const fn undrawn(self) -> Self {
        match self.signs {
            SymbolSet::Drawn(_) => self.with_signs(SymbolSet::Plain),
            SymbolSet::Words | SymbolSet::Plain => self,
        }
    }

    /// Returns a message formatter for the selected language.
    ///
    /// In text-only mode, the formatter removes emoji from messages.
    pub const fn formatter(self) -> Text {
        let text = Text::new(self.lang);
        if self.is_text_only() { text.without_emoji() } else { text }
    }

    /// Returns the custom emoji for a card. Returns `None` if custom emoji are not in use or the card has
    /// none.
    pub fn card_emoji(self, card: Card) -> Option<&'static InlineEmoji> {
        self.emoji(Symbol::Card(card))
    }

    /// Returns the custom emoji for a suit. Returns `None` if custom emoji are not in use or the suit has
    /// none.
    pub fn suit_emoji(self, suit: Suit) -> Option<&'static InlineEmoji> {
        self.emoji(Symbol::Suit(suit))
    }

    fn emoji(self, symbol: Symbol) -> Option<&'static InlineEmoji> {
        match self.signs {
            SymbolSet::Drawn(emojis) => emojis.get(self, symbol),
            SymbolSet::Words | SymbolSet::Plain => None,
        }
    }

    /// Returns the emoji or Unicode symbol for a suit, or `None` in text-only mode.
    pub(super) fn sign(self, suit: Suit) -> Option<&'static str> {
        let plain = (!self.is_text_only()).then(|| self.faces.sign(suit));
        self.suit_emoji(suit).map(|emoji| emoji.inline.as_str()).or(plain)
    }
}

/// Creates an [`Appearance`] for a language with the default deck style, Unicode symbols and no hints.
impl From<Lang> for Appearance {
    fn from(lang: Lang) -> Self {
        Self::new(lang, DeckStyle::default())
    }
}

impl InlineEmojis {
    /// Returns the custom emoji for a card or suit, or `None` if there is none.
    ///
    /// The emoji depends on the language and the deck style in `appearance`.
    pub fn get(&self, appearance: Appearance, symbol: Symbol) -> Option<&InlineEmoji> {
        self.0.get(&(appearance.lang, appearance.faces, symbol))
    }

    /// Iterates over all custom emoji in arbitrary order.
    ///
    /// Each emoji comes with its language and deck style, and with the card or suit that it represents.
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

//! Deck styles, which determine the design and names of cards.

use ulti_rules::Suit;

/// A style of playing cards.
///
/// Affects only the design and the names of the cards, never the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum DeckStyle {
    /// The Hungarian deck, with which ulti is traditionally played.
    #[default]
    Hungarian,
    /// A French deck as a substitute for the Hungarian one.
    ///
    /// Hearts stay the same. Spades replace leaves, clubs replace acorns, and diamonds replace bells. The
    /// jack replaces the under, and the queen replaces the over.
    French,
    /// An easy-to-read French deck with large symbols and a different colour for each suit.
    FourColour,
}

impl DeckStyle {
    /// All deck styles, starting with the Hungarian deck.
    pub const ALL: [Self; 3] = [Self::Hungarian, Self::French, Self::FourColour];

    /// Returns the identifier of the deck style: `hungarian`, `french` or `four-colour`.
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// Returns `true` if suits and ranks have French names and symbols.
    pub const fn is_french(self) -> bool {
        matches!(self, Self::French | Self::FourColour)
    }

    /// Returns the deck style with the given identifier, or `None` if there is none.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|faces| faces.code() == code)
    }

    /// Returns the Unicode symbol for a suit.
    ///
    /// No two symbols of a deck have the same shape, so the suits can be told apart without colour.
    pub const fn sign(self, suit: Suit) -> &'static str {
        match (self, suit) {
            (_, Suit::Hearts) => "♥",
            (Self::Hungarian, Suit::Acorns) => "🌰",
            (Self::Hungarian, Suit::Leaves) => "🍃",
            (Self::Hungarian, Suit::Bells) => "🔔",
            (Self::French | Self::FourColour, Suit::Acorns) => "♣",
            (Self::French | Self::FourColour, Suit::Leaves) => "♠",
            (Self::French | Self::FourColour, Suit::Bells) => "♦",
        }
    }
}

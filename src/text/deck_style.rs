//! Deck styles, which determine the design and names of cards.

use ulti_rules::Suit;

/// A style of playing cards. It determines only how cards look and what they are called, and never affects
/// the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DeckStyle {
    /// The Hungarian deck, which is the traditional deck for ulti.
    #[default]
    Hungarian,
    /// The French deck, which can replace the Hungarian one.
    ///
    /// Hearts remain hearts. Spades stand for leaves, clubs for acorns, and diamonds for bells. The jack
    /// stands for the under, and the queen for the over.
    French,
    /// The French deck with large symbols and a different colour for each suit, for better legibility.
    FourColour,
}

impl DeckStyle {
    /// All deck styles, beginning with the Hungarian one.
    pub const ALL: [Self; 3] = [Self::Hungarian, Self::French, Self::FourColour];

    /// Returns the code of the deck style: `hungarian`, `french` or `four-colour`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Hungarian => "hungarian",
            Self::French => "french",
            Self::FourColour => "four-colour",
        }
    }

    /// Returns `true` if suits and ranks have the names and symbols of the French deck.
    pub const fn is_french(self) -> bool {
        matches!(self, Self::French | Self::FourColour)
    }

    /// Returns the deck style with the given code, or `None` if the code is unknown.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|faces| faces.code() == code)
    }

    /// Returns the Unicode symbol of a suit.
    ///
    /// The symbols differ in shape, so they can be distinguished without colour.
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

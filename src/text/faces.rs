//! The deck whose faces the cards have.

use crate::rules::Suit;

/// A deck's faces. Only how cards look and are called hangs on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Faces {
    /// The Hungarian deck that ulti is played with.
    #[default]
    Hungarian,
    /// The French deck where it stands in, hearts for hearts, spades for leaves, clubs for acorns and
    /// diamonds for bells; the Jack for the Under, the Queen for the Over.
    French,
    /// The French deck, each suit in a colour of its own and with large signs, for eyes that like it clear.
    FourColour,
}

impl Faces {
    /// Every deck's, the game's own first.
    pub const ALL: [Self; 3] = [Self::Hungarian, Self::French, Self::FourColour];

    /// Their code: `hungarian`, `french` or `four-colour`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Hungarian => "hungarian",
            Self::French => "french",
            Self::FourColour => "four-colour",
        }
    }

    /// Whether suits and ranks have the names and signs of the French deck.
    pub const fn is_french(self) -> bool {
        matches!(self, Self::French | Self::FourColour)
    }

    /// The faces of a code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|faces| faces.code() == code)
    }

    /// The sign of a suit. Four signs of four shapes: colour is never what tells them apart.
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

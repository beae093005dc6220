//! The four suits of the Hungarian deck (`RULES §1`).

use std::fmt;
use std::str::FromStr;

use enumset::EnumSetType;
use serde::{Deserialize, Serialize};

/// A suit, in the order of the deck that a fair shuffle starts from (`RULES §11`).
#[derive(Debug, PartialOrd, Ord, Hash, Serialize, Deserialize, EnumSetType)]
#[enumset(serialize_repr = "list")]
pub enum Suit {
    /// makk
    #[serde(rename = "A")]
    Acorns,
    /// zöld
    #[serde(rename = "L")]
    Leaves,
    /// piros
    #[serde(rename = "H")]
    Hearts,
    /// tök
    #[serde(rename = "B")]
    Bells,
}

impl Suit {
    /// Every suit, in deck order.
    pub const ALL: [Self; 4] = [Self::Acorns, Self::Leaves, Self::Hearts, Self::Bells];

    /// The letter of a card's notation: `A`, `L`, `H` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Self::Acorns => 'A',
            Self::Leaves => 'L',
            Self::Hearts => 'H',
            Self::Bells => 'B',
        }
    }

    /// The English word used in the text of a contract: `acorns`, `leaves`, `hearts`, `bells`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Acorns => "acorns",
            Self::Leaves => "leaves",
            Self::Hearts => "hearts",
            Self::Bells => "bells",
        }
    }

    /// The suit of a letter, upper or lower case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.letter() == letter.to_ascii_uppercase())
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The text names no suit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no suit is called '{0}': acorns, leaves, hearts or bells")]
pub struct UnknownSuit(pub String);

impl FromStr for Suit {
    type Err = UnknownSuit;

    fn from_str(text: &str) -> Result<Self, UnknownSuit> {
        Self::ALL.into_iter().find(|suit| suit.word() == text).ok_or_else(|| UnknownSuit(text.to_owned()))
    }
}

//! The four suits of the Hungarian deck (`RULES §1`).

use enumset::EnumSetType;
use serde::{Deserialize, Serialize};

/// One of the four suits. The variants are in the order of the unshuffled deck (`RULES §11`).
#[derive(Debug, PartialOrd, Ord, Hash, Serialize, Deserialize, EnumSetType)]
#[enumset(serialize_repr = "list")]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase", parse_err_ty = UnknownSuit, parse_err_fn = unknown)]
pub enum Suit {
    /// The suit acorns (Hungarian *makk*).
    #[serde(rename = "A")]
    Acorns,
    /// The suit leaves (Hungarian *zöld*).
    #[serde(rename = "L")]
    Leaves,
    /// The suit hearts (Hungarian *piros*).
    #[serde(rename = "H")]
    Hearts,
    /// The suit bells (Hungarian *tök*).
    #[serde(rename = "B")]
    Bells,
}

impl Suit {
    /// All suits in the order of the unshuffled deck.
    pub const ALL: [Self; 4] = [Self::Acorns, Self::Leaves, Self::Hearts, Self::Bells];

    /// Returns the letter for the suit in a card's notation: `A`, `L`, `H` or `B`.
    pub const fn letter(self) -> char {
        b"ALHB"[self as usize] as char
    }

    /// Returns the English name of the suit as used in contracts: `acorns`, `leaves`, `hearts` or `bells`.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Returns the suit for a letter, ignoring case. Returns `None` if no suit has this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.letter() == letter.to_ascii_uppercase())
    }
}

/// Error returned when the given string is not the name of a suit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown suit '{0}', expected acorns, leaves, hearts or bells")]
pub struct UnknownSuit(pub String);

fn unknown(text: &str) -> UnknownSuit {
    UnknownSuit(text.to_owned())
}

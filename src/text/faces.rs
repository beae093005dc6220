//! How a suit and a card are drawn where there is only text.

use crate::rules::{Card, Suit};

use super::{Lang, words};

/// A way of drawing cards in text. Whoever has pictures (a server's emojis, say) writes another.
pub trait Faces {
    /// The sign of a suit. Four signs of four shapes: colour is never what tells them apart.
    fn suit(&self, lang: Lang, suit: Suit) -> String;

    /// A card, short enough for a button.
    fn card(&self, lang: Lang, card: Card) -> String {
        format!("{} {}", self.suit(lang, card.suit()), words::rank_short(lang, card.rank()))
    }
}

/// The signs that every system has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Signs {
    /// 🌰 acorns, 🍃 leaves, ♥ hearts, 🔔 bells.
    #[default]
    Hungarian,
    /// ♣ for acorns, ♠ for leaves, ♥ for hearts, ♦ for bells, as where a French deck stands in.
    French,
    /// The suit's name and no sign at all.
    Words,
}

impl Faces for Signs {
    fn suit(&self, lang: Lang, suit: Suit) -> String {
        let sign = match (self, suit) {
            (Self::Words, suit) => return words::suit(lang, suit),
            (_, Suit::Hearts) => "♥",
            (Self::Hungarian, Suit::Acorns) => "🌰",
            (Self::Hungarian, Suit::Leaves) => "🍃",
            (Self::Hungarian, Suit::Bells) => "🔔",
            (Self::French, Suit::Acorns) => "♣",
            (Self::French, Suit::Leaves) => "♠",
            (Self::French, Suit::Bells) => "♦",
        };
        sign.to_owned()
    }
}

//! In which language, with the faces of which deck and by what signs things are said.

use std::hash::{Hash, Hasher};

use super::emblem::{Emblem, Emblems, Sign};
use super::{Faces, Lang, Text};
use crate::rules::{Card, Suit};

/// By what cards and suits are shown within a text.
#[derive(Debug, Clone, Copy, Default)]
pub enum Signs {
    /// Words, and no emoji anywhere: what a screen reader reads well.
    Words,
    /// Signs that every system has.
    #[default]
    Plain,
    /// Small pictures. They are made once for a whole run, so whoever has them may lend them for good.
    Drawn(&'static Emblems),
}

impl PartialEq for Signs {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Words, Self::Words) | (Self::Plain, Self::Plain) => true,
            (Self::Drawn(one), Self::Drawn(other)) => std::ptr::eq(*one, *other),
            _ => false,
        }
    }
}

impl Eq for Signs {}

impl Hash for Signs {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        std::mem::discriminant(self).hash(hasher);
        if let Self::Drawn(emblems) = self {
            std::ptr::from_ref::<Emblems>(emblems).hash(hasher);
        }
    }
}

/// A language, the faces of a deck and the signs for them: what has to be known before a card or a
/// suit can be put into words. It travels to wherever something is said to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Look {
    /// The language.
    pub lang: Lang,
    /// The faces.
    pub faces: Faces,
    /// Whether hints are offered.
    pub hints: bool,
    /// By what cards and suits are shown.
    pub signs: Signs,
}

impl Look {
    /// Every language with every deck's faces.
    pub const ALL: [Self; 6] = [
        Self::new(Lang::Hu, Faces::Hungarian),
        Self::new(Lang::En, Faces::Hungarian),
        Self::new(Lang::Hu, Faces::French),
        Self::new(Lang::En, Faces::French),
        Self::new(Lang::Hu, Faces::FourColour),
        Self::new(Lang::En, Faces::FourColour),
    ];

    /// This language with these faces, in plain signs and without hints.
    pub const fn new(lang: Lang, faces: Faces) -> Self {
        Self { lang, faces, hints: false, signs: Signs::Plain }
    }

    /// The same with hints, or without.
    #[must_use]
    pub const fn with_hints(self, hints: bool) -> Self {
        Self { hints, ..self }
    }

    /// The same by these signs.
    #[must_use]
    pub const fn with_signs(self, signs: Signs) -> Self {
        Self { signs, ..self }
    }

    /// The same in words alone.
    #[must_use]
    pub const fn text_only(self) -> Self {
        self.with_signs(Signs::Words)
    }

    /// Whether it is words alone: no pictures, no emoji.
    pub const fn is_text_only(self) -> bool {
        matches!(self.signs, Signs::Words)
    }

    /// The same without small pictures: for a label, which can't hold any, and for a text that would
    /// get too long with them.
    #[must_use]
    pub const fn undrawn(self) -> Self {
        match self.signs {
            Signs::Drawn(_) => self.with_signs(Signs::Plain),
            Signs::Words | Signs::Plain => self,
        }
    }

    /// The voice in which it is said.
    pub const fn text(self) -> Text {
        let text = Text::new(self.lang);
        if self.is_text_only() { text.without_emoji() } else { text }
    }

    /// The small picture of a card's face, where there is one.
    pub fn card_emblem(self, card: Card) -> Option<&'static Emblem> {
        self.emblem(Sign::Card(card))
    }

    /// The small picture of a suit, where there is one.
    pub fn suit_emblem(self, suit: Suit) -> Option<&'static Emblem> {
        self.emblem(Sign::Suit(suit))
    }

    fn emblem(self, sign: Sign) -> Option<&'static Emblem> {
        match self.signs {
            Signs::Drawn(emblems) => emblems.get(self, sign),
            Signs::Words | Signs::Plain => None,
        }
    }

    /// The sign of a suit, as it stands before its name; `None` in words alone.
    pub(super) fn sign(self, suit: Suit) -> Option<&'static str> {
        let plain = (!self.is_text_only()).then(|| self.faces.sign(suit));
        self.suit_emblem(suit).map(|emblem| emblem.inline.as_str()).or(plain)
    }
}

/// With the faces of whoever has not asked for others.
impl From<Lang> for Look {
    fn from(lang: Lang) -> Self {
        Self::new(lang, Faces::default())
    }
}

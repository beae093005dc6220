//! A card on a button and a card within a line.

use crate::rules::{Card, Suit};
use crate::text::{self, Lang, Signs};

/// An emoji that the application has uploaded.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Emoji {
    /// Its number at Discord.
    pub id: u64,
    /// Its name, letters and underscores.
    pub name: String,
}

/// What stands on a card's button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Face {
    /// The words, at most a dozen characters: five buttons share the width of a phone.
    pub label: String,
    /// The picture before them.
    pub emoji: Option<Emoji>,
}

/// A way of showing cards. Suits are never told apart by colour alone.
pub trait Faces: Send + Sync {
    /// A card on a button.
    fn button(&self, card: Card, lang: Lang) -> Face;

    /// A card within a line of text.
    fn inline(&self, card: Card, lang: Lang) -> String;

    /// A suit within a line of text, its name beside its sign.
    fn suit(&self, suit: Suit, lang: Lang) -> String;
}

/// Cards in signs and letters that every system has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextFaces {
    /// Which signs.
    pub signs: Signs,
}

/// The faces of whoever has not asked for others.
pub(crate) static TEXT_FACES: TextFaces = TextFaces { signs: Signs::Hungarian };

impl Faces for TextFaces {
    fn button(&self, card: Card, lang: Lang) -> Face {
        Face { label: self.inline(card, lang), emoji: None }
    }

    fn inline(&self, card: Card, lang: Lang) -> String {
        text::Faces::card(&self.signs, lang, card)
    }

    fn suit(&self, suit: Suit, lang: Lang) -> String {
        let (sign, name) = (text::Faces::suit(&self.signs, lang, suit), text::suit(lang, suit));
        if sign == name { name } else { format!("{sign} {name}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_cards_look_alike() {
        for lang in Lang::ALL {
            for signs in [Signs::Hungarian, Signs::French, Signs::Words] {
                let faces = TextFaces { signs };
                let mut labels: Vec<String> =
                    Card::deck().map(|card| faces.button(card, lang).label).collect();
                labels.sort();
                labels.dedup();
                assert_eq!(labels.len(), 32);
            }
        }
    }
}

//! A card on a button.

use crate::rules::Card;
use crate::text::{self, Look};

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

impl Face {
    /// A card as its small picture with its rank, where there is one; else in signs and letters that
    /// every system has, or in words. Suits are never told apart by colour alone.
    pub fn of(card: Card, look: Look) -> Self {
        match look.card_emblem(card) {
            Some(emblem) => Self {
                label: text::rank_short(look, card.rank()),
                emoji: Some(Emoji { id: emblem.id, name: emblem.name.clone() }),
            },
            None => Self { label: text::card_short(look.undrawn(), card), emoji: None },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_cards_look_alike() {
        for look in Look::ALL {
            let mut labels: Vec<String> = Card::deck().map(|card| Face::of(card, look).label).collect();
            assert!(labels.iter().all(|label| label.chars().count() <= 12));
            labels.sort();
            labels.dedup();
            assert_eq!(labels.len(), 32);
        }
    }
}

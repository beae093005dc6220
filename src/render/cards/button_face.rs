//! Labels and emoji of card buttons.

use crate::text::{self, Appearance};
use ulti_rules::Card;

/// A custom emoji uploaded by the bot's Discord application.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Emoji {
    /// Discord id of the emoji.
    pub id: u64,
    /// Name of the emoji. It contains only letters and underscores.
    pub name: String,
}

/// The label and emoji of a card's button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ButtonFace {
    /// Button label. It has at most twelve characters, so that a phone can show five buttons in a row.
    pub label: String,
    /// Emoji shown before the label, if any.
    pub emoji: Option<Emoji>,
}

impl ButtonFace {
    /// Returns the label and emoji for a card's button.
    ///
    /// If the card's custom emoji is available, the button shows it next to the rank. Otherwise, the label
    /// contains the rank and a Unicode suit symbol, or the card's name in words. Suits are never
    /// distinguished by colour alone.
    pub fn of(card: Card, appearance: Appearance) -> Self {
        match appearance.card_emoji(card) {
            Some(emoji) => Self {
                label: text::rank_short(appearance, card.rank()),
                emoji: Some(Emoji { id: emoji.id, name: emoji.name.clone() }),
            },
            None => Self { label: text::card_short(appearance.undrawn(), card), emoji: None },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_button_labels_are_short_and_unique() {
        for appearance in Appearance::ALL {
            let mut labels: Vec<String> =
                Card::deck().map(|card| ButtonFace::of(card, appearance).label).collect();
            assert!(labels.iter().all(|label| label.chars().count() <= 12));
            labels.sort();
            labels.dedup();
            assert_eq!(labels.len(), 32);
        }
    }
}

//! Labels and emoji of card buttons.

use crate::text::{self, Appearance};
use ulti_rules::Card;

/// A custom emoji of the bot's Discord application.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Emoji {
    /// Discord id of the emoji.
    pub id: u64,
    /// Name of the emoji, which consists of letters and underscores.
    pub name: String,
}

/// The label and emoji of a button that stands for a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ButtonFace {
    /// Label of the button. It has at most twelve characters, so that five buttons fit side by side on a
    /// phone.
    pub label: String,
    /// Emoji that is displayed before the button's label.
    pub emoji: Option<Emoji>,
}

impl ButtonFace {
    /// Returns the label and emoji for a card's button.
    ///
    /// The button shows the card's custom emoji and rank if the emoji is available. Otherwise the label
    /// contains a Unicode suit symbol with the rank, or words. Suits are never distinguished by colour alone.
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

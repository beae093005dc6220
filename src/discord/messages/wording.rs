//! Methods of [`Appearance`] for localised texts and card notation.

use crate::text::{self, Appearance, Arg, args};
use ulti_rules::{Card, CardSet, RankOrder, Trump};

impl Appearance {
    /// Returns the localised text for a key that takes no arguments.
    pub(super) fn text(self, key: &str) -> String {
        self.formatter().text(key)
    }

    /// Returns the localised text for a key, with the given arguments inserted.
    pub(super) fn with(self, key: &str, args: &[(&'static str, Arg<'_>)]) -> String {
        self.formatter().with(key, args)
    }

    /// Returns the label for a button that chooses a trump suit, or no trumps if `suit` is `None`.
    pub(super) fn trump_label(self, suit: Option<String>) -> String {
        match suit {
            Some(suit) => self.with("button-trump", args![suit]),
            None => self.text("button-no-trumps"),
        }
    }

    /// Adds a marker to a card's label to show that the card is chosen.
    pub(super) fn picked(self, label: &str) -> String {
        if self.is_text_only() {
            self.with("show-picked", args![card = label])
        } else {
            format!("✓ {label}")
        }
    }

    /// Formats a card for use in text.
    pub(super) fn card(self, card: Card) -> String {
        text::card_short(self, card)
    }

    /// Formats cards for use in text, sorted like a hand.
    pub(super) fn cards(self, cards: CardSet, trump: Trump, order: RankOrder) -> String {
        let shown: Vec<String> =
            text::sort_hand(cards, trump, order).into_iter().map(|card| self.card(card)).collect();
        shown.join(" · ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::sort_hand;
    use ulti_rules::Suit;

    #[test]
    fn trumps_come_first_in_sorted_hand() {
        let cards: CardSet =
            ["AX", "AK", "AA", "H7", "HX", "B8"].map(|card| card.parse().unwrap()).into_iter().collect();
        let held = |trump: Trump| {
            let names: Vec<String> =
                sort_hand(cards, trump, RankOrder::of(trump)).iter().map(ToString::to_string).collect();
            names.join(" ")
        };
        assert_eq!(held(Some(Suit::Hearts)), "HX H7 AA AX AK B8");
        assert_eq!(held(None), "AA AK AX HX H7 B8");
    }
}

//! What is said in a [`Look`].

use crate::rules::{Card, CardSet, RankOrder, Suit, Trump};
use crate::text::{self, Arg, Look};

impl Look {
    /// A sentence without arguments.
    pub(super) fn say(self, key: &str) -> String {
        self.text().say(key)
    }

    /// A sentence with its arguments.
    pub(super) fn with(self, key: &str, args: &[(&'static str, Arg<'_>)]) -> String {
        self.text().with(key, args)
    }

    /// The button that chooses the trumps: a suit as it is called here, or none.
    pub(super) fn trump_label(self, suit: Option<String>) -> String {
        match suit {
            Some(suit) => self.with("button-trump", &[("suit", suit.into())]),
            None => self.say("button-no-trumps"),
        }
    }

    /// The label of a card that is chosen.
    pub(super) fn picked(self, label: &str) -> String {
        if self.is_text_only() {
            self.with("show-picked", &[("card", label.into())])
        } else {
            format!("✓ {label}")
        }
    }

    /// A card within a line.
    pub(super) fn card(self, card: Card) -> String {
        text::card_short(self, card)
    }

    /// Cards within a line, as they are held.
    pub(super) fn cards(self, cards: CardSet, trump: Trump, order: RankOrder) -> String {
        let shown: Vec<String> =
            as_held(cards, trump, order).into_iter().map(|card| self.card(card)).collect();
        shown.join(" · ")
    }
}

/// The order in which a hand is held: trumps first, then suit by suit, in each the strongest first.
pub(super) fn as_held(cards: CardSet, trump: Trump, order: RankOrder) -> Vec<Card> {
    let mut held: Vec<Card> = cards.iter().collect();
    let place = |suit: Suit| (trump != Some(suit), suit);
    held.sort_by_key(|card| (place(card.suit()), std::cmp::Reverse(order.strength(card.rank()))));
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trumps_come_first_and_the_ten_finds_its_place() {
        let cards: CardSet =
            ["AX", "AK", "AA", "H7", "HX", "B8"].map(|card| card.parse().unwrap()).into_iter().collect();
        let held = |trump: Trump| {
            let names: Vec<String> =
                as_held(cards, trump, RankOrder::of(trump)).iter().map(ToString::to_string).collect();
            names.join(" ")
        };
        assert_eq!(held(Some(Suit::Hearts)), "HX H7 AA AX AK B8");
        assert_eq!(held(None), "AA AK AX HX H7 B8");
    }
}

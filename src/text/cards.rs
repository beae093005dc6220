//! Cards in words and signs.

use crate::rules::{Card, CardSet, RankOrder};

use super::{Faces, Lang, Signs, words};

/// A card in words: `piros hetes`, `hearts VII`.
pub fn card(lang: Lang, card: Card) -> String {
    format!("{} {}", words::suit(lang, card.suit()), words::rank(lang, card.rank()))
}

/// A card for a button or a line of cards: `♥ VII`.
pub fn card_short(lang: Lang, card: Card) -> String {
    Signs::default().card(lang, card)
}

/// Cards in words, a comma between them.
pub fn cards(lang: Lang, cards: CardSet) -> String {
    let names: Vec<String> = cards.iter().map(|one| card(lang, one)).collect();
    names.join(", ")
}

/// Cards as these faces draw them, suit by suit, the strongest first: `🌰 A · 🌰 K · ♥ VII`.
pub fn cards_short(lang: Lang, faces: &dyn Faces, cards: CardSet, order: RankOrder) -> String {
    let drawn: Vec<String> =
        in_hand_order(cards, order).into_iter().map(|one| faces.card(lang, one)).collect();
    drawn.join(" · ")
}

/// The order in which a hand is held: suit by suit, in each the strongest first.
pub fn in_hand_order(cards: CardSet, order: RankOrder) -> Vec<Card> {
    let mut held: Vec<Card> = cards.iter().collect();
    held.sort_by_key(|card| (card.suit(), std::cmp::Reverse(order.strength(card.rank()))));
    held
}

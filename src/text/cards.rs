//! Cards in words and signs.

use crate::rules::{Card, CardSet, RankOrder, Suit, Trump};

use super::{Faces, Look, Text, words};

/// Stands behind the sign of a suit, so that no line breaks within a card.
const NO_BREAK: char = '\u{a0}';

/// A card in words: `piros hetes`, `VII of hearts`, `Queen of spades`.
pub fn card(look: Look, card: Card) -> String {
    let key = match look.faces {
        Faces::Hungarian => "card",
        Faces::French | Faces::FourColour => "card-french",
    };
    let rank = if look.is_text_only() {
        words::rank_read(look, card.rank())
    } else {
        words::rank(look, card.rank())
    };
    let suit = words::suit(look, card.suit());
    Text::new(look.lang).with(key, &[("suit", suit.into()), ("rank", rank.into())])
}

/// A card for a button or a line of cards: its small picture, else `♥ VII`, `♠ Q`; in words alone as
/// [`card`] has it. This and [`suit_with_sign`] are the only places where pictures and signs are chosen.
pub fn card_short(look: Look, one: Card) -> String {
    match (look.card_emblem(one), look.undrawn().sign(one.suit())) {
        (Some(emblem), _) => emblem.inline.clone(),
        (None, Some(sign)) => format!("{sign}{NO_BREAK}{}", words::rank_short(look, one.rank())),
        (None, None) => card(look, one),
    }
}

/// A suit with its sign: `🍃 zöld`, `♠ spades`; in words alone, its name.
pub fn suit_with_sign(look: Look, suit: Suit) -> String {
    let name = words::suit(look, suit);
    look.sign(suit).map_or_else(|| name.clone(), |sign| format!("{sign}{NO_BREAK}{name}"))
}

/// Cards in words, a comma between them.
pub fn cards(look: Look, cards: CardSet) -> String {
    cards_in_order(look, &cards.iter().collect::<Vec<Card>>())
}

/// The same in this order.
pub fn cards_in_order(look: Look, cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(|one| card(look, *one)).collect();
    names.join(", ")
}

/// Cards in signs, suit by suit, the strongest first: `🌰 A · 🌰 K · ♥ VII`.
pub fn cards_short(look: Look, cards: CardSet, order: RankOrder) -> String {
    let drawn: Vec<String> =
        in_hand_order(cards, order).into_iter().map(|one| card_short(look, one)).collect();
    drawn.join(" · ")
}

/// The order in which a hand is held once trumps are named: trumps first, then suit by suit, in each the
/// strongest first.
pub fn as_held(cards: CardSet, trump: Trump) -> Vec<Card> {
    let mut held = in_hand_order(cards, RankOrder::of(trump));
    held.sort_by_key(|card| trump != Some(card.suit()));
    held
}

/// The order in which a hand is held: suit by suit, in each the strongest first.
pub fn in_hand_order(cards: CardSet, order: RankOrder) -> Vec<Card> {
    let mut held: Vec<Card> = cards.iter().collect();
    held.sort_by_key(|card| (card.suit(), std::cmp::Reverse(order.strength(card.rank()))));
    held
}

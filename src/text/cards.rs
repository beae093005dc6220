//! Text that names cards and suits, in words and symbols.

use std::cmp::Reverse;

use ulti_rules::{Card, CardSet, RankOrder, Suit, Trump};

use super::{Appearance, DeckStyle, Text, args, names};

/// No-break space, used between a suit symbol and the text after it so that they stay on the same line.
const NO_BREAK: char = '\u{a0}';

/// Returns the name of a card, such as `piros hetes`, `VII of hearts` or `Queen of spades`.
pub fn card(appearance: Appearance, card: Card) -> String {
    let key = match appearance.faces {
        DeckStyle::Hungarian => "card",
        DeckStyle::French | DeckStyle::FourColour => "card-french",
    };
    let rank = names::rank(appearance, card.rank());
    let suit = names::suit(appearance, card.suit());
    Text::new(appearance.lang).with(key, args![suit, rank])
}

/// Returns the short form of a card for buttons and lists.
///
/// This is the card's custom emoji if available, otherwise text such as `♥ VII` or `♠ Q`. In text-only
/// mode, it is the full name as returned by [`card`].
pub fn card_short(appearance: Appearance, one: Card) -> String {
    match (appearance.card_emoji(one), appearance.undrawn().sign(one.suit())) {
        (Some(emoji), _) => emoji.inline.clone(),
        (None, Some(sign)) => format!("{sign}{NO_BREAK}{}", names::rank_short(appearance, one.rank())),
        (None, None) => card(appearance, one),
    }
}

/// Returns the symbol and name of a suit, such as `🍃 zöld` or `♠ spades`.
///
/// Omits the symbol in text-only mode.
pub fn suit_with_sign(appearance: Appearance, suit: Suit) -> String {
    let name = names::suit(appearance, suit);
    appearance.sign(suit).map_or_else(|| name.clone(), |sign| format!("{sign}{NO_BREAK}{name}"))
}

/// Returns the names of the cards in a set, separated by commas.
pub fn cards(appearance: Appearance, cards: CardSet) -> String {
    cards_in_order(appearance, &cards.iter().collect::<Vec<Card>>())
}

/// Returns the names of the cards in the order given, separated by commas.
pub fn cards_in_order(appearance: Appearance, cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(|one| card(appearance, *one)).collect();
    names.join(", ")
}

/// Returns the names of the cards in the order given, such as `leaves Ace, King; hearts VII`. The suit of
/// consecutive cards is named once.
pub fn cards_by_suit(appearance: Appearance, cards: &[Card]) -> String {
    let of_suit = |cards: &[Card]| {
        let suit = cards.first().map_or_else(String::new, |card| names::suit(appearance, card.suit()));
        let ranks: Vec<String> = cards.iter().map(|card| names::rank(appearance, card.rank())).collect();
        Text::new(appearance.lang).with("cards-of-suit", args![suit, ranks = ranks.join(", ")])
    };
    let suits = cards.chunk_by(|one, next| one.suit() == next.suit());
    suits.map(of_suit).collect::<Vec<_>>().join("; ")
}

/// Sorts a hand for display, using the rank order that applies with the given trumps.
///
/// Trumps come first, followed by the other suits. Within each suit, the strongest card comes first.
pub fn as_held(cards: CardSet, trump: Trump) -> Vec<Card> {
    sort_hand(cards, trump, RankOrder::of(trump))
}

/// Sorts a hand for display, grouped by suit. Within each suit, the strongest card comes first.
pub fn in_hand_order(cards: CardSet, order: RankOrder) -> Vec<Card> {
    sort_hand(cards, None, order)
}

/// Sorts a hand for display, grouped by suit with trumps first. Within each suit, the strongest card comes
/// first.
pub fn sort_hand(cards: CardSet, trump: Trump, order: RankOrder) -> Vec<Card> {
    let mut sorted: Vec<Card> = cards.iter().collect();
    let suit_order = |suit| (trump != Some(suit), suit);
    sorted.sort_by_key(|card| (suit_order(card.suit()), Reverse(order.strength(card.rank()))));
    sorted
}

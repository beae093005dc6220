//! Parser for suit names typed by users, in either language and for any deck.

use ulti_rules::Suit;

use crate::text::DeckStyle;
use crate::text::normalize::{normalized, words};

/// Error returned when [`parse_suit`] cannot parse a text as a suit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SuitNotUnderstood {
    /// Text that matches no suit.
    #[error("'{0}' is not a suit: try hearts, spades, makk or ♥")]
    Unknown(String),
    /// Text that matches several suits, with the matching suits.
    #[error("'{0}' matches more than one suit: write its name or symbol")]
    Ambiguous(String, Vec<Suit>),
}

/// Parses a suit such as `makk`, `acorns`, `treff`, `clubs`, `♣` or `🌰`, or a single letter.
///
/// The meaning of a letter depends on the deck style.
pub fn parse_suit(faces: DeckStyle, text: &str) -> Result<Suit, SuitNotUnderstood> {
    let input = normalized(&name_signs(text));
    let found = match words(&input).as_slice() {
        [word] => suits_of(faces, word),
        // A symbol followed by its name, as displayed in messages.
        [sign, name] if suit_named(sign) == suit_named(name) => suit_named(name).into_iter().collect(),
        _ => Vec::new(),
    };
    match found.as_slice() {
        [] => Err(SuitNotUnderstood::Unknown(text.to_owned())),
        [one] => Ok(*one),
        _ => Err(SuitNotUnderstood::Ambiguous(text.to_owned(), found)),
    }
}

/// Replaces the suit symbols in a text with suit names.
pub(crate) fn name_signs(text: &str) -> String {
    let mut named = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '♥' | '❤' | '♡' => named.push_str(" hearts "),
            '🌰' | '♣' | '♧' => named.push_str(" acorns "),
            '🍃' | '🍀' | '🌿' | '♠' | '♤' => named.push_str(" leaves "),
            '🔔' | '♦' | '♢' => named.push_str(" bells "),
            other => named.push(other),
        }
    }
    named
}

/// Returns the suits that a normalized word or letter may mean.
fn suits_of(faces: DeckStyle, word: &str) -> Vec<Suit> {
    suit_named(word).map_or_else(|| lettered(faces, word).to_vec(), |suit| vec![suit])
}

/// Returns the suit with the given normalized name, or `None` if there is none.
pub(crate) fn suit_named(word: &str) -> Option<Suit> {
    match word {
        "makk" | "acorn" | "acorns" | "treff" | "club" | "clubs" => Some(Suit::Acorns),
        "zold" | "leaf" | "leaves" | "green" | "greens" | "pikk" | "spade" | "spades" => Some(Suit::Leaves),
        "piros" | "heart" | "hearts" | "kor" => Some(Suit::Hearts),
        "tok" | "bell" | "bells" | "karo" | "diamond" | "diamonds" => Some(Suit::Bells),
        _ => None,
    }
}

/// Returns the suits that a single letter may mean.
///
/// A letter can be the initial of a suit in deal records (`A L H B`), in Hungarian (`M Z P T`), or in English
/// for the French deck (`C S H D`). With a French deck style, `p` may mean `pikk` or `piros`, and `t` may
/// mean `treff` or `tök`. With any deck style, `k` may mean `kőr` or `káró`.
pub(crate) fn lettered(faces: DeckStyle, letter: &str) -> &'static [Suit] {
    match (letter, faces) {
        ("p", DeckStyle::French | DeckStyle::FourColour) => &[Suit::Hearts, Suit::Leaves],
        ("t", DeckStyle::French | DeckStyle::FourColour) => &[Suit::Bells, Suit::Acorns],
        ("k", _) => &[Suit::Hearts, Suit::Bells],
        ("a" | "m" | "c", _) => &[Suit::Acorns],
        ("l" | "z" | "g" | "s", _) => &[Suit::Leaves],
        ("h" | "p", _) => &[Suit::Hearts],
        ("b" | "t" | "d", _) => &[Suit::Bells],
        _ => &[],
    }
}

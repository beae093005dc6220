//! Parser for suit names typed by users, in either language and for any deck.

use ulti_rules::Suit;

use crate::text::DeckStyle;
use crate::text::normalize::{name_signs, normalized, words};

/// Error returned when a text cannot be parsed as a suit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SuitNotUnderstood {
    /// The text does not match any suit.
    #[error("'{0}' is not a suit: try hearts, spades, makk or ♥")]
    Unknown(String),
    /// The text matches every suit in the given list, so it is unclear which one is meant.
    #[error("'{0}' matches more than one suit: write its name or symbol")]
    Ambiguous(String, Vec<Suit>),
}

/// Parses the name, symbol or initial of a suit, such as `makk`, `acorns`, `treff`, `clubs`, `♣` or `🌰`.
///
/// The meaning of an initial depends on the deck style.
///
/// # Errors
/// Returns an error if the text matches no suit or more than one suit.
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

/// Returns all suits that a normalized word or letter can stand for.
pub(super) fn suits_of(faces: DeckStyle, word: &str) -> Vec<Suit> {
    suit_named(word).map_or_else(|| lettered(faces, word).to_vec(), |suit| vec![suit])
}

/// Returns the suit with the given normalized name, or `None` if no suit has that name.
pub(super) fn suit_named(word: &str) -> Option<Suit> {
    SUIT_NAMES.iter().find(|(_, names)| names.contains(&word)).map(|(suit, _)| *suit)
}

/// Normalized names that users may type for each suit.
pub(super) const SUIT_NAMES: [(Suit, &[&str]); 4] = [
    (Suit::Acorns, &["makk", "acorn", "acorns", "treff", "club", "clubs"]),
    (Suit::Leaves, &["zold", "leaf", "leaves", "green", "greens", "pikk", "spade", "spades"]),
    (Suit::Hearts, &["piros", "heart", "hearts", "kor"]),
    (Suit::Bells, &["tok", "bell", "bells", "karo", "diamond", "diamonds"]),
];

/// Returns all suits that a letter can stand for.
///
/// Letters for suits come from deal records (`A L H B`), from Hungarian names (`M Z P T`) and from English
/// names in the French deck (`C S H D`). Some letters are ambiguous:
///
/// - `p` can mean `pikk` or `piros` with a French deck style.
/// - `t` can mean `treff` or `tök` with a French deck style.
/// - `k` can mean `kőr` or `káró` with any deck style.
pub(super) fn lettered(faces: DeckStyle, letter: &str) -> &'static [Suit] {
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

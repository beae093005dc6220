//! Suits as people type them, in either language and of either deck.

use crate::rules::Suit;

use super::Faces;
use super::plain::{plain, words};

/// The text is not one suit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SuitNotUnderstood {
    /// It is none that anyone would recognise.
    #[error("'{0}' is not a suit: try hearts, spades, makk or ♥")]
    Unknown(String),
    /// It may be any of these.
    #[error("'{0}' may be more than one suit: write its name or sign")]
    Ambiguous(String, Vec<Suit>),
}

/// The suit of `makk`, `acorns`, `treff`, `clubs`, `♣`, `🌰`; or of a letter, as someone
/// who sees these faces means it.
pub fn parse_suit(faces: Faces, text: &str) -> Result<Suit, SuitNotUnderstood> {
    let written = plain(&name_signs(text));
    let found = match words(&written).as_slice() {
        [word] => suits_of(faces, word),
        // A sign with its name, as it is shown.
        [sign, name] if suit_named(sign) == suit_named(name) => suit_named(name).into_iter().collect(),
        _ => Vec::new(),
    };
    match found.as_slice() {
        [] => Err(SuitNotUnderstood::Unknown(text.to_owned())),
        [one] => Ok(*one),
        _ => Err(SuitNotUnderstood::Ambiguous(text.to_owned(), found)),
    }
}

/// The signs of suits replaced by their names.
pub(super) fn name_signs(text: &str) -> String {
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

/// The suits that a plain word or letter may mean.
fn suits_of(faces: Faces, word: &str) -> Vec<Suit> {
    suit_named(word).map_or_else(|| lettered(faces, word).to_vec(), |suit| vec![suit])
}

/// The suit of a plain word of more than a letter.
pub(super) fn suit_named(word: &str) -> Option<Suit> {
    match word {
        "makk" | "acorn" | "acorns" | "treff" | "club" | "clubs" => Some(Suit::Acorns),
        "zold" | "leaf" | "leaves" | "green" | "greens" | "pikk" | "spade" | "spades" => Some(Suit::Leaves),
        "piros" | "heart" | "hearts" | "kor" => Some(Suit::Hearts),
        "tok" | "bell" | "bells" | "karo" | "diamond" | "diamonds" => Some(Suit::Bells),
        _ => None,
    }
}

/// The suits that a letter may mean: one of the record's (`A L H B`), of the Hungarian initials
/// (`M Z P T`) or of the English ones of the French deck (`C S H D`).
///
/// The Hungarian initials of the French deck are those of other suits: whoever sees that deck may mean
/// `pikk` or `piros` by a `p`, `treff` or `tök` by a `t`. A `k` is `kőr` or `káró`, whatever one sees.
pub(super) fn lettered(faces: Faces, letter: &str) -> &'static [Suit] {
    match (letter, faces) {
        ("p", Faces::French | Faces::FourColour) => &[Suit::Hearts, Suit::Leaves],
        ("t", Faces::French | Faces::FourColour) => &[Suit::Bells, Suit::Acorns],
        ("k", _) => &[Suit::Hearts, Suit::Bells],
        ("a" | "m" | "c", _) => &[Suit::Acorns],
        ("l" | "z" | "g" | "s", _) => &[Suit::Leaves],
        ("h" | "p", _) => &[Suit::Hearts],
        ("b" | "t" | "d", _) => &[Suit::Bells],
        _ => &[],
    }
}

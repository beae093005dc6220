//! Cards as people type them, in either language.

use crate::rules::{Card, Rank, Suit};

use super::plain::{plain, words};

/// The text is not a card that anyone would recognise.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a card: try h7, ♥7, hearts VII or piros hetes")]
pub struct CardNotUnderstood(pub String);

/// The card of `h7`, `♥7`, `piros hetes`, `Makk Ász`, `acorns ace`, `ace of acorns`, `tök 10` …
///
/// Both languages at once, with or without accents. The letters of suits are those of the record
/// (`A L H B`) and the Hungarian initials (`M Z P T`).
pub fn parse_card(text: &str) -> Result<Card, CardNotUnderstood> {
    let written = plain(&name_signs(text));
    let words: Vec<&str> = words(&written).into_iter().filter(|word| *word != "of").collect();
    let found = match words.as_slice() {
        [both] => in_one_word(both),
        [one, other] => suit_and_rank(one, other).or_else(|| suit_and_rank(other, one)),
        _ => None,
    };
    found.ok_or_else(|| CardNotUnderstood(text.to_owned()))
}

/// The signs of suits replaced by their names.
fn name_signs(text: &str) -> String {
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

fn suit_and_rank(one: &str, other: &str) -> Option<Card> {
    Some(Card::new(suit_of(one)?, rank_of(other)?))
}

/// `h7`, `piros7`, `tokasz`; and `7h`, where the rank is a number and can't be taken for a suit.
fn in_one_word(word: &str) -> Option<Card> {
    let mut cuts = (1..word.len()).filter(|at| word.is_char_boundary(*at)).map(|at| word.split_at(at));
    let number_first = |(rank, suit): (&str, &str)| {
        rank.bytes().all(|byte| byte.is_ascii_digit()).then(|| suit_and_rank(suit, rank)).flatten()
    };
    cuts.clone().find_map(|(suit, rank)| suit_and_rank(suit, rank)).or_else(|| cuts.find_map(number_first))
}

/// The suit of a plain word or letter.
fn suit_of(word: &str) -> Option<Suit> {
    match word {
        "a" | "m" => Some(Suit::Acorns),
        "l" | "z" | "g" => Some(Suit::Leaves),
        "h" | "p" => Some(Suit::Hearts),
        "b" | "t" => Some(Suit::Bells),
        _ => suit_named(word),
    }
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

fn rank_of(word: &str) -> Option<Rank> {
    match word {
        "7" | "vii" | "het" | "hetes" | "seven" => Some(Rank::Seven),
        "8" | "viii" | "nyolc" | "nyolcas" | "eight" => Some(Rank::Eight),
        "9" | "ix" | "kilenc" | "kilences" | "nine" => Some(Rank::Nine),
        "10" | "x" | "tiz" | "tizes" | "ten" => Some(Rank::Ten),
        "u" | "al" | "also" | "under" | "unter" => Some(Rank::Under),
        "o" | "f" | "felso" | "over" | "ober" => Some(Rank::Over),
        "k" | "kiraly" | "king" => Some(Rank::King),
        "a" | "asz" | "ace" => Some(Rank::Ace),
        _ => None,
    }
}

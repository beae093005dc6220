//! Parser for card names typed by users, in either language and for any deck.

use ulti_rules::{Card, CardSet, Rank, Suit};

use super::suit::{lettered, suit_named};
use crate::text::DeckStyle;
use crate::text::normalize::{name_signs, normalized, words};

/// Error returned when a text cannot be parsed as a card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CardNotUnderstood {
    /// The text does not match any card.
    #[error("'{0}' is not a card: try h7, ♥7, hearts VII, Qs or piros hetes")]
    Unknown(String),
    /// The text matches every card in the given set, so it is unclear which one is meant.
    #[error("'{0}' matches more than one card: write the suit's name or symbol")]
    Ambiguous(String, CardSet),
}

/// Parses the name of a card, such as `h7`, `♥7`, `piros hetes`, `Makk Ász`, `pikk dáma`,
/// `ace of spades`, `Qs` or `10♦`.
///
/// Accepts names in both languages and for all decks, with or without accents. Suits can be abbreviated as in
/// [`parse_suit`](crate::text::parse_suit).
///
/// # Errors
/// Returns an error if the text matches no card or more than one card. An ambiguous text is never resolved by
/// guessing, because a played card cannot be taken back.
pub fn parse_card(faces: DeckStyle, text: &str) -> Result<Card, CardNotUnderstood> {
    let mut found = named(faces, text);
    if found.is_empty() {
        found = labelled(faces, text);
    }
    let mut cards = found.iter();
    match (cards.next(), cards.next()) {
        (Some(one), None) => Ok(one),
        (None, _) => Err(CardNotUnderstood::Unknown(text.to_owned())),
        _ => Err(CardNotUnderstood::Ambiguous(text.to_owned(), found)),
    }
}

/// Returns all cards that a text can stand for.
fn named(faces: DeckStyle, text: &str) -> CardSet {
    let input = normalized(&name_signs(text));
    let words: Vec<&str> = words(&input).into_iter().filter(|word| *word != "of").collect();
    match words.as_slice() {
        [both] => in_one_word(faces, both),
        [one, other] => in_two_words(faces, one, other),
        _ => CardSet::EMPTY,
    }
}

/// Returns the card with the label of an autocomplete choice, such as `♥ VII (VII of hearts)`, in which both
/// parts name the card.
///
/// Some Discord clients send the label of a choice instead of its value.
fn labelled(faces: DeckStyle, text: &str) -> CardSet {
    let parts = text.trim_end().strip_suffix(')').and_then(|text| text.split_once('('));
    parts.map_or(CardSet::EMPTY, |(short, full)| named(faces, short) & named(faces, full))
}

/// Returns all cards that a word such as `h7`, `piros7`, `tokasz`, `7h` or `Qs` can stand for.
///
/// Tries every way to split the word into a suit and a rank.
fn in_one_word(faces: DeckStyle, word: &str) -> CardSet {
    let cuts = (1..word.len()).filter(|at| word.is_char_boundary(*at)).map(|at| word.split_at(at));
    cuts.map(|(one, other)| in_two_words(faces, one, other)).fold(CardSet::EMPTY, |all, found| all | found)
}

/// Returns all cards that the two words can mean. One word is the suit and the other is the rank, in either
/// order.
fn in_two_words(faces: DeckStyle, one: &str, other: &str) -> CardSet {
    if one.len() == 1 && other.len() == 1 {
        return in_two_letters(faces, one, other);
    }
    suit_and_rank(faces, one, other) | suit_and_rank(faces, other, one)
}

fn suit_and_rank(faces: DeckStyle, suit: &str, rank: &str) -> CardSet {
    let Some(read) = rank_of(rank) else { return CardSet::EMPTY };
    match suit_named(suit) {
        Some(suit) => Card::new(suit, read).into(),
        // Without this case, `six` would be read as the nine of spades: `s` and `ix`.
        None if is_roman(rank) && ["s", "c", "d"].contains(&suit) => CardSet::EMPTY,
        None => each(lettered(faces, suit), read),
    }
}

fn each(suits: &[Suit], rank: Rank) -> CardSet {
    suits.iter().map(|suit| Card::new(*suit, rank)).collect()
}

fn is_roman(rank: &str) -> bool {
    ["vii", "viii", "ix", "x"].contains(&rank)
}

/// Returns all cards that a pair of characters can stand for.
///
/// A letter can be a suit in one notation and a rank in another. Hungarian notation puts the suit first
/// unless the first character is a digit (`7h`). English notation for the French deck allows both orders
/// (`sQ`, `Qs`).
fn in_two_letters(faces: DeckStyle, one: &str, other: &str) -> CardSet {
    let is_figure = one.bytes().all(|byte| byte.is_ascii_digit());
    let hungarian = if is_figure { in_hungarian(faces, other, one) } else { in_hungarian(faces, one, other) };
    hungarian | in_english(one, other) | in_english(other, one)
}

/// Returns all cards that match a suit letter and a rank in Hungarian notation or in deal records.
///
/// For example, `m` and `a` match the ace of acorns.
fn in_hungarian(faces: DeckStyle, suit: &str, rank: &str) -> CardSet {
    // Only the French deck has ranks `b` and `d`, so the suit may be an initial of that deck.
    let french = ["b", "d"].contains(&rank);
    let suits = match suit {
        "m" | "z" | "p" | "t" if french => lettered(DeckStyle::French, suit),
        _ if french => &[],
        // `in_english` reads these suits, and a `k` before a letter is a king.
        "s" | "c" | "d" => &[],
        "k" if rank.parse::<u8>().is_err() => &[],
        _ => lettered(faces, suit),
    };
    rank_of(rank).map_or(CardSet::EMPTY, |rank| each(suits, rank))
}

/// Returns all cards that match a suit letter and a rank in English notation for the French deck.
///
/// For example, `s` and `Q` match the queen of spades.
fn in_english(suit: &str, rank: &str) -> CardSet {
    let rank = match rank {
        "t" => Some(Rank::Ten),
        "7" | "8" | "9" | "j" | "q" | "k" | "a" => rank_of(rank),
        _ => None,
    };
    let is_english = ["s", "h", "d", "c"].contains(&suit);
    rank.filter(|_| is_english).map_or(CardSet::EMPTY, |rank| each(lettered(DeckStyle::French, suit), rank))
}

/// Parses a rank from a normalized word, number or letter. Returns `None` if it is not a rank.
fn rank_of(word: &str) -> Option<Rank> {
    match word {
        "7" | "vii" | "het" | "hetes" | "seven" => Some(Rank::Seven),
        "8" | "viii" | "nyolc" | "nyolcas" | "eight" => Some(Rank::Eight),
        "9" | "ix" | "kilenc" | "kilences" | "nine" => Some(Rank::Nine),
        "10" | "x" | "tiz" | "tizes" | "ten" => Some(Rank::Ten),
        "u" | "al" | "also" | "under" | "unter" | "j" | "b" | "bubi" | "jack" | "knave" => Some(Rank::Under),
        "o" | "f" | "felso" | "over" | "ober" | "q" | "d" | "dama" | "queen" => Some(Rank::Over),
        "k" | "kiraly" | "king" => Some(Rank::King),
        "a" | "asz" | "ace" => Some(Rank::Ace),
        _ => None,
    }
}

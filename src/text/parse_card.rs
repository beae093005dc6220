//! Cards as people type them, in either language and of either deck.

use crate::rules::{Card, CardSet, Rank, Suit};

use super::Faces;
use super::parse_suit::{lettered, name_signs, suit_named};
use super::plain::{plain, words};

/// The text is not one card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CardNotUnderstood {
    /// It is none that anyone would recognise.
    #[error("'{0}' is not a card: try h7, ♥7, hearts VII, Qs or piros hetes")]
    Unknown(String),
    /// It may be any of these.
    #[error("'{0}' may be more than one card: write the suit's name or sign")]
    Ambiguous(String, CardSet),
}

/// The card of `h7`, `♥7`, `piros hetes`, `Makk Ász`, `pikk dáma`, `ace of spades`, `Qs`, `10♦` …
///
/// Both languages and both decks at once, with or without accents. The letters of suits are those that
/// [`parse_suit`](super::parse_suit()) knows; where they leave it open which card is meant, none is:
/// a card that was played can't be taken back.
pub fn parse_card(faces: Faces, text: &str) -> Result<Card, CardNotUnderstood> {
    let written = plain(&name_signs(text));
    let words: Vec<&str> = words(&written).into_iter().filter(|word| *word != "of").collect();
    let found = match words.as_slice() {
        [both] => in_one_word(faces, both),
        [one, other] => in_two_words(faces, one, other),
        _ => CardSet::EMPTY,
    };
    let mut cards = found.iter();
    match (cards.next(), cards.next()) {
        (Some(one), None) => Ok(one),
        (None, _) => Err(CardNotUnderstood::Unknown(text.to_owned())),
        _ => Err(CardNotUnderstood::Ambiguous(text.to_owned(), found)),
    }
}

/// `h7`, `piros7`, `tokasz`, `7h`, `Qs`: every way to cut it in two.
fn in_one_word(faces: Faces, word: &str) -> CardSet {
    let cuts = (1..word.len()).filter(|at| word.is_char_boundary(*at)).map(|at| word.split_at(at));
    cuts.map(|(one, other)| in_two_words(faces, one, other)).fold(CardSet::EMPTY, |all, found| all | found)
}

/// The cards of two words or letters, in either order.
fn in_two_words(faces: Faces, one: &str, other: &str) -> CardSet {
    if one.len() == 1 && other.len() == 1 {
        return in_two_letters(faces, one, other);
    }
    suit_and_rank(faces, one, other) | suit_and_rank(faces, other, one)
}

fn suit_and_rank(faces: Faces, suit: &str, rank: &str) -> CardSet {
    let Some(read) = rank_of(rank) else { return CardSet::EMPTY };
    match suit_named(suit) {
        Some(suit) => Card::new(suit, read).into(),
        // `six` is no card of this deck, and not the nine of spades.
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

/// Two letters, where a letter may be a suit in one way of writing and a rank in another: the suit
/// comes first, but for a figure (`7h`) and for the English ways of the French deck (`Qs`).
fn in_two_letters(faces: Faces, one: &str, other: &str) -> CardSet {
    let is_figure = one.bytes().all(|byte| byte.is_ascii_digit());
    let ours = if is_figure { ours(faces, other, one) } else { ours(faces, one, other) };
    ours | english(one, other) | english(other, one)
}

/// As the record and Hungarians write: `H7`, `ma`, `zf`; of the French deck `zd`, `mb`.
fn ours(faces: Faces, suit: &str, rank: &str) -> CardSet {
    // Only the French deck has a `B` and a `D`, so the suit may be one of that deck's too.
    let french = ["b", "d"].contains(&rank);
    let suits = match suit {
        "m" | "z" | "p" | "t" if french => lettered(Faces::French, suit),
        _ if french => &[],
        // These are read by themselves, and a `k` before a letter is a king.
        "s" | "c" | "d" => &[],
        "k" if rank.parse::<u8>().is_err() => &[],
        _ => lettered(faces, suit),
    };
    rank_of(rank).map_or(CardSet::EMPTY, |rank| each(suits, rank))
}

/// As the French deck is written in English: `sQ`, `Qs`, `Td`.
fn english(suit: &str, rank: &str) -> CardSet {
    let rank = match rank {
        "t" => Some(Rank::Ten),
        "7" | "8" | "9" | "j" | "q" | "k" | "a" => rank_of(rank),
        _ => None,
    };
    let is_english = ["s", "h", "d", "c"].contains(&suit);
    rank.filter(|_| is_english).map_or(CardSet::EMPTY, |rank| each(lettered(Faces::French, suit), rank))
}

/// The rank of a plain word, figure or letter.
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

//! Encoding of values as words of a custom id, which are separated by colons. Each encoding is short, and
//! each value has exactly one spelling.

use std::fmt;
use std::str::FromStr;

use super::calculation::{Calculation, SilentResult};
use crate::store::{DealId, SeasonId};
use crate::table::shuffle::Commitment;
use crate::table::{Moment, TableId, UserId};
use crate::text::{DeckStyle, Lang};
use ulti_ai::Level;
use ulti_rules::{Card, CardSet, Contract, Game, Games, Outcome, PlayManner, RuleSet, Suit};

/// A value that can be encoded as one or more colon-separated words in a custom id.
pub(super) trait Words: Sized {
    /// Parses a value from the words of a custom id. Returns `None` if the words are invalid.
    fn read(words: &[&str]) -> Option<Self>;

    /// Writes `self` as words separated by colons.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Implements [`Words`] for a type from rows such as `["page", page] => { Self::Page(page) }`.
///
/// In the brackets, a literal stands for itself, and a field name stands for one word that contains the
/// field's value. A field name after a semicolon stands for all remaining words. Parsing uses the first row
/// that matches.
macro_rules! words {
    ($type:ty { $([$first:tt $(, $word:tt)* $(; $rest:ident)?] => { $($value:tt)+ })+ }) => {
        impl $crate::discord::custom_id::field_encoding::Words for $type {
            fn read(words: &[&str]) -> Option<Self> {
                $(if let [$first $(, $word)* $(, $rest @ ..)?] = words {
                    let value = || {
                        words!(@read $first);
                        $(words!(@read $word);)*
                        $(let $rest = $crate::discord::custom_id::field_encoding::Words::read($rest)?;)?
                        Some($($value)+)
                    };
                    if let Some(value) = value() {
                        return Some(value);
                    }
                })+
                None
            }

            fn write(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $($($value)+ => {
                        words!(@write f, $first);
                        $(f.write_str(":")?; words!(@write f, $word);)*
                        $(f.write_str(":")?; $crate::discord::custom_id::field_encoding::Words::write($rest, f)?;)?
                    })+
                }
                Ok(())
            }
        }
    };
    (@read $literal:literal) => {};
    (@read $field:ident) => {
        let $field = $crate::discord::custom_id::field_encoding::Words::read(&[*$field])?;
    };
    (@write $f:ident, $literal:literal) => { $f.write_str($literal)? };
    (@write $f:ident, $field:ident) => { $crate::discord::custom_id::field_encoding::Words::write($field, $f)? };
}
pub(super) use words;

/// Parses a value from a single word with [`FromStr`].
///
/// Returns `None` if the word is invalid or if there is not exactly one word.
fn parse<T: FromStr>(words: &[&str]) -> Option<T> {
    let [word] = words else { return None };
    word.parse().ok()
}

macro_rules! displayed_words {
    ($($type:ty),+) => {$(
        impl Words for $type {
            fn read(words: &[&str]) -> Option<Self> {
                parse(words)
            }

            fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        }
    )+};
}
displayed_words!(u8, u32, i32, i64, u64, Card, Commitment, Level);

macro_rules! id_words {
    ($($id:ident),+) => {$(words! { $id { [number] => { Self(number) } } })+};
}
id_words!(DealId, SeasonId, TableId, UserId);

/// Implements [`Words`] for types that have only a few values. Requires a list of the values and a function
/// that returns a value's name.
macro_rules! named_words {
    ($($type:ty: $all:expr, $name:expr;)+) => {$(
        impl Words for $type {
            fn read(words: &[&str]) -> Option<Self> {
                let [word] = words else { return None };
                $all.into_iter().find(|value| $name(*value) == *word)
            }

            fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($name(*self))
            }
        }
    )+};
}
named_words! {
    bool: [false, true], |on| if on { "on" } else { "off" };
    DeckStyle: DeckStyle::ALL, DeckStyle::code;
    Lang: Lang::ALL, Lang::code;
}

/// Encodes an optional value. `-` means `None`.
impl<T: Words> Words for Option<T> {
    fn read(words: &[&str]) -> Option<Self> {
        if words == ["-"] { Some(None) } else { T::read(words).map(Some) }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Some(value) => value.write(f),
            None => f.write_str("-"),
        }
    }
}

/// Encodes a moment in a deal, such as `3.42` for deal 3 after 42 events.
impl Words for Moment {
    fn read(words: &[&str]) -> Option<Self> {
        let [word] = words else { return None };
        let (deal, version) = word.split_once('.')?;
        Some(Self { deal: deal.parse().ok()?, version: version.parse().ok()? })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.deal, self.version)
    }
}

/// Encodes a contract, such as `09_` or `a0Ho`.
///
/// The encoding consists of:
///
/// - the games, as bits in two hexadecimal digits
/// - the suit of the bid, or `_` if the bid names no suit
/// - `c` if the contract is colourless
/// - `o` for an open hand, or `r` for re-durchmars
///
/// The full name is not used, because it could exceed the maximum length of a custom id.
impl Words for Contract {
    fn read(words: &[&str]) -> Option<Self> {
        let [word] = words else { return None };
        let games = Games::read(&[word.get(..2)?])?;
        let mut rest = word.get(2..)?.chars();
        let suit = match rest.next()? {
            '_' => None,
            letter => Some(Suit::from_letter(letter)?),
        };
        let (colourless, manner) = match rest.as_str() {
            "" => (false, PlayManner::Closed),
            "c" => (true, PlayManner::Closed),
            "o" => (false, PlayManner::Open),
            "co" => (true, PlayManner::Open),
            "r" => (false, PlayManner::Re),
            _ => return None,
        };
        Self::new(games, suit, colourless, manner).ok()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suit = self.suit().map_or('_', Suit::letter);
        let colourless = if self.is_colourless() { "c" } else { "" };
        let manner = match self.manner() {
            PlayManner::Closed => "",
            PlayManner::Open => "o",
            PlayManner::Re => "r",
        };
        write!(f, "{:02x}{suit}{colourless}{manner}", self.games().as_u8())
    }
}

/// Encodes a set of games as a bit set, written as two hexadecimal digits.
impl Words for Games {
    fn read(words: &[&str]) -> Option<Self> {
        let [word] = words else { return None };
        Self::try_from_u8(u8::from_str_radix(word, 16).ok()?)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02x}", self.as_u8())
    }
}

/// Encodes at most two cards, such as `H7AA`. `-` means no cards.
impl Words for CardSet {
    fn read(words: &[&str]) -> Option<Self> {
        let [word] = words else { return None };
        if *word == "-" {
            return Some(Self::EMPTY);
        }
        if !word.is_ascii() || word.len() > 4 {
            return None;
        }
        (0..word.len()).step_by(2).map(|at| word.get(at..at + 2)?.parse::<Card>().ok()).collect()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|card| write!(f, "{card}"))
    }
}

/// Encodes a suit as the letter used in deal records.
impl Words for Suit {
    fn read(words: &[&str]) -> Option<Self> {
        parse(words).and_then(Self::from_letter)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Maximum number of results that [`SilentResult::ALL`] contains for one silent game. Every silent game
/// except the last must have exactly this many results.
const PLACES: usize = 4;
/// Letters that encode the possible results of one silent game, in the order of [`SilentResult::ALL`].
const LETTERS: [char; PLACES] = ['a', 'b', 'c', 'd'];

/// Encodes a payment calculation, such as `09_:A:08:00010000:-b--`.
///
/// The fields are the contract, the trump suit, the games made (as a bit set), one hexadecimal digit
/// for the kontra level of each game, and one letter for the result of each silent game (`-` for none).
impl Words for Calculation {
    fn read(words: &[&str]) -> Option<Self> {
        let [contract, trump, made, levels, silent] = words else { return None };
        let contract = Contract::read(&[contract])?;
        let made = Games::read(&[made]).filter(|made| contract.games().is_superset(*made))?;
        let outcome = Outcome { made, ..Outcome::default() };
        let mut sum = Self { contract, trump: Words::read(&[trump])?, levels: read_levels(levels)?, outcome };
        for (at, letter) in silent.chars().enumerate().filter(|(_, letter)| *letter != '-') {
            let place = PLACES * at + LETTERS.iter().position(|one| *one == letter)?;
            sum = sum.with(*SilentResult::ALL.get(place)?);
        }
        Some(sum)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.contract.write(f)?;
        f.write_str(":")?;
        self.trump.write(f)?;
        write!(f, ":{:02x}:", self.outcome.made.as_u8())?;
        self.levels.iter().try_for_each(|level| write!(f, "{level:x}"))?;
        let mut silent = ['-'; SilentResult::ALL.len().div_ceil(PLACES)];
        for happened in self.happened() {
            if let Some(place) = SilentResult::ALL.iter().position(|one| *one == happened) {
                silent[place / PLACES] = LETTERS[place % PLACES];
            }
        }
        write!(f, ":{}", silent.iter().collect::<String>())
    }
}

fn read_levels(text: &str) -> Option<[u8; Game::ALL.len()]> {
    let level = |digit: char| {
        let level = u8::try_from(digit.to_digit(16).filter(|_| !digit.is_ascii_uppercase())?).ok()?;
        (level <= RuleSet::KONTRA_LIMIT).then_some(level)
    };
    text.chars().map(level).collect::<Option<Vec<u8>>>()?.try_into().ok()
}

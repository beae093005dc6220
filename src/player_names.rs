//! Display names of people.
//!
//! Members of a server can have equal names and names that look equal. This module adds numbers to names that
//! cannot be told apart, such as `Anna` and `Anna (2)`.

use std::collections::{BTreeMap, HashSet};

use unicode_security::confusable_detection::skeleton;

use crate::visible_text::{displayed, is_invisible, truncated};

/// Maximum length of a display name in characters. Discord has the same limit for nicknames.
pub const MAX_LENGTH: usize = 32;

/// Character that pictures show in place of characters that their font lacks.
pub(crate) const REPLACEMENT: char = '•';

/// The numbers of people whose names look alike. Most people have no number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers<K>(BTreeMap<K, u32>);

impl<K: Ord> Numbers<K> {
    /// Compares the names of different people. A person, identified by the key, can have several names.
    ///
    /// The names are compared as messages and pictures show them, without regard to case. Of several people
    /// whose names look alike, the one with the lowest key has no number.
    pub fn of<'a>(names: impl IntoIterator<Item = (K, &'a str)>) -> Self {
        let mut people: BTreeMap<K, Vec<&str>> = BTreeMap::new();
        for (key, name) in names {
            people.entry(key).or_default().push(name);
        }
        let mut taken = HashSet::new();
        let mut numbers = BTreeMap::new();
        for (key, names) in people {
            let looks_with = |number| names.iter().flat_map(move |name| looks(&with_number(name, number)));
            let is_free = |number: &u32| looks_with(*number).all(|look| !taken.contains(&look));
            let number = (1..=u32::MAX).find(is_free).unwrap_or(1);
            let looks: Vec<_> = looks_with(number).collect();
            taken.extend(looks);
            if number > 1 {
                numbers.insert(key, number);
            }
        }
        Self(numbers)
    }

    /// Returns `true` if nobody has a number.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns one of a person's names, with the person's number if there is one.
    pub fn name(&self, key: &K, name: &str) -> String {
        self.0.get(key).map_or_else(|| name.to_owned(), |number| with_number(name, *number))
    }
}

/// Returns a name as messages show it, with a number if it is greater than 1. The name is truncated if the
/// result would exceed [`MAX_LENGTH`].
fn with_number(name: &str, number: u32) -> String {
    let name = displayed(name, MAX_LENGTH);
    if number < 2 {
        return name;
    }
    let number = format!(" ({number})");
    truncated(&name, MAX_LENGTH.saturating_sub(number.len())) + &number
}

/// A property of a name by which readers recognise it.
#[derive(PartialEq, Eq, Hash)]
enum Look {
    /// The name in lower case.
    Letters(String),
    /// The shape of the name, which names in different scripts can share (Unicode Technical Standard #39,
    /// section 4).
    Shape(String),
    /// The shape of the name in lower case.
    LowerCaseShape(String),
}

/// Returns the properties of a name in messages and in pictures. Two names look alike if they have one of the
/// properties in common.
fn looks(name: &str) -> impl Iterator<Item = Look> + use<> {
    [name.to_owned(), drawn(name)].into_iter().flat_map(|name| {
        let lower_case = name.to_lowercase();
        let shape = skeleton(&lower_case).collect();
        [Look::Shape(skeleton(&name).collect()), Look::LowerCaseShape(shape), Look::Letters(lower_case)]
    })
}

/// Returns a name as pictures show it. [`is_drawn`] tells which characters are replaced.
fn drawn(name: &str) -> String {
    let signs = name.chars().filter(|sign| !is_omitted_in_pictures(*sign));
    signs.map(|sign| if is_drawn(sign) { sign } else { REPLACEMENT }).collect()
}

/// Returns `true` for characters that pictures omit: invisible ones, and skin tones of emoji.
pub(crate) fn is_omitted_in_pictures(sign: char) -> bool {
    is_invisible(sign) || matches!(sign, '\u{1f3fb}'..='\u{1f3ff}')
}

/// Returns `true` if the font of the pictures has the character. Contains the letters of European languages,
/// but not every character of the font.
pub(crate) const fn is_drawn(sign: char) -> bool {
    matches!(sign,
        ' '..='~' | '\u{a0}'..='\u{17f}' | '\u{218}'..='\u{21b}' | '\u{386}' | '\u{388}'..='\u{38a}' | '\u{38c}'
        | '\u{38e}'..='\u{3a1}' | '\u{3a3}'..='\u{3ce}' | '\u{400}'..='\u{45f}' | '…')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the displayed names of people whose keys are their positions.
    fn shown_together(names: &[&str]) -> Vec<String> {
        let numbers = Numbers::of(names.iter().copied().enumerate());
        names.iter().enumerate().map(|(key, name)| displayed(&numbers.name(&key, name), MAX_LENGTH)).collect()
    }

    #[test]
    fn equal_names_are_numbered() {
        assert_eq!(shown_together(&["Anna", "Anna", "Bea", "Anna"]), ["Anna", "Anna (2)", "Bea", "Anna (3)"]);
    }

    #[test]
    fn different_names_have_no_number() {
        assert!(Numbers::of(["Anna", "Annamari", "Ánna", "Hanna"].into_iter().enumerate()).is_empty());
    }

    #[test]
    fn number_that_somebody_has_as_a_name_is_skipped() {
        assert_eq!(shown_together(&["Anna (2)", "Anna", "anna"]), ["Anna (2)", "Anna", "anna (3)"]);
    }

    #[test]
    fn names_that_look_alike_are_numbered() {
        for [one, other] in [
            ["Anna", "\u{410}nn\u{430}"], // Cyrillic
            ["ANNA", "\u{410}nn\u{430}"],
            ["Misi", "MISI"], // case
            ["Mari", "mari"],
            ["Tamás", "TAMÁS"],
            ["Emma", "EMMA"],
            ["Anna", "An\u{200b}na\u{2800}"], // invisible characters
            ["Béla", "Be\u{301}la"],          // combining accent
            ["Ali", "AIi"],                   // capital I for small l
            ["李雷", "韩梅"],                 // missing from the font of the pictures
            ["Bea 🦊", "Bea 🐻"],
            ["👍🏽", "👎"],
            ["\u{3164}", "\u{ffa0}\u{ad}"],
            ["?", "\u{2800}"],
        ] {
            let shown = shown_together(&[one, other]);
            assert!(shown[1].ends_with(" (2)"), "{shown:?}");
        }
    }

    #[test]
    fn person_has_same_number_with_every_name() {
        let numbers = Numbers::of([(1, "Anna"), (2, "Anna"), (2, "Bea"), (3, "BEA"), (1, "ANNA")]);
        assert_eq!(numbers.name(&1, "ANNA"), "ANNA");
        assert_eq!([numbers.name(&2, "Anna"), numbers.name(&2, "Bea")], ["Anna (2)", "Bea (2)"]);
        assert_eq!(numbers.name(&3, "BEA"), "BEA");
    }

    #[test]
    fn numbered_name_has_at_most_32_characters() {
        let long = "á".repeat(MAX_LENGTH);
        let shown = shown_together(&[&long, &long]);
        assert_eq!((shown[0].as_str(), shown[1].chars().count()), (long.as_str(), MAX_LENGTH));
        assert!(shown[1].ends_with("á… (2)"), "{shown:?}");
    }

    #[test]
    fn names_that_differ_only_after_32_characters_are_numbered() {
        let long = "a".repeat(40);
        let shown = shown_together(&[&(long.clone() + "b"), &(long + "c")]);
        assert!(shown[0].ends_with("a…") && shown[1].ends_with("a… (2)"), "{shown:?}");
    }
}

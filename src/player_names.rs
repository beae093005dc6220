//! Display names of people.
//!
//! Members of a server can have equal names, names that look equal, and names without visible characters.
//! This module removes invisible characters and adds numbers to names that cannot be told apart, such as
//! `Anna` and `Anna (2)`.

use std::collections::{BTreeMap, HashSet};

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;

/// Maximum length of a display name in characters. Discord has the same limit for nicknames.
pub const MAX_LENGTH: usize = 32;

/// Text that is displayed in place of a name without visible characters.
pub const NAMELESS: &str = "?";

/// Character that pictures show in place of characters that their font lacks.
pub(crate) const REPLACEMENT: char = '•';

/// Prepares a name for display: removes invisible characters, joins lines, and truncates the result to
/// [`MAX_LENGTH`]. The result is empty if the name has no visible characters.
pub fn visible(name: &str) -> String {
    visible_within(name, MAX_LENGTH)
}

/// Removes invisible characters from a text that a user typed, joins its lines, and truncates the result to
/// `max_length` characters.
pub fn visible_within(text: &str, max_length: usize) -> String {
    let composed = text.nfc().filter(|sign| !is_invisible(*sign)).collect::<String>();
    let words: Vec<&str> = composed.split_whitespace().collect();
    truncated(&words.join(" "), max_length)
}

/// Truncates a text to `max_length` characters. If anything is cut off, the last character is an ellipsis.
fn truncated(text: &str, max_length: usize) -> String {
    if text.chars().count() <= max_length {
        return text.to_owned();
    }
    let kept: String = text.chars().take(max_length.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// Returns `true` for characters that are invisible or change the appearance of other text.
///
/// These are control characters, characters that Unicode ignores by default (`Default_Ignorable_Code_Point`),
/// such as zero-width characters and direction marks, further characters without a shape, such as the blank
/// Braille pattern, and combining accents. Letters with common accents remain if they are composed before.
pub fn is_invisible(sign: char) -> bool {
    let is_ignorable = matches!(sign,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}');
    let is_shapeless = matches!(sign, '\u{2800}' | '\u{fff9}'..='\u{fffc}' | '\u{16fe4}' | '\u{1d159}');
    let is_accent = matches!(sign,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}');
    (sign.is_control() && !sign.is_whitespace()) || is_ignorable || is_shapeless || is_accent
}

/// Returns the names that need a number so that no two names look alike, with their numbers, such as
/// `Anna (2)`.
///
/// The names are compared as messages and pictures show them, without regard to case. Of several names that
/// look alike, the one with the lowest key has no number. The result contains no name without a number.
pub fn numbered<'a, K: Ord>(names: impl IntoIterator<Item = (K, &'a str)>) -> BTreeMap<K, String> {
    let names: BTreeMap<K, &str> = names.into_iter().collect();
    let mut taken = HashSet::new();
    let mut numbered = BTreeMap::new();
    for (key, name) in names {
        let name = shown(name);
        if take(&mut taken, &name) {
            continue;
        }
        let with_number = (2..).map(|number| with_number(&name, number));
        numbered.extend(with_number.into_iter().find(|name| take(&mut taken, name)).map(|name| (key, name)));
    }
    numbered
}

/// Returns a name as messages show it.
fn shown(name: &str) -> String {
    let visible = visible(name);
    if visible.is_empty() { NAMELESS.to_owned() } else { visible }
}

/// Adds a number to a name, which is truncated if the result would exceed [`MAX_LENGTH`].
fn with_number(name: &str, number: u32) -> String {
    let number = format!(" ({number})");
    truncated(name, MAX_LENGTH.saturating_sub(number.len())) + &number
}

/// Marks a name as used. Returns `false` if a name that looks alike has been used before.
fn take(taken: &mut HashSet<(Medium, String)>, name: &str) -> bool {
    let looks = [(Medium::Text, outline(name)), (Medium::Picture, outline(&drawn(name)))];
    let is_free = looks.iter().all(|look| !taken.contains(look));
    if is_free {
        taken.extend(looks);
    }
    is_free
}

/// The medium in which a name is displayed.
#[derive(PartialEq, Eq, Hash)]
enum Medium {
    Text,
    Picture,
}

/// Returns the same text for all names that look alike, in any case.
///
/// Characters of different scripts are compared by their shapes, as described in Unicode Technical Standard
/// #39, section 4.
fn outline(name: &str) -> String {
    skeleton(name).collect::<String>().to_lowercase()
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
        let numbered = numbered(names.iter().copied().enumerate());
        let one = |(key, name): (usize, &&str)| numbered.get(&key).cloned().unwrap_or_else(|| shown(name));
        names.iter().enumerate().map(one).collect()
    }

    #[test]
    fn equal_names_are_numbered() {
        assert_eq!(shown_together(&["Anna", "Anna", "Bea", "Anna"]), ["Anna", "Anna (2)", "Bea", "Anna (3)"]);
    }

    #[test]
    fn different_names_have_no_number() {
        assert!(numbered(["Anna", "Annamari", "Ánna", "Hanna"].into_iter().enumerate()).is_empty());
    }

    #[test]
    fn number_that_somebody_has_as_a_name_is_skipped() {
        assert_eq!(shown_together(&["Anna (2)", "Anna", "anna"]), ["Anna (2)", "Anna", "anna (3)"]);
    }

    #[test]
    fn names_that_look_alike_are_numbered() {
        for [one, other] in [
            ["Anna", "\u{410}nn\u{430}"],     // Cyrillic
            ["Anna", "ANNA"],                 // case
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

    #[test]
    fn invisible_characters_are_removed() {
        for invisible in ["\u{3164}", "\u{ffa0}", "\u{ad}", "\u{2800}", "\u{200b} \u{e0001}", "\u{202e}", ""]
        {
            assert_eq!(visible(invisible), "", "{invisible:?}");
        }
        assert_eq!(visible("a\u{202e}b\u{200b}c\n d"), "abc d");
        assert_eq!(visible("Z\u{351}\u{352}a"), "Za");
        assert_eq!(visible("Be\u{301}la"), "Béla");
        assert_eq!(visible(&"á".repeat(100)), "á".repeat(31) + "…");
    }
}

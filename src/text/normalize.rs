//! Normalization of text typed by users, and removal of emoji from messages.
//!
//! Cards, suits, contracts and names of choices are parsed and searched with the same normalization, so that
//! autocomplete finds them by every spelling that a command accepts.

use std::borrow::Cow;

/// Converts text to lower case and removes accents of Hungarian and some other letters, so that user input
/// can be compared with known words.
pub(super) fn normalized(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).filter_map(without_accent).collect()
}

fn without_accent(letter: char) -> Option<char> {
    match letter {
        'á' | 'ã' => Some('a'),
        'é' => Some('e'),
        'í' => Some('i'),
        'ó' | 'ö' | 'ő' | 'õ' => Some('o'),
        'ú' | 'ü' | 'ű' => Some('u'),
        // Combining accents, the emoji variation selector and the zero-width joiner.
        '\u{300}'..='\u{36f}' | '\u{fe0f}' | '\u{200d}' => None,
        other => Some(other),
    }
}

/// Splits normalized text into words. Every character other than a letter or digit is a separator.
pub(super) fn words(normalized: &str) -> Vec<&str> {
    normalized.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// Returns `true` if a user who types `typed` probably means `name`: at most one letter in three is wrong, or
/// one letter of a shorter name.
pub(crate) fn is_guess(typed: &str, name: &str) -> bool {
    let wrong = strsim::levenshtein(&normalized(typed), &normalized(name));
    wrong <= (name.chars().count() / 3).max(1)
}

/// Splits a text into the words that [`words`] finds in the normalized text, as they were typed.
pub(super) fn typed_words(text: &str) -> impl Iterator<Item = &str> {
    let separates = |letter: char| !letter.is_alphanumeric() && without_accent(letter).is_some();
    text.split(separates).filter(|word| !normalized(word).is_empty())
}

/// Returns the normalized words of a text, separated by single spaces, with the names of suits in place of
/// suit symbols.
///
/// Texts that differ only in case, accents, punctuation or suit symbols have the same words, such as `40–100`
/// and `40 100`, or `♥7` and `hearts 7`.
pub(crate) fn searchable(text: &str) -> String {
    words(&normalized(&name_signs(text))).join(" ")
}

/// Replaces each suit symbol in a text with the name of the suit.
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

/// Sanitizes text typed by a user so that it is safe to quote in a Discord message.
///
/// Keeps only letters, digits and the characters in `harmless`. This removes all formatting and mentions. The
/// result has at most 40 characters. If no visible character remains, returns `?`.
pub(super) fn sanitize(typed: &str, harmless: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || harmless.contains(*c);
    let sanitized: String = typed.chars().filter(kept).take(40).collect();
    if sanitized.trim().is_empty() { "?".to_owned() } else { sanitized }
}

/// Returns `true` if a character is an emoji or an emoji modifier.
///
/// French suit symbols are not counted as emoji, because some messages show them as examples of input.
pub(super) const fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{25a0}'..='\u{265f}' | '\u{2668}'..='\u{27bf}' | '\u{2900}'..='\u{297f}'
        | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | '\u{fe0f}' | '\u{200d}' | '\u{20e3}')
}

/// Removes all emoji from a text, together with the extra spaces that they would leave behind.
pub(super) fn without_emoji(text: &str) -> Cow<'_, str> {
    if !text.contains(is_emoji) {
        return text.into();
    }
    let mut kept = String::with_capacity(text.len());
    let mut after_emoji = false;
    for c in text.chars() {
        if is_emoji(c) {
            after_emoji = true;
        } else {
            // One space is enough before the first word of a line and between two words.
            let space = after_emoji && matches!(c, ' ' | '\u{a0}');
            if !(space && kept.chars().next_back().is_none_or(char::is_whitespace)) {
                kept.push(c);
            }
            after_emoji = false;
        }
    }
    kept.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removing_emoji_preserves_text_and_spaces() {
        for (text, plain) in [
            ("➡️ Anna következik.", "Anna következik."),
            ("made ✅ and lost", "made and lost"),
            ("`h7`, `♥7`, A–Z · „x” 1/2 ±3 …", "`h7`, `♥7`, A–Z · „x” 1/2 ±3 …"),
            ("## Cím\n⚠️ Vigyázz!", "## Cím\nVigyázz!"),
            ("no emoji", "no emoji"),
        ] {
            assert_eq!(without_emoji(text), plain);
        }
    }
}

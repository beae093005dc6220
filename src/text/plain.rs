//! What people type, made comparable: small letters, no accents, words apart; and what is said, made
//! plain: no emoji.

use std::borrow::Cow;

/// Lower case and without accents.
pub(super) fn plain(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).filter_map(without_accent).collect()
}

fn without_accent(letter: char) -> Option<char> {
    match letter {
        'á' => Some('a'),
        'é' => Some('e'),
        'í' => Some('i'),
        'ó' | 'ö' | 'ő' => Some('o'),
        'ú' | 'ü' | 'ű' => Some('u'),
        // Combining accents and the mark that asks for a colourful sign.
        '\u{300}'..='\u{36f}' | '\u{fe0f}' | '\u{200d}' => None,
        other => Some(other),
    }
}

/// The words of a text that is [`plain`], split at everything that is no letter or digit.
pub(super) fn words(plain: &str) -> Vec<&str> {
    plain.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// The beginning of what somebody typed, without what Discord would take for formatting: letters,
/// digits and these signs. A question mark where nothing is left of it.
pub(super) fn tame(typed: &str, harmless: &str) -> String {
    let kept = |sign: &char| sign.is_alphanumeric() || harmless.contains(*sign);
    let tame: String = typed.chars().filter(kept).take(40).collect();
    if tame.trim().is_empty() { "?".to_owned() } else { tame }
}

/// Whether a sign is an emoji, or of use to one alone. The signs of the French suits are none: where a
/// sentence has one, it is what someone may type.
pub(super) const fn is_emoji(sign: char) -> bool {
    matches!(sign,
        '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{25a0}'..='\u{265f}' | '\u{2668}'..='\u{27bf}' | '\u{2900}'..='\u{297f}'
        | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | '\u{fe0f}' | '\u{200d}' | '\u{20e3}')
}

/// A piece of a sentence without its emoji, each with the space behind it.
pub(super) fn without_emoji(text: &str) -> Cow<'_, str> {
    if !text.contains(is_emoji) {
        return text.into();
    }
    let mut kept = String::with_capacity(text.len());
    let mut after_emoji = false;
    for sign in text.chars() {
        if is_emoji(sign) {
            after_emoji = true;
        } else {
            // Before a line's first word, or between two words, one space is enough.
            let space = after_emoji && matches!(sign, ' ' | '\u{a0}');
            if !(space && kept.chars().next_back().is_none_or(char::is_whitespace)) {
                kept.push(sign);
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
    fn an_emoji_goes_with_its_space_and_words_stay_apart() {
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

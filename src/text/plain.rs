//! What people type, made comparable: small letters, no accents, words apart.

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

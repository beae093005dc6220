//! Removal of characters that are invisible or change the appearance of other text.

use unicode_normalization::UnicodeNormalization as _;

/// Text that is displayed in place of a text without visible characters.
pub const PLACEHOLDER: &str = "?";

/// Removes invisible characters from a text that a user typed, joins its lines, and truncates the result to
/// `max_length` characters.
pub fn visible(text: &str, max_length: usize) -> String {
    let composed = text.nfc().filter(|sign| !is_invisible(*sign)).collect::<String>();
    let words: Vec<&str> = composed.split_whitespace().collect();
    truncated(&words.join(" "), max_length)
}

/// Truncates a text to `max_length` characters. If anything is cut off, the last character is an ellipsis.
pub(crate) fn truncated(text: &str, max_length: usize) -> String {
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
/// Braille pattern, and combining accents. Compose the text (NFC) first, otherwise letters lose their
/// accents.
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

/// Returns the visible characters of a text as [`visible`] does, or [`PLACEHOLDER`] if there are none.
pub fn displayed(text: &str, max_length: usize) -> String {
    let visible = visible(text, max_length);
    if visible.is_empty() { PLACEHOLDER.to_owned() } else { visible }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_removed() {
        for invisible in ["\u{3164}", "\u{ffa0}", "\u{ad}", "\u{2800}", "\u{200b} \u{e0001}", "\u{202e}", ""]
        {
            assert_eq!(visible(invisible, 32), "", "{invisible:?}");
            assert_eq!(displayed(invisible, 32), PLACEHOLDER, "{invisible:?}");
        }
        assert_eq!(visible("a\u{202e}b\u{200b}c\n d", 32), "abc d");
        assert_eq!(visible("Z\u{351}\u{352}a", 32), "Za");
        assert_eq!(visible("Be\u{301}la", 32), "Béla");
        assert_eq!(visible(&"á".repeat(100), 32), "á".repeat(31) + "…");
    }
}

//! Limited repetition of the input in error messages.

use std::fmt::{self, Write as _};

/// Maximum number of characters of the input in an error message.
const LONGEST: usize = 80;

/// Text from the input that is shown in an error message.
///
/// Text with more than [`LONGEST`] characters is cut. Control characters and the like are replaced, because
/// error messages are shown in terminals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Excerpt<'a>(pub(crate) &'a str);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_long = self.0.chars().nth(LONGEST).is_some();
        let shown = if is_long { LONGEST - 1 } else { LONGEST };
        for letter in self.0.chars().take(shown) {
            f.write_char(if is_invisible(letter) { char::REPLACEMENT_CHARACTER } else { letter })?;
        }
        f.write_str(if is_long { "…" } else { "" })
    }
}

/// Returns `true` for characters that change how a terminal shows the text: control characters, line
/// separators, and those that change the direction of the text.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_and_control_characters_are_replaced() {
        let short = "é".repeat(LONGEST);
        assert_eq!(Excerpt(&short).to_string(), short);
        let cut = Excerpt(&format!("{short}!")).to_string();
        assert_eq!(cut, format!("{}…", "é".repeat(LONGEST - 1)));
        assert_eq!(Excerpt("\u{1b}[31mA\n").to_string(), "\u{fffd}[31mA\u{fffd}");
        assert_eq!(Excerpt("\u{202e}abc\u{2028}").to_string(), "\u{fffd}abc\u{fffd}");
    }
}

//! Limited repetition of the input in error messages.

use std::fmt::{self, Write as _};

/// Maximum number of characters of the input in an error message.
const LONGEST: usize = 80;

/// Text from the input that is shown in an error message.
///
/// Text with more than [`LONGEST`] characters is cut. Control characters are replaced, because error messages
/// are shown in terminals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Excerpt<'a>(pub(crate) &'a str);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_long = self.0.chars().nth(LONGEST).is_some();
        let shown = if is_long { LONGEST - 1 } else { LONGEST };
        for letter in self.0.chars().take(shown) {
            f.write_char(if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter })?;
        }
        f.write_str(if is_long { "…" } else { "" })
    }
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
    }
}

//! Sanitising of names and other text that users typed.

use crate::player_names::MAX_LENGTH;
use crate::store::ANONYMOUS;
use crate::visible_text;

use super::Appearance;

/// Sanitises a user's name for use in a message. The result is never empty.
///
/// Escapes Markdown, mentions and invite links, and removes invisible characters and text direction marks, so
/// that a name cannot affect the rest of the message.
pub fn name(raw: &str) -> String {
    said(raw, MAX_LENGTH)
}

/// Sanitises user input, joins its lines, and truncates it to `longest` characters.
pub(super) fn said(raw: &str, longest: usize) -> String {
    escape(&visible_text::displayed(raw, longest))
}

/// Sanitises a name for use as plain text, such as in a button label. The result may be empty.
pub(super) fn unescaped(raw: &str) -> String {
    visible_text::visible(raw, MAX_LENGTH)
}

impl Appearance {
    /// Returns the Markdown-escaped name of a player in a finished deal. Returns a placeholder if the name is
    /// unknown or the player's data was deleted.
    pub(super) fn known(self, raw: Option<&str>) -> String {
        match raw.filter(|raw| is_known(raw)) {
            Some(raw) => name(raw),
            None => self.text("past-nameless"),
        }
    }

    /// Returns the name of a player in a finished deal as plain text. Returns a placeholder if the name is
    /// unknown or the player's data was deleted.
    pub(super) fn known_plain(self, raw: Option<&str>) -> String {
        match raw.filter(|raw| is_known(raw)) {
            Some(raw) => unescaped(raw),
            None => self.text("past-nameless"),
        }
    }
}

/// Returns `true` if the stored name is an actual name: neither empty nor the placeholder for a deleted user.
fn is_known(raw: &str) -> bool {
    raw != ANONYMOUS && !unescaped(raw).is_empty()
}

/// Invisible, non-breaking character inserted after `@` to prevent mentions, and after `/` so that Discord
/// shows no preview of an invite link, which needs no `https:`.
const WORD_JOINER: char = '\u{2060}';

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '<' | '[' | ']' | '(' | ')' | '#' | ':' | '-' => {
                escaped.push('\\');
                escaped.push(sign);
            }
            '@' | '/' => escaped.extend([sign, WORD_JOINER]),
            _ => escaped.push(sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_user_names_are_unchanged() {
        for plain in ["Anna", "Kovács Béla", "Őrült Űrhajós", "李雷", "Ünige 🦊", "J. R."] {
            assert_eq!(name(plain), plain);
        }
    }

    #[test]
    fn markup_in_user_names_is_escaped() {
        assert_eq!(name("**Anna**"), "\\*\\*Anna\\*\\*");
        assert_eq!(name("<@123>"), "\\<@\u{2060}123\\>");
        assert_eq!(name("@everyone"), "@\u{2060}everyone");
        assert_eq!(name("discord.gg/abc"), "discord.gg/\u{2060}abc");
        assert_eq!(name("discord.com/invite/abc"), "discord.com/\u{2060}invite/\u{2060}abc");
        assert_eq!(name("[free](https://x.y)"), "\\[free\\]\\(https\\:/\u{2060}/\u{2060}x.y\\)");
        assert_eq!(name("a\u{202e}b\u{200b}c\n# d"), "abc \\# d");
        assert_eq!(name("Z\u{0351}\u{0352}a"), "Za");
        assert_eq!(name("\u{200b} \u{3164}"), "?");
        assert_eq!(name(""), "?");
    }

    #[test]
    fn long_user_names_are_truncated() {
        let long = name(&"á".repeat(100));
        assert_eq!(long.chars().count(), 32);
        assert!(long.ends_with('…'));
    }
}

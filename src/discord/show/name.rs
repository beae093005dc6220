//! People's names, made harmless.

use crate::store::ANONYMOUS;

use super::Look;

/// The longest name that is shown, as Discord's own nicknames.
const LONGEST: usize = 32;

/// A name as it may stand in a message: it can't format, mention, link, hide, or turn the line
/// around, and is never empty.
///
/// People choose their names, and some choose them to break other people's messages.
pub fn name(raw: &str) -> String {
    said(raw, LONGEST)
}

/// Words that somebody typed, made as harmless as a name, on one line and cut to so many characters.
pub(super) fn said(raw: &str, longest: usize) -> String {
    let shown = seen(raw, longest);
    if shown.is_empty() { "?".to_owned() } else { escape(&shown) }
}

/// A name for where formatting means nothing, such as the label of a button; it may be empty.
pub(super) fn unescaped(raw: &str) -> String {
    seen(raw, LONGEST)
}

impl Look {
    /// The name of somebody in a deal that is over, escaped; a word for those who have none any more.
    pub(super) fn known(self, raw: Option<&str>) -> String {
        match raw.filter(|raw| is_known(raw)) {
            Some(raw) => name(raw),
            None => self.say("past-nameless"),
        }
    }

    /// The same where formatting means nothing.
    pub(super) fn known_plain(self, raw: Option<&str>) -> String {
        match raw.filter(|raw| is_known(raw)) {
            Some(raw) => unescaped(raw),
            None => self.say("past-nameless"),
        }
    }
}

/// Whether it is the name of somebody who has not been forgotten.
fn is_known(raw: &str) -> bool {
    raw != ANONYMOUS && !unescaped(raw).is_empty()
}

/// What can be seen of a text, on one line and cut to so many characters.
fn seen(raw: &str, longest: usize) -> String {
    let seen: String = raw.chars().filter(|sign| !is_unseen(*sign)).collect();
    let tidy: Vec<&str> = seen.split_whitespace().collect();
    let tidy = tidy.join(" ");
    let mut shown: String = tidy.chars().take(longest).collect();
    if shown.chars().count() < tidy.chars().count() {
        shown.pop();
        shown.push('…');
    }
    shown
}

/// Stands behind an @ so that it names nobody; it has no width and breaks no line.
const WORD_JOINER: char = '\u{2060}';

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '<' | '[' | ']' | '(' | ')' | '#' | ':' | '-' => {
                escaped.push('\\');
                escaped.push(sign);
            }
            '@' => escaped.extend([sign, WORD_JOINER]),
            _ => escaped.push(sign),
        }
    }
    escaped
}

/// Control signs, marks that turn the direction of writing, signs without width, and the accents
/// that pile up over the lines above.
pub(in crate::discord) fn is_unseen(sign: char) -> bool {
    sign.is_control() && !sign.is_whitespace()
        || matches!(sign,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{300}'..='\u{36f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people_stay_as_they_are() {
        for plain in ["Anna", "Kovács Béla", "Őrült Űrhajós", "李雷", "Ünige 🦊", "J. R."] {
            assert_eq!(name(plain), plain);
        }
    }

    #[test]
    fn names_can_not_do_anything() {
        assert_eq!(name("**Anna**"), "\\*\\*Anna\\*\\*");
        assert_eq!(name("<@123>"), "\\<@\u{2060}123\\>");
        assert_eq!(name("@everyone"), "@\u{2060}everyone");
        assert_eq!(name("[free](https://x.y)"), "\\[free\\]\\(https\\://x.y\\)");
        assert_eq!(name("a\u{202e}b\u{200b}c\n# d"), "abc \\# d");
        assert_eq!(name("Z\u{0351}\u{0352}a"), "Za");
        assert_eq!(name("\u{200b} \u{3164}"), "?");
        assert_eq!(name(""), "?");
    }

    #[test]
    fn long_names_are_cut() {
        let long = name(&"á".repeat(100));
        assert_eq!(long.chars().count(), 32);
        assert!(long.ends_with('…'));
    }
}

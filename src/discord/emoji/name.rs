//! Names of application emoji.
//!
//! A name describes the symbol for screen readers and identifies the version of the picture.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::text::{self, Appearance, DeckStyle, Lang, Symbol};

/// Separator between the description and the hash in an emoji name. It also marks the emoji as uploaded by
/// this program.
const MARK: &str = "_ulti";
/// Length of the picture hash in an emoji name, in hexadecimal digits.
const DIGITS: usize = 8;

/// The name of an emoji, such as `hearts_vii_hu_ulti0a1b2c3d`.
///
/// Discord allows at most 32 letters, digits and underscores in an emoji name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct EmojiName(String);

impl EmojiName {
    /// Returns the emoji name for the picture of a card or suit.
    pub(super) fn of(faces: DeckStyle, of: Symbol, png: &[u8]) -> Self {
        let appearance = Appearance::new(Lang::En, faces);
        let shows = match of {
            Symbol::Card(card) => {
                format!("{}_{}", text::suit(appearance, card.suit()), text::rank(appearance, card.rank()))
            }
            Symbol::Suit(suit) => text::suit(appearance, suit),
        };
        let deck: String = faces.code().chars().take(2).collect();
        let hash = hex::encode(Sha256::digest(png));
        Self(format!("{}_{deck}{MARK}{}", plain(&shows), &hash[..DIGITS]))
    }

    /// Returns `true` if the emoji name has the format that the bot uses. The bot never deletes emoji with
    /// other names.
    pub(super) fn is_ours(name: &str) -> bool {
        let Some((shows, hash)) = name.rsplit_once(MARK) else { return false };
        let is_hash = hash.len() == DIGITS && hash.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
        let parts: Vec<&str> = shows.split('_').collect();
        let is_word = |part: &&str| {
            !part.is_empty() && part.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        is_hash && (2..=3).contains(&parts.len()) && parts.iter().all(is_word)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EmojiName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns the name of an emoji in the text of a message, such as `hearts_seven` or `piros_hetes`.
///
/// Discord identifies the emoji by its id, so the name in the text may differ from that of the application
/// emoji. Clients that keep the name from the text read it aloud.
pub(super) fn spoken_name(appearance: Appearance, of: Symbol) -> String {
    let spoken = appearance.text_only();
    let words = match of {
        Symbol::Card(card) => {
            format!("{} {}", text::suit(spoken, card.suit()), text::rank(spoken, card.rank()))
        }
        Symbol::Suit(suit) => text::suit(spoken, suit),
    };
    text::searchable(&words).replace(' ', "_")
}

/// Converts a string to lowercase and removes everything except ASCII letters, digits and underscores.
fn plain(words: &str) -> String {
    words.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn application_emoji_names_are_valid_and_unique() {
        let mut names = HashSet::new();
        for faces in DeckStyle::ALL {
            for of in Symbol::all() {
                let name = EmojiName::of(faces, of, b"a picture");
                let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                assert!((2..=32).contains(&name.0.len()) && name.0.chars().all(fits), "{name}");
                assert!(EmojiName::is_ours(&name.0), "{name}");
                assert!(names.insert(name));
            }
        }
        let sample = Symbol::Card("HU".parse().unwrap());
        assert_eq!(EmojiName::of(DeckStyle::French, sample, b"a").as_str(), "hearts_jack_fr_ultica978112");
        assert_ne!(
            EmojiName::of(DeckStyle::French, sample, b"a"),
            EmojiName::of(DeckStyle::French, sample, b"b")
        );
    }

    #[test]
    fn names_in_messages_are_words() {
        for appearance in Appearance::ALL {
            let mut names = HashSet::new();
            for of in Symbol::all() {
                let name = spoken_name(appearance, of);
                let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                assert!((2..=32).contains(&name.len()) && name.chars().all(fits), "{name}");
                assert!(names.insert(name));
            }
        }
        let [seven, jack] = ["H7", "AU"].map(|card| Symbol::Card(card.parse().unwrap()));
        let hungarian = |lang| Appearance::new(lang, DeckStyle::Hungarian);
        assert_eq!(spoken_name(hungarian(Lang::En), seven), "hearts_seven");
        assert_eq!(spoken_name(hungarian(Lang::En), jack), "acorns_under");
        assert_eq!(spoken_name(hungarian(Lang::Hu), jack), "makk_also");
        assert_eq!(spoken_name(Appearance::new(Lang::En, DeckStyle::French), jack), "clubs_jack");
    }

    #[test]
    fn bot_ignores_emoji_that_it_did_not_create() {
        for name in [
            "ulti",
            "party_ulti",
            "ulti12345678",
            "my_ulti1234567",
            "hearts__ultica978112",
            "Ulti_ultica978112",
        ] {
            assert!(!EmojiName::is_ours(name), "{name}");
        }
    }
}

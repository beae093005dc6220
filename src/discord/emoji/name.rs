//! The name of an emoji says what it shows, for whoever has it read to them, and which picture it is.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::text::{self, EmblemOf, Faces, Lang, Look};

/// Stands between what an emoji shows and its picture's hash: the mark of what this program uploaded.
const MARK: &str = "_ulti";
/// How many hexadecimal digits of the hash there are.
const DIGITS: usize = 8;

/// `hearts_vii_hu_ulti0a1b2c3d`: at most 32 letters, digits and underscores, as Discord wants them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Name(String);

impl Name {
    /// The name of a picture.
    pub(super) fn of(faces: Faces, of: EmblemOf, png: &[u8]) -> Self {
        let look = Look::new(Lang::En, faces);
        let shows = match of {
            EmblemOf::Card(card) => {
                format!("{}_{}", text::suit(look, card.suit()), text::rank(look, card.rank()))
            }
            EmblemOf::Suit(suit) => text::suit(look, suit),
        };
        let deck: String = faces.code().chars().take(2).collect();
        let hash = hex::encode(Sha256::digest(png));
        Self(format!("{}_{deck}{MARK}{}", plain(&shows), &hash[..DIGITS]))
    }

    /// Whether this program gave the name, with whatever picture. Nothing else is ever taken down.
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

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Small letters, digits and underscores.
fn plain(words: &str) -> String {
    words.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_what_discord_takes_and_each_another() {
        let mut names = HashSet::new();
        for faces in Faces::ALL {
            for of in EmblemOf::all() {
                let name = Name::of(faces, of, b"a picture");
                let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                assert!((2..=32).contains(&name.0.len()) && name.0.chars().all(fits), "{name}");
                assert!(Name::is_ours(&name.0), "{name}");
                assert!(names.insert(name));
            }
        }
        let sample = EmblemOf::Card("HU".parse().unwrap());
        assert_eq!(Name::of(Faces::French, sample, b"a").as_str(), "hearts_jack_fr_ultica978112");
        assert_ne!(Name::of(Faces::French, sample, b"a"), Name::of(Faces::French, sample, b"b"));
    }

    #[test]
    fn a_strangers_emoji_is_a_strangers() {
        for name in [
            "ulti",
            "party_ulti",
            "ulti12345678",
            "my_ulti1234567",
            "hearts__ultica978112",
            "Ulti_ultica978112",
        ] {
            assert!(!Name::is_ours(name), "{name}");
        }
    }
}

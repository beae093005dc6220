//! Emoji pictures drawn by this program.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::pictures::CardPictures;
use crate::render::{card_emoji_name, emoji_pictures, suit_emoji_name};
use crate::text::{Appearance, Symbol};

/// A [`CardPictures`] implementation that renders card and suit pictures on first use and caches them.
#[derive(Debug, Default)]
pub struct DrawnCards(OnceLock<HashMap<String, Vec<u8>>>);

impl CardPictures for DrawnCards {
    fn draw(&self, appearance: Appearance, of: Symbol) -> Option<Vec<u8>> {
        let name = match of {
            Symbol::Card(card) => card_emoji_name(appearance, card),
            Symbol::Suit(suit) => suit_emoji_name(appearance.faces, suit),
        };
        self.0.get_or_init(draw_pictures).get(&name).cloned()
    }
}

/// Draws all emoji and returns a map from the name of each drawing to its PNG data.
///
/// These names differ from the emoji names on Discord.
fn draw_pictures() -> HashMap<String, Vec<u8>> {
    let all: Result<Vec<_>, _> = emoji_pictures().collect();
    let all = all.inspect_err(|error| tracing::warn!(%error, "failed to render emoji"));
    all.unwrap_or_default().into_iter().map(|picture| (picture.name, picture.png)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_emoji_has_a_distinct_image() {
        let cards = DrawnCards::default();
        for appearance in Appearance::ALL {
            let all: Vec<Vec<u8>> = Symbol::all().map(|of| cards.draw(appearance, of).unwrap()).collect();
            let mut distinct = all.clone();
            distinct.sort();
            distinct.dedup();
            assert_eq!(distinct.len(), 36, "{appearance:?}");
            assert!(all.iter().all(|png| png.starts_with(b"\x89PNG") && png.len() <= 256 * 1024));
        }
    }
}

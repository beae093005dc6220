//! The emoji as this program draws them.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::CardPictures;
use crate::render::{card_emoji_name, emoji_pictures, suit_emoji_name};
use crate::text::{EmblemOf, Look};

/// Our own cards and suits, drawn when they are first asked for.
#[derive(Debug, Default)]
pub struct DrawnCards(OnceLock<HashMap<String, Vec<u8>>>);

impl CardPictures for DrawnCards {
    fn draw(&self, look: Look, of: EmblemOf) -> Option<Vec<u8>> {
        let name = match of {
            EmblemOf::Card(card) => card_emoji_name(look, card),
            EmblemOf::Suit(suit) => suit_emoji_name(look.faces, suit),
        };
        self.0.get_or_init(draw).get(&name).cloned()
    }
}

/// By the names that the drawings have among themselves; at Discord they are called by more.
fn draw() -> HashMap<String, Vec<u8>> {
    let all: Result<Vec<_>, _> = emoji_pictures().collect();
    let all = all.inspect_err(|error| tracing::warn!(%error, "the cards' emoji can't be drawn"));
    all.unwrap_or_default().into_iter().map(|picture| (picture.name, picture.png)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_of_every_deck_has_its_own() {
        let cards = DrawnCards::default();
        for look in Look::ALL {
            let all: Vec<Vec<u8>> = EmblemOf::all().map(|of| cards.draw(look, of).unwrap()).collect();
            let mut unlike = all.clone();
            unlike.sort();
            unlike.dedup();
            assert_eq!(unlike.len(), 36, "{look:?}");
            assert!(all.iter().all(|png| png.starts_with(b"\x89PNG") && png.len() <= 256 * 1024));
        }
    }
}

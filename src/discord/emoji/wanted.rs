//! The application emoji that the bot needs.

use super::name::EmojiName;
use super::pictures::CardPictures;
use crate::text::{Appearance, Symbol};

/// An emoji of a card or suit that the application should have, with its picture and name.
pub(super) struct WantedEmoji {
    pub(super) appearance: Appearance,
    pub(super) of: Symbol,
    pub(super) name: EmojiName,
    pub(super) png: Vec<u8>,
}

/// Draws the emoji for all decks. Omits any deck that has missing pictures.
///
/// Pictures that are identical in both languages get the same name.
pub(super) fn draw_all(pictures: &dyn CardPictures) -> Vec<WantedEmoji> {
    let complete_deck = |appearance: Appearance| -> Option<Vec<WantedEmoji>> {
        let wanted = |of: Symbol| {
            let png = pictures.draw(appearance, of)?;
            Some(WantedEmoji { appearance, of, name: EmojiName::of(appearance.faces, of, &png), png })
        };
        Symbol::all().map(wanted).collect()
    };
    Appearance::ALL.into_iter().filter_map(complete_deck).flatten().collect()
}

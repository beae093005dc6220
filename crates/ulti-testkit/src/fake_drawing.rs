//! Pictures and emoji that are fast and predictable.

use std::sync::Arc;

use discord_sandbox::Message;
use ulti::discord::{CardPictures, Drawing};
use ulti::render::{Picture, Pictures, Subject};
use ulti::text::{Appearance, Symbol};

/// The first bytes of a PNG, which the sandbox accepts as a picture.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x01\x2c\x08\x06\0\0\0";

/// Returns a picture of the smallest size with a file name and an alt text.
pub fn fake_picture(name: &str, alt: &str) -> Picture {
    Picture { name: format!("{name}.png"), bytes: PNG.to_vec(), alt: alt.to_owned() }
}

/// Returns `true` if a message has an attachment.
pub fn has_picture(message: &Message) -> bool {
    !message.attachments().is_empty()
}

/// A renderer that draws pictures with a function.
pub struct FakePictures<F>(F);

impl<F: Fn(&Subject) -> Option<Picture> + Send + Sync + 'static> FakePictures<F> {
    /// Returns the renderers of a bot whose pictures are drawn by a function, without emoji.
    pub fn drawing(draw: F) -> Drawing {
        Drawing { pictures: Arc::new(Self(draw)), ..Drawing::default() }
    }
}

impl<F: Fn(&Subject) -> Option<Picture> + Send + Sync> Pictures for FakePictures<F> {
    fn draw(&self, subject: &Subject, _: Appearance) -> Option<Picture> {
        (self.0)(subject)
    }
}

/// A different emoji for each card and suit of each deck. Both languages share their pictures.
#[derive(Debug, Default)]
pub struct FakeCards {
    changed: Vec<Symbol>,
}

impl FakeCards {
    /// Number of emoji: three decks of 32 cards and four suits.
    pub const COUNT: usize = 3 * 36;

    /// Returns emoji of which these have other pictures than usual.
    pub fn changed(symbols: impl IntoIterator<Item = Symbol>) -> Self {
        Self { changed: symbols.into_iter().collect() }
    }

    /// Returns emoji that all have other pictures than usual.
    pub fn all_changed() -> Self {
        Self::changed(Symbol::all())
    }

    /// Returns a drawing with these emoji and without pictures.
    pub fn drawing(self) -> Drawing {
        Drawing { cards: Arc::new(self), ..Drawing::default() }
    }
}

impl CardPictures for FakeCards {
    fn draw(&self, appearance: Appearance, of: Symbol) -> Option<Vec<u8>> {
        let picture = format!("{:?}{of:?}{}", appearance.faces, self.changed.contains(&of));
        Some([b"\x89PNG\r\n\x1a\n".as_slice(), picture.as_bytes()].concat())
    }
}

//! Fake pictures and emoji for tests. They are fast to draw and the same in each run.

use std::sync::Arc;

use discord_sandbox::Message;
use ulti::discord::{CardPictures, Drawing};
use ulti::render::{Picture, Pictures, Subject};
use ulti::text::{Appearance, Symbol};

/// The first bytes of a PNG file. The sandbox accepts them as a complete picture.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x01\x2c\x08\x06\0\0\0";

/// Returns a minimal PNG picture with the given file name and alt text.
pub fn fake_picture(name: &str, alt: &str) -> Picture {
    Picture { name: format!("{name}.png"), bytes: PNG.to_vec(), alt: alt.to_owned() }
}

/// Returns `true` if a message has an attachment.
pub fn has_picture(message: &Message) -> bool {
    !message.attachments().is_empty()
}

/// A picture renderer that calls the given function.
pub struct FakePictures<F>(F);

impl<F: Fn(&Subject) -> Option<Picture> + Send + Sync + 'static> FakePictures<F> {
    /// Returns a picture renderer that calls `draw`, together with an emoji renderer that draws nothing.
    pub fn drawing(draw: F) -> Drawing {
        Drawing { pictures: Arc::new(Self(draw)), ..Drawing::default() }
    }
}

impl<F: Fn(&Subject) -> Option<Picture> + Send + Sync> Pictures for FakePictures<F> {
    fn draw(&self, subject: &Subject, _: Appearance) -> Option<Picture> {
        (self.0)(subject)
    }
}

/// A renderer that draws a distinct emoji for each card and suit in each deck, regardless of the language.
#[derive(Debug, Default)]
pub struct FakeCards {
    changed: Vec<Symbol>,
}

impl FakeCards {
    /// Number of distinct emoji: 32 cards and four suits in each of the three decks.
    pub const COUNT: usize = 3 * 36;

    /// Creates a renderer that draws the emoji for `symbols` differently from [`FakeCards::default`].
    pub fn changed(symbols: impl IntoIterator<Item = Symbol>) -> Self {
        Self { changed: symbols.into_iter().collect() }
    }

    /// Creates a renderer that draws every emoji differently from [`FakeCards::default`].
    pub fn all_changed() -> Self {
        Self::changed(Symbol::all())
    }

    /// Returns `self` as the emoji renderer, together with a picture renderer that draws nothing.
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

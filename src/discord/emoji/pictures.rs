//! The trait that provides the pictures for application emoji.

use crate::text::{Appearance, Symbol};

/// Draws cards and suits as small pictures for use in text and on buttons.
pub trait CardPictures: Send + Sync {
    /// Draws a card or suit as a PNG of 128 × 128 pixels and at most 256 KiB. These are Discord's limits for
    /// emoji.
    ///
    /// Returns `None` if there is no picture. Of `appearance`, only the language and the deck style affect the
    /// picture. The bytes must be identical at every start, because changed bytes are uploaded as a new
    /// emoji.
    fn draw(&self, appearance: Appearance, of: Symbol) -> Option<Vec<u8>>;
}

/// A [`CardPictures`] without any pictures. Messages show cards as plain text symbols.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoCardPictures;

impl CardPictures for NoCardPictures {
    fn draw(&self, _: Appearance, _: Symbol) -> Option<Vec<u8>> {
        None
    }
}

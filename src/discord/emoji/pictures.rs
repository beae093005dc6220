//! The trait that provides the pictures for application emoji.

use crate::text::{Appearance, Symbol};

/// Draws cards and suits as small pictures for use in text and on buttons.
pub trait CardPictures: Send + Sync {
    /// Draws a card or suit as a PNG of 128 × 128 pixels and at most 256 KiB, which are Discord's limits for
    /// emoji.
    ///
    /// Returns `None` if there is no picture. The picture depends only on the language and deck style of
    /// `appearance`. The bytes must be identical after every restart, because a changed picture is uploaded
    /// as a new emoji.
    fn draw(&self, appearance: Appearance, of: Symbol) -> Option<Vec<u8>>;
}

/// A [`CardPictures`] implementation that draws no pictures. Messages show cards as plain-text symbols
/// instead.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoCardPictures;

impl CardPictures for NoCardPictures {
    fn draw(&self, _: Appearance, _: Symbol) -> Option<Vec<u8>> {
        None
    }
}

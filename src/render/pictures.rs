//! The trait for renderers that draw the pictures of messages.

use super::Subject;
use crate::text::Appearance;

/// A picture that can be attached to a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// File name of the picture, with its extension.
    ///
    /// Equal pictures have equal names, and different pictures have different names.
    pub name: String,
    /// Content of the picture's PNG file.
    pub bytes: Vec<u8>,
    /// Alternative text that describes the picture. It has at most 1024 characters.
    pub alt: String,
}

/// A renderer that draws the pictures of messages.
pub trait Pictures: Send + Sync {
    /// Draws a picture. Returns `None` if the message should be sent without a picture.
    ///
    /// Drawing takes several milliseconds of CPU time, unless the picture is cached.
    fn draw(&self, subject: &Subject, appearance: Appearance) -> Option<Picture>;
}

/// A renderer that draws no pictures. All its methods return `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoPictures;

impl Pictures for NoPictures {
    fn draw(&self, _: &Subject, _: Appearance) -> Option<Picture> {
        None
    }
}

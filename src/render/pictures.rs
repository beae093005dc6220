//! The trait for renderers that draw the pictures of messages.

use super::Subject;
use crate::text::Appearance;

/// A picture that can be attached to a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Filename of the picture, including its extension.
    ///
    /// The filename is the same for identical pictures and differs for different ones.
    pub name: String,
    /// PNG file contents.
    pub bytes: Vec<u8>,
    /// Alt text that describes the picture, at most 1024 characters long.
    pub alt: String,
}

/// A renderer for pictures that are attached to messages.
pub trait Pictures: Send + Sync {
    /// Draws a picture. Returns `None` if the message should be sent without one.
    ///
    /// Unless the picture is cached, drawing takes several milliseconds of CPU time.
    fn draw(&self, subject: &Subject, appearance: Appearance) -> Option<Picture>;
}

/// A renderer that never draws a picture. Messages are sent as text only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoPictures;

impl Pictures for NoPictures {
    fn draw(&self, _: &Subject, _: Appearance) -> Option<Picture> {
        None
    }
}

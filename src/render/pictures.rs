//! Drawn pictures of a table, where there are any.

use crate::rules::View;
use crate::table::Scene;
use crate::text::Look;

/// A picture, ready to be attached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file's name with its ending.
    pub name: String,
    /// The file.
    pub bytes: Vec<u8>,
    /// What it shows, in words, for those who don't see it.
    pub alt: String,
}

/// Draws what messages show. `None` wherever words have to do.
pub trait Pictures: Send + Sync {
    /// The table as everyone may see it.
    fn table(&self, scene: &Scene, look: Look) -> Option<Picture>;

    /// One player's hand.
    fn hand(&self, view: &View, look: Look) -> Option<Picture>;

    /// The standings of the evening as a curve.
    fn standings(&self, scene: &Scene, look: Look) -> Option<Picture>;
}

/// Draws nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoPictures;

impl Pictures for NoPictures {
    fn table(&self, _: &Scene, _: Look) -> Option<Picture> {
        None
    }

    fn hand(&self, _: &View, _: Look) -> Option<Picture> {
        None
    }

    fn standings(&self, _: &Scene, _: Look) -> Option<Picture> {
        None
    }
}

//! Pictures of a table, for those who ask for them.

use crate::rules::View;
use crate::table::{DealScene, Scene};
use crate::text::Look;

use super::{ChartRow, Form, Still};

/// A picture, ready to be attached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file's name with its ending: the same for the same picture, and for no other.
    pub name: String,
    /// The file, a PNG.
    pub bytes: Vec<u8>,
    /// What it shows, in words, for those who don't see it: at most 1024 characters.
    pub alt: String,
}

/// Draws what messages show. `None` wherever words have to do.
///
/// A picture takes some milliseconds of a processor; what was drawn before is at hand.
pub trait Pictures: Send + Sync {
    /// The table as everyone may see it, while a deal is being played.
    fn table(&self, scene: &Scene, look: Look) -> Option<Picture>;

    /// The hand of the one who sees this view.
    fn hand(&self, view: &View, look: Look) -> Option<Picture>;

    /// A finished deal with all its cards.
    fn result(&self, deal: &DealScene, look: Look) -> Option<Picture>;

    /// A step of a finished deal, with all three hands.
    fn replay(&self, still: &Still, look: Look) -> Option<Picture>;

    /// The standings of the evening, the best first.
    fn standings(&self, scene: &Scene, look: Look) -> Option<Picture>;

    /// People in order under a title, at most ten of them.
    fn leaderboard(&self, title: &str, rows: &[ChartRow], look: Look) -> Option<Picture>;

    /// How somebody's points went from day to day.
    fn form(&self, form: &Form, look: Look) -> Option<Picture>;
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

    fn result(&self, _: &DealScene, _: Look) -> Option<Picture> {
        None
    }

    fn replay(&self, _: &Still, _: Look) -> Option<Picture> {
        None
    }

    fn standings(&self, _: &Scene, _: Look) -> Option<Picture> {
        None
    }

    fn leaderboard(&self, _: &str, _: &[ChartRow], _: Look) -> Option<Picture> {
        None
    }

    fn form(&self, _: &Form, _: Look) -> Option<Picture> {
        None
    }
}

//! The trait for renderers that draw the pictures of messages.

use crate::table::{DealView, TableView};
use crate::text::Appearance;
use ulti_rules::View;

use super::{ChartRow, FormCurve, ReplayStill};

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
///
/// Its methods return `None` if the message should be sent without a picture. Drawing takes several
/// milliseconds of CPU time, unless the picture is cached.
pub trait Pictures: Send + Sync {
    /// Draws the public view of a table while a deal is in progress.
    fn table(&self, table: &TableView, appearance: Appearance) -> Option<Picture>;

    /// Draws the hand of the player to whom `view` belongs.
    fn hand(&self, view: &View, appearance: Appearance) -> Option<Picture>;

    /// Draws a finished deal with all its cards.
    fn result(&self, deal: &DealView, appearance: Appearance) -> Option<Picture>;

    /// Draws one step in the replay of a finished deal, with all three hands.
    fn replay(&self, still: &ReplayStill, appearance: Appearance) -> Option<Picture>;

    /// Draws the total points of all players at a table, best player first.
    fn standings(&self, table: &TableView, appearance: Appearance) -> Option<Picture>;

    /// Draws a leaderboard of at most ten players under a title.
    fn leaderboard(&self, title: &str, rows: &[ChartRow], appearance: Appearance) -> Option<Picture>;

    /// Draws a chart of a player's total points by day.
    fn form(&self, form: &FormCurve, appearance: Appearance) -> Option<Picture>;
}

/// A renderer that draws no pictures. All its methods return `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoPictures;

impl Pictures for NoPictures {
    fn table(&self, _: &TableView, _: Appearance) -> Option<Picture> {
        None
    }

    fn hand(&self, _: &View, _: Appearance) -> Option<Picture> {
        None
    }

    fn result(&self, _: &DealView, _: Appearance) -> Option<Picture> {
        None
    }

    fn replay(&self, _: &ReplayStill, _: Appearance) -> Option<Picture> {
        None
    }

    fn standings(&self, _: &TableView, _: Appearance) -> Option<Picture> {
        None
    }

    fn leaderboard(&self, _: &str, _: &[ChartRow], _: Appearance) -> Option<Picture> {
        None
    }

    fn form(&self, _: &FormCurve, _: Appearance) -> Option<Picture> {
        None
    }
}

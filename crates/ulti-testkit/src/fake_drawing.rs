//! Pictures and emoji that are fast and predictable.

use std::sync::Arc;

use discord_sandbox::Message;
use ulti::discord::{CardPictures, Drawing};
use ulti::render::{ChartRow, FormCurve, Picture, Pictures, ReplayStill};
use ulti::table::{DealView, TableView};
use ulti::text::{Appearance, Symbol};
use ulti_rules::View;

/// The first bytes of a PNG, which the sandbox accepts as a picture.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x01\x2c\x08\x06\0\0\0";

type Draw<T> = Box<dyn Fn(&T) -> Option<Picture> + Send + Sync>;

/// Returns a picture of the smallest size with a file name and an alt text.
pub fn fake_picture(name: &str, alt: &str) -> Picture {
    Picture { name: format!("{name}.png"), bytes: PNG.to_vec(), alt: alt.to_owned() }
}

/// Returns `true` if a message has an attachment.
pub fn has_picture(message: &Message) -> bool {
    !message.attachments().is_empty()
}

/// Pictures drawn by functions. Without a function, there is no picture of that kind.
pub struct FakePictures {
    /// Draws a table.
    pub table: Draw<TableView>,
    /// Draws a hand.
    pub hand: Draw<View>,
    /// Draws the result of a deal.
    pub result: Draw<DealView>,
    /// Draws the standings of an evening.
    pub standings: Draw<TableView>,
    /// Draws leaderboards and replays, from their titles, and form curves, from name and number of days.
    pub titled: Draw<str>,
}

impl Default for FakePictures {
    fn default() -> Self {
        Self {
            table: Box::new(|_| None),
            hand: Box::new(|_| None),
            result: Box::new(|_| None),
            standings: Box::new(|_| None),
            titled: Box::new(|_| None),
        }
    }
}

impl FakePictures {
    /// Returns a drawing with these pictures and without emoji.
    pub fn drawing(self) -> Drawing {
        Drawing { pictures: Arc::new(self), ..Drawing::default() }
    }
}

impl Pictures for FakePictures {
    fn table(&self, scene: &TableView, _: Appearance) -> Option<Picture> {
        (self.table)(scene)
    }

    fn hand(&self, view: &View, _: Appearance) -> Option<Picture> {
        (self.hand)(view)
    }

    fn result(&self, deal: &DealView, _: Appearance) -> Option<Picture> {
        (self.result)(deal)
    }

    fn leaderboard(&self, title: &str, _: &[ChartRow], _: Appearance) -> Option<Picture> {
        (self.titled)(title)
    }

    fn form(&self, form: &FormCurve, _: Appearance) -> Option<Picture> {
        (self.titled)(&format!("form {} {}", form.name, form.days.len()))
    }

    fn replay(&self, still: &ReplayStill, _: Appearance) -> Option<Picture> {
        (self.titled)(&still.title)
    }

    fn standings(&self, table: &TableView, _: Appearance) -> Option<Picture> {
        (self.standings)(table)
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
    fn draw(&self, look: Appearance, of: Symbol) -> Option<Vec<u8>> {
        let picture = format!("{:?}{of:?}{}", look.faces, self.changed.contains(&of));
        Some([b"\x89PNG\r\n\x1a\n".as_slice(), picture.as_bytes()].concat())
    }
}

//! Draws cards, tables and charts.
//!
//! The [`Pictures`] trait draws the pictures that are attached to messages. A [`ButtonFace`] is the label and
//! emoji of a button that stands for a card. Both depend on the [`Appearance`](crate::text::Appearance) that
//! the reader has chosen. Everything is drawn as SVG from built-in shapes (`cards/art/`) with a bundled font,
//! and converted to PNG. [`NoPictures`] is an implementation that draws nothing.

mod bid_marks;
mod cached;
mod cards;
mod pictures;
mod scenes;
mod subject;
mod svg;

#[cfg(test)]
mod tests;

pub use bid_marks::BidMarks;
pub use cached::CachedPictures;
pub use cards::button_face::{ButtonFace, Emoji};
pub use cards::card::card_svg;
pub use cards::emoji::{EmojiPicture, card_emoji_name, card_emoji_svg, emoji_pictures, suit_emoji_name};
pub use cards::geometry::{CARD_HEIGHT, CARD_WIDTH};
pub use pictures::{NoPictures, Picture, Pictures};
pub use scenes::form_curve::{FormCurve, Outline, Peak};
pub use scenes::leaderboard::ChartRow;
pub use scenes::replay::ReplayStill;
pub use subject::Subject;
pub use svg::raster::{DrawError, png as png_of_svg};

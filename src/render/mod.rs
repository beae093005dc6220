//! How cards and tables look.
//!
//! Messages ask for the [`Face`] of each card and [`Pictures`] of a whole table, in the
//! [`Look`](crate::text::Look) of whoever reads them. Everything is drawn as SVG from our own shapes
//! (`art/`), with a font that comes with the program, and made into PNG. [`NoPictures`] draws nothing.

mod art;
mod card;
mod chart;
mod deck;
mod drawing;
mod drawn;
mod emoji;
mod faces;
mod felt;
mod font;
mod form;
mod hand;
mod indexed;
mod motif;
mod palette;
mod pictures;
mod pips;
mod raster;
mod replay;
mod result;
mod strip;
mod table;
mod told;
mod xml;

#[cfg(test)]
mod tests;

pub use card::{CARD_HEIGHT, CARD_WIDTH, card_svg};
pub use chart::ChartRow;
pub use drawn::Drawn;
pub use emoji::{
    EmojiPicture, card_emoji_name, card_emoji_svg, emoji_names, emoji_pictures, suit_emoji_name,
};
pub use faces::{Emoji, Face};
pub use form::{Form, Outline, Peak};
pub use motif::{Motif, png_of_svg};
pub use pictures::{NoPictures, Picture, Pictures};
pub use raster::DrawError;
pub use replay::Still;

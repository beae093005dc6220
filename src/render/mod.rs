//! How cards and tables look.
//!
//! Messages ask for the [`Face`] of each card and [`Pictures`] of a whole table, in the
//! [`Look`](crate::text::Look) of whoever reads them. Everything is drawn as SVG from our own shapes
//! (`art/`), with a font that comes with the program, and made into PNG. [`NoPictures`] draws nothing:
//! it is the setting "text only".

mod art;
mod card;
#[allow(dead_code)] // for the pictures of tables, which come next
mod deck;
#[allow(dead_code)]
mod drawing;
mod emoji;
mod faces;
#[allow(dead_code)]
mod font;
mod palette;
mod pictures;
mod pips;
mod raster;
mod xml;

#[cfg(test)]
mod tests;

pub use card::{CARD_HEIGHT, CARD_WIDTH, card_svg};
pub use emoji::{
    EmojiPicture, card_emoji_name, card_emoji_svg, emoji_names, emoji_pictures, suit_emoji_name,
};
pub use faces::{Emoji, Face};
pub use pictures::{NoPictures, Picture, Pictures};
pub use raster::DrawError;

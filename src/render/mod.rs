//! How cards and tables look.
//!
//! Messages ask for the [`Face`] of each card and [`Pictures`] of a whole table, in the
//! [`Look`](crate::text::Look) of whoever reads them. What is here needs nothing but text, so that it
//! works everywhere and stays as the setting "text only"; drawn pictures are another implementation.

mod faces;
mod pictures;

pub use faces::{Emoji, Face};
pub use pictures::{NoPictures, Picture, Pictures};

//! How cards and tables look, behind two interfaces.
//!
//! Messages ask [`Faces`] for each card and [`Pictures`] for a whole table. What is here needs
//! nothing but text, so that it works everywhere and stays as the setting "text only"; emoji of the
//! faces and drawn pictures are other implementations of the same two traits.

mod faces;
mod pictures;

pub(crate) use faces::TEXT_FACES;
pub use faces::{Emoji, Face, Faces, TextFaces};
pub use pictures::{NoPictures, Picture, Pictures};

//! Drawings of cards, suits and emoji.

pub(crate) mod button_face;
pub(crate) mod cache;
pub(crate) mod card;
pub(crate) mod emoji;
pub(crate) mod geometry;
pub(crate) mod palette;
pub(crate) mod pips;
pub(crate) mod shapes;

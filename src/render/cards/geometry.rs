//! Dimensions of card drawings, and rotation by 180 degrees.

use crate::render::svg::element::Element;

/// Width of a card drawing in SVG units, before it is scaled to its size in a picture.
pub const CARD_WIDTH: f32 = 120.0;
/// Height of a card drawing in SVG units, before it is scaled to its size in a picture.
pub const CARD_HEIGHT: f32 = 190.0;

/// Returns an empty SVG group that rotates its contents by 180 degrees about the centre of the card.
pub(crate) fn turned() -> Element {
    let (x, y) = (CARD_WIDTH / 2.0, CARD_HEIGHT / 2.0);
    Element::new("g").with("transform", format_args!("rotate(180 {x} {y})"))
}

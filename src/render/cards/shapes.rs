//! Drawings of suit symbols and court figures.
//!
//! Each drawing is a file of SVG shapes in a square of 100 by 100 units, with placeholders for its colours.

use crate::text::DeckStyle;
use ulti_rules::{Rank, Suit};

use super::palette::Ink;
use crate::render::svg::element::Element;

/// Width and height of the SVG files for suit symbols and court figures, in SVG units.
const SQUARE: f32 = 100.0;

/// Draws a suit symbol in the suit's own colours.
///
/// `x` and `y` are the coordinates of the top left corner. `size` is both the width and the height.
pub(crate) fn sign(faces: DeckStyle, suit: Suit, x: f32, y: f32, size: f32) -> Element {
    sign_in(faces, suit, Ink::of(faces, suit), x, y, size)
}

/// Draws a suit symbol in the given colours.
///
/// `x` and `y` are the coordinates of the top left corner. `size` is both the width and the height.
pub(crate) fn sign_in(faces: DeckStyle, suit: Suit, ink: Ink, x: f32, y: f32, size: f32) -> Element {
    placed(x, y, size).art(coloured(suit_art(faces, suit), ink))
}

/// Draws the figure of a court card (an under, over or king) from the waist up.
///
/// Returns `None` for other ranks.
pub(crate) fn person(faces: DeckStyle, suit: Suit, rank: Rank, x: f32, y: f32, size: f32) -> Option<Element> {
    Some(placed(x, y, size).art(coloured(person_art(faces, rank)?, Ink::of(faces, suit))))
}

fn placed(x: f32, y: f32, size: f32) -> Element {
    Element::new("g").with("transform", format_args!("translate({x} {y}) scale({})", size / SQUARE))
}

fn coloured(art: &str, ink: Ink) -> String {
    let coloured = art.replace("LINE", ink.line).replace("LIGHT", ink.light).replace("TRIM", ink.light);
    coloured.replace("FILL", ink.fill).replace("COAT", ink.fill).replace('\n', "")
}

const fn suit_art(faces: DeckStyle, suit: Suit) -> &'static str {
    match (faces.is_french(), suit) {
        (false, Suit::Acorns) => include_str!("art/hungarian/acorns.svg"),
        (false, Suit::Leaves) => include_str!("art/hungarian/leaves.svg"),
        (false, Suit::Hearts) => include_str!("art/hungarian/hearts.svg"),
        (false, Suit::Bells) => include_str!("art/hungarian/bells.svg"),
        (true, Suit::Acorns) => include_str!("art/french/acorns.svg"),
        (true, Suit::Leaves) => include_str!("art/french/leaves.svg"),
        (true, Suit::Hearts) => include_str!("art/french/hearts.svg"),
        (true, Suit::Bells) => include_str!("art/french/bells.svg"),
    }
}

const fn person_art(faces: DeckStyle, rank: Rank) -> Option<&'static str> {
    match (faces.is_french(), rank) {
        (false, Rank::Under) => Some(include_str!("art/hungarian/under.svg")),
        (false, Rank::Over) => Some(include_str!("art/hungarian/over.svg")),
        (false, Rank::King) => Some(include_str!("art/hungarian/king.svg")),
        (true, Rank::Under) => Some(include_str!("art/french/under.svg")),
        (true, Rank::Over) => Some(include_str!("art/french/over.svg")),
        (true, Rank::King) => Some(include_str!("art/french/king.svg")),
        _ => None,
    }
}

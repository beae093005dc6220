//! Our own drawings: the signs of the suits, and the people on the cards.
//!
//! Each is a file of SVG shapes in a square of a hundred, with names where its colours go.

use crate::rules::{Rank, Suit};
use crate::text::Faces;

use super::palette::Ink;
use super::xml::Element;

/// The square that every drawing fills.
const SQUARE: f32 = 100.0;

/// The sign of a suit in a square of this size, its corner here.
pub(super) fn sign(faces: Faces, suit: Suit, x: f32, y: f32, size: f32) -> Element {
    sign_in(faces, suit, Ink::of(faces, suit), x, y, size)
}

/// The same in other colours.
pub(super) fn sign_in(faces: Faces, suit: Suit, ink: Ink, x: f32, y: f32, size: f32) -> Element {
    placed(x, y, size).art(coloured(suit_art(faces, suit), ink))
}

/// The one who is pictured on an under, over or king, from the waist up; `None` for other ranks.
pub(super) fn person(faces: Faces, suit: Suit, rank: Rank, x: f32, y: f32, size: f32) -> Option<Element> {
    Some(placed(x, y, size).art(coloured(person_art(faces, rank)?, Ink::of(faces, suit))))
}

fn placed(x: f32, y: f32, size: f32) -> Element {
    Element::new("g").with("transform", format_args!("translate({x} {y}) scale({})", size / SQUARE))
}

fn coloured(art: &str, ink: Ink) -> String {
    let coloured = art.replace("LINE", ink.line).replace("LIGHT", ink.light).replace("TRIM", ink.light);
    coloured.replace("FILL", ink.fill).replace("COAT", ink.fill).replace('\n', "")
}

const fn suit_art(faces: Faces, suit: Suit) -> &'static str {
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

const fn person_art(faces: Faces, rank: Rank) -> Option<&'static str> {
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

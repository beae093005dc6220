//! A card as it lies on the table.

use crate::rules::{Card, Rank, Suit};
use crate::text::{self, Faces, Look};

use super::art;
use super::font::HEAVY;
use super::palette::{EDGE, Ink, paper};
use super::pips;
use super::xml::{Element, rect, svg};

/// How wide a card is drawn, in units; pictures scale it.
pub const CARD_WIDTH: f32 = 120.0;
/// How tall.
pub const CARD_HEIGHT: f32 = 190.0;

/// The face of a card as an SVG of its own, [`CARD_WIDTH`] by [`CARD_HEIGHT`].
///
/// The rank in the corner is what texts in this language call it: `Al`, `U`, `J`.
pub fn card_svg(look: Look, card: Card) -> String {
    face(look, card).to_string()
}

/// The back of a card: a flower in a frame.
pub(super) fn back_svg() -> String {
    const CREAM: &str = "#f3d9a4";
    let petal = |angle: u8| {
        let petal = Element::new("ellipse").with("cx", 60).with("cy", 68).with("rx", 8).with("ry", 19);
        petal.with("transform", format_args!("rotate({} 60 95)", u16::from(angle) * 45)).with("fill", CREAM)
    };
    let dot = |y: u8| Element::new("circle").with("cx", 60).with("cy", y).with("r", 6).with("fill", CREAM);
    svg(CARD_WIDTH, CARD_HEIGHT)
        .and(sheet("#fdf7e7"))
        .and(rect(9.0, 9.0, 102.0, 172.0, 8.0).with("fill", "#7d1526"))
        .and(
            rect(15.0, 15.0, 90.0, 160.0, 5.0)
                .with("fill", "none")
                .with("stroke", CREAM)
                .with("stroke-width", 2),
        )
        .all((0..8).map(petal))
        .and(Element::new("circle").with("cx", 60).with("cy", 95).with("r", 10).with("fill", "#7d1526"))
        .all([30, 160].map(dot))
        .to_string()
}

fn face(look: Look, card: Card) -> Element {
    let sheet = svg(CARD_WIDTH, CARD_HEIGHT).and(sheet(paper(look.faces)));
    if look.faces == Faces::FourColour {
        return sheet.all(large(look, card));
    }
    let middle = match card.rank() {
        _ if is_person(card) => people(look.faces, card),
        Rank::Ace => ace(look.faces, card.suit()),
        rank => pips::of(look.faces, card.suit(), rank),
    };
    sheet.and(middle).and(corner(look, card)).and(turned().and(corner(look, card)))
}

fn sheet(colour: &str) -> Element {
    rect(1.5, 1.5, CARD_WIDTH - 3.0, CARD_HEIGHT - 3.0, 11.0)
        .with("fill", colour)
        .with("stroke", EDGE)
        .with("stroke-width", 3)
}

/// Upside down, about the middle of the card.
pub(super) fn turned() -> Element {
    let (x, y) = (CARD_WIDTH / 2.0, CARD_HEIGHT / 2.0);
    Element::new("g").with("transform", format_args!("rotate(180 {x} {y})"))
}

/// The rank, and under it the suit where the card does not show it anyway.
fn corner(look: Look, card: Card) -> Element {
    let rank = text::rank_short(look, card.rank());
    let letters = letters(&rank, 8.0, 37.0, 36.0, Ink::of(look.faces, card.suit()).line);
    let sign = is_person(card).then(|| art::sign(look.faces, card.suit(), 9.0, 44.0, 24.0));
    Element::new("g").and(letters).all(sign)
}

const fn is_person(card: Card) -> bool {
    matches!(card.rank(), Rank::Under | Rank::Over | Rank::King)
}

fn letters(said: &str, x: f32, y: f32, size: f32, colour: &str) -> Element {
    HEAVY.text(said, size).with("x", x).with("y", y).with("fill", colour)
}

/// Large letters, for eyes that want them: no pictures, and nothing upside down.
fn large(look: Look, card: Card) -> [Element; 2] {
    let rank = text::rank_short(look, card.rank());
    let ink = Ink::of(look.faces, card.suit());
    [letters(&rank, 10.0, 68.0, 74.0, ink.line), art::sign(look.faces, card.suit(), 17.0, 88.0, 86.0)]
}

/// The ace of the Hungarian deck shows its sign twice, that of the French deck once.
fn ace(faces: Faces, suit: Suit) -> Element {
    if faces.is_french() {
        return art::sign(faces, suit, 24.0, 59.0, 72.0);
    }
    let garland = "M60 95C44 86 40 70 46 58M60 95c16 9 20 25 14 37";
    let stem = Element::new("path")
        .with("d", garland)
        .with("fill", "none")
        .with("stroke", Ink::of(faces, suit).line)
        .with("stroke-width", 3)
        .with("stroke-linecap", "round");
    let one = || art::sign(faces, suit, 35.0, 31.0, 50.0);
    Element::new("g").and(stem).and(one()).and(turned().and(one()))
}

/// Under, over and king, seen from either end. A Hungarian under has its sign low and an over high:
/// that is how the two are told apart.
fn people(faces: Faces, card: Card) -> Element {
    let suit = card.suit();
    let half = || {
        let sign = match card.rank() {
            Rank::Under if !faces.is_french() => Some(art::sign(faces, suit, 88.0, 63.0, 24.0)),
            Rank::Over if !faces.is_french() => Some(art::sign(faces, suit, 88.0, 32.0, 24.0)),
            _ => None,
        };
        Element::new("g").all(art::person(faces, suit, card.rank(), 23.0, 21.0, 74.0)).all(sign)
    };
    let band = rect(23.0, 92.5, 74.0, 5.0, 2.5).with("fill", Ink::of(faces, suit).line);
    Element::new("g").and(half()).and(turned().and(half())).and(band)
}

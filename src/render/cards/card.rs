//! Faces and backs of cards.

use crate::text::{self, Appearance, DeckStyle};
use ulti_rules::{Card, Rank, Suit};

use super::geometry::{CARD_HEIGHT, CARD_WIDTH, turned};
use super::palette::{EDGE, Ink, paper};
use super::pips;
use super::shapes;
use crate::render::svg::element::{Element, rect, svg};
use crate::render::svg::font::HEAVY;

/// Returns an SVG of a card's face, [`CARD_WIDTH`] by [`CARD_HEIGHT`] units in size.
///
/// The corners show the rank's abbreviation, such as `Al`, `U` or `J`, in the language set in `appearance`.
pub fn card_svg(appearance: Appearance, card: Card) -> String {
    face(appearance, card).to_string()
}

/// Returns an SVG of a card's back, which shows a flower in a frame.
pub(crate) fn back_svg() -> String {
    const CREAM: &str = "#f3d9a4";
    let petal = |angle: u8| {
        let petal = Element::new("ellipse").with("cx", 60).with("cy", 68).with("rx", 8).with("ry", 19);
        petal.with("transform", format_args!("rotate({} 60 95)", u16::from(angle) * 45)).with("fill", CREAM)
    };
    let dot = |y: u8| Element::new("circle").with("cx", 60).with("cy", y).with("r", 6).with("fill", CREAM);
    svg(CARD_WIDTH, CARD_HEIGHT)
        .and(blank_card("#fdf7e7"))
        .and(rect(9.0, 9.0, 102.0, 172.0, 8.0).with("fill", "#7d1526"))
        .and(rect(15.0, 15.0, 90.0, 160.0, 5.0).with("fill", "none").stroke(CREAM, 2))
        .all((0..8).map(petal))
        .and(Element::new("circle").with("cx", 60).with("cy", 95).with("r", 10).with("fill", "#7d1526"))
        .all([30, 160].map(dot))
        .to_string()
}

fn face(appearance: Appearance, card: Card) -> Element {
    let blank = svg(CARD_WIDTH, CARD_HEIGHT).and(blank_card(paper(appearance.faces)));
    if appearance.faces == DeckStyle::FourColour {
        return blank.all(large(appearance, card));
    }
    let middle = match card.rank() {
        _ if is_court(card) => court(appearance.faces, card),
        Rank::Ace => ace(appearance.faces, card.suit()),
        rank => pips::of(appearance.faces, card.suit(), rank),
    };
    blank.and(middle).and(corner(appearance, card)).and(turned().and(corner(appearance, card)))
}

fn blank_card(colour: &str) -> Element {
    rect(1.5, 1.5, CARD_WIDTH - 3.0, CARD_HEIGHT - 3.0, 11.0).with("fill", colour).stroke(EDGE, 3)
}

/// Draws the corner of a card. It shows the rank and, on court cards, a suit symbol below the rank.
fn corner(appearance: Appearance, card: Card) -> Element {
    let rank = text::rank_short(appearance, card.rank());
    let letters = letters(&rank, 8.0, 37.0, 36.0, Ink::of(appearance.faces, card.suit()).line);
    let sign = is_court(card).then(|| shapes::sign(appearance.faces, card.suit(), 9.0, 44.0, 24.0));
    Element::new("g").and(letters).all(sign)
}

const fn is_court(card: Card) -> bool {
    matches!(card.rank(), Rank::Under | Rank::Over | Rank::King)
}

fn letters(text: &str, x: f32, y: f32, size: f32, colour: &str) -> Element {
    HEAVY.text(text, size).with("x", x).with("y", y).with("fill", colour)
}

/// Draws a card with a large rank and a large suit symbol for better readability.
///
/// The card has no figures and cannot be read upside down.
fn large(appearance: Appearance, card: Card) -> [Element; 2] {
    let rank = text::rank_short(appearance, card.rank());
    let ink = Ink::of(appearance.faces, card.suit());
    [
        letters(&rank, 10.0, 68.0, 74.0, ink.line),
        shapes::sign(appearance.faces, card.suit(), 17.0, 88.0, 86.0),
    ]
}

/// Draws the centre of an ace: two suit symbols in the Hungarian deck, one in a French deck.
fn ace(faces: DeckStyle, suit: Suit) -> Element {
    if faces.is_french() {
        return shapes::sign(faces, suit, 24.0, 59.0, 72.0);
    }
    let garland = "M60 95C44 86 40 70 46 58M60 95c16 9 20 25 14 37";
    let stem = Element::new("path")
        .with("d", garland)
        .with("fill", "none")
        .stroke(Ink::of(faces, suit).line, 3)
        .with("stroke-linecap", "round");
    let one = || shapes::sign(faces, suit, 35.0, 31.0, 50.0);
    Element::new("g").and(stem).and(one()).and(turned().and(one()))
}

/// Draws the centre of a court card (an under, over or king). The drawing looks the same upside down.
///
/// In the Hungarian deck, unders and overs differ in the position of the suit symbol, which is low on an
/// under and high on an over.
fn court(faces: DeckStyle, card: Card) -> Element {
    let suit = card.suit();
    let half = || {
        let sign = match card.rank() {
            Rank::Under if !faces.is_french() => Some(shapes::sign(faces, suit, 88.0, 63.0, 24.0)),
            Rank::Over if !faces.is_french() => Some(shapes::sign(faces, suit, 88.0, 32.0, 24.0)),
            _ => None,
        };
        Element::new("g").all(shapes::person(faces, suit, card.rank(), 23.0, 21.0, 74.0)).all(sign)
    };
    let band = rect(23.0, 92.5, 74.0, 5.0, 2.5).with("fill", Ink::of(faces, suit).line);
    Element::new("g").and(half()).and(turned().and(half())).and(band)
}

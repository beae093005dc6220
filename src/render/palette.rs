//! The colours of cards and tables.

use crate::rules::Suit;
use crate::text::Faces;

/// The colours of a suit, each as `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ink {
    /// Lines, letters and figures.
    pub(super) line: &'static str,
    /// What the lines enclose.
    pub(super) fill: &'static str,
    /// A gleam on the fill; says nothing by itself.
    pub(super) light: &'static str,
}

impl Ink {
    const fn new(line: &'static str, fill: &'static str, light: &'static str) -> Self {
        Self { line, fill, light }
    }

    const fn plain(colour: &'static str, light: &'static str) -> Self {
        Self::new(colour, colour, light)
    }

    /// The colours in which a deck prints a suit.
    pub(super) const fn of(faces: Faces, suit: Suit) -> Self {
        match (faces, suit) {
            (Faces::Hungarian, Suit::Acorns) => Self::new("#6b3f1a", "#c98a35", "#f3cf95"),
            (Faces::Hungarian, Suit::Leaves) => Self::new("#14532a", "#2c8a43", "#a9dcae"),
            (Faces::Hungarian, Suit::Hearts) => Self::new("#9c0c24", "#c8102e", "#f7a8b2"),
            (Faces::Hungarian, Suit::Bells) => Self::new("#6e4700", "#f0b323", "#fde9a9"),
            (Faces::French, Suit::Acorns | Suit::Leaves) => Self::plain("#16161d", "#c9ccd6"),
            (Faces::French, Suit::Hearts | Suit::Bells) => Self::plain("#c8102e", "#f7c4cb"),
            (Faces::FourColour, Suit::Acorns) => Self::plain("#00602b", "#b5e3c5"),
            (Faces::FourColour, Suit::Leaves) => Self::plain("#000000", "#d0d0d0"),
            (Faces::FourColour, Suit::Hearts) => Self::plain("#b00020", "#ffc2cb"),
            (Faces::FourColour, Suit::Bells) => Self::plain("#0039a6", "#bcd0ff"),
        }
    }
}

/// What a deck is printed on.
pub(super) const fn paper(faces: Faces) -> &'static str {
    match faces {
        Faces::Hungarian => "#fdf7e7",
        Faces::French | Faces::FourColour => "#ffffff",
    }
}

/// The line around a card, to be seen on Discord's light ground as well as on its dark one.
pub(super) const EDGE: &str = "#6a6558";

/// How much lighter one colour is than another, 1 to 21 (WCAG 2.2, "contrast ratio").
#[cfg(test)]
pub(super) fn contrast(one: &str, other: &str) -> f64 {
    let [one, other] = [one, other].map(luminance);
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[cfg(test)]
fn luminance(colour: &str) -> f64 {
    let part = |from: usize| {
        let part = f64::from(u8::from_str_radix(&colour[from..from + 2], 16).unwrap()) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Discord's dark ground and its light one.
    const GROUNDS: [&str; 2] = ["#313338", "#ffffff"];

    #[test]
    fn the_formula_is_wcags() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        assert!((contrast("#777777", "#ffffff") - 4.478).abs() < 1e-3);
    }

    #[test]
    fn every_suit_is_read_on_its_paper() {
        for faces in Faces::ALL {
            let wanted = if faces == Faces::FourColour { 7.0 } else { 4.5 };
            for suit in Suit::ALL {
                let found = contrast(Ink::of(faces, suit).line, paper(faces));
                assert!(found >= wanted, "{faces:?} {suit:?}: {found:.2}");
            }
        }
    }

    #[test]
    fn a_card_stands_out_on_both_grounds() {
        for faces in Faces::ALL {
            for ground in GROUNDS {
                let found = contrast(paper(faces), ground).max(contrast(EDGE, ground));
                assert!(found >= 4.5, "{faces:?} on {ground}: {found:.2}");
            }
        }
    }
}

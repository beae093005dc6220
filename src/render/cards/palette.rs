//! Colours of cards and suits.

use crate::text::DeckStyle;
use ulti_rules::Suit;

/// The colours used to draw a suit, each written as `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ink {
    /// Colour of lines, letters and digits.
    pub(crate) line: &'static str,
    /// Fill colour of outlined areas.
    pub(crate) fill: &'static str,
    /// Colour of decorative highlights.
    pub(crate) light: &'static str,
}

impl Ink {
    const fn new(line: &'static str, fill: &'static str, light: &'static str) -> Self {
        Self { line, fill, light }
    }

    const fn plain(colour: &'static str, light: &'static str) -> Self {
        Self::new(colour, colour, light)
    }

    /// Returns the colours of a suit in the given deck style.
    pub(crate) const fn of(faces: DeckStyle, suit: Suit) -> Self {
        match (faces, suit) {
            (DeckStyle::Hungarian, Suit::Acorns) => Self::new("#6b3f1a", "#c98a35", "#f3cf95"),
            (DeckStyle::Hungarian, Suit::Leaves) => Self::new("#14532a", "#2c8a43", "#a9dcae"),
            (DeckStyle::Hungarian, Suit::Hearts) => Self::new("#9c0c24", "#c8102e", "#f7a8b2"),
            (DeckStyle::Hungarian, Suit::Bells) => Self::new("#6e4700", "#f0b323", "#fde9a9"),
            (DeckStyle::French, Suit::Acorns | Suit::Leaves) => Self::plain("#16161d", "#c9ccd6"),
            (DeckStyle::French, Suit::Hearts | Suit::Bells) => Self::plain("#c8102e", "#f7c4cb"),
            (DeckStyle::FourColour, Suit::Acorns) => Self::plain("#00602b", "#b5e3c5"),
            (DeckStyle::FourColour, Suit::Leaves) => Self::plain("#000000", "#d0d0d0"),
            (DeckStyle::FourColour, Suit::Hearts) => Self::plain("#b00020", "#ffc2cb"),
            (DeckStyle::FourColour, Suit::Bells) => Self::plain("#0039a6", "#bcd0ff"),
        }
    }
}

/// Returns the background colour of cards in the given deck style.
pub(crate) const fn paper(faces: DeckStyle) -> &'static str {
    match faces {
        DeckStyle::Hungarian => "#fdf7e7",
        DeckStyle::French | DeckStyle::FourColour => "#ffffff",
    }
}

/// Outline colour of cards. It is visible in both the dark and the light theme of Discord.
pub(crate) const EDGE: &str = "#6a6558";

/// Returns the WCAG 2.2 contrast ratio of two colours, from 1 to 21.
#[cfg(test)]
pub(crate) fn contrast(one: &str, other: &str) -> f64 {
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

    /// Background colours of Discord's dark and light themes.
    const GROUNDS: [&str; 2] = ["#313338", "#ffffff"];

    #[test]
    fn contrast_ratio_matches_wcag_formula() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        assert!((contrast("#777777", "#ffffff") - 4.478).abs() < 1e-3);
    }

    #[test]
    fn suit_colours_contrast_with_card_background() {
        for faces in DeckStyle::ALL {
            let wanted = if faces == DeckStyle::FourColour { 7.0 } else { 4.5 };
            for suit in Suit::ALL {
                let found = contrast(Ink::of(faces, suit).line, paper(faces));
                assert!(found >= wanted, "{faces:?} {suit:?}: {found:.2}");
            }
        }
    }

    #[test]
    fn card_outline_is_visible_on_every_discord_theme() {
        for faces in DeckStyle::ALL {
            for ground in GROUNDS {
                let found = contrast(paper(faces), ground).max(contrast(EDGE, ground));
                assert!(found >= 4.5, "{faces:?} on {ground}: {found:.2}");
            }
        }
    }
}

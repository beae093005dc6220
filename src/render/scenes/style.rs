//! Common style of all pictures: background, colours, text, and the plates behind text.

use crate::render::svg::drawing::{Drawing, Placed};
use crate::render::svg::element::{Element, rect};
use crate::render::svg::font::{Font, HEAVY, PLAIN};
use crate::text::Appearance;
use ulti_rules::Card;

use crate::render::cards::cache::CardSide;

/// Width of a picture in pixels. Phones show pictures at half this size.
pub(crate) const WIDTH: f32 = 800.0;
/// Width of a picture's margin, in pixels.
pub(crate) const MARGIN: f32 = 24.0;
/// Smallest font size used in pictures, in pixels.
///
/// Phones show pictures at half size, so text of this size appears 13 pixels high.
pub(crate) const SMALL: f32 = 26.0;

pub(crate) const FELT: &str = "#1d5a41";
pub(crate) const PLATE: &str = "#12392a";
const RIM: &str = "#0e2c21";
const THREAD: &str = "#3b8363";
pub(crate) const CREAM: &str = "#fdf3dc";
pub(crate) const PALE: &str = "#c3dbcd";
pub(crate) const GOLD: &str = "#f7c948";
pub(crate) const ON_GOLD: &str = "#2b2005";
pub(crate) const WON: &str = "#8fe3a8";
pub(crate) const LOST: &str = "#ffb3a7";

/// Combinations of text colour and background colour that must have sufficient contrast.
#[cfg(test)]
pub(crate) const PAIRS: [(&str, &str); 11] = [
    (CREAM, FELT),
    (CREAM, PLATE),
    (PALE, FELT),
    (PALE, PLATE),
    (GOLD, FELT),
    (GOLD, PLATE),
    (ON_GOLD, GOLD),
    (WON, FELT),
    (WON, PLATE),
    (LOST, FELT),
    (LOST, PLATE),
];

/// The horizontal alignment of text relative to its x coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    /// The text starts at the x coordinate.
    Left,
    /// The text is centred on the x coordinate.
    Middle,
    /// The text ends at the x coordinate.
    Right,
}

/// The style of a line of text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineStyle {
    font: Font,
    size: f32,
    colour: &'static str,
    align: Align,
}

impl LineStyle {
    /// Creates a left-aligned style for headings, using the extra-bold font.
    pub(crate) const fn heavy(size: f32, colour: &'static str) -> Self {
        Self { font: HEAVY, size, colour, align: Align::Left }
    }

    /// Creates a left-aligned style for body text, using the minimum font size.
    pub(crate) const fn plain(colour: &'static str) -> Self {
        Self { font: PLAIN, size: SMALL, colour, align: Align::Left }
    }

    /// Returns a copy of the style with the given alignment.
    pub(crate) const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    /// Returns the width of a text in this style, in pixels.
    pub(crate) fn width(self, text: &str) -> f32 {
        self.font.width(text, self.size)
    }

    /// Returns a copy of the style with a font size at which the text fits the given width.
    ///
    /// The font size is never reduced below [`SMALL`], so a long text may still be too wide.
    pub(crate) fn fitting(self, text: &str, width: f32) -> Self {
        let wanted = self.size * width / self.width(text).max(width);
        Self { size: (wanted * 4.0).floor().max(SMALL * 4.0).min(self.size * 4.0) / 4.0, ..self }
    }

    /// Splits a text into lines of at most the given width. A word that is wider has a line of its own.
    pub(crate) fn wrap(self, text: &str, width: f32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.width(&format!("{line} {word}")) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }

    /// Creates a line with a player's name at the given position. A name that is wider than the given width
    /// is written in a smaller font. If that is still too wide, it is truncated so that its end remains.
    pub(crate) fn name(self, name: &str, x: f32, y: f32, width: f32) -> Element {
        let fitting = self.fitting(name, width);
        fitting.element(&fitting.font.fit_name(name, fitting.size, width), x, y)
    }

    /// Creates a line of text at the given position and truncates it to the given width.
    pub(crate) fn line(self, text: &str, x: f32, y: f32, width: f32) -> Element {
        self.element(&self.font.fit(text, self.size, width), x, y)
    }

    fn element(self, text: &str, x: f32, y: f32) -> Element {
        let line = self.font.text(text, self.size).with("x", x).with("y", y).with("fill", self.colour);
        match self.align {
            Align::Left => line,
            Align::Middle => line.with("text-anchor", "middle"),
            Align::Right => line.with("text-anchor", "end"),
        }
    }
}

/// Creates a picture that contains only the background. The height is given in pixels.
pub(crate) fn background(height: f32) -> Drawing {
    let mut drawing = Drawing::new(WIDTH, height);
    drawing.below(rect(0.0, 0.0, WIDTH, height, 30.0).with("fill", RIM));
    let inner = rect(8.0, 8.0, WIDTH - 16.0, height - 16.0, 24.0);
    drawing.below(inner.with("fill", FELT).stroke(THREAD, 2));
    drawing
}

/// Creates a dark rounded rectangle to place behind text.
pub(crate) fn plate(x: f32, y: f32, width: f32, height: f32) -> Element {
    rect(x, y, width, height, 16.0).with("fill", PLATE)
}

/// Height of a caption below a card, in pixels.
pub(crate) const CAPTION: f32 = 30.0;

/// Writes a caption below a card, so that it covers nothing of the card.
pub(crate) fn caption(drawing: &mut Drawing, text: &str, card: Placed, colour: &'static str) {
    let style = LineStyle::heavy(SMALL, colour).align(Align::Middle);
    let bottom = card.y + Placed::height(card.width);
    drawing.below(style.line(text, card.x + card.width / 2.0, bottom + 26.0, card.width + 20.0));
}

/// Draws a golden frame around a card.
pub(crate) fn frame(drawing: &mut Drawing, card: Placed) {
    let around = rect(card.x, card.y, card.width, Placed::height(card.width), 13.0);
    drawing.above(around.with("fill", "none").stroke(GOLD, 5));
}

/// Returns the text colour for a number of points, depending on whether it is positive, negative or zero.
pub(crate) fn colour(points: impl Into<i64>) -> &'static str {
    match points.into() {
        ..0 => LOST,
        0 => CREAM,
        1.. => WON,
    }
}

/// Converts a small number, such as a number of cards, to `f32` for layout calculations. Numbers above 255
/// become 255.
pub(crate) fn count(number: usize) -> f32 {
    f32::from(u8::try_from(number).unwrap_or(u8::MAX))
}

/// Width of each card in a row, in pixels.
pub(crate) const ROW_CARD_WIDTH: f32 = 92.0;
/// Height of a row of cards, in pixels.
pub(crate) const ROW_HEIGHT: f32 = Placed::height(ROW_CARD_WIDTH);

/// Draws a row of cards that is at most `room` pixels wide.
///
/// If space is tight, the cards overlap, but each card's corner stays visible.
pub(crate) fn row(drawing: &mut Drawing, appearance: Appearance, cards: &[Card], x: f32, y: f32, room: f32) {
    let steps = count(cards.len().saturating_sub(1)).max(1.0);
    let step = ((room - ROW_CARD_WIDTH) / steps).min(ROW_CARD_WIDTH + 6.0);
    let mut x = x;
    for card in cards {
        drawing.card(Placed { side: CardSide::face(appearance, *card), x, y, width: ROW_CARD_WIDTH });
        x += step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::cards::palette::contrast;

    #[test]
    fn text_in_pictures_contrasts_with_background() {
        for (letters, ground) in PAIRS {
            let found = contrast(letters, ground);
            assert!(found >= 4.5, "{letters} on {ground}: {found:.2}");
        }
    }
}

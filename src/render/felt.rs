//! What every picture has: the felt, its colours, and plates and letters on it.

use super::drawing::{Drawing, Placed};
use super::font::{Font, HEAVY, PLAIN};
use super::xml::{Element, rect};
use crate::rules::Card;
use crate::text::Look;

use super::deck::Side;

/// How wide a picture is, in pixels. A phone shows it at half of that.
pub(super) const WIDTH: f32 = 800.0;
/// What is left free at the edges.
pub(super) const MARGIN: f32 = 24.0;
/// Letters are never smaller: 13 pixels on a phone.
pub(super) const SMALL: f32 = 26.0;

pub(super) const FELT: &str = "#1d5a41";
pub(super) const PLATE: &str = "#12392a";
const RIM: &str = "#0e2c21";
const THREAD: &str = "#3b8363";
pub(super) const CREAM: &str = "#fdf3dc";
pub(super) const PALE: &str = "#c3dbcd";
pub(super) const GOLD: &str = "#f7c948";
pub(super) const ON_GOLD: &str = "#2b2005";
pub(super) const WON: &str = "#8fe3a8";
pub(super) const LOST: &str = "#ffb3a7";

/// Letters over what is behind them, for the test of their contrast.
#[cfg(test)]
pub(super) const PAIRS: [(&str, &str); 11] = [
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

/// Where a text stands in relation to its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    /// It begins there.
    Left,
    /// Its middle is there.
    Middle,
    /// It ends there.
    Right,
}

/// A line of text: how it looks, apart from where.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    font: Font,
    size: f32,
    colour: &'static str,
    align: Align,
}

impl Style {
    /// For what is seen first.
    pub(super) const fn heavy(size: f32, colour: &'static str) -> Self {
        Self { font: HEAVY, size, colour, align: Align::Left }
    }

    /// For what is read.
    pub(super) const fn plain(colour: &'static str) -> Self {
        Self { font: PLAIN, size: SMALL, colour, align: Align::Left }
    }

    /// The same, aligned.
    pub(super) const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    /// How wide a text is in it.
    pub(super) fn width(self, said: &str) -> f32 {
        self.font.width(said, self.size)
    }

    /// The same, as much smaller as the text needs to keep this width, but no smaller than what is read.
    pub(super) fn fitting(self, said: &str, width: f32) -> Self {
        let wanted = self.size * width / self.width(said).max(width);
        Self { size: (wanted * 4.0).floor().max(SMALL * 4.0).min(self.size * 4.0) / 4.0, ..self }
    }

    /// The text on this line, cut to this width.
    pub(super) fn line(self, said: &str, x: f32, y: f32, width: f32) -> Element {
        let line = self.font.text(&self.font.fit(said, self.size, width), self.size);
        let line = line.with("x", x).with("y", y).with("fill", self.colour);
        match self.align {
            Align::Left => line,
            Align::Middle => line.with("text-anchor", "middle"),
            Align::Right => line.with("text-anchor", "end"),
        }
    }
}

/// A picture of this height with nothing on the felt yet.
pub(super) fn felt(height: f32) -> Drawing {
    let mut drawing = Drawing::new(WIDTH, height);
    drawing.below(rect(0.0, 0.0, WIDTH, height, 30.0).with("fill", RIM));
    let inner = rect(8.0, 8.0, WIDTH - 16.0, height - 16.0, 24.0);
    drawing.below(inner.with("fill", FELT).with("stroke", THREAD).with("stroke-width", 2));
    drawing
}

/// A dark plate to write on.
pub(super) fn plate(x: f32, y: f32, width: f32, height: f32) -> Element {
    rect(x, y, width, height, 16.0).with("fill", PLATE)
}

/// A small golden tag with a word in it, its middle here.
pub(super) fn tag(said: &str, middle: f32, y: f32) -> [Element; 2] {
    let style = Style::heavy(SMALL, ON_GOLD).align(Align::Middle);
    let width = style.width(said) + 28.0;
    [
        rect(middle - width / 2.0, y, width, 38.0, 19.0).with("fill", GOLD),
        style.line(said, middle, y + 28.0, WIDTH),
    ]
}

/// How wide cards are in a row of a whole hand.
pub(super) const IN_ROW: f32 = 92.0;
/// The height of such a row.
pub(super) const ROW: f32 = Placed::height(IN_ROW);

/// A row of cards, each lying on the one before so far that its corner shows.
pub(super) fn row(drawing: &mut Drawing, look: Look, cards: &[Card], x: f32, y: f32, room: f32) {
    let steps = f32::from(u8::try_from(cards.len().saturating_sub(1)).unwrap_or(u8::MAX)).max(1.0);
    let step = ((room - IN_ROW) / steps).min(IN_ROW + 6.0);
    let mut x = x;
    for card in cards {
        drawing.card(Placed { side: Side::face(look, *card), x, y, width: IN_ROW });
        x += step;
    }
}

#[cfg(test)]
mod tests {
    use super::super::palette::contrast;
    use super::*;

    #[test]
    fn every_letter_is_read_on_what_is_behind_it() {
        for (letters, ground) in PAIRS {
            let found = contrast(letters, ground);
            assert!(found >= 4.5, "{letters} on {ground}: {found:.2}");
        }
    }
}

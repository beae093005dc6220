//! Layouts of pictures, in three layers: shapes, cards, and shapes above the cards.

use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::element::{Element, svg};
use super::indexed_png;
use super::raster::{self, DrawError};
use crate::render::cards::cache::CardSide;
use crate::render::cards::geometry::{CARD_HEIGHT, CARD_WIDTH};

/// The layout of a picture: its size, shapes and cards.
#[derive(Debug)]
pub(crate) struct Drawing {
    width: f32,
    height: f32,
    below: Vec<Element>,
    cards: Vec<Placed>,
    above: Vec<Element>,
}

/// A card placed at a position in a picture.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed {
    pub(crate) side: CardSide,
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// Width of the card in pixels. It also determines the height.
    pub(crate) width: f32,
}

impl Placed {
    const fn scale(self) -> f32 {
        self.width / CARD_WIDTH
    }

    /// Returns the height of a card with the given width.
    pub(crate) const fn height(width: f32) -> f32 {
        width * CARD_HEIGHT / CARD_WIDTH
    }
}

impl Drawing {
    /// Creates an empty layout. The size is given in pixels.
    pub(crate) const fn new(width: f32, height: f32) -> Self {
        Self { width, height, below: Vec::new(), cards: Vec::new(), above: Vec::new() }
    }

    /// Adds a shape that is drawn below the cards.
    pub(crate) fn below(&mut self, shape: Element) {
        self.below.push(shape);
    }

    /// Adds a card on top of the cards added so far. Its position is rounded to whole pixels.
    pub(crate) fn card(&mut self, card: Placed) {
        self.cards.push(Placed { x: card.x.round(), y: card.y.round(), ..card });
    }

    /// Adds a shape that is drawn on top of the cards.
    pub(crate) fn above(&mut self, shape: Element) {
        self.above.push(shape);
    }

    /// Returns the layout as an SVG that refers to cards by name instead of including their drawings.
    ///
    /// Layouts with the same SVG produce the same picture.
    pub(crate) fn layout(&self) -> String {
        self.composed(|card| {
            Element::new("image")
                .with("href", card.side.name())
                .with("x", card.x)
                .with("y", card.y)
                .with("width", card.width)
        })
    }

    /// Returns the complete picture as an SVG. The cards are embedded, but the font is not.
    pub(crate) fn svg(&self) -> String {
        self.composed(|card| {
            let place = format!("translate({} {}) scale({})", card.x, card.y, card.scale());
            Element::new("g").with("transform", place).art(card.side.svg())
        })
    }

    fn composed(&self, card: impl Fn(&Placed) -> Element) -> String {
        svg(self.width, self.height)
            .all(self.below.iter().cloned())
            .all(self.cards.iter().map(card))
            .all(self.above.iter().cloned())
            .to_string()
    }

    /// Renders the picture as a PNG file, reusing cached card drawings.
    pub(crate) fn png(&self) -> Result<Vec<u8>, DrawError> {
        let mut pixels = raster::blank(self.width, self.height)?;
        self.shapes(&self.below, &mut pixels)?;
        for card in &self.cards {
            let (drawn, place) = (card.side.pixels(card.width)?, Transform::from_translate(card.x, card.y));
            pixels.draw_pixmap(0, 0, (*drawn).as_ref(), &PixmapPaint::default(), place, None);
        }
        self.shapes(&self.above, &mut pixels)?;
        indexed_png::encode(pixels)
    }

    fn shapes(&self, shapes: &[Element], pixels: &mut Pixmap) -> Result<(), DrawError> {
        if shapes.is_empty() {
            return Ok(());
        }
        let tree = raster::tree(&svg(self.width, self.height).all(shapes.iter().cloned()).to_string())?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        Ok(())
    }
}

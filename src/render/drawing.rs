//! A picture before it is one: shapes, the cards on them, and shapes on the cards.

use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::card::{CARD_HEIGHT, CARD_WIDTH};
use super::deck::Side;
use super::indexed;
use super::raster::{self, DrawError};
use super::xml::{Element, svg};

/// A picture of this size in pixels.
#[derive(Debug)]
pub(super) struct Drawing {
    width: f32,
    height: f32,
    below: Vec<Element>,
    cards: Vec<Placed>,
    above: Vec<Element>,
}

/// A card in a picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub(super) side: Side,
    pub(super) x: f32,
    pub(super) y: f32,
    /// Its height follows.
    pub(super) width: f32,
}

impl Placed {
    const fn scale(self) -> f32 {
        self.width / CARD_WIDTH
    }

    /// How tall a card of this width is.
    pub(super) const fn height(width: f32) -> f32 {
        width * CARD_HEIGHT / CARD_WIDTH
    }
}

impl Drawing {
    /// An empty picture.
    pub(super) const fn new(width: f32, height: f32) -> Self {
        Self { width, height, below: Vec::new(), cards: Vec::new(), above: Vec::new() }
    }

    /// Adds a shape below the cards.
    pub(super) fn below(&mut self, shape: Element) {
        self.below.push(shape);
    }

    /// Adds a card on top of those that are there, at a whole pixel.
    pub(super) fn card(&mut self, card: Placed) {
        self.cards.push(Placed { x: card.x.round(), y: card.y.round(), ..card });
    }

    /// Adds a shape above the cards.
    pub(super) fn above(&mut self, shape: Element) {
        self.above.push(shape);
    }

    /// The layout: everything as SVG, the cards by name. Equal layouts are equal pictures.
    pub(super) fn layout(&self) -> String {
        self.composed(|card| {
            Element::new("image")
                .with("href", card.side.name())
                .with("x", card.x)
                .with("y", card.y)
                .with("width", card.width)
        })
    }

    /// Everything as one SVG that needs nothing but the font.
    pub(super) fn svg(&self) -> String {
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

    /// The picture. The cards are the ones that were drawn before.
    pub(super) fn png(&self) -> Result<Vec<u8>, DrawError> {
        let mut pixels = raster::blank(self.width, self.height)?;
        self.shapes(&self.below, &mut pixels)?;
        for card in &self.cards {
            let (drawn, place) = (card.side.pixels(card.width)?, Transform::from_translate(card.x, card.y));
            pixels.draw_pixmap(0, 0, (*drawn).as_ref(), &PixmapPaint::default(), place, None);
        }
        self.shapes(&self.above, &mut pixels)?;
        indexed::encode(pixels)
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

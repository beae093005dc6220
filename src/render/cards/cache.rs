//! Cache of rendered cards, by side and width.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock};

use lru::LruCache;
use parking_lot::Mutex;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::Tree;

use crate::text::{Appearance, DeckStyle, Lang};
use ulti_rules::Card;

use super::card::{back_svg, card_svg};
use super::geometry::{CARD_HEIGHT, CARD_WIDTH};
use crate::render::svg::raster::{self, DrawError};

/// A side of a card: its face or its back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum CardSide {
    /// The face of a card, in a given language and deck style.
    Face(Lang, DeckStyle, Card),
    /// The back of a card, which is the same for all cards.
    Back,
}

/// Maximum number of cached drawings.
///
/// This is enough for the whole deck at each of the widths used for hands, tricks and rows. The largest
/// drawing takes up 143 KB.
const MAX_DRAWINGS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(191);

/// LRU cache of card drawings. The key is the card side and the drawing's width, stored as the bits of an
/// `f32`.
type CardCache = LruCache<(CardSide, u32), Arc<Pixmap>>;

static DRAWINGS: LazyLock<Mutex<CardCache>> = LazyLock::new(|| Mutex::new(LruCache::new(MAX_DRAWINGS)));

/// Parsed SVGs of the card faces and the card back.
///
/// Entries are never evicted, because there are only 32 faces per language and deck style.
static TREES: LazyLock<Mutex<HashMap<CardSide, Arc<Tree>>>> = LazyLock::new(Mutex::default);

impl CardSide {
    /// Returns the face of a card, using the language and deck style of the appearance.
    pub(crate) const fn face(appearance: Appearance, card: Card) -> Self {
        Self::Face(appearance.lang, appearance.faces, card)
    }

    /// Returns a name for this card side, such as `hu/french/H7` or `back`. Picture layouts refer to cards by
    /// these names.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Face(lang, faces, card) => format!("{}/{}/{card}", lang.code(), faces.code()),
            Self::Back => "back".to_owned(),
        }
    }

    /// Returns an SVG of this card side.
    pub(crate) fn svg(self) -> String {
        match self {
            Self::Face(lang, faces, card) => card_svg(Appearance::new(lang, faces), card),
            Self::Back => back_svg(),
        }
    }

    /// Returns a bitmap of this card side with the given width in pixels.
    ///
    /// The bitmap is rendered on first use and cached.
    pub(crate) fn pixels(self, width: f32) -> Result<Arc<Pixmap>, DrawError> {
        let key = (self, width.to_bits());
        if let Some(pixels) = DRAWINGS.lock().get(&key).cloned() {
            return Ok(pixels);
        }
        let scale = width / CARD_WIDTH;
        let mut pixels = raster::blank(width.ceil(), (CARD_HEIGHT * scale).ceil())?;
        resvg::render(&*self.tree()?, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        let pixels = Arc::new(pixels);
        DRAWINGS.lock().put(key, Arc::clone(&pixels));
        Ok(pixels)
    }

    /// Returns the parsed SVG of this card side.
    ///
    /// The SVG is parsed on first use and cached.
    fn tree(self) -> Result<Arc<Tree>, DrawError> {
        if let Some(tree) = TREES.lock().get(&self).cloned() {
            return Ok(tree);
        }
        let tree = Arc::new(raster::tree(&self.svg())?);
        TREES.lock().insert(self, Arc::clone(&tree));
        Ok(tree)
    }
}

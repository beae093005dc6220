//! Cache of rendered cards, by side and width.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use lru::LruCache;
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
    /// The face of a card in a language and deck style.
    Face(Lang, DeckStyle, Card),
    /// The back of a card, which is identical for all cards.
    Back,
}

/// Maximum number of cached drawings.
///
/// The cache has room for the whole deck in each of the widths used for hands, tricks and rows. The largest
/// drawing takes 143 KB.
const MAX_DRAWINGS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(191);

/// A cache of card drawings. The key is the side of the card and the width, stored as the bits of an `f32`.
type CardCache = LruCache<(CardSide, u32), Arc<Pixmap>>;

static DRAWINGS: LazyLock<Mutex<CardCache>> = LazyLock::new(|| Mutex::new(LruCache::new(MAX_DRAWINGS)));

/// Parsed SVG drawings of card faces and backs.
///
/// They are never evicted, because there are only 32 faces per language and deck style and one back.
static TREES: LazyLock<Mutex<HashMap<CardSide, Arc<Tree>>>> = LazyLock::new(Mutex::default);

impl CardSide {
    /// Returns the face of a card in the language and deck style of the given appearance.
    pub(crate) const fn face(appearance: Appearance, card: Card) -> Self {
        Self::Face(appearance.lang, appearance.faces, card)
    }

    /// Returns the name of this card side in the layouts of pictures, such as `hu/french/H7` or `back`.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Face(lang, faces, card) => format!("{}/{}/{card}", lang.code(), faces.code()),
            Self::Back => "back".to_owned(),
        }
    }

    /// Returns this side of the card as SVG.
    pub(crate) fn svg(self) -> String {
        match self {
            Self::Face(lang, faces, card) => card_svg(Appearance::new(lang, faces), card),
            Self::Back => back_svg(),
        }
    }

    /// Returns this side of the card as a bitmap with the given width in pixels.
    ///
    /// The bitmap is rendered on first use and then cached.
    pub(crate) fn pixels(self, width: f32) -> Result<Arc<Pixmap>, DrawError> {
        let key = (self, width.to_bits());
        let cached = DRAWINGS.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(pixels) = cached {
            return Ok(pixels);
        }
        let scale = width / CARD_WIDTH;
        let mut pixels = raster::blank(width.ceil(), (CARD_HEIGHT * scale).ceil())?;
        resvg::render(&*self.tree()?, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        let pixels = Arc::new(pixels);
        DRAWINGS.lock().unwrap_or_else(PoisonError::into_inner).put(key, Arc::clone(&pixels));
        Ok(pixels)
    }

    /// Returns the parsed SVG of the card side.
    ///
    /// The SVG is parsed on first use and then cached.
    fn tree(self) -> Result<Arc<Tree>, DrawError> {
        let cached = TREES.lock().unwrap_or_else(PoisonError::into_inner).get(&self).cloned();
        if let Some(tree) = cached {
            return Ok(tree);
        }
        let tree = Arc::new(raster::tree(&self.svg())?);
        TREES.lock().unwrap_or_else(PoisonError::into_inner).insert(self, Arc::clone(&tree));
        Ok(tree)
    }
}

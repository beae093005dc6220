//! The cards' faces, each drawn once in each size and kept for every picture that shows it.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use lru::LruCache;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::Tree;

use crate::rules::Card;
use crate::text::{Faces, Lang, Look};

use super::card::{CARD_HEIGHT, CARD_WIDTH, back_svg, card_svg};
use super::raster::{self, DrawError};

/// One side of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Side {
    /// What only some may see: the letters of a language, the faces of a deck.
    Face(Lang, Faces, Card),
    /// What all see.
    Back,
}

/// How many drawings are kept: the whole deck in the sizes of hand, trick and row, and more. The largest
/// takes 143 KB.
const KEPT: NonZeroUsize = NonZeroUsize::MIN.saturating_add(191);

/// Drawings by side and width.
type Deck = LruCache<(Side, u32), Arc<Pixmap>>;

static DRAWN: LazyLock<Mutex<Deck>> = LazyLock::new(|| Mutex::new(LruCache::new(KEPT)));

/// The faces as they were read. At most 32 cards for each language and deck, and the back: it never grows
/// further, so it forgets nothing.
static READ: LazyLock<Mutex<HashMap<Side, Arc<Tree>>>> = LazyLock::new(Mutex::default);

impl Side {
    /// The face of a card.
    pub(super) const fn face(look: Look, card: Card) -> Self {
        Self::Face(look.lang, look.faces, card)
    }

    /// A name for the layout of a picture: `hu/french/H7`.
    pub(super) fn name(self) -> String {
        match self {
            Self::Face(lang, faces, card) => format!("{}/{}/{card}", lang.code(), faces.code()),
            Self::Back => "back".to_owned(),
        }
    }

    /// The drawing as SVG.
    pub(super) fn svg(self) -> String {
        match self {
            Self::Face(lang, faces, card) => card_svg(Look::new(lang, faces), card),
            Self::Back => back_svg(),
        }
    }

    /// The side as pixels, so many wide; drawn at its first use.
    pub(super) fn pixels(self, width: f32) -> Result<Arc<Pixmap>, DrawError> {
        let key = (self, width.to_bits());
        let known = DRAWN.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(pixels) = known {
            return Ok(pixels);
        }
        let scale = width / CARD_WIDTH;
        let mut pixels = raster::blank(width.ceil(), (CARD_HEIGHT * scale).ceil())?;
        resvg::render(&*self.tree()?, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        let pixels = Arc::new(pixels);
        DRAWN.lock().unwrap_or_else(PoisonError::into_inner).put(key, Arc::clone(&pixels));
        Ok(pixels)
    }

    /// The drawing, read at its first use.
    fn tree(self) -> Result<Arc<Tree>, DrawError> {
        let known = READ.lock().unwrap_or_else(PoisonError::into_inner).get(&self).cloned();
        if let Some(tree) = known {
            return Ok(tree);
        }
        let tree = Arc::new(raster::tree(&self.svg())?);
        READ.lock().unwrap_or_else(PoisonError::into_inner).insert(self, Arc::clone(&tree));
        Ok(tree)
    }
}

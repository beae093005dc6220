//! The cards' faces, each read once and kept for every picture that shows it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use resvg::usvg::Tree;

use crate::rules::Card;
use crate::text::{Faces, Lang, Look};

use super::card::{back_svg, card_svg};
use super::raster::{DrawError, tree};

/// One side of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Side {
    /// What only some may see: the letters of a language, the faces of a deck.
    Face(Lang, Faces, Card),
    /// What all see.
    Back,
}

/// At most 32 cards for each language and deck, and the back: it never grows further, so it forgets nothing.
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

    /// The drawing, read at its first use.
    pub(super) fn tree(self) -> Result<Arc<Tree>, DrawError> {
        let known = READ.lock().unwrap_or_else(PoisonError::into_inner).get(&self).cloned();
        if let Some(tree) = known {
            return Ok(tree);
        }
        let tree = Arc::new(tree(&self.svg())?);
        READ.lock().unwrap_or_else(PoisonError::into_inner).insert(self, Arc::clone(&tree));
        Ok(tree)
    }
}

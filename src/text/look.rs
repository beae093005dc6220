//! In which language and with the faces of which deck things are said.

use super::{Faces, Lang};

/// A language, and the faces of a deck: what has to be known before a card or a suit can be put into
/// words. It travels to wherever something is said to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Look {
    /// The language.
    pub lang: Lang,
    /// The faces.
    pub faces: Faces,
    /// Whether hints are offered.
    pub hints: bool,
}

impl Look {
    /// Every language with every deck's faces.
    pub const ALL: [Self; 6] = [
        Self::new(Lang::Hu, Faces::Hungarian),
        Self::new(Lang::En, Faces::Hungarian),
        Self::new(Lang::Hu, Faces::French),
        Self::new(Lang::En, Faces::French),
        Self::new(Lang::Hu, Faces::FourColour),
        Self::new(Lang::En, Faces::FourColour),
    ];

    /// This language with these faces, and no hints.
    pub const fn new(lang: Lang, faces: Faces) -> Self {
        Self { lang, faces, hints: false }
    }

    /// The same with hints, or without.
    #[must_use]
    pub const fn with_hints(self, hints: bool) -> Self {
        Self { hints, ..self }
    }
}

/// With the faces of whoever has not asked for others.
impl From<Lang> for Look {
    fn from(lang: Lang) -> Self {
        Self::new(lang, Faces::default())
    }
}

//! Views of a table that a button shows privately to one user.

/// A view of a table that a button shows only to the user who pressed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TablePanel {
    /// The user's own hand.
    Hand,
    /// The last complete trick.
    LastTrick,
    /// Help for the current stage of the deal.
    Help,
    /// The move that the strong robot would make in the user's place.
    Hint,
    /// The buttons that are used less often.
    More,
}

impl TablePanel {
    pub(super) const ALL: [Self; 5] = [Self::Hand, Self::LastTrick, Self::Help, Self::Hint, Self::More];

    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::LastTrick => "last",
            Self::Help => "help",
            Self::Hint => "hint",
            Self::More => "more",
        }
    }

    pub(super) fn read(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|panel| panel.code() == code)
    }
}

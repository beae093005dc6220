//! Questions about a position that the solver can answer.

/// A question about the declarer's result if all players play perfectly.
///
/// Only tricks from the given position onwards count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Question {
    /// Asks how many points, from 0 to 90, the declarer wins in tricks.
    ///
    /// Each ace, each ten and the last trick score ten points (`RULES §6`).
    Points,
    /// Asks whether the declarer wins at least this many points in tricks.
    AtLeast(u32),
    /// Asks whether the declarer loses every remaining trick.
    Betli,
    /// Asks whether the declarer wins every remaining trick.
    Durchmars,
    /// Asks whether the declarer wins the last trick with the seven of trumps.
    Ulti,
    /// Asks whether the declarer wins every ace that is still in play.
    FourAces,
    /// Asks whether the declarer wins every ten that is still in play.
    FourTens,
}

impl Question {
    /// Returns the lowest search result that means "yes" for this question.
    ///
    /// For [`Self::AtLeast`], this is the required number of points in units of ten, rounded up. For all
    /// other questions, it is 1.
    pub(super) fn target(self) -> i8 {
        match self {
            Self::AtLeast(points) => i8::try_from(points.div_ceil(10)).unwrap_or(i8::MAX),
            _ => 1,
        }
    }

    /// Maps related questions to a single one, such as [`AtLeast`](Self::AtLeast) to
    /// [`Points`](Self::Points).
    ///
    /// Bounds for related questions can be stored in the same transposition table.
    pub(super) const fn group(self) -> Self {
        match self {
            Self::AtLeast(_) => Self::Points,
            Self::FourTens => Self::FourAces,
            question => question,
        }
    }
}

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
    /// Asks whether the declarer wins all aces that are still in play.
    ///
    /// Aces in completed tricks and in the talon are ignored.
    FourAces,
    /// Asks whether the declarer wins every ten that is still in play.
    FourTens,
}

impl Question {
    /// Returns the lowest search result at which the answer is "yes": the required points in units of ten
    /// (rounded up) for [`Self::AtLeast`], otherwise 1.
    pub(super) fn target(self) -> i8 {
        match self {
            Self::AtLeast(points) => i8::try_from(points.div_ceil(10)).unwrap_or(i8::MAX),
            _ => 1,
        }
    }

    /// Returns the question that represents the group of this question. Questions in the same group can share
    /// a transposition table.
    ///
    /// [`Points`](Self::Points) represents itself and [`AtLeast`](Self::AtLeast).
    /// [`FourAces`](Self::FourAces) represents itself and [`FourTens`](Self::FourTens). Any other question
    /// represents only itself.
    pub(super) const fn group(self) -> Self {
        match self {
            Self::AtLeast(_) => Self::Points,
            Self::FourTens => Self::FourAces,
            question => question,
        }
    }
}

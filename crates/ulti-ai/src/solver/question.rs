//! Questions about a position that the solver can answer.

/// A question about the declarer's result in a position if all seats play perfectly.
///
/// Tricks won before the position do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Question {
    /// The question of how many points the declarer wins in tricks, from 0 to 90.
    ///
    /// Each ace, each ten and the last trick score ten points (`RULES §6`).
    Points,
    /// The question of whether the declarer wins at least this many points in tricks.
    AtLeast(u32),
    /// The question of whether the declarer wins no trick.
    Betli,
    /// The question of whether the declarer wins every remaining trick.
    Durchmars,
    /// The question of whether the declarer wins the last trick with the seven of trumps.
    Ulti,
    /// The question of whether the declarer wins every ace that is still in play.
    FourAces,
    /// The question of whether the declarer wins every ten that is still in play.
    FourTens,
}

impl Question {
    /// Returns the minimum search value for which the answer to the question is yes.
    ///
    /// For questions about points, the value is a number of points in units of ten. For all other questions,
    /// it is 1.
    pub(super) fn target(self) -> i8 {
        match self {
            Self::AtLeast(points) => i8::try_from(points.div_ceil(10)).unwrap_or(i8::MAX),
            _ => 1,
        }
    }
}

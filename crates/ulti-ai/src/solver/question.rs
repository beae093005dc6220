//! Questions about a position that the solver can answer.

/// A question about what the declarer achieves from a position if all seats play perfectly.
///
/// Tricks won before the position do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Question {
    /// Number of points that the declarer wins in tricks, from 0 to 90: ten for each ace, each
    /// ten and the last trick (`RULES §6`).
    Points,
    /// Does the declarer win at least this many points in tricks?
    AtLeast(u32),
    /// Does the declarer win no trick?
    Betli,
    /// Does the declarer win every remaining trick?
    Durchmars,
    /// Does the declarer win the last trick with the trump VII?
    Ulti,
    /// Does the declarer win every ace that is still in play?
    FourAces,
    /// Does the declarer win every ten that is still in play?
    FourTens,
}

impl Question {
    /// Returns the minimum search value that answers the question with yes.
    ///
    /// Values are points in units of ten for questions about points, and 1 for all others.
    pub(super) fn target(self) -> i8 {
        match self {
            Self::AtLeast(points) => i8::try_from(points.div_ceil(10)).unwrap_or(i8::MAX),
            _ => 1,
        }
    }
}

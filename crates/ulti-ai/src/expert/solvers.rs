//! The solvers that a robot uses for one decision, and their node budget.

use crate::Cancellation;
use crate::solver::{Position, Question, Solver, TableSize};

/// Search budget for one decision, in solver nodes (played cards). Once it is used up, no further deals are
/// searched.
///
/// Searching this many nodes takes about 0.1 s.
pub(super) const NODE_BUDGET: u64 = 1_500_000;

/// The solvers that a robot uses for one decision.
///
/// All sampled deals share the solvers' transposition tables.
pub(super) struct Solvers {
    /// Solver for [`Question::AtLeast`].
    ///
    /// A separate solver is used because other questions would clear its transposition table.
    points: Solver,
    others: Solver,
    stop: Cancellation,
}

impl Solvers {
    pub(super) fn new(stop: &Cancellation) -> Self {
        let solver = || Solver::new(TableSize::USUAL);
        Self { points: solver(), others: solver(), stop: stop.clone() }
    }

    pub(super) fn solver(&mut self, question: Question) -> &mut Solver {
        if matches!(question, Question::AtLeast(_)) { &mut self.points } else { &mut self.others }
    }

    /// Returns the declarer's result under perfect play (see [`Solver::value`]).
    pub(super) fn value(&mut self, position: &Position, question: Question) -> u32 {
        self.solver(question).value(position, question)
    }

    /// Returns `true` if more than `budget` nodes have been searched or the search was cancelled.
    pub(super) fn is_exhausted(&self, budget: u64) -> bool {
        self.points.nodes() + self.others.nodes() > budget || self.stop.is_stopped()
    }
}

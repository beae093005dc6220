//! The trait that all robots implement.

use ulti_rules::{Action, View};

use crate::Cancellation;

/// A computer player that chooses its actions based on a seat's view of the deal.
pub trait Robot: Send {
    /// Returns the robot's next action, or `None` if it is not the seat's turn.
    ///
    /// Returns a legal action even if `stop` cancels the search.
    fn act(&mut self, view: &View, stop: &Cancellation) -> Option<Action>;
}

//! The trait that all robots implement.

use ulti_rules::{Action, View};

use crate::Cancellation;

/// A player that chooses its actions from a seat's view of a deal.
pub trait Robot: Send {
    /// Returns the robot's next action, or `None` if it is not the seat's turn.
    ///
    /// The action is legal even if `stop` cancels the search.
    fn act(&mut self, view: &View, stop: &Cancellation) -> Option<Action>;
}

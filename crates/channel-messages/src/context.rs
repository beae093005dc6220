//! The state of a channel that all decisions depend on.

use crate::board::Board;
use crate::boards::Boards;
use crate::conditions::Conditions;
use crate::ids::Time;
use crate::timings::Timings;

/// The state of a channel that all decisions depend on.
#[derive(Debug)]
pub(crate) struct Context<'a, B: Board> {
    pub(crate) boards: &'a Boards<B>,
    pub(crate) conditions: Conditions,
    pub(crate) timings: &'a Timings,
    pub(crate) now: Time,
}

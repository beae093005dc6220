//! A request that has arrived at Discord, and its result.

use channel_messages::{Action, StepResult};

use crate::tables::What;

/// A request that has arrived at Discord, and its result.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Execution<'a> {
    pub(crate) action: &'a Action,
    /// The content of the request, if it has one.
    pub(crate) what: Option<&'a What>,
    pub(crate) result: StepResult,
    /// `true` if the bot gets the result.
    pub(crate) is_known: bool,
    /// `true` if the process has ended, or another process serves the table.
    pub(crate) is_lost: bool,
}

impl Execution<'_> {
    /// Returns `true` if the content is a hand.
    pub(super) const fn is_hand(&self) -> bool {
        matches!(self.what, Some(What::Hand(..)))
    }
}

//! Messages to the actor of a table.

use std::time::Duration;

use tokio::sync::oneshot;

use super::telemetry::Initiator;
use crate::table::command::{Refusal, Request, TableReply};
use crate::table::ports::UpdateCause;

/// A message sent to a table's actor.
pub(in crate::table) enum Message {
    /// Execute a user's request and send the reply. A change is announced with the given cause.
    Ask(Box<Request>, UpdateCause, oneshot::Sender<Result<TableReply, Refusal>>),
    /// Announce the current state of the table, for example after a restart.
    Announce(UpdateCause),
    /// The game clock was restarted after it had been stopped for the given duration.
    ClockResumed(Duration),
    /// Close the table because its channel was deleted.
    Close(oneshot::Sender<Result<(), Refusal>>),
}

impl Message {
    /// Returns the initiator of the action that the message causes.
    pub(super) const fn by(&self) -> Initiator {
        match self {
            Self::Ask(request, ..) => Initiator::Person(request.id),
            Self::Announce(_) | Self::ClockResumed(_) | Self::Close(_) => Initiator::Bot,
        }
    }
}

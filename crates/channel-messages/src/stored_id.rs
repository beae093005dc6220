//! The id of a public message in the database.

use crate::board::PublicKey;
use crate::ids::{MessageId, StepId, TableId, Time};
use crate::step::{Action, Priority, StepResult};
use crate::steps::{NewStep, PublicStep, Purpose, Steps};
use crate::timings::{Retry, Timings};

/// The id of a public message in the database.
#[derive(Debug, Default)]
pub(crate) struct StoredId {
    /// `true` if the database does not contain the id of the message.
    is_outdated: bool,
    /// The step that stores an id, and that id.
    step: Option<(StepId, MessageId)>,
    retry: Retry,
}

impl StoredId {
    /// Returns `true` if the id is stored, or the message has none.
    pub(crate) const fn is_settled(&self) -> bool {
        !self.is_outdated && self.step.is_none()
    }

    /// Returns `true` if the id has to be stored.
    pub(crate) const fn is_outdated(&self) -> bool {
        self.is_outdated
    }

    /// Returns the step that stores the id, if it has begun.
    pub(crate) fn step(&self) -> Option<StepId> {
        self.step.map(|(step, _)| step)
    }

    /// Records that the message has another id.
    pub(crate) const fn changed(&mut self) {
        self.is_outdated = true;
    }

    /// Begins to store the id, unless it is stored. Returns the time of the next attempt, if there is one.
    ///
    /// During a shutdown, gives up an id after repeated failures.
    pub(crate) fn next<M>(
        &mut self,
        (table, key): (TableId, PublicKey),
        id: MessageId,
        (is_shutting_down, now): (bool, Time),
        steps: &mut Steps<M>,
    ) -> Option<Time> {
        let is_given_up = self.retry.is_given_up && is_shutting_down;
        if !self.is_outdated || self.step.is_some() || is_given_up {
            return None;
        }
        if self.retry.at > now {
            return Some(self.retry.at);
        }
        let step = steps.begin(NewStep {
            purpose: Purpose::Public(table, key, PublicStep::StoreId),
            priority: Priority::Response,
            action: Action::StoreId(table, key, id),
            target: None,
            draw: None,
            attached: None,
        });
        self.step = Some((step, id));
        None
    }

    /// Records the result of the step. `newest` is the id of the message, which may have been posted again
    /// meanwhile.
    pub(crate) fn finished(
        &mut self,
        newest: Option<MessageId>,
        result: StepResult,
        now: Time,
        timings: &Timings,
    ) {
        let stored = self.step.take().map(|(_, id)| id);
        match result {
            Ok(_) => self.is_outdated = stored != newest,
            Err(_) => self.retry.fail(now, timings),
        }
    }

    /// Allows another attempt at once.
    pub(crate) fn clear_delays(&mut self) {
        self.retry = Retry::default();
    }
}

//! Checks that at most one request at a time changes a message, and that public messages are sent one after
//! the other.

use std::collections::BTreeMap;

use channel_messages::{Action, MessageId, Step, StepId, Subject};

use super::targets::changed_message;
use crate::discord::Discord;
use crate::tables::SimMessage;

/// The requests in flight.
#[derive(Debug, Default)]
pub(super) struct InFlight {
    /// The messages that are being changed, by step.
    changing: BTreeMap<StepId, MessageId>,
    /// The step that posts, edits or deletes a public message, or posts a notice.
    public: Option<StepId>,
}

impl InFlight {
    /// Checks a request that is sent against the requests in flight.
    pub(super) fn sent(&mut self, step: &Step<SimMessage>, discord: &Discord) {
        if let Some(target) = changed_message(&step.action, discord) {
            let other = self.changing.values().find(|message| **message == target);
            assert!(other.is_none(), "two requests change {target:?} at the same time");
            self.changing.insert(step.id, target);
        }
        if is_public(step) {
            let other = self.public.replace(step.id);
            assert!(other.is_none(), "{other:?} is in flight during another public request: {step:?}");
        }
    }

    /// Records that the bot gets the result of a request.
    pub(super) fn finished(&mut self, step: StepId) {
        self.changing.remove(&step);
        self.public.take_if(|public| *public == step);
    }

    /// Removes all requests, because their process has ended.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Returns `true` if a step changes what the channel shows, except a step that deletes a reminder.
fn is_public(step: &Step<SimMessage>) -> bool {
    match step.action {
        Action::Post(_) => true,
        Action::Respond { .. } | Action::Edit(_) | Action::AddPicture(_) | Action::Delete(_) => {
            matches!(step.subject, Subject::Public(..))
        }
        _ => false,
    }
}

//! A permit that is acquired before the message that needs it is built.

use super::plan::PlannedMessage;
use crate::discord::rest::limiter::{LimitKey, Permit};
use crate::store::MessageKind;

/// A permit for a public message.
pub(super) struct AdvancePermit {
    /// Deal number and kind of the message.
    message: (u32, MessageKind),
    key: LimitKey,
    permit: Permit,
}

impl AdvancePermit {
    pub(super) const fn new(planned: &PlannedMessage, key: LimitKey, permit: Permit) -> Self {
        Self { message: (planned.deal, planned.kind), key, permit }
    }

    /// Gives the permit back.
    pub(super) fn cancel(self) {
        self.permit.cancel();
    }

    /// Returns the permit if it fits a request, and gives it back otherwise. `key` identifies the limits of
    /// the request.
    pub(super) fn for_request(self, planned: &PlannedMessage, key: Option<&LimitKey>) -> Option<Permit> {
        if self.message == (planned.deal, planned.kind) && Some(&self.key) == key {
            return Some(self.permit);
        }
        self.permit.cancel();
        None
    }
}

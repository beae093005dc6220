//! A permit that is acquired before the message that needs it is built.

use super::plan::PlannedMessage;
use crate::discord::rest::limiter::Permit;
use crate::store::MessageKind;

/// A permit for the first public message that has to be sent.
pub(super) struct HeldPermit {
    /// Deal number and kind of the message.
    key: (u32, MessageKind),
    /// `true` if the permit is for an edit, `false` if it is for a new message.
    is_edit: bool,
    permit: Permit,
}

impl HeldPermit {
    pub(super) const fn new(planned: &PlannedMessage, is_edit: bool, permit: Permit) -> Self {
        Self { key: (planned.deal, planned.kind), is_edit, permit }
    }

    /// Returns `true` if a limit delayed the permit, so that the message may be outdated.
    pub(super) const fn is_delayed(&self) -> bool {
        self.permit.is_delayed()
    }

    /// Gives the permit back.
    pub(super) fn cancel(self) {
        self.permit.cancel();
    }

    /// Returns the permit if it fits a request, and gives it back otherwise. Another permit of the same limit could
    /// not be acquired while it is held.
    pub(super) fn for_request(self, planned: &PlannedMessage, is_edit: bool) -> Option<Permit> {
        if self.key == (planned.deal, planned.kind) && self.is_edit == is_edit {
            return Some(self.permit);
        }
        self.permit.cancel();
        None
    }
}

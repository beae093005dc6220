//! The faults and restarts of a schedule so far.

use channel_messages::Time;

use crate::plan::Plan;

/// The faults and restarts of a schedule so far. Some checks are less strict after them.
#[derive(Debug)]
pub(crate) struct History {
    pub(super) plan: Plan,
    pub(crate) now: Time,
    /// `true` if a process has started without knowing the messages that were sent before.
    pub(super) has_restarted: bool,
    /// `true` if a request has failed, or the bot did not get the id of a message.
    pub(super) has_failed: bool,
    /// `true` if pictures were omitted for some time.
    pub(super) has_omitted_pictures: bool,
}

impl History {
    pub(super) const fn new(plan: Plan) -> Self {
        Self { plan, now: Time::ZERO, has_restarted: false, has_failed: false, has_omitted_pictures: false }
    }

    /// Returns `true` if messages may stay without their pictures.
    pub(super) const fn may_lack_pictures(&self) -> bool {
        self.plan.has_faults || self.has_omitted_pictures
    }
}

//! The attempts to send a response or a reply.

use crate::ids::Time;
use crate::timings::{REPLY_TRIES, Timings};

/// The attempts to send a response or a reply.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attempts {
    failures: u32,
    next_at: Time,
}

impl Attempts {
    pub(crate) const fn new() -> Self {
        Self { failures: 0, next_at: Time::ZERO }
    }

    /// Returns the time before which no attempt is made.
    pub(crate) const fn next_at(self) -> Time {
        self.next_at
    }

    /// Returns `true` if an attempt has failed.
    pub(crate) const fn have_failed(self) -> bool {
        self.failures > 0
    }

    /// Returns `true` if there is another attempt after the one that is being made.
    pub(crate) const fn may_repeat(self) -> bool {
        self.failures + 1 < REPLY_TRIES
    }

    /// Records a failure.
    pub(crate) fn fail(&mut self, now: Time, timings: &Timings) {
        self.failures += 1;
        self.next_at = now + timings.reply_retry * self.failures.min(2);
    }
}

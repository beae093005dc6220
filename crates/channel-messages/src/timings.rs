//! Time limits and delays of a channel.

use std::time::Duration;

use crate::ids::Time;

/// Time limits and delays of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timings {
    /// Time after which an interaction without a reply is deferred.
    pub deferral: Duration,
    /// Time after which Discord does not accept the first response to an interaction.
    pub response_deadline: Duration,
    /// Time after an interaction during which its response may create a table's message.
    pub response_offer: Duration,
    /// Maximum time that a hand waits for the table's message above it.
    pub table_message_wait: Duration,
    /// Minimum time between two edits of a public message.
    pub edit_interval: Duration,
    /// Minimum time between two requests for public messages at [`Load::Highest`](crate::Load::Highest).
    pub slow_interval: Duration,
    /// Time during which the token of an interaction is used.
    pub token_lifetime: Duration,
    /// A hand says that it is no longer updated if its token is valid for less than this time.
    pub hand_expiry: Duration,
    /// A token is renewed if it is valid for less than this time.
    pub token_renewal: Duration,
    /// Delay after the first failure of a request for which a user is waiting.
    pub reply_retry: Duration,
    /// Delay after the first failure of another request. It doubles with each failure.
    pub update_retry: Duration,
    /// Longest delay after a failure.
    pub longest_retry: Duration,
    /// Number of attempts after the first failure of a message, before it is given up until the table
    /// changes.
    pub update_retries: u32,
}

/// Maximum number of attempts to send a reply.
pub(crate) const REPLY_TRIES: u32 = 3;
/// Number of times a notice is repeated after a failure. Discord must recognise its nonce until then.
pub(crate) const NOTICE_TRIES: u32 = 5;

impl Default for Timings {
    fn default() -> Self {
        Self {
            deferral: Duration::from_secs(2),
            response_deadline: Duration::from_secs(3),
            response_offer: Duration::from_millis(1_500),
            table_message_wait: Duration::from_millis(1_500),
            edit_interval: Duration::from_secs(1),
            slow_interval: Duration::from_secs(15),
            token_lifetime: Duration::from_secs(15 * 60 - 20),
            hand_expiry: Duration::from_secs(30),
            token_renewal: Duration::from_mins(5),
            reply_retry: Duration::from_millis(200),
            update_retry: Duration::from_secs(1),
            longest_retry: Duration::from_mins(1),
            update_retries: 8,
        }
    }
}

impl Timings {
    /// Returns the timings of a process that shuts down.
    pub(crate) const fn shutting_down(self) -> Self {
        Self { edit_interval: Duration::ZERO, longest_retry: Duration::ZERO, update_retries: 0, ..self }
    }
}

/// The failures of a message, and the time of the next attempt.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Retry {
    pub(crate) failures: u32,
    /// Time before which no attempt is made.
    pub(crate) at: Time,
    /// `true` if no other attempt is made before the table changes.
    pub(crate) is_given_up: bool,
}

impl Retry {
    /// Records a failure.
    pub(crate) fn fail(&mut self, now: Time, timings: &Timings) {
        let is_last = self.is_last(timings);
        self.failures += 1;
        let delay = timings.update_retry.saturating_mul(1 << self.failures.saturating_sub(1).min(20));
        self.at = now + delay.min(timings.longest_retry);
        self.is_given_up = is_last;
    }

    /// Allows another attempt for something that was given up. Delays between attempts remain.
    pub(crate) const fn try_again(&mut self) {
        self.is_given_up = false;
    }

    /// Allows another attempt without a delay, unless the message was given up.
    pub(crate) const fn clear_delays(&mut self) {
        self.at = Time::ZERO;
    }

    /// Returns `true` if the next failure is the last one.
    pub(crate) const fn is_last(&self, timings: &Timings) -> bool {
        self.failures >= timings.update_retries
    }

    /// Returns `true` if an attempt may be made now.
    pub(crate) fn is_due(&self, now: Time) -> bool {
        !self.is_given_up && self.at <= now
    }
}

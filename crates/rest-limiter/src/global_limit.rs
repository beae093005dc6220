//! The global limit of all requests with a token.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use crate::bucket::Availability;

/// Time during which interaction endpoints count towards the global limit after Discord has rejected one
/// because of it.
pub const COUNTED_FOR: Duration = Duration::from_hours(1);
/// Time after a response during which its request counts.
const WINDOW: Duration = Duration::from_secs(1);
/// Number of requests that only due requests may use.
const RESERVED: usize = 5;
/// At most one out of this many requests is reserved.
const REQUESTS_PER_RESERVED: usize = 4;

/// The global limit of all requests with a token.
#[derive(Debug)]
pub(crate) struct GlobalLimit {
    /// Maximum number of requests that count at the same time.
    capacity: usize,
    /// Number of requests that count, were granted a permit and were not answered.
    unanswered: usize,
    /// Times until which answered requests count.
    answered: VecDeque<Instant>,
    /// No request that counts may be sent before this time.
    blocked_until: Option<Instant>,
    /// `true` if interaction endpoints always count.
    counts_interactions: bool,
    /// Interaction endpoints count until this time.
    counted_until: Option<Instant>,
}

impl GlobalLimit {
    pub(crate) const fn new(capacity: usize, counts_interactions: bool) -> Self {
        Self {
            capacity,
            unanswered: 0,
            answered: VecDeque::new(),
            blocked_until: None,
            counts_interactions,
            counted_until: None,
        }
    }

    pub(crate) const fn set_capacity(&mut self, capacity: usize) {
        self.capacity = capacity;
    }

    /// Returns `true` if interactions count now.
    pub(crate) fn counts_interactions_at(&self, now: Instant) -> bool {
        self.counts_interactions || self.counted_until(now).is_some()
    }

    /// Returns the time at which interactions no longer count.
    pub(crate) fn counted_until(&self, now: Instant) -> Option<Instant> {
        self.counted_until.filter(|until| *until > now)
    }

    /// Removes requests that no longer count.
    pub(crate) fn expire(&mut self, now: Instant) {
        while self.answered.pop_front_if(|until| *until <= now).is_some() {}
    }

    /// Returns when a request may be sent. It becomes due at `due`; `None` means that it is due.
    pub(crate) fn availability(&self, due: Option<Instant>, now: Instant) -> Availability {
        if let Some(until) = self.blocked_until.filter(|until| *until > now) {
            return Availability::At(until);
        }
        let not_due = due.filter(|due| *due > now);
        let reserved = not_due.map_or(0, |_| RESERVED.min(self.capacity / REQUESTS_PER_RESERVED));
        let used = self.unanswered + self.answered.len() + reserved;
        if used < self.capacity {
            return Availability::Now;
        }
        // The request can be sent when enough of the answered requests no longer count, and it may use the
        // reserved ones when it is due.
        let freed = self.answered.get(used - self.capacity).copied();
        let earliest = freed.into_iter().chain(not_due).min();
        earliest.map_or(Availability::AfterResponse, Availability::At)
    }

    /// Records that a permit was granted.
    pub(crate) const fn reserve(&mut self) {
        self.unanswered += 1;
    }

    /// Ends the reservation of a permit.
    pub(crate) const fn release(&mut self) {
        self.unanswered = self.unanswered.saturating_sub(1);
    }

    /// Records that a request was answered, or that its response was lost.
    pub(crate) fn complete(&mut self, now: Instant) {
        self.release();
        self.answered.push_back(now + WINDOW);
    }

    /// Records that Discord rejected a request because of the limit, and when it may be repeated.
    pub(crate) fn reject(&mut self, until: Option<Instant>, is_interaction: bool, now: Instant) {
        self.blocked_until = until.max(self.blocked_until);
        if is_interaction {
            self.counted_until = Some(now + COUNTED_FOR);
        }
    }
}

//! Decides which waiting requests may be sent. It performs no I/O and does not read the clock.

#[cfg(test)]
mod tests;

use std::time::Duration;

use tokio::time::Instant;

use crate::bucket::Availability;
use crate::global_limit::GlobalLimit;
use crate::grant::{BucketKey, Grant};
use crate::headers::RateLimitHeaders;
use crate::limit_key::{LimitKey, Priority};
use crate::queues::Queues;
use crate::waiting::{Place, Request};

/// Longest time for which a request can be overtaken.
const FAR: Duration = Duration::from_hours(24 * 365);

/// The waiting requests and the state of all limits.
#[derive(Debug)]
pub(crate) struct Schedule {
    queues: Queues,
    pub(crate) global: GlobalLimit,
    /// Number of requests that have arrived.
    arrived: u64,
    /// `true` while a task grants permits to waiting requests.
    is_driven: bool,
}

impl Schedule {
    pub(crate) fn new(capacity: usize, counts_interactions: bool) -> Self {
        let global = GlobalLimit::new(capacity, counts_interactions);
        Self { queues: Queues::default(), global, arrived: 0, is_driven: false }
    }

    /// Adds a waiting request and returns its place.
    pub(crate) fn add(&mut self, request: Request, priority: Priority, now: Instant) -> Place {
        let due = match priority {
            Priority::Response => None,
            Priority::OvertakenFor(time) => Some(now.checked_add(time).unwrap_or(now + FAR)),
        };
        let place = Place { due, number: self.arrived };
        self.arrived += 1;
        self.queues.add(place, request, now);
        place
    }

    /// Removes a request that no longer waits.
    pub(crate) fn withdraw(&mut self, key: &LimitKey, place: Place, now: Instant) {
        self.queues.withdraw(key, place, now);
    }

    /// Returns the number of waiting requests.
    pub(crate) const fn waiting(&self) -> usize {
        self.queues.waiting()
    }

    /// Returns `true` if a task has to be started that grants permits to the waiting requests.
    pub(crate) const fn starts_driver(&mut self) -> bool {
        let starts = !self.is_driven && self.waiting() > 0;
        self.is_driven |= starts;
        starts
    }

    /// Returns `true` if no request is waiting, so that the task can end.
    pub(crate) const fn ends_driver(&mut self) -> bool {
        self.is_driven = self.waiting() > 0;
        !self.is_driven
    }

    /// Grants permits to all requests that may be sent now. Returns the next time at which a permit can be
    /// granted, unless that depends on a response.
    pub(crate) fn grant(&mut self, now: Instant) -> Option<Instant> {
        self.global.expire(now);
        self.queues.list_expired(now);
        let counts_interactions = self.global.counts_interactions_at(now);
        while let Some((place, bucket)) = self.queues.first(!counts_interactions) {
            let Some(request) = self.queues.request(&bucket, place) else { break };
            if request.is_obsolete(now) {
                self.queues.remove(bucket, place, now);
                continue;
            }
            let counts = counts_interactions || !request.key.is_interaction();
            let available = if counts { self.global.availability(place.due, now) } else { Availability::Now };
            let wake = match available {
                Availability::Now => {
                    self.permit(bucket, place, now);
                    continue;
                }
                Availability::At(at) => Some(at),
                Availability::AfterResponse => None,
            };
            // The requests behind this one are due later, so none of those that count can be sent either.
            request.is_delayed_globally = true;
            let others = self.queues.next_reset().into_iter().chain(self.global.counted_until(now));
            return wake.into_iter().chain(others).min();
        }
        self.queues.next_reset()
    }

    /// Grants a permit to a request.
    fn permit(&mut self, bucket: BucketKey, place: Place, now: Instant) {
        let Some(Request { key, is_delayed_globally, sender, .. }) = self.queues.reserve(bucket, place, now)
        else {
            return;
        };
        let counts_globally = !key.is_interaction() || self.global.counts_interactions_at(now);
        if counts_globally {
            self.global.reserve();
        }
        // The receiver may have been dropped in the meantime.
        if sender.send(Grant { is_delayed_globally, counts_globally }).is_err() {
            self.cancel(&key, counts_globally, now);
        }
    }

    /// Takes back a permit whose request was not sent.
    pub(crate) fn cancel(&mut self, key: &LimitKey, counts_globally: bool, now: Instant) {
        if counts_globally {
            self.global.release();
        }
        self.queues.release(key, now);
    }

    /// Records the response to a request that was sent at `sent_at`. A lost response has no headers.
    pub(crate) fn complete(
        &mut self,
        (key, counts_globally, sent_at): (&LimitKey, bool, Instant),
        is_rejected: bool,
        headers: &RateLimitHeaders,
        now: Instant,
    ) {
        if counts_globally {
            self.global.complete(now);
        }
        self.queues.release(key, now);
        if let Some(name) = headers.bucket.as_ref().filter(|_| key.has_bucket_limit()) {
            self.queues.rename(key.route, name, now);
        }
        let until = headers.retry_after.map(|wait| now + wait);
        if is_rejected && headers.is_global {
            self.global.reject(until, key.is_interaction(), now);
        } else if key.has_bucket_limit() {
            self.queues.change(key, now, |bucket| {
                if is_rejected { bucket.reject(until, now) } else { bucket.record(headers, sent_at, now) }
            });
        }
    }

    /// Panics unless the lists of requests that may be sent match the state of the buckets. Has to be called
    /// after [`grant`](Self::grant) at the same time.
    #[cfg(test)]
    fn assert_consistent(&mut self, now: Instant) {
        self.queues.assert_consistent(now);
    }

    /// Returns the number of buckets in memory.
    #[cfg(test)]
    pub(crate) fn buckets(&self) -> usize {
        self.queues.buckets()
    }
}

//! Decides which waiting requests may be sent. Does no I/O and does not read the time.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::grant::{BucketKey, Charge, Grant};
use super::headers::RateLimitHeaders;
use super::limit_key::{LimitKey, LimitScope, Priority};
use super::waiting::{Candidates, Position, QueuedRequest, Request, WaitingRequests};

/// Time during which interaction endpoints count towards the global limit after Discord has rejected one because of
/// it.
pub(super) const COUNTED_FOR: Duration = Duration::from_hours(1);
/// Time after a response during which its request counts towards the global limit.
const GLOBAL_WINDOW: Duration = Duration::from_secs(1);
/// Maximum number of requests under the global limit that are reserved for [`Priority::Response`] and
/// [`Priority::Turn`].
const RESERVED: usize = 5;
/// A process with a small share of the global limit reserves one out of this many requests.
const REQUESTS_PER_RESERVED: usize = 4;
/// Number of buckets after which those that no longer limit anything are removed.
const MAX_IDLE_BUCKETS: usize = 1_000;

/// State of a bucket, as the headers of responses report it.
#[derive(Debug, Default)]
struct Bucket {
    /// `None` until a response reports the limit.
    limit: Option<u32>,
    remaining: u32,
    resets_at: Option<Instant>,
    /// Number of requests that were sent but not answered.
    in_flight: u32,
}

/// Result of asking if a request may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Availability {
    Now,
    /// Not before this time.
    At(Instant),
    /// After the response to another request.
    AfterResponse,
}

impl Bucket {
    /// Returns when the next request may be sent.
    fn availability(&mut self, now: Instant) -> Availability {
        if self.resets_at.is_some_and(|at| at <= now) {
            self.resets_at = None;
            self.remaining = self.limit.unwrap_or(1);
        }
        match (self.limit, self.resets_at) {
            // Before the limit is known, requests are sent one by one.
            (None, None) if self.in_flight == 0 => Availability::Now,
            (None, None) => Availability::AfterResponse,
            (_, _) if self.remaining > self.in_flight => Availability::Now,
            (_, Some(at)) => Availability::At(at),
            (Some(_), None) if self.in_flight == 0 => Availability::Now,
            (Some(_), None) => Availability::AfterResponse,
        }
    }

    fn is_idle(&self, now: Instant) -> bool {
        self.in_flight == 0 && self.resets_at.is_none_or(|at| at <= now)
    }
}

/// The waiting requests and the state of all limits.
#[derive(Debug)]
pub(super) struct Schedule {
    waiting: WaitingRequests,
    buckets: HashMap<BucketKey, Bucket>,
    /// Names of the buckets that Discord assigned to routes. Until it assigns one, a route is a bucket of its
    /// own.
    names: HashMap<&'static str, Arc<str>>,
    /// Maximum number of requests that count towards the global limit at the same time.
    capacity: usize,
    /// Number of requests that were sent but not answered, and count towards the global limit.
    in_flight: usize,
    /// Times until which answered requests count towards the global limit.
    answered: VecDeque<Instant>,
    /// No request that counts towards the global limit may be sent before this time.
    blocked_until: Option<Instant>,
    /// `true` if interaction endpoints always count towards the global limit.
    counts_interactions: bool,
    /// Interaction endpoints count towards the global limit until this time.
    counted_until: Option<Instant>,
    /// `true` while a task grants permits to waiting requests.
    is_driven: bool,
}

impl Schedule {
    pub(super) fn new(capacity: usize, counts_interactions: bool) -> Self {
        Self {
            waiting: WaitingRequests::default(),
            buckets: HashMap::new(),
            names: HashMap::new(),
            capacity,
            in_flight: 0,
            answered: VecDeque::new(),
            blocked_until: None,
            counts_interactions,
            counted_until: None,
            is_driven: false,
        }
    }

    /// Changes the maximum number of requests that count towards the global limit at the same time.
    pub(super) const fn set_capacity(&mut self, capacity: usize) {
        self.capacity = capacity;
    }

    /// Adds a waiting request.
    pub(super) fn enqueue(&mut self, request: Request, priority: Priority) {
        self.waiting.add(request, priority);
    }

    /// Returns the number of waiting requests.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Returns `true` if a task has to be started that grants permits to the waiting requests.
    pub(super) fn starts_driver(&mut self) -> bool {
        let starts = !self.is_driven && self.waiting.len() > 0;
        self.is_driven |= starts;
        starts
    }

    /// Returns `true` if no request is waiting, so that the task can end.
    pub(super) fn ends_driver(&mut self) -> bool {
        self.is_driven = self.waiting.len() > 0;
        !self.is_driven
    }

    /// Grants permits to all requests that may be sent now. Returns the next time at which a permit can be granted,
    /// unless that depends on a response.
    pub(super) fn grant(&mut self, now: Instant) -> Option<Instant> {
        while self.answered.pop_front_if(|until| *until <= now).is_some() {}
        let (mut wake, mut after) = (None::<Instant>, None);
        let mut candidates = Candidates { interactions: true, others: true };
        while let Some(position) = self.waiting.next(after, candidates) {
            after = Some(position);
            let Some(QueuedRequest { request, .. }) = self.waiting.get_mut(position) else { continue };
            if request.sender.is_closed() {
                self.waiting.remove(position);
                continue;
            }
            let key = request.key.clone();
            let bucket = self.bucket_availability(&key, now);
            let global = self.global_availability(position.0, &key, now);
            if let (Availability::Now, Availability::Now) = (bucket, global) {
                self.send(position, &key);
                continue;
            }
            if let Availability::At(at) = if bucket == Availability::Now { global } else { bucket } {
                wake = Some(wake.map_or(at, |wake| wake.min(at)));
            }
            if bucket == Availability::Now
                && let Some(queued) = self.waiting.get_mut(position)
            {
                queued.is_delayed_globally = true;
                // Later requests are not more urgent, so none of those that count can be sent either.
                candidates.others = false;
                candidates.interactions &= !self.counts_interactions_at(now);
            }
        }
        wake
    }

    /// Grants a permit to a request.
    fn send(&mut self, position: Position, key: &LimitKey) {
        let Some(QueuedRequest { request, is_delayed_globally }) = self.waiting.remove(position) else {
            return;
        };
        let charge = Charge { bucket: self.bucket_key(key), counts_globally: self.is_charged(key) };
        if request.sender.send(Grant { is_delayed_globally, charge: charge.clone() }).is_err() {
            return;
        }
        self.in_flight += usize::from(charge.counts_globally);
        if let Some(key) = charge.bucket {
            self.buckets.entry(key).or_default().in_flight += 1;
        }
    }

    /// Returns `true` if interactions count towards the global limit now.
    pub(super) fn counts_interactions_at(&self, now: Instant) -> bool {
        self.counts_interactions || self.counted_until.is_some_and(|until| until > now)
    }

    /// Returns `true` if a request that is sent is charged to the global limit. Interactions are charged
    /// until the last of them is answered, even if they are no longer delayed.
    fn is_charged(&self, key: &LimitKey) -> bool {
        !key.is_interaction() || self.counts_interactions || self.counted_until.is_some()
    }

    fn global_availability(&mut self, priority: Priority, key: &LimitKey, now: Instant) -> Availability {
        if self.counted_until.is_some_and(|until| until <= now) && self.in_flight == 0 {
            self.counted_until = None;
        }
        if key.is_interaction() && !self.counts_interactions_at(now) {
            return Availability::Now;
        }
        if let Some(until) = self.blocked_until.filter(|until| *until > now) {
            return Availability::At(until);
        }
        let reserved = RESERVED.min(self.capacity / REQUESTS_PER_RESERVED);
        let reserved = if priority <= Priority::Turn { 0 } else { reserved };
        let used = self.in_flight + self.answered.len();
        if used + reserved < self.capacity {
            return Availability::Now;
        }
        // The request can be sent when enough of the answered requests no longer count.
        let excess = used + reserved - self.capacity;
        self.answered.get(excess).copied().map_or(Availability::AfterResponse, Availability::At)
    }

    fn bucket_availability(&mut self, key: &LimitKey, now: Instant) -> Availability {
        self.bucket(key).map_or(Availability::Now, |bucket| bucket.availability(now))
    }

    /// Returns the key of a request's bucket, or `None` if its route is used only once.
    fn bucket_key(&mut self, key: &LimitKey) -> Option<BucketKey> {
        if key.scope == LimitScope::FirstResponse {
            return None;
        }
        let name = self.names.entry(key.route).or_insert_with(|| key.route.into());
        Some((Arc::clone(name), key.major))
    }

    /// Returns the bucket of a request, or `None` if its route is used only once.
    fn bucket(&mut self, key: &LimitKey) -> Option<&mut Bucket> {
        let key = self.bucket_key(key)?;
        Some(self.buckets.entry(key).or_default())
    }

    /// Takes back a permit whose request was not sent.
    pub(super) fn cancel(&mut self, charge: &Charge) {
        self.in_flight = self.in_flight.saturating_sub(usize::from(charge.counts_globally));
        if let Some(bucket) = charge.bucket.as_ref().and_then(|key| self.buckets.get_mut(key)) {
            bucket.in_flight = bucket.in_flight.saturating_sub(1);
        }
    }

    /// Records the response to a request.
    pub(super) fn complete(
        &mut self,
        (key, charge): (&LimitKey, &Charge),
        rejected: bool,
        headers: &RateLimitHeaders,
        now: Instant,
    ) {
        self.cancel(charge);
        if charge.counts_globally {
            self.answered.push_back(now + GLOBAL_WINDOW);
        }
        self.rename(key, headers);
        if rejected && headers.is_global {
            self.blocked_until = headers.retry_after.map(|wait| now + wait).max(self.blocked_until);
            if key.is_interaction() {
                self.counted_until = Some(now + COUNTED_FOR);
            }
            return;
        }
        let Some(bucket) = self.bucket(key) else { return };
        if rejected {
            bucket.remaining = 0;
            bucket.resets_at = headers.retry_after.map(|wait| now + wait);
        } else if let (Some(limit), Some(remaining), Some(reset)) =
            (headers.limit, headers.remaining, headers.reset_after)
        {
            let resets_at = now + reset;
            // Responses may arrive in another order than Discord sent them.
            let is_same_window =
                bucket.resets_at.is_some_and(|at| at.max(resets_at) - at.min(resets_at) < reset / 2);
            bucket.remaining = if is_same_window { bucket.remaining.min(remaining) } else { remaining };
            bucket.limit = Some(limit);
            bucket.resets_at = Some(resets_at);
        }
        self.remove_idle(now);
    }

    /// Records the name of the bucket that Discord assigned to a route. Routes with the same name share a limit.
    ///
    /// Discord may assign another name later. Requests that have not been answered stay in the bucket in which they
    /// were counted.
    fn rename(&mut self, key: &LimitKey, headers: &RateLimitHeaders) {
        if let Some(name) = &headers.bucket
            && key.scope != LimitScope::FirstResponse
            && self.names.get(key.route).map(|known| &**known) != Some(name.as_str())
        {
            self.names.insert(key.route, name.as_str().into());
        }
    }

    /// Returns the number of buckets in memory.
    #[cfg(test)]
    pub(super) fn buckets(&self) -> usize {
        self.buckets.len()
    }

    /// Removes buckets that no longer limit anything.
    fn remove_idle(&mut self, now: Instant) {
        if self.buckets.len() > MAX_IDLE_BUCKETS {
            self.buckets.retain(|_, bucket| !bucket.is_idle(now));
        }
    }
}

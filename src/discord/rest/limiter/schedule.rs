//! Decides which waiting requests may be sent. Does no I/O and does not read the time.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use super::headers::RateLimitHeaders;
use super::limit::{Limit, LimitScope, Priority};

/// Time during which interaction endpoints count towards the global limit after Discord has rejected one because of
/// it.
pub(super) const COUNTED_FOR: Duration = Duration::from_hours(1);
/// Time after a response during which its request counts towards the global limit.
const GLOBAL_WINDOW: Duration = Duration::from_secs(1);
/// Number of requests under the global limit that are reserved for [`Priority::Response`] and [`Priority::Turn`].
const RESERVED: usize = 5;
/// Number of buckets after which those that no longer limit anything are removed.
const MAX_IDLE_BUCKETS: usize = 1_000;

/// A waiting request.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) limit: Limit,
    /// Receives the permit.
    pub(super) sender: oneshot::Sender<Grant>,
}

/// Sent to a request that may be sent.
#[derive(Debug, Default)]
pub(super) struct Grant {
    /// `true` if the global limit delayed the request. The limit of its route may have delayed it, too.
    pub(super) is_delayed_globally: bool,
    pub(super) charge: Charge,
}

/// The limits that a granted request counts towards. They may have changed when the response arrives.
#[derive(Debug, Clone, Default)]
pub(super) struct Charge {
    bucket: Option<BucketKey>,
    /// `true` if the request counts towards the global limit.
    pub(super) counts_globally: bool,
}

/// A bucket of requests that share a limit: its name and the major parameter.
type BucketKey = (String, u64);

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
    /// Waiting requests by priority, then in the order of their arrival.
    waiting: BTreeMap<(Priority, u64), (Request, bool)>,
    next: u64,
    /// Number of waiting requests that do not count towards the global limit.
    waiting_interactions: usize,
    buckets: HashMap<BucketKey, Bucket>,
    /// Names of the buckets that Discord assigned to routes.
    names: HashMap<&'static str, String>,
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
            waiting: BTreeMap::new(),
            next: 0,
            waiting_interactions: 0,
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

    /// Adds a waiting request.
    pub(super) fn enqueue(&mut self, request: Request, priority: Priority) {
        self.waiting_interactions += usize::from(request.limit.is_interaction());
        self.waiting.insert((priority, self.next), (request, false));
        self.next += 1;
    }

    /// Returns the number of waiting requests.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Returns `true` if a task has to be started that grants permits to the waiting requests.
    pub(super) fn starts_driver(&mut self) -> bool {
        let starts = !self.is_driven && !self.waiting.is_empty();
        self.is_driven |= starts;
        starts
    }

    /// Returns `true` if no request is waiting, so that the task can end.
    pub(super) fn ends_driver(&mut self) -> bool {
        self.is_driven = !self.waiting.is_empty();
        !self.is_driven
    }

    /// Grants permits to all requests that may be sent now. Returns the next time at which a permit can be granted,
    /// unless that depends on a response.
    pub(super) fn grant(&mut self, now: Instant) -> Option<Instant> {
        while self.answered.pop_front_if(|until| *until <= now).is_some() {}
        let (mut wake, mut after) = (None::<Instant>, None);
        while let Some(key) = self.next_key(after) {
            after = Some(key);
            let (request, _) = &self.waiting[&key];
            if request.sender.is_closed() {
                self.remove(key);
                continue;
            }
            let limit = request.limit.clone();
            let global = self.global_availability(key.0, &limit, now);
            let bucket = self.bucket_availability(&limit, now);
            match (bucket, global) {
                (Availability::Now, Availability::Now) => self.send(key, &limit),
                (Availability::Now, limited) | (limited, _) => {
                    if let Availability::At(at) = limited {
                        wake = Some(wake.map_or(at, |wake| wake.min(at)));
                    }
                    if bucket == Availability::Now
                        && let Some((_, is_delayed)) = self.waiting.get_mut(&key)
                    {
                        *is_delayed = true;
                        // No later request counts towards the global limit and is more urgent.
                        if self.waiting_interactions == 0 {
                            break;
                        }
                    }
                }
            }
        }
        wake
    }

    fn next_key(&self, after: Option<(Priority, u64)>) -> Option<(Priority, u64)> {
        use std::ops::Bound::{Excluded, Unbounded};
        let from = after.map_or(Unbounded, Excluded);
        self.waiting.range((from, Unbounded)).next().map(|(key, _)| *key)
    }

    fn remove(&mut self, key: (Priority, u64)) -> Option<(Request, bool)> {
        let removed = self.waiting.remove(&key)?;
        self.waiting_interactions -= usize::from(removed.0.limit.is_interaction());
        Some(removed)
    }

    /// Grants a permit to a request.
    fn send(&mut self, key: (Priority, u64), limit: &Limit) {
        let Some((request, is_delayed_globally)) = self.remove(key) else { return };
        let charge = Charge { bucket: self.bucket_key(limit), counts_globally: self.counts(limit, None) };
        if request.sender.send(Grant { is_delayed_globally, charge: charge.clone() }).is_err() {
            return;
        }
        self.in_flight += usize::from(charge.counts_globally);
        if let Some(key) = charge.bucket {
            self.buckets.entry(key).or_default().in_flight += 1;
        }
    }

    /// Returns `true` if a request counts towards the global limit. Without a time, interactions that are counted for
    /// a limited time are included.
    fn counts(&self, limit: &Limit, now: Option<Instant>) -> bool {
        let is_counted = match now {
            Some(now) => self.counted_until.is_some_and(|until| until > now),
            None => self.counted_until.is_some(),
        };
        !limit.is_interaction() || self.counts_interactions || is_counted
    }

    fn global_availability(&mut self, priority: Priority, limit: &Limit, now: Instant) -> Availability {
        if self.counted_until.is_some_and(|until| until <= now) && self.in_flight == 0 {
            self.counted_until = None;
        }
        if !self.counts(limit, Some(now)) {
            return Availability::Now;
        }
        if let Some(until) = self.blocked_until.filter(|until| *until > now) {
            return Availability::At(until);
        }
        let reserved = if priority <= Priority::Turn { 0 } else { RESERVED };
        let used = self.in_flight + self.answered.len();
        if used + reserved < self.capacity {
            return Availability::Now;
        }
        // The request can be sent when enough of the answered requests no longer count.
        let excess = used + reserved - self.capacity;
        self.answered.get(excess).copied().map_or(Availability::AfterResponse, Availability::At)
    }

    fn bucket_availability(&mut self, limit: &Limit, now: Instant) -> Availability {
        self.bucket(limit).map_or(Availability::Now, |bucket| bucket.availability(now))
    }

    /// Returns the key of a request's bucket, or `None` if its route is used only once.
    fn bucket_key(&self, limit: &Limit) -> Option<BucketKey> {
        if limit.scope == LimitScope::FirstResponse {
            return None;
        }
        let name = self.names.get(limit.route).map_or(limit.route, String::as_str);
        Some((name.to_owned(), limit.major))
    }

    /// Returns the bucket of a request, or `None` if its route is used only once.
    fn bucket(&mut self, limit: &Limit) -> Option<&mut Bucket> {
        let key = self.bucket_key(limit)?;
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
        (limit, charge): (&Limit, &Charge),
        rejected: bool,
        headers: &RateLimitHeaders,
        now: Instant,
    ) {
        self.cancel(charge);
        if charge.counts_globally {
            self.answered.push_back(now + GLOBAL_WINDOW);
        }
        self.rename(limit, headers);
        if rejected && headers.is_global {
            self.blocked_until = headers.retry_after.map(|wait| now + wait).max(self.blocked_until);
            if limit.is_interaction() {
                self.counted_until = Some(now + COUNTED_FOR);
            }
            return;
        }
        let Some(bucket) = self.bucket(limit) else { return };
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
    fn rename(&mut self, limit: &Limit, headers: &RateLimitHeaders) {
        if let Some(name) = &headers.bucket
            && limit.scope != LimitScope::FirstResponse
            && self.names.get(limit.route) != Some(name)
        {
            self.names.insert(limit.route, name.clone());
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

//! A bucket: the limit that several routes may share, and the requests that wait for it.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;

use crate::headers::RateLimitHeaders;
use crate::waiting::WaitingRequests;

/// Resets that differ by less may be the same, because Discord rounds them and clocks differ.
const TOLERANCE: Duration = Duration::from_millis(250);

/// The limit of a bucket, as the headers of responses report it, and the requests that wait for it.
///
/// A bucket allows a number of requests per window. Discord reports how many are left, and when the window
/// ends.
#[derive(Debug, Default)]
pub(crate) struct Bucket {
    /// `None` until a response reports the limit.
    limit: Option<u32>,
    /// Number of requests that were left in the current window according to the responses.
    remaining: u32,
    /// End of the current window. `None` if no response has reported it.
    reset: Option<Reset>,
    /// The longest time until a reset that a response has reported.
    longest_window: Duration,
    /// Times until which requests may count whose responses did not report the limit. Later responses may
    /// include them in the remaining requests; counting them twice only delays requests.
    unreported: VecDeque<Instant>,
    /// Number of requests that were granted a permit and not answered, by route.
    unanswered: BTreeMap<&'static str, u32>,
    pub(crate) waiting: WaitingRequests,
}

/// The time at which a window ends. It is not known exactly, because a response does not tell how long it
/// took to arrive.
#[derive(Debug, Clone, Copy)]
struct Reset {
    earliest: Instant,
    latest: Instant,
}

impl Reset {
    fn width(self) -> Duration {
        self.latest.saturating_duration_since(self.earliest)
    }

    /// Returns `true` if this is certainly the end of a later window than `other`.
    fn is_after(self, other: Self) -> bool {
        self.earliest > other.latest + TOLERANCE
    }
}

/// Result of asking if a request may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Availability {
    Now,
    /// Not before this time.
    At(Instant),
    /// After the response to another request.
    AfterResponse,
}

impl Bucket {
    /// Returns when the next request may be sent.
    pub(crate) fn availability(&mut self, now: Instant) -> Availability {
        self.expire(now);
        let unanswered = self.unanswered.values().sum::<u32>();
        if self.limit.is_none() && self.reset.is_none() {
            // Before the limit is known, requests are sent one by one.
            return if unanswered == 0 { Availability::Now } else { Availability::AfterResponse };
        }
        let unreported = u32::try_from(self.unreported.len()).unwrap_or(u32::MAX);
        if self.remaining > unanswered.saturating_add(unreported) {
            return Availability::Now;
        }
        let reset = self.reset.map(|reset| reset.latest);
        match reset.into_iter().chain(self.unreported.front().copied()).min() {
            Some(at) => Availability::At(at),
            None if unanswered == 0 => Availability::Now,
            None => Availability::AfterResponse,
        }
    }

    /// Removes the state of a window that has ended.
    fn expire(&mut self, now: Instant) {
        if self.reset.is_some_and(|reset| reset.latest <= now) {
            self.reset = None;
            self.remaining = self.limit.unwrap_or(1);
        }
        while self.unreported.pop_front_if(|until| *until <= now).is_some() {}
    }

    /// Records that a request of a route was granted a permit.
    pub(crate) fn reserve(&mut self, route: &'static str) {
        *self.unanswered.entry(route).or_default() += 1;
    }

    /// Records that a request of a route was answered, or that its permit was given back.
    pub(crate) fn release(&mut self, route: &'static str) {
        if let Some(unanswered) = self.unanswered.get_mut(route) {
            *unanswered -= 1;
            if *unanswered == 0 {
                self.unanswered.remove(route);
            }
        }
    }

    /// Moves all requests of a route to another bucket.
    pub(crate) fn move_to(&mut self, other: &mut Self, route: &'static str) {
        other.waiting.extend(self.waiting.extract_if(.., |_, request| request.key.route == route));
        if let Some(unanswered) = self.unanswered.remove(route) {
            *other.unanswered.entry(route).or_default() += unanswered;
        }
    }

    /// Records that Discord rejected a request, and when it may be repeated.
    pub(crate) fn reject(&mut self, until: Option<Instant>, now: Instant) {
        self.expire(now);
        self.remaining = 0;
        let latest = until.max(self.reset.map(|reset| reset.latest));
        self.reset = latest.map(|latest| Reset { earliest: latest, latest });
    }

    /// Records the limit that a response reports. A response that reports none still uses one of the
    /// remaining requests. `sent_at` is the time at which the request was sent.
    pub(crate) fn record(&mut self, headers: &RateLimitHeaders, sent_at: Instant, now: Instant) {
        self.expire(now);
        let (Some(limit), Some(remaining), Some(reset_after)) =
            (headers.limit, headers.remaining, headers.reset_after)
        else {
            // Before the limit is known, requests are sent one by one, so the next response includes this
            // one.
            if self.limit.is_some() {
                self.unreported.push_back(now + self.longest_window);
            }
            return;
        };
        self.longest_window = self.longest_window.max(reset_after);
        let reported = Reset { earliest: sent_at + reset_after, latest: now + reset_after };
        match self.reset {
            // The response is older than the current window.
            Some(known) if known.is_after(reported) => return,
            Some(known) if !reported.is_after(known) => {
                self.remaining = self.remaining.min(remaining);
                self.reset = Some(self.same_window(known, reported));
            }
            None if self.limit.is_some() => {
                self.remaining = self.remaining.min(remaining);
                self.reset = Some(reported);
            }
            Some(_) | None => {
                self.remaining = remaining;
                self.reset = Some(reported);
            }
        }
        self.limit = Some(limit);
        self.remaining = self.remaining.min(limit);
    }

    /// Combines what two responses report about the end of a window.
    ///
    /// If the responses took longer than a window, they may be about different ones. The later one then
    /// counts.
    fn same_window(&self, known: Reset, reported: Reset) -> Reset {
        if known.width() + reported.width() > self.longest_window {
            return Reset {
                earliest: known.earliest.min(reported.earliest),
                latest: known.latest.max(reported.latest),
            };
        }
        let latest = known.latest.min(reported.latest);
        Reset { earliest: known.earliest.max(reported.earliest).min(latest), latest }
    }

    /// Returns `true` if the bucket delays no request and no request waits for it.
    pub(crate) fn is_idle(&mut self, now: Instant) -> bool {
        self.expire(now);
        self.unanswered.is_empty()
            && self.waiting.is_empty()
            && self.reset.is_none()
            && self.unreported.is_empty()
    }

    /// Returns `true` if nothing is known about the bucket.
    pub(crate) fn is_unknown(&self) -> bool {
        self.unanswered.is_empty() && self.waiting.is_empty() && self.limit.is_none() && self.reset.is_none()
    }
}

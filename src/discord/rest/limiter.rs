//! The rate limiter for all REST requests that are sent with the bot's token.
//!
//! A request needs a [`Permit`]. The limiter grants permits in the order of their [`Priority`] and delays those that
//! would exceed a limit:
//!
//! - the global limit of 50 requests per second. A permit counts from the time when it is granted until a second
//!   after the response has been received. Any two requests that reach Discord within a second therefore count at the
//!   same time, however long they take to get there, so that Discord never sees more than 50 in a second;
//! - the limit of the route's bucket, which is known from the headers of earlier responses;
//! - the waiting time of a response with status 429.
//!
//! Interaction endpoints do not count towards the global limit until Discord rejects one because of it.
//!
//! See [Rate Limits](https://docs.discord.com/developers/topics/rate-limits) in Discord's documentation.

mod grant;
mod headers;
mod limit_key;
mod schedule;
mod waiting;

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use reqwest::header::HeaderMap;
use tokio::sync::{Notify, oneshot};
use tokio::time::Instant;

use crate::table::ShardRange;
use crate::watch::Metrics;
use grant::{Charge, Grant};
use headers::RateLimitHeaders;
pub(crate) use limit_key::{LimitKey, LimitScope, Priority};
use schedule::{COUNTED_FOR, Schedule};
use waiting::Request;

/// Default of [`Options::requests_per_second`](crate::discord::Options::requests_per_second). Discord allows
/// 50 for a token; three are left for those that serenity sends itself when it connects.
pub(crate) const GLOBAL_LIMIT: usize = 47;
/// Minimum share of a process. With less, it could not keep its tables up to date.
const MIN_SHARE: usize = 4;

/// Requests that wait for a shorter time do not count as delayed.
const SHORTEST_DELAY: Duration = Duration::from_millis(1);

/// Delays requests that would exceed one of Discord's rate limits.
#[derive(Debug, Clone)]
pub(crate) struct RestLimiter(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// Maximum number of requests per second of all processes.
    per_second: usize,
    schedule: Mutex<Schedule>,
    /// Notified when a permit may be granted earlier than the task that grants permits expects.
    changed: Notify,
    metrics: Metrics,
}

impl RestLimiter {
    /// Creates a rate limiter.
    ///
    /// All processes with the token may together send `per_second` requests per second.
    ///
    /// If `counts_interactions` is `true`, interaction endpoints always count towards the global limit. The
    /// process may use the global limit in proportion to its `shards`, because the processes of the other
    /// shards share it.
    pub(crate) fn new(
        per_second: usize,
        counts_interactions: bool,
        shards: ShardRange,
        metrics: Metrics,
    ) -> Self {
        let share = share_of(per_second, shards.count(), shards.total());
        let schedule = Mutex::new(Schedule::new(share, counts_interactions));
        Self(Arc::new(Shared { per_second, schedule, changed: Notify::new(), metrics }))
    }

    /// Changes the share of the global limit that the process may use: that of `shards` out of `total`.
    pub(crate) fn set_share(&self, shards: u32, total: u32) {
        self.0.schedule.lock().set_capacity(share_of(self.0.per_second, shards, total));
        self.0.changed.notify_one();
    }

    /// Returns the number of requests that wait for a permit.
    pub(crate) fn waiting(&self) -> usize {
        self.0.schedule.lock().waiting()
    }

    /// Returns `true` if interactions count towards the global limit now.
    pub(crate) fn counts_interactions(&self) -> bool {
        self.0.schedule.lock().counts_interactions_at(Instant::now())
    }

    /// Waits until a request may be sent. Waiting requests are granted a permit in the order of their priority.
    ///
    /// Cancelling the future withdraws the request.
    pub(crate) async fn acquire(&self, key: LimitKey, priority: Priority) -> Permit {
        let (sender, granted) = oneshot::channel();
        let waits = {
            let mut schedule = self.0.schedule.lock();
            schedule.enqueue(Request { key: key.clone(), sender }, priority);
            schedule.grant(Instant::now());
            schedule.starts_driver().then_some(schedule.waiting())
        };
        if let Some(waiting) = waits {
            self.0.metrics.rest_waiting(waiting);
            tokio::spawn(drive(Arc::clone(&self.0)));
        }
        self.0.changed.notify_one();
        let began = Instant::now();
        // The schedule keeps every sender until it grants the permit.
        let grant = Waiting { shared: &self.0, granted: Some(granted) }.grant().await;
        if began.elapsed() >= SHORTEST_DELAY {
            self.0.metrics.limited(grant.is_delayed_globally);
        }
        Permit { shared: Arc::clone(&self.0), sent: Some((key, grant.charge)) }
    }
}

/// Returns the number of requests per second that a process with some of the shards may send.
fn share_of(per_second: usize, shards: u32, total: u32) -> usize {
    let number = |shards: u32| usize::try_from(shards).unwrap_or(usize::MAX);
    (per_second.saturating_mul(number(shards)) / number(total.max(1))).max(MIN_SHARE)
}

/// Grants permits until no request is waiting.
async fn drive(shared: Arc<Shared>) {
    loop {
        let (wake, waiting) = {
            let mut schedule = shared.schedule.lock();
            let wake = schedule.grant(Instant::now());
            if schedule.ends_driver() {
                shared.metrics.rest_waiting(0);
                return;
            }
            (wake, schedule.waiting())
        };
        shared.metrics.rest_waiting(waiting);
        let changed = shared.changed.notified();
        match wake {
            Some(wake) => drop(tokio::time::timeout_at(wake, changed).await),
            None => changed.await,
        }
    }
}

/// Permission to send one request.
///
/// Dropping an unused permit gives it back. Dropping a permit whose request received no response counts the request.
#[derive(Debug)]
pub(crate) struct Permit {
    shared: Arc<Shared>,
    /// The limits that the request counts towards. `None` once the permit has been given back.
    sent: Option<(LimitKey, Charge)>,
}

/// A request that is waiting for its permit. If it is dropped, a permit that was just granted is given back.
struct Waiting<'a> {
    shared: &'a Shared,
    granted: Option<oneshot::Receiver<Grant>>,
}

impl Waiting<'_> {
    async fn grant(mut self) -> Grant {
        let Some(granted) = &mut self.granted else { return Grant::default() };
        let grant = granted.await.unwrap_or_default();
        self.granted = None;
        grant
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let Some(granted) = &mut self.granted else { return };
        granted.close();
        if let Ok(grant) = granted.try_recv() {
            self.shared.schedule.lock().cancel(&grant.charge);
            self.shared.changed.notify_one();
        }
    }
}

impl Permit {
    /// Gives the permit back without having sent a request.
    pub(crate) fn cancel(mut self) {
        if let Some((_, charge)) = self.sent.take() {
            self.shared.schedule.lock().cancel(&charge);
            self.shared.changed.notify_one();
        }
    }

    /// Records the limits in the headers of the request's response.
    ///
    /// Returns how long the request has to wait before it may be repeated, if Discord rejected it because of a rate
    /// limit.
    pub(crate) fn complete(mut self, status: u16, headers: &HeaderMap) -> Option<Duration> {
        let limits = RateLimitHeaders::parse(headers);
        let rejected = status == 429;
        if rejected {
            self.shared.metrics.rejected(limits.is_global);
        }
        let (key, charge) = self.sent.take()?;
        self.shared.metrics.permitted(charge.counts_globally);
        if rejected && limits.is_global && key.is_interaction() {
            tracing::warn!(
                seconds = COUNTED_FOR.as_secs(),
                "interaction endpoints count towards the global rate limit"
            );
        }
        self.shared.schedule.lock().complete((&key, &charge), rejected, &limits, Instant::now());
        self.shared.changed.notify_one();
        limits.retry_after.filter(|_| rejected)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some((key, charge)) = self.sent.take() {
            self.shared.metrics.permitted(charge.counts_globally);
            let (sent, none) = ((&key, &charge), RateLimitHeaders::default());
            self.shared.schedule.lock().complete(sent, false, &none, Instant::now());
            self.shared.changed.notify_one();
        }
    }
}

#[cfg(test)]
mod tests;
